//! Detaining (CR 701.29).

use crate::card::ast::effect::{Duration, StaticEffect};
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::restriction::Restriction;
use crate::card::words::turn_step::TurnPart;
use crate::rule;

use super::{Operand, Performance};

/// CR 701.29a.
pub(super) static DETAIN: Performance = Performance {
    verb: "detain",
    rule: rule!("701.29a"),
    operand: |instruction| match instruction {
        Instruction::Detain(what) => Operand::Objects(what),
        _ => Operand::Nothing,
    },
    instructions: |instruction| {
        let Instruction::Detain(what) = instruction else { return Vec::new() };
        let those = || Filter::Is(Objects::Those);
        let restrictions = [
            Restriction::CantAttack(those()),
            Restriction::CantBlock(those()),
            Restriction::CantActivate { who: Players::Each, what: those(), unless_mana: false, except: None },
        ];
        let begins = |restriction| Instruction::Establish {
            effect: StaticEffect::Restrict(restriction),
            duration: Duration::Until(TurnPart::Turn, Players::You),
            of: Some(what.clone()),
            apiece: false,
        };
        restrictions.into_iter().map(begins).collect()
    },
};
