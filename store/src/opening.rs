//! Opening a store: what was acknowledged is checked before anything is changed, and the database
//! and the journal are brought together.

pub(crate) mod proofs;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::backend::Tree;
use crate::disk::{Disk, System};
use crate::error::{Damage, Object, StoreError};
use crate::folder::{DATABASE, JOURNAL, MARKER_NEW, check_marker, database_of, write_marker};
use crate::journal::{self, Journal, Looked, Opened};
use crate::lock::Lock;
use crate::pack::{Packs, clean, in_force};
use crate::regular::check_regular;
use crate::renew;
use crate::store::{Made, Options, Store};
use crate::tally::{Met, Tally, TallyFile};
use proofs::{Proofs, judge_untouched, may_renew};

impl Store {
    /// Opens or creates a folder. Timelines that the database lost and the journal has are left in
    /// `rebuilds`.
    pub(crate) fn open_waiting(folder: &Path, options: Options, patience: Duration) -> Result<Store, StoreError> {
        Store::open_on_waiting(Arc::new(System), folder, options, patience)
    }

    #[cfg(test)]
    pub(crate) fn open(folder: &Path, options: Options) -> Result<Store, StoreError> {
        Store::open_on(Arc::new(System), folder, options)
    }

    /// Like `open_waiting`, on a given disk, for tests.
    #[cfg(test)]
    pub(crate) fn open_on(disk: Arc<dyn Disk>, folder: &Path, options: Options) -> Result<Store, StoreError> {
        Store::open_on_waiting(disk, folder, options, Duration::ZERO)
    }

    fn open_on_waiting(
        disk: Arc<dyn Disk>,
        folder: &Path,
        options: Options,
        patience: Duration,
    ) -> Result<Store, StoreError> {
        // Before anything in it is read or written.
        let there = folder.try_exists().map_err(StoreError::io("read", folder))?;
        if there && folder.is_dir() {
            check_regular(folder)?;
        }
        let new = !check_marker(folder)?;
        if new {
            disk.create_folder(folder).map_err(StoreError::io("create", folder))?;
            let mut entries = fs::read_dir(folder).map_err(StoreError::io("read", folder))?;
            // Another process may be creating the same store; then only its lock is there.
            let begun = |name: &str| name.starts_with("lock") || name == MARKER_NEW;
            if entries.any(|entry| entry.is_ok_and(|entry| !begun(&entry.file_name().to_string_lossy()))) {
                return Err(StoreError::NotAStore { path: folder.to_owned() });
            }
        }
        let lock = Lock::take(&*disk, folder, patience)?;
        if new {
            // First of all, so that a folder whose creation was interrupted is still recognised.
            write_marker(&*disk, folder, false)?;
        }
        let (tally_file, beside) = TallyFile::open(&*disk, folder);
        let beside = beside.and_then(Result::ok);
        let looked = journal::look(&*disk, &folder.join(JOURNAL))?;
        let same = beside.as_ref().map(|tally| looked.meets(&tally.told)).transpose()?;
        let sound = looked.is_sound() && same.is_none_or(|same| same == Met::Yes);
        let packed = in_force(folder, &looked.history.packed, sound);
        let settled = looked.is_sound() && packed == looked.history.packed;
        let packs = Arc::new(Packs::open(&*disk, folder, &packed.packs)?);
        if beside.is_some() {
            judge_untouched(folder, beside, &looked, &packs)?;
        }
        let database = folder.join(DATABASE);
        if database_of(folder) != database {
            let renamed = disk.rename_folder(&database_of(folder), &database);
            renamed.map_err(StoreError::io("rename", &database))?;
        }
        let may_renew = |why: &StoreError| may_renew(folder, &looked, beside.as_ref(), why);
        let (sled, broken) = renew::open_database(&*disk, folder, may_renew)?;
        let stored = Tally::stored(&sled)?.and_then(Result::ok);
        let mut store = Store::over(Arc::new(sled), options)?;
        store.packs = packs;
        let proofs = Proofs { beside, stored, fits: broken.is_none() && store.is_told_by(stored.as_ref()) };
        let judge = &mut |looked: &Looked| proofs.judge(folder, Some(&store), looked);
        let opened = Journal::open(Arc::clone(&disk), looked, proofs.identity(), judge)?;
        let Opened { journal, history, stands, whole } = opened;
        store.folder = Some(folder.to_owned());
        store.made = match (new, there) {
            (false, _) => Made::Before,
            (true, true) => Made::InFolder,
            (true, false) => Made::WithFolder,
        };
        store.disk = disk;
        store.lock = Some(Arc::new(lock));
        store.tally_file = Some(tally_file);
        store.take_from_set_aside(folder, &journal, broken, beside.is_some())?;
        // The database must know the journal before that is written anew once more.
        store.retell = !whole || !proofs.know(journal.told().identity);
        store.journal = Some(journal);
        store.check_heads();
        store.reconcile(history, stands, &packed)?;
        store.opened_at = store.journal.as_ref().map_or(0, |journal| journal.told().end);
        if settled {
            clean(&*store.disk, folder, &packed);
            store.finish_packing()?;
        }
        Ok(store)
    }

    /// Sets aside the timelines whose head cannot be read.
    fn check_heads(&mut self) {
        let mut bad = Vec::new();
        for timeline in self.heads.iter() {
            let loose = self.backend.get(Tree::Objects, timeline.tip.as_bytes());
            if loose.is_ok_and(|value| value.is_none()) && self.packs.names(timeline.tip).unwrap_or(false) {
                // What is in a pack is checked when it is read.
                continue;
            }
            let why = match self.read_for(timeline.tip, Object::Timeline(timeline.name.clone())) {
                Ok(tip) if tip.end() == timeline.events && tip.number + 1 == timeline.commits => continue,
                Ok(_) => StoreError::Damaged {
                    object: Object::Timeline(timeline.name.clone()),
                    why: Damage::Misplaced("it counts other events than its head does"),
                },
                Err(error) => error,
            };
            bad.push((timeline.name.clone(), why));
        }
        for (name, why) in bad {
            self.heads.set_aside(&name, why);
        }
    }
}
