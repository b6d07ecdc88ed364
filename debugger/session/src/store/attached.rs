//! The store that a session was opened from, kept in step with the view.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use retrace_core::fact::EntryNo;
use retrace_core::persist::Map;
use retrace_store::{Change, Log, Operation, StoreError};

use super::ahead::WriteAhead;
use super::log::{CommitCounter, chain};
use crate::base::place::{Point, Standing, TimelineId};
use crate::held::bookmark::Bookmark;
use crate::held::view::View;
use crate::timeline::commit::CommitInput;
use crate::timeline::line::Timeline;
use crate::timeline::shared::shared_commits;
use crate::{Progress, SessionError};

/// A store, and the timelines and bookmarks last written to it.
pub(crate) struct Attached {
    pub(crate) log: Log,
    saved: Saved,
    /// Whether it is the session's own, in the user's data folder, rather than one that the user
    /// named.
    pub(crate) own: bool,
}

impl fmt::Debug for Attached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attached").field("folder", &self.log.store().folder()).finish_non_exhaustive()
    }
}

impl Attached {
    /// A store that holds exactly these timelines.
    pub(crate) fn new(log: Log, view: &View) -> Attached {
        let saved = Saved::of(&log, view);
        Attached { log, saved, own: false }
    }

    /// A store that holds nothing of a session yet.
    pub(crate) fn empty(log: Log) -> Attached {
        Attached { log, saved: Saved::default(), own: false }
    }

    /// Writes the changes: as part of `operation` if that is the last one of the store, otherwise
    /// as a new operation. Returns the store operation, if anything changed.
    pub(crate) fn save(
        &mut self,
        view: &View,
        operation: Option<u64>,
        progress: &Progress,
    ) -> Result<Option<u64>, StoreError> {
        if self.saved.is(view) {
            return Ok(None);
        }
        let before = self.last_operation();
        let Attached { log, saved, .. } = self;
        saved.save_labels(log, view)?;
        let mut counted = CommitCounter::of(progress, kept(view).map(|(_, timeline)| timeline.commits().len()).sum());
        log.together_with(operation, |log| Saving { log, saved, counted: &mut counted }.save(view))?;
        // Labels alone are no operation of the store.
        Ok(self.last_operation().filter(|last| before != Some(*last) || operation == Some(*last)))
    }

    /// Undoes or redoes a store operation if it is the store's next one to undo or redo; the store
    /// then matches the view. Otherwise writes the changes.
    pub(crate) fn turn(&mut self, view: &View, operation: Option<u64>, undo: bool) -> Result<(), StoreError> {
        let next = if undo { self.log.undoable() } else { self.log.redoable() };
        if operation.is_none() || next.map(|next| next.number) != operation {
            return self.save(view, None, &Progress::default()).map(|_| ());
        }
        self.saved.save_labels(&mut self.log, view)?;
        if undo { self.log.undo() } else { self.log.redo() }?;
        self.saved = Saved::of(&self.log, view);
        Ok(())
    }

    /// A write-ahead handle; `None` if the store is not in a folder.
    pub(crate) fn ahead(&self) -> Result<Option<WriteAhead>, SessionError> {
        let Some(folder) = self.log.store().folder() else { return Ok(None) };
        Ok(Some(WriteAhead { ahead: self.log.ahead()?, folder: folder.to_owned() }))
    }

    /// The number of the last operation.
    pub(crate) fn last_operation(&self) -> Option<u64> {
        self.log.store().operations().next_back().map(|operation| operation.number)
    }

    /// The operation that the store would undo or redo next, from before the session was opened,
    /// when the session has none of its own. `None` if no timeline would remain.
    pub(crate) fn next(&self, undo: bool) -> Option<&Operation> {
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

    /// Undoes or redoes the store's next operation, and returns the resulting view.
    pub(crate) fn turn_next(
        &mut self,
        view: &View,
        undo: bool,
        new_id: impl FnMut() -> TimelineId,
        read: &[Timeline],
    ) -> Result<View, StoreError> {
        let turn = |log: &mut Log| if undo { log.undo() } else { log.redo() };
        self.change_log(view, turn, new_id, read).map(|(view, _)| view)
    }

    /// Lets the store itself make a change, and reads the resulting view. A timeline keeps its id;
    /// `new_id` numbers the new ones. A timeline that ends like one of `brought`, or within one of
    /// the view, reuses their commits instead of reading them.
    pub(crate) fn change_log<T>(
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
                    let mut counted =
                        CommitCounter::of(&progress, usize::try_from(timeline.commits).unwrap_or(usize::MAX));
                    let commits = chain(self.log.commits(timeline.tip, 0), &mut known, &mut counted)?;
                    Timeline::new(id, &timeline.name, commits, Standing::Unverified)
                }
            };
            let fork = timeline.forked.and_then(|fork| {
                let from = *ids.get(&fork.from)?;
                Some(Point::new(from, known.get(&fork.tip)?.end_step()))
            });
            // A prefix of a timeline that was run here was run here too.
            let run = |was: &&Arc<Timeline>| {
                was.standing() == Standing::Exact && shared_commits(was, &read) == read.commits().len()
            };
            let standing = was.filter(run).map_or(read.standing(), |was| was.standing());
            let labels = self.log.labels(&read.name)?.into_iter().map(|it| (it.events, it.text));
            let labels = read.labels_of(labels);
            timelines.insert(id, Arc::new(Timeline { forked: fork, standing, labels, ..read }));
        }
        // Timelines of another file are not stored.
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

/// The timelines of a view that belong in the store: those of another file are only displayed.
pub(crate) fn kept(view: &View) -> impl Iterator<Item = (&TimelineId, &Arc<Timeline>)> {
    view.timelines.iter().filter(|(_, timeline)| !timeline.is_guest())
}

/// The timelines and bookmarks as last written.
#[derive(Default)]
pub(crate) struct Saved {
    timelines: BTreeMap<TimelineId, Arc<Timeline>>,
    bookmarks: BTreeMap<String, retrace_store::Bookmark>,
}

impl Saved {
    /// The part of a view that a log holds.
    fn of(log: &Log, view: &View) -> Saved {
        Saved {
            timelines: kept(view).map(|(id, timeline)| (*id, Arc::clone(timeline))).collect(),
            bookmarks: log.store().bookmarks().map(|it| (it.name.clone(), it.clone())).collect(),
        }
    }

    /// Whether it equals that of a view.
    fn is(&self, view: &View) -> bool {
        let same = |(id, timeline): (&TimelineId, &Arc<Timeline>)| {
            self.timelines.get(id).is_some_and(|saved| Arc::ptr_eq(saved, timeline))
        };
        self.timelines.len() == kept(view).count()
            && kept(view).all(same)
            && self.bookmarks.len() == view.bookmarks.len()
            && view.bookmarks.iter().all(|(name, it)| self.has(name, it))
    }

    /// Brings the labels in a log in step with a view. This is done before the operation that
    /// writes the view: if that is refused, new labels are of timelines or events that are not
    /// there.
    fn save_labels(&self, log: &mut Log, view: &View) -> Result<(), StoreError> {
        let (mut removed, mut added) = (Vec::new(), Vec::new());
        for (id, timeline) in kept(view) {
            let saved = self.timelines.get(id);
            // Usually a timeline only goes on.
            let goes_on = |saved: &Arc<Timeline>| {
                saved.labels() == timeline.labels()
                    && saved.name() == timeline.name()
                    && shared_commits(saved, timeline) == saved.commits().len()
            };
            if saved.is_some_and(|saved| Arc::ptr_eq(saved, timeline) || goes_on(saved)) {
                continue;
            }
            let now: BTreeSet<_> = timeline.labelled().into_iter().collect();
            // Those of events that the timeline does not have may come back with them.
            let is_on = |label: &&retrace_store::Label| {
                let commit = timeline.commit_of_entry(EntryNo(label.events.saturating_sub(1)));
                commit.is_some_and(|commit| commit.id() == label.commit)
            };
            let gone = log.labels_named(timeline.name()).filter(is_on).filter(|label| !now.contains(label));
            removed.extend(gone.cloned());
            added.extend(now);
        }
        log.change_labels(&removed, added)
    }

    fn has(&self, name: &str, bookmark: &Bookmark) -> bool {
        self.bookmarks.get(name).is_some_and(|saved| of_stored(saved) == *bookmark)
    }
}

pub(crate) fn of_stored(stored: &retrace_store::Bookmark) -> Bookmark {
    let (name, note) = (stored.name.clone(), stored.note.clone());
    Bookmark { name, commit: stored.commit, event: EntryNo(stored.event), note }
}

/// The bookmarks of a log.
pub(crate) fn bookmarks_of(log: &Log) -> Map<String, Bookmark> {
    log.store().bookmarks().map(|stored| (stored.name.clone(), of_stored(stored))).collect()
}

/// Brings a store in step with a view.
pub(crate) struct Saving<'a, 'p> {
    log: &'a mut Log,
    saved: &'a mut Saved,
    counted: &'a mut CommitCounter<'p>,
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

    /// Bookmarks whose event is on no timeline cannot be written; those already in the store stay.
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

    /// The timeline to fork from, and how many of its commits to share: the origin, or the first
    /// that shares most.
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

/// Appends the commits of a timeline, from a number on, to the log's timeline with this name, which
/// has the earlier ones.
pub(crate) fn append_all(
    log: &mut Log,
    timeline: &Timeline,
    name: &str,
    from: usize,
    counted: &mut CommitCounter<'_>,
) -> Result<(), StoreError> {
    for (number, commit) in timeline.commits().iter().enumerate().skip(from) {
        counted.one()?;
        match commit.input() {
            CommitInput::Genesis(genesis) => log.create_in(commit.format(), name, genesis, commit.steps())?,
            CommitInput::Input(input) => {
                log.append_in(commit.format(), name, commit.parent(), input, commit.steps())?
            }
        };
        log.keep_due_snapshot(commit.id(), number as u64, commit.after())?;
    }
    Ok(())
}
