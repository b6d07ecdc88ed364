//! Errors of running a replay, or of importing it into a store.

use super::{Divergence, ReplayError, Unverified};
use crate::error::StoreError;
use crate::watch::Stopped;

/// A replay that cannot be run, or taken into a store.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Its bytes cannot be read, or the store cannot take it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file itself.
    #[error(transparent)]
    Replay(ReplayError),
    /// Under today's rules its inputs give other events, and it does not carry its own.
    #[error("the replay does not carry its events, and its inputs lead elsewhere today: {0}")]
    Diverged(Box<Divergence>),
    /// An input of it cannot be run here, and it does not carry its events.
    #[error("the replay does not carry its events, and an input cannot be run here: {0}")]
    Unverified(Box<Unverified>),
}

impl From<ReplayError> for RunError {
    fn from(error: ReplayError) -> RunError {
        match error {
            ReplayError::Stopped => RunError::Store(StoreError::Stopped),
            error => RunError::Replay(error),
        }
    }
}

impl From<Stopped> for RunError {
    fn from(_: Stopped) -> RunError {
        RunError::Store(StoreError::Stopped)
    }
}
