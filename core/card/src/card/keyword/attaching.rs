//! Keyword abilities of Auras, Equipment and Fortifications: enchant, equip, fortify, living
//! weapon.

use crate::card::ast::ability::{ActivatedAbility, ActivationLimit, Body, Face, TargetSpec, TargetWhat};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::{CardType, CardTypes, Subtype};
use crate::card::words::mana_symbol::{Color, Colors};
use crate::card::words::zone_kind::ZoneKind;

use super::common::ability;
use super::meaning::{Meaning, Operands, cost, of};

/// What it can be attached to (CR 702.5).
pub(super) static ENCHANT: Meaning = Meaning { operand: Operands::OWN, ..Meaning::named("enchant") };

/// CR 702.6a, 702.6c.
pub(super) static EQUIP: Meaning = Meaning {
    operand: Operands::OWN,
    activated: of!(Keyword::Equip { cost, quality } => {
        let mut parts = vec![Filter::Type(CardType::Creature)];
        parts.extend(quality.iter().map(|quality| Filter::clone(quality)));
        parts.push(Filter::ControlledBy(Players::You));
        Some(ActivatedAbility {
            cost: cost.clone(),
            body: Body {
                targets: vec![TargetSpec::one(TargetWhat::Object(Filter::All(parts)))],
                instructions: vec![Instruction::Attach(verb::Attach { what: Objects::This, to: Recipients::Target(0) })],
                ..Body::default()
            },
            limits: vec![ActivationLimit::AsSorcery],
            ..ActivatedAbility::default()
        })
    }),
    ..Meaning::named("equip")
};

/// CR 702.67a.
pub(super) static FORTIFY: Meaning = Meaning {
    operand: cost!(Keyword::Fortify),
    activated: of!(Keyword::Fortify(cost) => {
        let land = Filter::All(vec![Filter::Type(CardType::Land), Filter::ControlledBy(Players::You)]);
        Some(ActivatedAbility {
            cost: cost.clone(),
            body: Body {
                targets: vec![TargetSpec::one(TargetWhat::Object(land))],
                instructions: vec![Instruction::Attach(verb::Attach { what: Objects::This, to: Recipients::Target(0) })],
                ..Body::default()
            },
            limits: vec![ActivationLimit::AsSorcery],
            ..ActivatedAbility::default()
        })
    }),
    ..Meaning::named("fortify")
};

/// CR 702.92a.
pub(super) static LIVING_WEAPON: Meaning = Meaning {
    triggered: |_| {
        vec![ability(
            TriggerEvent::Moves { what: Filter::This, from: None, to: Some(ZoneKind::Battlefield.into()) },
            vec![
                Instruction::create(Players::You, Quantity::Fixed(1), germ()),
                Instruction::Attach(verb::Attach { what: Objects::This, to: Recipients::Objects(Objects::Created) }),
            ],
        )]
    },
    ..Meaning::alone("living weapon", || Keyword::LivingWeapon)
};

/// CR 702.92a: a 0/0 black Phyrexian Germ creature token.
fn germ() -> Face {
    Face {
        name: "Phyrexian Germ".to_owned(),
        color_indicator: Some(Colors::COLORLESS.with(Color::Black)),
        types: CardTypes::NONE.with(CardType::Creature),
        subtypes: ["Phyrexian", "Germ"].into_iter().filter_map(|name| Subtype::named(name).ok()).collect(),
        power: Some(0.into()),
        toughness: Some(0.into()),
        ..Face::default()
    }
}
