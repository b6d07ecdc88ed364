//! Reads a journal record by record, and skips what is damaged.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

use super::{CHECKSUM, FRAME_BYTES, HEADER_BYTES, MAGIC, Past, VERSION};
use crate::disk::{Disk, Medium, System};
use crate::error::{Damage, Object, StoreError};
use crate::history::JournalCommit;
use crate::id::{CHECKSUM_BYTES, EventId};

/// Bounds the search for the next record after damage: it hashes at most this many times the length
/// of the file.
const SEARCH: u64 = 16;

/// A part of the file after the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part<'b> {
    /// A payload whose checksum matches.
    Record(&'b [u8]),
    /// A record cut off by the end of the file, as happens when writing is interrupted.
    Unfinished(Range<u64>),
    /// Bytes that are not records.
    Damage(Range<u64>),
}

/// The parts in order. After damage it searches for the next good record. A record's checksum
/// covers its offset, so other bytes are not mistaken for one.
pub(super) struct Parts<'b> {
    bytes: &'b [u8],
    at: usize,
    /// How many bytes searches may still hash.
    budget: u64,
}

impl<'b> Parts<'b> {
    pub(super) fn of(bytes: &'b [u8]) -> Parts<'b> {
        Parts { bytes, at: bytes.len().min(HEADER_BYTES as usize), budget: bytes.len() as u64 * SEARCH }
    }

    /// The end of the record at an offset, from its length; none if the file ends before it.
    fn end(&self, at: usize) -> Option<usize> {
        let size: [u8; 4] = self.bytes.get(at..at + 4)?.try_into().ok()?;
        let end = at.checked_add(u32::from_le_bytes(size) as usize)?.checked_add(FRAME_BYTES as usize)?;
        (end <= self.bytes.len()).then_some(end)
    }

    fn record(&self, at: usize) -> Option<&'b [u8]> {
        let end = self.end(at)?;
        let (payload, sum) = self.bytes[at + 4..end].split_at(end - at - 4 - CHECKSUM_BYTES);
        (CHECKSUM.of(&[&(at as u64).to_le_bytes(), payload]) == sum).then_some(payload)
    }

    /// The offset of the next record whose checksum matches.
    fn search(&mut self, from: usize) -> Option<usize> {
        (from..self.bytes.len()).find(|at| {
            let Some(end) = self.end(*at) else { return false };
            let cost = (end - at) as u64;
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
        if let Some(payload) = self.record(at) {
            self.at += payload.len() + FRAME_BYTES as usize;
            return Some(Part::Record(payload));
        }
        let next = self.search(at + 1);
        self.at = next.unwrap_or(self.bytes.len());
        let range = at as u64..self.at as u64;
        // This may be an unfinished record, or one whose length was damaged; in doubt, damage.
        let unfinished = next.is_none() && self.end(at).is_none() && self.bytes.len() - at < 1 << 16;
        Some(if unfinished { Part::Unfinished(range) } else { Part::Damage(range) })
    }
}

/// Reads all bytes of a file.
pub(super) fn read_whole(file: &dyn Medium) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(file.length()?).map_err(io::Error::other)?];
    let read = file.read_at(0, &mut bytes)?;
    bytes.truncate(read);
    Ok(bytes)
}

/// Checks that a file begins with a journal's header.
pub(super) fn check_header(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let damaged =
        |why| Err(StoreError::Damaged { object: Object::Journal(path.to_owned()), why: Damage::Misplaced(why) });
    let Some((magic, rest)) = bytes.split_first_chunk::<16>() else { return damaged("it is too short") };
    let Some((version, _)) = rest.split_first_chunk::<2>() else { return damaged("it is too short") };
    if magic != MAGIC {
        return damaged("it does not begin as a journal does");
    }
    match u16::from_le_bytes(*version) {
        VERSION => Ok(()),
        // The records are of this version, so only the version number is wrong.
        _ if matches!(Parts::of(bytes).next(), Some(Part::Record(_))) => {
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
    /// What is wrong with the header.
    pub(crate) header: Option<Damage>,
    /// The byte ranges that are not records.
    pub(crate) damaged: Vec<Range<u64>>,
    /// A record whose writing was interrupted.
    pub(crate) unfinished: Option<Range<u64>>,
}

impl Reading {
    /// Whether it is undamaged. Ending in the middle of a record is not damage.
    pub(crate) fn is_whole(&self) -> bool {
        self.header.is_none() && self.damaged.is_empty()
    }
}

/// Reads the journal at a path without changing it. A missing journal reads as one without records,
/// and its header says so.
pub(crate) fn read(path: &Path) -> Result<Reading, StoreError> {
    let bytes = match File::open(path) {
        Ok(_) if path.is_dir() => {
            let header = Some(Damage::Misplaced("it is a folder"));
            return Ok(Reading { header, ..Reading::default() });
        }
        Ok(file) => read_whole(&file).map_err(StoreError::io("read", path))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Reading { header: Some(Damage::Misplaced("it is not there")), ..Reading::default() });
        }
        Err(error) => return Err(StoreError::io("read", path)(error)),
    };
    let header = match check_header(path, &bytes) {
        Ok(()) => None,
        Err(StoreError::Damaged { why, .. }) => Some(why),
        Err(error) => return Err(error),
    };
    let mut reading = Reading { header, ..Reading::default() };
    let mut at = HEADER_BYTES;
    for part in Parts::of(&bytes) {
        let begin = at;
        match part {
            Part::Record(payload) => {
                at += payload.len() as u64 + FRAME_BYTES;
                reading.records += 1;
                match reading.past.follow(payload) {
                    Some(commit) => reading.commits.extend(commit.map(|commit| (commit.id, commit))),
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
    reading.past.whole = reading.damaged.is_empty() && reading.unfinished.is_none();
    Ok(reading)
}

/// Copies the good part of a journal, even while it is being written; returns whether anything
/// after that is damaged. A record being written at the end is not damage.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<bool, StoreError> {
    let file = File::open(from).map_err(StoreError::io("read", from))?;
    let bytes = read_whole(&file).map_err(StoreError::io("read", from))?;
    let (mut good, mut damaged) = (0, false);
    if bytes.len() as u64 >= HEADER_BYTES {
        check_header(from, &bytes)?;
        good = HEADER_BYTES as usize;
        let mut past = Past::default();
        for part in Parts::of(&bytes) {
            match part {
                Part::Record(payload) if past.follow(payload).is_some() => {
                    good += payload.len() + FRAME_BYTES as usize;
                    continue;
                }
                Part::Unfinished(_) => {}
                Part::Record(_) | Part::Damage(_) => damaged = true,
            }
            break;
        }
    }
    let mut copy = System.open(to).map_err(StoreError::io("create", to))?;
    let written = copy.cut(0).and_then(|()| copy.write_at(0, &bytes[..good])).and_then(|()| copy.sync());
    written.map_err(StoreError::io("write", to))?;
    System.sync_folder(to.parent().unwrap_or(to)).map_err(StoreError::io("sync", to))?;
    Ok(damaged)
}
