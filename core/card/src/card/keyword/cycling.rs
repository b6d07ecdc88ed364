//! Cycling and typecycling (CR 702.29).

use crate::card::ast::ability::{ActivatedAbility, Body};
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::zone_kind::ZoneKind;

use super::meaning::{Meaning, Operands, of};

/// CR 702.29a, 702.29e: the cost can be paid only in a hand, so it functions there (CR 113.6j).
pub(super) static CYCLING: Meaning = Meaning {
    operand: Operands::OWN,
    activated: of!(Keyword::Cycling { cost, search } => Some(ActivatedAbility {
        cost: cost.iter().cloned().chain([Cost::DiscardThis]).collect(),
        body: Body { instructions: cycles(search.as_deref()), ..Body::default() },
        ..ActivatedAbility::default()
    })),
    ..Meaning::named("cycling")
};

/// CR 702.29a, 702.29e: the instructions of a cycling ability.
fn cycles(search: Option<&Filter>) -> Vec<Instruction> {
    let Some(what) = search else {
        return vec![Instruction::Draw(verb::Draw { who: Players::You, count: Quantity::Fixed(1) })];
    };
    Instruction::searches(&Players::You, what.clone(), true, ZoneKind::Hand)
}
