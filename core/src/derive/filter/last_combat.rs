//! Roles in combat of creatures that have left, as they last were (CR 506.4, 608.2h).

use crate::fact::{EntryNo, Event, ObjectId};
use crate::state::Game;
use crate::state::world::Departed;

fn departed(game: &Game, id: ObjectId) -> Option<&Departed> {
    game.world().departed.get(&id).map(|departed| &**departed)
}

/// Whether a creature was a blocked attacker as it left.
pub(super) fn was_blocked(game: &Game, id: ObjectId) -> bool {
    let Some(left) = departed(game, id).filter(|it| it.was.attacking.is_some()) else { return false };
    let events = game.world().history.latest().skip_while(|entry| entry.no >= left.entry).map(|entry| &entry.event);
    let told = |event: &Event| match event {
        Event::BecameBlocked { object, .. } => (*object == id).then_some(true),
        Event::WentUnblocked { object } | Event::Attacked { object, .. } => (*object == id).then_some(false),
        _ => None,
    };
    events.filter_map(told).next() == Some(true)
}

/// Whether a creature blocks another. If one of them has left, whether it did as it left.
pub(super) fn blocks(game: &Game, blocker: ObjectId, attacker: ObjectId) -> bool {
    let there = |id: ObjectId| game.object(id).is_some();
    if there(blocker) && there(attacker) {
        let combat = game.world().combat_of(blocker);
        return combat.and_then(|it| it.blocker(blocker)).is_some_and(|it| it.attackers.contains(&attacker));
    }
    let was_blocking = match departed(game, blocker) {
        Some(left) => left.was.blocking,
        None => game.world().combat_of(blocker).is_some_and(|combat| combat.blocker(blocker).is_some()),
    };
    let was_attacking = match departed(game, attacker) {
        Some(left) => left.was.attacking.is_some(),
        None => game.world().combat_of(attacker).is_some_and(|combat| combat.attacker(attacker).is_some()),
    };
    let told = |event: &Event| match event {
        Event::Blocked { object, attackers } | Event::BecameBlocking { object, attackers } => {
            *object == blocker && attackers.contains(&attacker)
        }
        _ => false,
    };
    was_blocking && was_attacking && game.world().this_turn().any(|entry| told(&entry.event))
}

/// Whether no other creature was attacking as an attacking creature left.
pub(super) fn attacked_alone(game: &Game, id: ObjectId) -> bool {
    let Some(left) = departed(game, id).filter(|it| it.was.attacking.is_some()) else { return false };
    let attacks = |event: &Event| match event {
        Event::Attacked { object, .. } => Some(*object),
        _ => None,
    };
    let others = game.world().this_turn().filter_map(|entry| attacks(&entry.event)).filter(|other| *other != id);
    let is_attacking = |other: ObjectId| {
        game.world().combat_of(other).is_some_and(|combat| combat.attacker(other).is_some())
            || left_later(game, other, left.entry, |it| it.was.attacking.is_some())
    };
    !others.into_iter().any(is_attacking)
}

/// Whether no other creature was blocking as a blocking creature left.
pub(super) fn blocked_alone(game: &Game, id: ObjectId) -> bool {
    let Some(left) = departed(game, id).filter(|it| it.was.blocking) else { return false };
    let blocks = |event: &Event| match event {
        Event::Blocked { object, .. } => Some(*object),
        _ => None,
    };
    let others = game.world().this_turn().filter_map(|entry| blocks(&entry.event)).filter(|other| *other != id);
    let is_blocking = |other: ObjectId| {
        game.world().combat_of(other).is_some_and(|combat| combat.blocker(other).is_some())
            || left_later(game, other, left.entry, |it| it.was.blocking)
    };
    !others.into_iter().any(is_blocking)
}

fn left_later(game: &Game, id: ObjectId, entry: EntryNo, did: impl Fn(&Departed) -> bool) -> bool {
    departed(game, id).is_some_and(|it| it.entry >= entry && did(it))
}
