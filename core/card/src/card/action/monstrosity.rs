//! Monstrosity (CR 701.31).

use crate::card::ast::filter::{Condition, Filter, Objects};
use crate::card::ast::instruction::Instruction;
use crate::card::verb;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::marking::Marking;
use crate::rule;
use crate::rule::Rule;

use super::KeywordAction;

/// CR 701.31a. The number is noted with the designation (CR 701.31c).
impl KeywordAction for verb::Monstrosity {
    fn rule(&self) -> Rule {
        rule!("701.31a")
    }

    fn instructions(&self) -> Vec<Instruction> {
        let verb::Monstrosity(count) = self;
        let monstrous = Condition::Is(Objects::This, Filter::Marked(Marking::Monstrous));
        vec![Instruction::If(verb::If {
            condition: Condition::Not(Box::new(monstrous)),
            then: vec![
                Instruction::PutCounters(verb::PutCounters {
                    on: Objects::This,
                    kind: CounterKind::PowerToughness(1, 1),
                    count: count.clone(),
                }),
                Instruction::Mark(verb::Mark {
                    what: Objects::This,
                    being: Marking::Monstrous,
                    number: Some(count.clone()),
                    gaining: None,
                }),
            ],
            otherwise: Vec::new(),
        })]
    }
}
