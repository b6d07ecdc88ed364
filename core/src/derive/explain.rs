//! Explanations: the derivation of an object's characteristics, told by the computation itself (CR 613).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::Modification;
use crate::fact::{Characteristics, EffectKey, ObjectId, PlayerId, Timestamp};
use crate::state::Game;

use super::filter::Look;
use super::layers::{Layer, Observer, derive};

/// One effect, applied to one object in one layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Application {
    /// The layer.
    pub layer: Layer,
    /// The effect.
    pub effect: EffectKey,
    /// The object that the effect comes from.
    pub source: ObjectId,
    /// The effect's timestamp.
    pub timestamp: Timestamp,
    /// The object that it was applied to.
    pub object: ObjectId,
    /// What it did, its numbers worked out.
    #[serde(skip)]
    pub modifications: Vec<Modification>,
    /// The effects of the layer that depended on it and so waited for it (CR 613.8).
    pub waiting_for_it: Vec<EffectKey>,
    /// The characteristics before.
    pub before: Arc<Characteristics>,
    /// The characteristics after.
    pub after: Arc<Characteristics>,
    /// The controller before.
    pub controller_before: Option<PlayerId>,
    /// The controller after.
    pub controller_after: Option<PlayerId>,
}

/// The derivation of an object's characteristics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The object.
    pub object: ObjectId,
    /// Before any effect.
    pub starting: Arc<Characteristics>,
    /// Each effect in the order applied.
    pub applications: Vec<Application>,
    /// After all of them.
    pub result: Arc<Characteristics>,
    /// Who controls it.
    pub controller: Option<PlayerId>,
}

struct Recorder {
    object: ObjectId,
    applications: Vec<Application>,
}

impl Observer for Recorder {
    fn applied(&mut self, application: Application) {
        self.applications.push(application);
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
    let starting = Arc::new(game.printed(object.def)?.characteristics.clone());
    let mut recorder = Recorder { object: id, applications: Vec::new() };
    let derived = derive(game, &mut recorder);
    let result = derived.changed.get(&id).map_or_else(|| Arc::clone(&starting), Arc::clone);
    Some(Explanation {
        object: id,
        starting,
        applications: recorder.applications,
        result,
        controller: game.controller(id),
    })
}
