//! Cumulative upkeep (CR 702.24).

use crate::card::ast::ability::TriggeredAbility;
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::turn_step::TurnStep;

use super::common::ability;
use super::meaning::{Meaning, cost, of};

/// CR 702.24a.
pub(super) static CUMULATIVE_UPKEEP: Meaning = Meaning {
    operand: cost!(Keyword::CumulativeUpkeep),
    triggered: of!(Keyword::CumulativeUpkeep(cost) => vec![TriggeredAbility {
        condition: Some(Condition::Exists(Filter::This)),
        ..ability(TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::You), upkeep(cost))
    }]),
    ..Meaning::named("cumulative upkeep")
};

/// CR 702.24a: an age counter, then the cost once for each such counter, with separate choices.
fn upkeep(cost: &[Cost]) -> Vec<Instruction> {
    let age = CounterKind::Named("age".to_owned());
    let counters = Quantity::Counters(age.clone(), Objects::This);
    let each = |part: &Cost| Cost::Times(counters.clone(), Box::new(part.clone()));
    vec![
        Instruction::PutCounters(verb::PutCounters { on: Objects::This, kind: age, count: Quantity::Fixed(1) }),
        Instruction::Unless(verb::Unless {
            who: Players::You,
            cost: cost.iter().map(each).collect(),
            then: vec![Instruction::SacrificeThose(verb::SacrificeThose(Objects::This))],
        }),
    ]
}
