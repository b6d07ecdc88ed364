//! Cipher (CR 702.99).

use std::sync::LazyLock;

use crate::card::ast::ability::{Ability, Body, TargetWhat};
use crate::card::ast::effect::{Modification, StaticEffect};
use crate::card::ast::filter::{Condition, Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::CastingCost;
use crate::card::verb;
use crate::card::words::card_type::CardType;
use crate::card::words::deed::Deed;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{ability, body, damages_a_player, may_cast};
use super::meaning::Meaning;

/// CR 702.99a: `Haunted` is the creature on which the card is encoded (CR 702.99b).
pub(super) static CIPHER: Meaning = Meaning {
    zone: ZoneKind::Exile,
    effects: |_| {
        let casts = may_cast(Objects::Created, Players::You, CastingCost::Free);
        let copies = Instruction::May(verb::May {
            who: Players::You,
            then: vec![Instruction::CopyCards(verb::CopyCards(Objects::Granter)), casts],
        });
        let gains = Ability::Triggered(ability(damages_a_player(), vec![copies]));
        vec![StaticEffect::Modify {
            what: Filter::Is(Objects::Haunted),
            modifications: vec![Modification::Gain(Box::new(gains))],
            defining: false,
        }]
    },
    spell: Some(&ENCODES),
    ..Meaning::alone("cipher", || Keyword::Cipher)
};

static ENCODES: LazyLock<Body> = LazyLock::new(encodes);

/// The spell ability: if the spell is represented by a card, you may exile it encoded on a creature
/// you control.
fn encodes() -> Body {
    let yours = Filter::All(vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::You)]);
    let choice = Instruction::choose(TargetWhat::Object(yours), true, 0);
    let encode = vec![
        Instruction::Exile(verb::Exile(Objects::This)),
        Instruction::Haunt(verb::Haunt { what: Objects::ThisWay(Deed::Exiled), creature: Objects::Chosen(0) }),
    ];
    body(vec![Instruction::If(verb::If {
        condition: Condition::Is(Objects::This, Filter::Card),
        then: vec![
            choice,
            Instruction::If(verb::If {
                condition: Condition::Exists(Filter::Is(Objects::Chosen(0))),
                then: encode,
                otherwise: Vec::new(),
            }),
        ],
        otherwise: Vec::new(),
    })])
}
