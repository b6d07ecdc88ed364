//! What is chosen by name: the name of a card (CR 201.3).
//!
//! The card reference of a game is the pool together with the cards that are in it; tokens are none of it (CR 201.3).

use std::collections::BTreeMap;

use crate::card::pool::bundled_cards;
use crate::card::{Definition, Face, Filter};
use crate::state::Game;

/// The card names that a player may choose, in alphabetical order: of all cards there are, or of those whose printed
/// characteristics fit a description (CR 201.3a), whatever effects make of the objects in the game.
pub fn card_names(game: &Game, fitting: Option<&Filter>) -> Vec<String> {
    let mut names: BTreeMap<String, bool> = BTreeMap::new();
    let mut note = |face: &Face| {
        let fits = fitting.is_none_or(|filter| face_fits(face, filter));
        names.entry(face.name.clone()).and_modify(|known| *known |= fits).or_insert(fits);
    };
    bundled_cards().iter().for_each(|card| note(card.front()));
    for interned in game.definitions() {
        if let Definition::Card(card) = &*interned.definition {
            note(card.front());
        }
    }
    names.into_iter().filter(|(_, fits)| *fits).map(|(name, _)| name).collect()
}

/// Whether what is printed on a card fits a description of characteristics. What is no characteristic no card has as it is
/// printed: where it is, who controls it, what is done with it.
pub fn face_fits(face: &Face, filter: &Filter) -> bool {
    let fits = |filter: &Filter| face_fits(face, filter);
    let number = |comparison: &crate::card::Comparison, left: Option<i32>, right: &crate::card::Quantity| match right {
        crate::card::Quantity::Fixed(right) => left.is_some_and(|left| comparison.holds(left, *right)),
        _ => false,
    };
    match filter {
        Filter::Any | Filter::Card => true,
        Filter::Not(inner) => !fits(inner),
        Filter::All(parts) => parts.iter().all(fits),
        Filter::AnyOf(parts) => parts.iter().any(fits),
        Filter::Type(kind) => face.types.has(*kind),
        Filter::Supertype(kind) => face.supertypes.has(*kind),
        Filter::Subtype(kind) => face.subtypes.contains(kind),
        Filter::Color(color) => face.colors().has(*color),
        Filter::Colorless => face.colors().is_colorless(),
        Filter::Named(name) => face.name == *name,
        Filter::Power(comparison, right) => number(comparison, face.power, right),
        Filter::Toughness(comparison, right) => number(comparison, face.toughness, right),
        Filter::ManaValue(comparison, right) => {
            let value = face.cost.as_ref().map_or(0, |cost| cost.mana_value(0));
            number(comparison, i32::try_from(value).ok(), right)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{CardType, CardTypes, Subtype, Supertype, Supertypes};

    /// CR 201.3a: what is printed decides.
    #[test]
    fn a_name_is_chosen_by_what_is_printed() {
        let island = Face {
            name: "Island".to_owned(),
            supertypes: Supertypes::NONE.with(Supertype::Basic),
            types: CardTypes::NONE.with(CardType::Land),
            subtypes: Subtype::named("Island").into_iter().collect(),
            ..Face::default()
        };
        assert!(face_fits(&island, &Filter::Type(CardType::Land)));
        assert!(!face_fits(&island, &Filter::Type(CardType::Artifact)));
        assert!(!face_fits(&island, &Filter::Tapped));
        let nonbasic = Filter::Not(Box::new(Filter::Supertype(Supertype::Basic)));
        assert!(!face_fits(&island, &Filter::All(vec![Filter::Type(CardType::Land), nonbasic])));
    }
}
