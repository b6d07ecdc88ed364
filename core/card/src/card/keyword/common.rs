//! Building blocks for the abilities that keywords stand for.

use crate::card::ast::ability::{ActivatedAbility, ActivationLimit, Body, TargetSpec, TargetWhat, TriggeredAbility};
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Duration, Instead, Modification, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::restriction::CastingCost;
use crate::card::ast::trigger::{PastEvent, TriggerEvent};
use crate::card::verb;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::zone_kind::ZoneKind;

/// One +1/+1 counter.
pub(super) const PLUS_ONE: CounterKind = CounterKind::PowerToughness(1, 1);
/// One -1/-1 counter.
pub(super) const MINUS_ONE: CounterKind = CounterKind::PowerToughness(-1, -1);

pub(super) fn signed(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// A bonus to power and toughness until end of turn.
pub(super) fn grows(what: Objects, by: i32) -> Instruction {
    Instruction::Modify(verb::Modify {
        what,
        modifications: vec![Modification::AddPowerToughness(Quantity::Fixed(by), Quantity::Fixed(by))],
        duration: Duration::EndOfTurn,
    })
}

/// An option for a player to cast one card now.
pub(super) const fn may_cast(what: Objects, who: Players, cost: CastingCost) -> Instruction {
    Instruction::MayPlay(verb::MayPlay { who, what, count: Some(1), lands: false, cost, must: false, instead: None })
}

/// A triggered ability of a permanent, without targets or conditions.
pub(super) fn ability(when: TriggerEvent, instructions: Vec<Instruction>) -> TriggeredAbility {
    TriggeredAbility {
        when,
        condition: None,
        body: Body { instructions, ..Body::default() },
        zone: ZoneKind::Battlefield,
        limit: None,
        uncounterable: false,
    }
}

/// A number of times.
pub(super) fn number(count: u32) -> Quantity {
    Quantity::Fixed(signed(count))
}

/// How often an event has happened this turn.
pub(super) fn times_this_turn(event: TriggerEvent) -> Quantity {
    PastEvent::try_from(event).map_or(Quantity::Fixed(0), |past| Quantity::TimesThisTurn(Box::new(past)))
}

/// The amount of an event this turn.
pub(super) fn amount_this_turn(event: TriggerEvent) -> Quantity {
    PastEvent::try_from(event).map_or(Quantity::Fixed(0), |past| Quantity::AmountThisTurn(Box::new(past)))
}

/// Counters put on objects.
pub(super) const fn put(on: Objects, kind: CounterKind, count: Quantity) -> Instruction {
    Instruction::PutCounters(verb::PutCounters { on, kind, count })
}

/// This permanent enters with counters (CR 614.1c).
pub(super) const fn enters_with(kind: CounterKind, count: Quantity) -> StaticEffect {
    as_it_enters(Instead::EnterWithCounters(kind, count))
}

/// What happens as this permanent enters (CR 614.1c).
pub(super) const fn as_it_enters(instead: Instead) -> StaticEffect {
    StaticEffect::Replace(Replacement { would: Would::Enter { what: Filter::This }, instead })
}

/// An activated ability at sorcery speed (CR 602.5d).
pub(super) fn as_sorcery(cost: Vec<Cost>, zone: ZoneKind, body: Body) -> ActivatedAbility {
    ActivatedAbility { cost, body, limits: vec![ActivationLimit::AsSorcery], zone, ..ActivatedAbility::default() }
}

/// A cost with one more part.
pub(super) fn and(cost: &[Cost], more: Cost) -> Vec<Cost> {
    cost.iter().cloned().chain([more]).collect()
}

/// Instructions without targets.
pub(super) fn body(instructions: Vec<Instruction>) -> Body {
    Body { instructions, ..Body::default() }
}

/// This object enters the battlefield (CR 603.6a).
pub(super) fn enters() -> TriggerEvent {
    TriggerEvent::Moves { what: Filter::This, from: None, to: Some(ZoneKind::Battlefield.into()) }
}

/// This creature deals combat damage to a player (CR 510.2).
pub(crate) const fn damages_a_player() -> TriggerEvent {
    TriggerEvent::DealsDamage {
        source: Filter::This,
        combat: true,
        noncombat: false,
        to_players: Some(Players::Each),
        to_objects: None,
    }
}

/// This object dies (CR 700.4).
pub(super) fn dies() -> TriggerEvent {
    TriggerEvent::Moves {
        what: Filter::This,
        from: Some(ZoneKind::Battlefield.into()),
        to: Some(ZoneKind::Graveyard.into()),
    }
}

/// One matching target.
pub(super) fn target(filter: Filter) -> Vec<TargetSpec> {
    vec![TargetSpec::one(TargetWhat::Object(filter))]
}
