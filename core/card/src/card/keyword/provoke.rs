//! Provoke (CR 702.39).

use crate::card::ast::effect::{Duration, StaticEffect};
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::Requirement;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::CardType;

use super::common::{ability, target};
use super::meaning::Meaning;

/// CR 702.39a.
pub(super) static PROVOKE: Meaning = Meaning {
    triggered: |_| {
        let creature = Filter::All(vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::Defending)]);
        let block = Instruction::Establish(verb::Establish {
            effect: StaticEffect::Require(Requirement::BlockThat {
                what: Filter::Is(Objects::Target(0)),
                attackers: Filter::This,
            }),
            duration: Duration::EndOfCombat,
            of: None,
            apiece: false,
        });
        let then = vec![block, Instruction::Untap(verb::Untap(Objects::Target(0)))];
        let mut provokes =
            ability(TriggerEvent::Attacks(Filter::This), vec![Instruction::May(verb::May { who: Players::You, then })]);
        provokes.body.targets = target(creature);
        vec![provokes]
    },
    ..Meaning::alone("provoke", || Keyword::Provoke)
};
