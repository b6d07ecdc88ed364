//! The limited range of influence option (CR 801).
//!
//! Who is within whose range is determined as a turn begins, and kept in the state. The words of
//! texts name only what is within the range of the controller of the text, wherever they are used:
//! targets, choices, effects, triggers, replacement and prevention effects ([`filter::matches`],
//! [`filter::players`], [`filter::objects`]). So almost no rule asks about ranges. Those that do
//! are attacking (CR 801.3), attaching (801.8-9), damage (801.13), the world rule (801.12), choices
//! of other players (801.5a), and winning and drawing the game (801.14-16).
//!
//! [`filter::matches`]: crate::derive::filter::matches
//! [`filter::players`]: crate::derive::filter::players
//! [`filter::objects`]: crate::derive::filter::objects

use crate::fact::{Event, PlayerId};
use crate::rule;
use crate::rules::engine::work::Work;
use crate::state::Game;

/// Determines who is within whose range of influence, as a turn begins (CR 801.2c).
pub(in crate::rules) fn settle(work: &mut Work) {
    let Some(seating) = work.game.seating().filter(|seating| !seating.ranges.is_empty()) else { return };
    let within = within(&work.game, &seating.ranges);
    if *work.game.world().ranges != within {
        work.fact(rule!("801.2c"), Event::RangesSettled { within: within.into_boxed_slice() });
    }
}

/// For each seat the players within so many seats, counting only those in the game (CR 801.2).
fn within(game: &Game, ranges: &[u8]) -> Vec<u16> {
    let there: Vec<PlayerId> = game.players().filter(|player| !player.left).map(|player| player.id).collect();
    let before = &game.world().ranges;
    let of = |(seat, range): (usize, &u8)| {
        let Some(place) = there.iter().position(|id| usize::from(id.0) == seat) else {
            // What a player who has left still controls goes at once, so nothing reads this.
            return before.get(seat).copied().unwrap_or(u16::MAX);
        };
        let reached = |(other, id): (usize, &PlayerId)| {
            let apart = place.abs_diff(other);
            let distance = apart.min(there.len() - apart);
            if distance <= usize::from(*range) { 1 << id.0 } else { 0 }
        };
        there.iter().enumerate().map(reached).fold(0, |all: u16, one: u16| all | one)
    };
    ranges.iter().enumerate().map(of).collect()
}
