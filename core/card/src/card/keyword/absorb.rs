//! Absorb (CR 702.64).

use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::Filter;
use crate::card::ast::keyword::Keyword;

use super::common::number;
use super::meaning::{Meaning, number, of};

/// CR 702.64a-c.
pub(super) static ABSORB: Meaning = Meaning {
    operand: number!(Keyword::Absorb),
    effects: of!(Keyword::Absorb(amount) => vec![StaticEffect::Replace(Replacement {
        would: Would::Damage {
            source: Filter::Any,
            players: None,
            objects: Some(Filter::This),
            combat: false,
            noncombat: false,
            at_least: None,
        },
        instead: Instead::PreventSome(number(*amount)),
    })]),
    ..Meaning::named("absorb")
};
