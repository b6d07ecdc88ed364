//! Refuses stores that hold anything but regular files and folders. In a store from a stranger, a
//! link could make opening it change some other file, and reading a pipe could block forever.

use std::fs::{self, FileType};
use std::path::Path;

use crate::error::StoreError;

/// How deep folders are searched: sled's have one level below them.
const DEPTH: usize = 3;

/// Refuses a store with a link, device, pipe or socket in it. The folder itself may be a link: the
/// caller named it.
pub(crate) fn check_regular(folder: &Path) -> Result<(), StoreError> {
    check(folder, DEPTH)
}

fn check(folder: &Path, depth: usize) -> Result<(), StoreError> {
    for entry in fs::read_dir(folder).map_err(StoreError::io("read", folder))? {
        let entry = entry.map_err(StoreError::io("read", folder))?;
        let path = entry.path();
        let kind = match entry.file_type() {
            Ok(kind) => kind,
            // Another process that has the store open may have removed it.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(StoreError::io("read", path)(error)),
        };
        if let Some(what) = irregular(kind) {
            return Err(StoreError::NotRegular { path, what });
        }
        if kind.is_dir() && depth > 0 {
            check(&path, depth - 1)?;
        }
    }
    Ok(())
}

fn irregular(kind: FileType) -> Option<&'static str> {
    match kind {
        kind if kind.is_file() || kind.is_dir() => None,
        kind if kind.is_symlink() => Some("a link"),
        _ => Some("no regular file"),
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::fsck;
    use crate::log::Log;
    use crate::store::Options;

    /// Opening writes `lock.pid`, reads `journal`, and lets sled write its files.
    #[test]
    fn a_store_with_a_link_or_a_pipe_in_it_is_neither_read_nor_written() {
        let folder = tempfile::tempdir().unwrap();
        let (store, victim) = (folder.path().join("store"), folder.path().join("victim"));
        fs::write(&victim, "mine").unwrap();
        Log::open(&store, Options::default()).unwrap().close().unwrap();
        for name in ["lock", "lock.pid", "journal", "journal.new", "retrace-store.new", "sled/db", "sled/snap.0", "any"]
        {
            let path = store.join(name);
            let before = fs::read(&path).ok();
            let _gone = fs::remove_file(&path);
            symlink(&victim, &path).unwrap();
            for refused in [
                Log::open(&store, Options::default()).err(),
                fsck::check(&store).err(),
                fsck::open_to_read(&store).err(),
                fsck::salvage(&store, &folder.path().join("saved")).err(),
            ] {
                assert!(matches!(refused, Some(StoreError::NotRegular { what: "a link", .. })), "{name}: {refused:?}");
            }
            assert_eq!(fs::read(&victim).unwrap(), b"mine", "{name}");
            fs::remove_file(&path).unwrap();
            before.into_iter().for_each(|bytes| fs::write(&path, bytes).unwrap());
        }
        let path = store.join("any");
        let _bound = std::os::unix::net::UnixListener::bind(&path).unwrap();
        let refused = fsck::check(&store).err();
        assert!(matches!(refused, Some(StoreError::NotRegular { what: "no regular file", .. })), "{refused:?}");
        fs::remove_file(&path).unwrap();
        // A link to the store itself is accepted.
        let named = folder.path().join("named");
        symlink(&store, &named).unwrap();
        Log::open(&named, Options::default()).unwrap().close().unwrap();
        assert!(fsck::check(&named).unwrap().is_whole());
    }
}
