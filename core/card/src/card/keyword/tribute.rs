//! Tribute (CR 702.104).

use crate::card::ast::effect::Instead;
use crate::card::ast::filter::Players;
use crate::card::ast::keyword::Keyword;

use super::common::{PLUS_ONE, as_it_enters, number};
use super::meaning::{Meaning, number, of};

/// CR 702.104a: the abilities that ask whether tribute was paid say `Accepted` (CR 702.104b).
pub(super) static TRIBUTE: Meaning = Meaning {
    operand: number!(Keyword::Tribute),
    effects: of!(Keyword::Tribute(count) => vec![as_it_enters(Instead::Offer {
        who: Players::Opponents,
        then: Box::new(Instead::EnterWithCounters(PLUS_ONE, number(*count))),
        otherwise: None,
    })]),
    ..Meaning::named("tribute")
};
