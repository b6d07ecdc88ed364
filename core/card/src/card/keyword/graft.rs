//! Graft (CR 702.58).

use crate::card::ast::ability::TriggeredAbility;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::CardType;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{PLUS_ONE, ability, enters_with, number};
use super::meaning::{Meaning, number, of};

/// CR 702.58a-b.
pub(super) static GRAFT: Meaning = Meaning {
    operand: number!(Keyword::Graft),
    effects: of!(Keyword::Graft(count) => vec![enters_with(PLUS_ONE, number(*count))]),
    triggered: |_| {
        let another = Filter::All(vec![Filter::Type(CardType::Creature), Filter::Not(Box::new(Filter::This))]);
        let counter = Instruction::MoveCounters(verb::MoveCounters {
            from: Objects::This,
            to: Objects::ThatObject,
            kind: Some(PLUS_ONE),
            count: Some(Quantity::Fixed(1)),
        });
        vec![TriggeredAbility {
            condition: Some(Condition::Is(Objects::This, Filter::HasCounter(PLUS_ONE))),
            ..ability(
                TriggerEvent::Moves { what: another, from: None, to: Some(ZoneKind::Battlefield.into()) },
                vec![Instruction::May(verb::May { who: Players::You, then: vec![counter] })],
            )
        }]
    },
    ..Meaning::named("graft")
};
