//! Inputs: what comes from outside the game.

use serde::{Deserialize, Serialize};

use crate::card::{Card, CounterKind, DayNight, Designation, ManaType};

use super::canonical::Canonical;
use super::choice::Answer;
use super::ids::{Entity, ObjectId, PlayerId, Zone};
use super::object::Position;

/// An input to the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// An answer to an open choice.
    Decision {
        /// The player who answers.
        by: PlayerId,
        /// The answer.
        answer: Answer,
    },
    /// A player concedes, which they may do at any time (CR 104.3a).
    Concede(PlayerId),
    /// A what-if change.
    Edit(Edit),
    /// Fixes the next random result.
    Chance(Chance),
    /// Restarts the generator from this seed.
    Reseed(u64),
}

/// A what-if change of the board, made when a player has priority.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// Sets a player's life total.
    Life(PlayerId, i32),
    /// Sets the number of counters of a kind on an object or player.
    Counters(Entity, CounterKind, u32),
    /// Taps or untaps a permanent.
    Tapped(ObjectId, bool),
    /// Puts an object into a zone; on top if it is a library.
    Move(ObjectId, Zone),
    /// Puts a card at a position of its own library, otherwise keeping the order. The top card is
    /// drawn next.
    Arrange(ObjectId, Position),
    /// Puts a new card into a zone, or a token with its printed values onto the battlefield.
    Add(Box<Addition>),
    /// Attaches a permanent to an object or player, or unattaches it.
    Attach(ObjectId, Option<Entity>),
    /// Sets the damage marked on a permanent.
    Damage(ObjectId, u32),
    /// Gives control of a permanent to a player, subject to control effects (CR 110.2).
    Control(ObjectId, PlayerId),
    /// Sets whether a permanent's controller has controlled it since their turn began (CR 302.6).
    Rested(ObjectId, bool),
    /// Sets the contents of a player's mana pool.
    Mana(PlayerId, Vec<ManaType>),
    /// Sets the number of lands the active player has played this turn (CR 305.2).
    LandsPlayed(u32),
    /// Makes a player the monarch (CR 720.1).
    Monarch(PlayerId),
    /// Makes it day or night (CR 724.1).
    DayNight(DayNight),
    /// Turns a permanent's back face or front face up (CR 712.4).
    BackUp(ObjectId, bool),
    /// A player has a designation (CR 702.131c). The monarch's change is `Monarch`.
    Designated(PlayerId, Designation),
}

impl Edit {
    /// Returns the change by which a player has a designation.
    pub fn designated(designation: Designation, player: PlayerId) -> Edit {
        if designation == Designation::Monarch {
            return Edit::Monarch(player);
        }
        Edit::Designated(player, designation)
    }

    /// Returns the designation that a player has with this change, if any.
    pub const fn designates(&self) -> Option<(Designation, PlayerId)> {
        match self {
            Edit::Monarch(player) => Some((Designation::Monarch, *player)),
            Edit::Designated(player, designation) => Some((*designation, *player)),
            _ => None,
        }
    }
}

/// A card added to a game in progress, as a what-if change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Addition {
    /// Its printed values.
    pub card: Canonical<Card>,
    /// Its owner.
    pub owner: PlayerId,
    /// Its zone. It goes on top of a library, and enters the battlefield like any permanent.
    pub zone: Zone,
    /// Its controller on the battlefield, if not its owner.
    pub controller: Option<PlayerId>,
    /// Whether it is a token with the card's printed values instead of a card (CR 111).
    pub token: bool,
}

/// A fixed result for the next random event of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chance {
    /// The cards that the next shuffle of a player's library puts on top, topmost first, if they
    /// are still in it. The others lie beneath them in random order.
    Shuffle(PlayerId, Vec<ObjectId>),
    /// Whether the next coin comes up heads (CR 705).
    Coin(bool),
    /// The natural result of the next die with at least this many sides (CR 706.2).
    Die(u32),
    /// The player who takes the first turn of the next subgame (CR 722.2).
    Starts(PlayerId),
}
