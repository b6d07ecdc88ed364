//! Copies a store, even while another process has it open.
//!
//! No other process may read the database of an open store. The decision journal lies outside the
//! database and holds everything that was acknowledged. So a copy of the journal, up to its last
//! whole record, is a copy of the store: opening it reruns the inputs and compares the ids. A store
//! that no process has open is locked and copied whole.

use std::fs;
use std::path::{Path, absolute};
use std::time::Duration;

use crate::carve::copy_folder;
use crate::catalogue::CATALOGUES;
use crate::disk::{System, again};
use crate::error::StoreError;
use crate::folder::{DATABASE, JOURNAL, check_marker, database_of, empty, write_marker};
use crate::gc::{Collect, Collected, Stats};
use crate::history::Packed;
use crate::journal::{self, Wanted};
use crate::label::LABELS;
use crate::lock::Lock;
use crate::log::{Log, Recovered};
use crate::pack::in_force;
use crate::pack::{journal_of, pack_of};
use crate::regular::check_regular;
use crate::store::Options;
use crate::timeline::Timeline;

/// What was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// Whether another process has the store open, so that the copy was made from the journal; and
    /// its id, if known.
    pub open_in: Option<Option<u32>>,
    /// How many timelines the copy has.
    pub timelines: u64,
    /// How many events the timelines have, each timeline counted separately.
    pub events: u64,
    /// How many operations were recorded.
    pub operations: u64,
    /// The last of them.
    pub last_operation: Option<String>,
    /// Whether the journal is damaged, so that everything after the damage is missing from the
    /// copy.
    pub damaged: bool,
    /// What was rebuilt by running inputs.
    pub recovered: Vec<Recovered>,
    /// The timelines whose commits cannot all be read in the copy, and why.
    pub unread: Vec<(String, String)>,
}

/// Copies a store into an empty or new folder, and opens the copy to check that it is whole.
///
/// # Errors
/// [`StoreError::NoStore`] and [`StoreError::NotAFolder`] for a path without a store,
/// [`StoreError::NotEmpty`] for a folder that has something in it, [`StoreError::IntoItself`], and
/// errors of files and of opening the copy.
pub fn backup(store: &Path, into: &Path) -> Result<Backup, StoreError> {
    if !check_marker(store)? {
        return Err(StoreError::NoStore { path: store.to_owned() });
    }
    check_regular(store)?;
    let above = absolute(into).ok().and_then(|into| into.ancestors().find_map(|folder| folder.canonicalize().ok()));
    if store.canonicalize().is_ok_and(|store| above.is_some_and(|above| above.starts_with(store))) {
        return Err(StoreError::IntoItself { path: into.to_owned() });
    }
    again(|| fs::create_dir_all(into)).map_err(StoreError::io("create", into))?;
    if fs::read_dir(into).map_err(StoreError::io("read", into))?.next().is_some() {
        return Err(StoreError::NotEmpty { path: into.to_owned() });
    }
    copy_and_open(store, into).inspect_err(|_| {
        // Half a copy is useless; the error is returned.
        let _removed = empty(into);
    })
}

/// Counts what a store holds, and returns what there is to tell about opening it. Of one that may
/// only be read, or is on a full disk, a copy is counted.
///
/// # Errors
/// Those of [`Log::open`] except [`StoreError::ReadOnly`] and [`StoreError::DiskFull`], and those
/// of [`backup`].
pub fn stats(store: &Path) -> Result<(Stats, Vec<String>), StoreError> {
    match Log::open(store, Options::default()) {
        Ok(log) => Ok((log.store().stats()?, log.told())),
        Err(StoreError::ReadOnly { .. } | StoreError::DiskFull { .. }) => {
            of_a_copy(store, |log| Ok((log.store().stats()?, log.told())))
        }
        Err(error) => Err(error),
    }
}

/// Says what collecting would remove from a store that may only be read, or is on a full disk: a
/// copy is asked. Nobody can say that of a store that another process has open, since only that
/// one may read its database.
///
/// # Errors
/// Those of [`backup`] and [`Log::collect`].
pub fn would_collect(store: &Path, wanted: Collect) -> Result<Collected, StoreError> {
    of_a_copy(store, |log| log.collect(Collect { dry_run: true, ..wanted }))
}

/// What a copy says, which is removed afterwards.
fn of_a_copy<T>(store: &Path, asked: impl FnOnce(&mut Log) -> Result<T, StoreError>) -> Result<T, StoreError> {
    let copy = tempfile::tempdir().map_err(StoreError::io("make a folder in", std::env::temp_dir()))?;
    backup(store, copy.path())?;
    asked(&mut Log::open(copy.path(), Options::default())?)
}

fn copy_and_open(store: &Path, into: &Path) -> Result<Backup, StoreError> {
    let (open_in, lock) = match Lock::take(&System, store, Duration::ZERO) {
        Ok(lock) => (None, Some(lock)),
        Err(StoreError::Locked { pid, .. }) => (Some(pid), None),
        // It may be read all the same. If somebody else writes it meanwhile, opening the copy makes
        // its database again from the journal.
        Err(StoreError::ReadOnly { .. } | StoreError::DiskFull { .. }) => (None, None),
        Err(error) => return Err(error),
    };
    let database = database_of(store);
    if open_in.is_none() && database.exists() {
        copy_folder(&database, &into.join(DATABASE))?;
    }
    let damaged = journal::copy(&store.join(JOURNAL), &into.join(JOURNAL))?;
    // After the journal, which names them. They never change.
    let told = journal::read(&into.join(JOURNAL), Wanted::Whole)?.past.history.packed;
    let Packed { packs, journals, .. } = in_force(store, &told, told != Packed::default());
    let packed = !packs.is_empty();
    let packs = packs.into_iter().map(|number| pack_of(Path::new(""), number));
    for path in packs.chain(journals.into_iter().map(|number| journal_of(Path::new(""), number))) {
        let (from, to) = (store.join(&path), into.join(&path));
        if let Some(folder) = to.parent() {
            again(|| fs::create_dir_all(folder)).map_err(StoreError::io("create", folder))?;
        }
        match again(|| fs::copy(&from, &to).and_then(|_| fs::File::open(&to)?.sync_all())) {
            // What is missing is named by the copy's check.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            copied => copied.map_err(StoreError::io("write", &to))?,
        }
    }
    drop(lock);
    // After the journal: the catalogue of a game is written before the game.
    let catalogues = store.join(CATALOGUES);
    if catalogues.exists() {
        copy_folder(&catalogues, &into.join(CATALOGUES))?;
    }
    let labels = store.join(LABELS);
    if labels.exists() {
        let copy = into.join(LABELS);
        fs::copy(&labels, &copy).map_err(StoreError::io("write", &copy))?;
    }
    // Last, so that an interrupted copy is not taken for a store.
    write_marker(&System, into, packed)?;
    let log = Log::open(into, Options::default())?;
    let store = log.store();
    let unread = |timeline: &Timeline| {
        let why = store.verify_chain(timeline.tip).err()?;
        Some((timeline.name.clone(), why.to_string()))
    };
    let damaged_timelines = store.damaged_timelines().map(|(name, why)| (name.to_owned(), why.to_string()));
    let unread = log.timelines().filter_map(unread).chain(damaged_timelines).collect();
    let backup = Backup {
        unread,
        open_in,
        timelines: log.timelines().count() as u64,
        events: log.timelines().map(|timeline| timeline.events).sum(),
        operations: store.operations_forgotten() + store.operations().count() as u64,
        last_operation: store.operations().next_back().map(ToString::to_string),
        damaged,
        recovered: log.recovered().to_vec(),
    };
    log.close()?;
    Ok(backup)
}
