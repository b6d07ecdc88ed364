//! Names: those that an object has (CR 201.2, 612.6), and the card names that can be chosen
//! (CR 201.3).
//!
//! The card reference of a game is its catalogue plus the cards in the game, without tokens
//! (CR 201.3).

use std::collections::{BTreeMap, BTreeSet};

use crate::card::catalogue::Printed;
use crate::card::names_of;
use crate::card::{Definition, Filter};
use crate::fact::Characteristics;
use crate::state::Game;

/// The card names that a player may choose, in alphabetical order: all of them, or those of cards
/// whose printed characteristics fit a description (CR 201.3a), regardless of effects in the game.
pub fn card_names(game: &Game, fitting: Option<&Filter>) -> Vec<String> {
    let mut names: BTreeMap<String, bool> = BTreeMap::new();
    let mut note = |printed: &Printed| {
        let fits = fitting.is_none_or(|filter| fits_as_printed(printed, filter));
        match names.get_mut(&printed.name) {
            Some(known) => *known |= fits,
            None => drop(names.insert(printed.name.clone(), fits)),
        }
    };
    game.catalogue().into_iter().flat_map(|catalogue| catalogue.printed()).for_each(&mut note);
    printed_in_game(game).for_each(|printed| note(&printed));
    names.into_iter().filter(|(_, fits)| *fits).map(|(name, _)| name).collect()
}

/// The printed values of the cards in the game.
fn printed_in_game(game: &Game) -> impl Iterator<Item = Printed> {
    let cards = game.definitions().iter().filter_map(|interned| match &*interned.definition {
        Definition::Card(card) => Some(card),
        _ => None,
    });
    cards.flat_map(|card| card.named_faces()).map(|face| Printed::from(&face))
}

/// Whether an object has a name: its own, both of a split card off the stack (CR 709.4a), or one
/// given by an effect (CR 201.2a, 612.6).
pub fn has(game: &Game, object: &Characteristics, name: &str) -> bool {
    let own = names_of(&object.name).any(|its| its == name) || *object.name == *name;
    !name.is_empty() && (own || object.more_names.iter().any(|what| is_name(game, name, what)))
}

/// Whether an object has any name (CR 201.2c).
pub(crate) fn has_any(game: &Game, object: &Characteristics) -> bool {
    !object.name.is_empty() || object.more_names.iter().any(|what| !card_names(game, Some(what)).is_empty())
}

/// Whether two objects have a name in common (CR 201.2a); an object without a name shares none.
pub fn share(game: &Game, a: &Characteristics, b: &Characteristics) -> bool {
    names_of(&a.name).any(|name| has(game, b, name))
        || names_of(&b.name).any(|name| has(game, a, name))
        || !common(game, a, b).is_empty()
}

/// The names that effects give to both of two objects.
pub fn common(game: &Game, a: &Characteristics, b: &Characteristics) -> Vec<String> {
    let given = |it: &Characteristics| -> BTreeSet<String> {
        it.more_names.iter().flat_map(|what| card_names(game, Some(what))).collect()
    };
    if a.more_names.is_empty() || b.more_names.is_empty() {
        return Vec::new();
    }
    given(a).intersection(&given(b)).cloned().collect()
}

/// Whether a name is that of a card of the reference whose printed characteristics fit.
fn is_name(game: &Game, name: &str, what: &Filter) -> bool {
    let fits = |printed: &Printed| fits_as_printed(printed, what);
    game.catalogue().is_some_and(|catalogue| catalogue.printed_under(name).any(fits))
        || printed_in_game(game).any(|printed| printed.name == name && fits(&printed))
}

/// The most objects among these with pairwise different names (CR 201.2b): each has a name, and no
/// two share one.
pub fn differing(game: &Game, objects: &[&Characteristics]) -> i32 {
    let (many, one): (Vec<&Characteristics>, Vec<&Characteristics>) =
        objects.iter().copied().partition(|it| !it.more_names.is_empty() || names_of(&it.name).count() > 1);
    let single: BTreeSet<&str> = one.into_iter().map(|it| &*it.name).filter(|name| !name.is_empty()).collect();
    let named: Vec<&Characteristics> = many.into_iter().filter(|it| has_any(game, it)).collect();
    i32::try_from(most_differing(game, &single, &named, &mut Vec::new())).unwrap_or(i32::MAX)
}

/// The maximum including some of the objects with several names, given those taken so far: each is
/// taken or left.
fn most_differing<'a>(
    game: &Game,
    single: &BTreeSet<&str>,
    left: &[&'a Characteristics],
    taken: &mut Vec<&'a Characteristics>,
) -> usize {
    let Some((next, rest)) = left.split_first() else {
        let free = single.iter().filter(|name| !taken.iter().any(|it| has(game, it, name)));
        return taken.len() + free.count();
    };
    let without = most_differing(game, single, rest, taken);
    if taken.iter().any(|it| share(game, it, next)) {
        return without;
    }
    taken.push(next);
    let with = most_differing(game, single, rest, taken);
    taken.pop();
    with.max(without)
}

/// Whether the printed values of a card fit a description of characteristics. Anything else never
/// fits: zone, controller, actions.
fn fits_as_printed(face: &Printed, filter: &Filter) -> bool {
    let fits = |filter: &Filter| fits_as_printed(face, filter);
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
        Filter::Color(color) => face.colors.has(*color),
        Filter::Colorless => face.colors.is_colorless(),
        Filter::Named(name) => face.name == *name,
        Filter::Power(comparison, right) => number(comparison, face.power, right),
        Filter::Toughness(comparison, right) => number(comparison, face.toughness, right),
        Filter::ManaValue(comparison, right) => number(comparison, i32::try_from(face.mana_value).ok(), right),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{CardType, CardTypes, Face, Subtype, Supertype, Supertypes};

    /// CR 201.3a: the printed characteristics decide.
    #[test]
    fn a_name_is_chosen_by_what_is_printed() {
        let island = Printed::from(&Face {
            name: "Island".to_owned(),
            supertypes: Supertypes::NONE.with(Supertype::Basic),
            types: CardTypes::NONE.with(CardType::Land),
            subtypes: Subtype::named("Island").into_iter().collect(),
            ..Face::default()
        });
        assert!(fits_as_printed(&island, &Filter::Type(CardType::Land)));
        assert!(!fits_as_printed(&island, &Filter::Type(CardType::Artifact)));
        assert!(!fits_as_printed(&island, &Filter::Tapped));
        let nonbasic = Filter::Not(Box::new(Filter::Supertype(Supertype::Basic)));
        assert!(!fits_as_printed(&island, &Filter::All(vec![Filter::Type(CardType::Land), nonbasic])));
    }
}
