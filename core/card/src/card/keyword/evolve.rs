//! Evolve (CR 702.100).

use crate::card::ast::ability::TriggeredAbility;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::Comparison;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{PLUS_ONE, ability};
use super::meaning::Meaning;

/// CR 702.100a, 702.100c: only the creature itself evolves.
pub(super) static EVOLVE: Meaning = Meaning {
    triggered: |_| {
        let greater = |of: fn(Objects) -> Quantity| {
            Condition::Compare(of(Objects::ThatObject), Comparison::Greater, of(Objects::This))
        };
        let is = |what| Condition::Is(what, Filter::Type(CardType::Creature));
        let bigger = Condition::AnyOf(vec![greater(Quantity::Power), greater(Quantity::Toughness)]);
        vec![TriggeredAbility {
            condition: Some(Condition::All(vec![is(Objects::This), is(Objects::ThatObject), bigger])),
            ..ability(
                TriggerEvent::Moves {
                    what: Filter::All(vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::You)]),
                    from: None,
                    to: Some(ZoneKind::Battlefield.into()),
                },
                vec![Instruction::PutCounters(verb::PutCounters {
                    on: Objects::This,
                    kind: PLUS_ONE,
                    count: Quantity::Fixed(1),
                })],
            )
        }]
    },
    ..Meaning::alone("evolve", || Keyword::Evolve)
};
