//! Combat trigger events about everything that was declared, or about how many creatures block
//! (CR 506.5, 508.3b-c, 509.5e).

use std::collections::BTreeSet;

use crate::card::{Comparison, Filter, Players, TriggerEvent};
use crate::fact::{Entity, Entry, Event, ObjectId, PlayerId, TriggerContext};
use crate::rule;
use crate::state::Game;

use super::{Occurrence, Sight};
use crate::derive::filter::{is_among, matches};
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;

/// How many creatures a blocking creature blocks; none if it is not blocking.
pub(super) fn blocks(game: &Game, blocker: ObjectId) -> Option<u32> {
    let blocker = game.world().combat.as_deref()?.blocker(blocker)?;
    u32::try_from(blocker.attackers.len()).ok()
}

/// How many creatures block an attacking creature; none if it is not blocked.
pub(super) fn blocked_by(game: &Game, attacker: ObjectId) -> Option<u32> {
    let attacker = game.world().combat.as_deref()?.attacker(attacker)?;
    (attacker.blocked == Some(true)).then_some(u32::try_from(attacker.blockers.len()).unwrap_or(u32::MAX))
}

/// The occurrences of such an event in simultaneous events.
pub(super) fn at_once(
    sight: Sight<'_>,
    scope: &Scope<'_>,
    when: &TriggerEvent,
    happened: &[&Entry],
) -> Vec<Occurrence> {
    let game = sight.now;
    let fits = |filter: &Filter, id: ObjectId| matches(game, scope, filter, id);
    let named = |who: &Players, player: PlayerId| is_among(game, scope, who, player);
    let attacked: Vec<(&Entry, ObjectId, Entity)> = happened
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Attacked { object, target } => Some((*entry, *object, *target)),
            _ => None,
        })
        .collect();
    let defending = |target: Entity| match target {
        Entity::Player(player) => Some(player),
        Entity::Object(object) => game.controller(object),
    };
    let count = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
    match when {
        // CR 508.3b: once for all creatures that attack it.
        TriggerEvent::IsAttacked { players: who, objects } => {
            let wanted = |target: Entity| match target {
                Entity::Player(player) => who.as_ref().is_some_and(|who| named(who, player)),
                Entity::Object(object) => objects.as_ref().is_some_and(|filter| fits(filter, object)),
            };
            let mut targets: Vec<Entity> = Vec::new();
            let mut found = Vec::new();
            for (entry, object, target) in &attacked {
                if wanted(*target) && !targets.contains(target) {
                    targets.push(*target);
                    let by = attacked.iter().filter(|(_, _, other)| other == target);
                    let by: Vec<Option<PlayerId>> = by.map(|(_, id, _)| game.controller(*id)).collect();
                    // CR 805.10c: of several attacking players, one is chosen later.
                    let one = game.controller(*object).filter(|_| by.windows(2).all(|two| two[0] == two[1]));
                    let it = Occurrence::new(entry, target.object(), one, count(by.len()));
                    found.push(target.player().map_or_else(|| it.clone(), |attacked| it.clone().of(attacked)));
                }
            }
            found
        }
        // CR 508.3c: of several attacking players, each by themselves (CR 805.10a).
        TriggerEvent::AttacksWith { who, what, count: least } => {
            let mut found: Vec<(PlayerId, Occurrence)> = Vec::new();
            for (entry, object, target) in attacked.iter().filter(|(_, object, _)| fits(what, *object)) {
                let Some(player) = game.controller(*object).filter(|player| named(who, *player)) else { continue };
                let whom = defending(*target);
                let Some((_, it)) = found.iter_mut().find(|(its, _)| *its == player) else {
                    let mut it = Occurrence::new(entry, None, whom, 1).of(player);
                    it.context.others.push(*object);
                    found.push((player, it));
                    continue;
                };
                it.context.amount = it.context.amount.saturating_add(1);
                it.context.others.push(*object);
                it.context.player = it.context.player.filter(|one| Some(*one) == whom);
            }
            // CR 802.2a: of the defending players of several creatures, one is chosen later.
            for (_, it) in found.iter_mut().filter(|(_, it)| it.context.player.is_some()) {
                it.context.others.clear();
            }
            let least = i32::try_from(*least).unwrap_or(i32::MAX);
            found.into_iter().map(|(_, it)| it).filter(|it| it.context.amount >= least).collect()
        }
        // CR 506.5
        TriggerEvent::AttacksAlone(what) => match attacked.as_slice() {
            [(entry, object, target)] if fits(what, *object) => {
                vec![Occurrence::new(entry, Some(*object), defending(*target), 1)]
            }
            _ => Vec::new(),
        },
        // CR 508.3a, for creatures that are declared together, whoever controls the others.
        TriggerEvent::AttacksTogether { what, others, count: least } => {
            let beside = |it: ObjectId| attacked.iter().filter(|(_, id, _)| *id != it && fits(others, *id)).count();
            let enough = attacked.iter().filter(|(_, id, _)| fits(what, *id) && count(beside(*id)) >= *least);
            enough.map(|(entry, id, target)| Occurrence::new(entry, Some(*id), defending(*target), 1)).collect()
        }
        TriggerEvent::BlocksAlone(what) => blocks_alone(sight, happened, &|id| fits(what, id)).into_iter().collect(),
        TriggerEvent::BlocksMany { what, number } => come_to(sight, happened, *number, blocks, &|id| fits(what, id)),
        TriggerEvent::BlockedByMany { what, number } => {
            come_to(sight, happened, *number, blocked_by, &|id| fits(what, id))
        }
        _ => Vec::new(),
    }
}

/// The players of whom "that player" means one, where creatures attack and the event tells no one
/// player: the defending players of the creatures that it tells (CR 508.5a, 802.2a, 805.10e), or
/// the attacking players (CR 805.10c).
pub(in crate::derive::filter) fn involved(look: &dyn Look, context: &TriggerContext) -> Vec<PlayerId> {
    let game = look.game();
    if context.player.is_some() {
        return Vec::new();
    }
    let history = || game.world().history.latest();
    let Some(Event::Attacked { target: first, .. }) = game.world().entry(context.event).map(|entry| &entry.event)
    else {
        return Vec::new();
    };
    let controller = |id: ObjectId| look.controller(id);
    let defending = |target: Entity| target.player().or_else(|| target.object().and_then(controller));
    let at_once = history().filter(|entry| game.at_once(context.event, entry.no));
    let involved = at_once.filter_map(|entry| match &entry.event {
        Event::Attacked { object, target } if context.others.contains(object) => defending(*target),
        Event::Attacked { object, target } if context.others.is_empty() && target == first => controller(*object),
        _ => None,
    });
    let involved: BTreeSet<PlayerId> = involved.collect();
    game.apnap().into_iter().filter(|player| involved.contains(player)).collect()
}

/// The only creature that was declared as a blocker, as the last defending player has declared
/// (CR 506.5, 509.1g, 802.4).
fn blocks_alone(sight: Sight<'_>, happened: &[&Entry], fits: &dyn Fn(ObjectId) -> bool) -> Option<Occurrence> {
    let open = |game: &Game| {
        let combat = game.world().combat.as_deref();
        combat.is_some_and(|combat| combat.attackers.iter().any(|it| it.blocked.is_none()))
    };
    let blocked = |entry: &&Entry| matches!(entry.event, Event::Blocked { .. });
    let ends = open(sight.before.game()) || happened.iter().any(blocked);
    if !ends || open(sight.now.game()) {
        return None;
    }
    let first = happened.first()?.no;
    let earlier = sight.now.game().world().this_turn().skip_while(|entry| entry.no >= first);
    let earlier = earlier.take_while(|entry| !matches!(entry.event, Event::TurnStepBegan { .. }));
    let declared = happened.iter().copied().chain(earlier).filter_map(|entry| match &entry.event {
        Event::Blocked { object, attackers } if entry.rule == rule!("509.1g") => Some((entry, *object, attackers)),
        _ => None,
    });
    let declared: Vec<_> = declared.take(2).collect();
    let [(entry, object, attackers)] = declared.as_slice() else { return None };
    let many = u32::try_from(attackers.len()).unwrap_or(u32::MAX);
    fits(*object).then(|| Occurrence::new(entry, Some(*object), None, many))
}

/// The creatures whose number of blocked or blocking creatures now meets the comparison: as
/// blockers are declared, or after an effect added or removed some (CR 509.5e).
fn come_to(
    sight: Sight<'_>,
    happened: &[&Entry],
    (comparison, number): (Comparison, u32),
    how_many: fn(&Game, ObjectId) -> Option<u32>,
    fits: &dyn Fn(ObjectId) -> bool,
) -> Vec<Occurrence> {
    let changes = |event: &Event| {
        matches!(
            event,
            Event::Blocked { .. }
                | Event::BecameBlocking { .. }
                | Event::BecameBlocked { .. }
                | Event::RemovedFromCombat { .. }
                | Event::StoppedBlocking { .. }
        )
    };
    let Some(first) = happened.iter().find(|entry| changes(&entry.event)) else { return Vec::new() };
    let as_number = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
    let holds = |count: Option<u32>| {
        count.is_some_and(|count| count > 0 && comparison.holds(as_number(count), as_number(number)))
    };
    let Some(combat) = sight.now.game().world().combat.as_deref() else { return Vec::new() };
    let fighting = combat.attackers.iter().map(|it| it.object).chain(combat.blockers.iter().map(|it| it.object));
    let comes = fighting
        .filter(|id| fits(*id) && holds(how_many(sight.now.game(), *id)) && !holds(how_many(sight.before.game(), *id)));
    comes.map(|id| Occurrence::new(first, Some(id), None, how_many(sight.now.game(), id).unwrap_or(0))).collect()
}
