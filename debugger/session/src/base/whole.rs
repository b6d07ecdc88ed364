//! Files that are written completely or not at all.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::SessionError;

pub use retrace_store::whole::write_whole;

/// A file in a folder that is being filled. Whoever fills it has it locked, so without a lock it
/// stands in the remains of a process that died. (A store may be made in a folder that has only
/// files with such names.)
const FILLING: &str = "lock.part";

/// Fills a temporary folder beside `path` and moves it into place once complete. `path` may be an
/// empty folder. Removes what a process that died left beside it.
///
/// # Errors
/// If `path` is not empty, `fill` fails or the system refuses; `path` is then unchanged.
pub(crate) fn whole_folder(
    path: &Path,
    fill: impl FnOnce(&Path) -> Result<(), SessionError>,
) -> Result<(), SessionError> {
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
    let begun =
        beside.into_iter().find_map(|beside| begin_folder(&beside).map(|begun| Some((beside, begun?))).transpose());
    let Some((beside, filling)) = begun.transpose().map_err(told)? else { return Ok(()) };
    let put = || {
        if entries.is_some() {
            fs::remove_dir(&place)?;
        }
        fs::rename(&beside, &place)?;
        drop(filling);
        fs::remove_file(place.join(FILLING))
    };
    fill(&beside).and_then(|()| put().map_err(told)).inspect_err(|_| {
        // The write failed already; an error about its remains would help nobody.
        let _removed = fs::remove_dir_all(&beside);
    })
}

/// Makes a folder to be filled, and locks it; none if there is something else.
fn begin_folder(folder: &Path) -> io::Result<Option<File>> {
    if let Ok(left) = File::options().write(true).open(folder.join(FILLING))
        && left.try_lock().is_ok()
    {
        fs::remove_dir_all(folder)?;
    }
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
        made => made?,
    }
    let filling = File::create(folder.join(FILLING)).inspect_err(|_| {
        // The error is returned.
        let _removed = fs::remove_dir(folder);
    })?;
    // Another process that makes the same folder may have been faster.
    Ok(filling.try_lock().is_ok().then_some(filling))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remains_of_a_process_that_died_are_removed_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("new");
        let beside = |name: &str| folder.path().join(name);
        // Remains; a folder that somebody fills; one that nobody fills.
        fs::create_dir(beside("new.part")).unwrap();
        fs::write(beside("new.part").join(FILLING), "").unwrap();
        fs::write(beside("new.part").join("half"), "").unwrap();
        let other = begin_folder(&beside("new.part2")).unwrap().unwrap();
        fs::create_dir(beside("new.part3")).unwrap();
        whole_folder(&new, |part| {
            assert_eq!(part, beside("new.part"));
            assert_eq!(fs::read_dir(part).unwrap().count(), 1);
            fs::write(part.join("whole"), "").unwrap();
            // Meanwhile another process that writes the same finds another place.
            assert!(
                begin_folder(&beside("new.part")).unwrap().is_none()
                    && begin_folder(&beside("new.part2")).unwrap().is_none()
            );
            assert!(begin_folder(&beside("new.part3")).unwrap().is_none());
            Ok(())
        })
        .unwrap();
        let names = |folder: &Path| {
            let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            entries.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(names(&new), ["whole".to_owned()].into());
        assert_eq!(names(folder.path()), ["new", "new.part2", "new.part3"].map(str::to_owned).into());
        drop(other);
        // What fails leaves nothing.
        let failed = whole_folder(&beside("another"), |_| Err(SessionError::Cancelled));
        assert!(failed.is_err() && names(folder.path()).len() == 3);
    }
}
