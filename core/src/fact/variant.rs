//! The variant of a game and its options (CR 8, 9), as words. `rules::variant` has the table of
//! them, and checks them where a genesis is read.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::casual::Casual;
use super::ids::PlayerId;

/// The default variant: two players against each other (CR 102.2).
pub(crate) const TWO_PLAYER: &str = "two-player";

/// The variant in which each of several players plays against all others (CR 806).
pub(crate) const FREE_FOR_ALL: &str = "free-for-all";

/// The variant in which several players take turns at the same time (CR 807).
pub(crate) const GRAND_MELEE: &str = "grand-melee";

/// The variant of teams that sit together (CR 808).
pub(crate) const TEAM_VS_TEAM: &str = "team-vs-team";

/// The variant of teams with an emperor in their middle (CR 809).
pub const EMPEROR: &str = "emperor";

/// The variant of teams that share life and turns (CR 810).
pub(crate) const TWO_HEADED_GIANT: &str = "two-headed-giant";

/// The variant of teams that take turns around the table (CR 811).
pub(crate) const ALTERNATING_TEAMS: &str = "alternating-teams";

/// The value of the option `planechase` for one planar deck of all players (CR 901.15).
pub(crate) const SINGLE_DECK: &str = "single";

/// The range of influence of a seating that limits it unless an option says otherwise (CR 807.2a,
/// 811.4).
pub fn usual_range(seating: &str) -> Option<&'static str> {
    match seating {
        GRAND_MELEE => Some("1"),
        ALTERNATING_TEAMS => Some("2"),
        _ => None,
    }
}

/// Whom players of a seating attack unless an option says otherwise, if not all opponents
/// (CR 807.2b).
pub fn usual_attack(seating: &str) -> Option<&'static str> {
    (seating == GRAND_MELEE).then_some("left")
}

/// The starting life total of most games (CR 103.3).
pub(crate) const STARTING_LIFE: i32 = 20;

/// The starting life total of an archenemy (CR 904.5).
const ARCHENEMY_LIFE: i32 = 40;

/// The starting hand size of most games (CR 103.4).
pub(crate) const STARTING_HAND: u32 = 7;

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

    /// Returns whether all players have one planar deck together (CR 901.15).
    pub(crate) fn has_single_planar_deck(&self) -> bool {
        self.option(Casual::Planechase.word()) == Some(SINGLE_DECK)
    }

    /// Returns the casual variants among the options (CR 900.1).
    pub fn casual(&self) -> impl Iterator<Item = Casual> {
        Casual::ALL.into_iter().filter(|casual| self.option(casual.word()).is_some())
    }

    /// Returns the starting life total of each player, or each team, for this many players
    /// (CR 103.3, 810.4, 810.11, 903.7).
    pub fn starting_life(&self, players: usize, teams: &[Vec<PlayerId>]) -> i32 {
        let alone = self.casual().find_map(|casual| casual.starting_life(players)).unwrap_or(STARTING_LIFE);
        if self.name != TWO_HEADED_GIANT {
            return alone;
        }
        // Two players have half as much again as one, and each further one half of that: 30 and 15
        // where one has 20.
        let more = teams.first().map_or(0, |team| team.len().saturating_sub(2));
        alone * 3 / 2 + (alone * 3 / 4) * i32::try_from(more).unwrap_or_default()
    }

    /// Returns the starting life total of a player before a vanguard modifies it (CR 904.5).
    pub(crate) fn starting_life_of(&self, player: PlayerId, players: usize, teams: &[Vec<PlayerId>]) -> i32 {
        match self.is_archenemy(player, teams) {
            true => ARCHENEMY_LIFE,
            false => self.starting_life(players, teams),
        }
    }

    /// Returns whether a player is an archenemy: the only player of a team, or anybody who plays
    /// alone (CR 904.2a, 904.12b).
    pub fn is_archenemy(&self, player: PlayerId, teams: &[Vec<PlayerId>]) -> bool {
        self.option(Casual::Archenemy.word()).is_some()
            && teams.iter().find(|team| team.contains(&player)).is_none_or(|team| team.len() == 1)
    }

    /// Returns the value of an option, if the game has it.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }
}
