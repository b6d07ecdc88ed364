//! Places: timelines by id, their points, labels at points, and whether a timeline agrees with the
//! current rules.

use retrace_core::fact::EntryNo;
use retrace_store::Verdict;

/// A timeline of a session. Its id is never reused within the session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimelineId(pub usize);

/// A place in a timeline: the state after its first `step` steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The timeline.
    pub timeline: TimelineId,
    /// How many of its steps come before; 0 is the start.
    pub step: usize,
}

impl Point {
    /// A place in a timeline.
    pub const fn new(timeline: TimelineId, step: usize) -> Point {
        Point { timeline, step }
    }
}

/// Whether the events of a timeline are what this version of the rules makes of its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Yes: the inputs were run here.
    Exact,
    /// Unknown: the events were read, and the inputs were not run again or cannot all be run here.
    Unverified,
    /// No: the number of the first event that differs.
    Diverged(EntryNo),
}

impl Standing {
    /// The standing that follows from running the inputs again.
    pub fn of(verdict: &Verdict) -> Standing {
        match verdict {
            // Those show the citations of this version.
            Verdict::Exact { .. } | Verdict::Recited { .. } => Standing::Exact,
            Verdict::Unverified(_) => Standing::Unverified,
            Verdict::Diverged(divergence) => {
                Standing::Diverged(EntryNo(divergence.event.unwrap_or(divergence.first_event)))
            }
        }
    }

    /// The word printed for the verdict of a replay, in capitals.
    pub fn word_of(verdict: &Verdict) -> &'static str {
        match verdict {
            Verdict::Recited { .. } => "RECITED",
            verdict => Standing::of(verdict).word(),
        }
    }

    /// The word printed for it, in capitals.
    pub const fn word(self) -> &'static str {
        match self {
            Standing::Exact => "EXACT",
            Standing::Unverified => "UNVERIFIED",
            Standing::Diverged(_) => "DIVERGED",
        }
    }
}

/// A line of text that a script attached to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place: after this many steps.
    pub step: usize,
    /// The text.
    pub text: String,
}
