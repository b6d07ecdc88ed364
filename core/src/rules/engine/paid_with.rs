//! The actions that pay each part of a cost (CR 601.2h).

use crate::card::{Cost, CounterKind, ZoneKind};
use crate::derive::Scope;
use crate::fact::{Action, Entity, Item, Manner, ObjectId, Origin, PlayerId};
use crate::rule;
use crate::state::Game;

use super::actions;
use super::actions::to_graveyard;
use super::refusal::bounded;

/// The actions with which a player pays a part of a cost, with the objects chosen for it, for an
/// object and one of its abilities.
pub(in crate::rules) fn actions(
    game: &Game,
    (player, source, origin): (PlayerId, ObjectId, Option<&Origin>),
    part: &Cost,
    chosen: &[ObjectId],
) -> Vec<(crate::rule::Rule, Action)> {
    let me = Entity::Object(source);
    let with = |rule: crate::rule::Rule, action: &dyn Fn(ObjectId) -> Action| -> Vec<(crate::rule::Rule, Action)> {
        chosen.iter().map(|id| (rule, action(*id))).collect()
    };
    let go = |zone: ZoneKind, manner: Manner| move |id: ObjectId| actions::move_to(game, id, zone, manner);
    let die = |manner: Manner| move |id: ObjectId| to_graveyard(game, id, manner);
    match part {
        // Mana is paid elsewhere; one of several costs, and which counters, have been chosen;
        // revealed cards stay in place.
        Cost::Mana(_)
        | Cost::Times(..)
        | Cost::Either(_)
        | Cost::ManaCostOf(_)
        | Cost::RemoveAnyCounters(_)
        | Cost::Reveal(..) => Vec::new(),
        // A fact, which no effect replaces.
        Cost::ExertThis => Vec::new(),
        Cost::Tap => vec![(rule!("107.5"), Action::Tap(source))],
        Cost::Untap => vec![(rule!("107.6"), Action::Untap(source))],
        Cost::Life(0) => Vec::new(),
        Cost::Life(amount) => vec![(rule!("119.4"), Action::LoseLife { player, amount: *amount })],
        Cost::PlayerCounters(kind, count) => {
            let action = Action::RemoveCounters { from: Entity::Player(player), kind: kind.clone(), count: *count };
            vec![(rule!("107.14"), action)]
        }
        Cost::RemoveCounters(kind, count) => {
            vec![(rule!("118.1"), Action::RemoveCounters { from: me, kind: kind.clone(), count: *count })]
        }
        Cost::PutCounters(kind, count) => {
            vec![(rule!("118.1"), Action::PutCounters { by: Some(player), on: me, kind: kind.clone(), count: *count })]
        }
        Cost::Loyalty(change) => {
            let (kind, count) = (CounterKind::Loyalty, change.unsigned_abs());
            let action = if *change >= 0 {
                Action::PutCounters { by: Some(player), on: me, kind, count }
            } else {
                Action::RemoveCounters { from: me, kind, count }
            };
            vec![(rule!("606.4"), action)]
        }
        Cost::TapTotalPower(..) => chosen.iter().map(|id| (rule!("701.21a"), Action::Tap(*id))).collect(),
        Cost::Unattach(what) => {
            let scope = Scope { origin, ..Scope::of(source, player) };
            let named = crate::derive::filter::objects(game, &scope, what);
            named.into_iter().map(|id| (rule!("701.3d"), Action::Unattach(id))).collect()
        }
        Cost::SacrificeThis => vec![(rule!("701.17a"), to_graveyard(game, source, Manner::Sacrifice))],
        Cost::DiscardThis => vec![(rule!("701.8a"), to_graveyard(game, source, Manner::Discard))],
        Cost::ReturnThis => vec![(rule!("118.1"), go(ZoneKind::Hand, Manner::Put)(source))],
        Cost::Draw(count) => vec![(rule!("121.2"), Action::DrawCards { player, count: bounded(*count) })],
        Cost::Sacrifice(..) | Cost::SacrificeAll(_) => with(rule!("701.17a"), &die(Manner::Sacrifice)),
        Cost::Discard(..) | Cost::DiscardHand => with(rule!("701.8a"), &die(Manner::Discard)),
        Cost::DiscardAtRandom(_) => with(rule!("701.8b"), &die(Manner::Discard)),
        Cost::Mill(count) => vec![(rule!("701.13a"), Action::Mill { player, count: *count })],
        Cost::Exile { .. } | Cost::ExileThis | Cost::ExileTop(_) => {
            with(rule!("701.11a"), &go(ZoneKind::Exile, Manner::Exile))
        }
        Cost::TapOthers(..) => with(rule!("701.21a"), &Action::Tap),
        Cost::UntapOthers(..) => with(rule!("701.21b"), &Action::Untap),
        Cost::Return(..) => with(rule!("118.1"), &go(ZoneKind::Hand, Manner::Put)),
        Cost::PutCountersOn(kind, count, _) => with(rule!("118.1"), &|id| Action::PutCounters {
            by: Some(player),
            on: Entity::Object(id),
            kind: kind.clone(),
            count: *count,
        }),
        Cost::RemoveCountersFrom(kind, count, _) => with(rule!("118.1"), &|id| Action::RemoveCounters {
            from: Entity::Object(id),
            kind: kind.clone(),
            count: *count,
        }),
    }
}

/// The objects among the items of a pick.
pub(in crate::rules) fn objects_of(items: &[Item]) -> Vec<ObjectId> {
    entities(items).into_iter().filter_map(Entity::object).collect()
}

/// The objects and players among the items of a pick.
pub(in crate::rules) fn entities(items: &[Item]) -> Vec<Entity> {
    let entity = |item: &Item| match item {
        Item::Entity(entity) => Some(*entity),
        _ => None,
    };
    items.iter().filter_map(entity).collect()
}
