//! Characteristics (CR 109.3) as values, and the identity of abilities.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::types::BasicLandType;
use crate::card::{Ability, CardTypes, Colors, Keyword, ManaCost, Subtype, Supertypes};

use super::ids::{DefId, EffectId, ObjectId};
use super::wire::Canonical;

/// Which continuous effect this is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EffectKey {
    /// One that a resolution began.
    Begun(EffectId),
    /// One of the effects that a static ability generates.
    Static {
        /// The object with the ability.
        object: ObjectId,
        /// Which of its abilities.
        origin: Box<Origin>,
        /// Which of the effects that a keyword stands for.
        part: u8,
    },
    /// The counters on an object (CR 122.1a).
    Counters(ObjectId),
}

/// Where an object has an ability from. With the object it is the identity of the ability: changing its text keeps it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Origin {
    /// Printed, under these copiable values.
    Printed {
        /// The definition.
        def: DefId,
        /// Its place among the printed abilities.
        index: u16,
    },
    /// Granted by a continuous effect.
    Granted {
        /// The effect.
        by: EffectKey,
        /// Its place among what the effect grants.
        index: u16,
    },
    /// The mana ability of a basic land type (CR 305.6).
    Intrinsic(BasicLandType),
    /// Loyalty counters as it enters (CR 306.5b).
    EntersWithLoyalty,
}

/// An ability that an object has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AbilityInstance {
    /// Where from.
    pub origin: Origin,
    /// What it says.
    pub ability: Canonical<Ability>,
}

/// The characteristics of an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Characteristics {
    /// The name (CR 201).
    pub name: Arc<str>,
    /// The mana cost (CR 202).
    pub cost: Option<ManaCost>,
    /// Colours (CR 105).
    pub colors: Colors,
    /// Supertypes (CR 205.4).
    pub supertypes: Supertypes,
    /// Card types (CR 205.2).
    pub types: CardTypes,
    /// Subtypes (CR 205.3), sorted.
    pub subtypes: Vec<Subtype>,
    /// Abilities (CR 113), in the order in which the object came by them.
    pub abilities: Vec<AbilityInstance>,
    /// Power (CR 208).
    pub power: Option<i32>,
    /// Toughness (CR 208).
    pub toughness: Option<i32>,
    /// The printed loyalty (CR 209.1); on the battlefield the counters count (CR 306.5c).
    pub loyalty: Option<u32>,
}

impl Characteristics {
    /// Whether it has a keyword ability.
    pub fn has_keyword(&self, keyword: Keyword) -> bool {
        self.abilities.iter().any(|instance| *instance.ability == Ability::Keyword(keyword))
    }

    /// Whether it has a subtype.
    pub fn has_subtype(&self, subtype: Subtype) -> bool {
        self.subtypes.binary_search(&subtype).is_ok()
    }
}
