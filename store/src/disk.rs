//! The files of a store outside of the database, as the store sees them: a lock, a marker, and files that are written at
//! an offset, cut and synced. It is a trait so that tests can put a disk under the store that is full, read-only, does
//! not confirm, or loses its power (`faulty`, in tests only); everybody else has [`System`].

#[cfg(test)]
pub(crate) mod faulty;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What a store asks of the disk that it is on.
pub(crate) trait Disk: Send + Sync {
    /// Makes a folder and those that it is in.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Opens or creates the file that is locked. It stays empty.
    fn open_lock(&self, path: &Path) -> io::Result<File>;

    /// Writes a small file anew, whole or not at all. Returns once it is durable, but for its name.
    fn write_small(&self, path: &Path, text: &str) -> io::Result<()>;

    /// Opens or creates a file that is kept open.
    fn open(&self, path: &Path) -> io::Result<Box<dyn Medium>>;

    /// Copies a file under a new name.
    fn copy(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives a file the name of another, which is gone with that, in one step.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives a folder another name, which must be free.
    fn rename_folder(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a small file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes the names of new files durable, where the system keeps names apart from files.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// An open file.
pub(crate) trait Medium: Send + Sync {
    /// How many bytes it has.
    fn length(&self) -> io::Result<u64>;

    /// Reads bytes from an offset on, as many as there are and fit; tells how many.
    fn read_at(&self, at: u64, into: &mut [u8]) -> io::Result<usize>;

    /// Writes all of the bytes at an offset. After an error nothing is known of what is there.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Cuts it to a length.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// Returns once everything written is where a power cut does not take it.
    fn sync(&mut self) -> io::Result<()>;
}

/// The disk that the operating system shows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct System;

impl Disk for System {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn open_lock(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().create(true).write(true).truncate(false).open(path)
    }

    fn write_small(&self, path: &Path, text: &str) -> io::Result<()> {
        let beside = path.with_extension("new");
        let write = || {
            let mut file = File::create(&beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, path)
        };
        write().inspect_err(|_| {
            // It was not to be there; the error is told.
            let _removed = fs::remove_file(&beside);
        })
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Medium>> {
        let file = OpenOptions::new().create(true).read(true).write(true).truncate(false).open(path)?;
        Ok(Box::new(file))
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::copy(from, to).map(|_| ())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn rename_folder(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
    }
}

impl Medium for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
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
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        // As much of what the system keeps about a file as is needed to read it again: its length, not its times.
        self.sync_data()
    }
}
