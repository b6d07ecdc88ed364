//! A game being set up: what the user typed, what is wrong with it, and the resulting game.

use std::path::Path;

use retrace_core::card::CardType;
use retrace_core::card::pool::Pool;
use retrace_core::deck::{Deck, DeckLine, Format};
use retrace_core::fact::{Casual, Genesis, PlayerId, PlayerSetup};
use retrace_core::rules::variant::{Seat as SeatingRow, SeatingError, may_start};
use retrace_core::rules::{GenesisError, start};

use super::decks::{Beside, DeckText, NewGame, bundled_beside, bundled_for, is_beside, read_deck, starting_by};
use super::seating::{Refusals, Seating};
use super::seats::{SEATS, free_name, wrong_players};
use crate::cards::pool;
use crate::held::policy::AT_ONCE;
use crate::session::Session;
use crate::{Policy, SessionError};

/// A seat at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The deck list: a path, or the name of a bundled one.
    pub deck: String,
    /// The list with the planar or scheme deck, likewise. If empty, that of the deck list, or the
    /// bundled one if that has none.
    pub beside: String,
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
    /// The variant.
    pub seating: Seating,
}

/// The result of checking a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableCheck {
    /// For each deck: its number of cards, or everything that is wrong with it, one line each.
    pub decks: Vec<Result<String, Vec<String>>>,
    /// The same for each planar or scheme deck; `None` for players who have none.
    pub beside: Vec<Option<Result<String, Vec<String>>>>,
    /// What is wrong with the players.
    pub names: Option<String>,
    /// What is wrong with the seed.
    pub seed: Option<String>,
    /// What the rules refuse of the variant and the teams.
    pub refused: Refusals,
}

impl TableCheck {
    /// Whether the game can begin.
    pub fn is_ready(&self) -> bool {
        let is_seated = self.names.is_none() && self.refused.is_empty();
        let has_decks = self.decks.iter().chain(self.beside.iter().flatten()).all(Result::is_ok);
        has_decks && self.seed.is_none() && is_seated
    }
}

/// Derives the seed for the answers of a random seat from the game's seed, so that the two use
/// different numbers.
const POLICY_SALT: u64 = 0x5eed_0f0b_e5ea_7001;

impl Table {
    /// The bundled decks, a person against a random opponent.
    pub fn new(seed: u64) -> Table {
        let (seats, seating) = (Vec::new(), Seating::default());
        let mut table = Table { seats, seed: seed.to_string(), format: Format::Freeform, starting: None, seating };
        table.set_seats(*SEATS.start());
        table
    }

    /// Adds seats or takes the last ones away. New ones have the bundled decks in turn, and all but
    /// the first play at random.
    pub fn set_seats(&mut self, count: usize) {
        let count = count.clamp(*SEATS.start(), *SEATS.end());
        let casual = self.seating.casual;
        self.seats.truncate(count);
        while self.seats.len() < count {
            let place = self.seats.len();
            let name = free_name(self.seats.iter().map(|seat| seat.name.as_str()));
            self.seats.push(Seat { deck: bundled_name(casual, place), beside: String::new(), name, random: place > 0 });
        }
        self.starting = self.starting.filter(|place| *place < count);
        self.settle(casual);
    }

    /// Chooses a seating. What does not go with it is left out.
    pub fn set_seating(&mut self, seat: &'static SeatingRow) {
        let casual = self.seating.casual;
        self.seating.choose(seat, self.seats.len());
        self.settle(casual);
    }

    /// Chooses a casual variant, or none. Bundled decks are replaced by those for it, and the
    /// format becomes that of its decks.
    pub fn set_casual(&mut self, casual: Option<Casual>) {
        let before = std::mem::replace(&mut self.seating.casual, casual);
        self.settle(before);
    }

    /// Leaves out what no longer fits after the players or the variant have changed. `before` is
    /// the casual variant that it was.
    fn settle(&mut self, before: Option<Casual>) {
        let players = self.seats.len();
        self.seating.settle(players);
        let (casual, starters) = (self.seating.casual, self.starters());
        self.starting = self.starting.filter(|place| starters.contains(place));
        if casual == before {
            return;
        }
        for (place, seat) in self.seats.iter_mut().enumerate() {
            seat.beside.clear();
            if bundled_for(before).iter().any(|(name, _)| *name == seat.deck) {
                seat.deck = bundled_name(casual, place);
            }
        }
        if self.format == format_of(before) {
            self.format = format_of(casual);
        }
    }

    /// The places of the players who may take the first turn (CR 103.1).
    pub fn starters(&self) -> Vec<usize> {
        may_start(&self.seated()).into_iter().map(|id| usize::from(id.0)).collect()
    }

    /// A genesis with the players and the seating, without cards.
    fn seated(&self) -> Genesis {
        let player = |seat: &Seat| PlayerSetup { name: seat.name.clone(), ..PlayerSetup::default() };
        let mut genesis = Genesis { players: self.seats.iter().map(player).collect(), ..Genesis::default() };
        self.seating.seat(self.seats.len()).name.clone_into(&mut genesis.variant.name);
        genesis.teams = self.seating.teams(self.seats.len());
        genesis.variant.options.extend(self.seating.casual.map(|casual| (casual.word().to_owned(), "yes".to_owned())));
        genesis
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
        let names = wrong_players(self.seats.iter().map(|seat| seat.name.as_str()));
        let seed = self.seed().err();
        let mut check = TableCheck {
            decks: self.seats.iter().map(|seat| self.check_deck(seat, &pool)).collect(),
            beside: (0..self.seats.len()).map(|place| self.check_beside(place, &pool)).collect(),
            names: names.map(str::to_owned),
            seed,
            refused: self.refused(),
        };
        if check.is_ready() && self.seating.casual.is_some() {
            self.check_variant(&pool, &mut check);
        }
        check
    }

    /// What the rules refuse of the seating, whatever the decks are.
    fn refused(&self) -> Refusals {
        let mut genesis = self.seated();
        genesis.starting_player = match self.starting {
            Some(place) => PlayerId(u8::try_from(place).unwrap_or(u8::MAX)),
            None => starting_by(0, &genesis),
        };
        self.seating.refused(genesis)
    }

    /// Checks that the decks are those of the variant: what is wrong with one stands there.
    fn check_variant(&self, pool: &Pool, check: &mut TableCheck) {
        let Ok(game) = self.game(pool) else { return };
        let refused = |game: &NewGame| game.genesis_with(pool).ok().and_then(|genesis| start(&genesis).err());
        match refused(&game) {
            None => return,
            Some(GenesisError::Seating(SeatingError::Commanders(_) | SeatingError::Supplements(_))) => {}
            Some(GenesisError::Seating(SeatingError::Teams(why))) => {
                check.refused.teams = Some(why);
                return;
            }
            Some(error) => {
                check.refused.seating = Some(error.to_string());
                return;
            }
        }
        // The same game with the bundled decks for everybody else tells whether it is this one.
        for (place, found) in check.decks.iter_mut().enumerate() {
            let mut alike = NewGame { format: Format::Freeform, ..game.clone() };
            for other in (0..self.seats.len()).filter(|other| *other != place) {
                if let (Some(deck), Some(usual)) =
                    (alike.decks.get_mut(other), DeckText::bundled_as(&bundled_name(self.seating.casual, other)))
                {
                    *deck = usual;
                }
                alike.beside.remove(&other);
                alike.beside.extend(self.beside_of(other).and_then(usual_beside).map(|usual| (other, usual)));
            }
            let Some(error) = refused(&alike) else { continue };
            let beside = check.beside.get_mut(place).filter(|it| it.is_some());
            let wrong = Err(vec![error.to_string()]);
            match (&error, beside) {
                (GenesisError::Seating(SeatingError::Supplements(_)), Some(beside)) => *beside = Some(wrong),
                _ => *found = wrong,
            }
        }
    }

    /// The casual variant for which the player of a place has a planar or scheme deck (CR 901.3,
    /// 904.3).
    pub fn beside_of(&self, place: usize) -> Option<Casual> {
        let casual = self.seating.casual.filter(|casual| bundled_beside(*casual).is_some())?;
        let player = PlayerId(u8::try_from(place).unwrap_or(u8::MAX));
        let Genesis { variant, teams, .. } = self.seated();
        (casual != Casual::Archenemy || variant.is_archenemy(player, &teams)).then_some(casual)
    }

    /// The planar or scheme deck of a place, unless it is that of the deck list.
    fn beside(&self, place: usize, pool: &Pool) -> Result<Option<Beside>, SessionError> {
        let (Some(casual), Some(seat)) = (self.beside_of(place), self.seats.get(place)) else { return Ok(None) };
        if !seat.beside.trim().is_empty() {
            return Ok(Some(Beside { casual, list: deck_text(&seat.beside)? }));
        }
        Ok(usual_beside(casual).filter(|_| own_beside(seat, casual, pool).is_empty()))
    }

    fn check_beside(&self, place: usize, pool: &Pool) -> Option<Result<String, Vec<String>>> {
        let (casual, seat) = (self.beside_of(place)?, self.seats.get(place)?);
        let own = own_beside(seat, casual, pool);
        let beside = match self.beside(place, pool) {
            Ok(Some(beside)) => beside,
            Ok(None) => return Some(Ok(format!("{}, of the deck list", counted(&own)))),
            Err(error) => return Some(Err(vec![error.to_string()])),
        };
        let instead = if own.is_empty() { "" } else { "; those of the deck list are not used" };
        Some(match beside.read(pool) {
            Ok(lines) => Ok(format!("{}, of {}{instead}", counted(&lines), beside.list.name)),
            Err(errors) => Err(errors.0.iter().map(ToString::to_string).collect()),
        })
    }

    fn seed(&self) -> Result<u64, String> {
        let wrong = |_| format!("`{}` is not a whole number from 0 to {}.", self.seed.trim(), u64::MAX);
        self.seed.trim().parse().map_err(wrong)
    }

    /// The game to begin.
    fn game(&self, pool: &Pool) -> Result<NewGame, SessionError> {
        let decks = self.seats.iter().map(|seat| deck_text(&seat.deck)).collect::<Result<_, _>>()?;
        let mut game = NewGame::of(decks, self.seed().map_err(SessionError::File)?);
        for place in 0..self.seats.len() {
            game.beside.extend(self.beside(place, pool)?.map(|beside| (place, beside)));
        }
        game.names = self.seats.iter().map(|seat| seat.name.trim().to_owned()).collect();
        game.format = self.format;
        game.starting = self.starting;
        game.seating = self.seating.words().map_err(SessionError::File)?;
        Ok(game)
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

    /// The game at the first choice that a person is asked, or after some answers of the others.
    ///
    /// # Errors
    /// What [`Table::check`] finds; if the game cannot start.
    pub fn begin(&self) -> Result<Session, SessionError> {
        let game = self.game(&pool::bundled()?)?;
        let seed = game.seed;
        let mut session = game.begin()?;
        for (id, _) in (0u8..).map(PlayerId).zip(&self.seats).filter(|(_, seat)| seat.random) {
            session.set_policy(id, Some(Policy::Random { seed: seed ^ POLICY_SALT }));
        }
        // With random players alone the rest of the game is a job.
        session.set_patience(AT_ONCE);
        session.let_policies_answer()?;
        Ok(session)
    }
}

/// The bundled deck of a place.
fn bundled_name(casual: Option<Casual>, place: usize) -> String {
    let bundled = bundled_for(casual);
    bundled.get(place % bundled.len()).map_or_else(String::new, |(name, _)| (*name).to_owned())
}

/// The bundled planar or scheme deck of a casual variant.
fn usual_beside(casual: Casual) -> Option<Beside> {
    let (name, text) = bundled_beside(casual)?;
    Some(Beside { casual, list: DeckText { name: name.to_owned(), text: text.to_owned() } })
}

/// The planar or scheme deck in the deck list of a seat.
fn own_beside(seat: &Seat, casual: Casual, pool: &Pool) -> Vec<DeckLine> {
    let read = deck_text(&seat.deck).ok().and_then(|text| Deck::read(&text.name, &text.text, pool).ok());
    let lines = read.map(|deck| deck.supplement).unwrap_or_default();
    lines.into_iter().filter(|line| is_beside(casual, line)).collect()
}

/// How many cards of each kind there are: "9 planes and 2 phenomena".
fn counted(lines: &[DeckLine]) -> String {
    let kinds = [
        (CardType::Plane, "plane", "planes"),
        (CardType::Phenomenon, "phenomenon", "phenomena"),
        (CardType::Scheme, "scheme", "schemes"),
    ];
    let count = |kind: CardType| {
        let of_kind = lines.iter().filter(|line| line.card.front().types.has(kind));
        of_kind.map(|line| line.count).sum::<u32>()
    };
    let all = kinds.into_iter().map(|(kind, one, many)| (count(kind), one, many)).filter(|(count, ..)| *count > 0);
    let words: Vec<String> =
        all.map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many })).collect();
    if words.is_empty() { "no such cards".to_owned() } else { words.join(" and ") }
}

/// The format that the decks of a casual variant follow at first.
fn format_of(casual: Option<Casual>) -> Format {
    match casual {
        Some(Casual::Commander) => Format::Commander,
        Some(Casual::Brawl) => Format::Brawl,
        _ => Format::Freeform,
    }
}

/// The list at a path; if there is no such file, the bundled one with that name.
fn deck_text(path: &str) -> Result<DeckText, SessionError> {
    let path = path.trim();
    if path.is_empty() {
        return Err(SessionError::File("name a deck list".to_owned()));
    }
    let bundled = || DeckText::bundled_as(path);
    match bundled().filter(|_| !Path::new(path).is_file()) {
        Some(deck) => Ok(deck),
        None => DeckText::open(Path::new(path)),
    }
}
