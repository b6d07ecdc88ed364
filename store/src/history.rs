//! The operation log: every change to timelines and bookmarks, in order.
//!
//! The records of the decision journal *are* the operation log. Each gives the new value of a
//! timeline or bookmark, and one bit says whether an operation begins with it. So making appends
//! undoable costs no extra bytes, and after a crash the operations are those in the journal. A
//! store in memory follows the same records without writing them.
//!
//! An operation keeps the values of its names before and after. An undo is an operation too,
//! recorded with what it undoes; nothing is ever removed from the log. Undo and redo work as in any
//! editor: undo goes back one operation at a time, redo comes forward again, and a new change
//! discards what could be redone.
//!
//! A payload of the journal, after its first byte (the kind, plus 128 if an operation begins with
//! it, plus 64 if the operation goes on in the next record):
//!
//! ```text
//! 1        a timeline is (created, forked, renamed, its head moved):
//!   varint   its serial
//!   bytes    its name
//!   32       its head; zeros if it has none yet
//!   u8 …     where it was forked, as in a timeline's record
//! 2        a commit was appended to a timeline:
//!   varint   the timeline's serial
//!   32       the id of the commit; its parent is the head that the timeline had
//!   u16      the format of the input's bytes
//!   …        the input or genesis
//! 3        a timeline is gone:
//!   varint   its serial
//! 4        a bookmark is (made, moved, noted):
//!   bytes    its name
//!   …        as in a bookmark's record
//! 5        a bookmark is gone:
//!   bytes    its name
//! 6        an operation of a kind of its own (always begins one):
//!   u8       0 an ordinary one, 1 undoes another, 2 does another again
//!   varint   the number of the other; 0 for an ordinary one
//! 7        what a rewritten journal leaves out:
//!   varint   how many operations there were before
//!   varint   how many timelines there had been; lower serials not recorded here are gone
//! 8        which packs hold commits that this journal does not tell of (never begins an operation):
//!   varint   how many packs, then their numbers, each a varint
//!   varint   how many journals were closed with packs, then their numbers
//!   u64      how often the journal was written anew since, so that no two begin alike
//! 9        a timeline is, after commits were appended that are in packs:
//!   …        as in 1
//!   varint   how many commits
//! 10       whose journal this is (the first record, never begins an operation):
//!   8        the store, a random number
//!   varint   how often its journal was written anew
//! ```

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{BuildHasher, RandomState};

use crate::bookmark::Bookmark;
use crate::bytes::{Malformed, Reader, put_bytes, put_varint};
use crate::id::EventId;
use crate::timeline::{NamedHead, put_fork, read_fork};

/// How many operations are kept for undo; older ones are forgotten.
pub const OPERATIONS_KEPT: usize = 1000;

const BEGINS: u8 = 0x80;
const GOES_ON: u8 = 0x40;
const TIMELINE: u8 = 1;
const COMMIT: u8 = 2;
const GONE: u8 = 3;
const BOOKMARK: u8 = 4;
const UNMARKED: u8 = 5;
const OPERATION: u8 = 6;
const LEFT_OUT: u8 = 7;
const PACKED: u8 = 8;
const MOVED: u8 = 9;
const IDENTITY: u8 = 10;

/// An input as the journal records it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JournalCommit {
    pub(crate) parent: EventId,
    pub(crate) id: EventId,
    pub(crate) format: u16,
    pub(crate) input: Vec<u8>,
}

/// What an operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationKind {
    /// A change to timelines or bookmarks.
    Change,
    /// Undid another operation.
    Undo(u64),
    /// Redid an operation that had been undone.
    Redo(u64),
}

/// What one operation did to one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A change to a timeline.
    Timeline {
        /// Its serial.
        serial: u64,
        /// Its value before; none if it did not exist.
        before: Option<NamedHead>,
        /// Its value after; none if it is gone.
        after: Option<NamedHead>,
        /// How many commits were appended.
        commits: u64,
    },
    /// A change to a bookmark.
    Bookmark {
        /// Its name.
        name: String,
        /// Its value before; none if it did not exist.
        before: Option<Bookmark>,
        /// Its value after; none if it is gone.
        after: Option<Bookmark>,
    },
}

/// A change to timelines and bookmarks that is undone as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its number: operations are counted from 0.
    pub number: u64,
    /// What it is.
    pub kind: OperationKind,
    /// Its changes, one per name, in the order first touched.
    pub changes: Vec<Change>,
}

impl Operation {
    /// The tips of timelines and commits of bookmarks needed to undo or redo it.
    pub(crate) fn commits(&self) -> impl Iterator<Item = EventId> + '_ {
        self.changes
            .iter()
            .flat_map(|change| match change {
                Change::Timeline { before, after, .. } => [before, after].map(|it| it.as_ref().map(|it| it.tip)),
                Change::Bookmark { before, after, .. } => [before, after].map(|it| it.as_ref().map(|it| it.commit)),
            })
            .flatten()
            .filter(|id| !id.is_zero())
    }
}

/// How changes are grouped into operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Grouping {
    /// Each change is an operation.
    #[default]
    Each,
    /// The next change begins an operation, and those after it join it.
    First,
    /// The next changes join the last operation.
    Rest,
}

impl Grouping {
    pub(crate) fn begins(&mut self) -> bool {
        match self {
            Grouping::Each => true,
            Grouping::First => {
                *self = Grouping::Rest;
                true
            }
            Grouping::Rest => false,
        }
    }
}

/// What a record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What<'a> {
    Timeline(NamedHead),
    Commit { serial: u64, id: EventId, format: u16, input: &'a [u8] },
    Gone(u64),
    Bookmark(Bookmark),
    Unmarked(String),
    Operation(OperationKind),
    LeftOut { operations: u64, serials: u64 },
    Packed(Packed),
    Moved(NamedHead, u64),
    Identity(Identity),
}

impl What<'_> {
    /// That a timeline is at a head, after this many commits were appended that are told elsewhere.
    pub(crate) fn placed(head: NamedHead, commits: u64) -> Self {
        if commits == 0 { What::Timeline(head) } else { What::Moved(head, commits) }
    }
}

/// Whose journal one is, and which of that store's journals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The store.
    pub(crate) store: [u8; 8],
    /// How often its journal was written anew.
    pub(crate) anew: u64,
}

impl Identity {
    /// That of a new store.
    pub(crate) fn random() -> Identity {
        // The keys of a hash table are random, and the standard library has nothing else that is.
        let store = RandomState::new().hash_one(std::process::id());
        Identity { store: store.to_le_bytes(), anew: 0 }
    }

    /// That of the next journal of the same store.
    pub(crate) const fn next(self) -> Identity {
        Identity { anew: self.anew + 1, ..self }
    }
}

/// The packs of a store, and the journals that were closed with them, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Packed {
    pub(crate) packs: Vec<u32>,
    pub(crate) journals: Vec<u32>,
    /// How often the journal was written anew since there are packs.
    pub(crate) anew: u64,
}

/// A record of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record<'a> {
    /// Whether an operation begins with it.
    pub(crate) begins: bool,
    pub(crate) what: What<'a>,
}

impl<'a> Record<'a> {
    /// Appends the payload.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let kind = match &self.what {
            What::Timeline(_) => TIMELINE,
            What::Commit { .. } => COMMIT,
            What::Gone(_) => GONE,
            What::Bookmark(_) => BOOKMARK,
            What::Unmarked(_) => UNMARKED,
            What::Operation(_) => OPERATION,
            What::LeftOut { .. } => LEFT_OUT,
            What::Packed(_) => PACKED,
            What::Moved(..) => MOVED,
            What::Identity(_) => IDENTITY,
        };
        out.push(if self.begins { kind | BEGINS } else { kind });
        match &self.what {
            What::Timeline(head) => put_head(out, head),
            What::Moved(head, commits) => {
                put_head(out, head);
                put_varint(out, *commits);
            }
            What::Packed(Packed { packs, journals, anew }) => {
                for numbers in [packs, journals] {
                    put_varint(out, numbers.len() as u64);
                    numbers.iter().for_each(|number| put_varint(out, u64::from(*number)));
                }
                out.extend(anew.to_le_bytes());
            }
            What::Commit { serial, id, format, input } => {
                put_varint(out, *serial);
                out.extend(id.as_bytes());
                out.extend(format.to_le_bytes());
                out.extend(*input);
            }
            What::Gone(serial) => put_varint(out, *serial),
            What::Bookmark(bookmark) => {
                put_bytes(out, bookmark.name.as_bytes());
                bookmark.write(out);
            }
            What::Unmarked(name) => put_bytes(out, name.as_bytes()),
            What::Identity(Identity { store, anew }) => {
                out.extend(store);
                put_varint(out, *anew);
            }
            What::Operation(kind) => {
                let (kind, other) = match kind {
                    OperationKind::Change => (0, 0),
                    OperationKind::Undo(other) => (1, *other),
                    OperationKind::Redo(other) => (2, *other),
                };
                out.push(kind);
                put_varint(out, other);
            }
            What::LeftOut { operations, serials } => {
                put_varint(out, *operations);
                put_varint(out, *serials);
            }
        }
    }

    /// Reads a payload.
    pub(crate) fn read(payload: &'a [u8]) -> Result<Record<'a>, Malformed> {
        let mut reader = Reader::new(payload);
        let kind = reader.u8()?;
        let what = match kind & !(BEGINS | GOES_ON) {
            TIMELINE => What::Timeline(read_head(&mut reader)?),
            MOVED => What::Moved(read_head(&mut reader)?, reader.varint()?),
            PACKED => What::Packed(Packed {
                packs: numbers(&mut reader)?,
                journals: numbers(&mut reader)?,
                anew: reader.u64()?,
            }),
            COMMIT => What::Commit {
                serial: reader.varint()?,
                id: EventId::from_bytes(reader.array()?),
                format: reader.u16()?,
                input: reader.rest(),
            },
            GONE => What::Gone(reader.varint()?),
            BOOKMARK => {
                let name = reader.text()?.to_owned();
                What::Bookmark(Bookmark::read(name, &mut reader)?)
            }
            UNMARKED => What::Unmarked(reader.text()?.to_owned()),
            OPERATION => {
                let (kind, other) = (reader.u8()?, reader.varint()?);
                What::Operation(match (kind, other) {
                    (0, 0) => OperationKind::Change,
                    (1, other) => OperationKind::Undo(other),
                    (2, other) => OperationKind::Redo(other),
                    _ => return Err(reader.wrong("not a kind of operation")),
                })
            }
            IDENTITY => What::Identity(Identity { store: reader.array()?, anew: reader.varint()? }),
            LEFT_OUT => What::LeftOut { operations: reader.varint()?, serials: reader.varint()? },
            _ => return Err(Malformed { at: 0, why: "not a kind of record" }),
        };
        reader.finish()?;
        Ok(Record { begins: kind & BEGINS != 0, what })
    }
}

fn put_head(out: &mut Vec<u8>, head: &NamedHead) {
    put_varint(out, head.serial);
    put_bytes(out, head.name.as_bytes());
    out.extend(head.tip.as_bytes());
    put_fork(out, head.forked.as_ref());
}

fn read_head(reader: &mut Reader<'_>) -> Result<NamedHead, Malformed> {
    Ok(NamedHead {
        serial: reader.varint()?,
        name: reader.text()?.to_owned(),
        tip: EventId::from_bytes(reader.array()?),
        forked: read_fork(reader)?,
    })
}

fn numbers(reader: &mut Reader<'_>) -> Result<Vec<u32>, Malformed> {
    let number = |reader: &mut Reader<'_>| {
        u32::try_from(reader.varint()?).map_err(|_| reader.wrong("a number of more than 32 bits"))
    };
    (0..reader.count(1)?).map(|_| number(reader)).collect()
}

/// Whether a payload says that its operation goes on in the next record.
pub(crate) fn goes_on(payload: &[u8]) -> bool {
    payload.first().is_some_and(|kind| kind & GOES_ON != 0)
}

/// Makes a payload say so.
pub(crate) fn let_go_on(payload: &mut [u8]) {
    if let Some(kind) = payload.first_mut() {
        *kind |= GOES_ON;
    }
}

/// Timelines and bookmarks after some records, and the operations that led there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct History {
    pub(crate) timelines: BTreeMap<u64, NamedHead>,
    pub(crate) bookmarks: BTreeMap<String, Bookmark>,
    gone: BTreeSet<u64>,
    /// How many timelines there had been when the journal was rewritten.
    serials: u64,
    /// Where the commits are that the journal does not tell of.
    pub(crate) packed: Packed,
    operations: VecDeque<Operation>,
    /// How many operations preceded those kept.
    forgotten: u64,
    /// What can be undone, by number, the latest last.
    done: VecDeque<u64>,
    /// What can be redone, by number, the next last.
    undone: Vec<u64>,
}

impl History {
    /// Whether a record can follow.
    pub(crate) fn accepts(&self, record: &Record<'_>) -> bool {
        match &record.what {
            What::Commit { serial, .. } => self.timelines.contains_key(serial),
            _ => true,
        }
    }

    /// Follows a record; returns the parent of its commit if it is one.
    pub(crate) fn follow(&mut self, record: &Record<'_>) -> Option<EventId> {
        if let What::LeftOut { operations, serials } = record.what {
            self.forgotten = operations;
            self.serials = serials;
            return None;
        }
        if let What::Packed(packed) = &record.what {
            self.packed = packed.clone();
            return None;
        }
        if record.begins {
            let kind = if let What::Operation(kind) = record.what { kind } else { OperationKind::Change };
            self.begin(kind);
        }
        match &record.what {
            What::Timeline(head) => {
                self.gone.remove(&head.serial);
                self.set(head.serial, Some(head.clone()), 0);
                None
            }
            What::Moved(head, commits) => {
                self.gone.remove(&head.serial);
                self.set(head.serial, Some(head.clone()), *commits);
                None
            }
            What::Commit { serial, id, .. } => self.append(*serial, *id),
            What::Gone(serial) => {
                self.set(*serial, None, 0);
                self.gone.insert(*serial);
                None
            }
            What::Bookmark(bookmark) => {
                self.mark(&bookmark.name, Some(bookmark.clone()));
                None
            }
            What::Unmarked(name) => {
                self.mark(name, None);
                None
            }
            What::Operation(_) | What::LeftOut { .. } | What::Packed(_) | What::Identity(_) => None,
        }
    }

    fn begin(&mut self, kind: OperationKind) {
        let number = self.count();
        match kind {
            OperationKind::Change => {
                self.done.push_back(number);
                self.undone.clear();
            }
            OperationKind::Undo(other) => {
                self.done.retain(|done| *done != other);
                self.undone.extend(Some(other).filter(|other| *other >= self.forgotten));
            }
            OperationKind::Redo(other) => {
                self.undone.retain(|undone| *undone != other);
                self.done.extend(Some(other).filter(|other| *other >= self.forgotten));
            }
        }
        self.operations.push_back(Operation { number, kind, changes: Vec::new() });
        if self.operations.len() > OPERATIONS_KEPT {
            self.operations.pop_front();
            self.forgotten += 1;
            let first = self.forgotten;
            self.done.retain(|number| *number >= first);
            self.undone.retain(|number| *number >= first);
        }
    }

    /// Moves a timeline to a commit after its head, and records that in the operation; returns the
    /// previous head.
    fn append(&mut self, serial: u64, id: EventId) -> Option<EventId> {
        let head = self.timelines.get_mut(&serial)?;
        let parent = head.tip;
        if let Some(Change::Timeline { serial: of, after: Some(after), commits, .. }) =
            self.operations.back_mut().and_then(|operation| operation.changes.last_mut())
            && *of == serial
        {
            // By far the most frequent record copies nothing.
            after.tip = id;
            *commits += 1;
            head.tip = id;
        } else {
            let moved = NamedHead { tip: id, ..head.clone() };
            self.set(serial, Some(moved), 1);
        }
        Some(parent)
    }

    /// Sets the value of a timeline, and records that in the operation.
    fn set(&mut self, serial: u64, head: Option<NamedHead>, appended: u64) {
        let before = match &head {
            Some(head) => self.timelines.insert(serial, head.clone()),
            None => self.timelines.remove(&serial),
        };
        let Some(operation) = self.operations.back_mut() else { return };
        let known = operation.changes.iter_mut().rev().find_map(|change| match change {
            Change::Timeline { serial: of, after, commits, .. } => (*of == serial).then_some((after, commits)),
            Change::Bookmark { .. } => None,
        });
        match known {
            Some((after, commits)) => {
                *after = head;
                *commits += appended;
            }
            None => operation.changes.push(Change::Timeline { serial, before, after: head, commits: appended }),
        }
    }

    /// Sets the value of a bookmark, and records that in the operation.
    fn mark(&mut self, name: &str, bookmark: Option<Bookmark>) {
        let before = match &bookmark {
            Some(bookmark) => self.bookmarks.insert(name.to_owned(), bookmark.clone()),
            None => self.bookmarks.remove(name),
        };
        let Some(operation) = self.operations.back_mut() else { return };
        let known = operation.changes.iter_mut().find_map(|change| match change {
            Change::Bookmark { name: of, after, .. } => (of == name).then_some(after),
            Change::Timeline { .. } => None,
        });
        match known {
            Some(after) => *after = bookmark,
            None => operation.changes.push(Change::Bookmark { name: name.to_owned(), before, after: bookmark }),
        }
    }

    /// How many operations there have been.
    pub(crate) fn count(&self) -> u64 {
        self.forgotten + self.operations.len() as u64
    }

    /// How many operations preceded those kept.
    pub(crate) const fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// The operations kept, oldest first.
    pub(crate) fn operations(&self) -> impl DoubleEndedIterator<Item = &Operation> {
        self.operations.iter()
    }

    fn operation(&self, number: u64) -> Option<&Operation> {
        self.operations.get(usize::try_from(number.checked_sub(self.forgotten)?).ok()?)
    }

    /// The operation that undo would take back.
    pub(crate) fn undoable(&self) -> Option<&Operation> {
        self.operation(*self.done.back()?)
    }

    /// The operation that redo would do again.
    pub(crate) fn redoable(&self) -> Option<&Operation> {
        self.operation(*self.undone.last()?)
    }

    /// Whether a timeline existed and is gone.
    pub(crate) fn is_gone(&self, serial: u64) -> bool {
        self.gone.contains(&serial) || serial < self.serials && !self.timelines.contains_key(&serial)
    }

    /// A lower bound on the number of timelines there have been.
    pub(crate) fn serials(&self) -> u64 {
        let highest = self.timelines.keys().chain(&self.gone).max();
        self.serials.max(highest.map_or(0, |serial| serial + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::Fork;

    fn head(serial: u64, name: &str, tip: u8) -> NamedHead {
        NamedHead { serial, name: name.to_owned(), tip: EventId::from_bytes([tip; 32]), forked: None }
    }

    fn records() -> Vec<Record<'static>> {
        let fork = Some(Fork { from: 0, tip: EventId::from_bytes([2; 32]), events: 40 });
        let bookmark = Bookmark {
            name: "here".to_owned(),
            timeline: 0,
            commit: EventId::from_bytes([2; 32]),
            event: 33,
            note: "what happens?\nä".to_owned(),
        };
        let id = EventId::from_bytes([2; 32]);
        let what = [
            (true, What::Timeline(head(0, "main", 0))),
            (false, What::Commit { serial: 0, id, format: 1, input: b"input" }),
            (true, What::Timeline(NamedHead { forked: fork, ..head(1, "what if", 2) })),
            (true, What::Bookmark(bookmark)),
            (true, What::Unmarked("here".to_owned())),
            (true, What::Gone(1)),
            (true, What::Operation(OperationKind::Undo(4))),
            (true, What::Operation(OperationKind::Redo(4))),
            (true, What::Operation(OperationKind::Change)),
            (false, What::LeftOut { operations: 9, serials: 300 }),
            (false, What::Packed(Packed { packs: vec![300], journals: vec![1, 2], anew: 3 })),
            (true, What::Moved(head(0, "main", 2), 7)),
            (false, What::Identity(Identity { store: *b"a store!", anew: 300 })),
        ];
        what.into_iter().map(|(begins, what)| Record { begins, what }).collect()
    }

    #[test]
    fn a_record_reads_back_and_one_with_bytes_too_many_or_too_few_is_refused() {
        for record in records() {
            let mut payload = Vec::new();
            record.write(&mut payload);
            assert_eq!(Record::read(&payload), Ok(record.clone()));
            assert!(!goes_on(&payload));
            let_go_on(&mut payload);
            assert!(goes_on(&payload) && Record::read(&payload) == Ok(record.clone()));
            if !matches!(record.what, What::Commit { .. }) {
                assert!(Record::read(&[&payload[..], &[0]].concat()).is_err(), "{record:?}");
                assert!(Record::read(&payload[..payload.len() - 1]).is_err(), "{record:?}");
            }
        }
        assert!(Record::read(&[]).is_err() && Record::read(&[99]).is_err());
    }

    /// The bytes of records, which must never change.
    #[test]
    fn golden_records() {
        let hex = |record: &Record<'_>| {
            let mut payload = Vec::new();
            record.write(&mut payload);
            payload.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        let all = records();
        let short = [1, 4, 5, 6, 9, 10, 11, 12].map(|at| hex(&all[at]).replace(&"02".repeat(32), "…"));
        assert_eq!(
            short,
            [
                "0200…0100696e707574",
                "850468657265",
                "8301",
                "860104",
                "0709ac02",
                "0801ac020201020300000000000000",
                "8900046d61696e…0007",
                "0a612073746f726521ac02"
            ]
        );
    }

    #[test]
    fn what_can_be_undone_moves_back_and_forth_and_a_new_change_ends_what_could_be_redone() {
        let mut history = History::default();
        let change = |history: &mut History, tip| {
            history.follow(&Record { begins: true, what: What::Timeline(head(0, "main", tip)) });
        };
        let turn = |history: &mut History, kind| {
            history.follow(&Record { begins: true, what: What::Operation(kind) });
        };
        let next = |history: &History| (history.undoable().map(|it| it.number), history.redoable().map(|it| it.number));
        assert_eq!(next(&history), (None, None));
        (1..=3).for_each(|tip| change(&mut history, tip));
        assert_eq!(next(&history), (Some(2), None));
        turn(&mut history, OperationKind::Undo(2));
        turn(&mut history, OperationKind::Undo(1));
        assert_eq!(next(&history), (Some(0), Some(1)));
        turn(&mut history, OperationKind::Redo(1));
        assert_eq!(next(&history), (Some(1), Some(2)));
        change(&mut history, 9);
        assert_eq!(next(&history), (Some(6), None));
        turn(&mut history, OperationKind::Undo(6));
        turn(&mut history, OperationKind::Undo(1));
        assert_eq!(next(&history), (Some(0), Some(1)));
    }

    #[test]
    fn old_operations_are_forgotten_and_the_numbers_go_on() {
        let mut history = History::default();
        for tip in 0..OPERATIONS_KEPT + 5 {
            let what = What::Timeline(head(0, "main", u8::try_from(tip % 250).unwrap()));
            history.follow(&Record { begins: true, what });
        }
        assert_eq!((history.operations().count(), history.forgotten()), (OPERATIONS_KEPT, 5));
        assert_eq!(history.operations().next().map(|it| it.number), Some(5));
        assert_eq!(history.undoable().map(|it| it.number), Some(OPERATIONS_KEPT as u64 + 4));
        assert_eq!(history.done.len(), OPERATIONS_KEPT);
    }

    #[test]
    fn what_belongs_to_an_operation_is_one_change_for_each_name() {
        let mut history = History::default();
        let mut follow = |begins, what: What<'static>| {
            history.follow(&Record { begins, what });
        };
        let id = |byte| EventId::from_bytes([byte; 32]);
        follow(true, What::Timeline(head(0, "main", 1)));
        follow(true, What::Commit { serial: 0, id: id(2), format: 1, input: b"" });
        follow(false, What::Commit { serial: 0, id: id(3), format: 1, input: b"" });
        follow(false, What::Timeline(head(1, "b", 3)));
        follow(false, What::Gone(1));
        let last = history.operations().next_back().unwrap();
        let (before, after) = (Some(head(0, "main", 1)), Some(head(0, "main", 3)));
        let appended = Change::Timeline { serial: 0, before, after, commits: 2 };
        let came_and_went = Change::Timeline { serial: 1, before: None, after: None, commits: 0 };
        assert_eq!(last.changes, [appended, came_and_went]);
    }
}
