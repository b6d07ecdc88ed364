//! Reads a journal record by record, and skips what is damaged.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

use super::{CHECKSUM, MAGIC, Past, VERSION, next_part, payload_at, records};
use crate::disk::{Disk, Medium, System};
use crate::error::{Damage, Object, StoreError};
use crate::history::{JournalCommit, goes_on};
use crate::id::{CHECKSUM_BYTES, EventId};
use crate::tally::{FRAME_BYTES, HEADER_BYTES};

/// Bounds the search for the next record after damage: it hashes at most this many times the length
/// of the file.
const SEARCH: u64 = 16;

/// What the end of a file cuts off is shorter than this.
const CUT_OFF: usize = 1 << 16;

/// A part of the file after the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part<'b> {
    /// A payload whose checksum matches.
    Record(&'b [u8]),
    /// An operation cut off by the end of the file, as happens when writing is interrupted.
    Unfinished(Range<u64>),
    /// Bytes that are not records.
    Damage(Range<u64>),
}

/// The records wanted of an operation that is not whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// None, to go on from the last whole operation.
    Whole,
    /// Those of an operation that is damaged, but none of one that the end of the file cuts off: it
    /// was never acknowledged.
    Acknowledged,
    /// All, where more was acknowledged than the file has.
    All,
}

/// The parts in order. After damage it searches for the next good record. A record's checksum
/// covers its offset, so other bytes are not mistaken for one.
pub(super) struct Parts<'b> {
    bytes: &'b [u8],
    /// Where in the file they begin.
    base: u64,
    at: usize,
    /// Up to where the records are good and wanted.
    known: usize,
    wanted: Wanted,
    /// How many bytes searches may still hash.
    budget: u64,
}

impl<'b> Parts<'b> {
    pub(super) fn of(bytes: &'b [u8], wanted: Wanted) -> Parts<'b> {
        let at = bytes.len().min(HEADER_BYTES as usize);
        Parts { bytes, base: 0, at, known: at, wanted, budget: bytes.len() as u64 * SEARCH }
    }

    fn record(&self, at: usize) -> Option<&'b [u8]> {
        let payload = payload_at(self.bytes, at)?;
        let sum = &self.bytes[at + 4 + payload.len()..][..CHECKSUM_BYTES];
        (CHECKSUM.of(&[&(self.base + at as u64).to_le_bytes(), payload]) == sum).then_some(payload)
    }

    /// The end of the operation, or the part of one, that begins at an offset; or where something
    /// else than its next record is.
    fn operation(&self, mut at: usize) -> Result<usize, usize> {
        loop {
            let payload = self.record(at).ok_or(at)?;
            at += payload.len() + FRAME_BYTES as usize;
            if !goes_on(payload) {
                return Ok(at);
            }
        }
    }

    /// Whether the end of the file cuts off a record here. Its length may be damaged instead; in
    /// doubt, damage.
    fn is_cut_off(&mut self, at: usize) -> bool {
        payload_at(self.bytes, at).is_none() && self.bytes.len() - at < CUT_OFF && self.search(at + 1).is_none()
    }

    /// The offset of the next record whose checksum matches.
    fn search(&mut self, from: usize) -> Option<usize> {
        (from..self.bytes.len()).find(|at| {
            let Some(payload) = payload_at(self.bytes, *at) else { return false };
            let cost = payload.len() as u64 + FRAME_BYTES;
            if cost > self.budget {
                return false;
            }
            self.budget -= cost;
            self.record(*at).is_some()
        })
    }
}

impl<'b> Iterator for Parts<'b> {
    type Item = Part<'b>;

    fn next(&mut self) -> Option<Part<'b>> {
        let at = self.at;
        if at >= self.bytes.len() {
            return None;
        }
        let mut bad = at;
        if at >= self.known {
            match self.operation(at) {
                Ok(end) => self.known = end,
                Err(end) => {
                    bad = end;
                    let wanted = match self.wanted {
                        Wanted::Whole => false,
                        Wanted::Acknowledged => !self.is_cut_off(bad),
                        Wanted::All => true,
                    };
                    self.known = if wanted { bad } else { at };
                }
            }
        }
        if at < self.known
            && let Some(payload) = payload_at(self.bytes, at)
        {
            self.at += payload.len() + FRAME_BYTES as usize;
            return Some(Part::Record(payload));
        }
        let cut_off = self.is_cut_off(bad);
        self.at = if cut_off { None } else { self.search(bad + 1) }.unwrap_or(self.bytes.len());
        let range = at as u64..self.at as u64;
        Some(if cut_off { Part::Unfinished(range) } else { Part::Damage(range) })
    }
}

/// Whether the end of a file of this length cuts off a record at an offset.
pub(super) fn cut_off(file: &dyn Medium, at: u64, length: u64) -> io::Result<bool> {
    let left = usize::try_from(length - at).unwrap_or(usize::MAX);
    if left >= CUT_OFF {
        return Ok(false);
    }
    let mut bytes = vec![0; left];
    let read = file.read_at(at, &mut bytes)?;
    bytes.truncate(read);
    let budget = bytes.len() as u64 * SEARCH;
    let mut rest = Parts { bytes: &bytes, base: at, at: 0, known: 0, wanted: Wanted::Whole, budget };
    Ok(rest.is_cut_off(0))
}

/// Reads all bytes of a file.
pub(super) fn read_whole(file: &dyn Medium) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(file.length()?).map_err(io::Error::other)?];
    let read = file.read_at(0, &mut bytes)?;
    bytes.truncate(read);
    Ok(bytes)
}

/// Checks that a file begins with a journal's header.
pub(super) fn check_header(path: &Path, file: &dyn Medium) -> Result<(), StoreError> {
    let damaged =
        |why| Err(StoreError::Damaged { object: Object::Journal(path.to_owned()), why: Damage::Misplaced(why) });
    let mut header = [0; HEADER_BYTES as usize];
    let read = file.read_at(0, &mut header).map_err(StoreError::io("read", path))?;
    let Some((magic, rest)) = header[..read].split_first_chunk::<16>() else { return damaged("it is too short") };
    let Some((version, _)) = rest.split_first_chunk::<2>() else { return damaged("it is too short") };
    if magic != MAGIC {
        return damaged("it does not begin as a journal does");
    }
    match u16::from_le_bytes(*version) {
        VERSION => Ok(()),
        // The records are of this version, so only the version number is wrong.
        _ if records::identity(file).map_err(StoreError::io("read", path))?.is_some() => {
            damaged("its version is not that of its records")
        }
        found => Err(StoreError::TooNew { place: path.display().to_string(), found, known: VERSION }),
    }
}

/// A journal, read as far as possible whatever happened to it.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// What is known at its end.
    pub(crate) past: Past,
    /// Every commit in it. A commit after damage counts as a child of the last commit read before
    /// the damage, until the ids show otherwise.
    pub(crate) commits: HashMap<EventId, JournalCommit>,
    /// How many records it has.
    pub(crate) records: u64,
    /// The end of the last whole operation before any damage.
    pub(crate) good: u64,
    /// How many bytes it has.
    length: u64,
    /// What is wrong with the header.
    pub(crate) header: Option<Damage>,
    /// The byte ranges that are not records.
    pub(crate) damaged: Vec<Range<u64>>,
    /// An operation whose writing was interrupted.
    pub(crate) unfinished: Option<Range<u64>>,
}

impl Reading {
    /// Whether it is undamaged. Ending in the middle of an operation is not damage.
    pub(crate) fn is_whole(&self) -> bool {
        self.header.is_none() && self.damaged.is_empty()
    }

    /// Where its last whole operation before damage ends, if there is damage.
    pub(crate) fn damaged_from(&self) -> Option<u64> {
        (!self.damaged.is_empty()).then_some(self.good)
    }

    /// Whether all that is wrong is damage after the last whole operation, up to the end: opening
    /// cuts that off and loses no record.
    pub(crate) fn is_damaged_at_its_end(&self) -> bool {
        let at_end = |damage: &[Range<u64>]| matches!(damage, [it] if (it.start, it.end) == (self.good, self.length));
        self.header.is_none() && at_end(&self.damaged)
    }
}

/// Reads the journal at a path without changing it. A missing journal reads as one without records,
/// and its header says so.
pub(crate) fn read(path: &Path, wanted: Wanted) -> Result<Reading, StoreError> {
    let file = match File::open(path) {
        Ok(_) if path.is_dir() => {
            let header = Some(Damage::Misplaced("it is a folder"));
            return Ok(Reading { header, ..Reading::default() });
        }
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Reading { header: Some(Damage::Misplaced("it is not there")), ..Reading::default() });
        }
        Err(error) => return Err(StoreError::io("read", path)(error)),
    };
    let bytes = read_whole(&file).map_err(StoreError::io("read", path))?;
    let header = match check_header(path, &file) {
        Ok(()) => None,
        Err(StoreError::Damaged { why, .. }) => Some(why),
        Err(error) => return Err(error),
    };
    let mut reading = Reading { header, good: HEADER_BYTES, length: bytes.len() as u64, ..Reading::default() };
    let mut at = HEADER_BYTES;
    for part in Parts::of(&bytes, wanted) {
        let begin = at;
        match part {
            Part::Record(payload) => {
                at += payload.len() as u64 + FRAME_BYTES;
                reading.records += 1;
                match reading.past.follow(payload) {
                    Some(commit) => {
                        reading.commits.extend(commit.map(|commit| (commit.id, commit)));
                        if reading.damaged.is_empty() && !goes_on(payload) {
                            reading.good = at;
                        }
                    }
                    // The checksum matches, but a record that this one needs is lost.
                    None => reading.damaged.push(begin..at),
                }
            }
            Part::Unfinished(range) => {
                at = range.end;
                reading.unfinished = Some(range);
            }
            Part::Damage(range) => {
                at = range.end;
                reading.damaged.push(range);
            }
        }
    }
    Ok(reading)
}

/// Copies the whole operations of a journal, even while it is being written; returns whether
/// anything after that is damaged. An operation being written at the end is not damage.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<bool, StoreError> {
    let file = File::open(from).map_err(StoreError::io("read", from))?;
    let length = file.length().map_err(StoreError::io("read", from))?;
    let (mut good, mut damaged) = (0, false);
    if length >= HEADER_BYTES {
        check_header(from, &file)?;
        let followed = records::follow(&file).map_err(StoreError::io("read", from))?;
        (good, damaged) = (followed.good, followed.damaged);
    }
    let mut copy = System.open(to).map_err(StoreError::io("create", to))?;
    copy.cut(0).map_err(StoreError::io("write", to))?;
    let (mut part, mut at) = (Vec::new(), 0);
    while let Some(bytes) = next_part(&file, (at, good), &mut part).map_err(StoreError::io("read", from))? {
        copy.write_at(at, bytes).map_err(StoreError::io("write", to))?;
        at += bytes.len() as u64;
    }
    copy.sync().map_err(StoreError::io("write", to))?;
    System.sync_folder(to.parent().unwrap_or(to)).map_err(StoreError::io("sync", to))?;
    Ok(damaged)
}
