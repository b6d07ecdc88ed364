//! Inputs: what comes from outside.

use serde::{Deserialize, Serialize};

use crate::card::{Card, CounterKind, DayNight, ManaType};

use super::canonical::Canonical;
use super::choice::Answer;
use super::ids::{Entity, ObjectId, PlayerId, Zone};
use super::object::Position;

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
    /// An object is put into a zone; into a library on top.
    Move(ObjectId, Zone),
    /// A card is put at a place of the library that it is in, whose order stays as it is otherwise: what is on top is drawn
    /// next.
    Arrange(ObjectId, Position),
    /// A card that was not in the game is put into a zone, or a token with what is printed on it onto the battlefield.
    Add(Box<Addition>),
    /// A permanent is attached to an object or player, or becomes unattached.
    Attach(ObjectId, Option<Entity>),
    /// A permanent has this much damage marked on it.
    Damage(ObjectId, u32),
    /// A player controls a permanent, as far as no effect says otherwise (CR 110.2).
    Control(ObjectId, PlayerId),
    /// A permanent has been under its controller's control since their turn began, or has not (CR 302.6).
    Rested(ObjectId, bool),
    /// A player's mana pool has this mana and no other.
    Mana(PlayerId, Vec<ManaType>),
    /// The active player has played so many lands this turn (CR 305.2).
    LandsPlayed(u32),
    /// A player is the monarch (CR 720.1).
    Monarch(PlayerId),
    /// It is day, or night (CR 724.1).
    DayNight(DayNight),
    /// A permanent shows its back face, or its front face (CR 712.4).
    BackUp(ObjectId, bool),
}

/// A card that comes into a game that has begun without it, as a what-if change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Addition {
    /// What is printed on it.
    pub card: Canonical<Card>,
    /// Whose it is.
    pub owner: PlayerId,
    /// Where it goes: into a library on top, onto the battlefield as any permanent enters.
    pub zone: Zone,
    /// Who controls it on the battlefield, if not its owner.
    pub controller: Option<PlayerId>,
    /// Whether it is a token with what is printed on the card, and no card (CR 111).
    pub token: bool,
}

/// A fixed result of the next random event of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chance {
    /// The cards, the top first, that the next shuffle of a player's library puts on top, as far as they are in it then;
    /// the others lie beneath them in a random order.
    Shuffle(PlayerId, Vec<ObjectId>),
    /// The next coin comes up heads, or tails (CR 705).
    Coin(bool),
    /// The natural result of the next die that has as many sides (CR 706.2).
    Die(u32),
}
