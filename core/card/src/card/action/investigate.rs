//! Investigating (CR 701.36).

use crate::card::ast::ability::Face;
use crate::card::ast::filter::{Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::verb;
use crate::card::words::predefined::Predefined;
use crate::rule;
use crate::rule::Rule;

use super::KeywordAction;

/// CR 701.36a.
impl KeywordAction for verb::Investigate {
    fn rule(&self) -> Rule {
        rule!("701.36a")
    }

    fn instructions(&self) -> Vec<Instruction> {
        vec![Instruction::CreateTokens(verb::CreateTokens {
            who: Players::You,
            count: Quantity::Fixed(1),
            predefined: Some(Predefined::Clue),
            token: Box::new(Face::default()),
            attached_to: None,
            size: None,
            tapped: false,
            joining: None,
        })]
    }
}
