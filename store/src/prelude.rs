//! The stable surface for programs that keep games. Anything else in this crate may change in any
//! version.
//!
//! ```
//! use retrace_store::prelude::*;
//!
//! let log = Log::in_memory()?;
//! assert_eq!(log.timelines().count(), 0);
//! # Ok::<(), StoreError>(())
//! ```
//!
//! `docs/embedding.md` shows how to use it with the rules.

pub use crate::error::StoreError;
pub use crate::id::EventId;
pub use crate::log::Log;
pub use crate::replay::{Detail, Replay, ReplayError, RunError, Verdict, verify};
pub use crate::seek::Parting;
pub use crate::store::{Appended, Durability, Options};
pub use crate::timeline::{Fork, Timeline};
pub use crate::typed::Commit;
