//! Decks (CR 100.2–100.5): text lists of cards, formats, and games that start from decks (CR 103).
//!
//! - [`Deck::read`] reads a list in the usual form: a count and a name on each line. `read` has all
//!   forms.
//! - [`Format`] says which decks are legal. A game without one is freeform: nothing is checked.
//! - [`draft`] has players draft cards, and checks decks that are built from them.
//! - [`genesis`] makes the first commit of a game from decks. `rules::start` does the shuffling,
//!   opening hands and mulligans.
//!
//! Nothing here opens a file: a list is a text, with a name for errors.

mod commander;
pub mod draft;
mod format;
mod read;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::card::catalogue::CatalogueRef;
use crate::card::mechanism::Mechanisms;
use crate::card::pool::Pool;
use crate::card::{Card, CardType};
use crate::fact::{Canonical, Genesis, Noted, NotedFor, PlayerId, PlayerSetup, Variant};

pub use format::{Format, UnknownFormat};

/// The most cards in a deck with its sideboard. The rules have no maximum (CR 100.5); a longer list
/// is a mistake.
pub(crate) const MOST_CARDS: u32 = 1_000;

/// A line of a list: a number of copies of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckLine {
    /// The number of copies; at least one.
    pub count: u32,
    /// The card.
    pub card: Arc<Card>,
    /// The line number, from 1.
    pub line: usize,
    /// The column where its name begins, from 1.
    pub column: usize,
}

/// A deck with its sideboard, in the order of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The name of the text, for errors.
    pub file: String,
    /// The lines of the deck, without its commanders.
    pub main: Vec<DeckLine>,
    /// The lines of the cards designated as its commanders (CR 903.3).
    pub commander: Vec<DeckLine>,
    /// The lines of the nontraditional cards: the vanguard (CR 902.3).
    pub supplement: Vec<DeckLine>,
    /// The lines of the sideboard (CR 100.4). A game does not begin with these cards.
    pub sideboard: Vec<DeckLine>,
    /// What the player noted as they drafted (CR 905.2b).
    pub notes: Vec<DeckNote>,
}

/// A note of a list: what its player noted for a card as they drafted (CR 905.2b).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckNote {
    /// The card that it was noted for.
    pub card: Arc<Card>,
    /// What was noted.
    pub noted: Noted,
    /// The card that was removed from the draft, if it is a note of one.
    pub removed: Option<Arc<Card>>,
}

impl Deck {
    /// Returns the number of cards in the deck with its commanders, without the sideboard.
    pub fn len(&self) -> u32 {
        count(&self.main) + count(&self.commander)
    }

    /// Returns whether the deck has no cards. A deck read from a list always has one.
    pub fn is_empty(&self) -> bool {
        self.main.is_empty() && self.commander.is_empty()
    }

    /// Returns the number of cards in the sideboard.
    pub fn sideboard_len(&self) -> u32 {
        count(&self.sideboard)
    }

    /// Returns the lines of the deck, its commanders first.
    pub fn lines(&self) -> impl Iterator<Item = &DeckLine> {
        self.commander.iter().chain(&self.main)
    }

    /// Returns the cards of the deck one by one, without the sideboard, its commanders first.
    pub fn cards(&self) -> impl Iterator<Item = &Arc<Card>> {
        self.lines().flat_map(|line| std::iter::repeat_n(&line.card, line.count as usize))
    }
}

fn count(lines: &[DeckLine]) -> u32 {
    lines.iter().map(|line| line.count).sum()
}

/// An error in a deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct DeckError {
    /// The name of the text.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The card with the error, if there is one.
    pub card: Option<String>,
    /// The rule of the format that is broken; `None` if the list cannot be read.
    pub rule: Option<crate::rule::Rule>,
    /// What is wrong, and what to do.
    pub message: String,
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
        self.rule.map_or(Ok(()), |rule| write!(f, " (CR {rule})"))
    }
}

/// All errors in a deck, in the order of its lines; at least one.
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

/// Whether a card could bring a dungeon into the game (CR 309.2).
pub fn ventures(card: &Canonical<Card>) -> bool {
    Mechanisms::of(&**card).has(Mechanisms::VENTURING)
}

/// The dungeon cards that a player with a card that [`ventures`] owns outside the game: one of each
/// that there is (CR 309.2).
pub fn dungeons(among: &Pool) -> Vec<Arc<Card>> {
    let catalogue = among.catalogue();
    let dungeons = catalogue.fronts().filter(|(_, front)| front.types.has(CardType::Dungeon));
    dungeons.filter_map(|(name, _)| among.get(name).cloned()).collect()
}

/// The index of a card, which is added if it is new.
fn place_of(card: &Arc<Card>, places: &mut BTreeMap<String, u32>, cards: &mut Vec<Canonical<Card>>) -> u32 {
    *places.entry(card.name().to_owned()).or_insert_with(|| {
        cards.push(Canonical::from(Arc::clone(card)));
        u32::try_from(cards.len() - 1).unwrap_or(u32::MAX)
    })
}

/// Creates the genesis of a game from decks (CR 103): each player's name and deck in turn order,
/// the starting player, the seed, and the card catalogue.
pub fn genesis(players: &[(String, &Deck)], starting_player: PlayerId, seed: u64, among: &Pool) -> Genesis {
    let mut cards: Vec<Canonical<Card>> = Vec::new();
    let mut places: BTreeMap<String, u32> = BTreeMap::new();
    let mut setups = Vec::with_capacity(players.len());
    for (name, list) in players {
        let (mut deck, mut commanders) = (Vec::new(), Vec::new());
        let (mut supplement, mut sideboard) = (Vec::new(), Vec::new());
        for (lines, section) in [
            (&list.main, &mut deck),
            (&list.commander, &mut commanders),
            (&list.supplement, &mut supplement),
            (&list.sideboard, &mut sideboard),
        ] {
            for line in lines {
                let place = place_of(&line.card, &mut places, &mut cards);
                section.extend(std::iter::repeat_n(place, line.count as usize));
            }
        }
        let own: [&[u32]; 4] = [&deck, &commanders, &supplement, &sideboard];
        let could = own.into_iter().flatten().filter_map(|place| cards.get(*place as usize)).any(ventures);
        for card in if could { dungeons(among) } else { Vec::new() } {
            sideboard.push(place_of(&card, &mut places, &mut cards));
        }
        for card in list.notes.iter().flat_map(|note| std::iter::once(&note.card).chain(&note.removed)) {
            place_of(card, &mut places, &mut cards);
        }
        let note = |it: &DeckNote| NotedFor { card: it.card.name().to_owned(), noted: it.noted.clone() };
        setups.push(PlayerSetup {
            name: name.clone(),
            deck,
            commanders,
            supplement,
            sideboard,
            notes: list.notes.iter().map(note).collect(),
            ..PlayerSetup::default()
        });
    }
    Genesis {
        variant: Variant::of_players(setups.len()),
        seed,
        players: setups,
        starting_player,
        cards,
        catalogue: CatalogueRef::of(among.catalogue()),
        ..Genesis::default()
    }
}
