//! Madness (CR 702.35).

use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::CastingCost;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::common::{ability, may_cast};
use super::meaning::{Meaning, cost, of};

/// CR 702.35a.
pub(super) static MADNESS: Meaning = Meaning {
    operand: cost!(Keyword::Madness),
    zone: ZoneKind::Hand,
    effects: |_| {
        vec![StaticEffect::Replace(Replacement {
            would: Would::Discard { what: Filter::This, by: None },
            instead: Instead::GoTo(ZoneKind::Exile),
        })]
    },
    triggered: of!(Keyword::Madness(cost) => {
        let owner = Players::OwnerOf(Box::new(Objects::This));
        let left = Objects::Among(Box::new(Objects::This), Box::new(Filter::In(ZoneKind::Exile)));
        let put = Instruction::Put(verb::Put { what: left, into: ZoneKind::Graveyard, place: Place::Top, random: false });
        let cast = may_cast(Objects::This, owner, CastingCost::Instead(cost.clone()));
        vec![ability(TriggerEvent::ExiledThisWay(Filter::This), vec![cast, put])]
    }),
    ..Meaning::named("madness")
};
