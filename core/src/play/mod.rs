//! Sampling and enumerating legal answers, and policies for random games.
//!
//! `rules::check` defines what is legal. [`sample`] and [`enumerate`] agree with it (law 3); they only know how to find
//! answers quickly.

mod edits;
mod enumerate;
mod sample;

pub use edits::{decide_or_edit, edit_at_random};
pub use enumerate::enumerate;
pub use sample::{Dice, sample};

use crate::derive::mana::plan_with;
use crate::fact::{Answer, Choice, Domain, Genesis, Input, Step};
use crate::rules::{GenesisError, Illegal, Pending, pending, play, start};
use crate::state::Game;

/// The next answer to a payment that leads to its end: a mana ability to activate, or the mana to spend; taking the
/// proposal back where the solver finds no way to pay.
pub fn pay(game: &Game, choice: &Choice) -> Option<Answer> {
    let Domain::Pay { cost, help, .. } = &choice.domain else { return None };
    Some(match plan_with(game, choice.player, cost, help) {
        None => Answer::BackOut,
        Some(plan) => match plan.activate.into_iter().next() {
            Some((act, _)) => Answer::Mana(Box::new(act)),
            None => match plan.help.first() {
                Some((object, symbol)) => Answer::Helped(*object, *symbol),
                None => Answer::Paid(plan.spend),
            },
        },
    })
}

/// Why a game could not be played on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// It does not begin.
    #[error("the game cannot start: {0}")]
    Genesis(#[from] GenesisError),
    /// The rules refuse what the policy says.
    #[error("{error} ({input:?})")]
    Refused {
        /// What was said.
        input: Box<Input>,
        /// Why it is refused.
        error: Illegal,
    },
}

/// A commit as it is played: the game before it, the choice that was answered and the input (none of both for the
/// genesis), the steps, the game after it.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The game before it.
    pub before: &'a Game,
    /// The choice and the input; none for the genesis.
    pub said: Option<(&'a Choice, &'a Input)>,
    /// The steps.
    pub steps: &'a [Step],
    /// The game after it.
    pub after: &'a Game,
}

/// How far a game is played. Where a player can't lose, nobody does anything, or somebody makes more of everything each
/// turn, it might never end; what comes to a bound is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// So many inputs.
    pub inputs: usize,
    /// So many events. A commit that goes beyond is the last one.
    pub events: u64,
    /// So many objects at a time, in all zones. A commit that goes beyond is the last one.
    pub objects: usize,
}

impl From<usize> for Bounds {
    /// So many inputs, whatever comes of them.
    fn from(inputs: usize) -> Bounds {
        Bounds { inputs, events: u64::MAX, objects: usize::MAX }
    }
}

/// The bound that a game came to before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Left {
    /// Its inputs.
    Inputs,
    /// Its events.
    Events,
    /// Its objects.
    Objects,
}

impl Bounds {
    fn reached(&self, inputs: usize, game: &Game) -> Option<Left> {
        if game.world().objects.len() > self.objects {
            Some(Left::Objects)
        } else if game.len() > self.events {
            Some(Left::Events)
        } else {
            (inputs >= self.inputs).then_some(Left::Inputs)
        }
    }
}

/// Plays a game to its end, or to one of the bounds, showing each commit. `policy` answers.
///
/// # Errors
/// [`PlayError`]; what was played until then has been shown.
pub fn game(
    genesis: &Genesis,
    bounds: Bounds,
    mut policy: impl FnMut(&Game, &Choice) -> Input,
    mut shown: impl FnMut(Played<'_>),
) -> Result<(Game, Option<Left>), PlayError> {
    let (mut game, steps) = start(genesis)?;
    shown(Played { before: &Game::empty(), said: None, steps: &steps, after: &game });
    let mut inputs = 0;
    loop {
        let Pending::Choices(choices) = pending(&game) else { return Ok((game, None)) };
        let Some(choice) = choices.first() else { return Ok((game, None)) };
        if let Some(left) = bounds.reached(inputs, &game) {
            return Ok((game, Some(left)));
        }
        let input = policy(&game, choice);
        inputs += 1;
        match play(&game, &input) {
            Ok((steps, after)) => {
                shown(Played { before: &game, said: Some((choice, &input)), steps: &steps, after: &after });
                game = after;
            }
            Err(error) => return Err(PlayError::Refused { input: Box::new(input), error }),
        }
    }
}

/// A legal decision at random, as an input.
pub fn decide_at_random(game: &Game, choice: &Choice, dice: &mut Dice) -> Input {
    Input::Decision { by: choice.answered_by, answer: sample(game, choice, dice) }
}

/// Whether a choice leaves one: whether it has two legal answers at least. Taking the proposal back is not counted, nor is
/// the mana that pays where there is nothing more to tap.
pub fn is_open(game: &Game, choice: &Choice) -> bool {
    match &choice.domain {
        Domain::Pick { options, min, max } => {
            let most = (*max as usize).min(options.len());
            (*min as usize) < most || (most > 0 && most < options.len())
        }
        Domain::Order(items) => items.len() > 1,
        Domain::Confirm => true,
        Domain::Number { min, max } => min < max,
        Domain::Pay { sources, help, .. } => sources.len() + help.len() > 1,
        Domain::Declare { .. } | Domain::Divide(_) | Domain::Gather { .. } => {
            enumerate(game, choice).filter(|answer| *answer != Answer::BackOut).nth(1).is_some()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;
    use crate::card::pool::Pool;
    use crate::derive::Look;
    use crate::fact::{Canonical, PlayerId, PlayerSetup};

    /// What is kept of a state between events must be what would be computed anew.
    #[test]
    fn what_is_kept_is_what_follows() {
        let pool = Pool::bundled().unwrap();
        let cards: Vec<_> = pool.names().map(|name| Canonical::from(pool.get(name).unwrap().clone())).collect();
        let lands = |name: &str| cards.iter().position(|card| card.name() == name).unwrap() as u32;
        let basics = ["Plains", "Island", "Swamp", "Mountain", "Forest"].map(lands);
        let deck: Vec<u32> = (0..cards.len() as u32).chain(basics.into_iter().cycle().take(40)).collect();
        let player = |name: &str| PlayerSetup { name: name.to_owned(), deck: deck.clone(), ..PlayerSetup::default() };
        let mut compared = 0;
        for seed in 0..4 {
            let genesis = Genesis {
                seed,
                players: vec![player("A"), player("B")],
                starting_player: PlayerId(0),
                cards: cards.clone(),
                ..Genesis::default()
            };
            let mut dice = Dice::new(seed);
            let policy = |game: &Game, choice: &Choice| decide_at_random(game, choice, &mut dice);
            game(&genesis, 1500.into(), policy, |Played { after, .. }| {
                let mut fresh = after.clone();
                (fresh.derived, fresh.stale) = (OnceLock::new(), None);
                fresh.choices = OnceLock::new();
                fresh.settled = OnceLock::new();
                fresh.elsewhere = OnceLock::new();
                let seen = |game: &Game| {
                    let derived = game.derived();
                    let controllers: Vec<_> = game.world().battlefield.iter().map(|id| game.controller(*id)).collect();
                    let of_all = (&derived.controllers, &derived.copied, derived.modifies, derived.reads);
                    let (changed, functioning) = (&derived.changed, &derived.functioning);
                    format!("{changed:?} {controllers:?} {of_all:?} {functioning:?} {:?}", game.listening())
                };
                assert_eq!(seen(after), seen(&fresh), "after entry {}", after.len());
                assert_eq!(pending(after), pending(&fresh));
                assert!(crate::rules::is_settled_rightly(after, &fresh), "after entry {}", after.len());
                compared += 1;
            })
            .unwrap();
        }
        assert!(compared > 2000, "{compared}");
    }
}
