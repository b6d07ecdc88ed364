//! Plays cards on boards of their own, and tells which of their abilities ever did anything.
//!
//! A [`board`] has the card wherever it may be needed, lands for any cost, and a few cards of each
//! type to do something to. Random players prefer what the card offers; on every other board there
//! are changes as well that no player could make, so that triggers are met. A card is played on
//! further boards until all of its abilities have done something, or until no board is left. The
//! laws are checked on each board.
//!
//! [`tried`] tells of the abilities that something can come of: those of spells, and activated and
//! triggered ones.

mod board;
#[cfg(test)]
mod tests;
mod tried;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use retrace_core::card::Card;
use retrace_core::card::pool::Pool;
use retrace_core::derive::permit::{Outlook, outlook};
use retrace_core::fact::{Act, Answer, Canonical, Choice, DefId, Domain, Input, Item, ObjectId, Prompt};
use retrace_core::play::{self, Bounds, Dice, Left, PlayError, sample};
use retrace_core::state::Game;
use retrace_session::Threads;
use retrace_session::base::threads::{Piece, in_order};

use crate::laws::{Broken, Law, Policy, Record, Trial};
use crate::simulate::{FailedGame, MOST, SimulationError};

use board::Beside;
pub use tried::{Became, Tried};

/// How many attacks and blocks are tried to find one with the exercised card.
const TRIES: usize = 4;

/// The limits of a board, each of whose versions is kept: far more than what a card does takes.
const BOARD: Bounds = Bounds { inputs: MOST.inputs, events: 20_000, objects: 600 };

/// The laws tried at random are tried at one commit in this many.
const ONE_IN: usize = 20;

/// For each thread, how many cards may be played before those that are earlier are counted.
const AHEAD: usize = 8;

/// What to exercise.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The cards.
    pub cards: Vec<Canonical<Card>>,
    /// The cards beside them, by name; the bundled ones must be among them.
    pub pool: Pool,
    /// The most boards for a card.
    pub boards: u64,
    /// The most inputs on a board.
    pub inputs: usize,
    /// What everything is drawn from. It is the same for each card, whichever others there are.
    pub seed: u64,
    /// The laws to check on each board.
    pub laws: Vec<Law>,
    /// How many threads play and check.
    pub threads: Threads,
}

/// What came of a card.
#[derive(Clone, Debug)]
pub struct Exercised {
    /// Its name.
    pub card: String,
    /// How many boards it was played on.
    pub boards: u64,
    /// The abilities that something can come of, with what did.
    pub abilities: Vec<Tried>,
    /// How many boards were left because of their events or objects: something went on and on.
    pub stalled: BTreeMap<Left, u64>,
    /// The first law that it broke.
    pub failure: Option<FailedGame>,
}

impl Exercise {
    /// Exercises each card, and hands over what came of it, in order.
    ///
    /// # Errors
    /// A board that cannot be set up, and values that cannot be encoded.
    pub fn run(&self, taken: &mut dyn FnMut(Exercised)) -> Result<(), SimulationError> {
        let beside = Beside::of(&self.pool);
        let ahead = self.threads.number().saturating_mul(AHEAD);
        let exercise = |piece: &Piece<'_>| self.one(&self.cards[piece.index()], &beside);
        let stopped = in_order(self.threads, (self.cards.len(), ahead), exercise, |_, exercised| match exercised {
            Ok(exercised) => {
                taken(exercised);
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(error),
        });
        match stopped {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(error) => Err(error),
        }
    }

    /// Exercises a card.
    fn one(&self, card: &Canonical<Card>, beside: &Beside) -> Result<Exercised, SimulationError> {
        let abilities = tried::of(card);
        let name = card.name().to_owned();
        let mut exercised = Exercised { card: name, boards: 0, abilities, stalled: BTreeMap::new(), failure: None };
        for number in 0..self.boards {
            let seed = self.seed.wrapping_add(number);
            let policy: Policy = if number % 2 == 0 { prefer } else { prefer_or_edit };
            let bounds = Bounds { inputs: self.inputs, ..BOARD };
            let played = Record::play(beside.board(card, seed, number), policy, !seed, bounds);
            let record = match played {
                Ok(record) => record,
                Err(stopped) => match stopped.why {
                    PlayError::Genesis(error) => return Err(error.into()),
                    why @ PlayError::Refused { .. } => {
                        let commit = stopped.record.commits.len();
                        let broken = Broken { law: Law::Legality, commit, what: why.to_string() };
                        exercised.failure = Some(FailedGame::of((number, seed), broken, &stopped.record)?);
                        break;
                    }
                },
            };
            exercised.boards += 1;
            let end = record.end();
            if record.result().is_none() && record.commits.len() <= self.inputs {
                let left = if end.world().objects.len() > bounds.objects { Left::Objects } else { Left::Events };
                *exercised.stalled.entry(left).or_default() += 1;
            }
            tried::watch(&record, &mut exercised.abilities);
            if let Err(broken) = self.check(&record, seed) {
                exercised.failure = Some(FailedGame::of((number, seed), broken, &record)?);
                break;
            }
            if exercised.abilities.iter().all(|it| it.became == Became::Did) {
                break;
            }
        }
        Ok(exercised)
    }

    fn check(&self, record: &Record, seed: u64) -> Result<(), Broken> {
        for law in &self.laws {
            crate::laws::check(*law, record, &mut Trial::new(seed ^ law.number() as u64, ONE_IN))?;
        }
        Ok(())
    }
}

/// Prefers what the exercised card offers.
fn prefer(game: &Game, choice: &Choice, dice: &mut Dice) -> Input {
    preferred(game, choice, dice).unwrap_or_else(|| play::decide_at_random(game, choice, dice))
}

/// [`prefer`], with changes now and then that no player could make.
fn prefer_or_edit(game: &Game, choice: &Choice, dice: &mut Dice) -> Input {
    preferred(game, choice, dice).unwrap_or_else(|| play::decide_or_edit(game, choice, dice))
}

/// What brings the exercised card into play: something that it offers and that can be completed, or
/// an attack or block by it. Now and then it is to pass, so that turns go on.
fn preferred(game: &Game, choice: &Choice, dice: &mut Dice) -> Option<Input> {
    let said = |answer| Some(Input::Decision { by: choice.answered_by, answer });
    match &choice.domain {
        Domain::Pick { options, .. } if choice.prompt == Prompt::Priority => match dice.below(3) {
            0 => said(Answer::Picked(vec![Item::Act(Act::Pass)])),
            1 => {
                let own = |item: &&Item| match item {
                    Item::Act(act) => {
                        act.object().is_some_and(|id| is_exercised(game, id))
                            && outlook(game, choice.player, act) == Outlook::Ready
                    }
                    _ => false,
                };
                let own: Vec<&Item> = options.iter().filter(own).collect();
                said(Answer::Picked(vec![(*own.get(dice.below(own.len()))?).clone()]))
            }
            _ => None,
        },
        Domain::Declare { .. } => {
            let declared = (0..TRIES).map(|_| sample(game, choice, dice));
            let with_it = |answer: &Answer| match answer {
                Answer::Declared(all) => all.iter().any(|it| is_exercised(game, it.object)),
                _ => false,
            };
            declared.into_iter().find(with_it).and_then(said)
        }
        _ => None,
    }
}

/// Whether an object is the exercised card, the first that its genesis names.
fn is_exercised(game: &Game, id: ObjectId) -> bool {
    let def = game.object(id).map(|object| object.beneath.unwrap_or(object.def));
    def.is_some_and(|def| game.whole(def) == DefId(0))
}
