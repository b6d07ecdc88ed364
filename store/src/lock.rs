//! One process at a time: a lock file in the store's folder, and beside it the id of the process that has the lock.
//!
//! The lock is the operating system's, on an open file: it goes when its process does, however that ends. It is taken
//! before anything in the folder is read or written.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::disk::Disk;
use crate::error::StoreError;

const LOCK: &str = "lock";
const PID: &str = "lock.pid";

/// How long whoever wants to write waits for another, such as a command that is about to end; who only looks does not.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(20);

/// The lock, for as long as it lives.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a folder that exists, as soon as whoever has it lets go; refuses after `patience`.
    pub(crate) fn take(disk: &dyn Disk, folder: &Path, patience: Duration) -> Result<Lock, StoreError> {
        let begun = Instant::now();
        loop {
            match Lock::try_take(disk, folder) {
                Err(StoreError::Locked { .. }) if begun.elapsed() < patience => sleep(PAUSE),
                taken => return taken,
            }
        }
    }

    fn try_take(disk: &dyn Disk, folder: &Path) -> Result<Lock, StoreError> {
        let path = folder.join(LOCK);
        let file = disk.open_lock(&path).map_err(StoreError::io("open", &path))?;
        let pid = folder.join(PID);
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                // Without the file nobody is told who; the lock holds all the same.
                let pid = fs::read_to_string(&pid).ok().and_then(|text| text.trim().parse().ok());
                return Err(StoreError::Locked { path: folder.to_owned(), pid });
            }
            Err(TryLockError::Error(error)) => return Err(StoreError::io("lock", path)(error)),
        }
        fs::write(&pid, format!("{}\n", std::process::id())).map_err(StoreError::io("write", pid))?;
        Ok(Lock { _file: file })
    }
}
