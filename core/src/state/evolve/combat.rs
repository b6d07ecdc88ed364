//! Combat events (CR 506-511).

use std::sync::Arc;

use crate::card::TurnStep;
use crate::fact::{Entity, Event, ObjectId};

use super::super::combat::{Attacker, Blocker, Combat};
use super::super::world::World;
use super::turn_markers::edit_combats;

pub(super) fn combat(world: &mut World) -> Option<&mut Combat> {
    world.combat.as_mut().map(Arc::make_mut)
}

pub(super) fn fold_combat(world: &mut World, event: &Event) {
    match event {
        Event::CombatBegan { attacking, defending } => {
            world.combat = Some(Arc::new(Combat {
                attacking_player: *attacking,
                defending_player: *defending,
                attackers: Vec::new(),
                blockers: Vec::new(),
                any_attacked: false,
                damage_steps: 0,
                dealing: Vec::new(),
            }));
            return;
        }
        Event::CombatEnded {} => {
            world.combat = None;
            return;
        }
        Event::StoppedBlocking { .. } | Event::StoppedBeingAttacked { .. } | Event::RemovedFromCombat { .. } => {
            if let Some(combat) = combat(world) {
                leave_combat(combat, event);
            }
            edit_combats(world, |_| true, |combat| leave_combat(combat, event));
            return;
        }
        _ => {}
    }
    let is_there = match event {
        Event::Attacked { target: Entity::Player(player), .. } => {
            world.players.get(usize::from(player.0)).is_some_and(|player| !player.left)
        }
        Event::Attacked { target: Entity::Object(object), .. } => world.objects.contains_key(object),
        _ => true,
    };
    let blocks_declared = world.turn.step.is_some_and(|step| step >= TurnStep::DeclareBlockers);
    let Some(combat) = combat(world) else { return };
    let attacker = |combat: &mut Combat, id: ObjectId, change: &dyn Fn(&mut Attacker)| {
        combat.attackers.iter_mut().filter(|attacker| attacker.object == id).for_each(change);
    };
    match event {
        Event::Attacked { object, target } => {
            combat.any_attacked = true;
            combat.attackers.push(Attacker {
                object: *object,
                // Whoever it was to attack may have left since that was chosen (CR 506.4c).
                target: is_there.then_some(*target),
                blocked: None,
                blockers: Vec::new(),
                dealt: false,
            });
        }
        Event::BecameAttacking { object, target } => {
            combat.any_attacked = true;
            combat.attackers.push(Attacker {
                object: *object,
                target: Some(*target),
                blocked: blocks_declared.then_some(false),
                blockers: Vec::new(),
                dealt: false,
            });
        }
        Event::AttackReselected { object, target } => {
            attacker(combat, *object, &|attacker| attacker.target = Some(*target));
        }
        Event::Blocked { object, attackers } | Event::BecameBlocking { object, attackers } => {
            match combat.blockers.iter_mut().find(|blocker| blocker.object == *object) {
                Some(blocker) => blocker.attackers.extend(attackers),
                None => {
                    combat.blockers.push(Blocker { object: *object, attackers: attackers.clone(), dealt: false });
                }
            }
        }
        Event::BecameBlocked { object, by } => attacker(combat, *object, &|attacker| {
            attacker.blocked = Some(true);
            attacker.blockers.extend(by);
        }),
        Event::WentUnblocked { object } | Event::BecameUnblocked { object } => {
            attacker(combat, *object, &|attacker| attacker.blocked = Some(false))
        }
        Event::DamageOrdered { object, order } => {
            attacker(combat, *object, &|attacker| attacker.blockers.clone_from(order));
            for blocker in combat.blockers.iter_mut().filter(|blocker| blocker.object == *object) {
                blocker.attackers.clone_from(order);
            }
        }
        Event::DamageStepBegan { creatures, .. } => {
            combat.damage_steps += 1;
            combat.dealing.clone_from(creatures);
            combat.attackers.iter_mut().for_each(|attacker| attacker.dealt |= creatures.contains(&attacker.object));
            combat.blockers.iter_mut().for_each(|blocker| blocker.dealt |= creatures.contains(&blocker.object));
        }
        _ => {}
    }
}

/// Something stops taking part in combat, in whatever turn that is.
fn leave_combat(combat: &mut Combat, event: &Event) {
    match event {
        Event::StoppedBlocking { object } => stops_blocking(combat, *object),
        Event::StoppedBeingAttacked { object } => stops_being_attacked(combat, *object),
        Event::RemovedFromCombat { object } => {
            combat.attackers.retain(|attacker| attacker.object != *object);
            stops_blocking(combat, *object);
            stops_being_attacked(combat, *object);
            combat.blockers.iter_mut().for_each(|blocker| blocker.attackers.retain(|attacker| attacker != object));
        }
        _ => {}
    }
}

pub(super) fn stops_blocking(combat: &mut Combat, object: ObjectId) {
    combat.blockers.retain(|blocker| blocker.object != object);
    combat.dealing.retain(|dealing| *dealing != object);
    combat.attackers.iter_mut().for_each(|attacker| attacker.blockers.retain(|blocker| *blocker != object));
}

pub(super) fn stops_being_attacked(combat: &mut Combat, object: ObjectId) {
    for attacker in combat.attackers.iter_mut().filter(|it| it.target == Some(Entity::Object(object))) {
        attacker.target = None;
    }
}
