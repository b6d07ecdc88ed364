//! What the files of a database still hold, without opening it.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::commit::{COMMIT_LAYOUT, RawCommit};
use crate::disk::again;
use crate::error::StoreError;

/// Searches the bytes of a database's files for commits. Each gives its own id, and its checksum
/// covers that.
pub(crate) fn carve(folder: &Path, found: &mut dyn FnMut(RawCommit)) -> Result<(), StoreError> {
    if !folder.is_dir() {
        return Ok(());
    }
    for file in files(folder)? {
        let bytes = fs::read(&file).map_err(StoreError::io("read", &file))?;
        let mut at = 0;
        while at < bytes.len() {
            // A quick test first: the layout, and a kind.
            let likely = bytes[at] == COMMIT_LAYOUT && bytes.get(at + 1).is_some_and(|kind| *kind < 2);
            match likely.then(|| RawCommit::carve(&bytes[at..])).flatten() {
                Some((commit, length)) => {
                    at += length;
                    found(commit);
                }
                None => at += 1,
            }
        }
    }
    Ok(())
}

/// Copies the files of a folder and of its subfolders. The copy can be written even if the original
/// may only be read.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Result<(), StoreError> {
    for file in files(from)? {
        let Ok(inside) = file.strip_prefix(from) else { continue };
        let target = to.join(inside);
        if let Some(parent) = target.parent() {
            again(|| fs::create_dir_all(parent)).map_err(StoreError::io("create", parent))?;
        }
        let mut source = File::open(&file).map_err(StoreError::io("read", &file))?;
        let copied = File::create(&target).and_then(|mut copy| io::copy(&mut source, &mut copy));
        copied.map_err(StoreError::io("copy to", &target))?;
    }
    Ok(())
}

/// The files of a folder and of its subfolders, in order.
pub(crate) fn files(folder: &Path) -> Result<Vec<std::path::PathBuf>, StoreError> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).map_err(StoreError::io("read", folder))?;
    for entry in entries {
        let path = entry.map_err(StoreError::io("read", folder))?.path();
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    found.sort();
    Ok(found)
}
