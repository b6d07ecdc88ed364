//! Damage from effects (CR 120.2b), its results (CR 120.3), excess damage (CR 120.4a, 120.10), and
//! fighting (CR 701.12).
//!
//! Combat damage is assigned in [`crate::rules::combat`]; all damage takes the one pipeline. A
//! source that is gone has its last known information (CR 113.7a, 608.2h).

use crate::card::Recipients;
use crate::card::verb;
use crate::card::{CardType, CounterKind, Instruction, Keyword, Objects, Quantity};
use crate::derive::Scope;
use crate::derive::filter::occurrences::deals_with;
use crate::derive::filter::occurrences::not_excess;
use crate::derive::filter::{defending, holds, objects};
use crate::fact::{Action, Entity, ObjectId, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::actions::{amount_for, differs_by_attack, keeps_from, recipients};
use crate::rules::engine::cursor::scope;

/// The damage that an instruction deals.
pub(in crate::rules) fn of_effect(game: &Game, frame: &ResolveFrame, it: &verb::DealDamage) -> Vec<Action> {
    let verb::DealDamage { source, amount, to, excess } = it;
    let actions = dealt(game, frame, source, amount, to);
    match excess {
        Some(excess) => without_excess(game, &scope(frame), actions, excess),
        None => actions,
    }
}

/// The damage of one part of what is dealt at the same time, if its condition holds (CR 608.2c).
pub(in crate::rules) fn at_once(game: &Game, frame: &ResolveFrame, part: &Instruction) -> Vec<Action> {
    match part {
        Instruction::DealDamage(it) => of_effect(game, frame, it),
        Instruction::If(verb::If { condition, then, otherwise }) => {
            let list = if holds(game, &scope(frame), condition) { then } else { otherwise };
            list.iter().flat_map(|part| at_once(game, frame, part)).collect()
        }
        _ => Vec::new(),
    }
}

/// The damage from each source to each recipient, possibly with a different amount for each
/// recipient (CR 601.2d).
fn dealt(game: &Game, frame: &ResolveFrame, source: &Objects, amount: &Quantity, to: &Recipients) -> Vec<Action> {
    let own = scope(frame);
    let keeps = keeps_from(&own, source, to);
    let sources = objects(game, &own, source);
    let parts = |scope: &Scope<'_>| {
        let to = recipients(game, scope, to).into_iter();
        to.map(|to| (to, amount_for(game, scope, to, keeps, amount))).collect::<Vec<(Entity, u32)>>()
    };
    let by = |source: ObjectId, parts: &[(Entity, u32)]| {
        let damage = |(to, amount): &(Entity, u32)| Action::Damage { source, to: *to, amount: *amount, combat: false };
        parts.iter().map(damage).collect::<Vec<Action>>()
    };
    let attacks = |id: &ObjectId| game.world().combat.as_deref().is_some_and(|combat| combat.attacker(*id).is_some());
    if differs_by_source(source, amount, to) && sources.iter().all(attacks) {
        let each = |source: ObjectId| by(source, &parts(&Scope { against: defending(game, source), ..own }));
        return sources.into_iter().flat_map(each).collect();
    }
    let parts = parts(&own);
    sources.into_iter().flat_map(|source| by(source, &parts)).collect()
}

/// Whether several sources deal damage to players, and the defending player is that of each source
/// (CR 508.5a).
pub(in crate::rules) fn differs_by_source(source: &Objects, amount: &Quantity, to: &Recipients) -> bool {
    let players = matches!(to, Recipients::Players(_));
    players && source.is_of_a_description() && (differs_by_attack(to) || differs_by_attack(amount))
}

/// Redirects excess damage to another recipient: what is more than lethal to a permanent, together
/// with other damage dealt to it at the same time (CR 120.4a).
fn without_excess(game: &Game, scope: &Scope<'_>, actions: Vec<Action>, excess: &Recipients) -> Vec<Action> {
    let mut so_far: Vec<(Entity, u32)> = Vec::new();
    let mut modified = Vec::new();
    for action in actions {
        let Action::Damage { source, to, amount, combat } = action else { continue };
        let Entity::Object(object) = to else {
            modified.push(Action::Damage { source, to, amount, combat });
            continue;
        };
        let already: u32 = so_far.iter().filter(|(entity, _)| *entity == to).map(|(_, n)| *n).sum();
        let deathtouch = deals_with(game, source, to, &Keyword::Deathtouch);
        let room = not_excess(game, object, deathtouch).unwrap_or(u32::MAX).saturating_sub(already);
        let stays = amount.min(room);
        so_far.push((to, stays));
        modified.push(Action::Damage { source, to, amount: stays, combat });
        let here = Scope { affected: Some(to), ..*scope };
        for other in recipients(game, &here, excess) {
            modified.push(Action::Damage { source, to: other, amount: amount - stays, combat });
        }
    }
    modified
}

/// The results of damage, besides marking it on a creature (CR 120.3a-d).
pub(in crate::rules) fn results(game: &Game, source: ObjectId, to: Entity, amount: u32) -> Vec<(Rule, Action)> {
    let infect = deals_with(game, source, to, &Keyword::Infect);
    // CR 120.3b, 120.3d: the controller of the source does it.
    let by = game.controller_or_owner(source);
    match to {
        Entity::Player(_) if infect => {
            let action = Action::PutCounters { by, on: to, kind: CounterKind::Poison, count: amount };
            vec![(rule!("120.3b"), action)]
        }
        Entity::Player(player) => vec![(rule!("120.3a"), Action::LoseLife { player, amount })],
        Entity::Object(object) => {
            let mut results = Vec::new();
            if game.has_type(object, CardType::Planeswalker) {
                let count = amount.min(game.loyalty(object));
                let action = Action::RemoveCounters { from: to, kind: CounterKind::Loyalty, count };
                results.push((rule!("120.3c"), action));
            }
            if game.has_type(object, CardType::Creature) && withers(game, source, to) {
                let kind = CounterKind::PowerToughness(-1, -1);
                results.push((rule!("120.3d"), Action::PutCounters { by, on: to, kind, count: amount }));
            }
            results
        }
    }
}

/// Whether a source deals damage to creatures as -1/-1 counters (CR 120.3d, 702.80a, 702.90c).
pub(in crate::rules) fn withers(game: &Game, source: ObjectId, to: Entity) -> bool {
    [Keyword::Wither, Keyword::Infect].iter().any(|keyword| deals_with(game, source, to, keyword))
}
