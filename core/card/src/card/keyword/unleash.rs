//! Unleash (CR 702.98).

use crate::card::ast::effect::{Instead, StaticEffect};
use crate::card::ast::filter::{Filter, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::Restriction;

use super::common::{PLUS_ONE, as_it_enters};
use super::meaning::Meaning;

/// CR 702.98a.
pub(super) static UNLEASH: Meaning = Meaning {
    effects: |_| {
        let counter = Instead::EnterWithCounters(PLUS_ONE, Quantity::Fixed(1));
        let unleashed = Filter::All(vec![Filter::This, Filter::HasCounter(PLUS_ONE)]);
        vec![as_it_enters(Instead::May(Box::new(counter))), StaticEffect::Restrict(Restriction::CantBlock(unleashed))]
    },
    ..Meaning::alone("unleash", || Keyword::Unleash)
};
