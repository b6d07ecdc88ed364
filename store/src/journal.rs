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
//! What a payload says is told in [`history`](crate::history).
//!
//! A record that is cut short at the end of the file was never acknowledged and is dropped. Anything else that does not
//! check is damage: the file is first copied beside itself, then cut after its last good record, and what the database
//! knows is written to it again.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use blake3::hazmat::hash_derive_key_context;

use crate::bytes::Malformed;
use crate::error::{Object, StoreError};
use crate::history::{History, JournalCommit, Record};
use crate::id::{CHECKSUM_BYTES, EventId, Sum};

const MAGIC: &[u8; 16] = b"retrace journal\n";
const VERSION: u16 = 1;
pub(crate) const HEADER_BYTES: u64 = 18;

/// How much is kept in memory between syncs.
const BUFFER_BYTES: usize = 1 << 20;

static CHECKSUM: Sum = Sum::new(|| hash_derive_key_context("retrace journal checksum v1"));

/// The journal, open for writing.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// How long the file is as far as it was written.
    written: u64,
    /// Whether what was written is not synced yet.
    unsynced: bool,
    buffer: Vec<u8>,
}

/// What an opened journal holds.
#[derive(Debug, Default)]
pub(crate) struct Past {
    pub(crate) history: History,
    /// Whether it ended with a whole record.
    pub(crate) whole: bool,
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
            file.write_all(&header()).map_err(StoreError::io("write", path))?;
            file.sync_all().and_then(|()| sync_folder_of(path)).map_err(StoreError::io("sync", path))?;
        } else {
            let scan = scan(path, &file, length, |_| ())?;
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
        let path = path.to_owned();
        let journal = Journal { path, file, written, unsynced: false, buffer: Vec::new() };
        Ok((journal, past))
    }

    /// How long it is, with what is not written yet.
    pub(crate) fn len(&self) -> u64 {
        self.written + self.buffer.len() as u64
    }

    /// A new journal beside this one, without records; one that was left there is written over.
    pub(crate) fn begin_anew(&self) -> Result<Journal, StoreError> {
        let path = self.path.with_extension("new");
        let mut options = OpenOptions::new();
        let opened = options.read(true).write(true).create(true).truncate(true).open(&path);
        let mut file = opened.map_err(StoreError::io("create", &path))?;
        file.write_all(&header()).map_err(StoreError::io("write", &path))?;
        Ok(Journal { path, file, written: HEADER_BYTES, unsynced: true, buffer: Vec::new() })
    }

    /// Takes the place of another, in one step, after all of it is on the disk.
    pub(crate) fn take_the_place_of(mut self, old: &mut Journal) -> Result<(), StoreError> {
        self.sync()?;
        fs::rename(&self.path, &old.path).map_err(StoreError::io("replace", &old.path))?;
        let path = std::mem::take(&mut old.path);
        *old = Journal { path, ..self };
        sync_folder_of(&old.path).map_err(StoreError::io("sync", &old.path))
    }

    /// Every commit in it, by id.
    pub(crate) fn commits(&self) -> Result<HashMap<EventId, JournalCommit>, StoreError> {
        let mut commits = HashMap::new();
        scan(&self.path, &self.file, self.written, |commit| {
            commits.insert(commit.id, commit);
        })?;
        Ok(commits)
    }

    /// Appends a record; the next sync makes it durable.
    pub(crate) fn record(&mut self, record: &Record<'_>) {
        let start = self.buffer.len();
        self.buffer.extend([0; 4]);
        record.write(&mut self.buffer);
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

/// What every journal begins with.
fn header() -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header
}

/// How many bytes a record takes.
pub(crate) fn bytes_of(record: &Record<'_>) -> u64 {
    let mut payload = Vec::new();
    record.write(&mut payload);
    (4 + payload.len() + CHECKSUM_BYTES) as u64
}

/// Copies a journal as far as it is good, also while somebody writes to it; tells whether it is damaged after that. What
/// is being written at its end is not damage.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<bool, StoreError> {
    let file = File::open(from).map_err(StoreError::io("open", from))?;
    let length = file.metadata().map_err(StoreError::io("read", from))?.len();
    let scan = if length < HEADER_BYTES { None } else { Some(scan(from, &file, length, |_| ())?) };
    let (good, damaged) = scan.map_or((0, false), |scan| (scan.good, scan.damaged));
    (&file).seek(SeekFrom::Start(0)).map_err(StoreError::io("read", from))?;
    let mut copy = File::create(to).map_err(StoreError::io("create", to))?;
    std::io::copy(&mut (&file).take(good), &mut copy).map_err(StoreError::io("copy the journal to", to))?;
    copy.sync_all().and_then(|()| sync_folder_of(to)).map_err(StoreError::io("sync", to))?;
    Ok(damaged)
}

struct Scan {
    past: Past,
    /// Up to where the file is good.
    good: u64,
    /// Whether what comes after is more than an unfinished record.
    damaged: bool,
}

/// Reads the records of a file up to a length, as far as they are good, and hands over the commits.
fn scan(path: &Path, mut file: &File, length: u64, mut commit: impl FnMut(JournalCommit)) -> Result<Scan, StoreError> {
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
        let record = Record::read(&payload).ok().filter(|record| past.history.accepts(record));
        match record {
            Some(record) if sum == CHECKSUM.of(&[&good.to_le_bytes(), &payload]) => {
                past.history.follow(&record).into_iter().for_each(&mut commit);
            }
            _ => return Ok(Scan { past, good, damaged: true }),
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
