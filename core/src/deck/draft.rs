//! Drafts (CR 905.1, 903.13): players choose cards from booster packs that go around the table.
//! What a player has drafted is the card pool that the player's deck is built from.
//!
//! A draft is a fold of actions: [`Draft::act`] is the only way on, and the actions so far are its
//! record ([`Draft::actions`]). Players act at the same time, so it does not matter in which order
//! those of one turn come, except where one takes from the other what both want: such actions are
//! taken in a random order ([`Draft::at_once`], CR 905.2a).
//!
//! [`abilities`] has what cards do during a draft (CR 905.2).

mod abilities;
mod pool;

#[cfg(test)]
mod ability_tests;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use crate::card::{Card, Color};
use crate::chance;
use crate::fact::NotedFor;

pub use abilities::{DraftPrompt, DraftQuestion};
pub use pool::{check_pool, sideboard_of_pool};

use abilities::{PendingQuestion, WaitingAbility};

/// How many draft rounds a draft typically has (CR 905.1a, 903.13b).
pub const ROUNDS: usize = 3;

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
    pub(crate) const fn at_a_time(self) -> usize {
        match self {
            DraftKind::Conspiracy => 1,
            DraftKind::Commander => 2,
        }
    }
}

/// A card that can be drafted.
pub trait Draftable: Clone {
    /// Returns the card, if its abilities are known.
    fn card(&self) -> Option<&Card>;
}

impl Draftable for Arc<Card> {
    fn card(&self) -> Option<&Card> {
        Some(self)
    }
}

/// Something that a player does during a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DraftAction {
    /// Drafts cards from the pack before the player, by their places.
    Pick {
        /// The player.
        seat: usize,
        /// The places of the cards in the pack.
        places: Vec<usize>,
    },
    /// Drafts as many cards at random as the player drafts now.
    PickAtRandom {
        /// The player.
        seat: usize,
    },
    /// Uses the ability of a face-up card: in place of drafting a card, or at any time.
    Use {
        /// The player.
        seat: usize,
        /// The place of the card among those that the player has drafted.
        card: usize,
        /// What the player looks at, if the ability says so.
        at: Option<DraftLook>,
    },
    /// Answers the first question that the player is asked ([`Draft::questions`]).
    Answer {
        /// The player.
        seat: usize,
        /// The answer.
        answer: DraftAnswer,
    },
}

impl DraftAction {
    /// Returns the player who does it.
    pub const fn seat(&self) -> usize {
        match self {
            DraftAction::Pick { seat, .. }
            | DraftAction::PickAtRandom { seat }
            | DraftAction::Use { seat, .. }
            | DraftAction::Answer { seat, .. } => *seat,
        }
    }
}

/// What a player looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DraftLook {
    /// A pack that has not been opened.
    Unopened {
        /// Its round, from 0.
        round: usize,
        /// The player who will open it.
        seat: usize,
    },
    /// The pack before a player who is not looking at it.
    Pack(usize),
    /// The next card that a player drafts.
    NextOf(usize),
}

/// An answer to a question during a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DraftAnswer {
    /// Whether the player does what they may do.
    Do(bool),
    /// A color.
    Color(Color),
    /// A card name.
    Name(String),
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
    /// The player must draft at random, or must not.
    #[error("seat {0} drafts at random only as long as a face-up card says so (CR 905.2c)")]
    AtRandom(usize),
    /// There is no such ability that the player could use.
    #[error("card {card} of seat {seat} has no ability that could be used now (CR 905.2c)")]
    NoAbility {
        /// The seat.
        seat: usize,
        /// The place of the card.
        card: usize,
    },
    /// The player cannot look at that.
    #[error("seat {0} looks at an unopened pack, or at one that nobody else is looking at")]
    NothingToLookAt(usize),
    /// The player is asked nothing.
    #[error("seat {0} is asked nothing now")]
    NotAsked(usize),
    /// The answer does not fit the question.
    #[error("that does not answer what seat {0} is asked")]
    NoAnswer(usize),
}

/// A booster pack on its way around the table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BoosterPack<T> {
    number: usize,
    /// The player who passed it; nobody if it was opened.
    from: Option<usize>,
    cards: Vec<T>,
}

/// Where a drafted card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lies {
    FaceDown,
    /// It is face up, and this many cards were drafted at random since (CR 905.2c).
    FaceUp(u32),
    /// It was removed from the draft.
    Removed,
}

/// A card that a player drafted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drafted<T> {
    card: T,
    lies: Lies,
    /// How many cards its player had drafted in the round with it.
    number: u32,
}

/// A player of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seat<T> {
    /// The cards that the player has drafted, in order.
    drafted: Vec<Drafted<T>>,
    /// How many of them in this round.
    this_round: u32,
    /// Whether the player has drafted from the pack at hand.
    done: bool,
    /// How many more cards the player drafts from it.
    more: usize,
    /// How many of the next packs the player passes on.
    skips: usize,
    /// Whether the player drafts all of the pack.
    whole: bool,
    /// Whether the player drafts no more cards in this round.
    out: bool,
    notes: Vec<NotedFor>,
    /// The cards that the player looked at.
    looked: Vec<T>,
}

impl<T> Default for Seat<T> {
    fn default() -> Seat<T> {
        Seat {
            drafted: Vec::new(),
            this_round: 0,
            done: false,
            more: 0,
            skips: 0,
            whole: false,
            out: false,
            notes: Vec::new(),
            looked: Vec::new(),
        }
    }
}

/// A draft in progress. Seats are numbered in turn order: the next one is to the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft<T> {
    kind: DraftKind,
    seed: u64,
    /// The packs of the rounds to come, by seat; the next round is last.
    unopened: Vec<Vec<Vec<T>>>,
    /// The round, from 0.
    round: usize,
    /// The pack before each player.
    packs: Vec<BoosterPack<T>>,
    seats: Vec<Seat<T>>,
    actions: Vec<DraftAction>,
    pending: Vec<PendingQuestion>,
    watches: Vec<WaitingAbility>,
    /// The cards that the last action revealed: players and places.
    shown: Vec<(usize, usize)>,
}

/// What a player may look at during a draft (CR 905.1c, 903.13d).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftView<'a, T> {
    /// The round, from 0.
    pub round: usize,
    /// The pack that the player is drafting from; `None` once the player has, and for a player who
    /// drafts at random.
    pub pack: Option<&'a [T]>,
    /// The cards that the player has drafted.
    pub drafted: Vec<&'a T>,
    /// How many cards each player has drafted, by seat. Their piles are face down.
    pub piles: Vec<usize>,
    /// The face-up cards of all players, by seat (CR 905.2c).
    pub face_up: Vec<(usize, &'a T)>,
    /// The cards that are revealed now (CR 905.2b).
    pub revealed: Vec<(usize, &'a T)>,
    /// The cards that were removed from the draft face up.
    pub removed: Vec<(usize, &'a T)>,
    /// What each player has noted, by seat (CR 905.2b).
    pub notes: Vec<&'a [NotedFor]>,
    /// The other cards that the player has looked at, as abilities allowed.
    pub looked: &'a [T],
}

impl<T: Draftable> Draft<T> {
    /// Begins a draft with the packs of each round, by seat, and a seed for what is random.
    ///
    /// # Errors
    /// [`DraftError::Packs`].
    pub fn begin(kind: DraftKind, rounds: Vec<Vec<Vec<T>>>, seed: u64) -> Result<Draft<T>, DraftError> {
        let seats = rounds.first().map_or(0, Vec::len);
        let fits = |round: &Vec<Vec<T>>| round.len() == seats && round.iter().all(|pack| !pack.is_empty());
        if seats < 2 || !rounds.iter().all(fits) {
            return Err(DraftError::Packs);
        }
        let mut unopened = rounds;
        unopened.reverse();
        let mut draft = Draft {
            kind,
            seed,
            unopened,
            round: 0,
            packs: Vec::new(),
            seats: vec![Seat::default(); seats],
            actions: Vec::new(),
            pending: Vec::new(),
            watches: Vec::new(),
            shown: Vec::new(),
        };
        draft.open();
        Ok(draft)
    }

    /// Drafts again what a record tells.
    ///
    /// # Errors
    /// [`DraftError`] for the first action that is no part of this draft.
    pub fn replay(
        kind: DraftKind,
        rounds: Vec<Vec<Vec<T>>>,
        seed: u64,
        actions: &[DraftAction],
    ) -> Result<Draft<T>, DraftError> {
        let mut draft = Draft::begin(kind, rounds, seed)?;
        actions.iter().try_for_each(|action| draft.act(action))?;
        Ok(draft)
    }

    /// Returns all actions so far.
    pub fn actions(&self) -> &[DraftAction] {
        &self.actions
    }

    /// Opens the packs of the next round, if there is one.
    fn open(&mut self) {
        let Some(next) = self.unopened.pop() else { return };
        let first = self.packs.iter().map(|pack| pack.number + 1).max().unwrap_or(0);
        self.packs = (first..).zip(next).map(|(number, cards)| BoosterPack { number, from: None, cards }).collect();
        self.seats.iter_mut().for_each(|seat| (seat.this_round, seat.out) = (0, false));
    }

    /// Returns how many cards a player drafts now: none if they wait for the others, are asked
    /// something, or the draft is over.
    pub fn wanted(&self, seat: usize) -> usize {
        let (Some(it), Some(pack)) = (self.seats.get(seat), self.packs.get(seat)) else { return 0 };
        let left = pack.cards.len();
        match it {
            _ if self.pending.iter().any(|pending| pending.question.seat == seat) => 0,
            it if it.more > 0 || it.whole => left.min(1),
            it if it.done || it.out => 0,
            _ => left.min(self.kind.at_a_time()),
        }
    }

    /// Returns whether all cards of all rounds have been drafted, and nobody is asked anything.
    pub fn is_over(&self) -> bool {
        let drafted = self.unopened.is_empty() && self.packs.iter().all(|pack| pack.cards.is_empty());
        drafted && self.pending.is_empty()
    }

    /// A player drafts cards from the pack before them, by their places: [`DraftAction::Pick`].
    ///
    /// # Errors
    /// [`DraftError`], without any change.
    pub fn pick(&mut self, seat: usize, places: &[usize]) -> Result<(), DraftError> {
        self.act(&DraftAction::Pick { seat, places: places.to_vec() })
    }

    /// A player does something. Once every player has drafted and every question is answered, the
    /// packs are passed; once they are empty, the next round begins.
    ///
    /// # Errors
    /// [`DraftError`], without any change.
    pub fn act(&mut self, action: &DraftAction) -> Result<(), DraftError> {
        match action {
            DraftAction::Pick { seat, .. } if self.is_random(*seat) => return Err(DraftError::AtRandom(*seat)),
            DraftAction::Pick { seat, places } => {
                self.check(*seat, places)?;
                self.draft_cards(*seat, places);
            }
            DraftAction::PickAtRandom { seat } => {
                if !self.is_random(*seat) {
                    return Err(DraftError::AtRandom(*seat));
                }
                let places = self.random_places(*seat);
                self.check(*seat, &places)?;
                self.draft_cards(*seat, &places);
            }
            DraftAction::Use { seat, card, at } => self.use_ability(*seat, *card, *at)?,
            DraftAction::Answer { seat, answer } => self.answer(*seat, answer)?,
        }
        self.actions.push(action.clone());
        while !self.is_over() && self.pending.is_empty() && (0..self.seats.len()).all(|seat| self.wanted(seat) == 0) {
            self.pass();
        }
        Ok(())
    }

    /// Takes actions that players want to take at the same time, in a random order (CR 905.2a).
    /// Returns those that are no longer possible once their turn comes, with the reason.
    pub fn at_once(&mut self, mut actions: Vec<DraftAction>) -> Vec<(DraftAction, DraftError)> {
        let mut chance = self.chance(1);
        for last in (1..actions.len()).rev() {
            actions.swap(last, below(&mut chance, last + 1));
        }
        actions.into_iter().filter_map(|action| self.act(&action).err().map(|error| (action, error))).collect()
    }

    /// Checks the places of the cards that a player drafts.
    fn check(&self, seat: usize, places: &[usize]) -> Result<(), DraftError> {
        let wanted = self.wanted(seat);
        if wanted == 0 {
            return Err(DraftError::NotNow(seat));
        }
        let cards = self.packs[seat].cards.len();
        let mut sorted = places.to_vec();
        sorted.sort_unstable();
        let differ = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        if places.len() != wanted || !differ || sorted.iter().any(|place| *place >= cards) {
            return Err(DraftError::Cards { seat, wanted, cards });
        }
        Ok(())
    }

    /// The generator for the next action. Each action has its own numbers, so that the record needs
    /// none.
    fn chance(&self, purpose: u64) -> ChaCha8Rng {
        let mut generator = ChaCha8Rng::seed_from_u64(self.seed);
        generator.set_stream(2 * self.actions.len() as u64 + purpose);
        generator
    }

    fn random_places(&self, seat: usize) -> Vec<usize> {
        let mut chance = self.chance(0);
        let mut left: Vec<usize> = (0..self.packs.get(seat).map_or(0, |pack| pack.cards.len())).collect();
        (0..self.wanted(seat)).map(|_| left.swap_remove(below(&mut chance, left.len()))).collect()
    }

    /// Passes the packs to the left, in the second round to the right (CR 905.1b, 903.13c), or
    /// opens those of the next round.
    fn pass(&mut self) {
        for seat in &mut self.seats {
            (seat.done, seat.more, seat.whole) = (false, 0, false);
        }
        if self.packs.iter().all(|pack| pack.cards.is_empty()) {
            self.round += 1;
            self.open();
        } else {
            (0..).zip(&mut self.packs).for_each(|(seat, pack)| pack.from = Some(seat));
            match self.round % 2 {
                0 => self.packs.rotate_right(1),
                _ => self.packs.rotate_left(1),
            }
        }
        for (seat, pack) in self.seats.iter_mut().zip(&self.packs) {
            if seat.skips > 0 && !pack.cards.is_empty() {
                (seat.skips, seat.done) = (seat.skips - 1, true);
            }
        }
    }

    /// Returns what a player may look at; `None` for a seat that there is not.
    pub fn seen_by(&self, seat: usize) -> Option<DraftView<'_, T>> {
        let its = self.seats.get(seat)?;
        let pack = self.packs.get(seat).filter(|_| self.wanted(seat) > 0 && !self.is_random(seat));
        let all = || (0..).zip(&self.seats).flat_map(|(seat, its)| its.drafted.iter().map(move |it| (seat, it)));
        let lying =
            |fits: fn(Lies) -> bool| all().filter(move |(_, it)| fits(it.lies)).map(|(seat, it)| (seat, &it.card));
        let there = |it: &&Drafted<T>| it.lies != Lies::Removed;
        let revealed =
            self.revealed().filter_map(|(seat, place)| Some((seat, &self.seats.get(seat)?.drafted.get(place)?.card)));
        Some(DraftView {
            round: self.round,
            pack: pack.map(|pack| pack.cards.as_slice()),
            drafted: its.drafted.iter().filter(there).map(|it| &it.card).collect(),
            piles: self.seats.iter().map(|seat| seat.drafted.iter().filter(there).count()).collect(),
            face_up: lying(|lies| matches!(lies, Lies::FaceUp(_))).collect(),
            revealed: revealed.collect(),
            removed: lying(|lies| lies == Lies::Removed).collect(),
            notes: self.notes(),
            looked: &its.looked,
        })
    }

    /// Returns what each player has noted, by seat, which all players may look at (CR 905.2b).
    pub fn notes(&self) -> Vec<&[NotedFor]> {
        self.seats.iter().map(|seat| seat.notes.as_slice()).collect()
    }

    /// Returns the card pool of each player (CR 905.1d, 903.13e).
    pub fn pools(&self) -> Vec<Vec<T>> {
        let pool = |seat: &Seat<T>| {
            let left = seat.drafted.iter().filter(|it| it.lies != Lies::Removed);
            left.map(|it| it.card.clone()).collect()
        };
        self.seats.iter().map(pool).collect()
    }
}

/// [`chance::below`] for places.
fn below(generator: &mut ChaCha8Rng, bound: usize) -> usize {
    usize::try_from(chance::below(generator, bound as u64)).unwrap_or(0)
}
