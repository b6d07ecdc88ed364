//! Snapshots: encoded games, so that seeking need not fold from the beginning. They are a cache:
//! without them every answer is the same, only slower. So a snapshot that fails its check, or that
//! another version of the engine wrote, is ignored.
//!
//! The value, stored under the id of the commit that the game follows:
//!
//! ```text
//! u8       layout of this value: 1
//! bytes    the version of the engine, as text
//! bytes    the encoded game
//! 8        checksum of the id and of everything above
//! ```

use blake3::hazmat::hash_derive_key_context;

use crate::backend::Tree;
use crate::bytes::{Malformed, Reader, put_bytes};
use crate::commit::RawCommit;
use crate::error::StoreError;
use crate::id::{CHECKSUM_BYTES, EventId, Sum};
use crate::store::Store;

/// A snapshot is kept every this many commits, so seeking folds fewer commits than this.
pub const SNAPSHOT_EVERY: u64 = 128;

const LAYOUT: u8 = 1;

static CHECKSUM: Sum = Sum::new(|| hash_derive_key_context("retrace snapshot checksum v1"));

impl Store {
    /// Keeps the bytes of the game after a commit.
    ///
    /// # Errors
    /// Errors of the database.
    pub(crate) fn put_snapshot(&self, after: EventId, engine: &str, game: &[u8]) -> Result<(), StoreError> {
        let mut value = Vec::with_capacity(game.len() + 64);
        value.push(LAYOUT);
        put_bytes(&mut value, engine.as_bytes());
        put_bytes(&mut value, game);
        let sum = CHECKSUM.of(&[after.as_bytes(), &value]);
        value.extend(sum);
        self.backend.put(Tree::Snapshots, after.as_bytes(), &value)
    }

    /// The bytes of the game after a commit, if this engine's snapshot is kept.
    ///
    /// # Errors
    /// Errors of the database.
    pub(crate) fn snapshot(&self, after: EventId, engine: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let value = self.backend.get(Tree::Snapshots, after.as_bytes())?;
        Ok(value.and_then(|value| decode(after, engine, &value)))
    }

    /// The latest commit at or before `commit` with a snapshot, and the snapshot. Where regular
    /// snapshots are kept, the latest of those. Reads no further back than needed.
    ///
    /// # Errors
    /// Errors of the database, and of a chain that cannot be read.
    pub(crate) fn nearest_snapshot(
        &self,
        commit: RawCommit,
        engine: &str,
    ) -> Result<Option<(RawCommit, Vec<u8>)>, StoreError> {
        if self.backend.scan(Tree::Snapshots, &[], 1)?.is_empty() {
            return Ok(None);
        }
        // A snapshot at a regular commit is found in few reads. Failing that, search for the
        // nearest of all.
        let regular = commit.number - commit.number % SNAPSHOT_EVERY;
        if regular > 0 {
            let at = self.back_to(commit.clone(), regular)?;
            if let Some(game) = self.snapshot(at.id, engine)? {
                return Ok(Some((at, game)));
            }
        }
        let mut commit = commit;
        loop {
            if let Some(game) = self.snapshot(commit.id, engine)? {
                return Ok(Some((commit, game)));
            }
            if commit.number == 0 {
                return Ok(None);
            }
            commit = self.parent_of(&commit)?;
        }
    }

    /// Deletes all snapshots. Only time is lost.
    ///
    /// # Errors
    /// Errors of the database.
    pub fn clear_snapshots(&self) -> Result<(), StoreError> {
        self.backend.clear(Tree::Snapshots)
    }
}

/// Whether a stored value is intact.
pub(crate) fn checks(after: EventId, value: &[u8]) -> bool {
    body(after, value).is_some()
}

fn body(after: EventId, value: &[u8]) -> Option<&[u8]> {
    let (body, sum) = value.split_at_checked(value.len().checked_sub(CHECKSUM_BYTES)?)?;
    (CHECKSUM.of(&[after.as_bytes(), body]) == sum).then_some(body)
}

fn decode(after: EventId, engine: &str, value: &[u8]) -> Option<Vec<u8>> {
    let body = body(after, value)?;
    let read = || -> Result<Option<Vec<u8>>, Malformed> {
        let mut reader = Reader::new(body);
        if reader.u8()? != LAYOUT || reader.text()? != engine {
            return Ok(None);
        }
        let game = reader.bytes()?.to_vec();
        reader.finish()?;
        Ok(Some(game))
    };
    read().ok().flatten()
}
