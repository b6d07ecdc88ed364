//! Writes files completely or not at all.
//!
//! Where the system allows it (Linux, on most file systems), the new file has no name until it is
//! complete. So nobody can put anything in its place, and no remains are left however the process
//! ends. Elsewhere it has a random name beside its target.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use crate::disk::again;

/// Writes a file beside `path`, and moves it there once it is complete and on disk.
///
/// # Errors
/// `path` exists and is not a regular file; errors of writing and of `fill`. After an error `path`
/// is unchanged.
pub fn write_whole<T, E: From<io::Error>>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, E> {
    let place = place_of(path)?;
    let folder = match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let before = fs::metadata(&place).ok().map(|about| about.permissions());
    let mut beside = Beside::new(folder)?;
    let mut out = BufWriter::new(&mut beside.file);
    let told = fill(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Some(permissions) = before {
        beside.file.set_permissions(permissions)?;
    }
    again(|| beside.file.sync_all())?;
    beside.put(folder, &place)?;
    Ok(told)
}

/// The file to replace. A link to a regular file stays a link, and its target is replaced.
fn place_of(path: &Path) -> io::Result<PathBuf> {
    let place = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(path.to_owned()),
        Ok(about) if about.is_symlink() => None,
        about => about.map(|_| Some(path.to_owned()))?,
    };
    let refused = |why: &str| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    match fs::metadata(path) {
        Ok(about) if about.is_file() => place.map_or_else(|| fs::canonicalize(path), Ok),
        Ok(about) if about.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => refused("this is no regular file; name a new one"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => refused("this link leads nowhere; name a new file"),
        Err(error) => Err(error),
    }
}

/// The new file, before it takes its place.
struct Beside {
    file: File,
    /// Its temporary name, where it needs one. Dropping it removes the file.
    named: Option<tempfile::TempPath>,
}

/// The first and last characters of temporary names.
const PREFIX: &str = ".retrace-";
const SUFFIX: &str = ".part";

impl Beside {
    fn new(folder: &Path) -> io::Result<Beside> {
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed::create(folder) {
            return Ok(Beside { file, named: None });
        }
        let mut builder = Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // Without the temporary name, which says nothing to whoever reads the error.
        let made = builder.prefix(PREFIX).suffix(SUFFIX).tempfile_in(folder).map_err(|error| error.kind())?;
        let (file, named) = made.into_parts();
        Ok(Beside { file, named: Some(named) })
    }

    fn put(self, folder: &Path, place: &Path) -> io::Result<()> {
        let named = match self.named {
            Some(named) => named,
            #[cfg(target_os = "linux")]
            None => {
                let link = |name: &Path| unnamed::link(&self.file, name);
                Builder::new().prefix(PREFIX).suffix(SUFFIX).make_in(folder, link)?.into_temp_path()
            }
            #[cfg(not(target_os = "linux"))]
            None => return Err(io::ErrorKind::NotFound.into()),
        };
        // A signal may interrupt the renaming.
        let mut named = named;
        loop {
            match named.persist(place) {
                Err(error) if error.error.kind() == io::ErrorKind::Interrupted => named = error.path,
                done => return done.map_err(|error| error.error),
            }
        }
    }
}

#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, OFlags, linkat};

    use crate::disk::again;

    /// A file without a name, where the file system supports that and can name it later.
    pub(super) fn create(folder: &Path) -> Option<File> {
        let flags = i32::try_from(OFlags::TMPFILE.bits()).ok()?;
        let file = OpenOptions::new().read(true).write(true).mode(0o666).custom_flags(flags).open(folder).ok()?;
        named(&file).exists().then_some(file)
    }

    fn named(file: &File) -> std::path::PathBuf {
        format!("/proc/self/fd/{}", file.as_raw_fd()).into()
    }

    pub(super) fn link(file: &File, name: &Path) -> io::Result<()> {
        again(|| linkat(CWD, named(file), CWD, name, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_written_whole_or_the_place_has_what_it_had() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        write_whole(&path, |out| out.write_all(b"one")).unwrap();
        let failed = write_whole(&path, |out| out.write_all(b"two").and(Err::<(), _>(io::Error::other("no"))));
        assert!(failed.is_err());
        assert_eq!((fs::read(&path).unwrap(), names(folder.path())), (b"one".to_vec(), vec!["out".to_owned()]));
        write_whole(&path, |out| out.write_all(b"three")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"three");
    }

    #[cfg(unix)]
    #[test]
    fn what_was_planted_is_not_followed_and_only_regular_files_are_replaced() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (path, victim) = (folder.path().join("out"), folder.path().join("victim"));
        fs::write(&victim, "mine").unwrap();
        symlink(&victim, folder.path().join("out.part")).unwrap();
        write_whole(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!((fs::read(&victim).unwrap(), fs::read(&path).unwrap()), (b"mine".to_vec(), b"new".to_vec()));
        // A link to a file stays a link; anything other than a file stays as it is.
        let linked = folder.path().join("linked");
        symlink(&path, &linked).unwrap();
        write_whole(&linked, |out| out.write_all(b"newer")).unwrap();
        assert!(fs::symlink_metadata(&linked).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        let refused = |path: &Path| write_whole(path, |out| out.write_all(b"x")).unwrap_err().to_string();
        assert!(refused(Path::new("/dev/null")).contains("no regular file"));
        let (socket, into) = (folder.path().join("socket"), folder.path().join("to socket"));
        let _bound = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        symlink(&socket, &into).unwrap();
        assert!(refused(&socket).contains("no regular file") && refused(&into).contains("no regular file"));
        assert!(refused(folder.path()).contains("directory"));
        // The target of the link has no name of its own, or does not exist.
        let (dangling, pipe) = (folder.path().join("dangling"), folder.path().join("pipe"));
        symlink("nowhere", &dangling).unwrap();
        assert!(refused(&dangling).contains("leads nowhere"));
        let (read, write) = io::pipe().unwrap();
        symlink(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&write)), &pipe).unwrap();
        let said = refused(&pipe);
        assert!(said.contains("no regular file") || said.contains("leads nowhere"), "{said}");
        drop((read, write));
        fs::remove_file(dangling).and(fs::remove_file(pipe)).unwrap();
        assert_eq!(names(folder.path()), ["linked", "out", "out.part", "socket", "to socket", "victim"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn while_it_is_written_nothing_has_a_name_that_a_kill_could_leave() {
        let folder = tempfile::tempdir().unwrap();
        if unnamed::create(folder.path()).is_none() {
            return;
        }
        let path = folder.path().join("out");
        write_whole(&path, |out| {
            out.write_all(b"half")?;
            out.flush()?;
            assert_eq!(names(folder.path()), Vec::<String>::new());
            Ok::<(), io::Error>(())
        })
        .unwrap();
        assert_eq!(names(folder.path()), ["out"]);
    }
}
