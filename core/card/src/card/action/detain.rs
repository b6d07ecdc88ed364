//! Detaining (CR 701.29).

use crate::card::ast::effect::{Duration, StaticEffect};
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::restriction::Restriction;
use crate::card::verb;
use crate::card::words::turn_step::TurnPart;
use crate::rule;
use crate::rule::Rule;

use super::KeywordAction;

/// CR 701.29a.
impl KeywordAction for verb::Detain {
    fn rule(&self) -> Rule {
        rule!("701.29a")
    }

    fn instructions(&self) -> Vec<Instruction> {
        let verb::Detain(what) = self;
        let those = || Filter::Is(Objects::Those);
        let restrictions = [
            Restriction::CantAttack(those()),
            Restriction::CantBlock(those()),
            Restriction::CantActivate { who: Players::Each, what: those(), unless_mana: false, except: None },
        ];
        let begins = |restriction| {
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Restrict(restriction),
                duration: Duration::Until(TurnPart::Turn, Players::You),
                of: Some(what.clone()),
                apiece: false,
            })
        };
        restrictions.into_iter().map(begins).collect()
    }
}
