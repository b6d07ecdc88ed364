//! A bookmark: a name for an event.

use retrace_core::fact::EntryNo;
use retrace_store::id::EventId;

use crate::timeline::line::Timeline;

/// A name for an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// Its name.
    pub name: String,
    /// The commit that holds the event.
    pub commit: EventId,
    /// The number of the event.
    pub event: EntryNo,
    /// The note.
    pub note: String,
}

impl Bookmark {
    /// Whether a timeline contains its event.
    pub(crate) fn is_on(&self, timeline: &Timeline) -> bool {
        timeline.commit_of_entry(self.event).is_some_and(|commit| commit.id() == self.commit)
    }
}
