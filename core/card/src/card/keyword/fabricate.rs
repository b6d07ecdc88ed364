//! Fabricate (CR 702.123).

use crate::card::ast::ability::Face;
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::Players;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::card_type::{CardType, CardTypes, Subtype};

use super::common::{PLUS_ONE, ability, enters, number};
use super::meaning::{Meaning, number, of};

/// CR 702.123a-b.
pub(super) static FABRICATE: Meaning = Meaning {
    operand: number!(Keyword::Fabricate),
    triggered: of!(Keyword::Fabricate(count) => {
        let servos = Instruction::create(Players::You, number(*count), servo());
        vec![ability(
            enters(),
            vec![Instruction::MayPay(verb::MayPay {
                who: Players::You,
                cost: vec![Cost::PutCounters(PLUS_ONE, *count)],
                must: false,
                then: Vec::new(),
                otherwise: vec![servos],
            })],
        )]
    }),
    ..Meaning::named("fabricate")
};

/// CR 702.123a: a 1/1 colorless Servo artifact creature token.
fn servo() -> Face {
    Face {
        types: CardTypes::NONE.with(CardType::Artifact).with(CardType::Creature),
        subtypes: Subtype::named("Servo").into_iter().collect(),
        power: Some(1.into()),
        toughness: Some(1.into()),
        ..Face::default()
    }
}
