//! A player leaves a game that goes on (CR 800.4a).

use std::sync::Arc;

use crate::fact::{Entity, ObjectId, PlayerId, Zone};
use crate::persist::{Log, Shared, Stack, Vector, take_out};
use crate::state::world::{Others, World};

use super::editing::{edit_player, leave};
use super::turn_markers::edit_combats;
use crate::state::combat::Combat;

/// A player leaves. What an effect may ask about the player later is kept (CR 800.4i); in a game of
/// two, nothing comes later.
pub(super) fn player_leaves(world: &mut World, player: PlayerId) {
    if world.players.len() > 2 && !world.others.left.iter().any(|(id, _)| *id == player) {
        let before = World {
            history: Log::default(),
            watch: Shared::default(),
            fragments: Shared::default(),
            chances: Shared::default(),
            frames: Stack::default(),
            others: Others { left: Vec::new(), checkpoints: Vector::default(), games: None, ..(*world.others).clone() }
                .into(),
            ..world.clone()
        };
        world.others.left.push((player, Arc::new(before)));
    }
    edit_player(world, player, |player| player.left = true);
}

/// The objects of a player leave the game, except those in the ante zone (CR 800.4n). Permanents
/// and objects on the stack have events of their own, since abilities trigger on them (CR 603.6c).
/// Nothing triggers on phased-out permanents (CR 702.26k). Nobody attacks the player any more
/// (CR 506.4c), and what was to come for the player does not.
pub(super) fn objects_leave(world: &mut World, player: PlayerId) {
    let stays = |zone: Zone| matches!(zone, Zone::Battlefield | Zone::Stack | Zone::Ante);
    let theirs = world.objects.iter().filter(|(_, object)| object.owner == player && !stays(object.zone));
    let theirs: Vec<ObjectId> = theirs.map(|(id, _)| *id).collect();
    edit_player(world, player, |player| {
        player.library = Shared::default();
        player.hand = Shared::default();
        player.graveyard = Shared::default();
        player.outside = Shared::default();
        (player.companion, player.shown) = (None, None);
    });
    for id in &theirs {
        leave(world, *id);
        take_out(&mut world.drawn, id);
    }
    phased_out_leave(world, player);
    if let Some(combat) = &mut world.combat {
        let attacked = Some(Entity::Player(player));
        if combat.attackers.iter().any(|attacker| attacker.target == attacked) {
            let attackers = Arc::make_mut(combat).attackers.iter_mut();
            attackers.filter(|attacker| attacker.target == attacked).for_each(|attacker| attacker.target = None);
        }
    }
    let attacked = Some(Entity::Player(player));
    let is_attacked = |combat: &Combat| combat.attackers.iter().any(|attacker| attacker.target == attacked);
    edit_combats(world, is_attacked, |combat| {
        let attackers = combat.attackers.iter_mut().filter(|attacker| attacker.target == attacked);
        attackers.for_each(|attacker| attacker.target = None);
    });
    let concerns = |(controlled, by): &(PlayerId, PlayerId)| *controlled == player || *by == player;
    if world.schedule.control.next.iter().any(concerns) {
        world.schedule.control.next.retain(|it| !concerns(it));
    }
    let units = world.players.get(usize::from(player.0)).map(|player| player.mana.clone()).unwrap_or_default();
    units.iter().for_each(|unit| take_out(&mut world.bonds, &unit.id));
    edit_player(world, player, |player| player.mana.clear());
}

/// The phased-out permanents of a player leave the game (CR 702.26k). What phased out attached to
/// one of them phases in by itself.
fn phased_out_leave(world: &mut World, player: PlayerId) {
    let gone = world.phased_out.iter().filter(|(_, phased)| phased.object.owner == player);
    let gone: Vec<ObjectId> = gone.map(|(id, _)| *id).collect();
    if gone.is_empty() {
        return;
    }
    gone.iter().for_each(|id| drop(world.phased_out.remove(id)));
    by_themselves(world, &gone);
}

/// What phased out attached to something that is phased out no more phases in by itself.
pub(super) fn by_themselves(world: &mut World, hosts: &[ObjectId]) {
    let with_it = |with: Option<ObjectId>| with.is_some_and(|host| hosts.contains(&host));
    let left: Vec<ObjectId> =
        world.phased_out.iter().filter(|(_, phased)| with_it(phased.with)).map(|(id, _)| *id).collect();
    for id in left {
        if let Some(phased) = world.phased_out.get_mut(&id) {
            Arc::make_mut(phased).with = None;
        }
    }
}
