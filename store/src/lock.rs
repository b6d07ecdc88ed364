//! Admits one process at a time, with a lock file in the store's folder and, beside it, the id of
//! the process that holds the lock.
//!
//! The operating system locks an open file, so the lock ends with its process, however that ends.
//! It is taken before anything in the folder is read or written.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::disk::Disk;
use crate::error::StoreError;

const LOCK: &str = "lock";
const PID: &str = "lock.pid";

/// How long a writer waits for another process to let go, such as a command about to end. A reader
/// does not wait.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(20);

/// Holds the lock until dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of an existing folder as soon as it is free; fails after `patience`.
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
        let locked = loop {
            match file.try_lock() {
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Interrupted => {}
                locked => break locked,
            }
        };
        match locked {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                // Without the file the error cannot name the process; the lock holds all the same.
                let pid = fs::read_to_string(&pid).ok().and_then(|text| text.trim().parse().ok());
                return Err(StoreError::Locked { path: folder.to_owned(), pid });
            }
            Err(TryLockError::Error(error)) => return Err(StoreError::io("lock", path)(error)),
        }
        match fs::write(&pid, format!("{}\n", std::process::id())) {
            // A folder in its place, or a full disk, hides only which process has the lock.
            Err(error) if !matches!(error.kind(), ErrorKind::IsADirectory | ErrorKind::StorageFull) => {
                return Err(StoreError::io("write", pid)(error));
            }
            _ => {}
        }
        Ok(Lock { _file: file })
    }
}
