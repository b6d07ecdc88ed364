//! Modular (CR 702.43).

use crate::card::ast::ability::TriggeredAbility;
use crate::card::ast::effect::{Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::card_type::CardType;

use super::common::{PLUS_ONE, ability, dies, signed, target};
use super::meaning::{Meaning, Operands, number, of};

/// CR 702.43a.
pub(super) static MODULAR: Meaning = Meaning {
    operand: number!(Keyword::Modular),
    effects: of!(Keyword::Modular(count) => vec![enters(Quantity::Fixed(signed(*count)))]),
    triggered: |_| vec![passes_on()],
    ..Meaning::named("modular")
};

/// CR 702.44c: whether it is a creature as it enters doesn't matter.
pub(super) static MODULAR_SUNBURST: Meaning = Meaning {
    operand: Operands::OWN,
    effects: |_| vec![enters(Quantity::ColorsSpent(Objects::This))],
    triggered: |_| vec![passes_on()],
    ..Meaning::named("modular")
};

fn enters(count: Quantity) -> StaticEffect {
    StaticEffect::Replace(Replacement {
        would: Would::Enter { what: Filter::This },
        instead: Instead::EnterWithCounters(PLUS_ONE, count),
    })
}

fn passes_on() -> TriggeredAbility {
    let artifacts = Filter::All(vec![Filter::Type(CardType::Artifact), Filter::Type(CardType::Creature)]);
    let put = Instruction::PutCounters(verb::PutCounters {
        on: Objects::Target(0),
        kind: PLUS_ONE,
        count: Quantity::Counters(PLUS_ONE, Objects::This),
    });
    let mut passes_on = ability(dies(), vec![Instruction::May(verb::May { who: Players::You, then: vec![put] })]);
    passes_on.body.targets = target(artifacts);
    passes_on
}
