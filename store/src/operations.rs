//! Changes timelines and bookmarks so that each change can be undone: records it in the journal and
//! the history, groups changes into operations, and undoes and redoes them.

use std::fmt;

use retrace_core::message::counted;

use crate::bookmark::{Bookmark, check_bookmark_name, check_note};
use crate::commit::RawCommit;
use crate::error::StoreError;
use crate::history::{Change, Grouping, Operation, OperationKind, Record, What};
use crate::id::EventId;
use crate::jumps::Spine;
use crate::store::Store;
use crate::timeline::NamedHead;
use crate::timeline::Timeline;

impl Store {
    /// Records a change in the history, and in the journal if there is one.
    pub(crate) fn tell(&mut self, what: What<'_>) {
        let record = Record { begins: self.grouping.begins(), what };
        self.history.follow(&record);
        if let Some(journal) = &mut self.journal {
            journal.record(&record);
        }
    }

    /// Records the value of a timeline.
    pub(crate) fn tell_timeline(&mut self, timeline: &Timeline) {
        self.tell(What::Timeline(timeline.named_head()));
    }

    /// Records that a commit is appended to a timeline.
    pub(crate) fn tell_commit(&mut self, timeline: &Timeline, commit: &RawCommit) {
        let known = self.history.timelines.get(&timeline.serial).map(|head| head.tip);
        if known != Some(commit.parent) {
            self.tell(What::Timeline(NamedHead { tip: commit.parent, ..timeline.named_head() }));
        }
        let RawCommit { id, format, input, .. } = commit;
        self.tell(What::Commit { serial: timeline.serial, id: *id, format: *format, input });
    }

    /// Records that the commits of a timeline are appended, from the one of number `from` to its
    /// head.
    pub(crate) fn tell_chain(&mut self, timeline: &Timeline, from: u64) -> Result<(), StoreError> {
        const PIECE: u64 = 256;
        let mut next = from;
        while next < timeline.commits {
            let read = self.commits(timeline.tip, next).take(PIECE as usize);
            for commit in read.collect::<Result<Vec<_>, _>>()? {
                self.tell_commit(timeline, &commit);
            }
            next += PIECE;
        }
        Ok(())
    }

    /// Runs changes as one operation, or as part of the current one.
    pub(crate) fn grouped<T>(&mut self, change: impl FnOnce(&mut Store) -> T) -> T {
        let before = self.grouping;
        if before == Grouping::Each {
            self.grouping = Grouping::First;
        }
        let done = change(self);
        if before == Grouping::Each {
            self.grouping = Grouping::Each;
        }
        done
    }

    /// The operations still kept, oldest first. At most
    /// [`OPERATIONS_KEPT`](crate::history::OPERATIONS_KEPT).
    pub fn operations(&self) -> impl DoubleEndedIterator<Item = &Operation> {
        self.history.operations()
    }

    /// How many operations preceded those.
    pub fn operations_forgotten(&self) -> u64 {
        self.history.forgotten()
    }

    /// The operation that undo would take back.
    pub fn undoable(&self) -> Option<&Operation> {
        self.history.undoable()
    }

    /// The operation that redo would do again.
    pub fn redoable(&self) -> Option<&Operation> {
        self.history.redoable()
    }

    /// Undoes or redoes an operation: sets each name it changed to its value before or after. All
    /// or nothing.
    pub(crate) fn turn(&mut self, operation: &Operation, undo: bool) -> Result<(), StoreError> {
        let refused = |why: String| StoreError::CannotTurn { operation: operation.number, undo, why };
        let mut timelines = Vec::new();
        let mut bookmarks = Vec::new();
        for change in &operation.changes {
            match change {
                Change::Timeline { serial, before, after, .. } => {
                    let (from, to) = if undo { (after, before) } else { (before, after) };
                    let now = self.timeline_by_serial(*serial).map(Timeline::named_head);
                    if now != *from {
                        let name = from.as_ref().or(to.as_ref()).map_or("", |head| &head.name);
                        return Err(refused(format!("timeline `{name}` is not what it left")));
                    }
                    if from != to {
                        let to = to.as_ref().filter(|head| !head.tip.is_zero());
                        timelines.push((*serial, now, to.map(|head| self.timeline_of(head)).transpose()?));
                    }
                }
                Change::Bookmark { name, before, after } => {
                    let (from, to) = if undo { (after, before) } else { (before, after) };
                    if self.bookmark(name).ok() != from.as_ref() {
                        return Err(refused(format!("bookmark `{name}` is not what it left")));
                    }
                    if from != to {
                        bookmarks.push((name.clone(), to.clone()));
                    }
                }
            }
        }
        let freed: Vec<&str> = timelines.iter().filter_map(|(_, now, _)| Some(now.as_ref()?.name.as_str())).collect();
        for name in timelines.iter().filter_map(|(_, _, to)| Some(to.as_ref()?.name.as_str())) {
            if !freed.contains(&name) {
                self.heads.check_free(name)?;
            }
        }
        self.grouped(|store| {
            let kind = if undo { OperationKind::Undo(operation.number) } else { OperationKind::Redo(operation.number) };
            store.tell(What::Operation(kind));
            // First all that are removed or renamed, so that names can be swapped.
            for head in timelines.iter().filter_map(|(_, now, _)| now.as_ref()) {
                store.heads.take(&head.name)?;
            }
            for (serial, now, to) in timelines {
                match (now, to) {
                    (_, Some(timeline)) => {
                        store.tell_timeline(&timeline);
                        store.heads.set(timeline, Spine::default());
                    }
                    (Some(_), None) => store.tell(What::Gone(serial)),
                    (None, None) => {}
                }
            }
            for (name, to) in bookmarks {
                store.put_bookmark(&name, to);
            }
            Ok::<(), StoreError>(())
        })?;
        self.changed()
    }

    /// The record of a timeline with this name and head.
    fn timeline_of(&self, head: &NamedHead) -> Result<Timeline, StoreError> {
        let tip = self.read(head.tip)?;
        Ok(Timeline {
            name: head.name.clone(),
            serial: head.serial,
            tip: tip.id,
            events: tip.end(),
            commits: tip.number + 1,
            forked: head.forked,
        })
    }

    /// Moves a head to any stored commit, on or off its chain.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the head is not `expected`; errors of chains and of writing.
    pub(crate) fn move_head(&mut self, name: &str, expected: EventId, to: EventId) -> Result<Timeline, StoreError> {
        let timeline = self.timeline_at(name, expected)?.clone();
        if timeline.tip == to {
            return Ok(timeline);
        }
        let common = self.common_ancestor(timeline.tip, to)?;
        let moved = self.timeline_of(&NamedHead { tip: to, ..timeline.named_head() })?;
        self.grouped(|store| {
            let base = common.as_ref().map_or(EventId::ZERO, |common| common.id);
            if base != timeline.tip {
                store.tell(What::Timeline(NamedHead { tip: base, ..timeline.named_head() }));
            }
            let told = store.tell_chain(&moved, common.as_ref().map_or(0, |common| common.number + 1));
            if told.is_err() {
                // The journal must not record a head that does not move.
                store.tell_timeline(&timeline);
            }
            told
        })?;
        self.heads.set(moved.clone(), Spine::default());
        self.changed()?;
        Ok(moved)
    }

    /// The bookmarks, by name.
    pub fn bookmarks(&self) -> impl Iterator<Item = &Bookmark> {
        self.bookmarks.iter()
    }

    /// The bookmark of this name.
    ///
    /// # Errors
    /// [`StoreError::NoBookmark`]; [`StoreError::Damaged`] for one whose record cannot be read.
    pub fn bookmark(&self, name: &str) -> Result<&Bookmark, StoreError> {
        self.bookmarks.get(name)
    }

    fn expect_bookmark(&self, name: &str, expected: Option<&Bookmark>) -> Result<(), StoreError> {
        let found = match self.bookmark(name) {
            Ok(bookmark) => Some(bookmark),
            Err(StoreError::NoBookmark { .. }) => None,
            Err(error) => return Err(error),
        };
        if found == expected {
            return Ok(());
        }
        Err(StoreError::BookmarkConflict { name: name.to_owned(), there: found.is_some() })
    }

    /// Creates, moves or annotates a bookmark. The stored bookmark must be the one the caller
    /// expects; none to create one.
    ///
    /// # Errors
    /// [`StoreError::BookmarkConflict`] if it differs; [`StoreError::BadName`],
    /// [`StoreError::LongNote`], [`StoreError::NoEvent`]; errors of timelines and of writing.
    pub(crate) fn set_bookmark(
        &mut self,
        name: &str,
        expected: Option<&Bookmark>,
        (timeline, event): (&str, u64),
        note: &str,
    ) -> Result<Bookmark, StoreError> {
        check_bookmark_name(name)?;
        check_note(note)?;
        self.expect_bookmark(name, expected)?;
        let timeline = self.timeline(timeline)?;
        let commit = self.commit_at(timeline.tip, event)?.id;
        // A bookmark whose note alone changes stays on its timeline.
        let stays = expected.filter(|there| (there.commit, there.event) == (commit, event));
        let serial = stays.map_or(timeline.serial, |there| there.timeline);
        let bookmark = Bookmark { name: name.to_owned(), timeline: serial, commit, event, note: note.to_owned() };
        if expected != Some(&bookmark) {
            self.put_bookmark(name, Some(bookmark.clone()));
            self.changed()?;
        }
        Ok(bookmark)
    }

    /// Removes a bookmark. The stored bookmark must be the one the caller expects.
    ///
    /// # Errors
    /// [`StoreError::BookmarkConflict`] if it differs, and errors of writing.
    pub(crate) fn remove_bookmark(&mut self, expected: &Bookmark) -> Result<(), StoreError> {
        self.expect_bookmark(&expected.name, Some(expected))?;
        self.put_bookmark(&expected.name, None);
        self.changed()
    }

    /// Sets or removes a bookmark.
    pub(crate) fn put_bookmark(&mut self, name: &str, to: Option<Bookmark>) {
        match to {
            Some(bookmark) => {
                self.tell(What::Bookmark(bookmark.clone()));
                self.bookmarks.set(bookmark);
            }
            None => {
                self.tell(What::Unmarked(name.to_owned()));
                self.bookmarks.remove(name);
            }
        }
    }

    /// The timeline that contains a bookmark's event: the one it was made on, or else another.
    /// O(log n) reads per timeline.
    ///
    /// # Errors
    /// Errors of chains that cannot be read.
    pub fn timeline_of_bookmark(&self, bookmark: &Bookmark) -> Result<Option<&Timeline>, StoreError> {
        let own = self.timeline_by_serial(bookmark.timeline);
        for timeline in own.into_iter().chain(self.timelines()) {
            if self.reaches(timeline.tip, bookmark.commit)? {
                return Ok(Some(timeline));
            }
        }
        Ok(None)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Timeline { before, after, commits, .. } => match (before, after) {
                (None, Some(after)) => match after.forked {
                    Some(fork) => {
                        write!(f, "forked `{}` after {} events", after.name, fork.events)?;
                        if *commits > 0 { write!(f, ", with {}", counted(*commits, "commit")) } else { Ok(()) }
                    }
                    None => write!(f, "made `{}`, with {}", after.name, counted(*commits, "commit")),
                },
                (Some(before), None) => write!(f, "deleted `{}`", before.name),
                (Some(before), Some(after)) => {
                    let renamed = before.name != after.name;
                    if renamed {
                        write!(f, "renamed `{}` to `{}`", before.name, after.name)?;
                    }
                    match (before.tip == after.tip, commits) {
                        (true, _) if renamed => Ok(()),
                        (true, _) => write!(f, "left `{}` as it was", after.name),
                        (false, _) if renamed => write!(f, " and moved it to {}", after.tip.short()),
                        (false, 0) => write!(f, "moved `{}` to {}", after.name, after.tip.short()),
                        (false, _) => write!(f, "appended {} to `{}`", counted(*commits, "commit"), after.name),
                    }
                }
                (None, None) => f.write_str("made a timeline and deleted it"),
            },
            Change::Bookmark { name, before, after } => match (before, after) {
                (None, Some(after)) => write!(f, "made bookmark `{name}` at event {}", after.event),
                (Some(_), None) => write!(f, "removed bookmark `{name}`"),
                (Some(before), Some(after)) if (before.commit, before.event) == (after.commit, after.event) => {
                    write!(f, "noted something at bookmark `{name}`")
                }
                (Some(_), Some(after)) => write!(f, "moved bookmark `{name}` to event {}", after.event),
                (None, None) => write!(f, "made bookmark `{name}` and removed it"),
            },
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            OperationKind::Undo(other) => return write!(f, "undid {other}"),
            OperationKind::Redo(other) => return write!(f, "did {other} again"),
            OperationKind::Change => {}
        }
        for (at, change) in self.changes.iter().enumerate() {
            write!(f, "{}{change}", if at == 0 { "" } else { "; " })?;
        }
        if self.changes.is_empty() { f.write_str("changed nothing") } else { Ok(()) }
    }
}
