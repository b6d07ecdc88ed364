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
//! knows is written to it again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use blake3::hazmat::hash_derive_key_context;

use crate::bytes::{Malformed, Reader, put_bytes, put_varint};
use crate::commit::RawCommit;
use crate::error::{Object, StoreError};
use crate::id::{CHECKSUM_BYTES, EventId, Sum};
use crate::timeline::{Fork, Timeline, put_fork, read_fork};

const MAGIC: &[u8; 16] = b"retrace journal\n";
const VERSION: u16 = 1;
const HEADER_BYTES: u64 = 18;
const TIMELINE: u8 = 1;
const COMMIT: u8 = 2;
const GONE: u8 = 3;

/// How much is kept in memory between syncs.
const BUFFER_BYTES: usize = 1 << 20;

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
    fn follow(&mut self, payload: &[u8]) -> Result<Option<JournalCommit>, Malformed> {
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
    file: File,
    /// How long the file is as far as it was written.
    written: u64,
    /// Whether what was written is not synced yet.
    unsynced: bool,
    buffer: Vec<u8>,
    /// Where the journal believes each timeline's head to be.
    tips: BTreeMap<u64, EventId>,
}

impl Journal {
    /// Opens or creates the file, and tells what it holds. A damaged or unfinished end is cut off.
    pub(crate) fn open(path: &Path) -> Result<(Journal, Past), StoreError> {
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(path)
            .map_err(StoreError::io("open", path))?;
        let length = file.metadata().map_err(StoreError::io("read", path))?.len();
        let mut past = Past::default();
        let mut written = HEADER_BYTES;
        if length < HEADER_BYTES {
            // It was being created.
            file.set_len(0).map_err(StoreError::io("write", path))?;
            let mut header = MAGIC.to_vec();
            header.extend(VERSION.to_le_bytes());
            file.write_all(&header).map_err(StoreError::io("write", path))?;
            file.sync_all().and_then(|()| sync_folder_of(path)).map_err(StoreError::io("sync", path))?;
        } else {
            let scan = scan(path, &file, length, |past, payload| past.follow(payload).map(|_| ()))?;
            written = scan.good;
            past = scan.past;
            if !past.whole {
                if scan.damaged {
                    keep_copy(path)?;
                }
                file.set_len(written).map_err(StoreError::io("write", path))?;
                file.sync_all().map_err(StoreError::io("sync", path))?;
            }
        }
        let tips = past.timelines.values().map(|timeline| (timeline.serial, timeline.tip)).collect();
        let path = path.to_owned();
        let journal = Journal { path, file, written, unsynced: false, buffer: Vec::new(), tips };
        Ok((journal, past))
    }

    /// Every commit in it, by id.
    pub(crate) fn commits(&self) -> Result<HashMap<EventId, JournalCommit>, StoreError> {
        let mut commits = HashMap::new();
        scan(&self.path, &self.file, self.written, |past, payload| {
            if let Some(commit) = past.follow(payload)? {
                commits.insert(commit.id, commit);
            }
            Ok(())
        })?;
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

    fn write(&mut self) -> Result<(), StoreError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        // From where it was last whole, in case the last attempt left half a record.
        let written = self.file.seek(SeekFrom::Start(self.written)).and_then(|_| self.file.write_all(&self.buffer));
        written.map_err(StoreError::io("write", &self.path))?;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        self.unsynced = true;
        Ok(())
    }

    /// Writes what is buffered and waits until the disk has it.
    pub(crate) fn sync(&mut self) -> Result<(), StoreError> {
        self.write()?;
        if self.unsynced {
            self.file.sync_data().map_err(StoreError::io("sync", &self.path))?;
            self.unsynced = false;
        }
        Ok(())
    }
}

struct Scan {
    past: Past,
    /// Up to where the file is good.
    good: u64,
    /// Whether what comes after is more than an unfinished record.
    damaged: bool,
}

/// Reads the records of a file up to a length, as far as they are good.
fn scan(
    path: &Path,
    mut file: &File,
    length: u64,
    mut follow: impl FnMut(&mut Past, &[u8]) -> Result<(), Malformed>,
) -> Result<Scan, StoreError> {
    file.seek(SeekFrom::Start(0)).map_err(StoreError::io("read", path))?;
    let mut reader = BufReader::new(file);
    let io = |error| StoreError::io("read", path)(error);
    let mut header = [0; HEADER_BYTES as usize];
    reader.read_exact(&mut header).map_err(io)?;
    let damaged = |why| StoreError::Damaged { object: Object::Journal(path.to_owned()), why };
    if header[..16] != *MAGIC {
        return Err(damaged(Malformed { at: 0, why: "not the beginning of a journal" }.into()));
    }
    let version = u16::from_le_bytes([header[16], header[17]]);
    if version != VERSION {
        return Err(StoreError::TooNew { place: path.display().to_string(), found: version, known: VERSION });
    }
    let mut past = Past::default();
    let mut good = HEADER_BYTES;
    let mut payload = Vec::new();
    loop {
        let left = length - good;
        let mut prefix = [0; 4];
        if left == 0 {
            past.whole = true;
            return Ok(Scan { past, good, damaged: false });
        }
        if left < 4 {
            return Ok(Scan { past, good, damaged: false });
        }
        reader.read_exact(&mut prefix).map_err(io)?;
        let size = u64::from(u32::from_le_bytes(prefix));
        if size + 4 + CHECKSUM_BYTES as u64 > left {
            // It may be an unfinished record, or a length that was hit; in doubt, damage.
            let unfinished = left < 1 << 16;
            return Ok(Scan { past, good, damaged: !unfinished });
        }
        payload.clear();
        let read = Read::by_ref(&mut reader).take(size).read_to_end(&mut payload).map_err(io)?;
        if read as u64 != size {
            return Err(io(ErrorKind::UnexpectedEof.into()));
        }
        let mut sum = [0; CHECKSUM_BYTES];
        reader.read_exact(&mut sum).map_err(io)?;
        if sum != CHECKSUM.of(&[&good.to_le_bytes(), &payload]) || follow(&mut past, &payload).is_err() {
            return Ok(Scan { past, good, damaged: true });
        }
        good += size + 4 + CHECKSUM_BYTES as u64;
    }
}

/// Makes a new file's name durable, where the system keeps names apart from files.
fn sync_folder_of(path: &Path) -> std::io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

/// Copies a damaged journal beside itself under the first free name.
fn keep_copy(path: &Path) -> Result<(), StoreError> {
    let mut copy = path.with_extension("damaged");
    let mut number = 1;
    while copy.exists() {
        number += 1;
        copy = path.with_extension(format!("damaged-{number}"));
    }
    fs::copy(path, &copy).map(|_| ()).map_err(StoreError::io("copy the damaged journal to", copy))
}
