//! The decision journal: a small append-only file beside the database with every input, in order, and the id that came
//! of it. It is what a power cut or a damaged database cannot take: synced at each commit, a few dozen bytes each, and
//! enough to build every timeline again by running the inputs and comparing the ids.
//!
//! ```text
//! 16       "retrace journal\n"
//! u16      version: 1
//! then records until the end:
//!   u32      length of the payload
//!   …        the payload
//!   8        checksum of the record's offset in the file and of the payload
//! ```
//!
//! A payload is one of:
//!
//! ```text
//! u8 1     a timeline is (created, forked, renamed, set back):
//!   varint   its serial
//!   bytes    its name
//!   32       its head; zeros if it has none yet
//!   u8 …     where it was forked, as in a timeline's record
//! u8 2     a commit was appended to a timeline:
//!   varint   the timeline's serial
//!   32       the id of the commit; its parent is the head that the timeline had
//!   u16      the format of the input's bytes
//!   …        the input or genesis
//! u8 3     a timeline is gone:
//!   varint   its serial
//! ```
//!
//! A record that is cut short at the end of the file was never acknowledged and is dropped. Anything else that does not
//! check is damage: the file is first copied beside itself, then cut after its last good record, and what the database
//! knows is written to it again. [`read`] (in `journal/reading.rs`) finds the good records after damage as well.
//!
//! Once a sync has failed nothing is acknowledged any more: the system may have dropped what it could not write, and would
//! say at the next sync that all is well. For the same reason the end of the file is written once more when it is opened.

mod reading;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use blake3::hazmat::hash_derive_key_context;

use crate::bytes::{Malformed, Reader, put_bytes, put_varint};
use crate::commit::RawCommit;
use crate::disk::{Disk, Medium};
use crate::error::StoreError;
use crate::id::{CHECKSUM_BYTES, EventId, Sum};
use crate::timeline::{Fork, Timeline, put_fork, read_fork};

use reading::{Part, Parts, check_header, read_whole};
pub(crate) use reading::{Reading, read};

const MAGIC: &[u8; 16] = b"retrace journal\n";
const VERSION: u16 = 1;
const HEADER_BYTES: u64 = 18;
/// Around each payload: its length and its checksum.
const FRAME_BYTES: u64 = 4 + CHECKSUM_BYTES as u64;
const TIMELINE: u8 = 1;
const COMMIT: u8 = 2;
const GONE: u8 = 3;

/// How much is kept in memory between syncs.
const BUFFER_BYTES: usize = 1 << 20;

/// How much of the end is written again when the file is opened, at most.
const AGAIN_BYTES: usize = 4 << 20;

static CHECKSUM: Sum = Sum::new(|| hash_derive_key_context("retrace journal checksum v1"));

/// A timeline as the journal knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JournalTimeline {
    pub(crate) serial: u64,
    pub(crate) name: String,
    pub(crate) tip: EventId,
    pub(crate) forked: Option<Fork>,
}

/// An input as the journal knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JournalCommit {
    pub(crate) parent: EventId,
    pub(crate) id: EventId,
    pub(crate) format: u16,
    pub(crate) input: Vec<u8>,
}

/// What a journal tells at its end.
#[derive(Debug, Default)]
pub(crate) struct Past {
    pub(crate) timelines: BTreeMap<u64, JournalTimeline>,
    pub(crate) gone: BTreeSet<u64>,
    /// Whether it ended with a whole record.
    pub(crate) whole: bool,
}

impl Past {
    /// Follows a record; tells the commit if it is one.
    pub(crate) fn follow(&mut self, payload: &[u8]) -> Result<Option<JournalCommit>, Malformed> {
        let mut reader = Reader::new(payload);
        match reader.u8()? {
            TIMELINE => {
                let timeline = JournalTimeline {
                    serial: reader.varint()?,
                    name: reader.text()?.to_owned(),
                    tip: EventId::from_bytes(reader.array()?),
                    forked: read_fork(&mut reader)?,
                };
                reader.finish()?;
                self.gone.remove(&timeline.serial);
                self.timelines.insert(timeline.serial, timeline);
                Ok(None)
            }
            COMMIT => {
                let serial = reader.varint()?;
                let id = EventId::from_bytes(reader.array()?);
                let format = reader.u16()?;
                let timeline =
                    self.timelines.get_mut(&serial).ok_or_else(|| reader.wrong("a commit of an unknown timeline"))?;
                let parent = std::mem::replace(&mut timeline.tip, id);
                Ok(Some(JournalCommit { parent, id, format, input: reader.rest().to_vec() }))
            }
            GONE => {
                let serial = reader.varint()?;
                reader.finish()?;
                self.timelines.remove(&serial);
                self.gone.insert(serial);
                Ok(None)
            }
            _ => Err(Malformed { at: 0, why: "not a kind of record" }),
        }
    }
}

/// The journal, open for writing.
pub(crate) struct Journal {
    path: PathBuf,
    file: Box<dyn Medium>,
    /// How long the file is as far as it was written.
    written: u64,
    /// Whether what was written is not synced yet.
    unsynced: bool,
    /// Why a sync failed, if one did.
    unconfirmed: Option<String>,
    buffer: Vec<u8>,
    /// Where the journal believes each timeline's head to be.
    tips: BTreeMap<u64, EventId>,
}

impl Journal {
    /// Opens or creates the file, and tells what it holds. A damaged or unfinished end is cut off.
    pub(crate) fn open(disk: &dyn Disk, path: &Path) -> Result<(Journal, Past), StoreError> {
        let mut file = disk.open(path).map_err(StoreError::io("write", path))?;
        let bytes = read_whole(&*file).map_err(StoreError::io("read", path))?;
        let mut past = Past::default();
        let mut written = HEADER_BYTES;
        if (bytes.len() as u64) < HEADER_BYTES {
            // It was being created.
            file.cut(0).map_err(StoreError::io("write", path))?;
            let mut header = MAGIC.to_vec();
            header.extend(VERSION.to_le_bytes());
            file.write_at(0, &header).map_err(StoreError::io("write", path))?;
        } else {
            check_header(path, &bytes)?;
            let mut damaged = false;
            past.whole = true;
            for part in Parts::of(&bytes) {
                match part {
                    Part::Record(payload) if past.follow(payload).is_ok() => {
                        written += payload.len() as u64 + FRAME_BYTES;
                        continue;
                    }
                    Part::Unfinished(_) => {}
                    Part::Record(_) | Part::Damage(_) => damaged = true,
                }
                past.whole = false;
                break;
            }
            if damaged {
                keep_copy(disk, path)?;
            }
            if !past.whole {
                file.cut(written).map_err(StoreError::io("write", path))?;
            }
            let end = usize::try_from(written).unwrap_or(usize::MAX).min(bytes.len());
            let again = end - end.min(AGAIN_BYTES);
            file.write_at(again as u64, &bytes[again..end]).map_err(StoreError::io("write", path))?;
        }
        let folder = path.parent().unwrap_or(path);
        file.sync().and_then(|()| disk.sync_folder(folder)).map_err(StoreError::io("sync", path))?;
        let tips = past.timelines.values().map(|timeline| (timeline.serial, timeline.tip)).collect();
        let path = path.to_owned();
        let journal = Journal { path, file, written, unsynced: false, unconfirmed: None, buffer: Vec::new(), tips };
        Ok((journal, past))
    }

    /// Every commit in it, by id.
    pub(crate) fn commits(&self) -> Result<HashMap<EventId, JournalCommit>, StoreError> {
        let bytes = read_whole(&*self.file).map_err(StoreError::io("read", &self.path))?;
        let mut past = Past::default();
        let mut commits = HashMap::new();
        for part in Parts::of(&bytes) {
            let Part::Record(payload) = part else { break };
            let Ok(commit) = past.follow(payload) else { break };
            commits.extend(commit.map(|commit| (commit.id, commit)));
        }
        Ok(commits)
    }

    /// A timeline is so now.
    pub(crate) fn timeline(&mut self, timeline: &Timeline) {
        self.tips.insert(timeline.serial, timeline.tip);
        self.record(|payload| {
            payload.push(TIMELINE);
            put_varint(payload, timeline.serial);
            put_bytes(payload, timeline.name.as_bytes());
            payload.extend(timeline.tip.as_bytes());
            put_fork(payload, timeline.forked.as_ref());
        });
    }

    /// A commit is appended to a timeline.
    pub(crate) fn commit(&mut self, timeline: &Timeline, commit: &RawCommit) {
        if self.tips.get(&timeline.serial) != Some(&commit.parent) {
            self.timeline(&Timeline { tip: commit.parent, ..timeline.clone() });
        }
        self.tips.insert(timeline.serial, commit.id);
        self.record(|payload| {
            payload.push(COMMIT);
            put_varint(payload, timeline.serial);
            payload.extend(commit.id.as_bytes());
            payload.extend(commit.format.to_le_bytes());
            payload.extend(&commit.input);
        });
    }

    /// A timeline is gone.
    pub(crate) fn gone(&mut self, serial: u64) {
        self.tips.remove(&serial);
        self.record(|payload| {
            payload.push(GONE);
            put_varint(payload, serial);
        });
    }

    fn record(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.buffer.len();
        self.buffer.extend([0; 4]);
        write(&mut self.buffer);
        // A length that does not fit would have to be four gigabytes; the engine's values stay far below.
        let length = u32::try_from(self.buffer.len() - start - 4).unwrap_or(u32::MAX);
        self.buffer[start..start + 4].copy_from_slice(&length.to_le_bytes());
        let at = self.written + start as u64;
        let sum = CHECKSUM.of(&[&at.to_le_bytes(), &self.buffer[start + 4..]]);
        self.buffer.extend(sum);
        if self.buffer.len() > BUFFER_BYTES {
            // What could not be written stays in the buffer; the next sync tries again and tells.
            let _later = self.write();
        }
    }

    pub(crate) fn write(&mut self) -> Result<(), StoreError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        // From where it was last whole, in case the last attempt left half a record.
        self.file.write_at(self.written, &self.buffer).map_err(StoreError::io("write", &self.path))?;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        self.unsynced = true;
        Ok(())
    }

    /// Writes what is buffered and waits until the disk has it. Once that has failed it fails for good.
    pub(crate) fn sync(&mut self) -> Result<(), StoreError> {
        let unconfirmed =
            |path: &Path, why: &str| StoreError::Unconfirmed { path: path.to_owned(), why: why.to_owned() };
        if let Some(why) = &self.unconfirmed {
            return Err(unconfirmed(&self.path, why));
        }
        self.write()?;
        if self.unsynced {
            if let Err(error) = self.file.sync() {
                let why = self.unconfirmed.insert(error.to_string());
                return Err(unconfirmed(&self.path, why));
            }
            self.unsynced = false;
        }
        Ok(())
    }
}

/// Copies a damaged journal beside itself under the first free name.
fn keep_copy(disk: &dyn Disk, path: &Path) -> Result<(), StoreError> {
    let mut copy = path.with_extension("damaged");
    let mut number = 1;
    while copy.exists() {
        number += 1;
        copy = path.with_extension(format!("damaged-{number}"));
    }
    disk.copy(path, &copy).map_err(StoreError::io("copy the damaged journal to", copy))
}
