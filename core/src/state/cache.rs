//! What `derive` computes of a version of the state or of a definition, and keeps beside it: no part of what is stored,
//! compared or folded. The values are here, where the game has a place for them; how they come about is in `derive`.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::card::{Ability, StaticEffect, ZoneKind};
use crate::fact::{
    AbilityInstance, Announcement, Applied, Canonical, Characteristics, ObjectId, Origin, PlayerId, TriggerContext,
};

/// What follows from a definition alone.
#[derive(Debug)]
pub struct Printed {
    /// The characteristics before any effect (CR 613.1).
    pub characteristics: Characteristics,
    /// The effects of its static abilities, those of keywords spelled out: which ability, which part of it, the effect.
    pub effects: Vec<StaticPart>,
    /// Whether one of them changes characteristics.
    pub modifies: bool,
    /// Whether it has triggered abilities.
    pub triggers: bool,
    /// The zones in which an activated ability of it functions (CR 113.6).
    pub activates: Vec<ZoneKind>,
    /// The zones in which a static or triggered ability of it functions (CR 113.6), by kind.
    pub zones: Vec<ZoneKind>,
}

/// One effect of a static ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticPart {
    /// Which ability.
    pub origin: Origin,
    /// Which of the effects that a keyword stands for.
    pub part: u8,
    /// What it says.
    pub effect: Arc<StaticEffect>,
    /// The ability as a whole: its condition and its zone.
    pub ability: Canonical<Ability>,
}

/// What follows from a version of a state.
#[derive(Debug, Default)]
pub struct Derived {
    /// The characteristics of the objects that an effect changed.
    pub changed: BTreeMap<ObjectId, Characteristics>,
    /// The controllers of the objects whose controller an effect changed.
    pub controllers: BTreeMap<ObjectId, PlayerId>,
    /// The replacement effects, prevention effects and restrictions that function.
    pub functioning: Vec<Functioning>,
    /// Whether anything could change a characteristic or a controller. If not, only what has abilities of its own, and
    /// effects that begin or end, can change what follows.
    pub modifies: bool,
    /// Whether a static ability has a condition: then anything could change what follows.
    pub conditional: bool,
    /// The triggered abilities that function; found when asked for.
    pub listening: OnceLock<Vec<Listening>>,
}

/// A triggered ability that functions now.
#[derive(Clone, Debug)]
pub struct Listening {
    /// The object that has it.
    pub object: ObjectId,
    /// Who controls it.
    pub controller: PlayerId,
    /// The ability, spelled out if it is a keyword.
    pub instance: AbilityInstance,
}

/// An effect on the rules that functions now.
#[derive(Clone, Debug)]
pub struct Functioning {
    /// Which effect it is.
    pub identity: Applied,
    /// The object that it comes from.
    pub source: ObjectId,
    /// Who controls it.
    pub controller: PlayerId,
    /// What it says.
    pub effect: Arc<StaticEffect>,
    /// The objects that it is locked on; none where it speaks for itself.
    pub objects: Option<Vec<ObjectId>>,
    /// What was announced for what began it.
    pub announced: Option<Arc<Announcement>>,
    /// What the ability that began it triggered on.
    pub trigger: Option<TriggerContext>,
}
