//! What a state looks like, as a number: states with the same [key](super::key()) look alike, and
//! few others do. It is much cheaper than a key, so a key is needed only where states look alike.

use crate::fact::{Component, Frame};
use crate::state::{Game, Object, Player};

/// What a state looks like to somebody who counts cards, counters and damage.
pub(crate) fn likeness(game: &Game) -> u64 {
    let world = game.world();
    let turn = &world.turn;
    let priority = match game.frame() {
        Some(Frame::Priority { player, .. }) => u64::from(player.0) + 1,
        _ => 0,
    };
    let players = world.players.iter().fold(0, |seen, player| mixed(seen, of_player(player)));
    let permanents = world.battlefield.iter().filter_map(|id| game.object(*id));
    [
        u64::from(turn.active.0),
        turn.phase.map_or(0, |phase| phase as u64 + 1),
        turn.step.map_or(0, |step| step as u64 + 1),
        priority,
        players,
        // No key reads the order of the battlefield.
        permanents.fold(0, |seen, object| seen.wrapping_add(of_permanent(object))),
        count(world.stack.len()),
        count(world.exile.len()),
        count(world.command.len()),
        count(world.phased_out.len()),
        count(world.waiting.len()),
        count(world.delayed.len()),
        count(game.shields()),
    ]
    .into_iter()
    .fold(0, mixed)
}

fn count(number: usize) -> u64 {
    number as u64
}

/// Adds a number to a mixture (the finalizer of SplitMix64).
const fn mixed(seen: u64, number: u64) -> u64 {
    let mut mixture = seen.wrapping_add(number).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixture = (mixture ^ (mixture >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixture = (mixture ^ (mixture >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixture ^ (mixture >> 31)
}

fn of_player(player: &Player) -> u64 {
    let counters = player.counters.values().map(|count| u64::from(*count)).sum();
    let zones = [&player.library, &player.hand, &player.graveyard, &player.outside].map(|zone| count(zone.len()));
    #[allow(clippy::cast_sign_loss, reason = "only whether two are the same counts")]
    let life = player.life as u64;
    zones.into_iter().chain([life, counters, count(player.mana.len())]).fold(0, mixed)
}

fn of_permanent(object: &Object) -> u64 {
    let card = match object.component {
        Component::Card(card) => u64::from(card.0) + 1,
        _ => 0,
    };
    let counters = object.counters.values().map(|count| u64::from(*count)).sum();
    [card, u64::from(object.def.0), u64::from(object.status.tapped), u64::from(object.damage), counters]
        .into_iter()
        .fold(0, mixed)
}
