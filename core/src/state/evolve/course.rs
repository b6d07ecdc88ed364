//! The call stack during the course of a turn: what is implied by events that players see.

use std::sync::Arc;

use crate::card::TurnStep;
use crate::fact::{Event, Frame, PlayerId, TurnStepStage};
use crate::persist::Vector;

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

/// Moves the call stack as an event of a turn implies (format 5). In older formats events of their
/// own follow or come first, and say the same again.
pub(crate) fn follow(frames: &mut Vector<Arc<Frame>>, event: &Event) {
    match event {
        Event::PriorityReceived { player } => receive(frames, *player),
        Event::PriorityPassed { .. } => {
            if let Some(Frame::Priority { received, passes, .. }) = frames.back_mut().map(Arc::make_mut) {
                (*received, *passes) = (false, passes.saturating_add(1));
            }
        }
        Event::TurnStepBegan { step } => begin(frames, *step),
        Event::TurnStepEnded { step } => end(frames, *step),
        _ => {}
    }
}

/// A player receives priority. In a turn step where nobody had it, the actions of the step are over
/// then.
fn receive(frames: &mut Vector<Arc<Frame>>, to: PlayerId) {
    match frames.back().map(|frame| &**frame) {
        Some(Frame::Priority { passes, .. }) => {
            let frame = Frame::Priority { player: to, received: true, passes: *passes };
            frames.pop_back();
            frames.push_back(Arc::new(frame));
        }
        Some(Frame::TurnStep { step, .. }) => {
            let step = *step;
            frames.pop_back();
            frames.push_back(Arc::new(Frame::TurnStep { step, stage: TurnStepStage::End }));
            frames.push_back(Arc::new(Frame::Priority { player: to, received: true, passes: 0 }));
        }
        _ => {}
    }
}

/// The next turn step on the list of a phase begins.
fn begin(frames: &mut Vector<Arc<Frame>>, began: TurnStep) {
    if let Some(Frame::Phase { steps, .. }) = frames.back_mut().map(Arc::make_mut)
        && steps.first() == Some(&began)
    {
        steps.remove(0);
        frames.push_back(Arc::new(Frame::TurnStep { step: began, stage: TurnStepStage::Actions(0) }));
    }
}

/// A turn step ends after all players have passed.
fn end(frames: &mut Vector<Arc<Frame>>, ended: TurnStep) {
    let count = frames.len();
    let below = count.checked_sub(2).and_then(|place| frames.get(place)).map(|frame| &**frame);
    let passed = matches!(frames.back().map(|frame| &**frame), Some(Frame::Priority { received: false, .. }));
    if passed && matches!(below, Some(Frame::TurnStep { step, .. }) if *step == ended) {
        frames.truncate(count - 2);
    }
}
