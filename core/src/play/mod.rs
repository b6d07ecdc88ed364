//! Sampling and enumerating legal answers, and policies for random games.
//!
//! `rules::check` defines what is legal. [`sample`] and [`enumerate`] agree with it (law 3); they only know how to find
//! answers quickly.

mod enumerate;
mod sample;

pub use enumerate::enumerate;
pub use sample::{Dice, sample};

use crate::derive::mana::plan_with;
use crate::fact::{Answer, Choice, Domain, GameResult, Genesis, Input, Step};
use crate::rules::{GenesisError, Pending, pending, play, start};
use crate::state::Game;

/// The next answer to a payment that leads to its end: a mana ability to activate, or the mana to spend; taking the
/// proposal back where the solver finds no way to pay.
pub fn pay(game: &Game, choice: &Choice) -> Option<Answer> {
    let Domain::Pay { cost, help, .. } = &choice.domain else { return None };
    Some(match plan_with(game, choice.player, cost, help) {
        None => Answer::BackOut,
        Some(plan) => match plan.activate.into_iter().next() {
            Some((act, _)) => Answer::Mana(act),
            None => match plan.help.first() {
                Some((object, symbol)) => Answer::Helped(*object, *symbol),
                None => Answer::Paid(plan.spend),
            },
        },
    })
}

/// A random game: plays it to its end, or until so many decisions are made, showing each commit.
///
/// # Errors
/// [`GenesisError`] if it cannot start.
pub fn random_game(
    genesis: &Genesis,
    dice: &mut Dice,
    most_decisions: usize,
    mut shown: impl FnMut(&Game, Option<&Input>, &[Step], &Game),
) -> Result<(Game, Option<GameResult>), GenesisError> {
    let (mut game, steps) = start(genesis)?;
    shown(&Game::empty(), None, &steps, &game);
    for _ in 0..most_decisions {
        let Pending::Choices(choices) = pending(&game) else { break };
        let Some(choice) = choices.first() else { break };
        let input = Input::Decision { by: choice.answered_by, answer: sample(&game, choice, dice) };
        // A sampled answer is legal (law 3); if it were not, the game could not go on.
        let Ok((steps, after)) = play(&game, &input) else { break };
        shown(&game, Some(&input), &steps, &after);
        game = after;
    }
    let result = game.world().result;
    Ok((game, result))
}
