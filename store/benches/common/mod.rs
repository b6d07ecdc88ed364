//! An endless game, for benches.
#![allow(clippy::unwrap_used, reason = "a bench stops if it cannot")]

use std::path::Path;

use retrace_core::card::pool::Pool;
use retrace_core::fact::{Canonical, Choice, Edit, Genesis, Input, PlayerId, PlayerSetup, Prompt, Zone};
use retrace_core::play::{Dice, decide_at_random};
use retrace_core::state::Game;

/// The genesis of the game.
pub(crate) fn genesis() -> Genesis {
    let pool = Pool::bundled().unwrap();
    let names = ["Forest", "Grizzly Bears", "Llanowar Elves", "Giant Growth", "Mountain", "Lightning Bolt"];
    let deck = |lists: &[(u32, usize)]| -> Vec<u32> {
        lists.iter().flat_map(|(card, count)| std::iter::repeat_n(*card, *count)).collect()
    };
    let player = |name: &str, deck: Vec<u32>| PlayerSetup { name: name.to_owned(), deck, ..Default::default() };
    Genesis {
        seed: 1,
        players: vec![
            player("Ann", deck(&[(0, 17), (1, 10), (2, 7), (3, 6)])),
            player("Bob", deck(&[(4, 17), (5, 8), (0, 5), (1, 10)])),
        ],
        starting_player: PlayerId(0),
        cards: names.iter().map(|name| Canonical::new((**pool.get(name).unwrap()).clone())).collect(),
        ..Genesis::default()
    }
}

/// A random decision; or an edit, if the game would soon end without one.
pub(crate) fn endless(game: &Game, choice: &Choice, dice: &mut Dice) -> Input {
    if choice.prompt == Prompt::Priority {
        for player in game.players() {
            if player.life < 10 {
                return Input::Edit(Edit::Life(player.id, 20));
            }
            let spare = player.graveyard.last().or_else(|| game.world().battlefield.last());
            if let Some(card) = spare.filter(|_| player.library.len() < 4) {
                return Input::Edit(Edit::Move(*card, Zone::Library(player.id)));
            }
        }
    }
    decide_at_random(game, choice, dice)
}

/// The total size of the files in a folder.
pub(crate) fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|entry| if entry.path().is_dir() { size(&entry.path()) } else { entry.metadata().unwrap().len() }).sum()
}
