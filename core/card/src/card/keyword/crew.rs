//! Crew (CR 702.122).

use crate::card::ast::ability::{ActivatedAbility, Body};
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Duration, Modification};
use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::card_type::CardType;

use super::meaning::{Meaning, number, of};

/// CR 702.122a.
pub(super) static CREW: Meaning = Meaning {
    operand: number!(Keyword::Crew),
    activated: of!(Keyword::Crew(power) => Some(ActivatedAbility {
        cost: vec![Cost::TapTotalPower(*power, Filter::Type(CardType::Creature))],
        body: Body {
            instructions: vec![Instruction::Modify(verb::Modify {
                what: Objects::This,
                modifications: vec![
                    Modification::AddType(CardType::Artifact),
                    Modification::AddType(CardType::Creature),
                ],
                duration: Duration::EndOfTurn,
            })],
            ..Body::default()
        },
        ..ActivatedAbility::default()
    })),
    ..Meaning::named("crew")
};
