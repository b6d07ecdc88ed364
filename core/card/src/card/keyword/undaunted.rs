//! Undaunted (CR 702.125).

use crate::card::ast::cost::{CostChange, CostEffect, Costly};
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Filter, Players, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::words::mana_symbol::{ManaCost, ManaSymbol};
use crate::card::words::zone_kind::ZoneKind;

use super::meaning::Meaning;

/// CR 702.125a-c.
pub(super) static UNDAUNTED: Meaning = Meaning {
    zone: ZoneKind::Stack,
    about_casting: true,
    effects: |_| {
        vec![StaticEffect::Cost(CostEffect {
            of: Costly::Spells(Filter::This),
            change: CostChange::Less {
                mana: ManaCost(vec![ManaSymbol::Generic(1)]),
                times: Quantity::PlayerCount(Players::Opponents),
                least: 0,
            },
        })]
    },
    ..Meaning::alone("undaunted", || Keyword::Undaunted)
};
