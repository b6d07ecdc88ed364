//! Files that are written in full or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::SessionError;

/// Writes a file under another name beside it, and puts it in its place once it is whole.
///
/// # Errors
/// Those of writing; then the place has what it had.
pub fn write_whole<T>(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    let written = || -> io::Result<T> {
        let mut out = BufWriter::new(File::create(&beside)?);
        let told = fill(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(&beside, path)?;
        Ok(told)
    };
    written().inspect_err(|_| {
        // What it was to become does not come about; nobody is helped by an error about the remains.
        let _removed = fs::remove_file(&beside);
    })
}

/// Writes a text into a file of a new name.
///
/// # Errors
/// There is a file already; those of writing.
pub fn write_new(path: &Path, text: &str) -> Result<(), SessionError> {
    let name = path.display();
    if path.exists() {
        return Err(SessionError::File(format!("{name} exists already; choose another name")));
    }
    write_whole(path, |out| out.write_all(text.as_bytes()))
        .map_err(|error| SessionError::File(format!("{name} cannot be written: {error}")))
}
