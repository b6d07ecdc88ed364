//! Haunt (CR 702.55).

use crate::card::ast::ability::{Body, TriggeredAbility};
use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::CardType;

use super::common::{ability, dies, target};
use super::meaning::Meaning;

/// CR 702.55a: for a permanent, and for an instant or sorcery.
pub(super) static HAUNT: Meaning = Meaning {
    triggered: |_| {
        let spell = Filter::AnyOf(vec![Filter::Type(CardType::Instant), Filter::Type(CardType::Sorcery)]);
        let resolved = TriggerEvent::FinishesResolving(Filter::All(vec![Filter::This, spell]));
        let haunts = |when| TriggeredAbility {
            body: Body {
                targets: target(Filter::Type(CardType::Creature)),
                instructions: vec![
                    Instruction::Exile(verb::Exile(Objects::ThatObject)),
                    Instruction::Haunt(verb::Haunt { what: Objects::ThatObject, creature: Objects::Target(0) }),
                ],
                ..Body::default()
            },
            ..ability(when, Vec::new())
        };
        vec![haunts(dies()), haunts(resolved)]
    },
    ..Meaning::alone("haunt", || Keyword::Haunt)
};
