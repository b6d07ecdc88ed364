//! Imports replay files into a store. A file is untrusted, so its inputs are run again before
//! anything is written. Data that the store has already is not written twice, whatever it is called
//! there.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retrace_core::fact::EntryNo;
use retrace_core::persist::Vector;
use retrace_store::replay::{Noted, Notes, verify_with};
use retrace_store::{Detail, EventId, Log, Options, Replay, StoreError, Verdict};

use super::redacted;
use crate::base::place::{Point, Standing, TimelineId};
use crate::session::Session;
use crate::store::ahead::WriteAhead;
use crate::store::log::{in_file, of_replay, of_taking};
use crate::timeline::line::Timeline;
use crate::{Commit, Progress, SessionError};

/// The options of an import.
#[derive(Clone, Copy, Debug, Default)]
pub struct Import<'a> {
    /// The name of the timeline; by default that of the file.
    pub name: Option<&'a str>,
    /// Whether to accept the events of a replay whose inputs lead elsewhere under the current
    /// rules, or cannot be run here: the log of another engine is a game, too.
    pub diverged: bool,
}

/// The result of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Imported {
    /// A new timeline was added.
    Added {
        /// Its name.
        name: String,
        /// How many events it has.
        events: u64,
        /// The id of its last event.
        tip: EventId,
        /// The verdict of running its inputs again; if that is not *exact*, its events were taken
        /// as they are.
        verdict: Verdict,
        /// Notices for the user about how the store was opened, one per line.
        told: Vec<String>,
    },
    /// The store has a timeline that ends with this event; nothing was written.
    Already {
        /// Its name.
        name: String,
        /// The id of its last event.
        tip: EventId,
    },
    /// The inputs lead elsewhere under the current rules, or cannot be run here; nothing was
    /// written.
    Refused(Verdict),
}

/// Imports a replay file into a store, which is created if the folder is empty or missing.
///
/// # Errors
/// If the file is not a replay or contradicts itself; if the name is taken; if the folder contains
/// something else; if reading or writing fails; [`SessionError::Cancelled`]. The store is then
/// unchanged.
pub fn import(store: &Path, file: &Path, wanted: Import<'_>, progress: &Progress) -> Result<Imported, SessionError> {
    let (replay, verdict) = read_and_verified(file, &progress.part(0.0, 0.6))?;
    if !is_taken(&replay, &verdict, wanted) {
        return Ok(Imported::Refused(verdict));
    }
    let name = name_for(file, wanted);
    let in_store = |error: StoreError| in_file(store, &error);
    let mut log = Log::open(store, Options::default()).map_err(in_store)?;
    match take(&mut log, (store, file), (&name, wanted), (&replay, verdict), progress) {
        Ok(imported) => log.close().map_err(in_store).map(|()| imported),
        Err(error) => {
            log.abandon();
            Err(error)
        }
    }
}

/// Takes a replay into a store.
fn take(
    log: &mut Log,
    (store, file): (&Path, &Path),
    (name, wanted): (&str, Import<'_>),
    (replay, verdict): (&Replay, Verdict),
    progress: &Progress,
) -> Result<Imported, SessionError> {
    let in_store = |error: StoreError| in_file(store, &error);
    let tip = replay.tip();
    // Among timelines with the same content, the one with this name; if no name was requested, any.
    let same = |log: &Log| -> Option<String> {
        let mut ending = log.timelines().filter(|timeline| timeline.tip == tip).map(|timeline| timeline.name.clone());
        let names: Vec<String> = ending.by_ref().collect();
        let named = names.iter().find(|other| *other == name).cloned();
        named.or_else(|| names.into_iter().next().filter(|_| wanted.name.is_none()))
    };
    if let Some(name) = same(log) {
        return Ok(Imported::Already { name, tip });
    }
    if let Ok(other) = log.timeline(name) {
        let relation = relation(log, other.tip, replay).map_err(in_store)?;
        return Err(SessionError::File(format!(
            "{}: there is a timeline `{name}` already, {relation}; choose another name with --name",
            store.display()
        )));
    }
    // Snapshots first, so that nothing is left to cancel once the timeline exists.
    let ahead = log.ahead().map_err(in_store)?;
    let put = ahead.put(replay, &mut progress.part(0.6, 0.9).watch());
    put.map_err(|error| of_taking(store, file, &error))?;
    ahead.keep_snapshots(tip, &mut progress.part(0.9, 1.0).watch()).map_err(in_store)?;
    drop(ahead);
    let told = log.told();
    // Before the operation: if that is refused, there is no timeline of theirs.
    log.change_labels([], replay.labels(name)).map_err(in_store)?;
    let adopted = log.together(|log| {
        let events = log.adopt(name, tip)?.events;
        keep_bookmarks(log, name, &replay.notes)?;
        Ok(events)
    });
    let events = adopted.map_err(in_store)?;
    Ok(Imported::Added { name: name.to_owned(), events, tip, verdict, told })
}

/// A replay file, and the verdict of running its inputs again. Omits its events if they cite other
/// rules than those computed here.
///
/// # Errors
/// If the file is not a replay or contradicts itself, or cannot be read;
/// [`SessionError::Cancelled`].
pub fn read_and_verified(file: &Path, progress: &Progress) -> Result<(Replay, Verdict), SessionError> {
    if redacted::is_redacted(file) {
        return Err(redacted::refusal(file));
    }
    let replay = Replay::read_with(file, &mut progress.part(0.0, 0.2).watch());
    let replay = replay.map_err(|error| of_replay(file, &error.into()))?;
    let verdict = verify_with(&replay, &mut progress.part(0.2, 1.0).watch());
    let verdict = verdict.map_err(|error| of_replay(file, &error))?;
    let recited = matches!(verdict, Verdict::Recited { .. });
    Ok((if recited { replay.inputs_only() } else { replay }, verdict))
}

/// Keeps the bookmarks of a replay whose names are free in the store.
fn keep_bookmarks(log: &mut Log, timeline: &str, notes: &Notes) -> Result<(), StoreError> {
    for Noted { name, event, note } in &notes.bookmarks {
        let taken = log.store().bookmarks().any(|it| it.name == *name);
        if !taken {
            log.set_bookmark(name, None, (timeline, *event), note)?;
        }
    }
    Ok(())
}

fn is_taken(replay: &Replay, verdict: &Verdict, wanted: Import<'_>) -> bool {
    wanted.diverged && replay.detail == Detail::Entries
        || matches!(verdict, Verdict::Exact { .. } | Verdict::Recited { .. })
}

fn name_for(file: &Path, wanted: Import<'_>) -> String {
    match wanted.name {
        Some(name) => name.to_owned(),
        None => file.file_stem().map_or_else(|| "main".to_owned(), |stem| stem.to_string_lossy().into_owned()),
    }
}

/// Why a verdict is not *exact*.
pub fn difference(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Exact { .. } => None,
        Verdict::Recited { cited, .. } => Some(format!("{cited}; what is shown and imported is what it is here")),
        Verdict::Unverified(unverified) => Some(unverified.to_string()),
        Verdict::Diverged(divergence) => Some(divergence.to_string()),
    }
}

impl Session {
    /// Prepares to import a replay file into the session's store.
    ///
    /// # Errors
    /// If the session has no store.
    pub fn importing(&self, file: &Path, wanted: Import<'_>) -> Result<Importing, SessionError> {
        let Some(ahead) = self.ahead()? else {
            let why = "this session is on no store: save it into a new store first";
            return Err(SessionError::File(why.to_owned()));
        };
        let known = self.stored().map(|timeline| (timeline.tip(), timeline.commits().clone())).collect();
        let name = name_for(file, wanted);
        Ok(Importing { file: file.to_owned(), name, diverged: wanted.diverged, ahead, known })
    }

    /// Makes the import a timeline, as an operation that can be undone, and switches to it. If its
    /// name is taken, it gets the next unused one.
    ///
    /// # Errors
    /// If the name is invalid, or writing fails.
    pub fn take_import(&mut self, brought: Brought) -> Result<Imported, SessionError> {
        let Brought { verdict, timeline, notes, folder } = brought;
        let Some(timeline) = timeline else { return Ok(Imported::Refused(verdict)) };
        let (tip, events) = (timeline.tip(), timeline.len_entries());
        if let Some(there) = self.stored().find(|timeline| timeline.tip() == tip) {
            return Ok(Imported::Already { name: there.name().to_owned(), tip });
        }
        let taken = self.timeline_named(&timeline.name).is_some();
        let name = if taken { self.free_name(&timeline.name) } else { timeline.name.clone() };
        self.check_free_name(&name)?;
        let start = timeline.first_choice();
        let labels = timeline.labels_of(notes.labels.iter().map(|it| (it.events, it.text.clone())));
        let id = self.bring("import", Timeline { name: name.clone(), labels, ..timeline }, Some(&folder))?;
        for Noted { name, event, note } in &notes.bookmarks {
            if self.bookmark(name).is_none() {
                self.joined(|session| session.set_bookmark(name, id, EntryNo(*event), note).map(drop))?;
            }
        }
        self.jump(Point::new(id, start));
        Ok(Imported::Added { name, events, tip, verdict, told: Vec::new() })
    }

    /// Imports a replay file synchronously.
    ///
    /// # Errors
    /// As [`Session::importing`], [`Importing::run`] and [`Session::take_import`].
    pub fn import(&mut self, file: &Path, wanted: Import<'_>) -> Result<Imported, SessionError> {
        let brought = self.importing(file, wanted)?.run(&Progress::default())?;
        self.take_import(brought)
    }

    /// The timelines that belong to the store, not those of other files.
    fn stored(&self) -> impl Iterator<Item = &Timeline> {
        self.timelines().filter(|timeline| !timeline.is_guest())
    }

    /// A write-ahead handle for the session's store; `None` without a store.
    pub(crate) fn ahead(&self) -> Result<Option<WriteAhead>, SessionError> {
        match &self.store {
            Some(store) => store.ahead(),
            None => Ok(None),
        }
    }

    /// Adds a timeline that was computed in the background. If its commits were written ahead into
    /// the store in this folder, and the session still uses that store, only a short write is left.
    pub(crate) fn bring(
        &mut self,
        what: &str,
        timeline: Timeline,
        folder: Option<&Path>,
    ) -> Result<TimelineId, SessionError> {
        let (commits, _) = self.sharing(&timeline);
        let timeline = Timeline { commits, ..timeline };
        if folder.is_some() && folder == self.store.as_ref().and_then(|store| store.log.store().folder()) {
            let (name, tip, labels) = (timeline.name.clone(), timeline.tip(), timeline.labelled());
            let adopt = |log: &mut Log| log.change_labels([], labels).and_then(|()| log.adopt(&name, tip));
            self.on_store(what, adopt, std::slice::from_ref(&timeline))?;
            let made = self.timeline_named(&name).map(Timeline::id);
            return made.ok_or(SessionError::NoTimelineNamed { name, known: String::new() });
        }
        let id = self.new_timeline_id();
        self.alter(what, |view| {
            view.timelines.insert(id, Arc::new(Timeline { id, ..timeline }));
        })?;
        Ok(id)
    }
}

/// A replay file to import.
pub struct Importing {
    file: PathBuf,
    name: String,
    diverged: bool,
    ahead: WriteAhead,
    /// The existing timelines, by the ids of their last events.
    known: Vec<(EventId, Vector<Arc<Commit>>)>,
}

/// The data of an import: read, run again, and written ahead.
#[derive(Debug)]
pub struct Brought {
    verdict: Verdict,
    /// `None` if the import was refused.
    timeline: Option<Timeline>,
    /// Its bookmarks and labels.
    notes: Notes,
    /// The folder of the store that it was written ahead to.
    folder: PathBuf,
}

impl Importing {
    /// Reads the file, runs its inputs again, and writes its commits ahead.
    ///
    /// # Errors
    /// If the file is not a replay or contradicts itself, or reading or writing fails;
    /// [`SessionError::Cancelled`]. The store then has no new timeline.
    pub fn run(self, progress: &Progress) -> Result<Brought, SessionError> {
        let Importing { file, name, diverged, ahead, known } = self;
        let (replay, verdict) = read_and_verified(&file, &progress.part(0.0, 0.6))?;
        let wanted = Import { name: None, diverged };
        let folder = ahead.folder.clone();
        if !is_taken(&replay, &verdict, wanted) {
            return Ok(Brought { verdict, timeline: None, notes: Notes::default(), folder });
        }
        let there = known.into_iter().find(|(tip, _)| *tip == replay.tip());
        let commits = match there {
            Some((_, commits)) => commits,
            None => ahead.write(&replay, &file, &progress.part(0.6, 0.95))?,
        };
        let timeline = Timeline::new(TimelineId(0), &name, commits, Standing::of(&verdict));
        timeline.work_out(None, &progress.part(0.95, 1.0))?;
        Ok(Brought { verdict, timeline: Some(timeline), notes: replay.notes, folder })
    }
}

impl fmt::Debug for Importing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Importing").field("file", &self.file).finish_non_exhaustive()
    }
}

/// How a timeline of the store relates to a replay, as a clause.
fn relation(log: &Log, tip: EventId, replay: &Replay) -> Result<String, StoreError> {
    if replay.commits.iter().any(|commit| commit.id == tip) {
        return Ok("which this replay goes on from".to_owned());
    }
    if log.store().reaches(tip, replay.tip())? {
        return Ok("which goes on from this replay".to_owned());
    }
    let mut shared = 0;
    for commit in &replay.commits {
        if !log.store().reaches(tip, commit.id)? {
            break;
        }
        shared += commit.events;
    }
    Ok(match shared {
        0 => "of another game".to_owned(),
        shared => format!("which shares the first {shared} events with this replay"),
    })
}
