//! Keyword abilities with additional costs for a spell: buyback, kicker, entwine, splice, escalate.

use crate::card::ast::cost::OptionalCost;
use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::Filter;
use crate::card::ast::keyword::Keyword;
use crate::card::words::zone_kind::ZoneKind;
use crate::rule;

use super::meaning::{AddingText, Made, Meaning, Operand, Operands, cost, of};

/// CR 702.27a.
pub(super) static BUYBACK: Meaning = Meaning {
    operand: cost!(Keyword::Buyback),
    zone: ZoneKind::Stack,
    about_casting: true,
    effects: |_| {
        vec![StaticEffect::Replace(Replacement {
            would: Would::FinishResolving(Filter::All(vec![
                Filter::This,
                Filter::Paid { what: OptionalCost::Buyback, nth: None },
            ])),
            instead: Instead::GoTo(ZoneKind::Hand),
        })]
    },
    ..Meaning::named("buyback")
};

/// Each cost may be paid once (CR 702.33).
pub(super) static KICKER: Meaning = Meaning { operand: Operands::OWN, about_casting: true, ..Meaning::named("kicker") };

/// The cost may be paid any number of times (CR 702.33c).
pub(super) static MULTIKICKER: Meaning = Meaning {
    operand: cost!(Keyword::Multikicker),
    about_casting: true,
    variant_of: Some("kicker"),
    ..Meaning::named("multikicker")
};

/// All modes for a cost (CR 702.42).
pub(super) static ENTWINE: Meaning =
    Meaning { operand: cost!(Keyword::Entwine), about_casting: true, ..Meaning::named("entwine") };

/// Its text added to another spell (CR 702.47).
pub(super) static SPLICE: Meaning = Meaning {
    operand: Operands {
        of: of!(Keyword::Splice { onto, cost } => Operand::OntoAndCost(onto, cost)),
        made: Made::OntoAndCost(|onto, cost| Keyword::Splice { onto: Box::new(onto), cost }),
    },
    about_casting: true,
    adds_text: Some(AddingText { reveals: rule!("702.47a"), gains: rule!("702.47b") }),
    ..Meaning::named("splice")
};

/// A cost for each mode beyond the first (CR 702.120).
pub(super) static ESCALATE: Meaning =
    Meaning { operand: cost!(Keyword::Escalate), about_casting: true, ..Meaning::named("escalate") };
