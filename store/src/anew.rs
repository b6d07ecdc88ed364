//! Rewrites the journal: only what is kept of a history, from its beginning.

use std::collections::HashSet;

use crate::error::{Object, StoreError};
use crate::history::{Change, History, OperationKind, Packed, Record, What};
use crate::id::EventId;
use crate::store::Store;
use crate::timeline::NamedHead;

/// Whether a commit is in a pack.
pub(crate) type InPacks<'a> = &'a dyn Fn(EventId) -> Result<bool, StoreError>;

impl Store {
    /// Writes the records for a journal of just what is kept: the state before the operations kept,
    /// and these operations. It tells of no commit that is in a pack. Returns the history they
    /// give.
    pub(crate) fn tell_anew(
        &self,
        forget: bool,
        packed: &Packed,
        in_packs: InPacks<'_>,
        write: &mut dyn FnMut(&Record<'_>),
    ) -> Result<History, StoreError> {
        let old = &self.history;
        let (mut timelines, mut bookmarks) = (old.timelines.clone(), old.bookmarks.clone());
        let operations: Vec<_> = old.operations().filter(|_| !forget).collect();
        for change in operations.iter().rev().flat_map(|operation| operation.changes.iter().rev()) {
            match change {
                Change::Timeline { serial, before: Some(before), .. } => {
                    drop(timelines.insert(*serial, before.clone()));
                }
                Change::Timeline { serial, before: None, .. } => drop(timelines.remove(serial)),
                Change::Bookmark { name, before: Some(before), .. } => {
                    drop(bookmarks.insert(name.clone(), before.clone()));
                }
                Change::Bookmark { name, before: None, .. } => drop(bookmarks.remove(name)),
            }
        }
        let forgotten = if forget { old.count() } else { old.forgotten() };
        let mut teller =
            Teller { store: self, write, in_packs, history: History::default(), known: HashSet::new(), begins: false };
        if *packed != Packed::default() {
            teller.tell(What::Packed(packed.clone()));
        }
        teller.tell(What::LeftOut { operations: forgotten, serials: self.heads.next_serial() });
        for head in timelines.values() {
            teller.head(head, 0)?;
        }
        for bookmark in bookmarks.into_values() {
            teller.tell(What::Bookmark(bookmark));
        }
        for operation in operations {
            teller.begins = true;
            let plain = operation.kind == OperationKind::Change && !operation.changes.is_empty();
            if !plain {
                teller.tell(What::Operation(operation.kind));
            }
            for change in &operation.changes {
                match change {
                    Change::Timeline { after: Some(after), commits, .. } => teller.head(after, *commits)?,
                    Change::Timeline { serial, after: None, .. } => teller.tell(What::Gone(*serial)),
                    Change::Bookmark { after: Some(after), .. } => teller.tell(What::Bookmark(after.clone())),
                    Change::Bookmark { name, after: None, .. } => teller.tell(What::Unmarked(name.clone())),
                }
            }
        }
        Ok(teller.history)
    }
}

/// Records a history in a new journal, each commit once.
struct Teller<'a> {
    store: &'a Store,
    write: &'a mut dyn FnMut(&Record<'_>),
    in_packs: InPacks<'a>,
    /// The history recorded so far.
    history: History,
    /// The commits already recorded.
    known: HashSet<EventId>,
    /// Whether an operation begins with the next record.
    begins: bool,
}

impl Teller<'_> {
    fn tell(&mut self, what: What<'_>) {
        let record = Record { begins: std::mem::take(&mut self.begins), what };
        self.history.follow(&record);
        (self.write)(&record);
    }

    /// Records the place of a head, after this many commits that are in packs.
    fn moved(&mut self, head: NamedHead, commits: u64) {
        self.tell(What::placed(head, commits));
    }

    /// Records the place of a head, with the commits that lead there: those not recorded yet, and
    /// the last ones an operation has appended.
    fn head(&mut self, head: &NamedHead, appended: u64) -> Result<(), StoreError> {
        if head.tip.is_zero() {
            self.tell(What::Timeline(head.clone()));
            return Ok(());
        }
        if (self.in_packs)(head.tip)? {
            self.moved(head.clone(), appended);
            return Ok(());
        }
        let mut first = self.store.read_for(head.tip, Object::Timeline(head.name.clone()))?;
        let commits = first.number + 1;
        let wanted = commits.saturating_sub(appended);
        let mut next = commits;
        let base = loop {
            if self.known.contains(&first.id) && next <= wanted {
                break first.id;
            }
            next = first.number;
            self.known.insert(first.id);
            if first.number == 0 {
                break EventId::ZERO;
            }
            if (self.in_packs)(first.parent)? {
                break first.parent;
            }
            first = self.store.parent_of(&first)?;
        };
        let at_base = NamedHead { tip: base, ..head.clone() };
        let in_packs = next.saturating_sub(wanted);
        if next == commits || in_packs > 0 || self.history.timelines.get(&head.serial) != Some(&at_base) {
            self.moved(at_base, in_packs);
        }
        if next < commits {
            for commit in self.store.commits(head.tip, next) {
                let commit = commit?;
                let (id, format, input) = (commit.id, commit.format, &commit.input);
                self.tell(What::Commit { serial: head.serial, id, format, input });
            }
        }
        Ok(())
    }
}
