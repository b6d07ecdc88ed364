//! Morph and megamorph (CR 702.37).

use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Quantity};
use crate::card::ast::keyword::Keyword;

use super::common::PLUS_ONE;
use super::meaning::{Made, Meaning, Operand, Operands};

/// A cost; without one, it is any such ability in a filter.
macro_rules! of_morph {
    ($keyword:path) => {
        Operands {
            of: |keyword| match keyword {
                $keyword(cost) if !cost.is_empty() => Operand::Cost(cost),
                _ => Operand::Own,
            },
            made: Made::Cost($keyword),
        }
    };
}

/// Cast face down (CR 702.37a).
pub(super) static MORPH: Meaning =
    Meaning { operand: of_morph!(Keyword::Morph), about_casting: true, ..Meaning::named("morph") };

/// CR 702.37b.
pub(super) static MEGAMORPH: Meaning = Meaning {
    operand: of_morph!(Keyword::Megamorph),
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
