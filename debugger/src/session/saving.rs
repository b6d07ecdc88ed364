//! Writing timelines into a store, and keeping a store that a session was opened from in step with it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use retrace_store::{Log, Options, SNAPSHOT_EVERY, StoreError};

use super::commit::CommitInput;
use super::diff::shared_commits;
use super::operations::View;
use super::timeline::{Timeline, TimelineId};
use super::{Session, SessionError, files};

/// A store, and the timelines as they were last written into it.
pub(super) struct Attached {
    log: Log,
    saved: BTreeMap<TimelineId, Arc<Timeline>>,
}

impl fmt::Debug for Attached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attached").field("folder", &self.log.store().folder()).finish_non_exhaustive()
    }
}

impl Attached {
    /// A store that has just these timelines.
    pub(super) fn new(log: Log, view: &View) -> Attached {
        let saved = view.timelines.iter().map(|(id, timeline)| (*id, Arc::clone(timeline))).collect();
        Attached { log, saved }
    }

    /// Writes what has changed.
    pub(super) fn save(&mut self, view: &View) -> Result<(), StoreError> {
        let gone: Vec<TimelineId> = self.saved.keys().copied().filter(|id| !view.timelines.contains_key(id)).collect();
        for id in gone {
            if let Some(timeline) = self.saved.get(&id) {
                self.log.delete(timeline.name())?;
                self.saved.remove(&id);
            }
        }
        for (id, timeline) in &view.timelines {
            if self.saved.get(id).is_some_and(|saved| Arc::ptr_eq(saved, timeline)) {
                continue;
            }
            self.save_timeline(*id, timeline)?;
            self.saved.insert(*id, Arc::clone(timeline));
        }
        Ok(())
    }

    fn save_timeline(&mut self, id: TimelineId, timeline: &Timeline) -> Result<(), StoreError> {
        let name = timeline.name();
        if let Some(saved) = self.saved.get(&id) {
            let shared = shared_commits(saved, timeline);
            if saved.name() != name {
                self.log.rename(saved.name(), name)?;
            }
            if shared < saved.commits().len() {
                // A head only goes on; one that is to stand earlier is another head of the same name.
                let spare = self.spare_name(name);
                self.fork(name, timeline, shared, &spare)?;
                self.log.delete(name)?;
                self.log.rename(&spare, name)?;
            }
            return append_all(&mut self.log, timeline, name, shared);
        }
        match self.origin(timeline) {
            Some((origin, shared)) => {
                self.fork(origin.name(), timeline, shared, name)?;
                append_all(&mut self.log, timeline, name, shared)
            }
            None => append_all(&mut self.log, timeline, name, 0),
        }
    }

    /// The timeline to fork another from, and how many commits of it: the one that it was forked from, or the first of
    /// those that share most with it.
    fn origin(&self, timeline: &Timeline) -> Option<(Arc<Timeline>, usize)> {
        let forked = timeline.forked().and_then(|point| {
            let origin = self.saved.get(&point.timeline)?;
            let shared = timeline.commits_up_to_step(point.step).min(shared_commits(origin, timeline));
            Some((Arc::clone(origin), shared))
        });
        let nearest = || {
            let shared = self.saved.values().map(|other| (Arc::clone(other), shared_commits(other, timeline)));
            shared.reduce(|best, other| if other.1 > best.1 { other } else { best })
        };
        forked.filter(|(_, shared)| *shared > 0).or_else(nearest).filter(|(_, shared)| *shared > 0)
    }

    /// Makes a timeline of the first commits that another has of this one.
    fn fork(&mut self, from: &str, timeline: &Timeline, commits: usize, name: &str) -> Result<(), StoreError> {
        let last = commits.checked_sub(1).and_then(|last| timeline.commits().get(last));
        self.log.fork(from, last.map_or(0, |last| last.end_entry()), name).map(|_| ())
    }

    fn spare_name(&self, name: &str) -> String {
        let short: String = name.chars().take(20).collect();
        let names = (0u32..).map(|number| format!("{short} (moving {number})"));
        let free = |candidate: &String| self.log.timeline(candidate).is_err();
        names.into_iter().find(free).unwrap_or_else(|| format!("{short} (moving)"))
    }
}

/// Writes the commits of a timeline from a number on into the log's timeline of a name, which has those before.
pub(super) fn append_all(log: &mut Log, timeline: &Timeline, name: &str, from: usize) -> Result<(), StoreError> {
    for (number, commit) in timeline.commits().iter().enumerate().skip(from) {
        match commit.input() {
            CommitInput::Genesis(genesis) => log.create(name, genesis, commit.steps())?,
            CommitInput::Input(input) => log.append(name, commit.parent(), input, commit.steps())?,
        };
        if number > 0 && (number as u64).is_multiple_of(SNAPSHOT_EVERY) {
            log.keep_snapshot(commit.id(), commit.after())?;
        }
    }
    Ok(())
}

impl Session {
    /// The folder of the store that the session was opened from and writes into.
    pub fn store_folder(&self) -> Option<&Path> {
        self.store.as_ref().and_then(|store| store.log.store().folder())
    }

    /// Writes all timelines into a new store in a folder that is empty or not there.
    ///
    /// # Errors
    /// A folder that is a store already or has something else in it, and those of writing.
    pub fn save_to(&self, folder: &Path) -> Result<(), SessionError> {
        if folder.join("retrace-store").exists() {
            let name = folder.display();
            return Err(SessionError::File(format!("{name}: there is a store already; name a new folder")));
        }
        let write = || -> Result<(), StoreError> {
            let mut attached = Attached { log: Log::open(folder, Options::default())?, saved: BTreeMap::new() };
            attached.save(&self.view)?;
            attached.log.close()
        };
        write().map_err(|error| files::in_file(folder, &error))
    }

    /// Writes what has changed into the store that the session was opened from, if it was.
    pub(super) fn persist(&mut self) -> Result<(), SessionError> {
        match &mut self.store {
            Some(store) => Ok(store.save(&self.view)?),
            None => Ok(()),
        }
    }
}
