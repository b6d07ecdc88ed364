//! Morph and megamorph (CR 702.37).

use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Quantity};

use super::common::PLUS_ONE;
use super::meaning::{Meaning, Operand};

/// Cast face down (CR 702.37a).
pub(super) static MORPH: Meaning =
    Meaning { operand: |_| Operand::Own, about_casting: true, ..Meaning::named("morph") };

/// CR 702.37b.
pub(super) static MEGAMORPH: Meaning = Meaning {
    operand: |_| Operand::Own,
    about_casting: true,
    effects: |_| {
        vec![StaticEffect::Replace(Replacement {
            would: Would::TurnFaceUp { what: Filter::This, megamorph: true },
            instead: Instead::EnterWithCounters(PLUS_ONE, Quantity::Fixed(1)),
        })]
    },
    variant_of: Some("morph"),
    ..Meaning::named("megamorph")
};
