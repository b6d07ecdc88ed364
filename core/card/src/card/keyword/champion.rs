//! Champion (CR 702.72).

use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::chosen::Linked;
use crate::card::words::zone_kind::ZoneKind;

use super::common::ability;
use super::meaning::{Meaning, Operands, of};

/// CR 702.72a.
pub(super) static CHAMPION: Meaning = Meaning {
    operand: Operands::OWN,
    triggered: of!(Keyword::Champion(what) => {
        let another = Filter::All(vec![
            Filter::clone(what),
            Filter::Not(Box::new(Filter::This)),
            Filter::ControlledBy(Players::You),
        ]);
        let champions = Instruction::Unless(verb::Unless {
            who: Players::You,
            cost: vec![Cost::Exile { count: 1, what: another, from: ZoneKind::Battlefield.into() }],
            then: vec![Instruction::SacrificeThose(verb::SacrificeThose(Objects::This))],
        });
        let back = Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what: Objects::Linked(Linked::Exiled),
            control: Players::OwnerOf(Box::new(Objects::Linked(Linked::Exiled))),
            tapped: false,
            attached_to: None,
            counters: Vec::new(),
            being: Vec::new(),
            joining: None,
            face_down: None,
            transformed: false,
        });
        let leaves =
            TriggerEvent::Moves { what: Filter::This, from: Some(ZoneKind::Battlefield.into()), to: None };
        vec![
            ability(
                TriggerEvent::Moves { what: Filter::This, from: None, to: Some(ZoneKind::Battlefield.into()) },
                vec![champions],
            ),
            ability(leaves, vec![back]),
        ]
    }),
    ..Meaning::named("champion")
};
