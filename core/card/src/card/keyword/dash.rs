//! Dash (CR 702.109).

use crate::card::ast::ability::Ability;
use crate::card::ast::effect::{Instead, Modification, StaticEffect};
use crate::card::ast::filter::{Condition, Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::common::{as_it_enters, body};
use super::meaning::{Meaning, cost};

/// CR 702.109a: the delayed triggered ability is created as the permanent enters.
pub(super) static DASH: Meaning = Meaning {
    operand: cost!(Keyword::Dash),
    about_casting: true,
    alternative_cost: true,
    condition: |_| Some(Condition::Is(Objects::This, Filter::PaidThis)),
    effects: |_| {
        let haste = Modification::Gain(Box::new(Ability::Keyword(Keyword::Haste)));
        let returns = Instruction::Delay(verb::Delay {
            when: TriggerEvent::BeginningOf(TurnStep::End, Players::Each),
            body: Box::new(body(vec![Instruction::Put(verb::Put {
                what: Objects::This,
                into: ZoneKind::Hand,
                place: Place::Top,
                random: false,
            })])),
            until: None,
        });
        let as_ever = Box::new(Instead::EnterBeing(Vec::new()));
        vec![
            StaticEffect::Modify { what: Filter::This, modifications: vec![haste], defining: false },
            as_it_enters(Instead::Also(as_ever, vec![returns])),
        ]
    },
    ..Meaning::named("dash")
};
