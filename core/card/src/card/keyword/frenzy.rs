//! Frenzy (CR 702.68).

use crate::card::ast::effect::{Duration, Modification};
use crate::card::ast::filter::{Filter, Objects, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;

use super::common::{ability, number};
use super::meaning::{Meaning, number, of};

/// CR 702.68a-b.
pub(super) static FRENZY: Meaning = Meaning {
    operand: number!(Keyword::Frenzy),
    triggered: of!(Keyword::Frenzy(amount) => vec![ability(
        TriggerEvent::AttacksUnblocked(Filter::This),
        vec![Instruction::Modify(verb::Modify {
            what: Objects::This,
            modifications: vec![Modification::AddPowerToughness(number(*amount), Quantity::Fixed(0))],
            duration: Duration::EndOfTurn,
        })],
    )]),
    ..Meaning::named("frenzy")
};
