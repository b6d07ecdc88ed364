//! Declaring blockers, and the damage assignment orders (CR 509).

use std::borrow::Cow;

use crate::card::{Restriction, StaticEffect, TurnStep};
use crate::derive::Look;
use crate::derive::filter::{defending, matches};
use crate::derive::target::as_though;
use crate::fact::{
    Assignment, Choice, Declarable, Domain, Entity, Event, Frame, Item, ObjectId, PlayerId, Prompt, TurnStepStage,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::work::Work;
use crate::rules::replace::bands;
use crate::rules::replace::combat_progress::to_stage;
use crate::rules::replace::joining::defender_of;

/// The player who declares blockers next, from a stage of the turn-based action on, with that
/// player's stage. In a multiplayer game each player who is attacked declares, in APNAP order
/// (CR 802.4), and the stage counts the seats from the attacking player.
fn declarer(game: &Game, stage: u8) -> Option<(u8, PlayerId)> {
    let combat = game.world().combat.as_deref()?;
    if !game.is_multiplayer() {
        return (stage == 0).then_some((0, combat.defending_player));
    }
    let seats = u8::try_from(game.players().count()).ok()?;
    let attacked = combat.attackers.iter().filter_map(|it| defending(game, it.object));
    // CR 805.10d: a team blocks together.
    let attacked: Vec<PlayerId> = attacked.map(|player| game.primary(player)).collect();
    let from = |stage: u8| Some((stage, PlayerId(combat.attacking_player.0.checked_add(stage)? % seats)));
    (stage.max(1)..seats).filter_map(from).find(|(_, player)| game.plays(*player) && attacked.contains(player))
}

/// The player who is declaring blockers, with the stage of the turn-based action.
pub(super) fn declaring(game: &Game) -> Option<(u8, PlayerId)> {
    let stage = game.world().frames.iter().rev().find_map(|frame| match &**frame {
        Frame::TurnStep { step: TurnStep::DeclareBlockers, stage: TurnStepStage::Actions(stage) } => Some(*stage),
        _ => None,
    });
    declarer(game, stage.unwrap_or(0))
}

/// Whether a player may block an attacking creature: in a multiplayer game only one that attacks
/// that player or a planeswalker of theirs (CR 802.4a).
fn concerns(game: &Game, player: PlayerId, attacker: ObjectId) -> bool {
    !game.is_multiplayer() || defending(game, attacker).is_some_and(|it| game.acts_with(it, player))
}

/// Asks which creatures block, and what (CR 509.1a).
pub(super) fn blockers_choice(game: &Game, stage: u8) -> Option<Choice> {
    let (_, player) = declarer(game, stage)?;
    let options: Vec<Declarable> = game
        .world()
        .battlefield
        .iter()
        .copied()
        // No effect treats a permanent as another player's or as a creature here, so the others are
        // skipped.
        .filter(|object| is_theirs(game, *object, player) && game.is_creature(*object))
        .filter_map(|object| {
            let to = blockable(game, player, object);
            let at_most = at_most(game, object).min(u32::try_from(to.len()).unwrap_or(u32::MAX));
            (!to.is_empty()).then_some(Declarable { object, to, at_most })
        })
        .collect();
    (!options.is_empty()).then_some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::Blockers,
        rule: rule!("509.1a"),
        domain: Domain::Declare { options },
        back_out: false,
    })
}

/// What a creature of a player may block.
fn blockable(game: &Game, player: PlayerId, object: ObjectId) -> Vec<Entity> {
    let by_itself = can_block(game, player, object);
    let may = |attacker: &ObjectId| match as_though::blocking(game, object, *attacker) {
        Cow::Borrowed(game) => by_itself && can_block_it(game, object, *attacker),
        Cow::Owned(view) => can_block(&view, player, object) && can_block_it(&view, object, *attacker),
    };
    let concerning = attackers(game).filter(|attacker| concerns(game, player, *attacker));
    concerning.filter(may).map(Entity::Object).collect()
}

/// How many attacking creatures a creature may block: one, plus what effects add (CR 509.1a).
fn at_most(game: &Game, id: ObjectId) -> u32 {
    let more = game.derived().functioning.others().filter_map(|it| match &*it.effect {
        StaticEffect::BlocksMore { what, count } if matches(game, &it.scope(), what, id) => {
            Some(count.unwrap_or(u32::MAX))
        }
        _ => None,
    });
    more.fold(1, u32::saturating_add)
}

/// Whether a creature may block at all.
fn can_block(game: &Game, player: PlayerId, id: ObjectId) -> bool {
    is_able(game, player, id)
        && !game.restrictions().any(|(scope, restriction)| match restriction {
            Restriction::CantBlock(what) => {
                matches(game, &scope, what, id) && !game.ignores(game.controller(id), scope.source)
            }
            _ => false,
        })
}

/// Whether a creature is untapped and the defending player controls it (CR 509.1a).
fn is_able(game: &Game, player: PlayerId, id: ObjectId) -> bool {
    game.is_creature(id) && is_theirs(game, id, player) && game.object(id).is_some_and(|object| !object.status.tapped)
}

/// Whether a player, or the team of that player, controls a creature.
fn is_theirs(game: &Game, id: ObjectId, player: PlayerId) -> bool {
    game.controller(id).is_some_and(|it| game.acts_with(it, player))
}

/// The rule that keeps a creature from blocking.
pub(super) fn refusal(game: &Game, id: ObjectId) -> Rule {
    let Some((_, player)) = declaring(game).filter(|(_, player)| is_able(game, *player, id)) else {
        return if is_evaded(game, id) { rule!("509.1b") } else { rule!("509.1a") };
    };
    if attackers(game).any(|it| concerns(game, player, it)) { rule!("509.1b") } else { nothing_to_block(game) }
}

/// Whether a creature of a player who is not asked could block, if no restriction kept it from
/// everything that attacks that player.
fn is_evaded(game: &Game, id: ObjectId) -> bool {
    let Some(player) = game.controller(id).filter(|player| is_able(game, *player, id)) else { return false };
    attackers(game).any(|it| concerns(game, player, it)) && blockable(game, player, id).is_empty()
}

/// The rule that keeps a creature that may block from blocking this.
pub(super) fn refusal_of(game: &Game, _: ObjectId, to: Entity) -> Rule {
    let Some(attacker) = to.object().filter(|id| attackers(game).any(|it| it == *id)) else { return rule!("509.1a") };
    let concerned = declaring(game).is_some_and(|(_, player)| concerns(game, player, attacker));
    // It could block the creature if no restriction said otherwise.
    if concerned { rule!("509.1b") } else { nothing_to_block(game) }
}

/// The rule for creatures that don't attack the player.
fn nothing_to_block(game: &Game) -> Rule {
    if game.is_multiplayer() && attackers(game).next().is_some() { rule!("802.4a") } else { rule!("509.1a") }
}

fn attackers(game: &Game) -> impl Iterator<Item = ObjectId> + '_ {
    game.world().combat.as_deref().into_iter().flat_map(|combat| combat.attackers.iter().map(|it| it.object))
}

/// Whether neither evasion nor another restriction keeps one creature from blocking another
/// (CR 509.1b).
fn can_block_it(game: &Game, blocker: ObjectId, attacker: ObjectId) -> bool {
    !game.restrictions_on_each().any(|(it, restriction)| match restriction {
        Restriction::CantBeBlockedBy { what, by } => it.scope_on(game, attacker, None).is_some_and(|scope| {
            matches(game, &scope, what, attacker)
                && matches(game, &scope, by, blocker)
                && !game.ignores(game.controller(blocker), scope.source)
        }),
        _ => false,
    })
}

/// Makes the chosen creatures block; each attacking creature becomes blocked or unblocked
/// (CR 509.1g-h).
pub(super) fn declare(work: &mut Work, assignments: &[Assignment]) {
    let Some((stage, player)) = declaring(&work.game) else { return declared(work) };
    // A creature lost while the declaration was paid for does not block.
    let there = |id: ObjectId| work.game.is_creature(id) && is_theirs(&work.game, id, player);
    let assignments: Vec<Assignment> = assignments.iter().filter(|it| there(it.object)).cloned().collect();
    // An attacker that left combat meanwhile is not blocked.
    let attacks = |to: &Entity| {
        let combat = work.game.world().combat.as_deref();
        combat.is_some_and(|combat| combat.attackers.iter().any(|it| Entity::Object(it.object) == *to))
    };
    let still = |it: Assignment| Assignment { to: it.to.into_iter().filter(attacks).collect(), ..it };
    let assignments: Vec<Assignment> = assignments.into_iter().map(still).collect();
    for assignment in &assignments {
        let attackers: Vec<ObjectId> = assignment.to.iter().filter_map(|to| to.object()).collect();
        work.fact(rule!("509.1g"), Event::Blocked { object: assignment.object, attackers });
    }
    let attackers: Vec<ObjectId> = match work.game.world().combat.as_deref() {
        Some(combat) => combat.attackers.iter().map(|attacker| attacker.object).collect(),
        None => Vec::new(),
    };
    let attackers: Vec<ObjectId> = attackers.into_iter().filter(|id| concerns(&work.game, player, *id)).collect();
    for object in attackers {
        let by: Vec<ObjectId> = assignments
            .iter()
            .filter(|assignment| assignment.to.contains(&Entity::Object(object)))
            .map(|assignment| assignment.object)
            .collect();
        // CR 702.22h: it becomes blocked with its band.
        let mates = bands::mates(&work.game, object);
        let with_it = |id: &ObjectId| {
            let blocks = |mate: &ObjectId| {
                assignments.iter().any(|it| it.object == *id && it.to.contains(&Entity::Object(*mate)))
            };
            !by.contains(id) && mates.iter().any(blocks)
        };
        let more: Vec<ObjectId> = assignments.iter().map(|it| it.object).filter(with_it).collect();
        for blocker in &more {
            let attackers = vec![object];
            work.fact(rule!("702.22h"), Event::BecameBlocking { object: *blocker, attackers });
        }
        let by: Vec<ObjectId> = by.into_iter().chain(more).collect();
        let event = if by.is_empty() { Event::WentUnblocked { object } } else { Event::BecameBlocked { object, by } };
        work.fact(rule!("509.1h"), event);
    }
    match declarer(&work.game, stage.saturating_add(1)) {
        Some((next, _)) => to_stage(work, TurnStep::DeclareBlockers, TurnStepStage::Actions(next)),
        None => declared(work),
    }
}

/// All blockers are declared. A creature that attacks a player who has left is unblocked.
fn declared(work: &mut Work) {
    let combat = work.game.world().combat.as_deref();
    let open = combat.into_iter().flat_map(|combat| combat.attackers.iter().filter(|it| it.blocked.is_none()));
    for object in open.map(|attacker| attacker.object).collect::<Vec<_>>() {
        work.fact(rule!("509.1h"), Event::WentUnblocked { object });
    }
    let remaining = to_order(&work.game);
    to_stage(work, TurnStep::DeclareBlockers, TurnStepStage::Order { remaining });
}

/// The creatures that need a damage assignment order: attackers first (CR 509.2, 703.4i), then
/// blockers (CR 509.3, 703.4j).
fn to_order(game: &Game) -> Vec<ObjectId> {
    let Some(combat) = game.world().combat.as_deref() else { return Vec::new() };
    let attackers = combat.attackers.iter().filter(|it| it.blockers.len() > 1).map(|it| it.object);
    let blockers = combat.blockers.iter().filter(|it| it.attackers.len() > 1).map(|it| it.object);
    attackers.chain(blockers).collect()
}

/// Asks for the order in which a creature assigns damage (CR 509.2, 509.3).
pub(super) fn order_choice(game: &Game, remaining: &[ObjectId]) -> Option<Choice> {
    let combat = game.world().combat.as_deref()?;
    let object = *remaining.first()?;
    let (player, among, rule) = match (combat.attacker(object), combat.blocker(object)) {
        (Some(attacker), _) => (combat.attacking_player, &attacker.blockers, rule!("509.2")),
        (None, Some(blocker)) => (defender_of(game, combat, object), &blocker.attackers, rule!("509.3")),
        (None, None) => return None,
    };
    (among.len() > 1).then(|| Choice {
        player,
        answered_by: player,
        prompt: Prompt::DamageOrder(object),
        rule,
        domain: Domain::Order(among.iter().map(|id| Item::Entity(Entity::Object(*id))).collect()),
        back_out: false,
    })
}

/// Records an order.
pub(super) fn ordered(work: &mut Work, remaining: &[ObjectId], items: &[Item]) {
    let Some((object, rest)) = remaining.split_first() else { return };
    let order = items.iter().filter_map(|item| match item {
        Item::Entity(Entity::Object(id)) => Some(*id),
        _ => None,
    });
    let attacks = work.game.world().combat.as_deref().is_some_and(|combat| combat.attacker(*object).is_some());
    let rule = if attacks { rule!("509.2") } else { rule!("509.3") };
    let order = order.collect();
    work.fact(rule, Event::DamageOrdered { object: *object, order });
    to_stage(work, TurnStep::DeclareBlockers, TurnStepStage::Order { remaining: rest.to_vec() });
}

/// Gives players priority once nothing is left to order (CR 509.4).
pub(super) fn proceed_order(work: &mut Work, remaining: &[ObjectId]) {
    let stage = match remaining.split_first() {
        Some((_, rest)) if !rest.is_empty() => TurnStepStage::Order { remaining: rest.to_vec() },
        _ => TurnStepStage::Priority,
    };
    to_stage(work, TurnStep::DeclareBlockers, stage);
}
