//! Miracle (CR 702.94).

use crate::card::ast::ability::TriggeredAbility;
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::CastingCost;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{ability, may_cast};
use super::meaning::{Meaning, cost, of};

/// CR 702.94a: linked to the ability that lets the player reveal the card (CR 603.11).
pub(super) static MIRACLE: Meaning = Meaning {
    operand: cost!(Keyword::Miracle),
    triggered: of!(Keyword::Miracle(cost) => {
        let cast = may_cast(Objects::This, Players::You, CastingCost::Instead(cost.clone()));
        let shown = ability(TriggerEvent::RevealedThisWay(Filter::This), vec![cast]);
        vec![TriggeredAbility { zone: ZoneKind::Hand, ..shown }]
    }),
    ..Meaning::named("miracle")
};
