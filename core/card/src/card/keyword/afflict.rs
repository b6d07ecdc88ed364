//! Afflict (CR 702.130).

use crate::card::ast::filter::{Filter, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;

use super::common::{ability, signed};
use super::meaning::{Meaning, number, of};

/// CR 702.130a.
pub(super) static AFFLICT: Meaning = Meaning {
    operand: number!(Keyword::Afflict),
    triggered: of!(Keyword::Afflict(amount) => vec![ability(
        TriggerEvent::BecomesBlocked(Filter::This),
        vec![Instruction::LoseLife(verb::LoseLife { who: Players::Defending, amount: Quantity::Fixed(signed(*amount)) })],
    )]),
    ..Meaning::named("afflict")
};
