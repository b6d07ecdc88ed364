//! Watches and breakpoints in the window: runs to them as a job, sets them on the selection, traces
//! them along the timeline in the background, and saves them with the settings.

use std::sync::Arc;

use egui::Context;

use super::super::view::{Compared, InspectorTab};
use super::App;
use retrace_session::run::NO_BREAKPOINT;
use retrace_session::travel::marks::breakpoint_on;
use retrace_session::{Command, Direction, Outcome, SessionError, Stop, TimelineId};

/// The name of the job that runs to a breakpoint.
const RUNNING: &str = "Running to a breakpoint";
/// The name of the background job that traces.
const TRACING: &str = "Tracing watches and breakpoints";

impl App {
    /// Carries out a command of this module. Returns whether it was one.
    pub(super) fn watching(&mut self, command: Command, ctx: &Context) -> bool {
        match command {
            Command::RunOn => self.run_to(Direction::Forward, Stop::AtEnd, ctx),
            Command::RunBack => self.run_to(Direction::Back, Stop::AtEnd, ctx),
            Command::HitNext => self.hit(Direction::Forward, ctx),
            Command::HitPrevious => self.hit(Direction::Back, ctx),
            Command::Explore => self.explore(ctx),
            Command::ToggleBreakpoint => {
                let toggled = self.toggle_on_selection();
                self.done(toggled);
            }
            _ => return false,
        }
        true
    }

    fn run_to(&mut self, direction: Direction, stop: Stop, ctx: &Context) {
        let Some(run) = self.session.run_to(direction, stop) else { return self.tell(NO_BREAKPOINT, false) };
        self.begin_job(
            ctx,
            RUNNING,
            move |progress| run.go(progress),
            |app, _, ran| {
                let done = app.session.ran(ran);
                let hit = match &done {
                    Ok(Outcome::Hit { entry, .. }) => Some(*entry),
                    _ => None,
                };
                app.done(done);
                // Selects the event that was hit, which may not be the headline of its step.
                app.view.entry = hit.map(|no| (app.session.cursor().timeline, no)).or(app.view.entry);
            },
        );
    }

    /// Goes to the next event that the filter shows, or to the next hit of a breakpoint.
    fn hit(&mut self, direction: Direction, ctx: &Context) {
        if self.view.filter.trim().is_empty() {
            return self.run_to(direction, Stop::OnlyAtHit, ctx);
        }
        let cursor = self.session.cursor();
        let timeline = self.session.current();
        let found = match direction {
            Direction::Forward => self.rows.first_from(timeline.entries_before_step(cursor.step)),
            Direction::Back => {
                let here = cursor.step.checked_sub(1).map_or(0, |step| timeline.entries_before_step(step));
                self.rows.last_before(here)
            }
        };
        match found {
            Some(no) => {
                let outcome = self.session.jump_to_entry(cursor.timeline, no);
                self.done(Ok(outcome));
                self.view.entry = Some((cursor.timeline, no));
            }
            None if direction == Direction::Forward => self.tell("The filter shows no event after this place.", false),
            None => self.tell("The filter shows no event before this place.", false),
        }
    }

    fn toggle_on_selection(&mut self) -> Result<Outcome, SessionError> {
        let cursor = self.session.cursor();
        let event = || {
            let (timeline, no) = self.view.entry?;
            self.session.breakpoint_on_event(timeline, no)
        };
        let object = || self.view.selected.map(breakpoint_on);
        let headline = || self.session.breakpoint_on_event(cursor.timeline, self.session.headline(cursor)?);
        let text = match self.view.tab {
            InspectorTab::Object => object().or_else(event),
            _ => event().or_else(object),
        };
        match text.or_else(headline) {
            Some(text) => self.session.toggle_breakpoint(&text),
            None => Ok(Outcome::Nothing("Select an event or an object first.")),
        }
    }

    /// Computes missing traces of the visible timelines in the background, and saves changed marks.
    pub(super) fn refresh_marks(&mut self, ctx: &Context) {
        let key = self.marks_key();
        if self.marks_kept.as_ref().is_none_or(|kept| !Arc::ptr_eq(kept, self.session.marks())) {
            let marks = Arc::clone(self.session.marks());
            if self.marks_kept.is_some() {
                self.settings.keep_marks(&key, &marks);
                self.unsaved = true;
            }
            self.marks_kept = Some(marks);
        }
        if self.is_working(TRACING) {
            return;
        }
        let other = match self.view.comparison.as_ref().map(|comparison| comparison.what) {
            Some(Compared::Timelines(a, b)) => [a, b],
            _ => [self.session.cursor().timeline; 2],
        };
        let ids: [TimelineId; 3] = [self.session.cursor().timeline, other[0], other[1]];
        if let Some(work) = ids.into_iter().find_map(|id| self.session.traces_due(id)) {
            self.begin_job_beside(
                ctx,
                TRACING,
                move |progress| work.run(progress),
                |app, _, traced| app.session.keep_traces(traced),
            );
        }
    }

    /// Restores the watches and breakpoints saved for the open file.
    pub(super) fn take_marks_up(&mut self) {
        // A session that was kept has its own.
        let kept = self.session.kept_folder().is_some();
        if let Some(marks) = self.settings.kept_marks(&self.marks_key()).filter(|_| !kept) {
            self.session.set_marks(marks);
        }
        self.marks_kept = Some(Arc::clone(self.session.marks()));
    }

    /// The key under which the marks of this session are saved.
    fn marks_key(&self) -> String {
        match self.session.path() {
            Some(path) => path.display().to_string(),
            None => format!("({})", self.session.title()),
        }
    }
}
