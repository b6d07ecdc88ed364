//! Becoming an attacking or blocking creature without being declared, and the new creature's place
//! in damage assignment orders (CR 506.3, 508.4, 509.6, 509.7).

use crate::card::{CardType, Joining, Players};
use crate::derive::Look;
use crate::fact::{
    Action, Answer, Choice, Domain, Entity, Event, Frame, Item, Joins, ObjectId, PlayerId, Prompt, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Combat, Game};

use super::bands;
use super::happen::as_it_would_enter;
use crate::rules::engine::paid_with;
use crate::rules::engine::work::Work;

/// The player whom creatures attack that an instruction brings into combat, if it names one
/// (CR 508.4).
pub(in crate::rules) fn attacked<'a>(game: &Game, joining: Option<&'a Joining>) -> Vec<&'a Players> {
    match joining {
        Some(Joining::AttackingPlayer(who) | Joining::AttackingTheirs(who)) if game.world().combat.is_some() => {
            vec![who]
        }
        _ => Vec::new(),
    }
}

/// How an action makes a creature enter combat.
const fn joins(action: &Action) -> Option<Joins> {
    match action {
        Action::Move { to: Zone::Battlefield, entering, .. } | Action::CreateToken { entering, .. } => entering.joins,
        _ => None,
    }
}

/// The rule for choosing what an entering creature attacks or blocks.
pub(in crate::rules) const fn joining_rule(action: &Action) -> Rule {
    match joins(action) {
        Some(Joins::Blocking(_)) => rule!("509.7"),
        _ => rule!("508.4"),
    }
}

/// What an entering creature could attack or block if that is left open; none if nothing is to be
/// chosen.
pub(in crate::rules) fn to_join(game: &Game, action: &Action) -> Option<Vec<Entity>> {
    let is_open =
        |joins: &Joins| matches!(joins, Joins::Attacking(None) | Joins::Blocking(None) | Joins::AttackingTheirs(_));
    let joins = joins(action).filter(is_open)?;
    let (view, id) = as_it_would_enter(game, action)?;
    Some(possible(&view, id, joins))
}

/// Sets what a creature enters attacking or blocking; with none, it enters as neither.
pub(in crate::rules) fn join(action: &mut Action, to: Option<Entity>) {
    let (Action::Move { entering, .. } | Action::CreateToken { entering, .. }) = action else { return };
    entering.joins = match entering.joins {
        Some(Joins::Attacking(_) | Joins::AttackingTheirs(_)) => to.map(|to| Joins::Attacking(Some(to))),
        Some(Joins::Blocking(_)) => to.and_then(Entity::object).map(|attacker| Joins::Blocking(Some(attacker))),
        None => None,
    };
}

/// What an effect could make a permanent on the battlefield attack or block: only a creature
/// (CR 506.3a), attacking only for the attacking player (CR 506.3b), and only what is still there
/// (CR 506.3c-d).
pub(in crate::rules) fn possible(game: &Game, id: ObjectId, joins: Joins) -> Vec<Entity> {
    let Some(combat) = game.world().combat.as_deref().filter(|_| game.is_creature(id)) else { return Vec::new() };
    let controller = game.controller(id);
    let attacks = controller.is_some_and(|player| game.acts_with(player, combat.attacking_player));
    match joins {
        Joins::Attacking(_) if attacks => {
            game.defending_players().into_iter().flat_map(|defending| targets(game, defending)).collect()
        }
        // CR 506.3c: a player who is still in the game.
        Joins::AttackingTheirs(of) if attacks => {
            let defending = game.defending_players().into_iter().filter(|player| *player == of);
            defending.flat_map(|defending| targets(game, defending)).collect()
        }
        Joins::Attacking(_) | Joins::AttackingTheirs(_) => Vec::new(),
        Joins::Blocking(_) => {
            // An attacker whose target is gone attacks nobody (CR 506.3d, 506.4c).
            let attacked = |target: Entity| match target {
                Entity::Player(player) => Some(player),
                Entity::Object(planeswalker) => game.controller(planeswalker),
            };
            let against =
                combat.attackers.iter().filter(|attacker| match (controller, attacker.target.and_then(attacked)) {
                    (Some(controller), Some(attacked)) => game.acts_with(controller, attacked),
                    _ => false,
                });
            against.map(|attacker| Entity::Object(attacker.object)).collect()
        }
    }
}

/// The events as a permanent enters attacking (CR 508.4) or blocking (CR 509.7).
pub(in crate::rules) fn joined(game: &Game, action: &Action, id: ObjectId) -> Vec<(Rule, Event)> {
    let Some(joins) = joins(action) else { return Vec::new() };
    let Some((view, there)) = as_it_would_enter(game, action) else { return Vec::new() };
    let possible = possible(&view, there, joins);
    match joins {
        Joins::Attacking(Some(target)) if possible.contains(&target) => {
            vec![(rule!("508.4"), Event::BecameAttacking { object: id, target })]
        }
        Joins::Blocking(Some(attacker)) if possible.contains(&Entity::Object(attacker)) => {
            let own = [
                (rule!("509.7"), Event::BecameBlocking { object: id, attackers: vec![attacker] }),
                (rule!("509.1h"), Event::BecameBlocked { object: attacker, by: vec![id] }),
            ];
            own.into_iter().chain(bands::blocked_too(game, attacker, &[id])).collect()
        }
        _ => Vec::new(),
    }
}

/// Places creatures that came to block in this step in the damage assignment orders that have more
/// than one entry.
pub(in crate::rules) fn place(work: &mut Work, rule: Rule) {
    let Some(combat) = work.game.world().combat.as_deref() else { return };
    let mut remaining: Vec<(ObjectId, ObjectId)> = Vec::new();
    for entry in work.entries() {
        let (Event::BecameBlocking { object, attackers } | Event::Blocked { object, attackers }) = &entry.event else {
            continue;
        };
        for attacker in attackers {
            let blockers = combat.attacker(*attacker).map_or(0, |it| it.blockers.len());
            let blocked = combat.blocker(*object).map_or(0, |it| it.attackers.len());
            remaining.extend((blockers > 1).then_some((*attacker, *object)));
            remaining.extend((blocked > 1).then_some((*object, *attacker)));
        }
    }
    if !remaining.is_empty() {
        work.push(rule, Frame::Placing { rule, remaining });
    }
}

/// The defending player who controls a blocking creature; with shared turns, who decides for the
/// defending team (CR 805.10f).
pub(in crate::rules) fn defender_of(game: &Game, combat: &Combat, blocker: ObjectId) -> PlayerId {
    let several = || game.controller(blocker).map(|it| game.primary(it)).filter(|_| game.is_multiplayer());
    several().unwrap_or(combat.defending_player)
}

/// The player who places the next creature, and the others in that order.
fn next(game: &Game, remaining: &[(ObjectId, ObjectId)]) -> Option<(PlayerId, Vec<ObjectId>)> {
    let ((creature, newcomer), later) = remaining.split_first()?;
    let combat = game.world().combat.as_deref()?;
    let (player, order) = match (combat.attacker(*creature), combat.blocker(*creature)) {
        (Some(attacker), _) => (combat.attacking_player, &attacker.blockers),
        (None, Some(blocker)) => (defender_of(game, combat, blocker.object), &blocker.attackers),
        (None, None) => return None,
    };
    let waits = |id: &ObjectId| later.contains(&(*creature, *id));
    order
        .contains(newcomer)
        .then(|| (player, order.iter().copied().filter(|id| id != newcomer && !waits(id)).collect()))
}

/// Asks which other creature the new one comes before, or last (CR 509.6, 509.7).
pub(in crate::rules) fn placing_choice(game: &Game, rule: Rule, remaining: &[(ObjectId, ObjectId)]) -> Option<Choice> {
    let (player, others) = next(game, remaining).filter(|(_, others)| !others.is_empty())?;
    let (creature, newcomer) = *remaining.first()?;
    Some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::DamagePlacement(creature, newcomer),
        rule,
        domain: Domain::Pick {
            options: others.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect(),
            min: 0,
            max: 1,
        },
        back_out: false,
    })
}

/// Takes that answer.
pub(in crate::rules) fn placing_answered(
    work: &mut Work,
    rule: Rule,
    remaining: &[(ObjectId, ObjectId)],
    answer: &Answer,
) {
    let Answer::Picked(items) = answer else { return };
    placed(work, rule, remaining, paid_with::objects_of(items).first().copied());
}

/// Places the next creature before another one, or last.
pub(in crate::rules) fn placed(
    work: &mut Work,
    rule: Rule,
    remaining: &[(ObjectId, ObjectId)],
    before: Option<ObjectId>,
) {
    let Some(((creature, newcomer), later)) = remaining.split_first() else { return work.pop(rule) };
    if let Some((_, others)) = next(&work.game, remaining).filter(|(_, others)| !others.is_empty()) {
        let place = others.iter().position(|id| Some(*id) == before).unwrap_or(others.len());
        let mut order = others;
        order.insert(place, *newcomer);
        order.extend(later.iter().filter(|(other, _)| other == creature).map(|(_, id)| *id));
        work.fact(rule, Event::DamageOrdered { object: *creature, order });
    }
    if later.is_empty() {
        work.pop(rule);
    } else {
        work.change(rule, Frame::Placing { rule, remaining: later.to_vec() });
    }
}

/// The defending player and the planeswalkers that they control (CR 508.1b).
pub(in crate::rules) fn targets(game: &Game, defending: PlayerId) -> Vec<Entity> {
    let planeswalkers = game
        .world()
        .battlefield
        .iter()
        .copied()
        .filter(|id| game.controller(*id) == Some(defending) && game.has_type(*id, CardType::Planeswalker));
    std::iter::once(Entity::Player(defending)).chain(planeswalkers.map(Entity::Object)).collect()
}
