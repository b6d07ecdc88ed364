//! Arguments shared by all commands or by several. Those of a single command are in its own file.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::session::Threads;

/// A file, a timeline of it, and a place in the timeline.
#[derive(Clone, Debug, Args)]
pub(super) struct Place {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) spot: Spot,
}

/// A timeline and a place in it.
#[derive(Clone, Debug, Args)]
pub(super) struct Spot {
    /// The timeline [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// After this event: its number, the first digits of its id, or a bookmark [default: the end]
    #[arg(long, value_name = "EVENT")]
    pub(super) at: Option<String>,
}

/// The player whose view to show.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Eyes {
    /// Show only what this player may know (a name or a letter)
    #[arg(long = "as", value_name = "PLAYER")]
    pub(super) viewer: Option<String>,
}

/// A file and an event in it.
#[derive(Clone, Debug, Args)]
pub(super) struct AtEvent {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// The number of the event, the first digits of its id, or a bookmark
    pub(super) event: String,
    /// The timeline [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// A store.
#[derive(Clone, Debug, Args)]
pub(super) struct StoreArguments {
    /// A store
    pub(super) store: PathBuf,
}

/// The number of threads.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct OnThreads {
    /// How many threads to use; the answer is the same for any number [default: one for each core]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl OnThreads {
    /// The threads to use.
    pub(super) fn number(self) -> Threads {
        let wanted = self.threads.and_then(|number| NonZeroUsize::new(usize::from(number)));
        wanted.map_or_else(Threads::available, Threads::new)
    }
}
