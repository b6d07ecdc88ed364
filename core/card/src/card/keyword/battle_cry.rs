//! Battle cry (CR 702.91).

use crate::card::ast::effect::{Duration, Modification};
use crate::card::ast::filter::{Filter, Objects, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::CardType;

use super::common::ability;
use super::meaning::Meaning;

/// CR 702.91a-b.
pub(super) static BATTLE_CRY: Meaning = Meaning {
    triggered: |_| {
        let others =
            Filter::All(vec![Filter::Type(CardType::Creature), Filter::Attacking, Filter::Not(Box::new(Filter::This))]);
        vec![ability(
            TriggerEvent::Attacks(Filter::This),
            vec![Instruction::Modify(verb::Modify {
                what: Objects::Each(Box::new(others)),
                modifications: vec![Modification::AddPowerToughness(Quantity::Fixed(1), Quantity::Fixed(0))],
                duration: Duration::EndOfTurn,
            })],
        )]
    },
    ..Meaning::alone("battle cry", || Keyword::BattleCry)
};
