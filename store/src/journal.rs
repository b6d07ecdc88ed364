//! The decision journal: a small append-only file beside the database with every input, in order,
//! and the id that it led to. It survives a power cut and a damaged database. It is synced at each
//! commit, takes a few dozen bytes per commit, and suffices to rebuild every timeline by running
//! the inputs and comparing the ids.
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
//! [`history`](crate::history) describes the payloads. The first record names the store, so that
//! the journal of another store, or one from before the journal was written anew, is not taken for
//! this store's.
//!
//! An operation is whole or not there. It is written at once, but a process can die halfway through
//! a write. So each record but the last of an operation says that the operation goes on in the next
//! record. At the end of the file a record cut short, and the records before it that go on in it,
//! were never acknowledged and are dropped. What joins an operation later, in another write, stands
//! or falls by itself.
//!
//! Any other mismatch is damage: the file is first copied beside itself and then truncated after
//! its last whole operation, and what the database knows is written to it again. [`read`] (in
//! `journal/reading.rs`) finds the good records after damage as well.
//!
//! After a failed sync nothing more is acknowledged: the system may have dropped data it could not
//! write, and still report success at the next sync. A file `journal.unconfirmed` warns the next
//! process that opens the store. That process rewrites and syncs the journal as it reads it, before
//! it builds on it. (A power cut may remove that file, but then the journal as read is what the
//! disk has.)

mod reading;
mod records;

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use blake3::hazmat::hash_derive_key_context;

use crate::disk::{Disk, Medium};
use crate::error::StoreError;
use crate::history::{History, Identity, JournalCommit, Record, What, let_go_on};
use crate::id::{CHECKSUM_BYTES, EventId, Sum};
use crate::tally::{FRAME_BYTES, HEADER_BYTES};
use crate::tally::{Holds, Met, Told};

use reading::{Part, Parts, check_header, read_whole};
pub(crate) use reading::{Reading, Wanted, copy, read};
use records::Followed;
pub(crate) use records::identity;

const MAGIC: &[u8; 16] = b"retrace journal\n";
const VERSION: u16 = 1;

/// How much of a file is read and written at once.
const AT_ONCE: usize = 1 << 18;

/// The file name extension that marks a failed sync.
const UNCONFIRMED: &str = "unconfirmed";
const UNCONFIRMED_TEXT: &str = "A sync of the journal failed; it is written again when the store is opened.\n";

static CHECKSUM: Sum = Sum::new(|| hash_derive_key_context("retrace journal checksum v1"));

/// A journal that has been examined but not yet changed.
pub(crate) struct Looked {
    path: PathBuf,
    /// None if there is none.
    file: Option<Box<dyn Medium>>,
    /// Its length in bytes; below [`HEADER_BYTES`] it is new, or its creation was interrupted.
    length: u64,
    /// What its whole operations tell.
    pub(crate) history: History,
    told: Told,
    /// How many of the bytes are whole operations, with the header.
    pub(crate) good: u64,
    /// Whether the bytes after these are more than an operation being written.
    pub(crate) damaged: bool,
}

impl Looked {
    /// Whether it is whole up to its last operation, and not new.
    pub(crate) const fn is_sound(&self) -> bool {
        !self.damaged && self.length >= HEADER_BYTES
    }

    /// Whether it is whole up to its end.
    pub(crate) const fn is_whole(&self) -> bool {
        self.is_sound() && self.good == self.length
    }

    /// Where its last whole operation ends, if damage follows.
    fn damaged_from(&self) -> Option<u64> {
        self.damaged.then_some(self.good)
    }

    /// What it holds of everything acknowledged, if it compares so with what was told of that.
    pub(crate) fn holds(&self, told: &Told, met: Met) -> Holds {
        met.holds(told.end, self.damaged_from())
    }

    /// How it compares with what was acknowledged.
    pub(crate) fn meets(&self, told: &Told) -> Result<Met, StoreError> {
        told.is_met_by(self.file.as_deref()).map_err(StoreError::io("read", &self.path))
    }
}

/// Examines a journal without changing it, from its beginning to its end. Memory is bounded by what
/// it tells of names and operations, whatever its length.
pub(crate) fn look(disk: &dyn Disk, path: &Path) -> Result<Looked, StoreError> {
    let file = match disk.open_to_read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        opened => Some(opened.map_err(StoreError::io("read", path))?),
    };
    let length = file.as_ref().map_or(Ok(0), |file| file.length()).map_err(StoreError::io("read", path))?;
    let followed = match &file {
        Some(file) if length >= HEADER_BYTES => {
            check_header(path, &**file)?;
            records::follow(&**file).map_err(StoreError::io("read", path))?
        }
        _ => Followed::default(),
    };
    let Followed { history, told, good, damaged } = followed;
    Ok(Looked { path: path.to_owned(), file, length, history, told, good, damaged })
}

/// What the journal says of names and operations, for those who go on with it.
#[derive(Debug, Default)]
pub(crate) struct Past {
    pub(crate) history: History,
}

/// Whose names stand where the journal and the database differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stands {
    /// Those of the journal: it has everything that the database has.
    Journal,
    /// Those of the database: the journal has lost what it had after some place.
    Database,
    /// What both have, and each timeline where it is furthest: nobody knows which is the later.
    Both,
}

/// A journal that was opened.
pub(crate) struct Opened {
    pub(crate) journal: Journal,
    /// What it tells.
    pub(crate) history: History,
    pub(crate) stands: Stands,
    /// Whether it ended with a whole operation and lacked nothing.
    pub(crate) whole: bool,
}

impl Past {
    /// Follows a record; returns the commit if it is one, and nothing if the record cannot follow.
    fn follow(&mut self, payload: &[u8]) -> Option<Option<JournalCommit>> {
        let record = Record::read(payload).ok().filter(|record| self.history.accepts(record))?;
        let parent = self.history.follow(&record);
        let commit = |(parent, what)| match what {
            What::Commit { id, format, input, .. } => Some(JournalCommit { parent, id, format, input: input.to_vec() }),
            _ => None,
        };
        Some(parent.zip(Some(record.what)).and_then(commit))
    }
}

/// The journal, open for writing.
pub(crate) struct Journal {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    file: Box<dyn Medium>,
    /// The length of the file as written so far.
    written: u64,
    /// Whether something written is not synced yet.
    unsynced: bool,
    /// Why a sync failed, if one did.
    unconfirmed: Option<String>,
    /// What was recorded since the last write. It is written at once.
    buffer: Vec<u8>,
    /// Where the last record of the buffer begins.
    last: Option<usize>,
    /// What the file holds.
    told: Told,
}

impl Journal {
    /// Opens a journal that was examined. A damaged or unfinished end is cut off if `judge` agrees:
    /// it is called before anything is written, and says whose names stand. A journal without
    /// records becomes that of `identity`.
    pub(crate) fn open(
        disk: Arc<dyn Disk>,
        looked: Looked,
        identity: Option<Identity>,
        judge: &mut dyn FnMut(&Looked) -> Result<Stands, StoreError>,
    ) -> Result<Opened, StoreError> {
        let stands = judge(&looked)?;
        let Looked { path, length, history, told, good, damaged, .. } = looked;
        let mut file = disk.open(&path).map_err(StoreError::io("write", &path))?;
        let unconfirmed = path.with_extension(UNCONFIRMED);
        let new = length < HEADER_BYTES;
        let mut written = good;
        let mut whole = false;
        if new {
            // Its creation was interrupted.
            file.cut(0).map_err(StoreError::io("write", &path))?;
            file.write_at(0, &header()).map_err(StoreError::io("write", &path))?;
            written = HEADER_BYTES;
        } else {
            let lacking = stands == Stands::Database;
            whole = !lacking && good == length;
            if damaged || lacking {
                keep_copy(&*disk, &path)?;
            }
            if good < length {
                file.cut(good).map_err(StoreError::io("write", &path))?;
            }
            if unconfirmed.exists() {
                write_again(&mut *file, good).map_err(StoreError::io("write", &path))?;
            }
        }
        let folder = path.parent().unwrap_or(&path);
        // Also syncs what was there: nobody knows how far the last writer got. For a file already
        // synced this costs nothing.
        if let Err(error) = file.sync().and_then(|()| if new { disk.sync_folder(folder) } else { Ok(()) }) {
            let _marked = disk.write_small(&unconfirmed, UNCONFIRMED_TEXT);
            return Err(StoreError::Unconfirmed { path, why: error.to_string() });
        }
        if unconfirmed.exists() {
            disk.remove(&unconfirmed).map_err(StoreError::io("remove", &unconfirmed))?;
        }
        let mut journal = Journal {
            disk,
            path,
            file,
            written,
            unsynced: false,
            unconfirmed: None,
            buffer: Vec::new(),
            last: None,
            told,
        };
        if written == HEADER_BYTES {
            // Written with what comes next.
            journal.record(&identifying(identity.unwrap_or_else(Identity::random)));
        }
        Ok(Opened { journal, history, stands, whole })
    }

    /// Its length, with what is not written yet.
    pub(crate) fn len(&self) -> u64 {
        self.written + self.buffer.len() as u64
    }

    /// A new journal of the same store beside this one. Overwrites any left there.
    pub(crate) fn begin_anew(&self) -> Result<Journal, StoreError> {
        self.begin_at(&self.path.with_extension("new"))
    }

    /// A new journal of the same store at a path. Overwrites any left there.
    pub(crate) fn begin_at(&self, path: &Path) -> Result<Journal, StoreError> {
        let path = path.to_owned();
        let mut file = self.disk.open(&path).map_err(StoreError::io("create", &path))?;
        file.cut(0).and_then(|()| file.write_at(0, &header())).map_err(StoreError::io("write", &path))?;
        let disk = Arc::clone(&self.disk);
        let (written, buffer, told) = (HEADER_BYTES, Vec::new(), Told::default());
        let mut journal =
            Journal { disk, path, file, written, unsynced: true, unconfirmed: None, buffer, last: None, told };
        journal.record(&identifying(self.told.identity.next()));
        Ok(journal)
    }

    /// The length of a new journal of the same store that tells nothing yet.
    pub(crate) fn len_anew(&self) -> u64 {
        HEADER_BYTES + bytes_of(&identifying(self.told.identity.next()))
    }

    /// Replaces another journal in one step, once all of it is on the disk.
    pub(crate) fn take_the_place_of(mut self, old: &mut Journal) -> Result<(), StoreError> {
        self.sync()?;
        self.disk.rename(&self.path, &old.path).map_err(StoreError::io("replace", &old.path))?;
        let path = std::mem::take(&mut old.path);
        *old = Journal { path, ..self };
        let folder = old.path.parent().unwrap_or(&old.path);
        // Without this, a power cut could bring the old one back, without what is told from now on.
        old.disk.sync_folder(folder).map_err(|error| old.fail(&error))
    }

    /// Every commit in it, by id.
    pub(crate) fn commits(&self) -> Result<HashMap<EventId, JournalCommit>, StoreError> {
        commits_in(&*self.file, Wanted::Whole).map_err(StoreError::io("read", &self.path))
    }

    /// Appends a record, which the next sync makes durable.
    pub(crate) fn record(&mut self, record: &Record<'_>) {
        let start = self.buffer.len();
        if let Some(last) = self.last.filter(|_| !record.begins) {
            let_go_on(&mut self.buffer[last + 4..]);
            self.seal(last, start);
        }
        self.buffer.extend([0; 4]);
        record.write(&mut self.buffer);
        // Only a four-gigabyte payload would not fit; the engine's values stay far below.
        let length = u32::try_from(self.buffer.len() - start - 4).unwrap_or(u32::MAX);
        self.buffer[start..start + 4].copy_from_slice(&length.to_le_bytes());
        self.buffer.extend([0; CHECKSUM_BYTES]);
        self.seal(start, self.buffer.len());
        self.last = Some(start);
    }

    /// Writes the checksum of a record of the buffer.
    fn seal(&mut self, start: usize, end: usize) {
        let at = self.written + start as u64;
        let (record, sum) = self.buffer[start + 4..end].split_at_mut(end - start - FRAME_BYTES as usize);
        sum.copy_from_slice(&CHECKSUM.of(&[&at.to_le_bytes(), record]));
    }

    /// What it holds, without what is not written yet.
    pub(crate) const fn told(&self) -> &Told {
        &self.told
    }

    pub(crate) fn write(&mut self) -> Result<(), StoreError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        // Write from the last whole record on, in case the last attempt left half a record.
        if let Err(error) = self.file.write_at(self.written, &self.buffer) {
            // What is reported as not kept must not turn up when the store is next opened, not even
            // half an operation.
            let clean = self.file.length().is_ok_and(|length| length == self.written);
            return match clean || self.file.cut(self.written).is_ok() {
                true => Err(StoreError::io("write", &self.path)(error)),
                false => Err(self.fail(&error)),
            };
        }
        let mut end = 0;
        while let Some(payload) = payload_at(&self.buffer, end) {
            end += payload.len() + FRAME_BYTES as usize;
            if let Ok(record) = Record::read(payload) {
                self.told.follow(self.written + end as u64, sum_before(&self.buffer, end as u64), &record.what);
            }
        }
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        self.last = None;
        self.unsynced = true;
        Ok(())
    }

    /// Writes the buffer and waits until the disk has it. Once this has failed, it fails for good.
    pub(crate) fn sync(&mut self) -> Result<(), StoreError> {
        if let Some(why) = &self.unconfirmed {
            return Err(StoreError::Unconfirmed { path: self.path.clone(), why: why.clone() });
        }
        self.write()?;
        if self.unsynced {
            if let Err(error) = self.file.sync() {
                return Err(self.fail(&error));
            }
            self.unsynced = false;
        }
        Ok(())
    }

    /// Acknowledges nothing from now on: what the disk has is unknown.
    fn fail(&mut self, error: &std::io::Error) -> StoreError {
        let why = self.unconfirmed.insert(error.to_string()).clone();
        // If this fails too, only the caller learns of it.
        let _marked = self.disk.write_small(&self.path.with_extension(UNCONFIRMED), UNCONFIRMED_TEXT);
        StoreError::Unconfirmed { path: self.path.clone(), why }
    }
}

/// Every commit in a journal, by id: up to the first damage, or all that can be found.
pub(crate) fn commits_in(file: &dyn Medium, wanted: Wanted) -> std::io::Result<HashMap<EventId, JournalCommit>> {
    let bytes = read_whole(file)?;
    let mut past = Past::default();
    let mut commits = HashMap::new();
    for part in Parts::of(&bytes, wanted) {
        let followed = if let Part::Record(payload) = part { past.follow(payload) } else { None };
        match followed {
            Some(commit) => commits.extend(commit.map(|commit| (commit.id, commit))),
            None if wanted == Wanted::Whole => break,
            None => {}
        }
    }
    Ok(commits)
}

/// Writes the beginning of a file once more, as it is read.
fn write_again(file: &mut dyn Medium, length: u64) -> std::io::Result<()> {
    let mut part = Vec::new();
    let mut at = 0;
    while let Some(bytes) = next_part(file, (at, length), &mut part)? {
        file.write_at(at, bytes)?;
        at += bytes.len() as u64;
    }
    Ok(())
}

/// The bytes of a file from an offset on, as many as are read at once; none at the end.
fn next_part<'p>(file: &dyn Medium, (at, end): (u64, u64), part: &'p mut Vec<u8>) -> std::io::Result<Option<&'p [u8]>> {
    let left = usize::try_from(end.saturating_sub(at)).unwrap_or(usize::MAX);
    part.resize(left.min(AT_ONCE), 0);
    let read = file.read_at(at, part)?;
    part.truncate(read);
    Ok((read > 0).then_some(part.as_slice()))
}

/// The payload of the record at an offset; none if the bytes end before it does. Its checksum may
/// be wrong.
fn payload_at(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let size: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    let end = (at + 4).checked_add(u32::from_le_bytes(size) as usize)?;
    (end.checked_add(CHECKSUM_BYTES)? <= bytes.len()).then(|| &bytes[at + 4..end])
}

/// The checksum that ends at an offset.
fn sum_before(bytes: &[u8], end: u64) -> [u8; CHECKSUM_BYTES] {
    let end = usize::try_from(end).unwrap_or(usize::MAX);
    let sum = end.checked_sub(CHECKSUM_BYTES).and_then(|from| bytes.get(from..end));
    sum.and_then(|sum| sum.try_into().ok()).unwrap_or_default()
}

/// The bytes every journal begins with.
fn header() -> Vec<u8> {
    [&MAGIC[..], &VERSION.to_le_bytes()].concat()
}

/// The record that says whose journal it is.
const fn identifying(identity: Identity) -> Record<'static> {
    Record { begins: false, what: What::Identity(identity) }
}

/// How many bytes a record takes.
pub(crate) fn bytes_of(record: &Record<'_>) -> u64 {
    let mut payload = Vec::new();
    record.write(&mut payload);
    payload.len() as u64 + FRAME_BYTES
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
