//! Outlast (CR 702.107).

use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Objects, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{PLUS_ONE, and, as_sorcery, body, put};
use super::meaning::{Meaning, cost, of};

/// CR 702.107a.
pub(super) static OUTLAST: Meaning = Meaning {
    operand: cost!(Keyword::Outlast),
    activated: of!(Keyword::Outlast(cost) => {
        let counter = put(Objects::This, PLUS_ONE, Quantity::Fixed(1));
        Some(as_sorcery(and(cost, Cost::Tap), ZoneKind::Battlefield, body(vec![counter])))
    }),
    ..Meaning::named("outlast")
};
