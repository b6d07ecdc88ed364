//! What can be put on the clipboard.

use retrace_core::fact::EntryNo;

use crate::session::TimelineId;

/// What can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copied {
    /// What the inspector shows.
    Inspector,
    /// The row of an event.
    Row(TimelineId, EntryNo),
    /// The comparison.
    Comparison,
}
