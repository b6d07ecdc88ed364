//! Who plays with and against whom, and the options of the game (CR 8).

use serde::{Deserialize, Serialize};

use crate::fact::{PlayerId, Variant};

/// Which opponents a player may attack (CR 802, 803).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Attack {
    /// All of them (CR 802).
    #[default]
    Multiple,
    /// The one seated immediately to the left (CR 803.1a).
    Left,
    /// The one seated immediately to the right (CR 803.1b).
    Right,
}

/// The seating of a game with teams or options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seating {
    /// The variant and its options, as words.
    pub variant: Variant,
    /// The players of each team in seating order; empty if each plays alone.
    pub teams: Vec<Vec<PlayerId>>,
    /// Which opponents a player may attack.
    pub attack: Attack,
}

impl Seating {
    /// Reads the words. `rules::variant` has checked them.
    pub(super) fn new(variant: &Variant, teams: &[Vec<PlayerId>]) -> Seating {
        let attack = match variant.option("attack") {
            Some("left") => Attack::Left,
            Some("right") => Attack::Right,
            _ => Attack::Multiple,
        };
        Seating { variant: variant.clone(), teams: teams.to_vec(), attack }
    }

    /// Returns the team of a player in seating order; `None` if they play alone.
    pub fn team_of(&self, player: PlayerId) -> Option<&[PlayerId]> {
        self.teams.iter().find(|team| team.contains(&player)).map(Vec::as_slice)
    }

    /// Returns whether two different players are on a team together (CR 102.3).
    pub fn are_teammates(&self, a: PlayerId, b: PlayerId) -> bool {
        a != b && self.team_of(a).is_some_and(|team| team.contains(&b))
    }
}
