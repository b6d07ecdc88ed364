//! Rebuilds a database that does not open. Whatever a kill or a full disk does to sled's files,
//! only a cache may be lost.
//!
//! The old folder is set aside under `sled.aside`, and an empty database takes its place. It gets
//! every commit that the journal knows and the bytes of the old files still hold. The rest is
//! rebuilt from its inputs ([`recover`](crate::recover)). The folder set aside is removed once
//! everything is recovered. Until then each opening searches it again; if something is lost, it
//! stays as `sled.damaged`.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::backend::{Tree, sled_backend::Sled};
use crate::carve::carve;
use crate::commit::RawCommit;
use crate::disk::Disk;
use crate::error::StoreError;
use crate::folder::DATABASE;
use crate::history::JournalCommit;
use crate::id::EventId;
use crate::store::Store;

const ASIDE: &str = "sled.aside";
const DAMAGED: &str = "sled.damaged";

/// Opens the database of a store whose lock is held. A database that does not open is set aside,
/// and the reason returned. `may` says whether the journal has everything needed to rebuild it.
pub(crate) fn open_database(
    disk: &dyn Disk,
    folder: &Path,
    may: impl FnOnce(&StoreError) -> Result<(), StoreError>,
) -> Result<(Sled, Option<String>), StoreError> {
    let database = folder.join(DATABASE);
    let why = match Sled::open(&database) {
        Ok(sled) => return Ok((sled, None)),
        Err(StoreError::Locked { .. }) => return Err(StoreError::Locked { path: folder.to_owned(), pid: None }),
        // Another database would not open either.
        Err(error) if error.is_of_the_system() || !database.exists() => return Err(error),
        Err(error) => error,
    };
    may(&why)?;
    let aside = free_name(folder, ASIDE);
    disk.rename_folder(&database, &aside).map_err(StoreError::io("set aside", &database))?;
    disk.sync_folder(folder).map_err(StoreError::io("sync", folder))?;
    Ok((Sled::open(&database)?, Some(why.reason())))
}

/// The folders set aside and not yet fully searched.
pub(crate) fn set_aside(folder: &Path) -> Vec<PathBuf> {
    named(folder, ASIDE)
}

/// The folders of databases that did not open and could not be fully recovered.
pub(crate) fn kept(folder: &Path) -> Vec<PathBuf> {
    named(folder, DAMAGED)
}

fn named(folder: &Path, name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).map(|entries| entries.filter_map(Result::ok).collect::<Vec<_>>());
    let of_name = |path: &PathBuf| path.file_name().is_some_and(|it| it.to_string_lossy().starts_with(name));
    let mut found: Vec<PathBuf> = entries.unwrap_or_default().iter().map(fs::DirEntry::path).filter(of_name).collect();
    found.sort();
    found
}

fn free_name(folder: &Path, name: &str) -> PathBuf {
    let numbered = |number: u32| if number == 1 { name.to_owned() } else { format!("{name}-{number}") };
    let mut names = (1..).map(|number| folder.join(numbered(number)));
    names.find(|path| !path.exists()).unwrap_or_else(|| folder.join(name))
}

/// What was taken from the files of an old database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Taken {
    pub(crate) commits: u64,
    /// Whether there are commits the journal does not know.
    pub(crate) strangers: bool,
}

/// Adds to a database the missing commits that the journal knows and the files of an old one hold.
/// Each follows its parent, so no chain has a hole.
pub(crate) fn take_from(
    old: &Path,
    into: &Store,
    journal: &HashMap<EventId, JournalCommit>,
) -> Result<Taken, StoreError> {
    let mut found: Vec<RawCommit> = Vec::new();
    let mut taken = Taken::default();
    carve(old, &mut |commit| match journal.contains_key(&commit.id) {
        true => found.push(commit),
        false => taken.strangers |= !into.packs.contains(commit.id).unwrap_or(false),
    })?;
    found.sort_by_key(|commit| (commit.number, commit.id));
    found.dedup_by_key(|commit| commit.id);
    for commit in found {
        if into.contains(commit.id)? || !(commit.number == 0 || into.contains(commit.parent)?) {
            continue;
        }
        into.backend.put(Tree::Objects, commit.id.as_bytes(), &commit.encode())?;
        taken.commits += 1;
    }
    into.backend.flush()?;
    Ok(taken)
}

/// Removes what was set aside if all of it was recovered. Otherwise keeps it under another name,
/// and returns that.
pub(crate) fn finish(disk: &dyn Disk, folder: &Path, all: bool) -> Result<Option<PathBuf>, StoreError> {
    let mut kept = None;
    for aside in set_aside(folder) {
        if all {
            // A file may have stood in the place of the database.
            let removed = if aside.is_dir() { fs::remove_dir_all(&aside) } else { fs::remove_file(&aside) };
            removed.map_err(StoreError::io("remove", &aside))?;
        } else {
            let damaged = free_name(folder, DAMAGED);
            disk.rename_folder(&aside, &damaged).map_err(StoreError::io("rename", &aside))?;
            kept = Some(damaged);
        }
    }
    Ok(kept)
}
