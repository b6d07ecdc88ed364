//! Continuous effects and their results in each layer (CR 613), cached so that a change to a few
//! objects recomputes only those. This module holds the values; `derive` computes them.

use std::sync::Arc;

use crate::card::{Ability, Color, Layer, Modification, Reads, StaticEffect, Subtype};
use crate::fact::{Announcement, Canonical, DefId, EffectId, EffectKey, ObjectId, PlayerId, Timestamp, TriggerContext};

use super::cache::Derived;
use super::game::Interned;

/// A continuous effect that changes characteristics or controllers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ActiveEffect {
    pub(crate) key: EffectKey,
    pub(crate) source: ObjectId,
    pub(crate) controller: PlayerId,
    pub(crate) timestamp: Timestamp,
    pub(crate) defining: bool,
    /// Its definition, if a resolution began it.
    pub(crate) def: Option<DefId>,
    pub(crate) text: EffectText,
    /// The objects it is locked on: by its duration's rule (CR 611.2c), or since it began to apply
    /// (CR 613.6).
    pub(crate) locked: Option<Vec<ObjectId>>,
    /// Whether it has been applied in some layer. If so, its condition and the presence of its
    /// ability no longer matter (CR 613.6).
    pub(crate) started: bool,
    pub(crate) announced: Option<Arc<Announcement>>,
    pub(crate) trigger: Option<TriggerContext>,
    /// The layers in which it applies, one bit each.
    pub(crate) layers: u16,
    /// What it depends on.
    pub(crate) reads: Reads,
    /// What it depends on besides the object it is being applied to.
    pub(crate) asks: Reads,
    /// What it changes in each layer in which it applies.
    pub(crate) writes: Vec<(Layer, Reads)>,
}

/// The text of an effect.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum EffectText {
    /// The definition of an effect that a resolution began.
    Begun(Arc<Interned>),
    /// A part of a static ability.
    Static(Arc<StaticEffect>, Canonical<Ability>),
    /// What counters do, or the text that a spell has gained.
    Given(Vec<Modification>),
}

/// The evaluated form of a modification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Worked {
    /// As written.
    AsItSays,
    /// As written for subtypes, if the object has a matching type.
    Fits(bool),
    /// These numbers.
    Numbers(i32, i32),
    /// This player.
    Player(Option<PlayerId>),
    /// This subtype; `None` if none was chosen (CR 607.5a).
    Subtype(Option<Subtype>),
    /// These subtypes; `None` if there is no object that they are taken from.
    Subtypes(Option<Vec<Subtype>>),
    /// This colour; `None` if none was chosen.
    Color(Option<Color>),
    /// These abilities.
    Abilities(Vec<Canonical<Ability>>),
    /// The printed values of an object; `None` if there is no such object.
    Printed(Option<DefId>),
}

/// The result of an effect in a layer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CameTo {
    pub(crate) layer: Layer,
    /// The player its "you" referred to.
    pub(crate) controller: PlayerId,
    /// Whether its condition held, if it has one.
    pub(crate) held: bool,
    /// Its evaluated modifications, if it applied and they were the same for every object.
    pub(crate) worked: Option<Vec<Worked>>,
}

/// An effect with its result in each layer in which it applies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeptEffect {
    pub(crate) active: ActiveEffect,
    pub(crate) came_to: Vec<CameTo>,
}

/// The effects behind the derived values of a version, if timestamps alone decided their order
/// (CR 613.7).
#[derive(Debug, PartialEq)]
pub struct KeptLayers {
    /// The effects in timestamp order.
    pub(crate) effects: Vec<Arc<KeptEffect>>,
    /// What the conditions of static abilities depend on.
    pub(crate) conditions: Reads,
}

/// Values derived from an earlier version of a state, and what has been touched since.
#[derive(Clone, Debug)]
pub(crate) struct Stale {
    pub(crate) from: Arc<Derived>,
    pub(crate) touched: Touched,
}

/// What an event touches among the derived values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touched {
    /// Objects that came, left, or changed.
    pub(crate) objects: Vec<ObjectId>,
    /// Those of them that came or left.
    pub(crate) moved: Vec<ObjectId>,
    /// Attachments among them that became attached to something else or unattached.
    pub(crate) attachments: Vec<ObjectId>,
    /// Effects of resolutions that began or ended.
    pub(crate) effects: Vec<EffectId>,
    /// The aspects that changed.
    pub(crate) aspects: Reads,
    /// Those of them that are not aspects of any object: the turn, the players, past events.
    pub(crate) around: Reads,
    /// Whether effects on the rules or triggered abilities may have begun or ceased to function.
    pub(crate) rules: bool,
}

impl Touched {
    /// Adds what another event touches.
    pub(super) fn join(&mut self, more: Touched) {
        self.objects.extend(more.objects);
        self.moved.extend(more.moved);
        self.attachments.extend(more.attachments);
        self.effects.extend(more.effects);
        self.aspects = self.aspects | more.aspects;
        self.around = self.around | more.around;
        self.rules |= more.rules;
    }
}
