//! Foretell (CR 702.143). What a designation does that reserves a card in exile is in
//! `card::words::marking`.

use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::{Keyword, ReservedCost};
use crate::card::ast::restriction::Timing;
use crate::card::verb;
use crate::card::words::mana_symbol::{ManaCost, ManaSymbol};
use crate::card::words::marking::Marking;

use super::meaning::{Made, Meaning, Operand, Operands, SpecialAction, SpecialTiming, of};

/// CR 702.143a: exiling the card face down, on the player's own turn (CR 116.2h).
pub(super) static FORETELL: Meaning = Meaning {
    operand: Operands {
        of: |keyword| match keyword {
            Keyword::Foretell(ReservedCost::Cost(cost)) if cost.is_empty() => Operand::Nothing,
            Keyword::Foretell(ReservedCost::Cost(cost)) => Operand::Cost(cost),
            Keyword::Foretell(ReservedCost::ManaCostLess(less)) => Operand::ManaCostLess(*less),
            _ => Operand::Nothing,
        },
        made: Made::Cost(|cost| Keyword::Foretell(ReservedCost::Cost(cost))),
    },
    special_action: |keyword, printed| {
        // A foretold card keeps its printed ability; one that it was given goes with it
        // (CR 702.143d).
        let gaining = (!printed).then(|| Box::new(keyword.clone()));
        Some(SpecialAction {
            when: SpecialTiming::At(Timing::OwnTurn),
            cost: vec![Cost::Mana(ManaCost(vec![ManaSymbol::Generic(2)]))],
            then: vec![Instruction::ExileFaceDown(verb::ExileFaceDown {
                what: Objects::This,
                look: Some(Players::You),
                being: Some(Marking::Foretold),
                gaining,
            })],
            x_limits: Vec::new(),
        })
    },
    reserved: Some((Marking::Foretold, of!(Keyword::Foretell(cost) => Some(cost)))),
    ..Meaning::named("foretell")
};
