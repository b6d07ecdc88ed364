//! A commit as bytes: an input and the events that followed, in one value under the id of its last
//! event.
//!
//! The value, byte by byte (also a table in `docs/store.md`):
//!
//! ```text
//! u8       layout of this value: 1
//! u8       kind: 0 genesis, 1 input
//! u16      format of the input's and the entries' bytes (hashed into the ids)
//! 32       id of the parent commit; zeros for a genesis
//! varint   number of the commit: how many commits are before it
//! varint   number of its first event: how many events are before it
//! only where the jump, which follows from the number, is not the parent:
//!   32       id of the jump commit
//!   varint   how many events there are up to and including it
//! bytes    the input (a varint with their length, then they)
//! varint   how many entries
//!   varint   the citation   } for each entry
//!   bytes    the entry      }
//! 8        checksum of the key and of everything above
//! ```
//!
//! The ids cover the format, the kind, the parent, the input and the entries. The checksum covers
//! the rest: numbers, the jump and the citations. The jump makes every earlier commit reachable in
//! O(log n) reads (see [`seek`](crate::seek)).

use blake3::hazmat::hash_derive_key_context;

use crate::bytes::{Malformed, Reader, put_bytes, put_varint};
use crate::error::Damage;
use crate::id::{CHECKSUM_BYTES, Chain, EventId, Kind, Sum};
use crate::jumps::{Node, jump_number};

/// The longest input, genesis or entry: 1 MiB, some hundred times the longest of an ordinary game.
/// A value takes several times its bytes in memory, so this bounds what a file from a stranger can
/// use.
pub const MAX_VALUE_BYTES: usize = 1 << 20;

/// The layout of the stored value.
pub(crate) const COMMIT_LAYOUT: u8 = 1;

static CHECKSUM: Sum = Sum::new(|| hash_derive_key_context("retrace commit checksum v1"));

/// The bytes of an entry, with its citation beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawEntry<'a> {
    /// The citation as a number: not hashed.
    pub citation: u32,
    /// The hashed bytes.
    pub bytes: &'a [u8],
}

/// The entries of a commit, in order, as stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryList {
    packed: Vec<u8>,
    count: usize,
}

impl EntryList {
    /// An empty list.
    pub const fn new() -> EntryList {
        EntryList { packed: Vec::new(), count: 0 }
    }

    /// Appends an entry.
    pub fn push(&mut self, citation: u32, bytes: &[u8]) {
        put_varint(&mut self.packed, u64::from(citation));
        put_bytes(&mut self.packed, bytes);
        self.count += 1;
    }

    /// The number of entries.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// The number of bytes they take.
    pub const fn bytes(&self) -> usize {
        self.packed.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The entries, in order.
    pub fn iter(&self) -> impl Iterator<Item = RawEntry<'_>> {
        let mut reader = Reader::new(&self.packed);
        // The packed bytes were written by `push` or checked by `read`.
        std::iter::from_fn(move || read_entry(&mut reader).ok())
    }

    /// Reads `count` entries.
    pub(crate) fn read(reader: &mut Reader<'_>, count: usize) -> Result<EntryList, Malformed> {
        let mut ahead = reader.clone();
        for _ in 0..count {
            read_entry(&mut ahead)?;
        }
        let packed = reader.take(ahead.at() - reader.at())?.to_vec();
        Ok(EntryList { packed, count })
    }

    /// Appends the entries without their count.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.packed);
    }
}

fn read_entry<'a>(reader: &mut Reader<'a>) -> Result<RawEntry<'a>, Malformed> {
    let citation = reader.varint()?;
    let citation = u32::try_from(citation).map_err(|_| reader.wrong("a citation of more than 32 bits"))?;
    Ok(RawEntry { citation, bytes: reader.bytes()? })
}

/// The content of a commit, before it has a place in a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCommit {
    /// The format of the bytes.
    pub format: u16,
    /// The bytes of the input or genesis.
    pub input: Vec<u8>,
    /// The entries that followed.
    pub entries: EntryList,
}

impl NewCommit {
    /// The id it would have after a parent: that of its last event.
    pub fn id_after(&self, parent: EventId) -> EventId {
        let mut id = CommitId::begin(self.format, parent, &self.input);
        for entry in self.entries.iter() {
            id.entry(entry.bytes);
        }
        id.finish()
    }
}

/// The id of a commit, from its bytes as they come: nothing has to be kept for it.
pub struct CommitId(Chain);

impl CommitId {
    /// Begins with the bytes of the input, or of the genesis after [`EventId::ZERO`].
    pub fn begin(format: u16, parent: EventId, input: &[u8]) -> CommitId {
        let kind = if parent.is_zero() { Kind::Genesis } else { Kind::Input };
        CommitId(Chain::begin(format, parent, kind, input))
    }

    /// Continues with the commit that follows: the bytes of its input.
    pub fn next(&mut self, input: &[u8]) {
        self.0.input(input);
    }

    /// Adds the bytes of the next entry.
    pub fn entry(&mut self, bytes: &[u8]) {
        self.0.event(bytes);
    }

    /// The id after the entries so far.
    pub fn finish(&self) -> EventId {
        self.0.tip()
    }
}

/// A commit in its place in a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawCommit {
    /// Its id: that of its last event.
    pub id: EventId,
    /// The format of its bytes.
    pub format: u16,
    /// What it begins with.
    pub kind: Kind,
    /// The commit before it; [`EventId::ZERO`] for a genesis.
    pub parent: EventId,
    /// The earlier commit it points at for seeking; [`EventId::ZERO`] for a genesis.
    pub jump: EventId,
    /// The number of events up to and including the jump commit.
    pub jump_end: u64,
    /// How many commits precede it.
    pub number: u64,
    /// How many events precede it.
    pub first_event: u64,
    /// The bytes of the input or genesis.
    pub input: Vec<u8>,
    /// The entries that followed.
    pub entries: EntryList,
}

impl RawCommit {
    /// What seeking needs of it.
    pub(crate) fn node(&self) -> Node {
        Node { id: self.id, number: self.number, end: self.end() }
    }

    /// The number of events up to and including it, which is the number of the first event after
    /// it.
    pub fn end(&self) -> u64 {
        self.first_event + self.entries.len() as u64
    }

    /// The ids of its events, in order.
    pub fn event_ids(&self) -> Vec<EventId> {
        let mut chain = self.chain();
        self.entries.iter().map(|entry| chain.event(entry.bytes)).collect()
    }

    fn chain(&self) -> Chain {
        Chain::begin(self.format, self.parent, self.kind, &self.input)
    }

    /// Encodes the stored value.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(128 + self.input.len() + self.entries.packed.len());
        out.extend([COMMIT_LAYOUT, self.kind.number()]);
        out.extend(self.format.to_le_bytes());
        out.extend(self.parent.as_bytes());
        put_varint(&mut out, self.number);
        put_varint(&mut out, self.first_event);
        if has_jump(self.number) {
            out.extend(self.jump.as_bytes());
            put_varint(&mut out, self.jump_end);
        }
        put_bytes(&mut out, &self.input);
        put_varint(&mut out, self.entries.count as u64);
        self.entries.write(&mut out);
        let sum = CHECKSUM.of(&[self.id.as_bytes(), &out]);
        out.extend(sum);
        out
    }

    /// Decodes a stored value, checking every byte against the id it is stored under.
    pub(crate) fn decode(id: EventId, value: &[u8]) -> Result<RawCommit, Damage> {
        if let Some(&layout) = value.first()
            && layout > COMMIT_LAYOUT
        {
            return Err(Damage::Layout { found: layout, known: COMMIT_LAYOUT });
        }
        let body = value.len().checked_sub(CHECKSUM_BYTES).ok_or(Damage::Checksum)?;
        if CHECKSUM.of(&[id.as_bytes(), &value[..body]]) != value[body..] {
            return Err(Damage::Checksum);
        }
        let commit = RawCommit::parse(id, &value[..body])?;
        let found = {
            let mut chain = commit.chain();
            commit.entries.iter().fold(chain.tip(), |_, entry| chain.event(entry.bytes))
        };
        if found == id { Ok(commit) } else { Err(Damage::Identity { found }) }
    }

    /// Decodes a stored value at the start of longer bytes. The id is not given: it follows from
    /// the value. Also returns the length of the value.
    pub(crate) fn carve(bytes: &[u8]) -> Option<(RawCommit, usize)> {
        let mut reader = Reader::new(bytes);
        let mut commit = RawCommit::parse_from(EventId::ZERO, &mut reader).ok()?;
        let body = reader.at();
        let sum: [u8; CHECKSUM_BYTES] = reader.array().ok()?;
        commit.id = commit.event_ids().pop()?;
        (CHECKSUM.of(&[commit.id.as_bytes(), &bytes[..body]]) == sum).then_some((commit, body + CHECKSUM_BYTES))
    }

    fn parse(id: EventId, body: &[u8]) -> Result<RawCommit, Malformed> {
        let mut reader = Reader::new(body);
        let commit = RawCommit::parse_from(id, &mut reader)?;
        reader.finish()?;
        Ok(commit)
    }

    fn parse_from(id: EventId, reader: &mut Reader<'_>) -> Result<RawCommit, Malformed> {
        if reader.u8()? != COMMIT_LAYOUT {
            return Err(Malformed { at: 0, why: "not the layout of a commit" });
        }
        let kind = reader.u8()?;
        let kind = Kind::from_number(kind).ok_or_else(|| reader.wrong("not a kind of commit"))?;
        let format = reader.u16()?;
        let parent = EventId::from_bytes(reader.array()?);
        let number = reader.varint()?;
        let first_event = reader.varint()?;
        let (jump, jump_end) = if has_jump(number) {
            (EventId::from_bytes(reader.array()?), reader.varint()?)
        } else {
            (parent, first_event)
        };
        let input = reader.bytes()?.to_vec();
        let count = reader.count(2)?;
        let entries = EntryList::read(reader, count)?;
        let genesis = kind == Kind::Genesis;
        let fits = parent.is_zero() == genesis
            && jump.is_zero() == genesis
            && (number == 0) == genesis
            && (first_event == 0) == genesis
            && (jump_end == 0) == genesis
            && jump_end <= first_event
            && count > 0
            && first_event.checked_add(count as u64).is_some();
        if !fits {
            return Err(reader.wrong("a commit whose parts do not fit each other"));
        }
        Ok(RawCommit { id, format, kind, parent, jump, jump_end, number, first_event, input, entries })
    }
}

/// Whether the commit of this number jumps further than to its parent.
fn has_jump(number: u64) -> bool {
    number > 0 && jump_number(number) + 1 < number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit() -> RawCommit {
        let mut entries = EntryList::new();
        entries.push(0, b"began");
        entries.push(70_000, b"");
        entries.push(u32::MAX, &[7; 300]);
        let parent = EventId::from_bytes([3; 32]);
        let new = NewCommit { format: 1, input: b"pass".to_vec(), entries };
        RawCommit {
            id: new.id_after(parent),
            format: new.format,
            kind: Kind::Input,
            parent,
            jump: EventId::from_bytes([4; 32]),
            jump_end: 100,
            number: 10,
            first_event: 200,
            input: new.input,
            entries: new.entries,
        }
    }

    #[test]
    fn a_value_reads_back() {
        let commit = commit();
        assert_eq!(RawCommit::decode(commit.id, &commit.encode()), Ok(commit.clone()));
        assert_eq!(commit.event_ids().last(), Some(&commit.id));
        assert_eq!(commit.end(), 203);
    }

    #[test]
    fn any_flipped_bit_and_any_cut_is_noticed() {
        let commit = commit();
        let value = commit.encode();
        for at in 0..value.len() {
            for bit in 0..8 {
                let mut wrong = value.clone();
                wrong[at] ^= 1 << bit;
                assert!(RawCommit::decode(commit.id, &wrong).is_err(), "bit {bit} of byte {at}");
            }
            assert!(RawCommit::decode(commit.id, &value[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn a_value_under_the_wrong_id_is_noticed_even_with_a_checksum_that_fits() {
        let right = commit();
        let id = EventId::from_bytes([9; 32]);
        let forged = RawCommit { id, ..right.clone() };
        assert_eq!(RawCommit::decode(id, &forged.encode()), Err(Damage::Identity { found: right.id }));
        assert_eq!(RawCommit::decode(id, &right.encode()), Err(Damage::Checksum));
    }

    #[test]
    fn a_value_of_a_newer_layout_says_so() {
        let mut value = commit().encode();
        value[0] = 2;
        assert_eq!(RawCommit::decode(commit().id, &value), Err(Damage::Layout { found: 2, known: 1 }));
    }
}
