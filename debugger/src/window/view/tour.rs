//! The state of the guided tour.

use super::{InspectorTab, View};
use retrace_session::Command;
use retrace_session::session::Session;

/// A step of the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::window) enum Stop {
    Step,
    Rewind,
    Fork,
    Compare,
    Why,
}

impl Stop {
    pub(in crate::window) const fn title(self) -> &'static str {
        match self {
            Stop::Step => "See what happens next",
            Stop::Rewind => "Rewind",
            Stop::Fork => "Decide otherwise: fork",
            Stop::Compare => "Compare the two",
            Stop::Why => "Ask why",
        }
    }

    /// What to do, and the command for it, if there is one.
    pub(in crate::window) const fn task(self) -> (&'static str, Option<Command>) {
        match self {
            Stop::Step => (
                "Dire Fleet Captain attacks, and the defender is about to declare blockers. Go on to the next choice, a few \
                 times if you like: board, stack and events follow the cursor.",
                Some(Command::ChoiceForward),
            ),
            Stop::Rewind => (
                "Nothing that happened is ever changed. Go back to the choice of blockers: to the previous choice, or click \
                 the timeline at the bottom where you want to be.",
                Some(Command::ChoiceBack),
            ),
            Stop::Fork => (
                "Answer otherwise than it was answered: in the choice press “Mark none”, then “Block with nothing”; or give any \
                 other answer. It begins a timeline of its own, and the old one stays as it is.",
                None,
            ),
            Stop::Compare => (
                "Show where the two timelines part, event by event, and how the states at their ends differ.",
                Some(Command::CompareTimelines),
            ),
            Stop::Why => (
                "Click any event in the table, then ask why it happened: the chain of causes leads back to the decision, \
                 each link with its rule.",
                Some(Command::Why),
            ),
        }
    }
}

/// The progress of the tour, and the session's state when its current step began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tour {
    /// How many steps are done.
    pub(in crate::window) done: usize,
    /// The cursor's step at the choice of blockers.
    pub(in crate::window) start: usize,
    /// How many timelines there were.
    pub(in crate::window) timelines: usize,
}

impl Tour {
    /// The tour of a session that was just opened on the demonstration.
    pub(crate) fn begin(session: &Session) -> Tour {
        Tour { done: 0, start: session.cursor().step, timelines: session.timelines().count() }
    }

    /// Whether the current step of the tour is done.
    pub(in crate::window) fn is_done(&self, session: &Session, view: &View) -> bool {
        match STOPS.get(self.done) {
            Some(Stop::Step) => session.cursor().step > self.start,
            Some(Stop::Rewind) => session.cursor().step <= self.start,
            Some(Stop::Fork) => session.timelines().count() > self.timelines,
            Some(Stop::Compare) => view.comparison.is_some(),
            Some(Stop::Why) => view.tab == InspectorTab::Why,
            None => false,
        }
    }

    /// The tour after the latest action; unchanged if the step is not done yet.
    pub(crate) fn go_on(self, session: &Session, view: &View) -> Tour {
        if !self.is_done(session, view) {
            return self;
        }
        Tour { done: self.done + 1, timelines: session.timelines().count(), ..self }
    }

    /// Whether all steps are done.
    pub(crate) const fn is_over(&self) -> bool {
        self.done >= STOPS.len()
    }
}

/// All steps in order.
pub(in crate::window) const STOPS: [Stop; 5] = [Stop::Step, Stop::Rewind, Stop::Fork, Stop::Compare, Stop::Why];
