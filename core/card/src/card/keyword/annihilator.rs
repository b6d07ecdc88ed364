//! Annihilator (CR 702.86).

use crate::card::ast::filter::{Filter, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;

use super::common::{ability, signed};
use super::meaning::{Meaning, number, of};

/// CR 702.86a.
pub(super) static ANNIHILATOR: Meaning = Meaning {
    operand: number!(Keyword::Annihilator),
    triggered: of!(Keyword::Annihilator(count) => vec![ability(
        TriggerEvent::Attacks(Filter::This),
        vec![Instruction::Sacrifice(verb::Sacrifice {
            who: Players::Defending,
            what: Filter::Any,
            count: Quantity::Fixed(signed(*count)),
        })],
    )]),
    ..Meaning::named("annihilator")
};
