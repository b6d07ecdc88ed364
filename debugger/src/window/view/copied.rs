//! What can be copied to the clipboard.

use retrace_core::fact::EntryNo;

use retrace_session::TimelineId;

/// What can be copied to the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copied {
    /// The contents of the inspector.
    Inspector,
    /// The row of an event.
    Row(TimelineId, EntryNo),
    /// The comparison.
    Comparison,
}
