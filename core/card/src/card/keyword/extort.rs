//! Extort (CR 702.101).

use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::deed::Deed;
use crate::card::words::mana_symbol::{Color, ManaCost, ManaSymbol};

use super::common::ability;
use super::meaning::Meaning;

/// CR 702.101a-b.
pub(super) static EXTORT: Meaning = Meaning {
    triggered: |_| {
        let lost = Quantity::ThisWay(Deed::LifeLost, Some(Players::Opponents));
        let drains = vec![
            Instruction::LoseLife(verb::LoseLife { who: Players::Opponents, amount: Quantity::Fixed(1) }),
            Instruction::GainLife(verb::GainLife { who: Players::You, amount: lost }),
        ];
        vec![ability(
            TriggerEvent::Casts(Players::You, Filter::Any),
            vec![Instruction::MayPay(verb::MayPay {
                who: Players::You,
                cost: vec![Cost::Mana(ManaCost(vec![ManaSymbol::Hybrid(Color::White, Color::Black)]))],
                must: false,
                then: drains,
                otherwise: Vec::new(),
            })],
        )]
    },
    ..Meaning::alone("extort", || Keyword::Extort)
};
