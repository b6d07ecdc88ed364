//! Records how much was acknowledged, in three places: the journal by its length, the database
//! beside its heads, and a small file `acknowledged` beside both. So if two of them lose their
//! ends, the third shows it.
//!
//! ```text
//! u8       layout: 1
//! 8        whose journal it is: the number of the store
//! u64      how often the journal was written anew
//! u64      how long the journal is
//! 8        the checksum of its last record
//! u64      how many commits it tells of
//! 32       the last of them
//! u64      how many timelines and bookmarks there are
//! u64      the sum of their marks: 8 bytes of a hash of each record
//! 8        checksum
//! ```
//!
//! It is written after the journal is synced, so it may be behind what was acknowledged, but never
//! ahead.

use std::cmp::Ordering;
use std::io;
use std::path::Path;

use crate::backend::{Backend, Tree};
use crate::bytes::Reader;
use crate::disk::{Disk, Medium};
use crate::error::{Damage, StoreError};
use crate::history::{Identity, What};
use crate::id::{CHECKSUM_BYTES, EventId};
use crate::journal;
use crate::sealed::{LAYOUT, NamesTally, seal, unseal};

const FILE: &str = "acknowledged";
pub(crate) const KEY: &[u8] = b"acknowledged";
const BYTES: usize = 1 + 8 + 8 + 8 + 8 + 8 + 32 + 8 + 8 + 8;

pub(crate) const HEADER_BYTES: u64 = 18;

/// The bytes around each payload: its length and its checksum.
pub(crate) const FRAME_BYTES: u64 = 4 + CHECKSUM_BYTES as u64;

/// How much of a journal was acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) identity: Identity,
    pub(crate) end: u64,
    pub(crate) last: [u8; 8],
    pub(crate) commits: u64,
    pub(crate) commit: EventId,
}

/// The record described at the top of the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) told: Told,
    pub(crate) names: NamesTally,
}

/// How a journal compares with a tally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Met {
    /// It has everything acknowledged.
    Yes,
    /// It ends earlier, or differs there.
    No,
    /// It is a later journal of the store, written anew since.
    Later,
    /// It is an earlier journal of the store, from before it was written anew.
    Earlier,
    /// It is the journal of another store.
    Other,
}

/// What a journal holds of everything acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// All of it.
    All,
    /// Less, or nobody knows: it is damaged before the end of what was acknowledged.
    Damaged,
    /// Less: it ends earlier, differs there, or is an earlier journal.
    Less,
}

impl Met {
    /// What a journal holds of everything acknowledged, which ended at `end`. If it is damaged,
    /// `damaged_from` is the end of its last whole operation before the damage.
    pub(crate) fn holds(self, end: u64, damaged_from: Option<u64>) -> Holds {
        match (self, damaged_from) {
            (Met::No | Met::Earlier, _) => Holds::Less,
            // Beyond what was acknowledged, a power cut may leave anything.
            (Met::Yes, Some(good)) if end <= good => Holds::All,
            (_, Some(_)) => Holds::Damaged,
            (_, None) => Holds::All,
        }
    }
}

impl Told {
    /// Follows a record that ends at an offset.
    pub(crate) fn follow(&mut self, end: u64, sum: [u8; 8], what: &What<'_>) {
        match what {
            What::Identity(identity) if self.end == 0 => self.identity = *identity,
            What::Commit { id, .. } => {
                self.commits += 1;
                self.commit = *id;
            }
            _ => {}
        }
        (self.end, self.last) = (end, sum);
    }

    /// Whether a journal contains everything acknowledged. It may be missing.
    pub(crate) fn is_met_by(&self, journal: Option<&dyn Medium>) -> io::Result<Met> {
        if self.end <= HEADER_BYTES {
            return Ok(Met::Yes);
        }
        let Some(journal) = journal else { return Ok(Met::No) };
        let Some(theirs) = journal::identity(journal)? else { return Ok(Met::No) };
        if theirs.store != self.identity.store {
            return Ok(Met::Other);
        }
        Ok(match theirs.anew.cmp(&self.identity.anew) {
            Ordering::Greater => Met::Later,
            Ordering::Less => Met::Earlier,
            Ordering::Equal if bytes_at(journal, self.end.checked_sub(8))? == Some(self.last) => Met::Yes,
            Ordering::Equal => Met::No,
        })
    }

    /// Whether it tells nothing that another does not: it is no later, or of another store.
    pub(crate) fn is_up_to(&self, other: &Told) -> bool {
        let told = |told: &Told| (told.identity.anew, told.end);
        self.identity.store != other.identity.store || told(self) <= told(other)
    }
}

/// The bytes at an offset, if the file has all of them.
fn bytes_at<const N: usize>(file: &dyn Medium, at: Option<u64>) -> io::Result<Option<[u8; N]>> {
    let mut bytes = [0; N];
    let Some(at) = at.filter(|at| i64::try_from(*at).is_ok()) else { return Ok(None) };
    Ok((file.read_at(at, &mut bytes)? == N).then_some(bytes))
}

impl Tally {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let Tally { told, names } = self;
        let mut bytes = Vec::with_capacity(BYTES);
        bytes.push(LAYOUT);
        bytes.extend(told.identity.store);
        bytes.extend(told.identity.anew.to_le_bytes());
        bytes.extend(told.end.to_le_bytes());
        bytes.extend(told.last);
        bytes.extend(told.commits.to_le_bytes());
        bytes.extend(told.commit.as_bytes());
        bytes.extend(names.count.to_le_bytes());
        bytes.extend(names.marks.to_le_bytes());
        seal(bytes, KEY)
    }

    pub(crate) fn decode(value: &[u8]) -> Result<Tally, Damage> {
        let mut reader = Reader::new(unseal(value, KEY)?);
        reader.u8()?;
        let told = Told {
            identity: Identity { store: reader.array()?, anew: reader.u64()? },
            end: reader.u64()?,
            last: reader.array()?,
            commits: reader.u64()?,
            commit: EventId::from_bytes(reader.array()?),
        };
        let names = NamesTally { count: reader.u64()?, marks: reader.u64()? };
        reader.finish()?;
        Ok(Tally { told, names })
    }

    /// The one in a database, if there is one.
    pub(crate) fn stored(backend: &dyn Backend) -> Result<Option<Result<Tally, Damage>>, StoreError> {
        Ok(backend.get(Tree::Heads, KEY)?.map(|value| Tally::decode(&value)))
    }

    /// The one in the file beside the journal, if there is one.
    pub(crate) fn beside(folder: &Path) -> Option<Result<Tally, Damage>> {
        std::fs::read(folder.join(FILE)).ok().filter(|bytes| !bytes.is_empty()).map(|bytes| Tally::decode(&bytes))
    }
}

/// The file, open for writing. It can only prove a loss, so where it cannot be written the store
/// goes on without it.
pub(crate) struct TallyFile(Option<Box<dyn Medium>>);

impl TallyFile {
    /// Opens or creates it, and returns its content.
    pub(crate) fn open(disk: &dyn Disk, folder: &Path) -> (TallyFile, Option<Result<Tally, Damage>>) {
        let Ok(file) = disk.open(&folder.join(FILE)) else { return (TallyFile(None), None) };
        let mut bytes = vec![0; BYTES + 1];
        let read = file.read_at(0, &mut bytes).unwrap_or(0);
        let told = (read > 0).then(|| Tally::decode(&bytes[..read]));
        (TallyFile(Some(file)), told)
    }

    pub(crate) fn write(&mut self, tally: &Tally) {
        if let Some(file) = &mut self.0 {
            // An older number proves less, but nothing false.
            let _proof = file.write_at(0, &tally.encode());
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod tests {
    use super::*;

    #[test]
    fn a_tally_reads_back_and_any_flipped_bit_or_cut_is_noticed() {
        let identity = Identity { store: [1; 8], anew: 5 };
        let told = Told { identity, end: 300, last: [2; 8], commits: 9, commit: EventId::from_bytes([7; 32]) };
        let tally = Tally { told, names: NamesTally { count: 3, marks: u64::MAX } };
        let value = tally.encode();
        assert_eq!(value.len(), BYTES);
        assert_eq!(Tally::decode(&value), Ok(tally));
        for at in 0..value.len() {
            let mut wrong = value.clone();
            wrong[at] ^= 1;
            assert!(Tally::decode(&wrong).is_err());
            assert!(Tally::decode(&value[..at]).is_err());
        }
    }
}
