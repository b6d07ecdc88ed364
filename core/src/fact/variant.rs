//! The variant of a game and its options (CR 8, 9), as words. `rules::variant` has the table of
//! them, and checks them where a genesis is read.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The default variant: two players against each other (CR 102.2).
pub const TWO_PLAYER: &str = "two-player";

/// The variant in which each of several players plays against all others (CR 806).
pub const FREE_FOR_ALL: &str = "free-for-all";

/// The variant of teams that sit together (CR 808).
pub const TEAM_VS_TEAM: &str = "team-vs-team";

/// The variant of teams with an emperor in their middle (CR 809).
pub const EMPEROR: &str = "emperor";

/// The variant of teams that share life and turns (CR 810).
pub const TWO_HEADED_GIANT: &str = "two-headed-giant";

/// The variant of teams that take turns around the table (CR 811).
pub const ALTERNATING_TEAMS: &str = "alternating-teams";

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

    /// Returns the value of an option, if the game has it.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }
}
