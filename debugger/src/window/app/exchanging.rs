//! Writing files, taking data from them, and running whole timelines again: each as a job, which
//! reports its progress and can be cancelled, and then changes nothing.

use std::path::Path;
use std::sync::Arc;

use egui::Context;
use retrace_core::scenario::save::{Saved, SavedForm};

use super::super::view::{CHECKING, Compared};
use super::App;
use crate::window::view::browse::Holds;
use retrace_session::base::whole::{write_new, write_whole};
use retrace_session::files::beside::Guest;
use retrace_session::files::importing::{Import, Imported, difference};
use retrace_session::{Command, Outcome, Progress, SessionError, Standing, Timeline};

const VERIFYING: &str = "Running the inputs again";
/// Up to how many commits a timeline is checked without being asked.
const MOST_CHECKED: usize = 20_000;
const EXPORTING: &str = "Exporting";
const STORING: &str = "Saving into a store";
const SAVING: &str = "Saving this moment";
const IMPORTING: &str = "Importing";
const COMPARING: &str = "Opening it beside";
const RERUNNING: &str = "Running again with the new cards";

const GOING_ON: &str = "Going on with the same answers";
const TURNING: &str = "Reading what comes back";

impl App {
    /// Undoes or redoes an operation: in the background if a timeline must be read for it.
    pub(super) fn turn(&mut self, ctx: &Context, command: Command) {
        match self.session.turning(command == Command::Undo) {
            Ok(None) => {
                let done = self.session.run(command);
                self.done(done);
            }
            Ok(Some(question)) => self.begin_job(
                ctx,
                TURNING,
                move |progress| question.run(progress),
                |app, _, turned| {
                    let done = app.session.take_turned(&turned);
                    app.done(done);
                },
            ),
            Err(error) => self.tell(error.to_string(), true),
        }
    }

    /// Plays the later decisions of the origin again, in the background.
    pub(super) fn go_on_alike(&mut self, ctx: &Context) {
        match self.session.going_on(self.session.cursor().timeline) {
            Err(why) => self.done(Ok(Outcome::Nothing(why))),
            Ok(going) => self.begin_job(
                ctx,
                GOING_ON,
                move |progress| going.run(progress),
                |app, _, gone| {
                    let done = app.session.take_gone_on(gone);
                    app.done(done);
                },
            ),
        }
    }

    /// Runs the inputs of the timeline again, in the background.
    pub(super) fn verify(&mut self, ctx: &Context) {
        let timeline = self.session.current_arc();
        let was = Arc::clone(&timeline);
        self.begin_job(
            ctx,
            VERIFYING,
            move |progress| timeline.verify(progress),
            move |app, _, verdict| {
                let noted = app.session.note_verdict(&was, &verdict);
                app.done(Ok(noted));
            },
        );
    }

    /// Runs the inputs of timelines again that were only read, one after another in the background,
    /// the current one first. Long ones are left to whoever asks.
    pub(super) fn verify_beside(&mut self, ctx: &Context) {
        if self.is_working(CHECKING) || self.is_working(VERIFYING) {
            return;
        }
        let due = |timeline: &&Timeline| {
            timeline.standing() == Standing::Unverified
                && !timeline.is_guest()
                && timeline.commits().len() <= MOST_CHECKED
                && !self.view.checked.contains(&(timeline.id(), timeline.tip()))
                && self.session.outdated_cards(timeline.id()).is_empty()
        };
        let here = Some(self.session.current()).filter(due);
        let Some(id) = here.or_else(|| self.session.timelines().find(due)).map(Timeline::id) else { return };
        let Ok(timeline) = self.session.timeline_arc(id) else { return };
        self.view.checked.insert((id, timeline.tip()));
        let was = Arc::clone(&timeline);
        self.begin_job_beside(
            ctx,
            CHECKING,
            move |progress| timeline.verify(progress),
            move |app, _, verdict| drop(app.session.note_verdict(&was, &verdict)),
        );
    }

    /// Writes the current timeline, completely or not at all, and never replaces a file without
    /// asking.
    pub(super) fn export(&mut self, path: &Path, holds: Holds, may_replace: bool) {
        if path.exists() && !may_replace {
            return self.tell(format!("{} exists already; choose another name", path.display()), true);
        }
        let (ctx, timeline, wanted, path) =
            (self.ctx.clone(), self.session.current_arc(), path.to_owned(), path.to_owned());
        let notes = self.session.notes_of(timeline.id());
        let work = move |progress: &Progress| match holds {
            Holds::Replay(detail) => {
                timeline.export(detail, notes, &wanted, progress).map(|events| format!("all {events} events"))
            }
            Holds::Seen(viewer) => {
                let told = timeline.export_seen(viewer, &wanted, progress);
                told.map(|told| format!("{} events, as player {viewer} saw them", told.events))
            }
        };
        self.begin_job(&ctx, EXPORTING, work, move |app, _, what| {
            app.tell(format!("Wrote {}: {what}.", path.display()), false);
        });
    }

    /// Writes everything to a new store, and continues there.
    pub(super) fn save_store(&mut self, path: &Path) {
        let (ctx, storing, path) = (self.ctx.clone(), self.session.storing(path), path.to_owned());
        let then = move |app: &mut App, _: &Context, stored| match app.session.take_stored(stored) {
            Ok(left_out) => {
                app.remember();
                let left = match left_out.is_empty() {
                    true => String::new(),
                    false => format!(" Left out, since their events are on no timeline: {}.", left_out.join(", ")),
                };
                let text = format!("Saved to the store {}; later changes are saved there too.{left}", path.display());
                app.tell(text, false);
            }
            Err(error) => app.tell(error.to_string(), true),
        };
        self.begin_job(&ctx, STORING, move |progress| storing.run(progress), then);
    }

    /// Writes the choice at or before the cursor as a scenario, and never replaces a file without
    /// asking.
    pub(super) fn save_moment(&mut self, path: &Path, follow: bool, may_replace: bool) {
        let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let question = match self.session.moment(self.session.cursor(), &name, follow) {
            Ok(question) => question,
            Err(error) => return self.tell(error.to_string(), true),
        };
        if path.exists() && !may_replace {
            return self.tell(format!("{} exists already; choose another name", path.display()), true);
        }
        let (ctx, wanted, path) = (self.ctx.clone(), path.to_owned(), path.to_owned());
        let work = move |progress: &Progress| {
            let saved = question.run(progress)?;
            progress.check()?;
            write_moment(&wanted, &saved, may_replace)?;
            Ok(saved.form)
        };
        self.begin_job(&ctx, SAVING, work, move |app, _, form| {
            let how = match form {
                SavedForm::Board => "as a board".to_owned(),
                SavedForm::Whole(why) => format!("as the beginning of the game and what was done since, as {why}"),
            };
            app.tell(format!("Wrote {}, {how}.", path.display()), false);
        });
    }

    /// Imports a replay into the open store.
    pub(super) fn import(&mut self, path: &Path) {
        let question = match self.session.importing(path, Import::default()) {
            Ok(question) => question,
            Err(error) => return self.tell(error.to_string(), true),
        };
        let (ctx, path) = (self.ctx.clone(), path.to_owned());
        let then = move |app: &mut App, _: &Context, brought| match app.session.take_import(brought) {
            Ok(Imported::Added { name, events, .. }) => {
                app.moved();
                app.tell(format!("Imported {} as “{name}”, {events} events.", path.display()), false);
            }
            Ok(Imported::Already { name, .. }) => app.tell(format!("The store has it already, as “{name}”."), false),
            Ok(Imported::Refused(verdict)) => {
                let why = difference(&verdict).unwrap_or_default();
                app.tell(format!("{}: {why}; open it to look at its events as they are", path.display()), true);
            }
            Err(error) => app.tell(error.to_string(), true),
        };
        self.begin_job(&ctx, IMPORTING, move |progress| question.run(progress), then);
    }

    /// Shows the current timeline beside the first of another file; `left` is added to the notice.
    pub(super) fn compare_with_file(&mut self, path: &Path, left: &str) {
        let here = self.session.cursor().timeline;
        let (ctx, path, left) = (self.ctx.clone(), path.to_owned(), left.to_owned());
        let folders = self.session.card_folders().clone();
        let work = move |progress: &Progress| Guest::read(&path, &folders, None, progress);
        self.begin_job(&ctx, COMPARING, work, move |app, _, guest| {
            let other = app.session.take_guest(&guest);
            app.compare(Compared::Timelines(here, other));
            let name = app.session.timeline(other).map(|timeline| timeline.name().to_owned());
            app.tell(format!("Beside it now: “{}”.{left}", name.unwrap_or_default()), false);
        });
    }

    /// Runs the current timeline again with the cards of the card files.
    pub(super) fn rerun(&mut self) {
        let id = self.session.cursor().timeline;
        if self.session.outdated_cards(id).is_empty() {
            return self.done(Ok(Outcome::Nothing("No card file has other cards than this timeline.")));
        }
        let question = match self.session.rerunning(id, None) {
            Ok(question) => question,
            Err(error) => return self.tell(error.to_string(), true),
        };
        let ctx = self.ctx.clone();
        self.begin_job(
            &ctx,
            RERUNNING,
            move |progress| question.run(progress),
            |app, _, reran| {
                let done = app.session.take_rerun(reran);
                app.done(done);
            },
        );
    }
}

fn write_moment(path: &Path, saved: &Saved, may_replace: bool) -> Result<(), SessionError> {
    if !may_replace {
        return write_new(path, &saved.text);
    }
    write_whole(path, |out| out.write_all(saved.text.as_bytes()))
        .map_err(|error: std::io::Error| SessionError::File(format!("{} cannot be written: {error}", path.display())))
}
