//! The folder of a store: what its files are called, and the file that marks it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::disk::Disk;
pub(crate) use crate::error::{DATABASE, JOURNAL};
use crate::error::{Damage, Object, StoreError};

pub(crate) const MARKER: &str = "retrace-store";

/// The marker while it is being written.
pub(crate) const MARKER_NEW: &str = "retrace-store.new";

const MARKER_BEGINS: &str = "retrace store, layout ";

const MARKER_TEXT: &str = "retrace store, layout 1\n";

/// That of a store with packs.
const MARKER_TEXT_PACKED: &str = "retrace store, layout 2\n";

const LAYOUT: u16 = 2;

/// The databases that a swap leaves when it is cut short.
pub(crate) const DATABASE_NEW: &str = "sled.new";

pub(crate) const DATABASE_OLD: &str = "sled.old";

/// Whether a folder is marked as a store, with a layout this version knows.
pub(crate) fn check_marker(folder: &Path) -> Result<bool, StoreError> {
    if folder.is_file() {
        return Err(StoreError::NotAFolder { path: folder.to_owned() });
    }
    let marker = folder.join(MARKER);
    let bytes = match fs::read(&marker) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => {
            return Err(StoreError::NotAStore { path: folder.to_owned() });
        }
        Err(error) => return Err(StoreError::io("read", marker)(error)),
    };
    if bytes == MARKER_TEXT.as_bytes() || bytes == MARKER_TEXT_PACKED.as_bytes() {
        return Ok(true);
    }
    let text = String::from_utf8_lossy(&bytes);
    let number = text.strip_prefix(MARKER_BEGINS).and_then(|rest| rest.trim_end().parse::<u16>().ok());
    match number {
        Some(found) if found > LAYOUT => {
            Err(StoreError::TooNew { place: marker.display().to_string(), found, known: LAYOUT })
        }
        _ => {
            let why = Damage::Misplaced("it does not say that this is a store of a known layout");
            Err(StoreError::Damaged { object: Object::Marker(marker), why })
        }
    }
}

/// Marks a folder as a store, with or without packs.
pub(crate) fn write_marker(disk: &dyn Disk, folder: &Path, packed: bool) -> Result<(), StoreError> {
    let marker = folder.join(MARKER);
    let text = if packed { MARKER_TEXT_PACKED } else { MARKER_TEXT };
    disk.write_small(&marker, text).map_err(StoreError::io("write", &marker))
}

/// Where the database is: when a swap is cut short between its two steps, under its other name.
pub(crate) fn database_of(folder: &Path) -> PathBuf {
    let [now, new] = [DATABASE, DATABASE_NEW].map(|name| folder.join(name));
    if !now.exists() && new.exists() { new } else { now }
}

/// Removes the content of a folder.
pub(crate) fn empty(folder: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    Ok(())
}
