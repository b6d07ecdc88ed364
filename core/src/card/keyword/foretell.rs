//! Foretell (CR 702.143). What a foretold card may be cast for is in `derive::cast::foretell`.

use crate::card::ast::cost::Cost;
use crate::card::ast::filter::Objects;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::Timing;
use crate::card::words::mana_symbol::{ManaCost, ManaSymbol};

use super::meaning::{Meaning, Operand, SpecialAction, SpecialTiming};

/// CR 702.143a: exiling the card face down, on the player's own turn (CR 116.2h).
pub(super) static FORETELL: Meaning = Meaning {
    operand: |_| Operand::Own,
    special_action: |keyword, printed| {
        let Keyword::Foretell(cost) = keyword else { return None };
        // A foretold card keeps its printed ability; one that it was given goes with it
        // (CR 702.143d).
        let given = (!printed).then(|| cost.clone());
        Some(SpecialAction {
            when: SpecialTiming::At(Timing::OwnTurn),
            cost: vec![Cost::Mana(ManaCost(vec![ManaSymbol::Generic(2)]))],
            then: vec![Instruction::Foretell { what: Objects::This, cost: given }],
            x_limits: Vec::new(),
        })
    },
    ..Meaning::named("foretell")
};
