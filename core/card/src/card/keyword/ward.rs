//! Ward (CR 702.21).

use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;

use super::common::ability;
use super::meaning::{Meaning, cost, of};

/// CR 702.21a.
pub(super) static WARD: Meaning = Meaning {
    operand: cost!(Keyword::Ward),
    triggered: of!(Keyword::Ward(cost) => vec![ability(
        TriggerEvent::BecomesTarget { what: Filter::This, by: Players::Opponents },
        vec![Instruction::Unless(verb::Unless {
            who: Players::ThatPlayer,
            cost: cost.clone(),
            then: vec![Instruction::Counter(verb::Counter(Objects::ThatObject))],
        })],
    )]),
    ..Meaning::named("ward")
};
