//! An empty board to set up by hand: players at a point of a turn; edits add the cards.

use retrace_core::card::catalogue::CatalogueRef;
use retrace_core::card::{Card, TurnStep};
use retrace_core::fact::{Canonical, Casual, Genesis, PlayerId, PlayerSetup, SetUp};
use retrace_core::rules::variant::{Seat, seat, starting_life};

use super::seating::{Refusals, Seating};
use super::seats::{SEATS, free_name, wrong_players};
use crate::SessionError;
use crate::cards::pool;
use crate::session::Session;

/// The turn steps with which a board can begin: those that begin with the active player receiving
/// priority.
pub const STEPS: [TurnStep; 6] = [
    TurnStep::Upkeep,
    TurnStep::Draw,
    TurnStep::PrecombatMain,
    TurnStep::BeginningOfCombat,
    TurnStep::PostcombatMain,
    TurnStep::End,
];

/// The card that fills libraries, so that nobody loses by drawing.
const FILLER: &str = "Plains";

/// How many copies of it.
const FILLER_COUNT: usize = 30;

/// The settings of an empty board, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptyBoard {
    /// The players' names and life totals, in turn order.
    pub players: Vec<(String, i32)>,
    /// The index of the active player, from 0.
    pub active: usize,
    /// The number of the turn.
    pub turn: u32,
    /// The turn step.
    pub step: TurnStep,
    /// Whether each library is thirty Plains; otherwise libraries are empty.
    pub libraries: bool,
    /// The variant.
    pub seating: Seating,
}

impl Default for EmptyBoard {
    fn default() -> EmptyBoard {
        let mut board = EmptyBoard {
            players: Vec::new(),
            active: 0,
            turn: 3,
            step: TurnStep::PrecombatMain,
            libraries: true,
            seating: Seating::default(),
        };
        board.set_seats(*SEATS.start());
        board
    }
}

impl EmptyBoard {
    /// Adds players or takes the last ones away.
    pub fn set_seats(&mut self, count: usize) {
        let count = count.clamp(*SEATS.start(), *SEATS.end());
        self.players.truncate(count);
        while self.players.len() < count {
            let name = free_name(self.players.iter().map(|(name, _)| name.as_str()));
            self.players.push((name, PlayerSetup::default().life));
        }
        self.active = self.active.min(count - 1);
        self.with_life(|seating| seating.settle(count));
    }

    /// Chooses a seating. What does not go with it is left out.
    pub fn set_seating(&mut self, seat: &'static Seat) {
        let players = self.players.len();
        self.with_life(|seating| seating.choose(seat, players));
    }

    /// Chooses a casual variant, or none.
    pub fn set_casual(&mut self, casual: Option<Casual>) {
        let players = self.players.len();
        self.with_life(|seating| {
            seating.casual = casual;
            seating.settle(players);
        });
    }

    /// Changes the seating. Life totals that are those of its beginning become those of the new
    /// one's (CR 103.3).
    fn with_life(&mut self, change: impl FnOnce(&mut Seating)) {
        let before = self.starting_life();
        change(&mut self.seating);
        let after = self.starting_life();
        self.players.iter_mut().filter(|(_, life)| *life == before).for_each(|(_, life)| *life = after);
    }

    /// The life total with which a game of the variant begins.
    fn starting_life(&self) -> i32 {
        let mut genesis = self.genesis(Vec::new(), CatalogueRef::default());
        let words = self.seating.words().unwrap_or_default();
        let seated = seat(&mut genesis, words.variant.as_deref(), &words.options, &words.teams);
        seated.map_or(PlayerSetup::default().life, |()| starting_life(&genesis))
    }

    /// What the rules refuse of the seating.
    pub fn refused(&self) -> Refusals {
        self.seating.refused(self.genesis(Vec::new(), CatalogueRef::default()))
    }

    /// The genesis but for the seating. The first of the cards fills the libraries.
    pub(super) fn genesis(&self, cards: Vec<Canonical<Card>>, catalogue: CatalogueRef) -> Genesis {
        let deck = vec![0; if cards.is_empty() { 0 } else { FILLER_COUNT }];
        let player = |(name, life): &(String, i32)| PlayerSetup {
            name: name.trim().to_owned(),
            life: *life,
            deck: deck.clone(),
            ..PlayerSetup::default()
        };
        Genesis {
            seed: 0,
            players: self.players.iter().map(player).collect(),
            starting_player: PlayerId(u8::try_from(self.active).unwrap_or(0)),
            cards,
            set_up: Some(SetUp { turn: self.turn, step: self.step, day_night: None, objects: Vec::new() }),
            catalogue,
            ..Genesis::default()
        }
    }

    /// What is wrong with the settings, if anything.
    pub fn wrong(&self) -> Option<&'static str> {
        if let Some(wrong) = wrong_players(self.players.iter().map(|(name, _)| name.as_str())) {
            Some(wrong)
        } else if self.players.iter().any(|(_, life)| *life <= 0) {
            Some("A player without life would lose at once.")
        } else if self.turn == 0 {
            Some("Turns are counted from 1.")
        } else {
            None
        }
    }

    /// A session on the board, with priority at the active player.
    ///
    /// # Errors
    /// What [`EmptyBoard::wrong`] and [`EmptyBoard::refused`] return.
    pub fn begin(&self) -> Result<Session, SessionError> {
        if let Some(wrong) = self.wrong() {
            return Err(SessionError::File(wrong.to_owned()));
        }
        let pool = pool::bundled()?;
        let filler = pool.get(FILLER).filter(|_| self.libraries);
        let cards: Vec<Canonical<Card>> =
            filler.into_iter().map(|card| Canonical::from(std::sync::Arc::clone(card))).collect();
        let mut genesis = self.genesis(cards, CatalogueRef::of(pool.catalogue()));
        let words = self.seating.words().map_err(SessionError::File)?;
        let seated = seat(&mut genesis, words.variant.as_deref(), &words.options, &words.teams);
        seated.map_err(|error| SessionError::File(error.to_string()))?;
        for (player, (_, life)) in genesis.players.iter_mut().zip(&self.players) {
            player.life = *life;
        }
        let mut session = Session::new(genesis, "main")?;
        session.set_title("A board arranged by hand");
        Ok(session)
    }
}
