//! An empty board to set up by hand: two players at a point of a turn; edits add the cards.

use retrace_core::card::catalogue::CatalogueRef;
use retrace_core::card::{Card, TurnStep};
use retrace_core::fact::{Canonical, Genesis, PlayerId, PlayerSetup, SetUp};

use crate::session::SessionError;
use crate::session::cards::pool;
use crate::session::session::Session;

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
    /// The players' names in turn order.
    pub names: [String; 2],
    /// Their life totals.
    pub life: [i32; 2],
    /// The index of the active player, from 0.
    pub active: usize,
    /// The number of the turn.
    pub turn: u32,
    /// The turn step.
    pub step: TurnStep,
    /// Whether each library is thirty Plains; otherwise libraries are empty.
    pub libraries: bool,
}

impl Default for EmptyBoard {
    fn default() -> EmptyBoard {
        EmptyBoard {
            names: ["Ann".to_owned(), "Ben".to_owned()],
            life: [20, 20],
            active: 0,
            turn: 3,
            step: TurnStep::PrecombatMain,
            libraries: true,
        }
    }
}

impl EmptyBoard {
    /// What is wrong with the settings, if anything.
    pub fn wrong(&self) -> Option<&'static str> {
        let [first, second] = self.names.each_ref().map(|name| name.trim());
        if first.is_empty() || second.is_empty() {
            Some("Each player needs a name.")
        } else if first.eq_ignore_ascii_case(second) {
            Some("The names must differ.")
        } else if self.life.iter().any(|life| *life <= 0) {
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
    /// What [`EmptyBoard::wrong`] returns.
    pub fn begin(&self) -> Result<Session, SessionError> {
        if let Some(wrong) = self.wrong() {
            return Err(SessionError::File(wrong.to_owned()));
        }
        let pool = pool::bundled()?;
        let filler = pool.get(FILLER).filter(|_| self.libraries);
        let cards: Vec<Canonical<Card>> =
            filler.into_iter().map(|card| Canonical::from(std::sync::Arc::clone(card))).collect();
        let deck = vec![0; if cards.is_empty() { 0 } else { FILLER_COUNT }];
        let player = |(name, life): (&String, &i32)| PlayerSetup {
            name: name.trim().to_owned(),
            life: *life,
            deck: deck.clone(),
            ..PlayerSetup::default()
        };
        let genesis = Genesis {
            seed: 0,
            players: self.names.iter().zip(&self.life).map(player).collect(),
            starting_player: PlayerId(u8::try_from(self.active).unwrap_or(0)),
            cards,
            set_up: Some(SetUp { turn: self.turn, step: self.step, day_night: None, objects: Vec::new() }),
            catalogue: CatalogueRef::of(pool.catalogue()),
            ..Genesis::default()
        };
        let mut session = Session::new(genesis, "main")?;
        session.set_title("A board arranged by hand");
        Ok(session)
    }
}
