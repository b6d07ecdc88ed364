//! Drafts (CR 905.1, 903.13): players choose cards from booster packs that go around the table.
//! What a player has drafted is the card pool that the player's deck is built from.
//!
//! A draft is a fold of picks: [`Draft::pick`] is the only way on. Players pick at the same time,
//! so it does not matter in which order those of one turn come. Abilities that function during a
//! draft (CR 905.2) are not known.

use std::collections::BTreeMap;

use crate::rule;
use crate::rule::Rule;

use super::format::{error, is_basic_land};
use super::{Deck, DeckError, DeckErrors, DeckLine};

/// How many draft rounds a draft typically has (CR 905.1a, 903.13b).
pub const ROUNDS: usize = 3;

/// The card that may lead a Commander Draft deck without having been drafted (CR 903.13e).
const PIPER: &str = "The Prismatic Piper";

/// The kinds of drafts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DraftKind {
    /// One card is drafted from each pack at a time (CR 905.1a).
    #[default]
    Conspiracy,
    /// Two cards are (CR 903.13b).
    Commander,
}

impl DraftKind {
    /// Returns how many cards are drafted from a pack at a time.
    pub const fn at_a_time(self) -> usize {
        match self {
            DraftKind::Conspiracy => 1,
            DraftKind::Commander => 2,
        }
    }
}

/// Why something is no part of a draft.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DraftError {
    /// Too few players, or a round without a pack for each.
    #[error("a draft has two or more players, and a booster pack for each of them in each round")]
    Packs,
    /// The player has drafted from the pack already, or has none.
    #[error("seat {0} has no pack to draft from now; wait until the packs are passed")]
    NotNow(usize),
    /// A wrong number of cards, or one that is not in the pack.
    #[error("seat {seat} drafts {wanted} of the {cards} cards of the pack, each at most once")]
    Cards {
        /// The seat.
        seat: usize,
        /// How many cards are drafted.
        wanted: usize,
        /// How many there are.
        cards: usize,
    },
}

/// A draft in progress. Seats are numbered in turn order: the next one is to the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft<T> {
    kind: DraftKind,
    /// The packs of the rounds to come, by seat; the next round is last.
    unopened: Vec<Vec<Vec<T>>>,
    /// The round, from 0.
    round: usize,
    /// The pack before each player.
    packs: Vec<Vec<T>>,
    /// The players who have drafted from that pack.
    done: Vec<bool>,
    /// The cards that each player has drafted.
    drafted: Vec<Vec<T>>,
}

/// What a player may look at during a draft (CR 905.1c, 903.13d).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftView<'a, T> {
    /// The round, from 0.
    pub round: usize,
    /// The pack that the player is drafting from; `None` once the player has.
    pub pack: Option<&'a [T]>,
    /// The cards that the player has drafted.
    pub drafted: &'a [T],
    /// How many cards each player has drafted, by seat. Their piles are face down.
    pub piles: Vec<usize>,
}

impl<T: Clone> Draft<T> {
    /// Begins a draft with the packs of each round, by seat.
    ///
    /// # Errors
    /// [`DraftError::Packs`].
    pub fn begin(kind: DraftKind, rounds: Vec<Vec<Vec<T>>>) -> Result<Draft<T>, DraftError> {
        let seats = rounds.first().map_or(0, Vec::len);
        let fits = |round: &Vec<Vec<T>>| round.len() == seats && round.iter().all(|pack| !pack.is_empty());
        if seats < 2 || !rounds.iter().all(fits) {
            return Err(DraftError::Packs);
        }
        let mut unopened = rounds;
        unopened.reverse();
        let packs = unopened.pop().unwrap_or_default();
        Ok(Draft { kind, unopened, round: 0, packs, done: vec![false; seats], drafted: vec![Vec::new(); seats] })
    }

    /// Returns how many cards a player drafts now: none if they wait for the others, or the draft
    /// is over.
    pub fn wanted(&self, seat: usize) -> usize {
        match (self.done.get(seat), self.packs.get(seat)) {
            (Some(false), Some(pack)) => pack.len().min(self.kind.at_a_time()),
            _ => 0,
        }
    }

    /// Returns whether all cards of all rounds have been drafted.
    pub fn is_over(&self) -> bool {
        self.unopened.is_empty() && self.packs.iter().all(Vec::is_empty)
    }

    /// A player drafts cards from the pack before them, by their places. Once every player has, the
    /// packs are passed; once they are empty, the next round begins.
    ///
    /// # Errors
    /// [`DraftError::NotNow`], [`DraftError::Cards`], without any change.
    pub fn pick(&mut self, seat: usize, places: &[usize]) -> Result<(), DraftError> {
        let wanted = self.wanted(seat);
        if wanted == 0 {
            return Err(DraftError::NotNow(seat));
        }
        let cards = self.packs[seat].len();
        let mut from_the_end = places.to_vec();
        from_the_end.sort_unstable_by(|one, other| other.cmp(one));
        let differ = from_the_end.windows(2).all(|pair| pair[0] != pair[1]);
        if places.len() != wanted || !differ || from_the_end.iter().any(|place| *place >= cards) {
            return Err(DraftError::Cards { seat, wanted, cards });
        }
        self.drafted[seat].extend(places.iter().map(|place| self.packs[seat][*place].clone()));
        for place in from_the_end {
            self.packs[seat].remove(place);
        }
        self.done[seat] = true;
        if (0..self.packs.len()).all(|other| self.wanted(other) == 0) {
            self.pass();
        }
        Ok(())
    }

    /// Passes the packs to the left, in the second round to the right (CR 905.1b, 903.13c), or
    /// opens those of the next round.
    fn pass(&mut self) {
        self.done.fill(false);
        if !self.packs.iter().all(Vec::is_empty) {
            return match self.round % 2 {
                0 => self.packs.rotate_right(1),
                _ => self.packs.rotate_left(1),
            };
        }
        if let Some(next) = self.unopened.pop() {
            self.round += 1;
            self.packs = next;
        }
    }

    /// Returns what a player may look at; `None` for a seat that there is not.
    pub fn seen_by(&self, seat: usize) -> Option<DraftView<'_, T>> {
        let pack = self.packs.get(seat).filter(|_| self.wanted(seat) > 0).map(Vec::as_slice);
        let piles = self.drafted.iter().map(Vec::len).collect();
        Some(DraftView { round: self.round, pack, drafted: self.drafted.get(seat)?, piles })
    }

    /// Returns the card pool of each player (CR 905.1d, 903.13e).
    pub fn pools(&self) -> &[Vec<T>] {
        &self.drafted
    }
}

/// Checks that decks with their sideboards are built from a card pool and basic lands (CR 100.2b,
/// 905.1d): the deck of a player, or the decks of a team, which has one pool (CR 100.4c). `pool` is
/// read as a deck list.
///
/// # Errors
/// Each card of which the pool has fewer.
pub fn check_pool(decks: &[&Deck], pool: &Deck) -> Result<(), DeckErrors> {
    let mut left = counts(pool);
    let mut errors = Vec::new();
    for deck in decks {
        for line in built(deck).chain(&deck.sideboard).filter(|line| !is_basic_land(&line.card)) {
            let name = line.card.name();
            let there = left.entry(name).or_default();
            if *there < line.count {
                let more = line.count - *there;
                let whose = if decks.len() > 1 { "decks of the team" } else { "deck" };
                let message = format!("the card pool has {more} fewer of {name} than the {whose}; remove {more}");
                errors.push(beyond(deck, line, message));
            }
            *there = there.saturating_sub(line.count);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(DeckErrors(errors)) }
}

/// Returns the sideboard that a card pool leaves: all its cards that are not in the deck of its
/// player, or in any deck of its team (CR 100.4b, 100.4c). Names are in alphabetical order.
pub fn sideboard_of_pool<'a>(decks: &[&Deck], pool: &'a Deck) -> Vec<(&'a str, u32)> {
    let mut left = counts(pool);
    for line in decks.iter().flat_map(|deck| built(deck)) {
        if let Some(there) = left.get_mut(line.card.name()) {
            *there = there.saturating_sub(line.count);
        }
    }
    left.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// The number of each card of a pool.
fn counts(pool: &Deck) -> BTreeMap<&str, u32> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for line in pool.lines().chain(&pool.sideboard) {
        *counts.entry(line.card.name()).or_default() += line.count;
    }
    counts
}

/// The lines of a deck that come from the card pool. Up to two cards may lead it that do not
/// (CR 903.13e).
fn built(deck: &Deck) -> impl Iterator<Item = &DeckLine> {
    deck.commander.iter().filter(|line| line.card.name() != PIPER).chain(&deck.main)
}

fn beyond(deck: &Deck, line: &DeckLine, message: String) -> DeckError {
    let rule: Rule = rule!("905.1d");
    error(deck, Some(line), rule, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::pool::Pool;

    /// Packs of so many cards, named by round, seat and place.
    fn packs(seats: usize, size: usize) -> Vec<Vec<Vec<String>>> {
        let pack = |round: usize, seat: usize| (0..size).map(|card| format!("{round}-{seat}-{card}")).collect();
        (0..ROUNDS).map(|round| (0..seats).map(|seat| pack(round, seat)).collect()).collect()
    }

    /// Everybody drafts the first cards of the pack.
    fn turn(draft: &mut Draft<String>) {
        for seat in 0..draft.drafted.len() {
            let places: Vec<usize> = (0..draft.wanted(seat)).collect();
            if !places.is_empty() {
                draft.pick(seat, &places).unwrap();
            }
        }
    }

    /// CR 905.1a, 905.1b: packs go to the left, in the second round to the right, until all cards
    /// are drafted.
    #[test]
    fn packs_go_around_the_table() {
        let mut draft = Draft::begin(DraftKind::Conspiracy, packs(4, 3)).unwrap();
        for _ in 0..9 {
            assert!(!draft.is_over());
            turn(&mut draft);
        }
        assert!(draft.is_over());
        let first: [&str; 9] = ["0-0-0", "0-3-1", "0-2-2", "1-0-0", "1-1-1", "1-2-2", "2-0-0", "2-3-1", "2-2-2"];
        assert_eq!(draft.pools()[0], first);
        assert!(draft.pools().iter().all(|pool| pool.len() == 9));
        assert_eq!(draft.pick(0, &[0]), Err(DraftError::NotNow(0)));
    }

    /// CR 903.13b, 903.13c: two cards at a time; the last pick of an odd pack is one.
    #[test]
    fn two_cards_are_drafted_for_commanders() {
        let mut draft = Draft::begin(DraftKind::Commander, packs(3, 5)).unwrap();
        assert_eq!(draft.pick(0, &[4]), Err(DraftError::Cards { seat: 0, wanted: 2, cards: 5 }));
        assert_eq!(draft.pick(0, &[4, 4]), Err(DraftError::Cards { seat: 0, wanted: 2, cards: 5 }));
        assert_eq!(draft.pick(0, &[1, 5]), Err(DraftError::Cards { seat: 0, wanted: 2, cards: 5 }));
        for _ in 0..3 {
            turn(&mut draft);
        }
        assert_eq!(draft.pools()[0], ["0-0-0", "0-0-1", "0-2-2", "0-2-3", "0-1-4"]);
        assert_eq!(draft.seen_by(0).map(|view| view.round), Some(1));
    }

    /// CR 905.1c, 903.13d: only the pack at hand and the own cards; nothing once the pack waits to
    /// be passed.
    #[test]
    fn players_look_at_their_own_cards_only() {
        let mut draft = Draft::begin(DraftKind::Conspiracy, packs(3, 3)).unwrap();
        draft.pick(1, &[2]).unwrap();
        let view = draft.seen_by(1).unwrap();
        assert_eq!((view.pack, view.drafted), (None, &["0-1-2".to_owned()][..]));
        assert_eq!(view.piles, [0, 1, 0]);
        let other = draft.seen_by(0).unwrap();
        assert_eq!((other.pack.map(<[String]>::len), other.drafted.len()), (Some(3), 0));
        assert_eq!(draft.pick(1, &[0]), Err(DraftError::NotNow(1)));
        draft.pick(0, &[0]).unwrap();
        draft.pick(2, &[0]).unwrap();
        assert_eq!(draft.seen_by(2).and_then(|view| Some(view.pack?[0].clone())), Some("0-1-0".to_owned()));
        assert_eq!(draft.seen_by(3), None);
    }

    #[test]
    fn each_round_has_a_pack_for_each_player() {
        let mut rounds = packs(3, 3);
        rounds[1].pop();
        assert_eq!(Draft::begin(DraftKind::Conspiracy, rounds), Err(DraftError::Packs));
        assert_eq!(Draft::begin(DraftKind::Conspiracy, packs(1, 3)), Err(DraftError::Packs));
        assert_eq!(Draft::<String>::begin(DraftKind::Conspiracy, Vec::new()), Err(DraftError::Packs));
    }

    /// CR 905.1d, 903.13e: a deck is built from the card pool and basic lands.
    #[test]
    fn decks_are_built_from_the_pool() {
        let read = |text: &str| Deck::read("list", text, &Pool::bundled().unwrap()).unwrap();
        let pool = read("3 Grizzly Bears\n1 Brago's Favor\n".replace("1 Brago", "SB: 1 Brago").as_str());
        assert_eq!(
            check_pool(&[&read("37 Forest\n2 Grizzly Bears\nSB: 1 Brago's Favor\nSB: 1 Grizzly Bears")], &pool),
            Ok(())
        );
        let wrong = check_pool(&[&read("3 Grizzly Bears\n1 Giant Spider\nSB: 1 Grizzly Bears")], &pool).unwrap_err();
        let told: Vec<String> = wrong.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "list:2:3: the card pool has 1 fewer of Giant Spider than the deck; remove 1 (CR 905.1d)",
                "list:3:7: the card pool has 1 fewer of Grizzly Bears than the deck; remove 1 (CR 905.1d)",
            ]
        );
    }

    /// CR 100.4b, 100.4c: what is in no deck of the pool's player or team is in the sideboard.
    #[test]
    fn the_rest_of_a_pool_is_the_sideboard() {
        let read = |text: &str| Deck::read("list", text, &Pool::bundled().unwrap()).unwrap();
        let pool = read("3 Grizzly Bears\n2 Giant Spider\n1 Forest");
        let (one, other) = (read("38 Forest\n2 Grizzly Bears"), read("39 Forest\n1 Giant Spider"));
        assert_eq!(sideboard_of_pool(&[&one], &pool), [("Giant Spider", 2), ("Grizzly Bears", 1)]);
        assert_eq!(sideboard_of_pool(&[&one, &other], &pool), [("Giant Spider", 1), ("Grizzly Bears", 1)]);
        assert_eq!(check_pool(&[&one, &other], &pool), Ok(()));
        let third = read("38 Forest\n2 Grizzly Bears");
        let wrong = check_pool(&[&one, &third], &pool).unwrap_err().to_string();
        assert!(wrong.contains("1 fewer of Grizzly Bears than the decks of the team; remove 1"), "{wrong}");
    }
}
