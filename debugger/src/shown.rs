//! What a window shows first.

use retrace_core::fact::{EntryNo, ObjectId};
use retrace_session::TimelineId;
use retrace_session::files::trouble::Trouble;

/// What a window shows first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// The session as it was opened.
    #[default]
    Usual,
    /// What was done the last time, if it was kept; otherwise the demonstration, with the guided
    /// tour the first time.
    Demonstration,
    /// An object: its characteristics and their derivation.
    Object(ObjectId),
    /// Why something happened.
    Why(TimelineId, EntryNo),
    /// A page about a file that could not be opened.
    Trouble(Box<Trouble>),
}
