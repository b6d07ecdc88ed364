//! Explanations: the derivation of an object's characteristics, recorded by the computation itself
//! (CR 613).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::Modification;
use crate::fact::{Characteristics, EffectKey, ObjectId, PlayerId, Timestamp};
use crate::state::Game;

use super::{Layer, Observer, derive};
use crate::derive::look::Look;

/// One effect, applied to one object in one layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Application {
    /// The layer.
    pub layer: Layer,
    /// The effect.
    pub effect: EffectKey,
    /// Its source.
    pub source: ObjectId,
    /// The effect's timestamp.
    pub timestamp: Timestamp,
    /// The object to which it was applied.
    pub object: ObjectId,
    /// Its modifications, with numbers worked out.
    #[serde(skip)]
    pub modifications: Vec<Modification>,
    /// The effects that it depended on and that were applied first (CR 613.8).
    pub waited_for: Vec<Dependency>,
    /// The characteristics before.
    pub before: Arc<Characteristics>,
    /// The characteristics after.
    pub after: Arc<Characteristics>,
    /// The controller before.
    pub controller_before: Option<PlayerId>,
    /// The controller after.
    pub controller_after: Option<PlayerId>,
}

/// A dependency of one effect on another (CR 613.8a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dependency {
    /// The other effect.
    pub on: EffectKey,
    /// Its source.
    pub source: ObjectId,
    /// What applying it would change.
    pub because: Because,
    /// Whether the other effect depends on this one in turn, even indirectly: then timestamps
    /// decide (CR 613.8b).
    pub in_loop: bool,
}

/// What applying one effect changes about another (CR 613.8a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Because {
    /// Whether it exists.
    Existence,
    /// What it applies to.
    AppliesTo {
        /// Objects that it then also applies to.
        more: Vec<ObjectId>,
        /// Objects that it then no longer applies to.
        fewer: Vec<ObjectId>,
    },
    /// What it does to these objects.
    Does(Vec<ObjectId>),
}

/// An effect that would have applied to an object but never was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotApplied {
    /// The effect.
    pub effect: EffectKey,
    /// Its source.
    pub source: ObjectId,
    /// Its timestamp.
    pub timestamp: Timestamp,
    /// The layer in which this was decided.
    pub layer: Layer,
    /// The effect that decided it.
    pub by: EffectKey,
    /// The source of that effect.
    pub by_source: ObjectId,
    /// Whether its ability was lost before it was applied (CR 613.6); otherwise it waited for the
    /// other effect and no longer applies to the object (CR 613.8a).
    pub ability_lost: bool,
}

/// The derivation of an object's characteristics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The object.
    pub object: ObjectId,
    /// Before any effect.
    pub starting: Arc<Characteristics>,
    /// Each effect, in the order applied.
    pub applications: Vec<Application>,
    /// Effects that would have applied to it.
    pub not_applied: Vec<NotApplied>,
    /// After all of them.
    pub result: Arc<Characteristics>,
    /// Who controls it.
    pub controller: Option<PlayerId>,
}

struct Recorder {
    object: ObjectId,
    applications: Vec<Application>,
    not_applied: Vec<NotApplied>,
}

impl Observer for Recorder {
    fn applied(&mut self, application: Application) {
        self.applications.push(application);
    }

    fn not_applied(&mut self, it: NotApplied) {
        self.not_applied.push(it);
    }

    fn wants(&self, object: ObjectId) -> bool {
        object == self.object
    }

    fn explains(&self) -> bool {
        true
    }
}

/// Explains the characteristics of an object that exists now.
pub fn explain(game: &Game, id: ObjectId) -> Option<Explanation> {
    let object = game.object(id)?;
    let starting = Arc::new(game.printed_on(object)?.characteristics.clone());
    let mut recorder = Recorder { object: id, applications: Vec::new(), not_applied: Vec::new() };
    let derived = derive(game, &mut recorder);
    let result = derived.changed.get(&id).map_or_else(|| Arc::clone(&starting), Arc::clone);
    Some(Explanation {
        object: id,
        starting,
        applications: recorder.applications,
        not_applied: recorder.not_applied,
        result,
        controller: game.controller(id),
    })
}
