//! Snapshots: encoded games, so that seeking need not fold from the beginning. They are a cache:
//! without them every answer is the same, only slower. So a snapshot that fails its check, or that
//! another version of the engine wrote, is ignored.
//!
//! Folding the events of a few hundred commits takes no longer than reading a large game. So the
//! larger the games are, the fewer are kept ([`is_due`]): else a game with large decks would take
//! many times more room for its snapshots than for its events.
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

/// Snapshots are kept at least this many commits apart, and at multiples of it.
pub const SNAPSHOT_EVERY: u64 = 128;

/// Snapshots are kept at most this many commits apart, so seeking folds fewer commits than this.
pub(crate) const MOST_APART: u64 = 16 * SNAPSHOT_EVERY;

/// How many bytes of snapshots may come on [`SNAPSHOT_EVERY`] commits, as far as [`MOST_APART`]
/// allows. The commits themselves take some 25,000.
const BYTES: u64 = 4 << 10;

/// Whether a snapshot is due after the commit of this number, for a game of this many bytes. The
/// distances are powers of two, so that the latest snapshot is found without knowing the sizes.
pub(crate) fn is_due(number: u64, bytes: usize) -> bool {
    let apart = (bytes as u64).div_ceil(BYTES).next_power_of_two().saturating_mul(SNAPSHOT_EVERY);
    number > 0 && number.is_multiple_of(apart.min(MOST_APART))
}

const LAYOUT: u8 = 1;

static CHECKSUM: Sum = Sum::new(|| hash_derive_key_context("retrace snapshot checksum v1"));

impl Store {
    /// Keeps the bytes of the game after a commit.
    ///
    /// # Errors
    /// Errors of the database.
    pub(crate) fn put_snapshot(&self, after: EventId, engine: &str, game: &[u8]) -> Result<(), StoreError> {
        self.backend.put(Tree::Snapshots, after.as_bytes(), &encode(after, engine, game))
    }

    /// Keeps what a list tells of the game with its head at a commit. It is a cache, too, in the
    /// same form.
    pub(crate) fn put_summary(&self, tip: EventId, engine: &str, summary: &[u8]) -> Result<(), StoreError> {
        self.backend.put(Tree::Summaries, tip.as_bytes(), &encode(tip, engine, summary))
    }

    /// What [`Store::put_summary`] kept, if this engine did.
    pub(crate) fn summary(&self, tip: EventId, engine: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let value = self.backend.get(Tree::Summaries, tip.as_bytes())?;
        Ok(value.and_then(|value| decode(tip, engine, &value)))
    }

    /// The bytes of the game after a commit, if this engine's snapshot is kept.
    ///
    /// # Errors
    /// Errors of the database.
    pub(crate) fn snapshot(&self, after: EventId, engine: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let value = self.backend.get(Tree::Snapshots, after.as_bytes())?;
        Ok(value.and_then(|value| decode(after, engine, &value)))
    }

    /// The latest commit at or before `commit` with a snapshot, and the snapshot: a regular one if
    /// there is one, or one less than [`SNAPSHOT_EVERY`] commits back. O(log n) reads.
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
        let (mut at, mut apart) = (commit.clone(), SNAPSHOT_EVERY);
        while apart <= MOST_APART {
            let regular = at.number - at.number % apart;
            apart *= 2;
            if regular == 0 {
                break;
            }
            at = self.back_to(at, regular)?;
            if let Some(game) = self.snapshot(at.id, engine)? {
                return Ok(Some((at, game)));
            }
        }
        let mut commit = commit;
        for _ in 0..SNAPSHOT_EVERY {
            if let Some(game) = self.snapshot(commit.id, engine)? {
                return Ok(Some((commit, game)));
            }
            if commit.number == 0 {
                break;
            }
            commit = self.parent_of(&commit)?;
        }
        Ok(None)
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

fn encode(after: EventId, engine: &str, bytes: &[u8]) -> Vec<u8> {
    let mut value = Vec::with_capacity(bytes.len() + 64);
    value.push(LAYOUT);
    put_bytes(&mut value, engine.as_bytes());
    put_bytes(&mut value, bytes);
    let sum = CHECKSUM.of(&[after.as_bytes(), &value]);
    value.extend(sum);
    value
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_the_games_are_the_fewer_are_kept() {
        let apart = |bytes: usize| {
            let due: Vec<u64> = (0..=3 * MOST_APART).filter(|number| is_due(*number, bytes)).collect();
            assert!(due.windows(2).all(|pair| pair[1] - pair[0] == due[0]), "{bytes} bytes: {due:?}");
            due[0] / SNAPSHOT_EVERY
        };
        assert_eq!([0, 4 << 10, (4 << 10) + 1, 10_000, 300_000, usize::MAX].map(apart), [1, 1, 2, 4, 16, 16]);
    }
}
