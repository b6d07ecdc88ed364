//! Watching long work: a callback receives the progress and can stop the work.

use std::ops::ControlFlow;

/// How far long work has come, counted in commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many commits are done.
    pub commits: u64,
    /// How many there are.
    pub of: u64,
    /// How many events those have that are done.
    pub events: u64,
}

/// Whoever watches: told after each commit, and whether to go on is answered.
pub type Watch<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// Whoever watched has had the work stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was stopped")]
pub struct Stopped;

/// Nobody watches.
pub(crate) fn nobody(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Tells whoever watches.
pub(crate) fn tell(watch: Watch<'_>, commits: u64, of: u64, events: u64) -> Result<(), Stopped> {
    match watch(Progress { commits, of, events }) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stopped),
    }
}
