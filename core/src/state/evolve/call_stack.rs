//! The call stack during the course of a turn: what is implied by events that players see.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::fact::{Event, Frame, TurnStepStage};
use crate::persist::Stack;

/// Whether an event implies moves of the call stack.
pub(crate) const fn implies_moves(event: &Event) -> bool {
    matches!(
        event,
        Event::PriorityReceived { .. }
            | Event::PriorityPassed { .. }
            | Event::TurnStepBegan { .. }
            | Event::TurnStepEnded { .. }
    )
}

/// A call stack in two pieces, outermost frame first.
#[derive(Clone, Copy)]
pub(crate) struct Frames<'a> {
    pub(crate) outer: &'a [Arc<Frame>],
    pub(crate) inner: &'a [Arc<Frame>],
}

impl<'a> Frames<'a> {
    /// A call stack in one piece.
    pub(crate) const fn of(all: &'a [Arc<Frame>]) -> Frames<'a> {
        Frames { outer: all, inner: &[] }
    }

    const fn len(self) -> usize {
        self.outer.len() + self.inner.len()
    }

    fn get(self, depth: usize) -> Option<&'a Frame> {
        let frame = match depth.checked_sub(self.outer.len()) {
            Some(inner) => self.inner.get(inner),
            None => self.outer.get(depth),
        };
        frame.map(|frame| &**frame)
    }
}

/// What an event makes of the call stack: it keeps this many frames, and pushes these.
pub(crate) struct Followed {
    keep: usize,
    then: SmallVec<[Frame; 2]>,
}

impl Followed {
    /// What an event of a turn makes of a call stack.
    fn by(frames: Frames<'_>, event: &Event) -> Followed {
        let count = frames.len();
        let inner = |than: usize| count.checked_sub(than).and_then(|depth| frames.get(depth));
        let mut then = SmallVec::new();
        let keep = match (event, inner(1)) {
            (Event::PriorityReceived { .. } | Event::PriorityPassed { .. }, Some(frame @ Frame::Priority { .. })) => {
                then.extend(passed(frame, event));
                count - 1
            }
            // The actions of a turn step are over when the first player receives priority.
            (Event::PriorityReceived { player }, Some(Frame::TurnStep { step, .. })) => {
                then.push(Frame::TurnStep { step: *step, stage: TurnStepStage::End });
                then.push(Frame::Priority { player: *player, received: true, passes: 0 });
                count - 1
            }
            // The next turn step on the list of a phase begins.
            (Event::TurnStepBegan { step }, Some(Frame::Phase { phase, steps })) if steps.first() == Some(step) => {
                then.push(Frame::Phase { phase: *phase, steps: steps[1..].to_vec() });
                then.push(Frame::TurnStep { step: *step, stage: TurnStepStage::Actions(0) });
                count - 1
            }
            // A turn step ends after all players have passed.
            (Event::TurnStepEnded { step: ended }, Some(Frame::Priority { received: false, .. })) if matches!(inner(2), Some(Frame::TurnStep { step, .. }) if step == ended) => {
                count - 2
            }
            _ => count,
        };
        Followed { keep, then }
    }

    /// A frame of that call stack, made of `frames`.
    fn get<'a>(&'a self, frames: Frames<'a>, depth: usize) -> Option<&'a Frame> {
        match depth.checked_sub(self.keep) {
            Some(pushed) => self.then.get(pushed),
            None => frames.get(depth),
        }
    }

    /// Whether an event makes the same of two call stacks.
    pub(crate) fn is_same(event: &Event, one: Frames<'_>, other: Frames<'_>) -> bool {
        let (first, second) = (Followed::by(one, event), Followed::by(other, event));
        let len = first.keep + first.then.len();
        // They mostly differ in the innermost frames, if at all.
        len == second.keep + second.then.len()
            && (0..len).rev().all(|depth| match (first.get(one, depth), second.get(other, depth)) {
                (Some(a), Some(b)) => std::ptr::eq(a, b) || a == b,
                (a, b) => a == b,
            })
    }
}

/// What becomes of a priority frame as a player receives priority or passes; none for any other
/// frame or event.
fn passed(frame: &Frame, event: &Event) -> Option<Frame> {
    let Frame::Priority { player: holder, passes, .. } = *frame else { return None };
    match event {
        Event::PriorityReceived { player } => Some(Frame::Priority { player: *player, received: true, passes }),
        Event::PriorityPassed { .. } => {
            Some(Frame::Priority { player: holder, received: false, passes: passes.saturating_add(1) })
        }
        _ => None,
    }
}

/// Puts a frame in the place of another, in its memory if no other version shares that.
pub(super) fn replace_frame(place: &mut Arc<Frame>, frame: Frame) {
    match Arc::get_mut(place) {
        Some(alone) => *alone = frame,
        None => *place = Arc::new(frame),
    }
}

/// Moves the call stack as an event of a turn implies.
pub(super) fn follow(frames: &mut Stack<Arc<Frame>>, event: &Event) {
    // Passes are most of it, and change one frame in place.
    if let Some(top) = frames.last_mut()
        && let Some(frame) = passed(top, event)
    {
        return replace_frame(top, frame);
    }
    let Followed { keep, then } = Followed::by(Frames::of(frames), event);
    frames.truncate(keep);
    then.into_iter().for_each(|frame| frames.push(Arc::new(frame)));
}
