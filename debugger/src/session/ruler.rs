//! The ruler of a timeline: which of its places belong to which turn, phase and turn step.

use retrace_core::card::{Phase, TurnStep};
use retrace_core::fact::{Event, PlayerId};

use super::timeline::Timeline;

/// A stretch of places: those after `from` steps and more, and fewer than `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<T> {
    /// The first place.
    pub from: usize,
    /// The place after the last.
    pub to: usize,
    /// What it is.
    pub what: T,
}

impl<T> Span<T> {
    /// Whether a place belongs to it.
    pub const fn contains(&self, step: usize) -> bool {
        self.from <= step && step < self.to
    }
}

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnMark {
    /// Its number.
    pub number: u32,
    /// Whose it is.
    pub player: PlayerId,
}

/// The spans of a timeline, each list in order and without gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ruler {
    /// The turns.
    pub turns: Vec<Span<TurnMark>>,
    /// The phases.
    pub phases: Vec<Span<Phase>>,
    /// The turn steps; a main phase counts as one.
    pub turn_steps: Vec<Span<TurnStep>>,
}

impl Ruler {
    /// The ruler of a timeline.
    pub(super) fn of(timeline: &Timeline) -> Ruler {
        let mut ruler = Ruler::default();
        for commit in timeline.commits() {
            for (step, entry) in commit.entries() {
                // What a step brings about is there after it.
                let place = commit.first_step() + step + 1;
                match &entry.event {
                    Event::TurnBegan { player, number } => {
                        begin(&mut ruler.turns, place, TurnMark { number: *number, player: *player });
                    }
                    Event::PhaseBegan { phase } => begin(&mut ruler.phases, place, *phase),
                    Event::TurnStepBegan { step } => begin(&mut ruler.turn_steps, place, *step),
                    _ => {}
                }
            }
        }
        let end = timeline.len_steps() + 1;
        ruler.turns.last_mut().into_iter().for_each(|span| span.to = end);
        ruler.phases.last_mut().into_iter().for_each(|span| span.to = end);
        ruler.turn_steps.last_mut().into_iter().for_each(|span| span.to = end);
        ruler
    }
}

/// Ends the last span where the next one begins. Of several that begin at the same place only the last is there.
fn begin<T>(spans: &mut Vec<Span<T>>, place: usize, what: T) {
    if let Some(last) = spans.last_mut() {
        last.to = place;
        if last.from == place {
            spans.pop();
        }
    }
    spans.push(Span { from: place, to: place, what });
}
