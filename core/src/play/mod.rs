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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::OnceLock;

    use super::*;
    use crate::card::pool::Pool;
    use crate::derive::Look;
    use crate::fact::{Canonical, PlayerId, PlayerSetup};

    /// What is kept of a state between events must be what would be computed anew.
    #[test]
    fn what_is_kept_is_what_follows() {
        let pool = Pool::bundled().unwrap();
        let cards: Vec<_> = pool.names().map(|name| Canonical(pool.get(name).unwrap().clone())).collect();
        let lands = |name: &str| cards.iter().position(|card| card.name() == name).unwrap() as u32;
        let basics = ["Plains", "Island", "Swamp", "Mountain", "Forest"].map(lands);
        let deck: Vec<u32> = (0..cards.len() as u32).chain(basics.into_iter().cycle().take(40)).collect();
        let player =
            |name: &str| PlayerSetup { name: name.to_owned(), life: 20, deck: deck.clone(), counters: BTreeMap::new() };
        let mut compared = 0;
        for seed in 0..4 {
            let genesis = Genesis {
                edition: crate::EDITION.to_owned(),
                seed,
                players: vec![player("A"), player("B")],
                starting_player: PlayerId(0),
                cards: cards.clone(),
                set_up: None,
            };
            random_game(&genesis, &mut Dice::new(seed), 1500, |_, _, _, after| {
                let mut fresh = after.clone();
                fresh.derived = OnceLock::new();
                fresh.choices = OnceLock::new();
                let seen = |game: &Game| {
                    let derived = game.derived();
                    let controllers: Vec<_> = game.world().battlefield.iter().map(|id| game.controller(*id)).collect();
                    format!("{:?} {controllers:?} {:?} {:?}", derived.changed, derived.functioning, game.listening())
                };
                assert_eq!(seen(after), seen(&fresh), "after entry {}", after.len());
                assert_eq!(pending(after), pending(&fresh));
                compared += 1;
            })
            .unwrap();
        }
        assert!(compared > 2000, "{compared}");
    }
}
