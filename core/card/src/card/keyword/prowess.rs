//! Prowess (CR 702.108).

use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::CardType;

use super::common::{ability, grows};
use super::meaning::Meaning;

/// CR 702.108a.
pub(super) static PROWESS: Meaning = Meaning {
    triggered: |_| {
        vec![ability(
            TriggerEvent::Casts(Players::You, Filter::Not(Box::new(Filter::Type(CardType::Creature)))),
            vec![grows(Objects::This, 1)],
        )]
    },
    ..Meaning::alone("prowess", || Keyword::Prowess)
};
