//! Whether a part of a cost can be paid, and with which objects (CR 118.3, 119.4, 601.2h).

use crate::card::words::term::any;
use crate::card::{Ability, CardType, Cost, CounterKind, Filter, Keyword, Objects, StaticEffect, ZoneKind};
use crate::fact::{AbilityInstance, Entity, Frame, ObjectId, Origin, PlayerId, Zone};
use crate::rule;
use crate::state::{Game, Object};

use super::able;
use super::demand::{Refusal, able_to_tap, demand};
use crate::derive::filter::{all_matching, matches, objects};
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::derive::target::as_though;

/// Whether an effect that functions changes any costs.
pub(crate) fn effects_change_costs(game: &Game) -> bool {
    game.derived().functioning.others().any(|it| matches!(*it.effect, StaticEffect::Cost(_)))
}

/// The objects to choose from to pay a part of a cost, and how many; none if nothing is chosen.
pub(crate) fn pay_with(
    look: &dyn Look,
    player: PlayerId,
    source: ObjectId,
    part: &Cost,
) -> Option<(Vec<ObjectId>, u32)> {
    let game = look.game();
    let scope = scope_of(game, player, source, part);
    let mine = |filter: &Filter, fits: &dyn Fn(&Object) -> bool| -> Vec<ObjectId> {
        let all = game.world().battlefield.iter().copied();
        let fits = |id: &ObjectId| {
            game.controller(*id) == Some(player)
                && game.object(*id).is_some_and(fits)
                && matches(look, &scope, filter, *id)
        };
        all.filter(fits).collect()
    };
    let cards = |zone: Zone, filter: &Filter| -> Vec<ObjectId> {
        game.zone(zone).iter().copied().filter(|id| matches(look, &scope, filter, *id)).collect()
    };
    match part {
        Cost::Sacrifice(count, filter) => {
            let all = all_matching(look, &scope, filter);
            let own = |id: &ObjectId| game.controller(*id) == Some(player) && able::can_be_sacrificed(game, *id);
            Some((all.into_iter().filter(own).collect(), *count))
        }
        // CR 702.49d: the card itself may be in the command zone.
        Cost::Reveal(count, filter) if filter.is_about_this() && game.zone_of(source) == Some(Zone::Command) => {
            Some((cards(Zone::Command, filter), *count))
        }
        Cost::Discard(count, filter) | Cost::Reveal(count, filter) => Some((cards(Zone::Hand(player), filter), *count)),
        Cost::Exile { count, what, from } => {
            let of = |zone: ZoneKind| match zone {
                ZoneKind::Battlefield => mine(what, &|_| true),
                zone => cards(Zone::of(zone, player), what),
            };
            Some((from.iter().flat_map(of).collect(), *count))
        }
        Cost::TapOthers(count, filter) => Some((mine(filter, &|object| !object.status.tapped), *count)),
        Cost::UntapOthers(count, filter) => Some((mine(filter, &|object| object.status.tapped), *count)),
        Cost::Return(count, filter) => Some((mine(filter, &|_| true), *count)),
        Cost::PutCountersOn(kind, count, filter) => {
            Some((mine(filter, &|object| can_get(game, object, kind, *count)), 1))
        }
        Cost::RemoveCountersFrom(kind, count, filter) => {
            Some((mine(filter, &|object| object.counters_of(kind) >= *count), 1))
        }
        _ => None,
    }
}

/// What the words of a part of a cost mean.
fn scope_of<'a>(game: &'a Game, player: PlayerId, source: ObjectId, part: &Cost) -> Scope<'a> {
    Scope { origin: origin_of(game, source, part), ..Scope::of(source, player) }
}

/// The ability whose cost this is, if the cost speaks of the object that gave it (CR 201.4a): the
/// one that is proposed, or one that its source has.
fn origin_of<'a>(game: &'a Game, source: ObjectId, part: &Cost) -> Option<&'a Origin> {
    if !any(part, |it: &Objects| *it == Objects::Granter) {
        return None;
    }
    // A cost that an ability asks for as it resolves is proposed without one.
    let proposed = game.world().frames.iter().rev().find_map(|frame| match &**frame {
        Frame::Proposal(it) if it.source == source => it.origin.as_ref(),
        Frame::Resolve(it) if it.source == source => it.origin.as_ref(),
        _ => None,
    });
    let has = |instance: &&AbilityInstance| any(&*instance.ability, |it: &Cost| it == part);
    let own = || game.characteristics(source)?.abilities.iter().find(has).map(|instance| &instance.origin);
    proposed.or_else(own)
}

/// The permanents that a cost has a player sacrifice who sacrifices all of a description.
pub(crate) fn all_to_sacrifice(look: &dyn Look, player: PlayerId, source: ObjectId, filter: &Filter) -> Vec<ObjectId> {
    let all = all_matching(look, &Scope::of(source, player), filter);
    all.into_iter().filter(|id| look.game().controller(*id) == Some(player)).collect()
}

/// Whether so many counters can be put on an object (CR 101.2).
fn can_get(game: &Game, object: &Object, kind: &CounterKind, count: u32) -> bool {
    count == 0 || able::can_get_counters(game, Entity::Object(object.id), kind)
}

/// Checks that a player could pay a part of a cost right now (CR 118.3), except for mana.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_pay(game: &Game, player: PlayerId, source: ObjectId, part: &Cost) -> Result<(), Refusal> {
    match game.object(source) {
        Some(object) => may_pay_by(game, player, object, part),
        None => of_the_player(game, player, source, part),
    }
}

/// [`may_pay`] with a source that exists.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_pay_by(game: &Game, player: PlayerId, object: &Object, part: &Cost) -> Result<(), Refusal> {
    let source = object.id;
    // A creature's ability with the tap or untap symbol waits for its controller's next turn.
    let sickly = |game: &Game| game.has_type(source, CardType::Creature) && game.is_summoning_sick(source);
    let is_creature = || game.characteristics_of(object).is_some_and(|it| it.types.has(CardType::Creature));
    // CR 609.4: unless activated as though it had haste.
    let rested = || !is_creature() || !sickly(game) || !sickly(&as_though::activating(game, source));
    let sick = || demand(rested(), rule!("602.5a"), "the creature has not been under control since the turn began");
    let enough = |holds: bool, why| demand(holds, rule!("118.3"), why);
    let own = || object.is_permanent() && game.controller_of(object) == Some(player);
    match part {
        Cost::Tap => {
            sick()?;
            enough(object.is_permanent() && !object.status.tapped, "it is tapped already")
        }
        Cost::Untap => {
            sick()?;
            enough(object.is_permanent() && object.status.tapped, "it is untapped already")
        }
        Cost::RemoveCounters(kind, count) => enough(object.counters_of(kind) >= *count, "it has too few counters"),
        Cost::RemoveAnyCounters(count) => {
            let there = object.counters.values().copied().fold(0, u32::saturating_add);
            enough(there >= *count, "it has too few counters")
        }
        Cost::PutCounters(kind, count) => {
            enough(object.is_permanent(), "it is no permanent")?;
            enough(can_get(game, object, kind, *count), "it can't have such counters")
        }
        Cost::Loyalty(change) if *change < 0 => {
            let there = object.counters_of(&CounterKind::Loyalty);
            demand(there >= change.unsigned_abs(), rule!("606.6"), "there is not enough loyalty")
        }
        Cost::Loyalty(change) => {
            let able = can_get(game, object, &CounterKind::Loyalty, change.unsigned_abs());
            enough(able, "it can't have such counters")
        }
        Cost::SacrificeThis => enough(own() && able::can_be_sacrificed(game, source), "it can't be sacrificed"),
        Cost::ReturnThis | Cost::ExertThis => enough(object.is_permanent(), "it is not on the battlefield"),
        Cost::DiscardThis => enough(object.zone == Zone::Hand(player), "it is not in the player's hand"),
        Cost::TapTotalPower(least, filter) => {
            let crews = |it: &AbilityInstance| matches!(&*it.ability, Ability::Keyword(Keyword::Crew(n)) if n == least);
            let crew = game.characteristics(source).is_some_and(|it| it.abilities.iter().any(crews));
            let able = able_to_tap(game, player, source, filter, crew);
            let total = able.iter().map(|(_, power)| i64::from((*power).max(0))).sum::<i64>();
            enough(total >= i64::from(*least), "there is too little power to tap")
        }
        Cost::Unattach(what) => {
            let named = objects(game, &scope_of(game, player, source, part), what);
            let attached = |id: &ObjectId| game.object(*id).is_some_and(|it| it.attached_to.is_some());
            enough(!named.is_empty() && named.iter().all(attached), "it is attached to nothing")
        }
        other => of_the_player(game, player, source, other),
    }
}

/// Checks the parts of a cost that are not paid with their source.
fn of_the_player(game: &Game, player: PlayerId, source: ObjectId, part: &Cost) -> Result<(), Refusal> {
    let enough = |holds: bool, why| demand(holds, rule!("118.3"), why);
    let there = |zone: Zone| game.zone(zone).len();
    match part {
        // CR 118.3: it can't be paid in part.
        Cost::SacrificeAll(filter) => {
            let all = all_to_sacrifice(game, player, source, filter);
            enough(all.iter().all(|id| able::can_be_sacrificed(game, *id)), "one of them can't be sacrificed")
        }
        Cost::Mana(_) | Cost::DiscardHand | Cost::Times(..) | Cost::Either(_) | Cost::ManaCostOf(_) => Ok(()),
        // CR 121.2b, 121.3
        Cost::Draw(count) => enough(able::can_draw(game, player, *count), "so many cards can't be drawn"),
        Cost::Life(amount) => {
            demand(able::can_pay_life(game, player, *amount), rule!("119.4"), "so much life can't be paid")
        }
        Cost::PlayerCounters(kind, count) => {
            let there = game.player(player).map_or(0, |player| player.counters_of(kind));
            enough(there >= *count, "the player has too few counters")
        }
        Cost::DiscardAtRandom(count) => {
            enough(there(Zone::Hand(player)) >= *count as usize, "there are too few cards to discard")
        }
        Cost::ExileTop(count) | Cost::Mill(count) => {
            enough(there(Zone::Library(player)) >= *count as usize, "there are too few cards in the library")
        }
        // CR 118.3: a missing object can't be tapped, sacrificed or moved.
        Cost::Tap
        | Cost::Untap
        | Cost::RemoveCounters(..)
        | Cost::RemoveAnyCounters(_)
        | Cost::PutCounters(..)
        | Cost::Loyalty(_)
        | Cost::TapTotalPower(..)
        | Cost::Unattach(_)
        | Cost::SacrificeThis
        | Cost::ReturnThis
        | Cost::ExertThis
        | Cost::DiscardThis => demand(false, rule!("118.3"), "its source is gone"),
        Cost::ExileThis => enough(game.object(source).is_some(), "its source is gone"),
        Cost::Sacrifice(..)
        | Cost::Discard(..)
        | Cost::Exile { .. }
        | Cost::TapOthers(..)
        | Cost::UntapOthers(..)
        | Cost::Return(..)
        | Cost::PutCountersOn(..)
        | Cost::RemoveCountersFrom(..)
        | Cost::Reveal(..) => {
            let Some((options, count)) = pay_with(game, player, source, part) else { return Ok(()) };
            let why = match part {
                Cost::Sacrifice(..) => "there is too little to sacrifice",
                Cost::Discard(..) => "there are too few cards to discard",
                Cost::Exile { .. } => "there is too little to exile",
                Cost::TapOthers(..) => "there is too little to tap",
                Cost::UntapOthers(..) => "there is too little to untap",
                Cost::Return(..) => "there is too little to return",
                Cost::Reveal(..) => "there are too few cards to reveal",
                _ => "there is nothing with or for such counters",
            };
            enough(options.len() >= count as usize, why)
        }
    }
}
