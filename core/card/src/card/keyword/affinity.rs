//! Affinity (CR 702.41).

use crate::card::ast::cost::{CostChange, CostEffect, Costly};
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Filter, Players, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::words::mana_symbol::{ManaCost, ManaSymbol};
use crate::card::words::zone_kind::ZoneKind;

use super::meaning::{Meaning, Operands, of};

/// CR 702.41a-b.
pub(super) static AFFINITY: Meaning = Meaning {
    operand: Operands::OWN,
    zone: ZoneKind::Stack,
    about_casting: true,
    effects: of!(Keyword::Affinity(what) => {
        let yours = Filter::All(vec![Filter::clone(what), Filter::ControlledBy(Players::You)]);
        vec![StaticEffect::Cost(CostEffect {
            of: Costly::Spells(Filter::This),
            change: CostChange::Less {
                mana: ManaCost(vec![ManaSymbol::Generic(1)]),
                times: Quantity::Count(Box::new(yours)),
                least: 0,
            },
        })]
    }),
    ..Meaning::named("affinity")
};
