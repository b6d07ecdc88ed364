//! The effects of resolving spells and abilities on combat (CR 506.4, 508.4, 508.7, 509.1h, 509.6).

use std::collections::BTreeSet;

use crate::card::Instruction;
use crate::derive::Look;
use crate::derive::filter::{found, matches};
use crate::fact::{
    Answer, Choice, Domain, Entity, Event, Frame, Item, Joins, ObjectId, PlayerId, Prompt, ResolveFrame,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::cursor::{go_on, one_player, scope};
use crate::rules::engine::work::Work;
use crate::rules::replace::stage::joins;
use crate::rules::replace::{bands, joining};

/// The next creature to handle, the possibilities for it, the player who chooses, and the rule.
fn turn_of(
    game: &Game,
    frame: &ResolveFrame,
    instruction: &Instruction,
) -> Option<(ObjectId, PlayerId, Vec<Entity>, Rule)> {
    let scope = scope(frame);
    let level = frame.cursor.last()?;
    level.of?;
    let id = frame.picked.get(usize::from(level.round))?.object()?;
    let combat = game.world().combat.as_deref()?;
    match instruction {
        Instruction::Attack { joining, .. } => {
            let said = joins(game, frame, joining)?;
            let free = combat.attacker(id).is_none() && combat.blocker(id).is_none();
            let mut to = if free { joining::possible(game, id, said) } else { Vec::new() };
            if let Joins::Attacking(Some(target)) = said {
                to.retain(|it| *it == target);
            }
            Some((id, game.controller(id)?, to, rule!("508.4")))
        }
        Instruction::Block { attacker, chosen_by, .. } => {
            let already = combat.blocker(id).map_or(&[][..], |blocker| &blocker.attackers);
            let mut to = joining::possible(game, id, Joins::Blocking(None));
            to.retain(|it| it.object().is_some_and(|it| !already.contains(&it) && matches(game, &scope, attacker, it)));
            if combat.attacker(id).is_some() {
                to.clear();
            }
            Some((id, one_player(game, frame, chosen_by)?, to, rule!("509.6")))
        }
        Instruction::Reselect { who, .. } => {
            // CR 508.7c
            let attacker = combat.attacker(id)?;
            let opponents = game.attackable(game.controller(attacker.object)?);
            let to = opponents.into_iter().flat_map(|player| joining::targets(game, player)).collect();
            Some((id, one_player(game, frame, who)?, to, rule!("508.7")))
        }
        _ => None,
    }
}

/// Asks what the next creature attacks or blocks.
pub(in super::super) fn choice(game: &Game, frame: &ResolveFrame, instruction: &Instruction) -> Option<Choice> {
    let (object, player, to, rule) = turn_of(game, frame, instruction)?;
    (to.len() > 1).then(|| Choice {
        player,
        answered_by: player,
        prompt: Prompt::Joining(object),
        rule,
        domain: Domain::Pick { options: to.into_iter().map(Item::Entity).collect(), min: 1, max: 1 },
        back_out: false,
    })
}

/// Takes that answer.
pub(in super::super) fn answered(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction, answer: &Answer) {
    let Answer::Picked(items) = answer else { return };
    if let Some(Item::Entity(to)) = items.first() {
        one(work, frame, instruction, Some(*to));
    }
}

/// Carries out one of these instructions, or one round of it.
pub(in super::super) fn execute(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction) {
    let named = |what| found(&work.game, &scope(frame), what);
    let combat = work.game.world().combat.as_deref();
    let blocked = |id: &ObjectId| combat.and_then(|combat| combat.attacker(*id)).map(|it| it.blocked == Some(true));
    match instruction {
        Instruction::RemoveFromCombat(what) => {
            let fights = |id: &ObjectId| {
                combat.is_some_and(|it| it.attacker(*id).is_some() || it.blocker(*id).is_some() || it.is_attacked(*id))
            };
            let events = named(what).into_iter().filter(fights).map(|object| Event::RemovedFromCombat { object });
            tell(work, frame, rule!("506.4"), events.collect());
        }
        Instruction::BecomeBlocked(what) => {
            let free: BTreeSet<ObjectId> = named(what).into_iter().filter(|id| blocked(id) == Some(false)).collect();
            let mates = free.iter().flat_map(|object| bands::mates(&work.game, *object));
            let mates = mates.filter(|id| blocked(id) == Some(false) && !free.contains(id)).collect::<BTreeSet<_>>();
            let event = |object| Event::BecameBlocked { object, by: Vec::new() };
            tell(work, frame, rule!("509.1h"), free.into_iter().map(event).collect());
            for object in mates {
                work.fact(rule!("702.22i"), event(object));
            }
        }
        Instruction::BecomeUnblocked(what) => {
            let held = named(what).into_iter().filter(|id| blocked(id) == Some(true));
            let events = held.map(|object| Event::BecameUnblocked { object }).collect();
            tell(work, frame, rule!("509.1h"), events);
        }
        Instruction::Attack { what, .. } | Instruction::Block { what, .. } | Instruction::Reselect { what, .. } => {
            if frame.cursor.last().is_some_and(|level| level.of.is_none()) {
                return begin(work, frame, named(what));
            }
            let to = turn_of(&work.game, frame, instruction).and_then(|(_, _, to, _)| to.first().copied());
            one(work, frame, instruction, to);
        }
        _ => go_on(work, frame),
    }
}

fn tell(work: &mut Work, frame: &ResolveFrame, rule: Rule, events: Vec<Event>) {
    go_on(work, frame);
    for event in events {
        work.fact(rule, event);
    }
}

/// Determines which creatures an instruction is about, before it begins.
fn begin(work: &mut Work, frame: &ResolveFrame, creatures: Vec<ObjectId>) {
    if creatures.is_empty() {
        return go_on(work, frame);
    }
    let mut frame = frame.clone();
    if let Some(level) = frame.cursor.last_mut() {
        level.of = Some(u32::try_from(creatures.len()).unwrap_or(u32::MAX));
    }
    frame.picked = creatures.into_iter().map(Entity::Object).collect();
    work.change(rule!("608.2c"), Frame::Resolve(Box::new(frame)));
}

/// Makes one creature attack, block, or attack something else.
fn one(work: &mut Work, frame: &ResolveFrame, instruction: &Instruction, to: Option<Entity>) {
    let subject = turn_of(&work.game, frame, instruction).map(|(id, ..)| id);
    let mut now = frame.clone();
    let last = now.cursor.last_mut().is_none_or(|level| {
        level.round += 1;
        level.of.is_none_or(|of| u32::from(level.round) >= of)
    });
    if last {
        go_on(work, frame);
    } else {
        work.change(rule!("608.2c"), Frame::Resolve(Box::new(now)));
    }
    let (Some(object), Some(to)) = (subject, to) else { return };
    match (instruction, to) {
        (Instruction::Attack { .. }, target) => {
            work.fact(rule!("508.4"), Event::BecameAttacking { object, target });
        }
        (Instruction::Reselect { .. }, target) => {
            work.fact(rule!("508.7a"), Event::AttackReselected { object, target });
        }
        (Instruction::Block { .. }, Entity::Object(attacker)) => {
            work.fact(rule!("509.6"), Event::Blocked { object, attackers: vec![attacker] });
            work.fact(rule!("509.1h"), Event::BecameBlocked { object: attacker, by: vec![object] });
            for (rule, event) in bands::blocked_too(&work.game, attacker, &[object]) {
                work.fact(rule, event);
            }
            joining::place(work, rule!("509.6"));
        }
        _ => {}
    }
}
