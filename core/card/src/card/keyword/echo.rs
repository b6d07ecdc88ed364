//! Echo (CR 702.30).

use crate::card::ast::ability::TriggeredAbility;
use crate::card::ast::filter::{Condition, Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::turn_step::TurnStep;

use super::common::ability;
use super::meaning::{Meaning, cost, of};

/// CR 702.30a.
pub(super) static ECHO: Meaning = Meaning {
    operand: cost!(Keyword::Echo),
    triggered: of!(Keyword::Echo(cost) => {
        let pays = Instruction::Unless(verb::Unless {
            who: Players::You,
            cost: cost.clone(),
            then: vec![Instruction::SacrificeThose(verb::SacrificeThose(Objects::This))],
        });
        vec![TriggeredAbility {
            condition: Some(Condition::Is(Objects::This, Filter::NewSinceUpkeep)),
            ..ability(TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::You), vec![pays])
        }]
    }),
    ..Meaning::named("echo")
};
