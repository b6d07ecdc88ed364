//! Exalted (CR 702.83).

use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::CardType;

use super::common::{ability, grows};
use super::meaning::Meaning;

/// CR 702.83a: each instance triggers on its own.
pub(super) static EXALTED: Meaning = Meaning {
    triggered: |_| {
        let yours = Filter::All(vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::You)]);
        vec![ability(TriggerEvent::AttacksAlone(yours), vec![grows(Objects::ThatObject, 1)])]
    },
    ..Meaning::alone("exalted", || Keyword::Exalted)
};
