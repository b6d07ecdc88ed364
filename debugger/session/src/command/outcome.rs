//! The outcome of a command or an input, and its message.

use retrace_core::fact::EntryNo;

use super::list::Command;
use crate::base::place::{Point, Standing, TimelineId};
use crate::session::Session;

/// The outcome of a command or an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing happened; why.
    Nothing(&'static str),
    /// The cursor moved.
    Moved,
    /// The input was appended to the timeline, which stood at its head.
    Appended,
    /// The timeline already has this input here; the cursor went on.
    Followed,
    /// Passed priority, or gave the only possible answer, until something happened.
    Passed {
        /// How often.
        times: usize,
        /// What happened, as a clause.
        why: String,
    },
    /// A shortcut repeated choices (CR 725.2).
    Repeated {
        /// The number of choices in a round.
        choices: usize,
        /// The number of rounds.
        times: u32,
        /// The name of the timeline that was forked for it, if the cursor was in the past.
        forked: Option<String>,
        /// Why there were fewer rounds than asked for, as a clause.
        stopped: Option<String>,
    },
    /// A timeline was forked, and the cursor stands in it.
    Forked {
        /// The new timeline.
        timeline: TimelineId,
        /// Its name.
        name: String,
        /// The name of the timeline that it was forked from.
        from: String,
        /// The last place that both share.
        at: usize,
        /// Whether the fork is earlier than asked for, because that place was inside a commit.
        earlier: bool,
    },
    /// The cursor moved to another timeline.
    Switched(TimelineId),
    /// A timeline was renamed.
    Renamed,
    /// A timeline was deleted.
    Deleted(String),
    /// The cursor's place was pinned.
    Pinned(Point),
    /// The inputs of the timeline were run again.
    Verified(Standing),
    /// The inputs of a timeline were run again with other cards, into a new timeline.
    Rerun {
        /// Its name.
        name: String,
        /// The name of the timeline that was run again.
        from: String,
        /// How many inputs were applied.
        done: usize,
        /// How many there are.
        of: usize,
        /// The input that no longer applies, and why.
        stopped: Option<String>,
    },
    /// Later decisions of the origin were played again on a fork.
    WentOn {
        /// The name of the timeline that it was forked from.
        from: String,
        /// How many decisions were played again.
        done: usize,
        /// How many there are.
        of: usize,
        /// How often somebody passed to make room.
        passed: usize,
        /// How many decisions were left out.
        left_out: usize,
        /// The decision that no longer applies, and why.
        stopped: Option<String>,
    },
    /// Watches or breakpoints changed; says how.
    Marked(String),
    /// A breakpoint was hit.
    Hit {
        /// The breakpoint.
        predicate: String,
        /// The event.
        entry: EntryNo,
    },
    /// Running ended without reaching a breakpoint.
    RanOut {
        /// How many answers policies gave on the way.
        answers: usize,
        /// Why it ended, as a clause.
        why: String,
    },
    /// An operation was undone.
    Undone(String),
    /// An operation was redone.
    Redone(String),
    /// Show the states at two places side by side.
    ComparePoints(Point, Point),
    /// Show two timelines side by side.
    CompareTimelines(TimelineId, TimelineId),
    /// Show the causes of an entry.
    Why(TimelineId, EntryNo),
    /// A command that the window, or the caller, must carry out.
    Elsewhere(Command),
}

impl Outcome {
    /// The message for a status line, if any.
    pub fn message(&self, session: &Session) -> Option<String> {
        match self {
            Outcome::Nothing(why) => Some((*why).to_owned()),
            Outcome::Followed => Some("The timeline has that answer here already; went on.".to_owned()),
            Outcome::Forked { name, from, earlier, .. } => {
                let place = if *earlier { " at the choice before" } else { "" };
                Some(format!("Forked “{name}” from “{from}”{place}."))
            }
            Outcome::Passed { times: 1, why } => Some(format!("Passed: {why}")),
            Outcome::Passed { times, why } => Some(format!("Passed {times} times: {why}")),
            Outcome::Repeated { choices, times, forked, stopped } => {
                let fork = forked.as_ref().map_or_else(String::new, |name| format!(" on “{name}”"));
                let more = stopped.as_ref().map_or_else(String::new, |why| format!(", and stopped: {why}"));
                let (choice, time) =
                    (if *choices == 1 { "choice" } else { "choices" }, if *times == 1 { "time" } else { "times" });
                Some(format!("Made {choices} {choice} {times} {time} more{fork}{more}."))
            }
            Outcome::Switched(id) => session.timeline(*id).map(|it| format!("Switched to “{}”.", it.name())),
            Outcome::Deleted(name) => Some(format!("Deleted “{name}”.")),
            Outcome::Pinned(_) => Some("Pinned this place for comparison.".to_owned()),
            Outcome::Verified(Standing::Diverged(no)) => {
                Some(format!("DIVERGED: today's rules lead elsewhere from event {} on.", no.0))
            }
            Outcome::Verified(Standing::Unverified) => {
                Some("UNVERIFIED: an input cannot be run again here; the events are those that were read.".to_owned())
            }
            Outcome::Verified(standing @ Standing::Exact) => {
                Some(format!("{}: the inputs lead to these very events.", standing.word()))
            }
            Outcome::Rerun { name, from, done, of, stopped } => {
                let end = stopped.as_ref().map_or_else(String::new, |why| format!(" It stopped: {why}."));
                Some(format!("Ran “{from}” again with the new cards as “{name}”: {done} of {of} inputs apply.{end}"))
            }
            Outcome::WentOn { from, done, of, passed, left_out, stopped } => {
                let times = |count: usize| if count == 1 { "once".to_owned() } else { format!("{count} times") };
                let passed = if *passed > 0 { format!(", passed {}", times(*passed)) } else { String::new() };
                let left = if *left_out > 0 { format!(", left {left_out} out") } else { String::new() };
                let end = stopped.as_ref().map_or_else(String::new, |why| format!(" It stopped: {why}."));
                Some(format!("Went on as on “{from}”: played {done} of {of} decisions again{passed}{left}.{end}"))
            }
            Outcome::Hit { predicate, entry } => Some(format!("Event {}: {predicate}", entry.0)),
            Outcome::RanOut { answers: 0, why } => Some(format!("No breakpoint: {why}.")),
            Outcome::RanOut { answers: 1, why } => Some(format!("No breakpoint after 1 answer more: {why}.")),
            Outcome::RanOut { answers, why } => Some(format!("No breakpoint after {answers} answers more: {why}.")),
            Outcome::Undone(what) => Some(format!("Undid: {what}.")),
            Outcome::Redone(what) => Some(format!("Did again: {what}.")),
            Outcome::Moved
            | Outcome::Appended
            | Outcome::Renamed
            | Outcome::Marked(_)
            | Outcome::ComparePoints(..)
            | Outcome::CompareTimelines(..)
            | Outcome::Why(..)
            | Outcome::Elsewhere(_) => None,
        }
    }
}
