//! Decks (CR 100.2–100.5): text lists of cards, the formats that say what is legal, and a game that begins with them
//! (CR 103).
//!
//! - [`Deck::read`] reads a list as the field writes it: a count and a name a line. `read` tells the forms that are known.
//! - [`Format`] says what a deck may be. A game without a named format is freeform: nothing is checked.
//! - [`genesis`] makes the first commit of a game from decks. Shuffling, opening hands and mulligans are `rules::start`'s.
//!
//! Nothing here opens a file: a list is a text with the name that it was read under.

mod format;
mod read;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::card::Card;
use crate::card::catalogue::CatalogueRef;
use crate::card::pool::Pool;
use crate::fact::{Canonical, Genesis, PlayerId, PlayerSetup};

pub use format::{Format, UnknownFormat};

/// No deck has more cards than this, the sideboard among them. The rules have no maximum (CR 100.5); a list of more is a
/// slip.
pub const MOST_CARDS: u32 = 1_000;

/// The life total that a player begins with (CR 103.3).
pub const STARTING_LIFE: i32 = 20;

/// A line of a list: so many of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckLine {
    /// How many; at least one.
    pub count: u32,
    /// The card.
    pub card: Arc<Card>,
    /// The line that it stands in, from 1.
    pub line: usize,
    /// The column at which its name begins, from 1.
    pub column: usize,
}

/// A deck with its sideboard, as a list has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The name that the text was read under.
    pub file: String,
    /// The cards of the deck, line by line.
    pub main: Vec<DeckLine>,
    /// The cards of the sideboard (CR 100.4); a game does not begin with them.
    pub sideboard: Vec<DeckLine>,
}

impl Deck {
    /// The number of cards in the deck, without the sideboard.
    pub fn len(&self) -> u32 {
        count(&self.main)
    }

    /// Whether the deck has no card; what was read has one.
    pub fn is_empty(&self) -> bool {
        self.main.is_empty()
    }

    /// The number of cards in the sideboard.
    pub fn sideboard_len(&self) -> u32 {
        count(&self.sideboard)
    }

    /// The cards of the deck one by one, without the sideboard, in the order of the list.
    pub fn cards(&self) -> impl Iterator<Item = &Arc<Card>> {
        self.main.iter().flat_map(|line| std::iter::repeat_n(&line.card, line.count as usize))
    }
}

fn count(lines: &[DeckLine]) -> u32 {
    lines.iter().map(|line| line.count).sum()
}

/// Something that is wrong with a deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct DeckError {
    /// The name that the text was read under.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The card that it is about, if it is about one.
    pub card: Option<String>,
    /// The rule that a format follows; none for what is no list.
    pub rule: Option<crate::rule::Rule>,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
        self.rule.map_or(Ok(()), |rule| write!(f, " (CR {rule})"))
    }
}

/// Everything that is wrong with a deck, in the order of its lines; at least one thing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct DeckErrors(pub Vec<DeckError>);

impl fmt::Display for DeckErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            write!(f, "{}{error}", if index == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

/// A game that begins with decks (CR 103): each player's name and deck in turn order, who takes the first turn, the seed of
/// all that is random in it, and the cards that there are.
pub fn genesis(players: &[(String, &Deck)], starting_player: PlayerId, seed: u64, among: &Pool) -> Genesis {
    let mut cards: Vec<Canonical<Card>> = Vec::new();
    let mut places: BTreeMap<&str, u32> = BTreeMap::new();
    let mut setups = Vec::with_capacity(players.len());
    for (name, list) in players {
        let (mut deck, mut sideboard) = (Vec::new(), Vec::new());
        let main = list.main.iter().map(|line| (line, true));
        for (line, in_deck) in main.chain(list.sideboard.iter().map(|line| (line, false))) {
            let place = *places.entry(line.card.name()).or_insert_with(|| {
                cards.push(Canonical::from(Arc::clone(&line.card)));
                u32::try_from(cards.len() - 1).unwrap_or(u32::MAX)
            });
            let cards = if in_deck { &mut deck } else { &mut sideboard };
            cards.extend(std::iter::repeat_n(place, line.count as usize));
        }
        setups.push(PlayerSetup { name: name.clone(), deck, sideboard, ..PlayerSetup::default() });
    }
    Genesis {
        seed,
        players: setups,
        starting_player,
        cards,
        catalogue: CatalogueRef::of(among.catalogue()),
        ..Genesis::default()
    }
}
