//! Afterlife (CR 702.135).

use crate::card::ast::ability::{Ability, Face};
use crate::card::ast::filter::Players;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::words::card_type::{CardType, CardTypes, Subtype};
use crate::card::words::mana_symbol::{Color, Colors};

use super::common::{ability, dies, number};
use super::meaning::{Meaning, number, of};

/// CR 702.135a-b.
pub(super) static AFTERLIFE: Meaning = Meaning {
    operand: number!(Keyword::Afterlife),
    triggered: of!(Keyword::Afterlife(count) => vec![ability(
        dies(),
        vec![Instruction::create(Players::You, number(*count), spirit())],
    )]),
    ..Meaning::named("afterlife")
};

/// CR 702.135a: a 1/1 white and black Spirit creature token with flying.
fn spirit() -> Face {
    Face {
        color_indicator: Some(Colors::COLORLESS.with(Color::White).with(Color::Black)),
        types: CardTypes::NONE.with(CardType::Creature),
        subtypes: Subtype::named("Spirit").into_iter().collect(),
        abilities: vec![Ability::Keyword(Keyword::Flying)],
        power: Some(1.into()),
        toughness: Some(1.into()),
        ..Face::default()
    }
}
