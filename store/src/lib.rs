//! The content-addressed log of Retrace.
//!
//! The id of an event is a hash of its bytes and of everything before it, so the id of the last
//! event of a game names the entire game. A [`Log`] keeps games as chains of commits (an input and
//! what followed) and timelines as names that move along them. It returns any place of any
//! timeline, checked to the byte. A [`Replay`] is one game in one file, which anybody can run
//! again.
//!
//! The guarantees and the byte layouts are in `docs/store.md` and `docs/replay-format.md`.
//!
//! From the bottom up: [`id`] and [`bytes`] handle hashes and framing; [`commit`], [`timeline`] and
//! [`bookmark`] are what is stored, [`history`] records the changes to it, and [`seek`] finds
//! places in it. [`store`] puts them into a database (behind `backend`, which alone knows sled)
//! with a decision journal beside it (`journal`, and `recover` after a crash), on a `disk`;
//! `pack` moves what is settled into files that never change. [`log`]
//! and [`replay`] know the engine, and [`fsck`] reports and saves what a damaged store has left.

pub mod bookmark;
pub mod bytes;
pub mod catalogue;
pub mod commit;
pub mod error;
pub mod fsck;
pub mod history;
pub mod id;
pub mod log;
pub mod replay;
pub mod seek;
pub mod store;
pub mod timeline;
pub mod typed;
pub mod whole;

mod ahead;
mod backend;
mod backup;
mod changes;
mod disk;
mod exchange;
mod gc;
mod journal;
mod label;
mod lock;
mod operations;
mod pack;
mod recover;
mod regular;
mod renew;
mod snapshot;
mod tally;
mod watch;

// The games of the integration tests call this crate by its name.
#[cfg(test)]
extern crate self as retrace_store;
#[cfg(test)]
#[path = "../tests/suite/games.rs"]
mod games;

pub use ahead::Ahead;
pub use backup::{Backup, backup, stats};
pub use bookmark::Bookmark;
pub use catalogue::Carried;
pub use error::{Damage, Object, StoreError};
pub use exchange::{Arrival, Sending, Sent};
pub use fsck::{Beside, Cost, Finding, Freshness, Report, Saved};
pub use gc::{Collect, Collected, Stats};
pub use history::{Change, NamedHead, OPERATIONS_KEPT, Operation, OperationKind};
pub use id::EventId;
pub use label::Label;
pub use log::{Log, Recovered};
pub use renew::Renewed;
pub use replay::{Detail, Divergence, Recited, Replay, ReplayError, Unverified, Verdict, verify, verify_among};
pub use seek::Parting;
pub use snapshot::SNAPSHOT_EVERY;
pub use store::{Appended, Durability, Options, Store};
pub use timeline::{Fork, Timeline};
pub use typed::{Commit, CommitInput, ENGINE};
pub use watch::{Progress, Stopped, Watch};
