//! Importing replay files into a store. A file comes from a stranger, so its inputs are run again before anything is
//! written. What the store has already is not written twice, whatever it is called there.

use std::path::Path;

use retrace_store::{Detail, EventId, Log, Options, Replay, StoreError, Verdict, verify};

use super::files::in_file;
use super::timeline::{Point, Standing};
use super::{Session, SessionError, redacted};

/// What is wanted of an import.
#[derive(Clone, Copy, Debug, Default)]
pub struct Import<'a> {
    /// What to call the timeline; as the file, if not given.
    pub name: Option<&'a str>,
    /// Whether to take the events of a replay whose inputs lead elsewhere under today's rules, or cannot be run here: the
    /// log of another engine is a game, too.
    pub diverged: bool,
}

/// What came of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Imported {
    /// There is a new timeline.
    Added {
        /// Its name.
        name: String,
        /// How many events it has.
        events: u64,
        /// The id of its last event.
        tip: EventId,
        /// What running its inputs again says; if that is not *exact*, its events were taken as they are.
        verdict: Verdict,
    },
    /// The store has a timeline that ends with this very event; nothing was written.
    Already {
        /// Its name.
        name: String,
        /// The id of its last event.
        tip: EventId,
    },
    /// The inputs lead elsewhere under today's rules, or cannot be run here; nothing was written.
    Refused(Verdict),
}

/// Imports a replay file into a store, which is made if the folder is empty or not there.
///
/// # Errors
/// A file that is no replay, or contradicts itself; a name that another timeline has; a folder with something else in it;
/// those of reading and writing. The store is as it was.
pub fn import(store: &Path, file: &Path, wanted: Import<'_>) -> Result<Imported, SessionError> {
    let (replay, verdict) = checked(file)?;
    if !is_taken(&replay, &verdict, wanted) {
        return Ok(Imported::Refused(verdict));
    }
    let name = name_for(file, wanted);
    let in_store = |error: StoreError| in_file(store, &error);
    let mut log = Log::open(store, Options::default()).map_err(in_store)?;
    let tip = replay.tip();
    // Of the same content, one of the name that was asked for comes first; another name that is asked for is given.
    let same = |log: &Log| -> Option<String> {
        let mut ending = log.timelines().filter(|timeline| timeline.tip == tip).map(|timeline| timeline.name.clone());
        let names: Vec<String> = ending.by_ref().collect();
        let named = names.iter().find(|other| **other == name).cloned();
        named.or_else(|| names.into_iter().next().filter(|_| wanted.name.is_none()))
    };
    if let Some(name) = same(&log) {
        return Ok(Imported::Already { name, tip });
    }
    if let Ok(other) = log.timeline(&name) {
        let relation = relation(&log, other.tip, &replay).map_err(in_store)?;
        return Err(SessionError::File(format!(
            "{}: there is a timeline `{name}` already, {relation}; choose another name with --name",
            store.display()
        )));
    }
    let events = log.import(&name, &replay).map_err(in_store)?.events;
    log.keep_snapshots(tip).map_err(in_store)?;
    log.close().map_err(in_store)?;
    Ok(Imported::Added { name, events, tip, verdict })
}

/// A replay file, and what running its inputs again says.
fn checked(file: &Path) -> Result<(Replay, Verdict), SessionError> {
    if redacted::is_redacted(file) {
        return Err(redacted::refusal(file));
    }
    let replay = Replay::read(file).map_err(|error| in_file(file, &error.into()))?;
    let verdict = verify(&replay).map_err(|error| in_file(file, &error))?;
    Ok((replay, verdict))
}

fn is_taken(replay: &Replay, verdict: &Verdict, wanted: Import<'_>) -> bool {
    wanted.diverged && replay.detail == Detail::Entries || matches!(verdict, Verdict::Exact { .. })
}

fn name_for(file: &Path, wanted: Import<'_>) -> String {
    match wanted.name {
        Some(name) => name.to_owned(),
        None => file.file_stem().map_or_else(|| "main".to_owned(), |stem| stem.to_string_lossy().into_owned()),
    }
}

/// Why an answer is not *exact*.
pub fn difference(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Exact { .. } => None,
        Verdict::Unverified(unverified) => Some(unverified.to_string()),
        Verdict::Diverged(divergence) => Some(divergence.to_string()),
    }
}

impl Session {
    /// Imports a replay file into the store that the session is on, as an operation that can be undone, and switches to
    /// the new timeline. If its name is taken, the next free one is given.
    ///
    /// # Errors
    /// A session on no store; a file that is no replay, or contradicts itself; those of reading and writing.
    pub fn import(&mut self, file: &Path, wanted: Import<'_>) -> Result<Imported, SessionError> {
        let (replay, verdict) = checked(file)?;
        if !is_taken(&replay, &verdict, wanted) {
            return Ok(Imported::Refused(verdict));
        }
        let tip = replay.tip();
        if let Some(there) = self.timelines().find(|timeline| timeline.tip() == tip) {
            return Ok(Imported::Already { name: there.name().to_owned(), tip });
        }
        let mut name = name_for(file, wanted);
        if self.timeline_named(&name).is_some() {
            name = self.free_name(&name);
        }
        self.check_name(&name)?;
        let events = self.on_store("import", |log| {
            let events = log.import(&name, &replay)?.events;
            log.keep_snapshots(tip)?;
            Ok(events)
        })?;
        if let Some(id) = self.timeline_named(&name).map(|timeline| timeline.id()) {
            self.set_standing(id, Standing::of(&verdict));
            let start = self.timeline(id).and_then(|timeline| timeline.decision_points().next()).unwrap_or(0);
            self.jump(Point::new(id, start));
        }
        Ok(Imported::Added { name, events, tip, verdict })
    }
}

/// How a timeline of the store stands to a replay, in a clause.
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
