//! Writes ahead: puts the commits of a future timeline into a store while somebody else has the
//! log, even from another thread. No timeline includes them until [`Log::adopt`] makes one, in one
//! short write. If that never happens they do no harm, and collecting removes them.

use std::sync::Arc;

use crate::commit::NewCommit;
use crate::error::StoreError;
use crate::id::{EventId, Kind};
use crate::jumps::Spine;
use crate::log::Log;
use crate::replay::{Detail, Replay, ReplayError, RunError, Verdict, verify};
use crate::store::Store;
use crate::timeline::Timeline;
use crate::typed::{Commit, check_entries, decode_input};
use crate::watch::{Watch, nobody, tell};

/// A store to write ahead into. It has no timelines, and holds the store's lock until dropped.
pub struct Ahead {
    log: Log,
}

impl Log {
    /// A handle for writing ahead into this store.
    ///
    /// # Errors
    /// Errors of the database.
    pub fn ahead(&self) -> Result<Ahead, StoreError> {
        let mut log = Log::over(Store::beside(&self.store)?);
        log.catalogues = Arc::clone(&self.catalogues);
        Ok(Ahead { log })
    }

    /// Makes a timeline from a chain of commits already stored, such as [`Ahead::put`] wrote.
    ///
    /// # Errors
    /// A chain that lacks a commit; errors of names and of writing. No timeline is made then.
    pub fn adopt(&mut self, name: &str, tip: EventId) -> Result<Timeline, StoreError> {
        self.store.create_over(name, tip, None)
    }

    /// Makes a timeline from a replay: from the events it carries, or by running its inputs if it
    /// carries none. The ids must be those of the replay; otherwise no timeline is made.
    ///
    /// # Errors
    /// [`ReplayError::Contradiction`] for events that do not hash to the ids,
    /// [`RunError::Diverged`] for inputs that give other events under today's rules,
    /// [`RunError::Unverified`] for inputs that cannot be run; errors of names, of bytes that
    /// cannot be read, and of writing.
    pub fn import(&mut self, name: &str, replay: &Replay) -> Result<Timeline, RunError> {
        self.import_with(name, replay, &mut nobody)
    }

    /// Like [`Log::import`], with progress and cancelling.
    ///
    /// # Errors
    /// As for [`Log::import`], and [`StoreError::Stopped`]; no timeline is made then.
    pub fn import_with(&mut self, name: &str, replay: &Replay, watch: Watch<'_>) -> Result<Timeline, RunError> {
        self.store.heads.check_free(name)?;
        self.put_replay(name, replay, watch)?;
        Ok(self.adopt(name, replay.tip())?)
    }

    /// Writes the commits of a replay, without a timeline.
    fn put_replay(&self, name: &str, replay: &Replay, watch: Watch<'_>) -> Result<(), RunError> {
        if let Some(catalogue) = replay.read_catalogue()? {
            self.catalogues.keep(&Arc::new(catalogue))?;
        } else if let Some(genesis) = replay.genesis() {
            // The game does not ask its catalogue, but a what-if change to it may.
            self.catalogues.keep_for(&genesis, &self.catalogues)?;
        }
        let mut spine = Spine::default();
        let mut put = |new: NewCommit, id: EventId| -> Result<(), RunError> {
            let number = spine.tip().map_or(0, |tip| tip.number + 1);
            self.put_expected(name, &mut spine, new, id)?.ok_or(ReplayError::Contradiction { commit: number })?;
            Ok(())
        };
        if replay.detail != Detail::Entries {
            let mut ids = replay.commits.iter().map(|commit| commit.id);
            let verdict = verify::run(replay, &mut |made, at| {
                put(made, ids.next().unwrap_or(EventId::ZERO))?;
                Ok(tell(watch, at.commits, at.of, at.events)?)
            });
            return match verdict? {
                Verdict::Exact { .. } | Verdict::Recited { .. } => Ok(()),
                Verdict::Unverified(unverified) => Err(RunError::Unverified(unverified)),
                Verdict::Diverged(divergence) => Err(RunError::Diverged(divergence)),
            };
        }
        let (of, mut events) = (replay.commits.len() as u64, 0);
        for (number, commit) in (0u64..).zip(&replay.commits) {
            let kind = if number == 0 { Kind::Genesis } else { Kind::Input };
            decode_input(commit.format, kind, &commit.input, || format!("the input of commit {number}"))?;
            check_entries(commit.format, events, &commit.entries)?;
            let new = NewCommit { format: commit.format, input: commit.input.clone(), entries: commit.entries.clone() };
            put(new, commit.id)?;
            events += commit.entries.len() as u64;
            tell(watch, number + 1, of, events)?;
        }
        Ok(())
    }
}

impl Ahead {
    /// Writes those commits of a replay that are missing.
    ///
    /// # Errors
    /// As for [`Log::import_with`], except those of names.
    pub fn put(&self, replay: &Replay, watch: Watch<'_>) -> Result<(), RunError> {
        self.log.put_replay("(ahead)", replay, watch)?;
        // So that adopting them needs little time.
        Ok(self.log.store.backend.flush()?)
    }

    /// Keeps snapshots of a chain already written, as [`Log::keep_snapshots`] does.
    ///
    /// # Errors
    /// As for [`Log::keep_snapshots_with`].
    pub fn keep_snapshots(&self, tip: EventId, watch: Watch<'_>) -> Result<u64, StoreError> {
        let made = self.log.keep_snapshots_with(tip, watch)?;
        self.log.store.backend.flush()?;
        Ok(made)
    }

    /// A commit of the store.
    ///
    /// # Errors
    /// As for [`Log::commit`].
    pub fn commit(&self, id: EventId) -> Result<Commit, StoreError> {
        self.log.commit(id)
    }

    /// The commits of a chain already written, oldest first.
    ///
    /// # Errors
    /// As for [`Log::commit`].
    pub fn commits(&self, tip: EventId) -> impl Iterator<Item = Result<Commit, StoreError>> {
        self.log.commits(tip, 0)
    }
}

impl Store {
    /// A store over the same database, for writing commits that are in no timeline yet. It records
    /// nothing in the journal.
    fn beside(store: &Store) -> Result<Store, StoreError> {
        let mut beside = Store::over(
            Arc::clone(&store.backend),
            crate::store::Options { durability: crate::store::Durability::AtClose },
        )?;
        beside.packs = Arc::clone(&store.packs);
        beside.lock.clone_from(&store.lock);
        Ok(beside)
    }
}
