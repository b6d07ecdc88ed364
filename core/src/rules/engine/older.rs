//! What a step tells in older formats, for the inputs of older logs that are run again.
//!
//! Formats before 5 record each move of the call stack with an event of its own, and take a step
//! for each ([`moves`](super::moves) has today's form). Before format 3 a changed frame is recorded
//! whole. Before format 6 the key of every state is noted once much was done in a turn. Everything
//! that only older formats need is here.

use crate::fact::{Event, Frame, Part, wire};
use crate::rule::Rule;
use crate::state::Game;

use super::work::Work;

/// Whether each move of the call stack is an event and a step of its own.
pub(in crate::rules) fn tells_each_move(game: &Game) -> bool {
    game.writes() < wire::BRIEF
}

/// Whether the key of each state is noted in which a player receives priority, once much was done
/// in a turn.
pub(in crate::rules) fn marks_each_state(game: &Game) -> bool {
    game.writes() < wire::LIKENESSES
}

/// The event for a frame that changes.
pub(super) fn changed(game: &Game, frame: Frame) -> Event {
    let known = game.frame().filter(|_| game.writes() >= wire::ADVANCES);
    match known.and_then(|before| before.change_to(&frame)) {
        Some(change) => Event::FrameAdvanced { change },
        None => Event::FrameChanged { frame },
    }
}

/// Tells a frame that the event before it has moved already.
pub(in crate::rules) fn tell_moved(work: &mut Work, rule: Rule) {
    if let Some(frame) = work.game.frame().filter(|_| tells_each_move(&work.game)).cloned() {
        work.emit(Part::Frame, work.cause(), rule, Event::FrameChanged { frame });
    }
}
