//! Comparing two places or two timelines, and keeping the comparison up to date as the cursor
//! moves.

use std::sync::Arc;

use egui::Context;
use retrace_core::fact::PlayerId;
use retrace_core::state::Game;

use super::super::layout::{self, Arrangement, Pane};
use super::super::view::{Compared, Comparison};
use super::App;
use super::arranging::LOW_PT;
use crate::window::view::typed::Typed;
use retrace_session::asking::diff::abreast::{abreast, meetings};
use retrace_session::asking::diff::{self, told};
use retrace_session::{Point, Progress, StateDiff, TimelineDiff, TimelineId};

/// How many events of two timelines are aligned at first: few enough to cause no noticeable delay.
const ALIGNED: usize = 600;

/// The name of the background job that looks for equal states.
const MEETING: &str = "Looking for equal states";

impl App {
    /// Compares two things.
    pub(super) fn compare(&mut self, what: Compared) {
        self.view.comparison = self.compared(what);
        if self.view.comparison.is_some() {
            self.arrange_to_compare();
            self.show_pane(Pane::Diff);
            self.view.follow_cursor = 2;
            self.look_for_meetings();
        }
    }

    /// In a low window, the panels of debugging leave no room for two boards: the layout for
    /// comparing takes their place until it ends.
    fn arrange_to_compare(&mut self) {
        let now = self.view.arrangement;
        let low = self.ctx.content_rect().height() < LOW_PT;
        if low && !matches!(now, Arrangement::Compare | Arrangement::Small) {
            self.arrange(Arrangement::Compare);
            self.settings.compared_from = Some(now);
        }
    }

    /// Ends comparing, with the layout that there was before.
    pub(super) fn stop_comparing(&mut self) {
        self.view.comparison = None;
        if !self.leave_compare() {
            layout::set_visible(&mut self.settings.tree, Pane::Diff, false);
        }
        self.unsaved = true;
    }

    /// Gives back the layout that gave way to that for comparing. Returns whether one had.
    pub(super) fn leave_compare(&mut self) -> bool {
        let before = self.settings.compared_from.take();
        let before = before.filter(|_| self.settings.arrangement == Some(Arrangement::Compare));
        before.into_iter().for_each(|before| self.arrange(before));
        before.is_some()
    }

    fn compared(&self, what: Compared) -> Option<Comparison> {
        let tip = |id: TimelineId| self.session.timeline(id).map(|timeline| timeline.tip());
        let (a, b) = match what {
            Compared::Timelines(a, b) => (a, b),
            Compared::Points(a, b) => (a.timeline, b.timeline),
        };
        let tips = (tip(a)?, tip(b)?);
        let timelines = match what {
            Compared::Timelines(a, b) => {
                let (left, right) = (self.session.timeline(a)?, self.session.timeline(b)?);
                let viewer = self.view.viewer;
                Some(Arc::new(diff::timelines(left, right, viewer, ALIGNED, &Progress::default()).ok()?))
            }
            Compared::Points(..) => None,
        };
        let places = self.places(what, timelines.as_deref())?;
        let (states, beside) = self.states_at(places);
        Some(Comparison { what, tips, timelines, places, states, beside, meetings: Arc::default() })
    }

    /// The two places whose states are compared: for timelines the cursor's place and the same
    /// moment on the other one, unless the ends are wanted or the cursor is on neither.
    fn places(&self, what: Compared, diff: Option<&TimelineDiff>) -> Option<(Point, Point)> {
        let (a, b) = match what {
            Compared::Points(a, b) => return Some((a, b)),
            Compared::Timelines(a, b) => (a, b),
        };
        let cursor = self.session.cursor();
        let end = |id: TimelineId| Point::new(id, self.session.len_steps(id));
        if self.view.compare_ends || ![a, b].contains(&cursor.timeline) {
            return Some((end(a), end(b)));
        }
        let (here, other) = (cursor.timeline, if cursor.timeline == a { b } else { a });
        let (timeline, there) = (self.session.timeline(here)?, self.session.timeline(other)?);
        let step = abreast(diff?, (timeline, cursor.step), there, here == a);
        let there = Point::new(other, step);
        Some(if here == a { (cursor, there) } else { (there, cursor) })
    }

    /// How the states at two places differ for the viewer; and the place that is not the cursor's,
    /// with its game.
    fn states_at(&self, (a, b): (Point, Point)) -> (Arc<StateDiff>, Option<(Point, Game)>) {
        let (left, right) = (self.session.game_at(a), self.session.game_at(b));
        let diff = self.session.diff_points(a, b);
        let states = Arc::new(told::difference(&diff, &left, &right, self.view.viewer));
        let cursor = self.session.cursor();
        let beside = match () {
            () if a == cursor => Some((b, right)),
            () if b == cursor => Some((a, left)),
            () => None,
        };
        (states, beside)
    }

    /// After the cursor has moved: compares its place with the same moment on the other timeline.
    pub(super) fn compare_here(&mut self) {
        let Some(comparison) = &self.view.comparison else { return };
        let what = match comparison.what {
            // The second of two places is the cursor's, as long as it was.
            Compared::Points(pin, place) if comparison.beside.is_some() && place == comparison.places.1 => {
                Compared::Points(pin, self.session.cursor())
            }
            what => what,
        };
        let Some(places) = self.places(what, comparison.timelines.as_deref()) else { return };
        let (states, beside) = self.states_at(places);
        if let Some(comparison) = &mut self.view.comparison {
            (comparison.what, comparison.places, comparison.states, comparison.beside) = (what, places, states, beside);
        }
    }

    /// Compares timelines at their ends, or at the cursor's moment.
    pub(super) fn compare_ends(&mut self, ends: bool) {
        self.view.compare_ends = ends;
        self.compare_here();
    }

    /// Looks in the background for where the compared timelines have equal states again. For a
    /// player that would say something about hidden cards.
    fn look_for_meetings(&mut self) {
        let Some(Comparison { what: Compared::Timelines(a, b), tips, .. }) = self.view.comparison else { return };
        if self.view.viewer.is_some() {
            return;
        }
        let (Ok(left), Ok(right)) = (self.session.timeline_arc(a), self.session.timeline_arc(b)) else { return };
        let work = move |progress: &_| meetings(&left, &right, progress);
        let then = move |app: &mut App, _: &Context, found| {
            if let Some(comparison) = &mut app.view.comparison
                && comparison.what == Compared::Timelines(a, b)
                && comparison.tips == tips
                && app.view.viewer.is_none()
            {
                comparison.meetings = Arc::new(found);
            }
        };
        let ctx = self.ctx.clone();
        self.begin_job_beside(&ctx, MEETING, work, then);
    }

    /// Changes the viewer, and computes the comparison anew.
    pub(super) fn see(&mut self, viewer: Option<PlayerId>) {
        self.view.viewer = viewer;
        self.session.look_as(viewer);
        // Completions for one viewer are not for another.
        self.view.watching.typed = Typed::new(&self.view.watching.typed.text);
        self.view.zone = None;
        if let Some(comparison) = &self.view.comparison {
            self.view.comparison = self.compared(comparison.what);
            self.look_for_meetings();
        }
    }

    /// Aligns all events of the two compared timelines, as a job.
    pub(super) fn compare_more(&mut self, ctx: &Context) {
        let Some(Comparison { what: Compared::Timelines(a, b), tips, .. }) = self.view.comparison else { return };
        let (Ok(left), Ok(right)) = (self.session.timeline_arc(a), self.session.timeline_arc(b)) else { return };
        let viewer = self.view.viewer;
        let work = move |progress: &_| diff::timelines(&left, &right, viewer, usize::MAX, progress);
        let then = move |app: &mut App, _: &Context, found: TimelineDiff| {
            // The comparison may have changed or been replaced in the meantime.
            if let Some(comparison) = &mut app.view.comparison
                && comparison.what == Compared::Timelines(a, b)
                && comparison.tips == tips
                && app.view.viewer == viewer
            {
                comparison.timelines = Some(Arc::new(found));
            }
        };
        self.begin_job(ctx, "aligning the events", work, then);
    }

    /// Computes the comparison anew if its timelines have changed.
    pub(super) fn refresh_comparison(&mut self) {
        let Some(comparison) = &self.view.comparison else { return };
        let (a, b) = match comparison.what {
            Compared::Timelines(a, b) => (a, b),
            Compared::Points(a, b) => (a.timeline, b.timeline),
        };
        let tip = |id: TimelineId| self.session.timeline(id).map(|timeline| timeline.tip());
        if (tip(a), tip(b)) != (Some(comparison.tips.0), Some(comparison.tips.1)) {
            self.view.comparison = self.compared(comparison.what);
            layout::set_visible(&mut self.settings.tree, Pane::Diff, self.view.comparison.is_some());
            self.look_for_meetings();
        }
    }
}
