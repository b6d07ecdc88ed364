//! Recover (CR 702.59).

use crate::card::ast::ability::TriggeredAbility;
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::CardType;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::common::ability;
use super::meaning::{Meaning, cost, of};

/// CR 702.59a.
pub(super) static RECOVER: Meaning = Meaning {
    operand: cost!(Keyword::Recover),
    triggered: of!(Keyword::Recover(cost) => {
        let died = TriggerEvent::Moves {
            what: Filter::All(vec![Filter::Type(CardType::Creature), Filter::OwnedBy(Players::You)]),
            from: Some(ZoneKind::Battlefield.into()),
            to: Some(ZoneKind::Graveyard.into()),
        };
        let card = || Objects::Among(Box::new(Objects::This), Box::new(Filter::In(ZoneKind::Graveyard)));
        let back = Instruction::Put(verb::Put { what: card(), into: ZoneKind::Hand, place: Place::Top, random: false });
        let pays = Instruction::MayPay(verb::MayPay {
            who: Players::You,
            cost: cost.clone(),
            must: false,
            then: vec![back],
            otherwise: vec![Instruction::Exile(verb::Exile(card()))],
        });
        vec![TriggeredAbility { zone: ZoneKind::Graveyard, ..ability(died, vec![pays]) }]
    }),
    ..Meaning::named("recover")
};
