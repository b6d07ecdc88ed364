//! The effects on the rules that function: replacement and prevention effects, restrictions,
//! permissions, costs and the like (CR 604.1, 611, 613.11, 614, 615).

use std::sync::Arc;

use crate::card::{Ability, StaticEffect, Would};
use crate::fact::{Action, Announcement, Applied, Canonical, EffectId, EffectKey, ObjectId, PlayerId, TriggerContext};
use crate::persist::Table;

/// An effect on the rules that functions now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Functioning {
    /// Identifies the effect.
    pub identity: Applied,
    /// Its source.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// The effect itself.
    pub effect: Arc<StaticEffect>,
    /// The objects it is locked on; `None` if the effect itself determines what it affects.
    pub objects: Option<Arc<Vec<ObjectId>>>,
    /// The announcement of the spell or ability that began it.
    pub announced: Option<Arc<Announcement>>,
    /// The event that triggered the ability that began it.
    pub trigger: Option<TriggerContext>,
    /// The static ability whose condition is one on each attacking creature, since it speaks of the
    /// defending player (CR 508.5a). Without one, the effect functions for all.
    pub on_each: Option<Canonical<Ability>>,
}

/// The effects on the rules that function now. There may be thousands of shields, so replacement
/// effects are kept apart from all others, and those that have begun from those of objects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OnRules {
    replacing: Replacing,
    /// All others: those of static abilities, in the order of their sources, and then those that
    /// have begun. The rules ask for them all the time.
    others: Arc<Vec<Functioning>>,
    /// How many of the others are of static abilities.
    of_objects: usize,
    /// The objects that effects that have begun name and may follow as they move (CR 400.7a-b).
    following: Table<EffectId, Arc<Vec<ObjectId>>>,
}

/// Replacement and prevention effects by where they come from.
#[derive(Clone, Debug, Default, PartialEq)]
struct Replacing {
    /// Those of static abilities, in the order of their sources.
    of_objects: Arc<Vec<Functioning>>,
    /// Those that have begun, with those that began together.
    begun: Table<EffectId, Arc<Vec<Functioning>>>,
    /// Those among them that are not about damage: mostly few.
    besides_damage: Table<EffectId, Arc<Vec<Functioning>>>,
    /// Those of spells that were cast with a permission.
    of_spells: Arc<Vec<Functioning>>,
}

impl Replacing {
    fn with<'a>(&'a self, begun: &'a Table<EffectId, Arc<Vec<Functioning>>>) -> impl Iterator<Item = &'a Functioning> {
        // Going through a table takes room, and mostly there is none.
        let begun = (!begun.is_empty()).then(|| begun.values().flat_map(|effects| effects.iter()));
        self.of_objects.iter().chain(begun.into_iter().flatten()).chain(self.of_spells.iter())
    }
}

impl OnRules {
    /// The replacement and prevention effects that could replace an action (CR 614, 615): first
    /// those of static abilities, in the order of their sources, then those that have begun, then
    /// those of spells.
    pub fn replacing(&self, action: &Action) -> impl Iterator<Item = &Functioning> {
        let about_damage = matches!(action, Action::Damage { .. });
        self.replacing.with(if about_damage { &self.replacing.begun } else { &self.replacing.besides_damage })
    }

    /// Those that could replace anything but damage, in the same order.
    pub(crate) fn replacing_besides_damage(&self) -> impl Iterator<Item = &Functioning> {
        self.replacing.with(&self.replacing.besides_damage)
    }

    /// All other effects: first those of static abilities, then those that have begun.
    pub fn others(&self) -> impl Iterator<Item = &Functioning> {
        self.others.iter()
    }

    /// Whether an effect that has begun may follow an object as it moves (CR 400.7a-b).
    pub(crate) fn follows(&self, object: ObjectId) -> bool {
        !self.following.is_empty() && self.following.values().any(|objects| objects.contains(&object))
    }

    /// Puts other effects of static abilities and of spells in the place of those that are there.
    /// Those of spells are replacement effects.
    pub(crate) fn set(&mut self, of_objects: Vec<Functioning>, of_spells: Vec<Functioning>) {
        let (replacing, mut others) = by_kind(of_objects);
        let of_objects = others.len();
        others.extend(self.others.iter().skip(self.of_objects).cloned());
        (self.others, self.of_objects) = (Arc::new(others), of_objects);
        (self.replacing.of_objects, self.replacing.of_spells) = (Arc::new(replacing), Arc::new(of_spells));
    }

    /// Adds the effects that began together, with the objects that they may follow as these move.
    pub(crate) fn begin(&mut self, id: EffectId, effects: Vec<Functioning>, following: Vec<ObjectId>) {
        if !following.is_empty() {
            self.following.insert(id, Arc::new(following));
        }
        let (replacing, others) = by_kind(effects);
        if !replacing.is_empty() {
            let replacing = Arc::new(replacing);
            if !replacing.iter().all(is_about_damage) {
                self.replacing.besides_damage.insert(id, Arc::clone(&replacing));
            }
            self.replacing.begun.insert(id, replacing);
        }
        if !others.is_empty() {
            let before = |it: &Functioning| begun(it).is_none_or(|other| other < id);
            let place = self.others.partition_point(before);
            Arc::make_mut(&mut self.others).splice(place..place, others);
        }
    }

    /// Removes the effects that began together, if there are any.
    pub(crate) fn end(&mut self, id: EffectId) {
        self.replacing.begun.remove(&id);
        self.replacing.besides_damage.remove(&id);
        if self.others.iter().skip(self.of_objects).any(|it| begun(it) == Some(id)) {
            Arc::make_mut(&mut self.others).retain(|it| begun(it) != Some(id));
        }
        self.following.remove(&id);
    }

    /// Removes all effects that have begun.
    pub(crate) fn end_all(&mut self) {
        (self.replacing.begun, self.replacing.besides_damage) = (Table::default(), Table::default());
        if self.others.len() > self.of_objects {
            Arc::make_mut(&mut self.others).truncate(self.of_objects);
        }
        self.following = Table::default();
    }
}

/// The effect that began, if one did; an effect of a static ability otherwise.
const fn begun(effect: &Functioning) -> Option<EffectId> {
    match effect.identity {
        Applied::Effect(EffectKey::Begun(id)) => Some(id),
        _ => None,
    }
}

/// Replacement effects, and all others.
fn by_kind(effects: Vec<Functioning>) -> (Vec<Functioning>, Vec<Functioning>) {
    effects.into_iter().partition(|it| matches!(&*it.effect, StaticEffect::Replace(_)))
}

/// Whether a replacement effect replaces nothing but damage.
fn is_about_damage(effect: &Functioning) -> bool {
    matches!(&*effect.effect, StaticEffect::Replace(it) if matches!(it.would, Would::Damage { .. }))
}
