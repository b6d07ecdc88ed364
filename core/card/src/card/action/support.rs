//! Supporting (CR 701.35).

use crate::card::ast::filter::Quantity;
use crate::card::ast::instruction::Instruction;
use crate::card::verb;
use crate::card::words::counter_kind::CounterKind;
use crate::rule;
use crate::rule::Rule;

use super::KeywordAction;

/// CR 701.35a: the text has the targets.
impl KeywordAction for verb::Support {
    fn rule(&self) -> Rule {
        rule!("701.35a")
    }

    fn instructions(&self) -> Vec<Instruction> {
        let verb::Support(what) = self;
        vec![Instruction::PutCounters(verb::PutCounters {
            on: what.clone(),
            kind: CounterKind::PowerToughness(1, 1),
            count: Quantity::Fixed(1),
        })]
    }
}
