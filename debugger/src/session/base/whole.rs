//! Files that are written completely or not at all.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::session::SessionError;

pub use retrace_store::whole::write_whole;

/// Fills a temporary folder beside `path` and moves it into place once complete. `path` may be an
/// empty folder.
///
/// # Errors
/// If `path` is not empty, `fill` fails or the system refuses; `path` is then unchanged.
pub fn whole_folder(path: &Path, fill: impl FnOnce(&Path) -> Result<(), SessionError>) -> Result<(), SessionError> {
    let name = path.display();
    let told = |error: io::Error| SessionError::File(format!("{name} cannot be written: {error}"));
    let mut entries = match fs::read_dir(path) {
        Ok(entries) => Some(entries),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(told(error)),
    };
    if entries.as_mut().is_some_and(|entries| entries.next().is_some()) {
        return Err(SessionError::File(format!("{name}: there is something else in this folder; name a new one")));
    }
    // A link to a folder stays a link.
    let place = if entries.is_some() { path.canonicalize().map_err(told)? } else { path.components().collect() };
    let beside = (1u32..).map(|number| {
        let mut beside = place.as_os_str().to_owned();
        beside.push(if number == 1 { ".part".to_owned() } else { format!(".part{number}") });
        PathBuf::from(beside)
    });
    let Some(beside) = beside.into_iter().find(|beside| !beside.exists()) else { return Ok(()) };
    let put = || {
        if entries.is_some() {
            fs::remove_dir(&place)?;
        }
        fs::rename(&beside, &place)
    };
    fill(&beside).and_then(|()| put().map_err(told)).inspect_err(|_| {
        // The write failed already; an error about its remains would help nobody.
        let _removed = fs::remove_dir_all(&beside);
    })
}

/// Writes a text into a new file.
///
/// # Errors
/// If the file exists already or cannot be written.
pub fn write_new(path: &Path, text: &str) -> Result<(), SessionError> {
    let name = path.display();
    if path.exists() {
        return Err(SessionError::File(format!("{name} exists already; choose another name")));
    }
    write_whole(path, |out| out.write_all(text.as_bytes()))
        .map_err(|error| SessionError::File(format!("{name} cannot be written: {error}")))
}
