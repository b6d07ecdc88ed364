//! Names of card types, subtypes, supertypes and colors as words (CR 105.1, 205).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::card::wording::inflection::{Person, plural};
use crate::card::words::card_type::{CardType, SUBTYPE_TABLES, Subtype, Supertype};
use crate::card::words::mana_symbol::Color;

/// The values that words stand for, in the singular and in the plural.
struct Names<T>(BTreeMap<String, (T, Person)>);

impl<T: Copy> Names<T> {
    fn of(all: impl IntoIterator<Item = (T, String)>) -> Names<T> {
        let mut names = BTreeMap::new();
        for (value, name) in all {
            names.insert(plural(&name).to_lowercase(), (value, Person::Many));
            names.insert(name.to_lowercase(), (value, Person::One));
        }
        Names(names)
    }

    /// The value, if its number is the wanted one; a word that has one form is in both numbers.
    fn get(&self, word: &str) -> Option<(T, Person)> {
        self.0.get(word).copied()
    }
}

static TYPES: LazyLock<Names<CardType>> =
    LazyLock::new(|| Names::of(CardType::ALL.iter().map(|kind| (*kind, kind.to_string()))));

static SUBTYPES: LazyLock<Names<Subtype>> = LazyLock::new(|| {
    let names = SUBTYPE_TABLES.iter().flat_map(|table| table.iter());
    let now = names.filter_map(|name| Some((Subtype::named(name).ok()?, (*name).to_owned())));
    let before =
        FORMER_SUBTYPES.iter().filter_map(|(before, name)| Some((Subtype::named(name).ok()?, (*before).to_owned())));
    Names::of(now.chain(before))
});

/// What subtypes were called in older printings.
pub(crate) const FORMER_SUBTYPES: &[(&str, &str)] = &[("Hound", "Dog")];

/// A card type by its word, and its number.
pub(crate) fn card_type(word: &str) -> Option<(CardType, Person)> {
    TYPES.get(word)
}

/// A subtype by its word, and its number.
pub(crate) fn subtype(word: &str) -> Option<(Subtype, Person)> {
    SUBTYPES.get(word)
}

/// Whether a subtype has one form for both numbers.
pub(crate) fn has_one_form(word: &str) -> bool {
    subtype(word).is_some_and(|(kind, _)| plural(kind.name()) == kind.name())
}

/// A color by its word.
pub(crate) fn color(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.word() == word)
}

/// A supertype by its word.
pub(crate) fn supertype(word: &str) -> Option<Supertype> {
    Supertype::ALL.iter().copied().find(|it| format!("{it:?}").eq_ignore_ascii_case(word))
}
