//! Inputs: what comes from outside.

use serde::{Deserialize, Serialize};

use crate::card::CounterKind;

use super::choice::Answer;
use super::ids::{Entity, ObjectId, PlayerId, Zone};

/// What comes from outside of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// An answer to an open choice.
    Decision {
        /// Who answers.
        by: PlayerId,
        /// The answer.
        answer: Answer,
    },
    /// A player concedes, which is always open to them (CR 104.3a).
    Concede(PlayerId),
    /// A what-if change.
    Edit(Edit),
    /// The next random result is fixed.
    Chance(Chance),
    /// The generator starts again from this seed.
    Reseed(u64),
}

/// A what-if change of the board, at a point where a player has priority.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// A player's life total becomes this.
    Life(PlayerId, i32),
    /// An object or player has this many counters of a kind.
    Counters(Entity, CounterKind, u32),
    /// A permanent is tapped or untapped.
    Tapped(ObjectId, bool),
    /// An object is put into a zone.
    Move(ObjectId, Zone),
}

/// A fixed result of the next random event of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chance {
    /// The order, top first, that the next shuffle of a player's library gives.
    Shuffle(PlayerId, Vec<ObjectId>),
    /// The next coin comes up heads, or tails (CR 705).
    Coin(bool),
    /// The natural result of the next die that has as many sides (CR 706.2).
    Die(u32),
}
