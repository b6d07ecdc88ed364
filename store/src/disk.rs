//! The files of a store outside the database, as the store sees them: a lock, a marker, and files
//! that are written at an offset, truncated and synced. A trait, so that tests can give the store a
//! disk that is full, read-only, never confirms, or loses power (`faulty`, in tests only).
//! Everything else uses [`System`].

#[cfg(test)]
pub(crate) mod faulty;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What a store needs from its disk.
pub(crate) trait Disk: Send + Sync {
    /// Creates a folder and its parents.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Opens or creates the lock file. It stays empty.
    fn open_lock(&self, path: &Path) -> io::Result<File>;

    /// Replaces a small file, wholly or not at all. Returns once the content is durable; its name
    /// may not be yet.
    fn write_small(&self, path: &Path, text: &str) -> io::Result<()>;

    /// Opens or creates a file that stays open.
    fn open(&self, path: &Path) -> io::Result<Box<dyn Medium>>;

    /// Opens an existing file for reading.
    fn open_to_read(&self, path: &Path) -> io::Result<Box<dyn Medium>>;

    /// Gives a file a second name, which must be free. Where the system cannot, copies it.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Copies a file under a new name.
    fn copy(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Renames a file over another, replacing it in one step.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Renames a folder. The new name must be free.
    fn rename_folder(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a small file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes the names of new files durable, on systems that store names apart from files.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// An open file.
pub(crate) trait Medium: Send + Sync {
    /// The length in bytes.
    fn length(&self) -> io::Result<u64>;

    /// Reads as many bytes as exist and fit, from an offset; returns how many.
    fn read_at(&self, at: u64, into: &mut [u8]) -> io::Result<usize>;

    /// Writes all the bytes at an offset. After an error the content there is unknown.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Truncates it to a length.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// Returns once everything written would survive a power cut.
    fn sync(&mut self) -> io::Result<()>;
}

/// Does a call again for as long as a signal interrupts it.
pub(crate) fn again<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// The real disk, through the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct System;

impl Disk for System {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        again(|| fs::create_dir_all(path))
    }

    fn open_lock(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().create(true).write(true).truncate(false).open(path)
    }

    fn write_small(&self, path: &Path, text: &str) -> io::Result<()> {
        let beside = path.with_extension("new");
        let write = || {
            let mut file = File::create(&beside)?;
            file.write_all(text.as_bytes())?;
            again(|| file.sync_all())?;
            again(|| fs::rename(&beside, path))
        };
        write().inspect_err(|_| {
            // The file was not meant to stay; the error is returned.
            let _removed = fs::remove_file(&beside);
        })
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Medium>> {
        let file = OpenOptions::new().create(true).read(true).write(true).truncate(false).open(path)?;
        Ok(Box::new(file))
    }

    fn open_to_read(&self, path: &Path) -> io::Result<Box<dyn Medium>> {
        Ok(Box::new(File::open(path)?))
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        match again(|| fs::hard_link(from, to)) {
            Err(error) if matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied) => {
                self.copy(from, to)?;
                again(|| File::open(to)?.sync_all())
            }
            linked => linked,
        }
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        again(|| fs::copy(from, to).map(|_| ()))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        again(|| fs::rename(from, to))
    }

    fn rename_folder(&self, from: &Path, to: &Path) -> io::Result<()> {
        again(|| fs::rename(from, to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        again(|| fs::remove_file(path))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        if cfg!(unix) { again(|| File::open(folder)?.sync_all()) } else { Ok(()) }
    }
}

impl Medium for File {
    fn length(&self) -> io::Result<u64> {
        Ok(again(|| self.metadata())?.len())
    }

    fn read_at(&self, at: u64, into: &mut [u8]) -> io::Result<usize> {
        let mut file = self;
        file.seek(SeekFrom::Start(at))?;
        let mut read = 0;
        while read < into.len() {
            match file.read(&mut into[read..]) {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(read)
    }

    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(at))?;
        self.write_all(bytes)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        again(|| self.set_len(length))
    }

    fn sync(&mut self) -> io::Result<()> {
        // Syncs only the metadata needed to read the file again: its length, not its times.
        again(|| self.sync_data())
    }
}
