//! Mentor (CR 702.134).

use crate::card::ast::filter::{Filter, Objects, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::Comparison;

use super::common::{PLUS_ONE, ability, put, target};
use super::meaning::Meaning;

/// CR 702.134a-b.
pub(super) static MENTOR: Meaning = Meaning {
    triggered: |_| {
        let lesser = Filter::Power(Comparison::Less, Box::new(Quantity::Power(Objects::This)));
        let creature = Filter::All(vec![Filter::Type(CardType::Creature), Filter::Attacking, lesser]);
        let counter = put(Objects::Target(0), PLUS_ONE, Quantity::Fixed(1));
        let mut mentors = ability(TriggerEvent::Attacks(Filter::This), vec![counter]);
        mentors.body.targets = target(creature);
        vec![mentors]
    },
    ..Meaning::alone("mentor", || Keyword::Mentor)
};
