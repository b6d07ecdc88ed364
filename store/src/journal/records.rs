//! Follows a journal from its beginning to its end, a window of the file at a time, so that neither
//! its length nor that of an operation decides about memory.

use std::io;

use super::reading::cut_off;
use super::{AT_ONCE, CHECKSUM};
use crate::disk::Medium;
use crate::history::{History, Identity, Record, What, goes_on};
use crate::id::CHECKSUM_BYTES;
use crate::tally::Told;
use crate::tally::{FRAME_BYTES, HEADER_BYTES};

/// The records of a file, one after another.
struct Records<'m> {
    file: &'m dyn Medium,
    length: u64,
    window: Vec<u8>,
    /// Where in the file the window begins.
    start: u64,
    /// Where the next record begins.
    at: u64,
}

impl<'m> Records<'m> {
    fn new(file: &'m dyn Medium, length: u64) -> Records<'m> {
        Records { file, length, window: Vec::new(), start: 0, at: HEADER_BYTES }
    }

    /// The payload and the checksum of the next record, if the file has it and the checksum
    /// matches.
    fn next(&mut self) -> io::Result<Option<(&[u8], [u8; CHECKSUM_BYTES])>> {
        let at = self.at;
        let Some(&size) = self.bytes(at, 4)?.and_then(<[u8]>::first_chunk::<4>) else { return Ok(None) };
        let size = u32::from_le_bytes(size) as usize;
        let Some(record) = self.bytes(at + 4, size + CHECKSUM_BYTES)? else { return Ok(None) };
        let Some((payload, sum)) = record.split_last_chunk::<CHECKSUM_BYTES>() else { return Ok(None) };
        if CHECKSUM.of(&[&at.to_le_bytes(), payload]) != *sum {
            return Ok(None);
        }
        let sum = *sum;
        self.at = at + size as u64 + FRAME_BYTES;
        // Borrowed once more: the borrow above ends with the early returns.
        Ok(self.bytes(at + 4, size)?.map(|payload| (payload, sum)))
    }

    fn bytes(&mut self, at: u64, count: usize) -> io::Result<Option<&[u8]>> {
        let end = at + count as u64;
        if end > self.length {
            return Ok(None);
        }
        if at < self.start || end > self.start + self.window.len() as u64 {
            let room = usize::try_from(self.length - at).unwrap_or(usize::MAX);
            self.window.resize(count.max(AT_ONCE).min(room), 0);
            let read = self.file.read_at(at, &mut self.window)?;
            self.window.truncate(read);
            self.start = at;
        }
        // In the window by now, so the difference is small.
        let from = (at - self.start) as usize;
        Ok(self.window.get(from..from + count))
    }
}

/// Whose journal a file is, if its first record is good, whatever its header says.
pub(crate) fn identity(file: &dyn Medium) -> io::Result<Option<Identity>> {
    let mut records = Records::new(file, file.length()?);
    let first = records.next()?.and_then(|(payload, _)| Record::read(payload).ok());
    Ok(first.and_then(|record| if let What::Identity(identity) = record.what { Some(identity) } else { None }))
}

/// What the records of a journal tell.
#[derive(Default)]
pub(super) struct Followed {
    pub(super) history: History,
    pub(super) told: Told,
    /// Where the last whole operation ends.
    pub(super) good: u64,
    /// Whether the bytes after that are more than an operation being written.
    pub(super) damaged: bool,
}

/// Follows the whole operations of a file, up to the first record that is not good.
pub(super) fn follow(file: &dyn Medium) -> io::Result<Followed> {
    let (followed, begun) = follow_to(file, file.length()?)?;
    if !begun {
        return Ok(followed);
    }
    // Rarely: what was followed of an operation that is not whole is forgotten again.
    let (whole, _) = follow_to(file, followed.good)?;
    Ok(Followed { damaged: followed.damaged, ..whole })
}

/// Follows the records of the first `length` bytes. Also tells whether those after the last whole
/// operation were followed, too.
fn follow_to(file: &dyn Medium, length: u64) -> io::Result<(Followed, bool)> {
    let mut records = Records::new(file, length);
    let mut followed = Followed { good: HEADER_BYTES, ..Followed::default() };
    while records.at < length {
        let at = records.at;
        let Some((payload, sum)) = records.next()? else {
            followed.damaged = !cut_off(file, at, length)?;
            break;
        };
        let (more, end) = (goes_on(payload), at + payload.len() as u64 + FRAME_BYTES);
        let record = Record::read(payload).ok().filter(|record| followed.history.accepts(record));
        let Some(record) = record else {
            followed.damaged = true;
            break;
        };
        followed.history.follow(&record);
        followed.told.follow(end, sum, &record.what);
        if !more {
            followed.good = end;
        }
    }
    let begun = followed.told.end > followed.good;
    Ok((followed, begun))
}
