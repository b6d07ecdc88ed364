//! A game being set up: what the user typed, what is wrong with it, and the resulting game.

use std::path::Path;

use retrace_core::card::pool::Pool;
use retrace_core::deck::Format;
use retrace_core::fact::PlayerId;

use super::decks::{BUNDLED, DeckText, NewGame, read_deck};
use super::seats::{SEATS, free_name, wrong_names};
use crate::session::cards::pool;
use crate::session::session::Session;
use crate::session::{Policy, SessionError};

/// A seat at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The deck list: a path, or the name of a bundled one.
    pub deck: String,
    /// The player's name.
    pub name: String,
    /// Whether the seat plays at random instead of being played by a person.
    pub random: bool,
}

/// The settings of a game, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The seats in turn order, each to the left of the one before.
    pub seats: Vec<Seat>,
    /// The seed for everything random; must be a number.
    pub seed: String,
    /// The format that the decks must follow.
    pub format: Format,
    /// The player who takes the first turn; if `None`, the seed decides.
    pub starting: Option<usize>,
}

/// The result of checking a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableCheck {
    /// For each deck: its number of cards, or everything that is wrong with it, one line each.
    pub decks: Vec<Result<String, Vec<String>>>,
    /// What is wrong with the players.
    pub names: Option<String>,
    /// What is wrong with the seed.
    pub seed: Option<String>,
}

impl TableCheck {
    /// Whether the game can begin.
    pub fn is_ready(&self) -> bool {
        self.decks.iter().all(Result::is_ok) && self.names.is_none() && self.seed.is_none()
    }
}

/// Derives the seed for the answers of a random seat from the game's seed, so that the two use
/// different numbers.
const POLICY_SALT: u64 = 0x5eed_0f0b_e5ea_7001;

impl Table {
    /// The bundled decks, a person against a random opponent.
    pub fn new(seed: u64) -> Table {
        let mut table = Table { seats: Vec::new(), seed: seed.to_string(), format: Format::Freeform, starting: None };
        table.set_seats(*SEATS.start());
        table
    }

    /// Adds seats or takes the last ones away. New ones have the bundled decks in turn, and all but
    /// the first play at random.
    pub fn set_seats(&mut self, count: usize) {
        let count = count.clamp(*SEATS.start(), *SEATS.end());
        self.seats.truncate(count);
        while self.seats.len() < count {
            let place = self.seats.len();
            let deck = BUNDLED.get(place % BUNDLED.len()).map_or_else(String::new, |(name, _)| (*name).to_owned());
            let name = free_name(self.seats.iter().map(|seat| seat.name.as_str()));
            self.seats.push(Seat { deck, name, random: place > 0 });
        }
        self.starting = self.starting.filter(|place| *place < count);
    }

    /// Reads the decks and checks the rest.
    pub fn check(&self) -> TableCheck {
        let pool = match pool::bundled() {
            Ok(pool) => pool,
            Err(error) => {
                let wrong = vec![Err(vec![error.to_string()]); self.seats.len()];
                return TableCheck { decks: wrong, ..TableCheck::default() };
            }
        };
        let names = wrong_names(self.seats.iter().map(|seat| seat.name.as_str()));
        let seed = self
            .seed
            .trim()
            .parse::<u64>()
            .err()
            .map(|_| format!("`{}` is not a whole number from 0 to {}.", self.seed.trim(), u64::MAX));
        TableCheck {
            decks: self.seats.iter().map(|seat| self.check_deck(seat, &pool)).collect(),
            names: names.map(str::to_owned),
            seed,
        }
    }

    fn check_deck(&self, seat: &Seat, pool: &Pool) -> Result<String, Vec<String>> {
        let text = deck_text(&seat.deck).map_err(|error| vec![error.to_string()])?;
        match read_deck(&text, self.format, pool) {
            Ok(deck) => Ok(match deck.sideboard_len() {
                0 => format!("{} cards", deck.len()),
                side => format!("{} cards, {side} in the sideboard", deck.len()),
            }),
            Err(errors) => Err(errors.0.iter().map(ToString::to_string).collect()),
        }
    }

    /// The game at the first choice that a person is asked.
    ///
    /// # Errors
    /// What [`Table::check`] finds; if the game cannot start.
    pub fn begin(&self) -> Result<Session, SessionError> {
        let wrong = |error: std::num::ParseIntError| {
            SessionError::File(format!("the seed `{}` is not a whole number: {error}", self.seed.trim()))
        };
        let seed: u64 = self.seed.trim().parse().map_err(wrong)?;
        let decks = self.seats.iter().map(|seat| deck_text(&seat.deck)).collect::<Result<_, _>>()?;
        let mut game = NewGame::of(decks, seed);
        game.names = self.seats.iter().map(|seat| seat.name.trim().to_owned()).collect();
        game.format = self.format;
        game.starting = self.starting;
        let mut session = game.begin()?;
        for (id, _) in (0u8..).map(PlayerId).zip(&self.seats).filter(|(_, seat)| seat.random) {
            session.set_policy(id, Some(Policy::Random { seed: seed ^ POLICY_SALT }));
        }
        session.let_policies_answer()?;
        Ok(session)
    }
}

/// The list at a path; if there is no such file, the bundled one with that name.
fn deck_text(path: &str) -> Result<DeckText, SessionError> {
    let path = path.trim();
    if path.is_empty() {
        return Err(SessionError::File("name a deck list".to_owned()));
    }
    let bundled = || DeckText::bundled().into_iter().find(|deck| deck.name == path);
    match bundled().filter(|_| !Path::new(path).is_file()) {
        Some(deck) => Ok(deck),
        None => DeckText::open(Path::new(path)),
    }
}
