//! Writing timelines into a store, and keeping a store that a session was opened from in step with it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use retrace_core::fact::EntryNo;
use retrace_store::{Bookmark, Log, Options, SNAPSHOT_EVERY, StoreError};

use super::commit::CommitInput;
use super::diff::shared_commits;
use super::operations::View;
use super::timeline::{Timeline, TimelineId};
use super::{Session, SessionError, files};

/// A store, and the timelines as they were last written into it.
pub(super) struct Attached {
    log: Log,
    saved: Saved,
}

impl fmt::Debug for Attached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attached").field("folder", &self.log.store().folder()).finish_non_exhaustive()
    }
}

impl Attached {
    /// A store that has just these timelines.
    pub(super) fn new(log: Log, view: &View) -> Attached {
        Attached { log, saved: kept(view).map(|(id, timeline)| (*id, Arc::clone(timeline))).collect() }
    }

    /// Writes what has changed, as a part of an operation of the store if that is its last one, and otherwise as one of
    /// its own; tells which operation of the store it is, if anything has changed.
    pub(super) fn save(&mut self, view: &View, operation: Option<u64>) -> Result<Option<u64>, StoreError> {
        let Attached { log, saved } = self;
        if same(saved, view) {
            return Ok(None);
        }
        log.together_with(operation, |log| Saving { log, saved }.save(view))?;
        Ok(log.store().operations().next_back().map(|operation| operation.number))
    }

    /// Takes back what an operation of the store did, or does it again, if that is what it would take back or do again
    /// next; the store then stands as the view. Otherwise writes what has changed.
    pub(super) fn turn(&mut self, view: &View, operation: Option<u64>, undo: bool) -> Result<(), StoreError> {
        let next = if undo { self.log.undoable() } else { self.log.redoable() };
        if operation.is_none() || next.map(|next| next.number) != operation {
            return self.save(view, None).map(|_| ());
        }
        if undo { self.log.undo() } else { self.log.redo() }?;
        self.saved = kept(view).map(|(id, timeline)| (*id, Arc::clone(timeline))).collect();
        Ok(())
    }

    /// The store.
    pub(super) fn log_mut(&mut self) -> &mut Log {
        &mut self.log
    }
}

type Saved = BTreeMap<TimelineId, Arc<Timeline>>;

/// The timelines of a view that belong into a store: those of another file are only looked at.
fn kept(view: &View) -> impl Iterator<Item = (&TimelineId, &Arc<Timeline>)> {
    view.timelines.iter().filter(|(_, timeline)| !timeline.is_guest())
}

/// Whether the timelines are those that were written.
fn same(saved: &Saved, view: &View) -> bool {
    saved.len() == kept(view).count()
        && kept(view).all(|(id, timeline)| saved.get(id).is_some_and(|saved| Arc::ptr_eq(saved, timeline)))
}

/// Bringing a store in step with the timelines of a view.
struct Saving<'a> {
    log: &'a mut Log,
    saved: &'a mut Saved,
}

impl Saving<'_> {
    fn save(&mut self, view: &View) -> Result<(), StoreError> {
        let there = |id: &TimelineId| view.timelines.get(id).is_some_and(|timeline| !timeline.is_guest());
        let gone: Vec<TimelineId> = self.saved.keys().copied().filter(|id| !there(id)).collect();
        for id in gone {
            if let Some(timeline) = self.saved.get(&id) {
                self.log.delete(timeline.name(), timeline.tip())?;
                self.saved.remove(&id);
            }
        }
        for (id, timeline) in kept(view) {
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
                self.log.rename(saved.name(), saved.tip(), name)?;
            }
            if shared < saved.commits().len() {
                let last = shared.checked_sub(1).and_then(|last| timeline.commits().get(last));
                match last {
                    Some(last) => drop(self.log.move_head(name, saved.tip(), last.id())?),
                    None => self.log.delete(name, saved.tip())?,
                }
            }
            return append_all(self.log, timeline, name, shared);
        }
        match self.origin(timeline) {
            Some((origin, shared)) => {
                let last = shared.checked_sub(1).and_then(|last| timeline.commits().get(last));
                self.log.fork(origin.name(), last.map_or(0, |last| last.end_entry()), name)?;
                append_all(self.log, timeline, name, shared)
            }
            None => append_all(self.log, timeline, name, 0),
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
            attached.save(&self.view, None)?;
            attached.log.close()
        };
        write().map_err(|error| files::in_file(folder, &error))
    }

    /// Writes what has changed into the store that the session was opened from, if it was; as a part of an operation of
    /// the store if that is its last one. Tells the operation of the store.
    pub(super) fn persist(&mut self, operation: Option<u64>) -> Result<Option<u64>, SessionError> {
        match &mut self.store {
            Some(store) => Ok(store.save(&self.view, operation)?),
            None => Ok(None),
        }
    }

    /// The bookmarks of what the session was opened from, by name.
    pub fn bookmarks(&self) -> impl Iterator<Item = &Bookmark> {
        self.bookmarks.values()
    }

    /// A bookmark by name.
    pub fn bookmark(&self, name: &str) -> Option<&Bookmark> {
        self.bookmarks.get(name)
    }

    /// The timeline on which the event of a bookmark is: the one that is asked for, or the first that has it.
    pub fn timeline_of_bookmark(&self, bookmark: &Bookmark, wanted: Option<TimelineId>) -> Option<&Timeline> {
        let has = |timeline: &&Timeline| {
            timeline.commit_of_entry(EntryNo(bookmark.event)).is_some_and(|commit| commit.id() == bookmark.commit)
        };
        let mut timelines = self.timelines().filter(|timeline| wanted.is_none_or(|wanted| wanted == timeline.id()));
        timelines.find(has)
    }

    /// Makes a bookmark, or moves or notes one that is there.
    ///
    /// # Errors
    /// A session that was not opened from a store, a name that is none, an event that is not there, and those of writing.
    pub fn set_bookmark(
        &mut self,
        name: &str,
        timeline: TimelineId,
        event: EntryNo,
        note: &str,
    ) -> Result<&Bookmark, SessionError> {
        let on = self.timeline_arc(timeline)?;
        let Some(store) = &mut self.store else { return Err(no_store()) };
        let before = self.bookmarks.get(name);
        let bookmark = store.log_mut().set_bookmark(name, before, (on.name(), event.0), note)?;
        Ok(match self.bookmarks.entry(name.to_owned()) {
            Entry::Occupied(mut there) => {
                there.insert(bookmark);
                there.into_mut()
            }
            Entry::Vacant(free) => free.insert(bookmark),
        })
    }

    /// Removes a bookmark.
    ///
    /// # Errors
    /// A session that was not opened from a store, a bookmark that is not there, and those of writing.
    pub fn remove_bookmark(&mut self, name: &str) -> Result<Bookmark, SessionError> {
        let Some(store) = &mut self.store else { return Err(no_store()) };
        let bookmark = self.bookmarks.get(name).ok_or_else(|| StoreError::NoBookmark { name: name.to_owned() })?;
        store.log_mut().remove_bookmark(bookmark)?;
        self.bookmarks.remove(name).ok_or_else(|| StoreError::NoBookmark { name: name.to_owned() }.into())
    }
}

fn no_store() -> SessionError {
    SessionError::File("bookmarks are kept in a store: `retrace replay import FILE --into FOLDER` makes one".to_owned())
}
