//! The casual variants (CR 9), which combine with a seating.

use serde::{Deserialize, Serialize};

/// A casual variant (CR 900.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Casual {
    /// Commander (CR 903).
    Commander,
    /// The Brawl option of Commander (CR 903.12).
    Brawl,
    /// Vanguard (CR 902).
    Vanguard,
    /// Planechase (CR 901).
    Planechase,
    /// Archenemy (CR 904).
    Archenemy,
    /// Conspiracy Draft (CR 905).
    Conspiracy,
}

impl Casual {
    /// All of them.
    pub const ALL: [Casual; 6] =
        [Casual::Commander, Casual::Brawl, Casual::Vanguard, Casual::Planechase, Casual::Archenemy, Casual::Conspiracy];

    /// Returns the option by which a genesis asks for it.
    pub const fn word(self) -> &'static str {
        match self {
            Casual::Commander => "commander",
            Casual::Brawl => "brawl",
            Casual::Vanguard => "vanguard",
            Casual::Planechase => "planechase",
            Casual::Archenemy => "archenemy",
            Casual::Conspiracy => "conspiracy",
        }
    }

    /// Returns whether each player has a commander (CR 903.1, 903.12a).
    pub(crate) const fn has_commanders(self) -> bool {
        matches!(self, Casual::Commander | Casual::Brawl)
    }

    /// Returns the starting life total in a game of this many players, if it differs from that of
    /// other games (CR 903.7, 903.12f).
    pub const fn starting_life(self, players: usize) -> Option<i32> {
        match self {
            Casual::Commander => Some(40),
            Casual::Brawl if players > 2 => Some(30),
            Casual::Brawl => Some(25),
            Casual::Vanguard | Casual::Planechase | Casual::Archenemy | Casual::Conspiracy => None,
        }
    }
}

/// The planar die (CR 901.3a): how many sides it has, and which numbers stand for its symbols.
pub mod planar_die {
    /// Its sides.
    pub(crate) const SIDES: u32 = 6;
    /// {PW}.
    pub const PLANESWALKER: u32 = 1;
    /// {CHAOS}.
    pub const CHAOS: u32 = 6;
}
