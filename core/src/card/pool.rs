//! The pool: cards by name. The bundled cards are embedded in the binary; a caller may add others.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, OnceLock};

use crate::card::catalogue::Catalogue;
use crate::card::file::{CardFileError, parse_card};
use crate::card::layout::Card;

include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// Cards by name.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    cards: BTreeMap<String, Arc<Card>>,
    /// The catalogue of these cards, created on demand and shared by copies of the pool.
    catalogue: Arc<OnceLock<Arc<Catalogue>>>,
}

impl Pool {
    /// The cards of `core/cards/`, parsed once per process.
    ///
    /// # Errors
    /// The first bundled file that can't be read; a test reads them all.
    pub fn bundled() -> Result<Pool, CardFileError> {
        static POOL: LazyLock<Result<Pool, CardFileError>> = LazyLock::new(|| {
            let mut pool = Pool::default();
            READ.cards.iter().cloned().for_each(|card| pool.add(card));
            READ.wrong.clone().map_or(Ok(pool), Err)
        });
        POOL.clone()
    }

    /// Adds a card, replacing any card with the same name.
    pub fn add(&mut self, card: Card) {
        self.catalogue = Arc::default();
        self.cards.insert(card.name().to_owned(), Arc::new(card));
    }

    /// The catalogue of these cards, for games started with them.
    pub fn catalogue(&self) -> Arc<Catalogue> {
        Arc::clone(self.catalogue.get_or_init(|| Arc::new(Catalogue::of(self.cards.values()))))
    }

    /// The card with this name.
    pub fn get(&self, name: &str) -> Option<&Arc<Card>> {
        self.cards.get(name)
    }

    /// All names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.cards.keys().map(String::as_str)
    }

    /// The names most similar to an unknown one, most likely first; at most three.
    pub fn suggestions(&self, name: &str) -> Vec<&str> {
        let (name, length) = (name.to_lowercase(), name.chars().count());
        // Each difference in length is an edit, so a far longer or shorter name needn't be
        // compared.
        let most = |known: &str| 2 + known.len() / 4;
        let comparable = |known: &&str| known.chars().count().abs_diff(length) <= 2 * most(known);
        let mut near: Vec<(usize, &str)> = self
            .names()
            .filter(comparable)
            .map(|known| (edits(&known.to_lowercase(), &name), known))
            .filter(|(distance, known)| *distance <= most(known))
            .collect();
        near.sort();
        near.into_iter().take(3).map(|(_, known)| known).collect()
    }
}

/// The result of reading the bundled cards.
struct Read {
    cards: Vec<Card>,
    /// The error of the first card that was left out.
    wrong: Option<CardFileError>,
}

/// The only parse of `core/cards/` per process, shared by the pool and the list of cards. A test
/// looks for contradictions, so that not every start has to.
static READ: LazyLock<Read> = LazyLock::new(|| {
    let mut read = Read { cards: Vec::with_capacity(BUNDLED.len()), wrong: None };
    for (file, text) in BUNDLED {
        match parse_card(file, text) {
            Ok(card) => read.cards.push(card),
            Err(error) => read.wrong = read.wrong.or(Some(error)),
        }
    }
    read
});

/// Panics in development builds if a bundled card can't be read.
fn insist(wrong: Option<&CardFileError>) {
    debug_assert!(
        wrong.is_none(),
        "a bundled card does not read: {}",
        wrong.map(ToString::to_string).unwrap_or_default()
    );
}

/// The cards of `core/cards/`, in the order of their files. A card that can't be read is left out;
/// development builds panic instead.
pub fn bundled_cards() -> &'static [Card] {
    insist(READ.wrong.as_ref());
    &READ.cards
}

/// The bundled card files, as name and text.
pub(super) const fn bundled_texts() -> &'static [(&'static str, &'static str)] {
    BUNDLED
}

/// The number of single-character edits between two words.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::file::read_card;

    #[test]
    fn every_bundled_card_is_free_of_contradictions() {
        for (file, text) in BUNDLED {
            read_card(file, text).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    /// A name as long as a file isn't compared with any card.
    #[test]
    fn what_is_far_longer_than_any_name_is_compared_with_none() {
        let pool = Pool::bundled().unwrap();
        assert_eq!(pool.suggestions(&"Forest".repeat(1_000_000)), Vec::<&str>::new());
        assert_eq!(pool.suggestions("Forrest").first(), Some(&"Forest"));
    }

    /// The list of bundled cards is complete.
    #[test]
    fn no_bundled_card_is_left_out() {
        assert_eq!(bundled_cards().len(), BUNDLED.len());
    }

    #[test]
    #[should_panic(expected = "core/cards/x.ron:1:")]
    fn a_bundled_card_that_does_not_read_is_told() {
        insist(read_card("core/cards/x.ron", "Card(nam: \"X\")").err().as_ref());
    }
}
