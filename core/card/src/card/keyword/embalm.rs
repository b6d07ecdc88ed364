//! Embalm and eternalize: token copies of cards in a graveyard (CR 702.128, 702.129).

use crate::card::ast::ability::ActivatedAbility;
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Exception, Modification};
use crate::card::ast::filter::{Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::verb;
use crate::card::words::card_type::Subtype;
use crate::card::words::mana_symbol::{Color, Colors};
use crate::card::words::marking::Marking;
use crate::card::words::zone_kind::ZoneKind;

use super::common::{and, as_sorcery, body};
use super::meaning::{Meaning, cost, of};

/// CR 702.128a-b.
pub(super) static EMBALM: Meaning = Meaning {
    operand: cost!(Keyword::Embalm),
    activated: of!(Keyword::Embalm(cost) => Some(entombed(cost, Color::White, None, Some(Marking::Embalmed)))),
    ..Meaning::named("embalm")
};

/// CR 702.129a.
pub(super) static ETERNALIZE: Meaning = Meaning {
    operand: cost!(Keyword::Eternalize),
    activated: of!(Keyword::Eternalize(cost) => {
        let size = Modification::SetPowerToughness(Quantity::Fixed(4), Quantity::Fixed(4));
        Some(entombed(cost, Color::Black, Some(size), None))
    }),
    ..Meaning::named("eternalize")
};

/// CR 702.128a, 702.129a: a token that is a copy of the exiled card, except for its color, its
/// size, its mana cost, and that it is a Zombie too.
fn entombed(cost: &[Cost], color: Color, size: Option<Modification>, marked: Option<Marking>) -> ActivatedAbility {
    let zombie = Subtype::named("Zombie").into_iter().map(Modification::AddSubtype).map(Exception::But);
    let except = std::iter::once(Exception::But(Modification::SetColors(Colors::COLORLESS.with(color))))
        .chain(size.map(Exception::But))
        .chain([Exception::NoManaCost])
        .chain(zombie)
        .collect();
    let copy = Instruction::CreateCopies(verb::CreateCopies {
        who: Players::You,
        count: Quantity::Fixed(1),
        of: Objects::This,
        except,
        tapped: false,
        joining: None,
        marked,
    });
    as_sorcery(and(cost, Cost::ExileThis), ZoneKind::Graveyard, body(vec![copy]))
}
