//! Keyword abilities that offer an alternative cost: evoke, bestow, mutate (CR 118.9).

use crate::card::ast::ability::{Ability, TargetWhat, TriggeredAbility};
use crate::card::ast::effect::Modification;
use crate::card::ast::filter::{Condition, Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::{CardType, Subtype};
use crate::card::words::zone_kind::ZoneKind;

use super::common::ability;
use super::meaning::{Meaning, cost};

/// CR 702.74a.
pub(super) static EVOKE: Meaning = Meaning {
    operand: cost!(Keyword::Evoke),
    about_casting: true,
    alternative_cost: true,
    triggered: |_| {
        vec![TriggeredAbility {
            condition: Some(Condition::Is(Objects::This, Filter::PaidThis)),
            ..ability(
                TriggerEvent::Moves { what: Filter::This, from: None, to: Some(ZoneKind::Battlefield.into()) },
                vec![Instruction::SacrificeTheirs(verb::SacrificeTheirs {
                    who: Players::ControllerOf(Box::new(Objects::This)),
                    what: Objects::This,
                })],
            )
        }]
    },
    ..Meaning::named("evoke")
};

/// CR 702.103a.
pub(super) static BESTOW: Meaning = Meaning {
    operand: cost!(Keyword::Bestow),
    about_casting: true,
    alternative_cost: true,
    ..Meaning::named("bestow")
};

/// CR 702.96a: `rules` chooses no targets for it, and resolves it for each of them (CR 702.96b).
pub(super) static OVERLOAD: Meaning = Meaning {
    operand: cost!(Keyword::Overload),
    about_casting: true,
    alternative_cost: true,
    ..Meaning::named("overload")
};

/// CR 702.140a.
pub(super) static MUTATE: Meaning = Meaning {
    operand: cost!(Keyword::Mutate),
    about_casting: true,
    alternative_cost: true,
    ..Meaning::named("mutate")
};

/// CR 702.103b: the changes to a spell cast bestowed: an Aura enchantment with enchant creature.
pub fn bestowed() -> Vec<Modification> {
    let creature = TargetWhat::Object(Filter::Type(CardType::Creature));
    vec![
        Modification::SetTypes(vec![CardType::Enchantment]),
        Modification::AddSubtype(Subtype::AURA),
        Modification::Gain(Box::new(Ability::Keyword(Keyword::Enchant(Box::new(creature))))),
    ]
}
