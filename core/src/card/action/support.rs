//! Supporting (CR 701.35).

use crate::card::ast::filter::Quantity;
use crate::card::ast::instruction::Instruction;
use crate::card::words::counter_kind::CounterKind;
use crate::rule;

use super::{Operand, Performance};

/// CR 701.35a: the text has the targets.
pub(super) static SUPPORT: Performance = Performance {
    verb: "support",
    rule: rule!("701.35a"),
    operand: |instruction| match instruction {
        Instruction::Support(what) => Operand::Objects(what),
        _ => Operand::Nothing,
    },
    instructions: |instruction| {
        let Instruction::Support(what) = instruction else { return Vec::new() };
        vec![Instruction::PutCounters {
            on: what.clone(),
            kind: CounterKind::PowerToughness(1, 1),
            count: Quantity::Fixed(1),
        }]
    },
};
