//! Writing timelines into a store, and keeping a store that a session was opened from in step with it.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retrace_core::fact::EntryNo;
use retrace_core::persist::Map;
use retrace_store::{Change, Log, Operation, Options, SNAPSHOT_EVERY, StoreError};

use super::bookmarks::Bookmark;
use super::commit::CommitInput;
use super::diff::shared_commits;
use super::files::Counted;
use super::importing::WriteAhead;
use super::operations::View;
use super::timeline::{Point, Standing, Timeline, TimelineId};
use super::whole::whole_folder;
use super::{Progress, Session, SessionError, files};

/// A store, and the timelines and bookmarks as they were last written into it.
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
        let saved = Saved::of(&log, view);
        Attached { log, saved }
    }

    /// Writes what has changed, as a part of an operation of the store if that is its last one, and otherwise as one of
    /// its own; tells which operation of the store it is, if anything has changed.
    pub(super) fn save(
        &mut self,
        view: &View,
        operation: Option<u64>,
        progress: &Progress,
    ) -> Result<Option<u64>, StoreError> {
        let Attached { log, saved } = self;
        if saved.is(view) {
            return Ok(None);
        }
        let mut counted = Counted::of(progress, kept(view).map(|(_, timeline)| timeline.commits().len()).sum());
        log.together_with(operation, |log| Saving { log, saved, counted: &mut counted }.save(view))?;
        Ok(self.last_operation())
    }

    /// Takes back what an operation of the store did, or does it again, if that is what it would take back or do again
    /// next; the store then stands as the view. Otherwise writes what has changed.
    pub(super) fn turn(&mut self, view: &View, operation: Option<u64>, undo: bool) -> Result<(), StoreError> {
        let next = if undo { self.log.undoable() } else { self.log.redoable() };
        if operation.is_none() || next.map(|next| next.number) != operation {
            return self.save(view, None, &Progress::default()).map(|_| ());
        }
        if undo { self.log.undo() } else { self.log.redo() }?;
        self.saved = Saved::of(&self.log, view);
        Ok(())
    }

    /// A way to write into it ahead of a timeline; none for one that is in no folder.
    pub(super) fn ahead(&self) -> Result<Option<WriteAhead>, SessionError> {
        let Some(folder) = self.log.store().folder() else { return Ok(None) };
        Ok(Some(WriteAhead { ahead: self.log.ahead()?, folder: folder.to_owned() }))
    }

    /// The number of its last operation.
    pub(super) fn last_operation(&self) -> Option<u64> {
        self.log.store().operations().next_back().map(|operation| operation.number)
    }

    /// What the store would take back next, or do again: done before the session was opened, if that has nothing of its
    /// own. None if no timeline would be left to look at.
    pub(super) fn next(&self, undo: bool) -> Option<&Operation> {
        let operation = if undo { self.log.undoable() } else { self.log.redoable() }?;
        let (mut gone, mut back) = (0, 0);
        for change in &operation.changes {
            let Change::Timeline { before, after, .. } = change else { continue };
            let there = |head: &Option<retrace_store::NamedHead>| head.as_ref().is_some_and(|head| !head.tip.is_zero());
            let (from, to) = if undo { (there(after), there(before)) } else { (there(before), there(after)) };
            gone += usize::from(from && !to);
            back += usize::from(to && !from);
        }
        (self.log.timelines().count() + back > gone).then_some(operation)
    }

    /// Takes the store's next operation back, or does it again; the view after it.
    pub(super) fn turn_next(
        &mut self,
        view: &View,
        undo: bool,
        new_id: impl FnMut() -> TimelineId,
        read: &[Timeline],
    ) -> Result<View, StoreError> {
        let turn = |log: &mut Log| if undo { log.undo() } else { log.redo() };
        self.change_log(view, turn, new_id, read).map(|(view, _)| view)
    }

    /// Changes the store by itself, and reads what a view has become. A timeline keeps its id; `new_id` gives one to those
    /// that were not there. One that ends as one of `brought`, or within one that the view has, is taken from there and not
    /// read.
    pub(super) fn change_log<T>(
        &mut self,
        view: &View,
        change: impl FnOnce(&mut Log) -> Result<T, StoreError>,
        mut new_id: impl FnMut() -> TimelineId,
        brought: &[Timeline],
    ) -> Result<(View, T), StoreError> {
        let serial = |log: &Log, timeline: &Timeline| log.timeline(timeline.name()).map(|it| it.serial);
        let mut ids: BTreeMap<u64, TimelineId> = BTreeMap::new();
        let mut known = HashMap::new();
        for (id, timeline) in &self.saved.timelines {
            ids.insert(serial(&self.log, timeline)?, *id);
            timeline.commits().iter().for_each(|commit| drop(known.insert(commit.id(), Arc::clone(commit))));
        }
        let changed = change(&mut self.log)?;
        let mut stored: Vec<&retrace_store::Timeline> = self.log.timelines().collect();
        stored.sort_by_key(|timeline| timeline.serial);
        let mut timelines: Map<TimelineId, Arc<Timeline>> = Map::new();
        for timeline in stored {
            let id = *ids.entry(timeline.serial).or_insert_with(&mut new_id);
            let was = view.timelines.get(&id);
            if let Some(same) = was.filter(|was| was.tip() == timeline.tip && was.name() == timeline.name) {
                timelines.insert(id, Arc::clone(same));
                continue;
            }
            let there = || view.timelines.values().find_map(|there| there.up_to(timeline.tip));
            let there = brought.iter().find(|brought| brought.tip() == timeline.tip).cloned().or_else(there);
            let read = match there {
                Some(there) => {
                    let commits = there.commits().iter();
                    commits.for_each(|commit| drop(known.insert(commit.id(), Arc::clone(commit))));
                    Timeline { id, name: timeline.name.clone(), ..there }
                }
                None => {
                    let progress = Progress::default();
                    let mut counted = Counted::of(&progress, usize::try_from(timeline.commits).unwrap_or(usize::MAX));
                    let commits = files::chain(self.log.commits(timeline.tip, 0), &mut known, &mut counted)?;
                    Timeline::new(id, &timeline.name, commits, Standing::Unverified)
                }
            };
            let fork = timeline.forked.and_then(|fork| {
                let from = *ids.get(&fork.from)?;
                Some(Point::new(from, known.get(&fork.tip)?.end_step()))
            });
            // The beginning of what was run here was run here.
            let run = |was: &&Arc<Timeline>| {
                was.standing() == Standing::Exact && shared_commits(was, &read) == read.commits().len()
            };
            let standing = was.filter(run).map_or(read.standing(), |was| was.standing());
            timelines.insert(id, Arc::new(Timeline { forked: fork, standing, ..read }));
        }
        // Those of another file are none of the store's business.
        let guests = view.timelines.iter().filter(|(_, timeline)| timeline.is_guest());
        guests.for_each(|(id, guest)| drop(timelines.insert(*id, Arc::clone(guest))));
        let there = |point: &Point| timelines.contains_key(&point.timeline);
        let cursor = Some(view.cursor).filter(there);
        let cursor = cursor.or_else(|| timelines.get_min().map(|(id, it)| Point::new(*id, it.len_steps())));
        let cursor = cursor.unwrap_or_default();
        let len = timelines.get(&cursor.timeline).map_or(0, |timeline| timeline.len_steps());
        let cursor = Point { step: cursor.step.min(len), ..cursor };
        let pinned = view.pinned.filter(there);
        let (marks, bookmarks) = (Arc::clone(&view.marks), bookmarks_of(&self.log));
        let view = View { cursor, pinned, marks, bookmarks, timelines };
        self.saved = Saved::of(&self.log, &view);
        Ok((view, changed))
    }
}

impl Session {
    /// Writes nothing into the store any more that it was opened from.
    pub fn detach(&mut self) {
        self.store = None;
    }
}

/// The timelines of a view that belong into a store: those of another file are only looked at.
fn kept(view: &View) -> impl Iterator<Item = (&TimelineId, &Arc<Timeline>)> {
    view.timelines.iter().filter(|(_, timeline)| !timeline.is_guest())
}

/// The timelines and bookmarks as they were last written.
#[derive(Default)]
struct Saved {
    timelines: BTreeMap<TimelineId, Arc<Timeline>>,
    bookmarks: BTreeMap<String, retrace_store::Bookmark>,
}

impl Saved {
    /// Those of a view that a log has.
    fn of(log: &Log, view: &View) -> Saved {
        Saved {
            timelines: kept(view).map(|(id, timeline)| (*id, Arc::clone(timeline))).collect(),
            bookmarks: log.store().bookmarks().map(|it| (it.name.clone(), it.clone())).collect(),
        }
    }

    /// Whether they are those of a view.
    fn is(&self, view: &View) -> bool {
        let same = |(id, timeline): (&TimelineId, &Arc<Timeline>)| {
            self.timelines.get(id).is_some_and(|saved| Arc::ptr_eq(saved, timeline))
        };
        self.timelines.len() == kept(view).count()
            && kept(view).all(same)
            && self.bookmarks.len() == view.bookmarks.len()
            && view.bookmarks.iter().all(|(name, it)| self.has(name, it))
    }

    fn has(&self, name: &str, bookmark: &Bookmark) -> bool {
        self.bookmarks.get(name).is_some_and(|saved| of_stored(saved) == *bookmark)
    }
}

fn of_stored(stored: &retrace_store::Bookmark) -> Bookmark {
    let (name, note) = (stored.name.clone(), stored.note.clone());
    Bookmark { name, commit: stored.commit, event: EntryNo(stored.event), note }
}

/// The bookmarks of a log.
pub(super) fn bookmarks_of(log: &Log) -> Map<String, Bookmark> {
    log.store().bookmarks().map(|stored| (stored.name.clone(), of_stored(stored))).collect()
}

/// Bringing a store in step with a view.
struct Saving<'a, 'p> {
    log: &'a mut Log,
    saved: &'a mut Saved,
    counted: &'a mut Counted<'p>,
}

impl Saving<'_, '_> {
    fn save(&mut self, view: &View) -> Result<(), StoreError> {
        let there = |id: &TimelineId| view.timelines.get(id).is_some_and(|timeline| !timeline.is_guest());
        let gone: Vec<TimelineId> = self.saved.timelines.keys().copied().filter(|id| !there(id)).collect();
        for id in gone {
            if let Some(timeline) = self.saved.timelines.get(&id) {
                self.log.delete(timeline.name(), timeline.tip())?;
                self.saved.timelines.remove(&id);
            }
        }
        for (id, timeline) in kept(view) {
            if self.saved.timelines.get(id).is_some_and(|saved| Arc::ptr_eq(saved, timeline)) {
                continue;
            }
            self.save_timeline(*id, timeline)?;
            self.saved.timelines.insert(*id, Arc::clone(timeline));
        }
        self.save_bookmarks(view)
    }

    /// Those whose event is on no timeline cannot be written; a store that has one of these keeps it.
    fn save_bookmarks(&mut self, view: &View) -> Result<(), StoreError> {
        let gone = |stored: &&retrace_store::Bookmark| !view.bookmarks.contains_key(&stored.name);
        let gone: Vec<_> = self.saved.bookmarks.values().filter(gone).cloned().collect();
        for stored in gone {
            self.log.remove_bookmark(&stored)?;
            self.saved.bookmarks.remove(&stored.name);
        }
        for (name, bookmark) in &view.bookmarks {
            if self.saved.has(name, bookmark) {
                continue;
            }
            let Some((_, on)) = kept(view).find(|(_, timeline)| bookmark.is_on(timeline)) else { continue };
            let there = self.saved.bookmarks.get(name);
            let stored = self.log.set_bookmark(name, there, (on.name(), bookmark.event.0), &bookmark.note)?;
            self.saved.bookmarks.insert(name.clone(), stored);
        }
        Ok(())
    }

    fn save_timeline(&mut self, id: TimelineId, timeline: &Timeline) -> Result<(), StoreError> {
        let name = timeline.name();
        if let Some(saved) = self.saved.timelines.get(&id) {
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
            return append_all(self.log, timeline, name, shared, self.counted);
        }
        match self.origin(timeline) {
            Some((origin, shared)) => {
                let last = shared.checked_sub(1).and_then(|last| timeline.commits().get(last));
                self.log.fork(origin.name(), last.map_or(0, |last| last.end_entry()), name)?;
                append_all(self.log, timeline, name, shared, self.counted)
            }
            None => append_all(self.log, timeline, name, 0, self.counted),
        }
    }

    /// The timeline to fork another from, and how many commits of it: the one that it was forked from, or the first of
    /// those that share most with it.
    fn origin(&self, timeline: &Timeline) -> Option<(Arc<Timeline>, usize)> {
        let forked = timeline.forked().and_then(|point| {
            let origin = self.saved.timelines.get(&point.timeline)?;
            let shared = timeline.commits_up_to_step(point.step).min(shared_commits(origin, timeline));
            Some((Arc::clone(origin), shared))
        });
        let nearest = || {
            let shared =
                self.saved.timelines.values().map(|other| (Arc::clone(other), shared_commits(other, timeline)));
            shared.reduce(|best, other| if other.1 > best.1 { other } else { best })
        };
        forked.filter(|(_, shared)| *shared > 0).or_else(nearest).filter(|(_, shared)| *shared > 0)
    }
}

/// Writes the commits of a timeline from a number on into the log's timeline of a name, which has those before.
pub(super) fn append_all(
    log: &mut Log,
    timeline: &Timeline,
    name: &str,
    from: usize,
    counted: &mut Counted<'_>,
) -> Result<(), StoreError> {
    for (number, commit) in timeline.commits().iter().enumerate().skip(from) {
        counted.one()?;
        match commit.input() {
            CommitInput::Genesis(genesis) => log.create_in(commit.format(), name, genesis, commit.steps())?,
            CommitInput::Input(input) => {
                log.append_in(commit.format(), name, commit.parent(), input, commit.steps())?
            }
        };
        if number > 0 && (number as u64).is_multiple_of(SNAPSHOT_EVERY) {
            log.keep_snapshot(commit.id(), commit.after())?;
        }
    }
    Ok(())
}

impl Session {
    /// What a person should be told of how the store was opened: that it was mended, and what is lost. A line each.
    pub fn told_of_store(&self) -> Vec<String> {
        self.store.as_ref().map(|store| store.log.told()).unwrap_or_default()
    }

    /// The folder of the store that the session was opened from and writes into.
    pub fn store_folder(&self) -> Option<&Path> {
        self.store.as_ref().and_then(|store| store.log.store().folder())
    }

    /// Writes all timelines into a new store in a folder that is empty or not there, in full or not at all.
    ///
    /// # Errors
    /// A folder that is a store already or has something else in it, and those of writing.
    pub fn save_to(&self, folder: &Path) -> Result<(), SessionError> {
        self.storing(folder).write(&Progress::default())
    }

    /// Writes everything into a new store, and goes on there, at once. Tells the bookmarks that were left out.
    ///
    /// # Errors
    /// As [`Storing::run`] and [`Session::take_stored`].
    pub fn move_to_store(&mut self, folder: &Path) -> Result<Vec<String>, SessionError> {
        let stored = self.storing(folder).run(&Progress::default())?;
        self.take_stored(stored)
    }

    /// All timelines and bookmarks as they are now, to be written into a new store in a folder that is empty or not there.
    pub fn storing(&self, folder: &Path) -> Storing {
        Storing { view: self.view.clone(), folder: folder.to_owned() }
    }

    /// Goes on in a store into which everything has been written: what is done from now on is kept there, and what was done
    /// in the meantime. Tells the bookmarks that were left out, since their events are on no timeline.
    ///
    /// # Errors
    /// Those of writing.
    pub fn take_stored(&mut self, stored: Stored) -> Result<Vec<String>, SessionError> {
        let Stored { mut attached, folder } = stored;
        let saved = attached.save(&self.view, None, &Progress::default());
        saved.map_err(|error| files::in_file(&folder, &error))?;
        self.store = Some(attached);
        self.operations.leave_store();
        self.title = folder.file_name().map_or_else(|| self.title.clone(), |it| it.to_string_lossy().into_owned());
        self.path = Some(std::path::absolute(&folder).unwrap_or(folder));
        let lost = self.bookmarks().filter(|it| self.timeline_of_bookmark(it, None).is_none());
        Ok(lost.map(|bookmark| bookmark.name.clone()).collect())
    }

    /// Writes what has changed into the store that the session was opened from, if it was; as a part of an operation of
    /// the store if that is its last one. Tells the operation of the store.
    pub(super) fn persist(&mut self, operation: Option<u64>) -> Result<Option<u64>, SessionError> {
        match &mut self.store {
            Some(store) => Ok(store.save(&self.view, operation, &Progress::default())?),
            None => Ok(None),
        }
    }
}

/// What is to be written into a new store.
#[derive(Clone, Debug)]
pub struct Storing {
    view: View,
    folder: PathBuf,
}

/// A new store that has been written and is open.
#[derive(Debug)]
pub struct Stored {
    attached: Attached,
    folder: PathBuf,
}

impl Storing {
    /// Writes it, in full or not at all.
    ///
    /// # Errors
    /// A folder that is a store already or has something else in it; those of writing; [`SessionError::Cancelled`].
    pub fn write(&self, progress: &Progress) -> Result<(), SessionError> {
        let (folder, name) = (&self.folder, self.folder.display());
        if files::is_store(folder) {
            return Err(SessionError::File(format!("{name}: there is a store already; name a new folder")));
        }
        progress.check()?;
        let fill = |part: &Path| -> Result<(), SessionError> {
            let write = || -> Result<(), StoreError> {
                let mut attached = Attached { log: Log::open(part, Options::default())?, saved: Saved::default() };
                attached.save(&self.view, None, progress)?;
                attached.log.close()
            };
            write().map_err(|error| match error {
                // What is kept in a folder that does not come about is not kept.
                StoreError::Behind { why } => SessionError::File(format!("{name} cannot be written: {why}")),
                error => files::in_file(folder, &error),
            })?;
            progress.check()
        };
        whole_folder(folder, fill)
    }

    /// Writes it, and opens the new store.
    ///
    /// # Errors
    /// A folder that is a store already or has something else in it; those of writing; [`SessionError::Cancelled`], and then
    /// there is no store.
    pub fn run(self, progress: &Progress) -> Result<Stored, SessionError> {
        self.write(progress)?;
        let Storing { view, folder } = self;
        // It is there by now, so nothing is stopped any more.
        let log = files::open_log(&folder, "save into another folder", &Progress::default())?;
        Ok(Stored { attached: Attached::new(log, &view), folder })
    }
}
