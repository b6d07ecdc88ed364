//! The interaction of continuous effects (CR 613): one computation for the whole board, layer by
//! layer, with an observer for explanations.
//!
//! Whenever abilities have changed, the effects of those objects are found again, since whether
//! they exist can change from one application to the next ([`super::object::active`]).
//!
//! Within a layer, characteristic-defining abilities come first (CR 613.3), then timestamp order
//! (CR 613.7) as modified by dependency (CR 613.8). Dependency is found by trial: one effect
//! depends on another if applying the other changes whether it exists, what it applies to, or what
//! it does there. The aspects of objects that an effect reads and writes ([`super::look::reads`])
//! rule out most pairs cheaply; they never establish a dependency.
//!
//! Copy effects are locked as they begin (CR 707.2b), so in layer 1 the latest one decides. After
//! that layer an object has its copiable values (CR 613.2c, [`copiable`]). Face-down
//! permanents (layer 1b) come with CR 708.

mod again;
#[cfg(test)]
pub(super) mod boards;
pub mod copiable;
pub(super) mod devotion;
pub mod explain;
mod modify;
mod order;
mod outcome;
#[cfg(test)]
mod past_tests;
pub mod statics;
pub(super) mod working;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, OnceLock};

use crate::card::{Ability, CardType, Modification, Quantity, Reads};
use crate::fact::{Canonical, Characteristics, EffectKey, ObjectId};
use crate::state::layers::{ActiveEffect, CameTo, EffectText, KeptEffect, KeptLayers, Worked};
use crate::state::{Derived, Game};

use super::filter::holds;
use super::look::Look;
use super::object::active;
use explain::{Because, Dependency, NotApplied};
use modify::modify;
use order::{Next, next_effect};
use outcome::{EffectOutcome, outcome, scope};
use statics::functioning;
use working::{Permanents, Working};

pub use crate::card::Layer;

pub(crate) use again::again;

pub(crate) use outcome::{activated_abilities, keyword_abilities};

/// Observes the computation. It sees applications, not trials.
pub trait Observer {
    /// An effect was applied to an object.
    fn applied(&mut self, application: explain::Application);

    /// An effect that would apply to an object is not applied to it.
    fn not_applied(&mut self, it: NotApplied);

    /// Whether it is interested in this object; for others nothing is prepared.
    fn wants(&self, object: ObjectId) -> bool;

    /// Whether it is interested in which effects waited for which.
    fn explains(&self) -> bool;
}

impl Observer for () {
    fn applied(&mut self, _: explain::Application) {}

    fn not_applied(&mut self, _: NotApplied) {}

    fn wants(&self, _: ObjectId) -> bool {
        false
    }

    fn explains(&self) -> bool {
        false
    }
}

/// Computes everything that follows from a game, with an observer.
pub(crate) fn derive(game: &Game, observer: &mut dyn Observer) -> Derived {
    let board = Permanents::of(game);
    let mut working = Working::new(game, &board);
    let mut effects = active::find(&working, game);
    let modifies = !effects.is_empty();
    let mut reads = effects.iter().fold(Reads::NOTHING, |all, effect| all | effect.reads);
    let mut record = Record::of(&effects, observer);
    for layer in Layer::ALL {
        if effects.iter().any(|effect| effect.acts_in(layer)) {
            apply_layer(&mut working, layer, &mut effects, &mut reads, &mut record, observer);
        }
        if layer == Layer::Text {
            working.devotion = Some(devotion::changes(&working));
        }
    }
    leave_to_creatures(&mut working);
    let changed = board.ids.iter().zip(&working.permanents).filter(|(_, changed)| changed.is_some()).map(|(id, _)| *id);
    let (functioning, conditions) = functioning(&working, changed.chain(working.changed.keys().copied()));
    let devotion = working.devotion.take().unwrap_or_default();
    let reads = reads | conditions;
    let (controllers, copied) = (std::mem::take(&mut working.controllers), std::mem::take(&mut working.copied));
    Derived {
        changed: working.into_changed(),
        controllers,
        copied,
        devotion,
        functioning,
        modifies,
        reads,
        kept: record.kept(conditions),
        listening: OnceLock::new(),
        heard: OnceLock::new(),
        heard_back: OnceLock::new(),
        gained: OnceLock::new(),
    }
}

/// The effects and their results, recorded as long as timestamps alone decide their order and none
/// of them has changed which effects exist. An object can then be derived again by itself
/// ([`again`]).
struct Record(Option<Vec<KeptEffect>>);

impl Record {
    fn of(effects: &[ActiveEffect], observer: &dyn Observer) -> Record {
        let alone = |effect: &ActiveEffect| !effect.asks.meets(Reads::AFFECTED);
        let kept = |effect: &ActiveEffect| KeptEffect { active: effect.clone(), came_to: Vec::new() };
        let wanted = !observer.explains() && effects.iter().all(alone);
        Record(wanted.then(|| effects.iter().map(kept).collect()))
    }

    fn came_to(&mut self, index: usize, came_to: impl FnOnce() -> CameTo) {
        if let Some(kept) = self.0.as_mut().and_then(|all| all.get_mut(index)) {
            kept.came_to.push(came_to());
        }
    }

    fn kept(self, conditions: Reads) -> Option<Arc<KeptLayers>> {
        let effects = self.0?.into_iter().map(Arc::new).collect();
        Some(Arc::new(KeptLayers { effects, conditions }))
    }
}

/// Removes printed power and toughness from noncreature permanents (CR 208.3, 301.7a); missing
/// values of a creature become 0 (CR 208.5).
fn leave_to_creatures(working: &mut Working<'_>) {
    for (permanent, changed) in working.board.permanents.iter().zip(&mut working.permanents) {
        let Some(it) = changed.as_deref().or(permanent.printed) else { continue };
        let (power, toughness) = match it.types.has(CardType::Creature) {
            true => (it.power.or(Some(0)), it.toughness.or(Some(0))),
            false => (None, None),
        };
        if (it.power, it.toughness) != (power, toughness) {
            *changed = Some(Arc::new(Characteristics { power, toughness, ..it.clone() }));
        }
    }
}

/// Applies the effects of a layer one after another. Changes of abilities change which effects
/// exist, and after each application the order of the rest is determined again (CR 613.8c).
fn apply_layer(
    working: &mut Working<'_>,
    layer: Layer,
    effects: &mut Vec<ActiveEffect>,
    reads: &mut Reads,
    record: &mut Record,
    observer: &mut dyn Observer,
) {
    let mut applied: BTreeSet<EffectKey> = BTreeSet::new();
    // Those applied since the effects were last found, by index.
    let mut applied_since: Vec<usize> = Vec::new();
    let mut remaining: VecDeque<usize> = VecDeque::new();
    // Whether none of them reads what another changes: then they apply in their present order.
    let mut independent = false;
    let mut stale = true;
    // Dependencies of effects not applied yet, for an interested observer.
    let mut waited: BTreeMap<EffectKey, Vec<Dependency>> = BTreeMap::new();
    let mut last: Option<(EffectText, EffectOutcome)> = None;
    loop {
        if stale {
            let waits = |index: &usize| {
                effects.get(*index).is_some_and(|effect| effect.acts_in(layer) && !applied.contains(&effect.key))
            };
            remaining = (0..effects.len()).filter(waits).collect();
            independent = !observer.explains() && order::are_independent(working, layer, effects, &mut remaining);
            if !independent {
                record.0 = None;
            }
        }
        let next = match independent {
            true => remaining.front().map(|index| Next { index: *index, dependents: Vec::new() }),
            false => next_effect(working, layer, effects, remaining.make_contiguous(), observer),
        };
        let Some(Next { index, dependents }) = next else { return };
        match remaining.front() == Some(&index) {
            true => drop(remaining.pop_front()),
            false => remaining.retain(|other| *other != index),
        }
        let Some(effect) = effects.get_mut(index) else { return };
        applied_since.push(index);
        let outcome = outcome(working, effect, layer);
        // CR 613.6: from now on it applies to these objects, even if the ability is lost on the
        // way.
        let said = scope(working, effect);
        let (controller, held) = (said.controller, effect.condition().is_none_or(|it| holds(working, &said, it)));
        if effect.may_start() && held {
            effect.start(controller, outcome.objects.clone());
        }
        record.came_to(index, || CameTo { layer, controller, held, worked: outcome.worked.first().cloned() });
        let writes = effect.writes(layer);
        let waited_for = waited.remove(&effect.key).unwrap_or_default();
        // Many permanents with one text: once is enough for what is the same done twice.
        let again = !observer.explains()
            && effect.modifications(layer).all(Modification::twice)
            && last.as_ref().is_some_and(|(text, came)| *text == effect.text && *came == outcome);
        if !again {
            apply(working, layer, effect, &outcome, &waited_for, observer);
            last = Some((effect.text.clone(), outcome.clone()));
        }
        for dependency in &waited_for {
            let Because::AppliesTo { fewer, .. } = &dependency.because else { continue };
            if fewer.iter().any(|id| observer.wants(*id) && !outcome.objects.contains(id)) {
                observer.not_applied(NotApplied {
                    effect: effect.key.clone(),
                    source: effect.source,
                    timestamp: effect.timestamp,
                    layer,
                    by: dependency.on.clone(),
                    by_source: dependency.source,
                    ability_lost: false,
                });
            }
        }
        let by = observer.explains().then(|| (effect.key.clone(), effect.source));
        if let Some((by, by_source)) = &by {
            for (dependent, because, in_loop) in dependents {
                let dependency = Dependency { on: by.clone(), source: *by_source, because, in_loop };
                waited.entry(dependent).or_default().push(dependency);
            }
        }
        let could_end: Vec<ActiveEffect> = match observer.explains() && writes.meets(Reads::EFFECTS) {
            true => effects.iter().filter(|effect| effect.may_start()).cloned().collect(),
            false => Vec::new(),
        };
        stale = writes.meets(Reads::EFFECTS);
        if stale {
            applied.extend(applied_since.drain(..).filter_map(|index| Some(effects.get(index)?.key.clone())));
            stale = find_again(working, effects, &outcome, reads);
            if stale {
                record.0 = None;
            }
        }
        let Some((by, by_source)) = by else { continue };
        for ended in could_end.iter().filter(|ended| !effects.iter().any(|effect| effect.key == ended.key)) {
            let applies = |layer: &Layer| {
                ended.acts_in(*layer)
                    && self::outcome(working, ended, *layer).objects.iter().any(|id| observer.wants(*id))
            };
            if Layer::ALL.iter().any(applies) {
                observer.not_applied(NotApplied {
                    effect: ended.key.clone(),
                    source: ended.source,
                    timestamp: ended.timestamp,
                    layer,
                    by: by.clone(),
                    by_source,
                    ability_lost: true,
                });
            }
        }
    }
}

/// Finds the effects of objects whose abilities may have changed, and returns whether that changed
/// anything.
fn find_again(
    working: &Working<'_>,
    effects: &mut Vec<ActiveEffect>,
    outcome: &EffectOutcome,
    reads: &mut Reads,
) -> bool {
    let mut found = Vec::new();
    for id in &outcome.objects {
        if let Some(object) = working.game.object(*id) {
            active::of_object(working, object, &mut found);
        }
    }
    // An effect that has begun to apply continues, and is not found a second time.
    found.retain(|new| !effects.iter().any(|effect| effect.has_started() && effect.key == new.key));
    let before = effects.len();
    // In order of id.
    let touched = |id: &ObjectId| match outcome.objects.is_sorted() {
        true => outcome.objects.binary_search(id).is_ok(),
        false => outcome.objects.contains(id),
    };
    effects.retain(|effect| !effect.may_start() || !touched(&effect.source));
    if effects.len() == before && found.is_empty() {
        return false;
    }
    *reads = found.iter().fold(*reads, |all, effect| all | effect.reads);
    effects.extend(found);
    active::sort(effects);
    true
}

fn apply(
    working: &mut Working<'_>,
    layer: Layer,
    effect: &ActiveEffect,
    outcome: &EffectOutcome,
    waited_for: &[Dependency],
    observer: &mut dyn Observer,
) {
    // An ability granted to several objects is one in memory.
    let granted: Vec<Option<Canonical<Ability>>> = effect
        .modifications(layer)
        .map(|modification| match modification {
            Modification::Gain(ability) | Modification::HasText(ability) => {
                Some(Canonical::new(Ability::clone(ability)))
            }
            _ => None,
        })
        .collect();
    for (place, id) in outcome.objects.iter().enumerate() {
        let (id, worked) = (*id, outcome.worked(place));
        let watched = observer.wants(id).then(|| (working.characteristics(id).cloned(), working.controller(id)));
        for (index, (modification, worked)) in effect.modifications(layer).zip(worked).enumerate() {
            modify(working, effect, id, (index, granted.get(index).cloned().flatten()), modification, worked);
        }
        if let Some((Some(before), controller_before)) = watched
            && let Some(after) = working.characteristics(id).cloned()
        {
            observer.applied(explain::Application {
                layer,
                effect: effect.key.clone(),
                source: effect.source,
                timestamp: effect.timestamp,
                object: id,
                modifications: effect.modifications(layer).zip(worked).map(|(it, worked)| said(it, worked)).collect(),
                waited_for: waited_for.to_vec(),
                before: Arc::new(before),
                after: Arc::new(after),
                controller_before,
                controller_after: working.controller(id),
            });
        }
    }
}

/// A modification with its numbers filled in.
fn said(modification: &Modification, worked: &Worked) -> Modification {
    match (modification, worked) {
        (Modification::SetPowerToughness(..), Worked::Numbers(power, toughness)) => {
            Modification::SetPowerToughness(Quantity::Fixed(*power), Quantity::Fixed(*toughness))
        }
        (Modification::SetPower(_), Worked::Numbers(power, _)) => Modification::SetPower(Quantity::Fixed(*power)),
        (Modification::SetToughness(_), Worked::Numbers(_, toughness)) => {
            Modification::SetToughness(Quantity::Fixed(*toughness))
        }
        (Modification::AddPowerToughness(..), Worked::Numbers(power, toughness)) => {
            Modification::AddPowerToughness(Quantity::Fixed(*power), Quantity::Fixed(*toughness))
        }
        (Modification::AddChosenSubtype, Worked::Subtype(Some(subtype))) => Modification::AddSubtype(*subtype),
        (Modification::SetChosenSubtype(kind), Worked::Subtype(Some(subtype))) => {
            Modification::SetSubtypes(*kind, vec![*subtype])
        }
        (Modification::SetSubtypesOf(kind, _), Worked::Subtypes(Some(subtypes))) => {
            Modification::SetSubtypes(*kind, subtypes.clone())
        }
        (Modification::AddChosenColor, Worked::Color(Some(color))) => {
            Modification::AddColors(std::iter::once(*color).collect())
        }
        (Modification::SetChosenColor, Worked::Color(Some(color))) => {
            Modification::SetColors(std::iter::once(*color).collect())
        }
        (other, _) => other.clone(),
    }
}
