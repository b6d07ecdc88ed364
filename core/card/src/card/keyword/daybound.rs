//! Daybound (CR 702.145).

use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Condition, Filter};
use crate::card::ast::keyword::Keyword;
use crate::card::words::turn_step::DayNight;

use super::meaning::Meaning;

/// CR 702.145b: the first of its abilities; the others, about transforming, are in
/// `rules::day_night`.
pub(super) static DAYBOUND: Meaning = Meaning {
    effects: |_| {
        vec![StaticEffect::Replace(Replacement {
            would: Would::Enter { what: Filter::This },
            instead: Instead::EnterTransformed,
        })]
    },
    condition: |_| Some(Condition::ItIs(DayNight::Night)),
    ..Meaning::alone("daybound", || Keyword::Daybound)
};
