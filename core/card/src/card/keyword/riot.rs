//! Riot (CR 702.136).

use crate::card::ast::ability::Ability;
use crate::card::ast::effect::{Instead, Modification};
use crate::card::ast::filter::{Players, Quantity};
use crate::card::ast::keyword::Keyword;

use super::common::{PLUS_ONE, as_it_enters};
use super::meaning::Meaning;

/// CR 702.136a-b.
pub(super) static RIOT: Meaning = Meaning {
    effects: |_| {
        let haste = Modification::Gain(Box::new(Ability::Keyword(Keyword::Haste)));
        vec![as_it_enters(Instead::Offer {
            who: Players::You,
            then: Box::new(Instead::EnterWithCounters(PLUS_ONE, Quantity::Fixed(1))),
            otherwise: Some(Box::new(Instead::EnterBeing(vec![haste]))),
        })]
    },
    ..Meaning::alone("riot", || Keyword::Riot)
};
