//! Places: timelines by id, points of them, labels at points, and how a timeline stands to the rules of today.

use retrace_core::fact::EntryNo;
use retrace_store::Verdict;

/// A timeline of a session. Ids are never given to another timeline while the session lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimelineId(pub usize);

/// A place in a timeline: the state after so many of its steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The timeline.
    pub timeline: TimelineId,
    /// How many of its steps are before; 0 is before the first.
    pub step: usize,
}

impl Point {
    /// A place in a timeline.
    pub const fn new(timeline: TimelineId, step: usize) -> Point {
        Point { timeline, step }
    }
}

/// Whether the events of a timeline are what the rules of this version make of its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// They are: the inputs were run here.
    Exact,
    /// The events were read, and the inputs have not been run again, or one of them cannot be run here.
    Unverified,
    /// They are not: the number of the first event that differs.
    Diverged(EntryNo),
}

impl Standing {
    /// What running the inputs again says.
    pub fn of(verdict: &Verdict) -> Standing {
        match verdict {
            // What is shown of those are the citations of this version.
            Verdict::Exact { .. } | Verdict::Recited { .. } => Standing::Exact,
            Verdict::Unverified(_) => Standing::Unverified,
            Verdict::Diverged(divergence) => {
                Standing::Diverged(EntryNo(divergence.event.unwrap_or(divergence.first_event)))
            }
        }
    }

    /// The word for what running the inputs again says, in capitals, as it is printed.
    pub fn word_of(verdict: &Verdict) -> &'static str {
        match verdict {
            Verdict::Recited { .. } => "RECITED",
            verdict => Standing::of(verdict).word(),
        }
    }

    /// Its word in capitals, as it is printed.
    pub const fn word(self) -> &'static str {
        match self {
            Standing::Exact => "EXACT",
            Standing::Unverified => "UNVERIFIED",
            Standing::Diverged(_) => "DIVERGED",
        }
    }
}

/// A line that a script attached to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place: after so many steps.
    pub step: usize,
    /// What it says.
    pub text: String,
}
