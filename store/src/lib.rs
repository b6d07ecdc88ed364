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
//! The floors, the lowest first; each uses those before it:
//!
//! | floor | what is on it |
//! |---|---|
//! | `bytes`, `id`, `watch` | framing, hashes, progress |
//! | `error` | what can go wrong with a store |
//! | `disk`, `whole`, `regular`, `lock`, `backend`, `folder`, `jumps` | files and their names, the database (`backend` alone knows sled), jumps in a chain |
//! | `commit`, `sealed` | what is stored, as bytes |
//! | `typed`, `carve`, `timeline`, `bookmark` | commits as values, what damaged files still hold, names |
//! | `history` | changes to names, as operations |
//! | `journal`, `tally`, `pack` | decisions as they are made, what was acknowledged, settled commits |
//! | `store` | all of these as one store of bytes |
//! | `seek`, `operations`, `snapshot`, `label` | places in a store, undoing, snapshots, labels |
//! | `branching`, `anew` | changing timelines; the journal anew |
//! | `packing`, `recover`, `renew` | moving commits into packs; a store after a crash |
//! | `opening` | opening a store |
//! | `catalogue`, `running` | catalogues that games ask; running inputs |
//! | `replay` | one game in one file |
//! | `log` | a store whose bytes are games |
//! | `gc`, `labelling`, `changes`, `ahead`, `exchange`, `fsck`, `backup` | what is done with a log as a whole |
//! | `prelude` | what other programs need |

pub mod bookmark;
pub mod bytes;
pub mod catalogue;
pub mod commit;
pub mod error;
pub mod fsck;
pub mod history;
pub mod id;
pub mod log;
pub mod prelude;
pub mod replay;
pub mod seek;
pub mod store;
pub mod timeline;
pub mod typed;
pub mod whole;

mod ahead;
mod anew;
mod backend;
mod backup;
mod branching;
mod carve;
mod changes;
mod disk;
mod exchange;
mod folder;
mod gc;
mod journal;
mod jumps;
mod label;
mod labelling;
mod lock;
mod opening;
mod operations;
mod pack;
mod packing;
mod recover;
mod regular;
mod renew;
mod running;
mod sealed;
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
pub use backup::{Backup, backup, stats, would_collect};
pub use bookmark::Bookmark;
pub use catalogue::Carried;
pub use error::{Damage, Object, StoreError, Stranger};
pub use exchange::{Arrival, Sending, Sent};
pub use fsck::{Beside, Cost, Finding, Freshness, Report, Saved};
pub use gc::{Collect, Collected, Stats};
pub use history::{Change, OPERATIONS_KEPT, Operation, OperationKind};
pub use id::EventId;
pub use label::Label;
pub use log::{Log, Recovered};
pub use replay::{
    Detail, Divergence, Recited, Replay, ReplayError, RunError, Unverified, Verdict, verify, verify_among,
};
pub use seek::Parting;
pub use snapshot::SNAPSHOT_EVERY;
pub use store::{Appended, Durability, Options, Renewed, Store};
pub use timeline::{Fork, NamedHead, Timeline};
pub use typed::{Commit, CommitInput, ENGINE};
pub use watch::{Progress, Stopped, Watch};
