//! The color identity of a card (CR 903.4).

use super::ast::ability::{Ability, Face, StaticAbility};
use super::ast::effect::{Choosing, Modification, StaticEffect};
use super::ast::keyword::Keyword;
use super::keyword::partner_of;
use super::layout::Card;
use super::text::rules_text;
use super::words::card_type::{BasicLandType, CardType, Supertype};
use super::words::mana_symbol::{Color, Colors, ManaCost};

/// The color identity of a card: the colors of the mana symbols in its mana cost and rules text, of
/// its color indicator and of its characteristic-defining abilities, on every face (CR 903.4,
/// 903.4d). The text has no reminder text (CR 903.4c).
pub fn color_identity(card: &Card) -> Colors {
    faces(card).into_iter().map(of_face).fold(Colors::COLORLESS, Colors::union)
}

/// The colors of mana that a card could produce because of its basic land types (CR 903.5d).
pub fn basic_land_colors(card: &Card) -> Colors {
    let subtypes = faces(card).into_iter().flat_map(|face| &face.subtypes);
    subtypes.filter_map(|subtype| BasicLandType::of(*subtype)?.mana().color()).collect()
}

/// The faces of the card. The combined back face of a meld pair is on neither card (CR 713.3b).
fn faces(card: &Card) -> Vec<&Face> {
    match card {
        Card::Meld(card) => vec![&card.front],
        card => card.faces(),
    }
}

fn of_face(face: &Face) -> Colors {
    let cost = face.cost.as_ref().map_or(Colors::COLORLESS, ManaCost::colors);
    let text = rules_text(face).iter().map(|line| of_text(line)).fold(Colors::COLORLESS, Colors::union);
    let defined = face.abilities.iter().map(defined_by).fold(Colors::COLORLESS, Colors::union);
    cost.union(text).union(defined).union(face.color_indicator.unwrap_or_default())
}

/// The colors of the mana symbols in a text.
fn of_text(text: &str) -> Colors {
    let symbols = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let costs = symbols.filter_map(|(symbol, _)| format!("{{{symbol}}}").parse::<ManaCost>().ok());
    costs.map(|cost| cost.colors()).fold(Colors::COLORLESS, Colors::union)
}

/// The colors that a characteristic-defining ability gives (CR 604.3).
fn defined_by(ability: &Ability) -> Colors {
    let effects = match ability {
        Ability::Static(ability) => vec![ability.effect.clone()],
        Ability::Keyword(keyword) => keyword.effects(),
        _ => Vec::new(),
    };
    let of_effect = |effect: &StaticEffect| match effect {
        StaticEffect::Modify { modifications, defining: true, .. } => {
            let of = |modification: &Modification| match modification {
                Modification::SetColors(colors) | Modification::AddColors(colors) => *colors,
                _ => Colors::COLORLESS,
            };
            modifications.iter().map(of).fold(Colors::COLORLESS, Colors::union)
        }
        _ => Colors::COLORLESS,
    };
    effects.iter().map(of_effect).fold(Colors::COLORLESS, Colors::union)
}

/// Whether a card can be designated as the commander of a Commander deck: a legendary creature
/// (CR 903.3), or a card that says so of itself (CR 903.3a). In Brawl also a legendary planeswalker
/// (CR 903.12c).
pub fn can_lead(card: &Card, brawl: bool) -> bool {
    let face = card.front();
    let is = |kind: CardType| face.supertypes.has(Supertype::Legendary) && face.types.has(kind);
    is(CardType::Creature) || (brawl && is(CardType::Planeswalker)) || says_that_it_leads(face)
}

/// The colors one of which is chosen for a card before the game begins, if it is a commander; none
/// if it asks for no such choice (CR 903.4b).
pub fn chosen_as_commander(card: &Card) -> Option<Vec<Color>> {
    card.front().abilities.iter().find_map(|ability| match ability {
        Ability::Static(StaticAbility { effect: StaticEffect::AsCommander(Choosing::Color(of)), .. }) => {
            Some(if of.is_empty() { Color::ALL.to_vec() } else { of.clone() })
        }
        _ => None,
    })
}

/// How many cards with this one's name a deck can have by what the card says: `Some(None)` is any
/// number (CR 100.2a, 903.5b); none if it says nothing.
pub fn copies_in_deck(card: &Card) -> Option<Option<u32>> {
    card.front().abilities.iter().find_map(|ability| match ability {
        Ability::Static(StaticAbility { effect: StaticEffect::CopiesInDeck(most), .. }) => Some(*most),
        _ => None,
    })
}

fn says_that_it_leads(face: &Face) -> bool {
    let says = |ability: &Ability| match ability {
        Ability::Static(ability) => ability.effect == StaticEffect::CanBeCommander,
        _ => false,
    };
    face.abilities.iter().any(says)
}

/// Whether two cards can be designated as commanders together (CR 702.124a, 702.124f).
pub fn can_be_partners(one: &Card, other: &Card) -> bool {
    let has = |card: &Card| card.front().abilities.contains(&Ability::Keyword(Keyword::Partner));
    let with = |card: &Card, other: &Card| {
        let names = |ability: &Ability| partner_of(ability) == Some(other.name());
        card.front().abilities.iter().any(names)
    };
    (has(one) && has(other)) || (with(one, other) && with(other, one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Color;
    use crate::card::pool::Pool;

    fn identity(pool: &Pool, name: &str) -> String {
        let card = pool.get(name).unwrap_or_else(|| panic!("there is no {name}"));
        color_identity(card).iter().map(Color::letter).collect()
    }

    /// CR 903.4: mana symbols in the cost and in the text, on every face, and color indicators.
    #[test]
    fn a_color_identity_has_all_colors_of_a_card() {
        let pool = Pool::bundled().expect("the pool reads");
        for (name, colors) in [
            ("Grizzly Bears", "G"),
            ("Forest", ""),
            ("Karn Liberated", ""),
            ("Command Tower", ""),
            ("Birds of Paradise", "G"),
            // A color indicator, on the front or on the back.
            ("Dryad Arbor", "G"),
            ("Tovolar, Dire Overlord", "RG"),
            // Hybrid symbols.
            ("Hogaak, Arisen Necropolis", "BG"),
            // A token's color is none of the card; a symbol in its text is one.
            ("Freyalise, Llanowar's Fury", "G"),
            ("Daxos of Meletis", "WU"),
        ] {
            assert_eq!(identity(&pool, name), colors, "{name}");
        }
        let arbor = pool.get("Dryad Arbor").expect("there is a Dryad Arbor");
        assert_eq!(basic_land_colors(arbor), Colors::COLORLESS.with(Color::Green));
    }
}
