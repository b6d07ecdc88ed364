//! Fading and vanishing: permanents that last a number of turns (CR 702.32, 702.63).

use crate::card::ast::ability::TriggeredAbility;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::turn_step::TurnStep;

use super::common::{ability, enters_with, number};
use super::meaning::{Made, Meaning, Operand, Operands, number, of};

/// CR 702.32a.
pub(super) static FADING: Meaning = Meaning {
    operand: number!(Keyword::Fading),
    effects: of!(Keyword::Fading(count) => vec![enters_with(fade(), number(*count))]),
    triggered: |_| {
        vec![ability(
            TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::You),
            vec![Instruction::If(verb::If {
                condition: Condition::Is(Objects::This, Filter::HasCounter(fade())),
                then: vec![remove(fade())],
                otherwise: vec![Instruction::SacrificeThose(verb::SacrificeThose(Objects::This))],
            })],
        )]
    },
    ..Meaning::named("fading")
};

/// CR 702.63a-b.
pub(super) static VANISHING: Meaning = Meaning {
    operand: Operands {
        of: of!(Keyword::Vanishing(Some(n)) => Operand::Number(*n)),
        made: Made::Number(|n| Keyword::Vanishing(Some(n))),
    },
    effects: of!(Keyword::Vanishing(Some(count)) => vec![enters_with(time(), number(*count))]),
    triggered: |_| {
        let last = TriggerEvent::CountersRemoved { from: Filter::This, kind: Some(time()), last: true };
        vec![
            TriggeredAbility {
                condition: Some(Condition::Is(Objects::This, Filter::HasCounter(time()))),
                ..ability(TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::You), vec![remove(time())])
            },
            ability(last, vec![Instruction::SacrificeThose(verb::SacrificeThose(Objects::This))]),
        ]
    },
    ..Meaning::named("vanishing")
};

fn fade() -> CounterKind {
    CounterKind::Named("fade".to_owned())
}

fn time() -> CounterKind {
    CounterKind::Named("time".to_owned())
}

const fn remove(kind: CounterKind) -> Instruction {
    Instruction::RemoveCounters(verb::RemoveCounters { from: Objects::This, kind, count: Quantity::Fixed(1) })
}
