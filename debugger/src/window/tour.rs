//! The guided tour of the demonstration: five steps that have the reader step, rewind, fork, compare and ask why. Each
//! notices by itself when it is done; nobody has to follow it, and it is out of the way of keys and clicks.

use egui::{Align2, Context, Id, RichText, Window};

use super::action::{Action, Actions};
use super::dialogs::spaced;
use super::view::{Cx, InspectorTab, View};
use crate::session::Command;
use crate::session::session::Session;

/// A step of the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Step,
    Rewind,
    Fork,
    Compare,
    Why,
}

/// All steps in order.
const STOPS: [Stop; 5] = [Stop::Step, Stop::Rewind, Stop::Fork, Stop::Compare, Stop::Why];

impl Stop {
    const fn title(self) -> &'static str {
        match self {
            Stop::Step => "See what happens next",
            Stop::Rewind => "Rewind",
            Stop::Fork => "Decide otherwise: fork",
            Stop::Compare => "Compare the two",
            Stop::Why => "Ask why",
        }
    }

    /// What to do, and the command that does it, if it is one.
    const fn task(self) -> (&'static str, Option<Command>) {
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
                "Answer otherwise than it was answered: under the board press “Mark none”, then “Block with nothing”; or give any \
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

/// Where the reader is in the tour, and how the session stood when the step began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tour {
    /// How many steps are done.
    done: usize,
    /// The steps before the cursor at the choice of blockers.
    start: usize,
    /// How many timelines there were.
    timelines: usize,
}

impl Tour {
    /// The tour of a session that has just been opened on the demonstration.
    pub(crate) fn begin(session: &Session) -> Tour {
        Tour { done: 0, start: session.cursor().step, timelines: session.timelines().count() }
    }

    /// Whether the step that the reader is asked for is done.
    fn is_done(&self, session: &Session, view: &View) -> bool {
        match STOPS.get(self.done) {
            Some(Stop::Step) => session.cursor().step > self.start,
            Some(Stop::Rewind) => session.cursor().step <= self.start,
            Some(Stop::Fork) => session.timelines().count() > self.timelines,
            Some(Stop::Compare) => view.comparison.is_some(),
            Some(Stop::Why) => view.tab == InspectorTab::Why,
            None => false,
        }
    }

    /// The tour after what has been done since; the same if the step is not done yet.
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

/// Draws the tour, if there is one.
pub(crate) fn tour_ui(ctx: &Context, cx: Cx<'_>, out: &mut Actions) {
    let Some(tour) = cx.view.tour else { return };
    // Where there is least to see of what the tour is about: over the lower part of the inspector.
    let screen = ctx.content_rect();
    let at = egui::pos2(screen.right() - 12.0, screen.top() + screen.height() * 0.54);
    let window = Window::new("Guided tour").id(Id::unique("tour")).collapsible(false).resizable(false);
    window.pivot(Align2::RIGHT_BOTTOM).default_pos(at).show(ctx, |ui| {
        ui.set_width(310.0);
        let Some(stop) = STOPS.get(tour.done) else {
            ui.label(RichText::new("That is the tour.").strong().color(cx.tokens.text_strong));
            let text = "You have stepped, rewound, forked, compared and asked why. ? lists all keys, Ctrl+K all commands; \
                        the tour is in the Help menu.";
            ui.label(text);
            if ui.button("Close the tour").clicked() {
                out.push(Action::EndTour);
            }
            return;
        };
        let place = format!("Step {} of {}", tour.done + 1, STOPS.len());
        ui.horizontal(|ui| {
            ui.label(RichText::new(place).small().color(cx.tokens.text_weak));
            ui.label(RichText::new(stop.title()).strong().color(cx.tokens.text_strong));
        });
        let (text, command) = stop.task();
        ui.label(text);
        if let Some(command) = command {
            let keys = format!("{}: {}", command.label(), spaced(command.default_keys()));
            ui.label(RichText::new(keys).color(cx.tokens.accent));
        }
        for done in STOPS.iter().take(tour.done) {
            ui.label(RichText::new(format!("Done: {}", done.title())).small().color(cx.tokens.good));
        }
        ui.horizontal(|ui| {
            if let Some(command) = command
                && ui.button("Do it for me").on_hover_text(command.description()).clicked()
            {
                out.push(Action::Command(command));
            }
            if ui.button("Skip the tour").clicked() {
                out.push(Action::EndTour);
            }
        });
    });
}
