//! Moves of the call stack, recorded together as what they come to.
//!
//! A step often moves the call stack several times before anything else happens: a turn step is
//! pushed, begins, has nothing to do and gives a player priority. The moves take effect at once,
//! but are recorded only when the next fact is, as the difference between the call stack before
//! them and after them. If the fact implies the difference
//! ([`Followed`]), nothing is recorded but the fact.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::fact::{EntryNo, Event, Frame, Proposing};
use crate::rule::Rule;
use crate::state::{Followed, Frames, Game, implies_moves};

/// A rule with the cause of what it does.
pub(super) type RuleWithCause = (Rule, Option<EntryNo>);

/// Moves that are not recorded yet, if any.
#[derive(Default)]
pub(super) struct Moves {
    /// How many frames no move has touched: the outermost ones.
    floor: usize,
    /// The others as they were before the moves.
    before: SmallVec<[Arc<Frame>; 4]>,
    /// The last move of each frame that was moved.
    cited: SmallVec<[Last; 4]>,
}

/// The last move of a frame.
struct Last {
    depth: usize,
    by: RuleWithCause,
    pushed: bool,
}

impl Moves {
    /// Whether all moves are recorded.
    pub(super) fn is_empty(&self) -> bool {
        self.cited.is_empty()
    }

    /// Forgets the moves, which have been recorded.
    pub(super) fn clear(&mut self) {
        self.before.clear();
        self.cited.clear();
    }

    /// Notes a move; `event` has not changed the game yet.
    pub(super) fn note(&mut self, game: &Game, event: &Event, by: RuleWithCause) {
        let pushes = matches!(event, Event::FramePushed { .. });
        let frames = &game.world().frames;
        if self.is_empty() {
            self.floor = frames.len();
        }
        let depth = frames.len() - usize::from(!pushes && !frames.is_empty());
        while depth < self.floor {
            self.floor -= 1;
            self.before.insert(0, Arc::clone(&frames[self.floor]));
        }
        let changes = matches!(event, Event::FrameChanged { .. });
        match self.cited.iter_mut().find(|last| last.depth == depth) {
            // A frame is pushed as it has become since.
            Some(last) if last.pushed && changes => {}
            Some(last) => (last.by, last.pushed) = (by, pushes),
            None => self.cited.push(Last { depth, by, pushed: pushes }),
        }
    }

    /// Whether there are moves before an event that has the same result without them.
    pub(super) fn are_implied(&self, game: &Game, event: &Event) -> bool {
        let now = &game.world().frames;
        !self.is_empty() && implies_moves(event) && Followed::is_same(event, self.frames_before(now), Frames::of(now))
    }

    /// The call stack before the moves.
    fn frames_before<'a>(&'a self, now: &'a [Arc<Frame>]) -> Frames<'a> {
        Frames { outer: &now[..self.floor], inner: &self.before }
    }

    /// The events that lead to the call stack after the moves.
    pub(super) fn events(&self, after: &[Arc<Frame>]) -> SmallVec<[(RuleWithCause, Event); 2]> {
        let (before, floor) = (&self.before, self.floor);
        let same = floor + before.iter().zip(&after[floor..]).take_while(|(before, after)| before == after).count();
        let cited = |depth: usize| self.cited.iter().find(|last| last.depth == depth);
        let innermost = self.cited.iter().max_by_key(|last| last.depth);
        let mut events = SmallVec::new();
        let mut add = |depth: usize, event: Event| {
            events.extend(cited(depth).or(innermost).map(|last| (last.by, event)));
        };
        // The frame that is changed stays, and those inside it go.
        let stay = (same + 1).min(after.len());
        for depth in (stay..floor + before.len()).rev() {
            add(depth, Event::FramePopped {});
        }
        let mut next = same;
        if let (Some(was), Some(is)) = (before.get(same - floor), after.get(same)) {
            next += 1;
            match after.get(next).filter(|_| has_taken(was, is)) {
                Some(frame) => {
                    add(next, Event::FrameTaken { frame: Frame::clone(frame) });
                    next += 1;
                }
                None => add(same, changed(was, is)),
            }
        }
        for (depth, frame) in after.iter().enumerate().skip(next) {
            add(depth, Event::FramePushed { frame: Frame::clone(frame) });
        }
        events
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
