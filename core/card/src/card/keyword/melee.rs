//! Melee (CR 702.121).

use crate::card::ast::effect::{Duration, Modification};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;

use super::common::ability;
use super::meaning::Meaning;

/// CR 702.121a-b.
pub(super) static MELEE: Meaning = Meaning {
    triggered: |_| {
        let each = || Quantity::OpponentsAttacked(Players::You);
        vec![ability(
            TriggerEvent::Attacks(Filter::This),
            vec![Instruction::Modify(verb::Modify {
                what: Objects::This,
                modifications: vec![Modification::AddPowerToughness(each(), each())],
                duration: Duration::EndOfTurn,
            })],
        )]
    },
    ..Meaning::alone("melee", || Keyword::Melee)
};
