//! Moves of the call stack, recorded together as what they come to (format 5).
//!
//! A step often moves the call stack several times before anything else happens: a turn step is
//! pushed, begins, has nothing to do and gives a player priority. The moves take effect at once,
//! but are recorded only when the next fact is, as the difference between the call stack before
//! them and after them. If the fact implies the difference
//! ([`Followed`]), nothing is recorded but the fact.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::fact::{EntryNo, Event, Frame, Proposing};
use crate::persist::Stack;
use crate::rule::Rule;
use crate::state::{Followed, Game, implies_moves};

/// The call stack: the innermost frame is last.
type Frames = Stack<Arc<Frame>>;

/// A rule with the cause of what it does.
pub(super) type Cited = (Rule, Option<EntryNo>);

/// Moves that are not recorded yet.
pub(super) struct Moves {
    /// The call stack before them.
    before: Frames,
    /// The last move of the frame at each depth, and whether it was pushed.
    cited: SmallVec<[Option<(Cited, bool)>; 8]>,
}

impl Moves {
    pub(super) fn from(game: &Game) -> Moves {
        Moves { before: game.world().frames.clone(), cited: SmallVec::new() }
    }

    /// Notes a move; `event` has not changed the game yet.
    pub(super) fn note(&mut self, game: &Game, event: &Event, by: Cited) {
        let pushes = matches!(event, Event::FramePushed { .. });
        let depth = game.world().frames.len() - usize::from(!pushes && game.frame().is_some());
        if self.cited.len() <= depth {
            self.cited.resize(depth + 1, None);
        }
        let changes = matches!(event, Event::FrameChanged { .. });
        match &self.cited[depth] {
            // A frame is pushed as it has become since.
            Some((_, true)) if changes => {}
            _ => self.cited[depth] = Some((by, pushes)),
        }
    }

    /// Whether an event has the same result without the moves before it.
    pub(super) fn are_implied(&self, game: &Game, event: &Event) -> bool {
        implies_moves(event) && Followed::is_same(event, &self.before, &game.world().frames)
    }

    /// The events that lead to the call stack after the moves.
    pub(super) fn events(&self, after: &Frames) -> Vec<(Cited, Event)> {
        let before = &self.before;
        let same = before.iter().zip(after).take_while(|(before, after)| before == after).count();
        let mut events = Vec::new();
        // The frame that is changed stays, and those inside it go.
        let stay = (same + 1).min(after.len());
        for depth in (stay..before.len()).rev() {
            events.push((depth, Event::FramePopped {}));
        }
        let mut next = same;
        if let (Some(was), Some(is)) = (before.get(same), after.get(same)) {
            next += 1;
            match after.get(next).filter(|_| has_taken(was, is)) {
                Some(frame) => {
                    events.push((next, Event::FrameTaken { frame: Frame::clone(frame) }));
                    next += 1;
                }
                None => events.push((same, changed(was, is))),
            }
        }
        for (depth, frame) in after.iter().enumerate().skip(next) {
            events.push((depth, Event::FramePushed { frame: Frame::clone(frame) }));
        }
        let cited = |depth: usize| self.cited.get(depth).copied().flatten().map(|(by, _)| by);
        let last = self.cited.iter().rev().flatten().next().map(|(by, _)| *by);
        events.into_iter().filter_map(|(depth, event)| Some((cited(depth).or(last)?, event))).collect()
    }
}

/// The event for a frame that changes.
pub(super) fn changed(was: &Frame, is: &Frame) -> Event {
    match was.change_to(is) {
        Some(change) => Event::FrameAdvanced { change },
        None => Event::FrameChanged { frame: is.clone() },
    }
}

/// Whether a turn or phase has taken the next part off its list, and is otherwise the same.
fn has_taken(was: &Frame, is: &Frame) -> bool {
    match (was, is) {
        (Frame::Turn { phases: was }, Frame::Turn { phases: is }) => was.get(1..) == Some(is),
        (Frame::Phase { phase: of, steps: was }, Frame::Phase { phase, steps: is }) => {
            of == phase && was.get(1..) == Some(is)
        }
        _ => false,
    }
}

/// Whether a move changes more of the game than the call stack: it is recorded as it is.
pub(super) fn changes_more(game: &Game, event: &Event) -> bool {
    match event {
        Event::FramePushed { frame } => matches!(frame, Frame::Opening(_)),
        Event::FrameChanged { .. } => false,
        Event::FramePopped {} => match game.frame() {
            Some(Frame::Proposal(proposal)) => proposal.what != Proposing::Trigger,
            frame => frame.is_none_or(|frame| matches!(frame, Frame::Turn { .. })),
        },
        _ => true,
    }
}
