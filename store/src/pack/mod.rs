//! Packs: files of settled commits that never change. sled pays for each key, at every opening and
//! in memory; a commit in a pack costs nothing until it is read. [`packing`] moves commits here.
//!
//! Commits lie in blocks. A block has consecutive commits of one chain, at most [`MOST_COMMITS`],
//! so the ids of parents and most jumps follow from its beginning. A look-up reads two numbers of
//! the fan-out, the few entries between them, and one block. It never loads an index.
//!
//! ```text
//! 16       "retrace pack\n" and three zeros
//! u16      version: 1
//! then blocks:
//!   u32      length of the body
//!   u8       layout of the body: 1
//!   varint   how many commits
//!   32       id of the parent of the first; zeros for a genesis
//!   varint   number of the first: how many commits are before it
//!   varint   how many events are before it
//!   for each commit:
//!     u16      format
//!     only where the jump leads to before the parent of the block's first:
//!       32       id of the jump commit
//!       varint   how many events there are up to and including it
//!     bytes    the input (a varint with their length, then they)
//!     varint   how many entries; for each its citation (varint) and its bytes
//!   8        checksum of the body
//! then the index:
//!   u32 …    the fan-out, 2^bits + 1 numbers: how many entries have ids whose first `bits` bits,
//!            read as a number, are below 0, 1, 2, …
//!   14 …     the entries, in order: the first 8 bytes of an id, and the offset of its block (six
//!            bytes); both big-endian
//! then the end:
//!   u64      how many commits
//!   u64      where the index begins
//!   u8       bits
//!   8        checksum of the index
//!   8        checksum of the header and of the 25 bytes above
//! ```

mod force;
mod set;

use std::io;
use std::path::{Path, PathBuf};

use blake3::hazmat::hash_derive_key_context;

use crate::bytes::{Malformed, Reader, put_bytes, put_varint};
use crate::commit::{CommitId, EntryList, RawCommit};
use crate::disk::Medium;
use crate::error::{Damage, Object, StoreError};
use crate::id::{CHECKSUM_BYTES, EventId, Kind, Sum};
use crate::jumps::jump_number;

pub(crate) use force::{clean, in_force, remove_folder};
pub(crate) use set::{Packs, files_in, journal_of, pack_of, why};

/// How many commits the journal has when they are packed.
pub(crate) const PACK_AT: u64 = 1 << 16;

/// The folder of packs and of their journals.
pub(crate) const PACKS: &str = "packs";

const MAGIC: &[u8; 16] = b"retrace pack\n\0\0\0";
const VERSION: u16 = 1;
const HEADER_BYTES: u64 = 18;
const BLOCK_LAYOUT: u8 = 1;
const ENTRY_BYTES: usize = 14;
const END_BYTES: u64 = 33;

/// The most commits of a block: reading one reads its neighbours.
const MOST_COMMITS: usize = 16;
/// The bytes after which a block takes no more commits.
const ENOUGH_BYTES: usize = 8 << 10;
/// How much of a block is read before its length is known.
const AT_FIRST: usize = 4 << 10;
/// How much is written at once.
const AT_ONCE: usize = 1 << 18;
/// How many entries lie between two numbers of the fan-out, as a power of two.
const NEAR: u32 = 8;

static BLOCK_SUM: Sum = Sum::new(|| hash_derive_key_context("retrace pack block checksum v1"));
static INDEX_SUM: Sum = Sum::new(|| hash_derive_key_context("retrace pack index checksum v1"));
static END_SUM: Sum = Sum::new(|| hash_derive_key_context("retrace pack end checksum v1"));

type Entry = [u8; ENTRY_BYTES];

fn entry(id: EventId, offset: u64) -> Entry {
    let mut entry = [0; ENTRY_BYTES];
    entry[..8].copy_from_slice(&id.as_bytes()[..8]);
    entry[8..].copy_from_slice(&offset.to_be_bytes()[2..]);
    entry
}

fn offset_of(entry: &[u8]) -> u64 {
    entry[8..].iter().fold(0, |offset, byte| offset << 8 | u64::from(*byte))
}

/// The first 8 bytes of an id or an entry as a number.
fn beginning(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or(0, |first| u64::from_be_bytes(*first))
}

fn header() -> [u8; HEADER_BYTES as usize] {
    let mut header = [0; HEADER_BYTES as usize];
    header[..16].copy_from_slice(MAGIC);
    header[16..].copy_from_slice(&VERSION.to_le_bytes());
    header
}

/// The jump of the commit of this number, where it follows from the commits of its block before it
/// and from the parent of the first.
fn jump_within(before: &[RawCommit], parent: EventId, number: u64, first_event: u64) -> Option<(EventId, u64)> {
    let (first, parent, parent_end) = match before.first() {
        Some(first) => (first.number, first.parent, first.first_event),
        None => (number, parent, first_event),
    };
    match jump_number(number) {
        _ if number == 0 => Some((EventId::ZERO, 0)),
        to if to >= first => before.get(usize::try_from(to - first).ok()?).map(|commit| (commit.id, commit.end())),
        to if to + 1 == first => Some((parent, parent_end)),
        _ => None,
    }
}

/// Encodes the body of a block. Each commit must be the parent of the next.
fn encode(commits: &[RawCommit]) -> Result<Vec<u8>, Damage> {
    let mut out = vec![BLOCK_LAYOUT];
    put_varint(&mut out, commits.len() as u64);
    for (at, commit) in commits.iter().enumerate() {
        if at == 0 {
            out.extend(commit.parent.as_bytes());
            put_varint(&mut out, commit.number);
            put_varint(&mut out, commit.first_event);
        }
        out.extend(commit.format.to_le_bytes());
        match jump_within(&commits[..at], commit.parent, commit.number, commit.first_event) {
            Some(jump) if jump != (commit.jump, commit.jump_end) => {
                return Err(Damage::Misplaced("its jump leads to another place than it says"));
            }
            Some(_) => {}
            None => {
                out.extend(commit.jump.as_bytes());
                put_varint(&mut out, commit.jump_end);
            }
        }
        put_bytes(&mut out, &commit.input);
        put_varint(&mut out, commit.entries.len() as u64);
        commit.entries.write(&mut out);
    }
    Ok(out)
}

/// Decodes the body of a block. The ids follow from it.
fn decode(body: &[u8]) -> Result<Vec<RawCommit>, Malformed> {
    let mut reader = Reader::new(body);
    if reader.u8()? != BLOCK_LAYOUT {
        return Err(Malformed { at: 0, why: "not the layout of a block" });
    }
    let count = reader.count(4)?;
    let mut parent = EventId::from_bytes(reader.array()?);
    let (mut number, mut first_event) = (reader.varint()?, reader.varint()?);
    let mut commits: Vec<RawCommit> = Vec::with_capacity(count.min(MOST_COMMITS));
    for _ in 0..count {
        let format = reader.u16()?;
        let (jump, jump_end) = match jump_within(&commits, parent, number, first_event) {
            Some(jump) => jump,
            None => (EventId::from_bytes(reader.array()?), reader.varint()?),
        };
        let input = reader.bytes()?.to_vec();
        let events = reader.count(2)?;
        let entries = EntryList::read(&mut reader, events)?;
        let genesis = parent.is_zero();
        let fits = (number == 0) == genesis && (first_event == 0) == genesis && jump_end <= first_event && events > 0;
        let next = number.checked_add(1).zip(first_event.checked_add(events as u64));
        let Some(next) = next.filter(|_| fits) else {
            return Err(reader.wrong("a commit whose parts do not fit each other"));
        };
        let mut id = CommitId::begin(format, parent, &input);
        entries.iter().for_each(|entry| id.entry(entry.bytes));
        let (id, kind) = (id.finish(), if genesis { Kind::Genesis } else { Kind::Input });
        commits.push(RawCommit { id, format, kind, parent, jump, jump_end, number, first_event, input, entries });
        parent = id;
        (number, first_event) = next;
    }
    reader.finish()?;
    Ok(commits)
}

/// A pack, open for reading.
pub(crate) struct Pack {
    pub(crate) number: u32,
    pub(crate) path: PathBuf,
    /// How many commits it has.
    pub(crate) commits: u64,
    file: Box<dyn Medium>,
    /// Where the index begins.
    index: u64,
    bits: u8,
    sum: [u8; CHECKSUM_BYTES],
}

impl Pack {
    /// Opens a file, and checks its beginning, its end and its length.
    pub(crate) fn over(file: Box<dyn Medium>, path: &Path, number: u32) -> Result<Pack, StoreError> {
        let damaged = |why| StoreError::Damaged { object: Object::Pack(path.to_owned()), why: Damage::Misplaced(why) };
        let length = file.length().map_err(StoreError::io("read", path))?;
        let mut head = [0; HEADER_BYTES as usize];
        let mut end = [0; END_BYTES as usize];
        let at = length.checked_sub(END_BYTES).filter(|at| *at >= HEADER_BYTES);
        let at = at.ok_or_else(|| damaged("it is too short"))?;
        for (at, bytes) in [(0, &mut head[..]), (at, &mut end[..])] {
            read_exact(&*file, at, bytes).map_err(StoreError::io("read", path))?;
        }
        let (told, sum) = end.split_at(END_BYTES as usize - CHECKSUM_BYTES);
        if head[..16] != MAGIC[..] {
            return Err(damaged("it does not begin as a pack does"));
        }
        if END_SUM.of(&[&head, told]) != *sum {
            return Err(StoreError::Damaged { object: Object::Pack(path.to_owned()), why: Damage::Checksum });
        }
        let version = u16::from_le_bytes([head[16], head[17]]);
        if version != VERSION {
            return Err(StoreError::TooNew { place: path.display().to_string(), found: version, known: VERSION });
        }
        let read =
            |reader: &mut Reader<'_>| Ok::<_, Malformed>((reader.u64()?, reader.u64()?, reader.u8()?, reader.array()?));
        let (commits, index, bits, sum) = read(&mut Reader::new(told)).map_err(|_| damaged("it is too short"))?;
        let pack = Pack { number, path: path.to_owned(), commits, file, index, bits, sum };
        let entries = commits.checked_mul(ENTRY_BYTES as u64);
        let fits = bits <= 32 && entries.and_then(|bytes| bytes.checked_add(pack.entries_at()?)) == Some(at);
        if fits && index >= HEADER_BYTES { Ok(pack) } else { Err(damaged("its length is not what its end says")) }
    }

    fn entries_at(&self) -> Option<u64> {
        self.index.checked_add(4 * ((1 << self.bits) + 1))
    }

    /// How many bytes its file has.
    pub(crate) fn bytes(&self) -> u64 {
        self.entries_at().unwrap_or(0) + self.commits * ENTRY_BYTES as u64 + END_BYTES
    }

    fn damaged(&self, why: Damage) -> StoreError {
        StoreError::Damaged { object: Object::Pack(self.path.clone()), why }
    }

    fn read(&self, at: u64, count: usize) -> Result<Vec<u8>, StoreError> {
        let mut bytes = vec![0; count];
        match read_exact(&*self.file, at, &mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(self.damaged(Damage::Misplaced("it has become shorter")))
            }
            read => read.map(|()| bytes).map_err(StoreError::io("read", &self.path)),
        }
    }

    /// The entries between two numbers of the fan-out.
    fn bucket(&self, bucket: u64) -> Result<Vec<u8>, StoreError> {
        let pair = self.read(self.index + 4 * bucket, 8)?;
        let number = |at: usize| pair[at..].first_chunk().map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)));
        let (from, to) = (number(0), number(4));
        if from > to || to > self.commits {
            return Err(self.damaged(Damage::Misplaced("its index is not in order")));
        }
        let at = self.entries_at().unwrap_or(0) + from * ENTRY_BYTES as u64;
        self.read(at, usize::try_from(to - from).unwrap_or(0) * ENTRY_BYTES)
    }

    fn bucket_of(&self, beginning: u64) -> u64 {
        beginning.checked_shr(64 - u32::from(self.bits)).unwrap_or(0)
    }

    /// The offsets of the blocks that may have a commit: those of every commit whose id begins with
    /// the same 8 bytes.
    pub(crate) fn offsets(&self, id: EventId) -> Result<Vec<u64>, StoreError> {
        let entries = self.bucket(self.bucket_of(beginning(id.as_bytes())))?;
        let same = entries.chunks_exact(ENTRY_BYTES).filter(|entry| entry[..8] == id.as_bytes()[..8]);
        Ok(same.map(offset_of).collect())
    }

    /// The ids that begin with these bytes, in no order, at least `limit` if there are as many.
    pub(crate) fn beginning_with(&self, prefix: &[u8], limit: usize) -> Result<Vec<EventId>, StoreError> {
        let (mut low, mut high) = ([0; 8], [0xff; 8]);
        for (at, byte) in prefix.iter().take(8).enumerate() {
            (low[at], high[at]) = (*byte, *byte);
        }
        let mut found = Vec::new();
        for bucket in self.bucket_of(u64::from_be_bytes(low))..=self.bucket_of(u64::from_be_bytes(high)) {
            for entry in self.bucket(bucket)?.chunks_exact(ENTRY_BYTES) {
                if found.len() >= limit {
                    return Ok(found);
                }
                if (low..=high).contains(entry.first_chunk().unwrap_or(&[0; 8])) {
                    let block = self.block(offset_of(entry))?;
                    let fits = |id: &EventId| id.as_bytes()[..8] == entry[..8] && id.as_bytes().starts_with(prefix);
                    found.extend(block.iter().map(|commit| commit.id).filter(fits));
                }
            }
        }
        Ok(found)
    }

    /// The commits of the block at an offset.
    pub(crate) fn block(&self, offset: u64) -> Result<Vec<RawCommit>, StoreError> {
        self.block_with_length(offset).map(|(commits, _)| commits)
    }

    fn block_with_length(&self, offset: u64) -> Result<(Vec<RawCommit>, u64), StoreError> {
        let bytes = self.block_bytes(offset)?;
        let (body, sum) = bytes[4..].split_at(bytes.len() - 4 - CHECKSUM_BYTES);
        match body.first() {
            _ if BLOCK_SUM.of(&[body]) != *sum => Err(self.damaged(Damage::Checksum)),
            Some(&found) if found > BLOCK_LAYOUT => Err(self.damaged(Damage::Layout { found, known: BLOCK_LAYOUT })),
            _ => match decode(body) {
                Ok(commits) => Ok((commits, bytes.len() as u64)),
                Err(why) => Err(self.damaged(why.into())),
            },
        }
    }

    /// The bytes of the block at an offset, with its length and its checksum.
    fn block_bytes(&self, offset: u64) -> Result<Vec<u8>, StoreError> {
        let wrong = || self.damaged(Damage::Misplaced("a block of it does not end where it should"));
        let left = self.index.checked_sub(offset).filter(|_| offset >= HEADER_BYTES).ok_or_else(wrong)?;
        let left = usize::try_from(left).map_err(|_| wrong())?;
        let mut bytes = self.read(offset, left.min(AT_FIRST))?;
        let length = bytes.first_chunk().map(|bytes| u32::from_le_bytes(*bytes) as usize).ok_or_else(wrong)?;
        let whole = length.checked_add(4 + CHECKSUM_BYTES).filter(|whole| *whole <= left).ok_or_else(wrong)?;
        if whole > bytes.len() {
            bytes.extend(self.read(offset + bytes.len() as u64, whole - bytes.len())?);
        }
        bytes.truncate(whole);
        Ok(bytes)
    }

    /// Where the index says that the next block begins.
    fn block_after(&self, offset: u64) -> Result<u64, StoreError> {
        let count = usize::try_from(self.commits).unwrap_or(usize::MAX).saturating_mul(ENTRY_BYTES);
        let entries = self.read(self.entries_at().unwrap_or(0), count)?;
        let offsets = entries.chunks_exact(ENTRY_BYTES).map(offset_of);
        let next = offsets.filter(|next| *next > offset).min();
        Ok(next.unwrap_or(self.index).min(self.index))
    }

    /// Passes every block to a callback: its offset, its length, and its commits or what is wrong
    /// with it. After a damaged one it goes on where the index says.
    pub(crate) fn each(
        &self,
        found: &mut dyn FnMut(u64, u64, Result<Vec<RawCommit>, StoreError>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut at = HEADER_BYTES;
        while at < self.index {
            let (block, next) = match self.block_with_length(at) {
                Ok((block, length)) => (Ok(block), at + length),
                Err(error @ StoreError::Damaged { .. }) => (Err(error), self.block_after(at)?),
                Err(error) => return Err(error),
            };
            found(at, next - at, block)?;
            at = next;
        }
        Ok(())
    }

    /// Checks that the index has these entries and no others.
    pub(crate) fn check_index(&self, mut entries: Vec<Entry>) -> Result<(), StoreError> {
        let bytes = self.entries_at().unwrap_or(0) + self.commits * ENTRY_BYTES as u64 - self.index;
        let index = self.read(self.index, usize::try_from(bytes).unwrap_or(usize::MAX))?;
        if INDEX_SUM.of(&[&index]) != self.sum {
            return Err(self.damaged(Damage::Misplaced("its index does not match its checksum")));
        }
        entries.sort_unstable();
        if self::index(&entries) == (index, self.bits) {
            return Ok(());
        }
        Err(self.damaged(Damage::Misplaced("its index is not that of its commits")))
    }
}

/// The entries of a block.
pub(crate) fn entries_of(offset: u64, commits: &[RawCommit]) -> impl Iterator<Item = Entry> + '_ {
    commits.iter().map(move |commit| entry(commit.id, offset))
}

/// The bytes of the index of some entries in order, and the bits of its fan-out.
fn index(entries: &[Entry]) -> (Vec<u8>, u8) {
    let bits = entries.len().checked_ilog2().unwrap_or(0).saturating_sub(NEAR);
    let mut out = Vec::with_capacity((4 << bits) + 4 + ENTRY_BYTES * entries.len());
    for bucket in 0..=1u64 << bits {
        let below = |entry: &Entry| beginning(entry).checked_shr(64 - bits).unwrap_or(0) < bucket;
        let count = entries.partition_point(below);
        out.extend(u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
    }
    entries.iter().for_each(|entry| out.extend(entry));
    (out, bits as u8)
}

fn read_exact(file: &dyn Medium, at: u64, into: &mut [u8]) -> io::Result<()> {
    let read = file.read_at(at, into)?;
    if read == into.len() { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// A pack being written.
pub(crate) struct Writer {
    file: Box<dyn Medium>,
    path: PathBuf,
    written: u64,
    buffer: Vec<u8>,
    block: Vec<RawCommit>,
    block_bytes: usize,
    entries: Vec<Entry>,
}

impl Writer {
    pub(crate) fn new(mut file: Box<dyn Medium>, path: &Path) -> Result<Writer, StoreError> {
        file.cut(0).map_err(StoreError::io("write", path))?;
        Ok(Writer {
            file,
            path: path.to_owned(),
            written: 0,
            buffer: header().to_vec(),
            block: Vec::new(),
            block_bytes: 0,
            entries: Vec::new(),
        })
    }

    /// How many commits it has so far.
    pub(crate) fn commits(&self) -> u64 {
        (self.entries.len() + self.block.len()) as u64
    }

    /// Adds a commit.
    pub(crate) fn add(&mut self, commit: RawCommit) -> Result<(), StoreError> {
        let follows = self.block.last().is_some_and(|last| {
            (last.id, last.number + 1, last.end()) == (commit.parent, commit.number, commit.first_event)
        });
        if !follows || self.block.len() >= MOST_COMMITS || self.block_bytes >= ENOUGH_BYTES {
            self.end_block()?;
        }
        self.block_bytes += commit.input.len() + commit.entries.bytes();
        self.block.push(commit);
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), StoreError> {
        let block = std::mem::take(&mut self.block);
        self.block_bytes = 0;
        let Some(first) = block.first() else { return Ok(()) };
        let body = encode(&block).map_err(|why| StoreError::damaged(first.id, why))?;
        let offset = self.written + self.buffer.len() as u64;
        let length = u32::try_from(body.len()).map_err(|_| StoreError::damaged(first.id, Damage::Checksum))?;
        self.buffer.extend(length.to_le_bytes());
        self.buffer.extend(&body);
        self.buffer.extend(BLOCK_SUM.of(&[&body]));
        self.entries.extend(entries_of(offset, &block));
        self.write(AT_ONCE)
    }

    /// Adds all blocks of another pack; or nothing, if one of them is damaged. Returns whether it
    /// did.
    pub(crate) fn add_pack(&mut self, pack: &Pack) -> Result<bool, StoreError> {
        self.end_block()?;
        self.write(0)?;
        let (written, entries) = (self.written, self.entries.len());
        let added = pack.each(&mut |offset, _, block| {
            let block = block?;
            let bytes = pack.block_bytes(offset)?;
            let offset = self.written + self.buffer.len() as u64;
            self.buffer.extend(bytes);
            self.entries.extend(entries_of(offset, &block));
            self.write(AT_ONCE)
        });
        match added {
            Err(StoreError::Damaged { .. }) => {
                self.written = written;
                self.buffer.clear();
                self.entries.truncate(entries);
                Ok(false)
            }
            added => added.map(|()| true),
        }
    }

    fn write(&mut self, least: usize) -> Result<(), StoreError> {
        if self.buffer.len() >= least {
            self.file.write_at(self.written, &self.buffer).map_err(StoreError::io("write", &self.path))?;
            self.written += self.buffer.len() as u64;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Writes the index and the end, and waits until the disk has everything.
    pub(crate) fn finish(mut self) -> Result<(), StoreError> {
        self.end_block()?;
        self.write(0)?;
        let at = self.written;
        self.entries.sort_unstable();
        let (index, bits) = index(&self.entries);
        let mut end = Vec::new();
        end.extend((self.entries.len() as u64).to_le_bytes());
        end.extend(at.to_le_bytes());
        end.push(bits);
        end.extend(INDEX_SUM.of(&[&index]));
        let sum = END_SUM.of(&[&header(), &end]);
        end.extend(sum);
        self.buffer = index;
        self.buffer.extend(end);
        self.write(0)?;
        // What was taken back may have been longer.
        self.file.cut(self.written).map_err(StoreError::io("write", &self.path))?;
        self.file.sync().map_err(StoreError::io("write", &self.path))
    }
}
