//! Rebound (CR 702.88).

use crate::card::ast::ability::Body;
use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::CastingCost;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::ZoneKind;

use super::common::may_cast;
use super::meaning::Meaning;

/// CR 702.88a.
pub(super) static REBOUND: Meaning = Meaning {
    zone: ZoneKind::Stack,
    effects: |_| vec![StaticEffect::Replace(rebounds())],
    ..Meaning::alone("rebound", || Keyword::Rebound)
};

/// CR 702.88a: exiled as it resolves, then cast again in the next upkeep.
fn rebounds() -> Replacement {
    let from_hand = vec![Filter::This, Filter::WasCast(Some(ZoneKind::Hand)), Filter::OwnedBy(Players::You)];
    let again =
        Body { instructions: vec![may_cast(Objects::ThatObject, Players::You, CastingCost::Free)], ..Body::default() };
    let upkeep = Instruction::Delay(verb::Delay {
        when: TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::You),
        body: Box::new(again),
        until: None,
    });
    Replacement {
        would: Would::FinishResolving(Filter::All(from_hand)),
        instead: Instead::Also(Box::new(Instead::GoTo(ZoneKind::Exile)), vec![upkeep]),
    }
}
