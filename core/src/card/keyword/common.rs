//! Building blocks for the abilities that keywords stand for.

use crate::card::ast::ability::{Body, TargetSpec, TargetWhat, TriggeredAbility};
use crate::card::ast::effect::{Duration, Modification};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::restriction::CastingCost;
use crate::card::ast::trigger::TriggerEvent;
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
    Instruction::Modify {
        what,
        modifications: vec![Modification::AddPowerToughness(Quantity::Fixed(by), Quantity::Fixed(by))],
        duration: Duration::EndOfTurn,
    }
}

/// An option for a player to cast one card now.
pub(super) const fn may_cast(what: Objects, who: Players, cost: CastingCost) -> Instruction {
    Instruction::MayPlay { who, what, count: Some(1), lands: false, cost, must: false, instead: None }
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
