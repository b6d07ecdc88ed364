//! An opened file, and the lookup of timelines, events and places in it.

use std::io::Write;
use std::path::{Path, PathBuf};

use retrace_core::fact::{EntryNo, Part, PlayerId};
use retrace_store::{Beside, Freshness, Log};

use super::arguments::Eyes;
use super::call::{Call, Failure, complain, told};
use super::progress::with_progress;
use retrace_session::base::players::player_named;
use retrace_session::files::opening::Reads;
use retrace_session::files::trouble::Trouble;
use retrace_session::session::Session;
use retrace_session::store::log::open_log_to_read;
use retrace_session::{Numbers, Point, Timeline, describe};

/// A session with the name of its file, for messages.
pub(super) struct Opened {
    pub(super) session: Session,
    file: PathBuf,
}

/// Warns that a store was read without opening its database, and how recent that reading is.
pub(super) fn tell_freshness(file: &Path, freshness: &Freshness, err: &mut dyn Write) {
    let Freshness { why, pid, commits, written, lost } = freshness;
    let why = match (why, pid) {
        (Beside::InUse, Some(pid)) => format!("is open in another process ({pid})"),
        (Beside::InUse, None) => "is open in another process".to_owned(),
        (Beside::ReadOnly, _) => "may not be written".to_owned(),
        (Beside::Full, _) => "is on a full disk".to_owned(),
    };
    let age = written.and_then(|written| written.elapsed().ok()).map(|age| match age.as_secs() {
        0 => ", written less than a second ago".to_owned(),
        1 => ", written a second ago".to_owned(),
        seconds @ 2..120 => format!(", written {seconds} seconds ago"),
        seconds => format!(", written {} minutes ago", seconds / 60),
    });
    let age = age.unwrap_or_default();
    let commits = describe::counted(*commits, "commit");
    let file = file.display();
    // If this cannot be written, there is nobody left to tell.
    let _told = writeln!(err, "retrace: {file} {why}: this is what its journal has, {commits}{age}");
    for saved in lost {
        let why = saved.lost.as_deref().unwrap_or_default();
        let _told = writeln!(
            err,
            "retrace: {file}: of `{}` only {}: {why}",
            saved.timeline,
            describe::counted(saved.events, "event")
        );
    }
}

/// Reports what opening a store had to do, one line each.
pub(super) fn tell_opening(file: &Path, told: &[String], err: &mut dyn Write) {
    for line in told {
        complain(err, &format!("{}: {line}", file.display()));
    }
}

/// Reports the errors in the script of a scenario, whose timelines end there.
fn tell_errors(session: &Session, err: &mut dyn Write) {
    for wrong in session.script_errors() {
        let ends = if wrong.ends { format!(" (`{}` ends there)", wrong.timeline) } else { String::new() };
        complain(err, &format!("{}{ends}", wrong.error));
    }
}

/// Opens a store for reading, even if another process has it open; then also returns how recent the
/// reading is.
pub(super) fn read_fresh_log(store: &Path, remedy: &'static str) -> Result<(Log, Option<Freshness>), Failure> {
    let store = store.to_owned();
    with_progress("Reading", move |progress| open_log_to_read(&store, remedy, progress))
}

/// Like [`read_fresh_log`], but reports how recent it is.
pub(super) fn read_log(store: &Path, remedy: &'static str, err: &mut dyn Write) -> Result<Log, Failure> {
    let (log, freshness) = read_fresh_log(store, remedy)?;
    tell_opening(store, &log.told(), err);
    if let Some(freshness) = freshness {
        tell_freshness(store, &freshness, err);
    }
    Ok(log)
}

impl Opened {
    /// Opens a file to change it.
    pub(super) fn open(file: &Path, call: &mut Call<'_>) -> Result<Opened, Failure> {
        Opened::open_part(file, Reads::All, call)
    }

    /// Opens a file to change it, of a store only the timeline that [`Opened::timeline`] gives.
    pub(super) fn open_one(
        file: &Path,
        (timeline, at): (Option<&str>, Option<&str>),
        call: &mut Call<'_>,
    ) -> Result<Opened, Failure> {
        let reads = Reads::One { timeline: timeline.map(str::to_owned), at: at.map(str::to_owned) };
        Opened::open_part(file, reads, call)
    }

    fn open_part(file: &Path, reads: Reads, call: &mut Call<'_>) -> Result<Opened, Failure> {
        let (wanted, folders) = (file.to_owned(), call.folders.clone());
        let session =
            with_progress("Opening", move |progress| Session::open_part(&wanted, &folders, &reads, progress))?;
        tell_opening(file, &session.told_of_store(), call.err);
        tell_errors(&session, call.err);
        Ok(Opened { session, file: file.to_owned() })
    }

    /// Opens a file to show it in the window; if it cannot be opened and there is something to do
    /// about it, returns what is wrong with it.
    pub(super) fn open_or_trouble(file: &Path, call: &mut Call<'_>) -> Result<Result<Opened, Trouble>, Failure> {
        let (wanted, folders) = (file.to_owned(), call.folders.clone());
        let session =
            with_progress("Opening", move |progress| match Session::open_to_show(&wanted, &folders, progress) {
                Ok(session) => Ok(Ok(session)),
                Err(error) => Trouble::of(&wanted, &error, progress).map(Err).ok_or(error),
            })?;
        let session = match session {
            Ok(session) => session,
            Err(trouble) => return Ok(Err(trouble)),
        };
        tell_opening(file, &session.told_of_store(), call.err);
        tell_errors(&session, call.err);
        Ok(Ok(Opened { session, file: file.to_owned() }))
    }

    /// Opens a file for reading. A store may be open in another process; then reports how recent
    /// the reading is.
    pub(super) fn read(file: &Path, call: &mut Call<'_>) -> Result<Opened, Failure> {
        Opened::read_part(file, Reads::All, call)
    }

    /// Like [`Opened::read`], of a store only the timeline that [`Opened::timeline`] gives.
    pub(super) fn read_one(
        file: &Path,
        (timeline, at): (Option<&str>, Option<&str>),
        call: &mut Call<'_>,
    ) -> Result<Opened, Failure> {
        let reads = Reads::One { timeline: timeline.map(str::to_owned), at: at.map(str::to_owned) };
        Opened::read_part(file, reads, call)
    }

    fn read_part(file: &Path, reads: Reads, call: &mut Call<'_>) -> Result<Opened, Failure> {
        let (wanted, folders) = (file.to_owned(), call.folders.clone());
        let read = with_progress("Reading", move |progress| Session::open_to_read(&wanted, &folders, &reads, progress));
        let (session, freshness) = read?;
        tell_opening(file, &session.told_of_store(), call.err);
        tell_errors(&session, call.err);
        if let Some(freshness) = freshness {
            tell_freshness(file, &freshness, call.err);
        }
        Ok(Opened { session, file: file.to_owned() })
    }

    /// An error about something in this file.
    pub(super) fn told<T>(&self, why: impl std::fmt::Display) -> Result<T, Failure> {
        told(format!("{}: {why}", self.file.display()))
    }

    /// The timeline of this name; otherwise the one of the bookmark, if the place is one; otherwise
    /// the first.
    pub(super) fn timeline(&self, name: Option<&str>, at: Option<&str>) -> Result<&Timeline, Failure> {
        let bookmark = at.and_then(|at| self.session.bookmark(at)).filter(|_| name.is_none());
        if let Some(bookmark) = bookmark {
            return match self.session.timeline_of_bookmark(bookmark, None) {
                Some(timeline) => Ok(timeline),
                None => self.told(format!(
                    "the event of bookmark `{}` is on no timeline any more; `retrace operations` tells what was done, \
                     `retrace undo` takes it back",
                    bookmark.name
                )),
            };
        }
        let found = match name {
            None => self.session.timelines().next(),
            Some(name) => self.session.timeline_named(name),
        };
        match (found, name) {
            (Some(timeline), _) => Ok(timeline),
            (None, name) => {
                let names: Vec<&str> = self.session.timelines().map(Timeline::name).collect();
                let name = name.unwrap_or_default();
                self.told(format!("there is no timeline `{name}`; there are: {}", names.join(", ")))
            }
        }
    }

    /// The player whose view of a timeline to show; none for everything.
    pub(super) fn viewer(&self, timeline: &Timeline, eyes: &Eyes) -> Result<Option<PlayerId>, Failure> {
        let Some(name) = eyes.viewer.as_deref() else { return Ok(None) };
        let game = timeline.game_at(timeline.len_steps());
        Ok(Some(player_named(&game, name)?))
    }

    /// The numbers of a timeline as the viewer is shown them.
    pub(super) fn numbers(&self, timeline: &Timeline, eyes: &Eyes) -> Result<Numbers, Failure> {
        Ok(Numbers::of(timeline, self.viewer(timeline, eyes)?))
    }

    /// The error that a player may not see something.
    pub(super) fn hidden<T>(&self, what: &str, timeline: &Timeline, viewer: PlayerId) -> Result<T, Failure> {
        let who = describe::player(&timeline.game_at(timeline.len_steps()), viewer);
        self.told(format!("{what} is hidden from {who}; without --as everything is shown"))
    }

    /// The event a text names: by the number the viewer is shown, by the first digits of its id, or
    /// by a bookmark. A player is shown no id, since an id covers hidden cards.
    pub(super) fn event(&self, timeline: &Timeline, numbers: &Numbers, text: &str) -> Result<EntryNo, Failure> {
        let name = timeline.name();
        if let Ok(number) = text.trim_start_matches('@').parse::<u64>() {
            return match numbers.named(timeline, number) {
                Some(no) => Ok(no),
                None => {
                    let events = numbers.events(timeline);
                    let seen = if numbers.viewer().is_some() { " that this player sees something of" } else { "" };
                    self.told(format!("there is no event {number}: `{name}` has {events}{seen}, counted from 0"))
                }
            };
        }
        let digits = text.to_ascii_lowercase();
        if let Some(bookmark) = self.session.bookmark(text) {
            if self.session.timeline_of_bookmark(bookmark, Some(timeline.id())).is_none() {
                let on = self.session.timeline_of_bookmark(bookmark, None);
                let on = on.map_or_else(String::new, |on| format!("; `{}` has it", on.name()));
                return self.told(format!("the event of bookmark `{text}` is not on `{name}`{on}"));
            }
            return Ok(bookmark.event);
        }
        if numbers.viewer().is_some() {
            let remedy = "with --as write the number that --as shows, or a bookmark";
            return self.told(format!("`{text}` is no event and no bookmark; {remedy}"));
        }
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let remedy = "write its number, the first digits of its id, or a bookmark";
            return self.told(format!("`{text}` is no event and no bookmark; {remedy}"));
        }
        let entries = timeline.entries_from(EntryNo(0)).map(|(_, entry)| entry.no);
        let fits = |no: &EntryNo| timeline.event_id(*no).is_some_and(|id| id.to_string().starts_with(&digits));
        let mut found = entries.filter(fits);
        match (found.next(), found.next()) {
            (Some(no), None) => Ok(no),
            (Some(_), Some(_)) => self.told(format!("several events of `{name}` have ids that begin with `{digits}`")),
            (None, _) => self.told(format!("no event of `{name}` has an id that begins with `{digits}`")),
        }
    }

    /// The place after an event, or the head. Simultaneous events are not separated: it is the
    /// place after the whole step.
    pub(super) fn place(&self, timeline: &Timeline, numbers: &Numbers, at: Option<&str>) -> Result<Point, Failure> {
        let step = match at {
            None => timeline.len_steps(),
            Some(text) => {
                let no = self.event(timeline, numbers, text)?;
                timeline.entry(no).map_or(0, |(step, _)| step + 1)
            }
        };
        Ok(Point::new(timeline.id(), step))
    }

    /// The step that contains an event, as the number of steps before it.
    pub(super) fn step_of(&self, timeline: &Timeline, numbers: &Numbers, text: &str) -> Result<usize, Failure> {
        Ok(self.place(timeline, numbers, Some(text))?.step.saturating_sub(1))
    }

    /// The choice an event belongs to. For a decision and what happened at once with it, the choice
    /// it answered; for any other event, the choice it led to, or the last one before it. The
    /// choice at the head if no event is given.
    pub(super) fn choice(&self, timeline: &Timeline, numbers: &Numbers, at: Option<&str>) -> Result<Point, Failure> {
        let after = self.place(timeline, numbers, at)?;
        let answered = timeline
            .step_at(after.step.saturating_sub(1))
            .and_then(|step| step.entries.first())
            .is_some_and(|entry| entry.part == Part::Input && entry.no.0 > 0);
        let step = if at.is_some() && answered { after.step - 1 } else { after.step };
        match timeline.choice_at_or_before(step) {
            Some(step) => Ok(Point { step, ..after }),
            None => self.told("there is no choice at or before this event"),
        }
    }
}
