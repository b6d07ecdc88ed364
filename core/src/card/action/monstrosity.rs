//! Monstrosity (CR 701.31).

use crate::card::ast::filter::{Condition, Filter, Objects};
use crate::card::ast::instruction::Instruction;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::marking::Marking;
use crate::rule;

use super::{Operand, Performance};

/// CR 701.31a. The number is noted with the designation (CR 701.31c).
pub(super) static MONSTROSITY: Performance = Performance {
    verb: "monstrosity",
    rule: rule!("701.31a"),
    operand: |instruction| match instruction {
        Instruction::Monstrosity(count) => Operand::Number(count),
        _ => Operand::Nothing,
    },
    instructions: |instruction| {
        let Instruction::Monstrosity(count) = instruction else { return Vec::new() };
        let monstrous = Condition::Is(Objects::This, Filter::Marked(Marking::Monstrous));
        vec![Instruction::If {
            condition: Condition::Not(Box::new(monstrous)),
            then: vec![
                Instruction::PutCounters {
                    on: Objects::This,
                    kind: CounterKind::PowerToughness(1, 1),
                    count: count.clone(),
                },
                Instruction::Mark {
                    what: Objects::This,
                    being: Marking::Monstrous,
                    number: Some(count.clone()),
                    gaining: None,
                },
            ],
            otherwise: Vec::new(),
        }]
    },
};
