//! The effects on the rules that function: replacement and prevention effects, restrictions,
//! permissions, costs and the like (CR 604.1, 611, 613.11, 614, 615).

use std::sync::Arc;

use crate::card::StaticEffect;
use crate::fact::{Announcement, Applied, EffectId, ObjectId, PlayerId, TriggerContext};
use crate::persist::Table;

/// An effect on the rules that functions now.
#[derive(Clone, Debug)]
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
}

/// The effects on the rules that function now. There may be thousands of shields, so replacement
/// effects are kept apart from all others, and those that have begun from those of objects.
#[derive(Clone, Debug, Default)]
pub struct OnRules {
    replacing: Effects,
    others: Effects,
    /// Whether an effect that has begun is about what an object has become since (CR 400.7a-b).
    follows: bool,
}

/// Effects by where they come from.
#[derive(Clone, Debug, Default)]
struct Effects {
    /// Those of static abilities, in the order of their sources; none if there are none.
    of_objects: Option<Arc<Vec<Functioning>>>,
    /// Those that have begun, with those that began together.
    begun: Table<EffectId, Arc<Vec<Functioning>>>,
    /// Those of spells that were cast with a permission; none if there are none.
    of_spells: Option<Arc<Vec<Functioning>>>,
}

impl Effects {
    fn iter(&self) -> impl Iterator<Item = &Functioning> {
        let begun = (!self.begun.is_empty()).then(|| self.begun.values().flat_map(|it| it.iter()));
        listed(self.of_objects.as_ref())
            .iter()
            .chain(begun.into_iter().flatten())
            .chain(listed(self.of_spells.as_ref()))
    }
}

fn listed(effects: Option<&Arc<Vec<Functioning>>>) -> &[Functioning] {
    effects.map_or(&[], |effects| effects.as_slice())
}

impl OnRules {
    /// The replacement and prevention effects (CR 614, 615): first those of static abilities, in
    /// the order of their sources, then those that have begun, then those of spells.
    pub fn replacing(&self) -> impl Iterator<Item = &Functioning> {
        self.replacing.iter()
    }

    /// All other effects, in that order.
    pub fn others(&self) -> impl Iterator<Item = &Functioning> {
        self.others.iter()
    }

    /// Whether an effect that has begun is about what an object has become since (CR 400.7a-b).
    pub(crate) const fn follows(&self) -> bool {
        self.follows
    }

    /// Puts other effects of static abilities and of spells in the place of those that are there.
    pub(crate) fn set(&mut self, of_objects: Vec<Functioning>, of_spells: Vec<Functioning>) {
        let shared = |effects: Vec<Functioning>| (!effects.is_empty()).then(|| Arc::new(effects));
        let (replacing, others) = by_kind(of_objects);
        (self.replacing.of_objects, self.others.of_objects) = (shared(replacing), shared(others));
        let (replacing, others) = by_kind(of_spells);
        (self.replacing.of_spells, self.others.of_spells) = (shared(replacing), shared(others));
    }

    /// Adds the effects that began together. Says whether one is about what an object has become
    /// since.
    pub(crate) fn begin(&mut self, id: EffectId, effects: Vec<Functioning>, follows: bool) {
        self.follows |= follows;
        let (replacing, others) = by_kind(effects);
        for (effects, among) in [(replacing, &mut self.replacing), (others, &mut self.others)] {
            if !effects.is_empty() {
                among.begun.insert(id, Arc::new(effects));
            }
        }
    }

    /// Removes the effects that began together, if there are any.
    pub(crate) fn end(&mut self, id: EffectId) {
        self.replacing.begun.remove(&id);
        self.others.begun.remove(&id);
    }

    /// Removes all effects that have begun.
    pub(crate) fn end_all(&mut self) {
        (self.replacing.begun, self.others.begun, self.follows) = (Table::default(), Table::default(), false);
    }
}

/// Replacement effects, and all others.
fn by_kind(effects: Vec<Functioning>) -> (Vec<Functioning>, Vec<Functioning>) {
    effects.into_iter().partition(|it| matches!(&*it.effect, StaticEffect::Replace(_)))
}
