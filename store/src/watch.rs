//! Progress and cancelling: a callback receives the progress of long work and can stop it.

use std::ops::ControlFlow;

/// The progress of long work, counted in commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many commits are done.
    pub commits: u64,
    /// How many there are in all.
    pub of: u64,
    /// How many events the finished commits have.
    pub events: u64,
}

/// The callback. Called after each commit; returns whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// The callback has stopped the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was stopped")]
pub struct Stopped;

/// A callback that does nothing.
pub(crate) fn nobody(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Reports progress to the callback.
pub(crate) fn tell(watch: Watch<'_>, commits: u64, of: u64, events: u64) -> Result<(), Stopped> {
    match watch(Progress { commits, of, events }) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stopped),
    }
}
