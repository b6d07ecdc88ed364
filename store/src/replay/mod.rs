//! Replay files: a whole game in one file, small enough to send, strict enough to trust.
//!
//! [`Replay`] is the file as data, [`format`](mod@format) its bytes, and [`lines`] a text form for
//! other tools. [`verify()`] runs it again under today's rules.

mod budget;
pub mod format;
pub mod lines;
pub mod notes;
mod refused;
pub mod verify;

pub use crate::label::LABEL_BYTES;
pub use crate::watch::Progress;
pub use budget::Reached;
pub use format::{Detail, Replay, ReplayCommit, ReplayError};
pub use notes::{Labelled, MOST_NOTES, Noted, Notes};
pub use refused::RunError;
pub use verify::{Divergence, Recited, Side, Unrunnable, Unverified, Verdict, verify, verify_among, verify_with};
