//! The variant of a game and its options (CR 8, 9), as words. `rules::variant` has the table of
//! them, and checks them where a genesis is read.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::casual::Casual;

/// The default variant: two players against each other (CR 102.2).
pub const TWO_PLAYER: &str = "two-player";

/// The variant in which each of several players plays against all others (CR 806).
pub const FREE_FOR_ALL: &str = "free-for-all";

/// The starting life total of most games (CR 103.3).
pub const STARTING_LIFE: i32 = 20;

/// The most players that a game can have.
pub const MOST_PLAYERS: usize = 16;

/// The variant of the game, with its options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// The seating, a name of `rules::variant::SEATINGS`.
    pub name: String,
    /// The options by name, those of `rules::variant::OPTIONS`.
    pub options: BTreeMap<String, String>,
}

impl Default for Variant {
    fn default() -> Variant {
        Variant::of_players(2)
    }
}

impl Variant {
    /// Returns the usual variant for this many players who play alone: [`FREE_FOR_ALL`] for a
    /// multiplayer game (CR 800.1).
    pub fn of_players(players: usize) -> Variant {
        let name = if players > 2 { FREE_FOR_ALL } else { TWO_PLAYER };
        Variant { name: name.to_owned(), options: BTreeMap::new() }
    }

    /// Returns the casual variants among the options (CR 900.1).
    pub fn casual(&self) -> impl Iterator<Item = Casual> {
        Casual::ALL.into_iter().filter(|casual| self.option(casual.word()).is_some())
    }

    /// Returns the starting life total for this many players, unless a player has another
    /// (CR 103.3).
    pub fn starting_life(&self, players: usize) -> i32 {
        self.casual().find_map(|casual| casual.starting_life(players)).unwrap_or(STARTING_LIFE)
    }

    /// Returns the value of an option, if the game has it.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }
}
