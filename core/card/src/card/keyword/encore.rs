//! Encore (CR 702.141).

use crate::card::ast::ability::Ability;
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Duration, Modification, StaticEffect};
use crate::card::ast::filter::{Each, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::Requirement;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{and, as_sorcery, body};
use super::meaning::{Meaning, cost, of};

/// CR 702.141a.
pub(super) static ENCORE: Meaning = Meaning {
    operand: cost!(Keyword::Encore),
    activated: of!(Keyword::Encore(cost) => {
        Some(as_sorcery(and(cost, Cost::ExileThis), ZoneKind::Graveyard, body(performs())))
    }),
    ..Meaning::named("encore")
};

fn performs() -> Vec<Instruction> {
    let copy = Instruction::CreateCopies(verb::CreateCopies {
        who: Players::You,
        count: Quantity::Fixed(1),
        of: Objects::This,
        except: Vec::new(),
        tapped: false,
        joining: None,
        marked: None,
    });
    let attacks = Instruction::Establish(verb::Establish {
        effect: StaticEffect::Require(Requirement::AttackThat {
            what: Filter::Is(Objects::Those),
            players: Some(Players::They),
            objects: None,
        }),
        duration: Duration::EndOfTurn,
        of: Some(Objects::Created),
        apiece: false,
    });
    vec![
        Instruction::ForEach(verb::ForEach {
            each: Each::Player(Players::Opponents),
            into: None,
            then: vec![copy, attacks],
            in_turn: false,
        }),
        Instruction::Modify(verb::Modify {
            what: Objects::Created,
            modifications: vec![Modification::Gain(Box::new(Ability::Keyword(Keyword::Haste)))],
            duration: Duration::Indefinite,
        }),
        Instruction::Delay(verb::Delay {
            when: TriggerEvent::BeginningOf(TurnStep::End, Players::Each),
            body: Box::new(body(vec![Instruction::SacrificeThose(verb::SacrificeThose(Objects::Created))])),
            until: None,
        }),
    ]
}
