//! Unearth (CR 702.84).

use crate::card::ast::ability::Ability;
use crate::card::ast::effect::{Duration, Instead, Modification, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{as_sorcery, body};
use super::meaning::{Meaning, cost, of};

/// CR 702.84a.
pub(super) static UNEARTH: Meaning = Meaning {
    operand: cost!(Keyword::Unearth),
    activated: of!(Keyword::Unearth(cost) => {
        Some(as_sorcery(cost.clone(), ZoneKind::Graveyard, body(returns())))
    }),
    ..Meaning::named("unearth")
};

fn returns() -> Vec<Instruction> {
    let leaves = Would::Move { what: Filter::Is(Objects::Those), from: Some(ZoneKind::Battlefield.into()), to: None };
    vec![
        Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what: Objects::Among(Box::new(Objects::This), Box::new(Filter::In(ZoneKind::Graveyard))),
            control: Players::You,
            tapped: false,
            attached_to: None,
            counters: Vec::new(),
            being: Vec::new(),
            joining: None,
            face_down: None,
            transformed: false,
        }),
        Instruction::Modify(verb::Modify {
            what: Objects::This,
            modifications: vec![Modification::Gain(Box::new(Ability::Keyword(Keyword::Haste)))],
            duration: Duration::Indefinite,
        }),
        Instruction::Delay(verb::Delay {
            when: TriggerEvent::BeginningOf(TurnStep::End, Players::Each),
            body: Box::new(body(vec![Instruction::Exile(verb::Exile(Objects::This))])),
            until: None,
        }),
        Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement { would: leaves, instead: Instead::GoTo(ZoneKind::Exile) }),
            duration: Duration::Indefinite,
            of: Some(Objects::This),
            apiece: false,
        }),
    ]
}
