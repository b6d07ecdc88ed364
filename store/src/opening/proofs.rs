//! Checks whether the journal and the database still have everything acknowledged, before opening
//! changes anything.

use std::path::Path;
use std::sync::Arc;

use crate::backend::sled_backend::Sled;
use crate::carve::{carve, copy_folder};
use crate::error::{StoreError, Stranger};
use crate::folder::{DATABASE, database_of};
use crate::history::Identity;
use crate::journal::{Journal, Looked, Stands};
use crate::pack::Packs;
use crate::renew;
use crate::store::{Options, Renewed, Store};
use crate::tally::{HEADER_BYTES, Holds, Met, Tally};

/// What the file beside the journal and the database record as acknowledged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proofs {
    pub(super) beside: Option<Tally>,
    pub(super) stored: Option<Tally>,
    /// Whether the records of the database are those its tally counted.
    pub(super) fits: bool,
}

impl Proofs {
    /// Whose journal the store's is, as far as was recorded.
    pub(super) fn identity(&self) -> Option<Identity> {
        let told = |tally: &&Tally| tally.told.end > HEADER_BYTES;
        self.stored.iter().chain(&self.beside).find(told).map(|tally| tally.told.identity)
    }

    /// Whether the database records that its journal is this one.
    pub(super) fn know(&self, identity: Identity) -> bool {
        self.stored.is_none_or(|stored| stored.told.identity == identity)
    }

    /// Whose names stand: whether a journal has everything acknowledged, or else the database.
    ///
    /// # Errors
    /// [`StoreError::Stranger`] if the journal or the database is that of another store, or an
    /// earlier journal of this one; [`StoreError::Lost`] if neither has everything.
    pub(super) fn judge(&self, folder: &Path, store: Option<&Store>, looked: &Looked) -> Result<Stands, StoreError> {
        let met = |tally: &Option<Tally>| tally.as_ref().map(|tally| looked.meets(&tally.told)).transpose();
        let (beside, stored) = (met(&self.beside)?, met(&self.stored)?);
        if let Some(stranger) = stranger(beside, stored) {
            return Err(stranger.in_store(folder));
        }
        // The record of another store says nothing about this one.
        let beside = self.beside.zip(beside).filter(|(_, met)| *met != Met::Other);
        let lacks = |(tally, met): &(Tally, Met)| looked.holds(&tally.told, *met) != Holds::All;
        let lacking = beside.iter().chain(&self.stored.zip(stored)).any(lacks);
        if !lacking {
            // The journal stands if the database follows it. If that has no tally, or other records
            // than it counted, the journal stands alone only if nothing is missing from its bytes.
            let follows = self.fits && matches!(stored, Some(Met::Yes | Met::Later));
            return Ok(if follows || looked.is_whole() { Stands::Journal } else { Stands::Both });
        }
        let beside = beside.map(|(tally, _)| tally.told);
        let newest = self.stored.is_some_and(|stored| beside.is_none_or(|beside| beside.is_up_to(&stored.told)));
        let whole = |store: &Store| store.timelines().all(|timeline| store.verify_chain(timeline.tip).is_ok());
        if self.fits && newest && store.is_some_and(whole) {
            return Ok(Stands::Database);
        }
        let all = beside.into_iter().chain(self.stored.map(|stored| stored.told));
        let newest = all.max_by_key(|told| (told.identity.anew, told.end)).unwrap_or_default();
        Err(StoreError::Lost { path: folder.to_owned(), commits: newest.commits, last: newest.commit })
    }
}

/// What does not belong to a store, by how its journal compares with the file beside it and with
/// the database.
pub(crate) fn stranger(beside: Option<Met>, stored: Option<Met>) -> Option<Stranger> {
    match (beside, stored) {
        (Some(Met::Yes | Met::No | Met::Later | Met::Earlier), Some(Met::Other)) => Some(Stranger::Database),
        (_, Some(Met::Other)) | (Some(Met::Other), None) => Some(Stranger::Journal),
        (_, Some(Met::Earlier)) | (Some(Met::Earlier), None) => Some(Stranger::EarlierJournal),
        _ => None,
    }
}

/// Checks that everything acknowledged is there, on a copy of the database if the journal lacks
/// some of it: sled changes its files when it opens them, and could destroy the proof of a loss.
pub(super) fn judge_untouched(
    folder: &Path,
    beside: Option<Tally>,
    looked: &Looked,
    packs: &Arc<Packs>,
) -> Result<(), StoreError> {
    let alone = Proofs { beside, stored: None, fits: false };
    let lost = match alone.judge(folder, None, looked) {
        Ok(_) => return Ok(()),
        Err(lost) => lost,
    };
    let database = database_of(folder);
    if !database.is_dir() {
        return Err(lost);
    }
    let copy = tempfile::tempdir().map_err(StoreError::io("make a folder in", std::env::temp_dir()))?;
    copy_folder(&database, copy.path())?;
    let sled = Sled::open(copy.path()).map_err(|error| match error.is_of_the_system() {
        true => error,
        false => StoreError::BothDamaged { path: folder.to_owned(), why: error.to_string() },
    })?;
    let stored = Tally::stored(&sled)?.and_then(Result::ok);
    let mut store = Store::over(Arc::new(sled), Options::default())?;
    store.packs = Arc::clone(packs);
    let fits = store.is_told_by(stored.as_ref());
    Proofs { beside, stored, fits }.judge(folder, Some(&store), looked).map(|_| ())
}

/// Whether a journal has everything needed to rebuild the database.
pub(super) fn may_renew(
    folder: &Path,
    looked: &Looked,
    beside: Option<&Tally>,
    why: &StoreError,
) -> Result<(), StoreError> {
    let mut commits = 0;
    if looked.history.count() == 0 && beside.is_none() {
        // The files of a store being created hold nothing either.
        carve(&folder.join(DATABASE), &mut |_| commits += 1)?;
    }
    let mut lacking = false;
    if let Some(tally) = beside {
        let met = looked.meets(&tally.told)?;
        lacking = met == Met::Other || looked.holds(&tally.told, met) != Holds::All;
    }
    let of_before = beside.is_none() && looked.damaged;
    if commits > 0 || of_before || lacking {
        return Err(StoreError::BothDamaged { path: folder.to_owned(), why: why.to_string() });
    }
    Ok(())
}

impl Store {
    /// Whether its records are those that a tally counted.
    pub(super) fn is_told_by(&self, tally: Option<&Tally>) -> bool {
        let names = self.heads.tally().and(self.bookmarks.tally());
        tally.is_some_and(|tally| tally.names == names) && self.heads.damaged().next().is_none()
    }

    /// Takes the commits that the journal knows from databases that were set aside.
    pub(super) fn take_from_set_aside(
        &mut self,
        folder: &Path,
        journal: &Journal,
        broken: Option<String>,
        told: bool,
    ) -> Result<(), StoreError> {
        let aside = renew::set_aside(folder);
        if aside.is_empty() {
            return Ok(());
        }
        let known = journal.commits()?;
        let mut commits = 0;
        for old in aside {
            let taken = renew::take_from(&old, self, &known)?;
            commits += taken.commits;
            // Without a tally, commits unknown to the journal may have been acknowledged.
            self.strangers |= taken.strangers && !told;
        }
        let why = broken.unwrap_or_else(|| "it was being made again".to_owned());
        self.renewed = Some(Renewed { why, commits, kept: None });
        Ok(())
    }

    /// Whether everything in the journal is here, so that the database set aside is not needed.
    pub(crate) fn finish_renewal(&mut self, all: bool) -> Result<(), StoreError> {
        if let (Some(renewed), Some(folder)) = (&mut self.renewed, &self.folder) {
            renewed.kept = renew::finish(&*self.disk, folder, all && !self.strangers)?;
        }
        Ok(())
    }
}
