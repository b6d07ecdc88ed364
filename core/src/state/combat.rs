//! The state of a combat phase (CR 506-511).

use serde::{Deserialize, Serialize};

use crate::fact::{Entity, ObjectId, PlayerId};

/// An attacking creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attacker {
    /// The creature.
    pub object: ObjectId,
    /// The player or planeswalker that it is attacking; `None` once that is gone (CR 506.4c).
    pub target: Option<Entity>,
    /// Whether it is blocked (CR 509.1h); `None` before blockers are declared.
    pub blocked: Option<bool>,
    /// The creatures blocking it, in damage assignment order (CR 509.2).
    pub blockers: Vec<ObjectId>,
    /// Whether it has dealt damage in a combat damage step of this combat (CR 510.4).
    pub dealt: bool,
}

/// A blocking creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocker {
    /// The creature.
    pub object: ObjectId,
    /// The creatures that it is blocking, in damage assignment order (CR 509.3).
    pub attackers: Vec<ObjectId>,
    /// Whether it has dealt damage in a combat damage step of this combat (CR 510.4).
    pub dealt: bool,
}

/// A combat phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combat {
    /// The attacking player (CR 506.2).
    pub attacking_player: PlayerId,
    /// The defending player (CR 506.2).
    pub defending_player: PlayerId,
    /// The attacking creatures, in the order they began attacking.
    pub attackers: Vec<Attacker>,
    /// The blocking creatures, in the order they began blocking.
    pub blockers: Vec<Blocker>,
    /// Whether any creature has attacked (CR 508.8).
    pub any_attacked: bool,
    /// How many combat damage steps have begun (CR 510.4).
    pub damage_steps: u8,
    /// The creatures that deal damage in the current combat damage step.
    pub dealing: Vec<ObjectId>,
}

impl Combat {
    /// Returns the attacker for an object.
    pub fn attacker(&self, object: ObjectId) -> Option<&Attacker> {
        self.attackers.iter().find(|attacker| attacker.object == object)
    }

    /// Returns the blocker for an object.
    pub fn blocker(&self, object: ObjectId) -> Option<&Blocker> {
        self.blockers.iter().find(|blocker| blocker.object == object)
    }

    /// Returns whether an object is a planeswalker that is being attacked.
    pub(crate) fn is_attacked(&self, object: ObjectId) -> bool {
        self.attackers.iter().any(|attacker| attacker.target == Some(Entity::Object(object)))
    }
}
