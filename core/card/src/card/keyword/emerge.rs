//! Emerge (CR 702.119).

use crate::card::ast::cost::{Cost, CostChange, CostEffect, Costly};
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Filter, Objects, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::words::card_type::CardType;
use crate::card::words::mana_symbol::{ManaCost, ManaSymbol};
use crate::card::words::zone_kind::ZoneKind;

use super::common::and;
use super::meaning::{Meaning, cost, of};

/// CR 702.119a-b: the creature is chosen with the cost, as a reduction refers to it.
pub(super) static EMERGE: Meaning = Meaning {
    operand: cost!(Keyword::Emerge),
    zone: ZoneKind::Stack,
    about_casting: true,
    effects: of!(Keyword::Emerge(cost) => {
        let instead = and(cost, Cost::Sacrifice(1, Filter::Type(CardType::Creature)));
        let emerged = Filter::All(vec![Filter::This, Filter::PaidThis]);
        let less = CostChange::Less {
            mana: ManaCost(vec![ManaSymbol::Generic(1)]),
            times: Quantity::ManaValue(Objects::PaidWith),
            least: 0,
        };
        let effect = |of, change| StaticEffect::Cost(CostEffect { of: Costly::Spells(of), change });
        vec![effect(Filter::This, CostChange::Instead(instead)), effect(emerged, less)]
    }),
    ..Meaning::named("emerge")
};
