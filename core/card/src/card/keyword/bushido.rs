//! Bushido (CR 702.45).

use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;

use super::common::{ability, grows, signed};
use super::meaning::{Meaning, number, of};

/// CR 702.45a.
pub(super) static BUSHIDO: Meaning = Meaning {
    operand: number!(Keyword::Bushido),
    triggered: of!(Keyword::Bushido(amount) => {
        let grown = || vec![grows(Objects::This, signed(*amount))];
        vec![
            ability(TriggerEvent::Blocks(Filter::This), grown()),
            ability(TriggerEvent::BecomesBlocked(Filter::This), grown()),
        ]
    }),
    ..Meaning::named("bushido")
};
