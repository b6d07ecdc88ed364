//! Investigating (CR 701.36).

use crate::card::ast::ability::Face;
use crate::card::ast::filter::{Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::words::predefined::Predefined;
use crate::rule;

use super::{Operand, Performance};

/// CR 701.36a.
pub(super) static INVESTIGATE: Performance = Performance {
    verb: "investigate",
    rule: rule!("701.36a"),
    operand: |_| Operand::Nothing,
    instructions: |_| {
        vec![Instruction::CreateTokens {
            who: Players::You,
            count: Quantity::Fixed(1),
            predefined: Some(Predefined::Clue),
            token: Box::new(Face::default()),
            attached_to: None,
            size: None,
            tapped: false,
            joining: None,
        }]
    },
};
