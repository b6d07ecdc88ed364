//! Transmute and transfigure: searching for a card with the same mana value (CR 702.53, 702.71).

use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::Comparison;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{and, as_sorcery, body};
use super::meaning::{Meaning, cost, of};

/// CR 702.53a: the cost can be paid only in a hand, so it functions there (CR 113.6j).
pub(super) static TRANSMUTE: Meaning = Meaning {
    operand: cost!(Keyword::Transmute),
    activated: of!(Keyword::Transmute(cost) => Some(as_sorcery(
        and(cost, Cost::DiscardThis),
        ZoneKind::Battlefield,
        body(Instruction::searches(&Players::You, same_mana_value(), true, ZoneKind::Hand)),
    ))),
    ..Meaning::named("transmute")
};

/// CR 702.71a.
pub(super) static TRANSFIGURE: Meaning = Meaning {
    operand: cost!(Keyword::Transfigure),
    activated: of!(Keyword::Transfigure(cost) => {
        let creature = Filter::All(vec![Filter::Type(CardType::Creature), same_mana_value()]);
        Some(as_sorcery(
            and(cost, Cost::SacrificeThis),
            ZoneKind::Battlefield,
            body(Instruction::searches(&Players::You, creature, false, ZoneKind::Battlefield)),
        ))
    }),
    ..Meaning::named("transfigure")
};

fn same_mana_value() -> Filter {
    Filter::ManaValue(Comparison::Equal, Box::new(Quantity::ManaValue(Objects::This)))
}
