//! A disk that fails on request, for tests. Writes stay in memory. A power cut leaves what was
//! synced, and some of the later writes, whole or torn.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Disk, Medium, System};

#[derive(Clone, Debug)]
enum Change {
    Write(u64, Vec<u8>),
    Cut(u64),
}

#[derive(Clone, Debug, Default)]
struct Kept {
    /// What a read returns.
    seen: Vec<u8>,
    /// What is durable.
    durable: Vec<u8>,
    /// The writes since then, in order.
    pending: Vec<Change>,
    /// Whether the name is durable.
    named: bool,
}

#[derive(Debug, Default)]
struct State {
    /// The files by name. An open file stays usable when another takes its name.
    files: BTreeMap<PathBuf, Arc<Mutex<Kept>>>,
    /// The bytes of free space, if limited.
    room: Option<u64>,
    read_only: bool,
    failing_syncs: u32,
}

/// The disk described at the top of the module. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faulty(Arc<Mutex<State>>);

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Write(at, new) => {
            let (at, end) = (*at as usize, *at as usize + new.len());
            bytes.resize(bytes.len().max(end), 0);
            bytes[at..end].copy_from_slice(new);
        }
        Change::Cut(length) => bytes.resize(*length as usize, 0),
    }
}

impl Faulty {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves this many bytes free from now on; none removes the limit.
    pub(crate) fn fill_up(&self, room: Option<u64>) {
        self.state().room = room;
    }

    /// Forbids or allows writing from now on.
    pub(crate) fn read_only(&self, read_only: bool) {
        self.state().read_only = read_only;
    }

    /// Makes the next `count` syncs fail. What they should have made durable never becomes so, as
    /// on Linux.
    pub(crate) fn fail_syncs(&self, count: u32) {
        self.state().failing_syncs = count;
    }

    /// The disk after a power cut: what was synced, and a random part of the rest, some of it torn.
    pub(crate) fn power_cut(&self, mut chance: impl FnMut(u64) -> u64) -> Faulty {
        let mut after = State::default();
        for (path, file) in &self.state().files {
            let file = file.lock().unwrap_or_else(PoisonError::into_inner);
            if !file.named && chance(2) == 0 {
                continue;
            }
            let mut bytes = file.durable.clone();
            for change in &file.pending {
                match (change, chance(3)) {
                    (_, 0) => {}
                    (Change::Write(at, new), 1) => {
                        let torn = chance(new.len() as u64 + 1) as usize;
                        apply(&mut bytes, &Change::Write(*at, new[..torn].to_vec()));
                    }
                    _ => apply(&mut bytes, change),
                }
            }
            let kept = Kept { seen: bytes.clone(), durable: bytes, pending: Vec::new(), named: true };
            after.files.insert(path.clone(), Arc::new(Mutex::new(kept)));
        }
        Faulty(Arc::new(Mutex::new(after)))
    }

    /// The bytes of a file as a read returns them.
    pub(crate) fn bytes(&self, path: &Path) -> Vec<u8> {
        let file = self.state().files.get(path).cloned().unwrap_or_default();
        let file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seen.clone()
    }

    fn may_write(&self) -> io::Result<()> {
        if self.state().read_only { Err(ErrorKind::ReadOnlyFilesystem.into()) } else { Ok(()) }
    }
}

impl Disk for Faulty {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.may_write()?;
        System.create_folder(path)
    }

    fn open_lock(&self, path: &Path) -> io::Result<File> {
        self.may_write()?;
        System.open_lock(path)
    }

    fn write_small(&self, path: &Path, text: &str) -> io::Result<()> {
        self.may_write()?;
        if self.state().room == Some(0) {
            return Err(ErrorKind::StorageFull.into());
        }
        fs::write(path, text)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Medium>> {
        self.may_write()?;
        let file = Arc::clone(self.state().files.entry(path.to_owned()).or_default());
        Ok(Box::new(Open { disk: self.clone(), file }))
    }

    fn open_to_read(&self, path: &Path) -> io::Result<Box<dyn Medium>> {
        let file = Arc::clone(self.state().files.get(path).ok_or(ErrorKind::NotFound)?);
        Ok(Box::new(Open { disk: self.clone(), file }))
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.may_write()?;
        let mut state = self.state();
        let file = state.files.get(from).cloned().ok_or(ErrorKind::NotFound)?;
        state.files.insert(to.to_owned(), file);
        Ok(())
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.may_write()?;
        let mut state = self.state();
        let original = state.files.get(from).cloned().ok_or(ErrorKind::NotFound)?;
        let copy = original.lock().unwrap_or_else(PoisonError::into_inner).clone();
        state.files.insert(to.to_owned(), Arc::new(Mutex::new(copy)));
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.may_write()?;
        let mut state = self.state();
        let file = state.files.remove(from).ok_or(ErrorKind::NotFound)?;
        state.files.insert(to.to_owned(), file);
        Ok(())
    }

    fn rename_folder(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.may_write()?;
        System.rename_folder(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.may_write()?;
        if self.state().files.remove(path).is_some() {
            return Ok(());
        }
        fs::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let state = self.state();
        for (_, file) in state.files.iter().filter(|(path, _)| path.parent() == Some(folder)) {
            file.lock().unwrap_or_else(PoisonError::into_inner).named = true;
        }
        Ok(())
    }
}

struct Open {
    disk: Faulty,
    file: Arc<Mutex<Kept>>,
}

impl Open {
    fn with<T>(&self, act: impl FnOnce(&mut Kept) -> T) -> io::Result<T> {
        Ok(act(&mut self.file.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn change(&self, change: Change) -> io::Result<()> {
        self.with(|file| {
            apply(&mut file.seen, &change);
            file.pending.push(change);
        })
    }
}

impl Medium for Open {
    fn length(&self) -> io::Result<u64> {
        self.with(|file| file.seen.len() as u64)
    }

    fn read_at(&self, at: u64, into: &mut [u8]) -> io::Result<usize> {
        self.with(|file| {
            let left = &file.seen[file.seen.len().min(at as usize)..];
            let read = left.len().min(into.len());
            into[..read].copy_from_slice(&left[..read]);
            read
        })
    }

    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.disk.may_write()?;
        let room = {
            let mut state = self.disk.state();
            let room = state.room.map_or(bytes.len(), |room| bytes.len().min(room as usize));
            state.room = state.room.map(|left| left - room as u64);
            room
        };
        // A full disk takes as much as fits.
        self.change(Change::Write(at, bytes[..room].to_vec()))?;
        if room < bytes.len() { Err(ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.disk.may_write()?;
        self.change(Change::Cut(length))
    }

    fn sync(&mut self) -> io::Result<()> {
        let fails = {
            let mut state = self.disk.state();
            let fails = state.failing_syncs > 0;
            state.failing_syncs = state.failing_syncs.saturating_sub(1);
            fails
        };
        if fails {
            // The system forgets that there is something to write, and the next sync reports
            // success.
            self.with(|file| file.pending.clear())?;
            return Err(Error::other("told not to confirm"));
        }
        self.with(|file| {
            let pending = std::mem::take(&mut file.pending);
            pending.iter().for_each(|change| apply(&mut file.durable, change));
        })
    }
}
