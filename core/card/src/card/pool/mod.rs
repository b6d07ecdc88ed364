//! The pool: cards by name. The bundled cards are embedded in the binary; a caller may add others.
//!
//! A card is read when it is first asked for. Names, and what the catalogue lists of each card, are
//! known before: of the bundled cards from an index (`bundled`), of a pack from its index (`pack`).

mod bundled;
pub mod pack;

use std::collections::BTreeMap;
use std::iter::{self, Peekable};
use std::sync::{Arc, OnceLock};

use crate::card::catalogue::{Catalogue, entry_of, text_of};
use crate::card::file::CardFileError;
use crate::card::layout::Card;
use crate::card::shelf::Shelf;

pub use crate::card::shelf::Unreadable;
pub use bundled::bundled_cards;
pub(super) use bundled::bundled_texts;
use pack::Pack;

/// Cards by name.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// Cards that come together; a later shelf replaces the cards of an earlier one.
    shelves: Vec<Arc<dyn Shelf>>,
    /// Cards that were added one by one; they replace those of the shelves.
    added: BTreeMap<String, Arc<dyn Shelf>>,
    /// Cards that are there to be asked for by name and are not in the catalogue, so that a game is
    /// the same whether they are there or not. All others come before them.
    library: Option<Arc<dyn Shelf>>,
    /// The catalogue of these cards, created on demand and shared by copies of the pool.
    catalogue: Arc<OnceLock<Arc<Catalogue>>>,
}

impl Pool {
    /// The cards of `core/card/cards/`.
    ///
    /// # Errors
    /// The first bundled file that isn't in the index and can't be read; a test reads them all.
    pub fn bundled() -> Result<Pool, CardFileError> {
        static POOL: OnceLock<Pool> = OnceLock::new();
        if let Some(pool) = POOL.get() {
            return Ok(pool.clone());
        }
        let mut pool = Pool::default();
        pool.put_up(bundled::shelf()?);
        Ok(POOL.get_or_init(|| pool).clone())
    }

    /// Adds a card, replacing any card with the same name.
    pub fn add(&mut self, card: Card) {
        self.catalogue = Arc::default();
        self.added.insert(card.name().to_owned(), Arc::new(Added { card: Arc::new(card), entry: OnceLock::new() }));
    }

    /// Adds the cards of a pack, replacing cards with the same names.
    pub fn add_pack(&mut self, pack: impl Into<Arc<Pack>>) {
        self.put_up(pack.into());
    }

    /// Puts a library behind the cards: its cards are found by name where there is no other, and
    /// are no part of the catalogue. A game knows those that it uses.
    pub fn set_library(&mut self, pack: Arc<Pack>) {
        self.library = Some(pack);
    }

    /// Adds the cards of another pool, replacing cards with the same names.
    pub fn add_all(&mut self, other: &Pool) {
        other.shelves.iter().for_each(|shelf| self.put_up(Arc::clone(shelf)));
        self.catalogue = Arc::default();
        self.added.extend(other.added.iter().map(|(name, card)| (name.clone(), Arc::clone(card))));
    }

    fn put_up(&mut self, shelf: Arc<dyn Shelf>) {
        self.catalogue = Arc::default();
        self.added.retain(|name, _| shelf.place(name).is_none());
        self.shelves.push(shelf);
    }

    /// The catalogue of these cards, for games started with them.
    pub fn catalogue(&self) -> Arc<Catalogue> {
        Arc::clone(self.catalogue.get_or_init(|| Arc::new(Catalogue::of(self.places(None)))))
    }

    /// The card with this name; none if there is no such card, or if it can't be read.
    /// [`Pool::read`] says which.
    pub fn get(&self, name: &str) -> Option<&Arc<Card>> {
        self.read(name).ok().flatten()
    }

    /// The card with this name, if there is one.
    ///
    /// # Errors
    /// The card can't be read. Cards are checked before they are bundled or packed, so this happens
    /// only with a pack that something else wrote.
    pub fn read(&self, name: &str) -> Result<Option<&Arc<Card>>, Unreadable> {
        if let Some(card) = self.added.get(name) {
            return card.card(0).map(Some);
        }
        let all = self.shelves.iter().rev().chain(&self.library);
        all.into_iter().find_map(|shelf| Some(shelf.card(shelf.place(name)?))).transpose()
    }

    /// Returns whether there is a card with this name.
    pub fn has(&self, name: &str) -> bool {
        let mut all = self.shelves.iter().chain(&self.library);
        self.added.contains_key(name) || all.any(|shelf| shelf.place(name).is_some())
    }

    /// How many cards are in the catalogue.
    pub fn listed(&self) -> usize {
        self.places(None).count()
    }

    /// All names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.places(self.library.as_ref()).map(|(shelf, place)| shelf.name(place))
    }

    /// The places of all cards, in the order of their names, with those of a library behind them.
    fn places<'a>(&'a self, library: Option<&'a Arc<dyn Shelf>>) -> impl Iterator<Item = (&'a Arc<dyn Shelf>, usize)> {
        let shelved = library
            .into_iter()
            .chain(&self.shelves)
            .map(|shelf| layer((0..shelf.len()).map(move |place| (shelf, place))));
        let mut layers: Vec<_> = shelved.chain([layer(self.added.values().map(|card| (card, 0)))]).collect();
        iter::from_fn(move || {
            let least = layers.iter_mut().filter_map(|layer| layer.peek().map(name_at)).min()?;
            layers.iter_mut().filter_map(|layer| layer.next_if(|place| name_at(place) == least)).last()
        })
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

/// Cards in the order of their names.
type Layer<'a> = Peekable<Box<dyn Iterator<Item = (&'a Arc<dyn Shelf>, usize)> + 'a>>;

fn layer<'a>(cards: impl Iterator<Item = (&'a Arc<dyn Shelf>, usize)> + 'a) -> Layer<'a> {
    let cards: Box<dyn Iterator<Item = _> + 'a> = Box::new(cards);
    cards.peekable()
}

fn name_at<'a>((shelf, place): &(&'a Arc<dyn Shelf>, usize)) -> &'a str {
    shelf.name(*place)
}

/// A shelf with one card that was read already.
#[derive(Debug)]
struct Added {
    card: Arc<Card>,
    entry: OnceLock<String>,
}

impl Shelf for Added {
    fn len(&self) -> usize {
        1
    }

    fn name(&self, _: usize) -> &str {
        self.card.name()
    }

    fn entry(&self, _: usize) -> &str {
        self.entry.get_or_init(|| entry_of(&self.card))
    }

    fn card(&self, _: usize) -> Result<&Arc<Card>, Unreadable> {
        Ok(&self.card)
    }

    fn text(&self, _: usize) -> Option<String> {
        Some(text_of(&self.card))
    }
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

    /// A name as long as a file isn't compared with any card.
    #[test]
    fn what_is_far_longer_than_any_name_is_compared_with_none() {
        let pool = Pool::bundled().unwrap();
        assert_eq!(pool.suggestions(&"Forest".repeat(1_000_000)), Vec::<&str>::new());
        assert_eq!(pool.suggestions("Forrest").first(), Some(&"Forest"));
    }

    fn named(name: &str, power: i32) -> Card {
        let text = format!("Card(name: \"{name}\", types: [Creature], power: {power}, toughness: 1)");
        crate::card::file::read_card("a.ron", &text).unwrap()
    }

    fn pool_of(cards: &[(&str, i32)]) -> Pool {
        let mut pool = Pool::default();
        cards.iter().for_each(|(name, power)| pool.add(named(name, *power)));
        pool
    }

    fn packed(cards: &[(&str, i32)]) -> Pack {
        Pack::read("it.cards", pack::packed(&pool_of(cards)).unwrap()).unwrap()
    }

    fn power_of(pool: &Pool, name: &str) -> i32 {
        pool.get(name).unwrap().front().power.unwrap().value()
    }

    /// Cards of the same name replace one another in the order in which they were added, alone or
    /// together, and each name is listed once.
    #[test]
    fn a_card_replaces_the_one_that_was_there() {
        let mut pool = pool_of(&[("A", 1), ("C", 1)]);
        pool.add_pack(packed(&[("B", 2), ("C", 2), ("D", 2)]));
        assert_eq!(pool.names().collect::<Vec<_>>(), ["A", "B", "C", "D"]);
        assert_eq!(["A", "B", "C", "D"].map(|name| power_of(&pool, name)), [1, 2, 2, 2]);
        pool.add(named("B", 3));
        pool.add_all(&pool_of(&[("D", 4), ("E", 4)]));
        assert_eq!(pool.names().collect::<Vec<_>>(), ["A", "B", "C", "D", "E"]);
        assert_eq!(["A", "B", "C", "D", "E"].map(|name| power_of(&pool, name)), [1, 3, 2, 4, 4]);
        assert_eq!(
            pool.catalogue().id(),
            pool_of(&[("A", 1), ("B", 3), ("C", 2), ("D", 4), ("E", 4)]).catalogue().id()
        );
        assert!(pool.has("E") && !pool.has("F") && pool.get("F").is_none());
    }

    /// The cards of a library are there, behind all others, and no game differs by them.
    #[test]
    fn a_library_is_no_part_of_the_catalogue() {
        let mut pool = pool_of(&[("B", 1)]);
        let before = pool.catalogue().id();
        pool.set_library(Arc::new(packed(&[("A", 2), ("B", 2), ("C", 2)])));
        assert_eq!(pool.names().collect::<Vec<_>>(), ["A", "B", "C"]);
        assert_eq!(["A", "B", "C"].map(|name| power_of(&pool, name)), [2, 1, 2]);
        let mut copy = pool.clone();
        copy.add(named("C", 3));
        assert_eq!((power_of(&copy, "C"), copy.names().count()), (3, 3));
        assert!(pool.catalogue().id() == before && pool.has("C") && !pool.has("D"));
        assert_eq!(Pack::read("it.cards", pack::packed(&pool).unwrap()).unwrap().texts().count(), 1);
    }
}
