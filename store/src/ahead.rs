//! Writing ahead: puts the commits of a future timeline into a store while somebody else has the log, even from another
//! thread. No timeline knows of them until [`Log::adopt`] makes one, in one short write. If that never happens, they
//! disturb nobody, and collecting removes them.

use std::sync::Arc;

use crate::commit::NewCommit;
use crate::error::StoreError;
use crate::id::{EventId, Kind};
use crate::log::Log;
use crate::replay::{Detail, Replay, ReplayError, Verdict, verify};
use crate::seek::Spine;
use crate::store::Store;
use crate::timeline::Timeline;
use crate::typed::{Commit, check_entries, decode_input};
use crate::watch::{Watch, nobody, tell};

/// A store to write ahead into. It has no timelines, and keeps the store's lock for as long as it lives.
pub struct Ahead {
    log: Log,
}

impl Log {
    /// A way to write ahead into this store.
    ///
    /// # Errors
    /// Those of the database.
    pub fn ahead(&self) -> Result<Ahead, StoreError> {
        let mut log = Log::over(Store::beside(&self.store)?);
        log.catalogues = Arc::clone(&self.catalogues);
        Ok(Ahead { log })
    }

    /// Makes a timeline of a chain of commits that is there already, as [`Ahead::put`] has written it.
    ///
    /// # Errors
    /// A chain that lacks a commit; those of names and of writing. Then there is no timeline.
    pub fn adopt(&mut self, name: &str, tip: EventId) -> Result<Timeline, StoreError> {
        self.store.create_over(name, tip, None)
    }

    /// Makes a timeline of a replay: with the events that it carries, or by running its inputs if it carries none. The
    /// ids are those of the replay, or there is no timeline.
    ///
    /// # Errors
    /// [`ReplayError::Contradiction`] for events that do not hash to the ids, [`StoreError::Diverged`] for inputs that
    /// lead elsewhere under today's rules, [`StoreError::Unverified`] for those that cannot be run; those of
    /// names, of bytes that cannot be read, and of writing.
    pub fn import(&mut self, name: &str, replay: &Replay) -> Result<Timeline, StoreError> {
        self.import_with(name, replay, &mut nobody)
    }

    /// The same, watched.
    ///
    /// # Errors
    /// As [`Log::import`], and [`StoreError::Stopped`]; then there is no timeline.
    pub fn import_with(&mut self, name: &str, replay: &Replay, watch: Watch<'_>) -> Result<Timeline, StoreError> {
        self.store.heads.check_free(name)?;
        self.put_replay(name, replay, watch)?;
        self.adopt(name, replay.tip())
    }

    /// Writes the commits of a replay, in no timeline yet.
    fn put_replay(&self, name: &str, replay: &Replay, watch: Watch<'_>) -> Result<(), StoreError> {
        if let Some(catalogue) = replay.read_catalogue()? {
            self.catalogues.keep(&Arc::new(catalogue))?;
        } else if let Some(genesis) = replay.genesis()
            && genesis.catalogue.id().is_some()
            && let Some(catalogue) = self.catalogues.find(&genesis.catalogue)
        {
            // The game does not ask; a what-if change to it may.
            self.catalogues.keep(&catalogue)?;
        }
        let mut spine = Spine::default();
        let mut put = |new: NewCommit, id: EventId| -> Result<(), StoreError> {
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
                Verdict::Unverified(unverified) => Err(StoreError::Unverified(unverified)),
                Verdict::Diverged(divergence) => Err(StoreError::Diverged(divergence)),
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
    /// Writes the commits of a replay that are not there.
    ///
    /// # Errors
    /// As [`Log::import_with`], but for those of names.
    pub fn put(&self, replay: &Replay, watch: Watch<'_>) -> Result<(), StoreError> {
        self.log.put_replay("(ahead)", replay, watch)?;
        // Whoever adopts them then waits for little.
        self.log.store.backend.flush()
    }

    /// Keeps snapshots of a chain that has been written, as [`Log::keep_snapshots`] does.
    ///
    /// # Errors
    /// As [`Log::keep_snapshots_with`].
    pub fn keep_snapshots(&self, tip: EventId, watch: Watch<'_>) -> Result<u64, StoreError> {
        let made = self.log.keep_snapshots_with(tip, watch)?;
        self.log.store.backend.flush()?;
        Ok(made)
    }

    /// A commit of the store.
    ///
    /// # Errors
    /// Those of [`Log::commit`].
    pub fn commit(&self, id: EventId) -> Result<Commit, StoreError> {
        self.log.commit(id)
    }

    /// The commits of a chain that has been written, oldest first.
    ///
    /// # Errors
    /// Those of [`Log::commit`].
    pub fn commits(&self, tip: EventId) -> impl Iterator<Item = Result<Commit, StoreError>> {
        self.log.commits(tip, 0)
    }
}

impl Store {
    /// A store over the same database, for writing commits that no timeline has yet: it tells no journal.
    fn beside(store: &Store) -> Result<Store, StoreError> {
        let mut beside = Store::over(
            Arc::clone(&store.backend),
            crate::store::Options { durability: crate::store::Durability::AtClose },
        )?;
        beside.lock.clone_from(&store.lock);
        Ok(beside)
    }
}
