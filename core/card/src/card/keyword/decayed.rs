//! Decayed (CR 702.147).

use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::Restriction;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::turn_step::TurnStep;

use super::common::{ability, body};
use super::meaning::Meaning;

/// CR 702.147a.
pub(super) static DECAYED: Meaning = Meaning {
    effects: |_| vec![StaticEffect::Restrict(Restriction::CantBlock(Filter::This))],
    triggered: |_| {
        vec![ability(
            TriggerEvent::Attacks(Filter::This),
            vec![Instruction::Delay(verb::Delay {
                when: TriggerEvent::BeginningOf(TurnStep::EndOfCombat, Players::Each),
                body: Box::new(body(vec![Instruction::SacrificeThose(verb::SacrificeThose(Objects::This))])),
                until: None,
            })],
        )]
    },
    ..Meaning::alone("decayed", || Keyword::Decayed)
};
