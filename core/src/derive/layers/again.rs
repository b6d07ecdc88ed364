//! Updating the derived values after a change to a few objects, by applying the effects to these
//! alone.
//!
//! That is correct if timestamps alone decide the order of effects (CR 613.7), before and after the
//! change, and no condition or description about other objects reads what changed in these. A
//! number that reads it, for the power and toughness of an effect's own objects, is counted again
//! before layer 7, where nothing changes any more what it reads. In any other case there is no
//! result here, and everything is derived anew.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use crate::card::{CardTypes, Filter, Objects, Reads};
use crate::fact::{EffectKey, Entity, ObjectId, Zone};
use crate::state::layers::{ActiveEffect, CameTo, KeptEffect, KeptLayers, Stale, Touched, Worked};
use crate::state::{Derived, Game};

use super::super::filter::matches;
use super::super::look::Look;
use super::order::{self, reads_of};
use super::outcome::{EffectOutcome, is_overridden, may_affect, work_out};
use super::statics;
use super::working::{Permanents, Working};
use super::{Layer, apply, devotion, leave_to_creatures};
use crate::derive::look::reads::is_worked_out_alone;
use crate::derive::look::scope::Scope;
use crate::derive::object::active;

/// The derived values of a game, from those of an earlier version; none if the change reaches
/// beyond the touched objects.
pub(crate) fn again(game: &Game, stale: &Stale) -> Option<Derived> {
    let (from, touched) = (&stale.from, &stale.touched);
    let Some(kept) = from.kept.as_ref() else { return Some(with_other_rules(game, from, touched)) };
    // Changes of devotion are read in the middle of the layers.
    let gives = |effect: &Arc<KeptEffect>| effect.active.writes_at_all().meets(Reads::EFFECTS);
    if !from.devotion.is_empty()
        || devotion::could_change(game)
        || (game.changes_devotion() && kept.effects.iter().any(gives))
    {
        return None;
    }
    let mut objects: BTreeSet<ObjectId> = touched.objects.iter().chain(&touched.moved).copied().collect();
    let mut change = Change::of(game, kept, touched, &mut objects)?;
    let reach = change.reach(game, touched, &mut objects)?;
    let board = Permanents::of_these(game, &objects);
    let mut working = Working::new(game, &board);
    apply_all(&mut working, &mut change, &objects, from)?;
    leave_to_creatures(&mut working);
    let (of_controllers, of_copied) = (std::mem::take(&mut working.controllers), std::mem::take(&mut working.copied));
    let touched_now = working.into_changed();

    let same_abilities = |id: &ObjectId| {
        let printed = game.object(*id).and_then(|object| game.printed_on(object)).map(|it| &it.characteristics);
        let (before, after) = (from.changed.get(id).map(|it| &**it), touched_now.get(id).map(|it| &**it));
        match (before.or(printed), after.or(printed)) {
            (Some(before), Some(after)) => before.abilities == after.abilities,
            (before, after) => before.is_none() && after.is_none(),
        }
    };
    let same_rules =
        !touched.rules && !reach.meets(kept.conditions | Reads::CONTROL) && objects.iter().all(same_abilities);
    let same_begun = !touched.moved.iter().any(|id| from.functioning.follows(*id));
    let mut functioning = from.functioning.clone();
    match same_begun {
        true => statics::begin_or_end(game, &touched.effects, &mut functioning),
        false => statics::begin_all(game, &mut functioning),
    }

    let mut changed = from.changed.clone();
    let mut controllers = from.controllers.clone();
    let mut copied = from.copied.clone();
    for id in &objects {
        changed.remove(id);
        controllers.remove(id);
        copied.remove(id);
    }
    changed.extend(touched_now);
    controllers.extend(of_controllers);
    copied.extend(of_copied);

    let (conditions, listening) = match same_rules {
        true => (kept.conditions, from.listening.clone()),
        false => {
            let board = Permanents::of(game);
            let working = Working::holding(game, &board, &changed, &controllers);
            let conditions = statics::of_objects(&working, changed.keys().copied(), &mut functioning);
            (conditions, OnceLock::new())
        }
    };
    let effects = change.effects;
    let modifies = !effects.is_empty();
    let reads = effects.iter().fold(conditions, |all, effect| all | effect.active.reads);
    let kept = Some(Arc::new(KeptLayers { effects, conditions }));
    Some(Derived {
        changed,
        controllers,
        copied,
        devotion: BTreeMap::new(),
        functioning,
        modifies,
        reads,
        kept,
        listening,
        heard: if same_rules { from.heard.clone() } else { OnceLock::new() },
        heard_back: if same_rules { from.heard_back.clone() } else { OnceLock::new() },
        gained: OnceLock::new(),
    })
}

/// The derived values after effects on the rules have begun or ended, and nothing else happened:
/// nothing else than such an event touches values without [`KeptLayers`] effects.
fn with_other_rules(game: &Game, from: &Derived, touched: &Touched) -> Derived {
    let mut functioning = from.functioning.clone();
    statics::begin_or_end(game, &touched.effects, &mut functioning);
    Derived {
        changed: from.changed.clone(),
        controllers: from.controllers.clone(),
        copied: from.copied.clone(),
        devotion: from.devotion.clone(),
        functioning,
        modifies: from.modifies,
        reads: from.reads,
        kept: None,
        listening: from.listening.clone(),
        heard: from.heard.clone(),
        heard_back: from.heard_back.clone(),
        gained: from.gained.clone(),
    }
}

/// The effects after a change, and how they differ.
struct Change {
    /// All effects, in timestamp order.
    effects: Vec<Arc<KeptEffect>>,
    /// What removed and new effects write.
    writes: Reads,
    /// The effects whose numbers are counted again.
    recounted: BTreeSet<EffectKey>,
}

impl Change {
    /// Finds the effects. Objects that they are locked on count as touched.
    fn of(game: &Game, kept: &KeptLayers, touched: &Touched, objects: &mut BTreeSet<ObjectId>) -> Option<Change> {
        // An ability that is only about its own object or that one's host has gone with its object.
        let near = |effect: &ActiveEffect| {
            let there = [Filter::This, Filter::Is(Objects::AttachedTo)];
            matches!(effect.key, EffectKey::Static { .. }) && there.contains(effect.filter())
        };
        let gone = |effect: &ActiveEffect| match &effect.key {
            EffectKey::Begun(id) => touched.effects.contains(id),
            EffectKey::Counters(id, _) | EffectKey::AddedText(id, _) => objects.contains(id),
            EffectKey::Static { object, .. } => {
                touched.attachments.contains(object) || (touched.moved.contains(object) && near(effect))
            }
        };
        // An object that had abilities that matter to others, or that an effect named, reaches
        // further.
        let named = |effect: &ActiveEffect| {
            let speaks = matches!(effect.key, EffectKey::Static { .. }) || effect.asks != Reads::NOTHING;
            let source = speaks && touched.moved.contains(&effect.source) && !near(effect);
            let locked = effect.locked.iter().flatten().any(|id| touched.moved.contains(id));
            source || (locked && !gone(effect))
        };
        if kept.effects.iter().any(|effect| named(&effect.active)) {
            return None;
        }
        let (removed, mut effects): (Vec<_>, Vec<_>) =
            kept.effects.iter().cloned().partition(|effect| gone(&effect.active));
        let board = Permanents::of_these(game, objects);
        let working = Working::new(game, &board);
        let mut added = Vec::new();
        for object in objects.iter().filter_map(|id| game.object(*id)) {
            let looked_at = game.has_abilities_where_it_is(object);
            if looked_at || object.zone == Zone::Exile {
                active::counters(&working, object, &mut added);
            }
            active::added_texts(game, object, &mut added);
            // CR 613.7e: an attachment has another timestamp.
            if looked_at && (touched.moved.contains(&object.id) || touched.attachments.contains(&object.id)) {
                active::of_object(&working, object, &mut added);
            }
        }
        for id in &touched.effects {
            added.extend(game.world().effects.get(id).and_then(|effect| active::begun(game, effect)));
        }
        let otherwise = removed.iter().map(|effect| &effect.active).chain(&added);
        let mut writes = Reads::NOTHING;
        for effect in otherwise {
            // The object and its host are touched.
            if !near(effect) {
                objects.extend(effect.locked.as_ref()?);
            }
            writes = writes | effect.writes_at_all();
        }
        let mut recounted = BTreeSet::new();
        for effect in added.iter().filter(|effect| effect.asks != Reads::NOTHING) {
            if effect.asks_besides_numbers() != Reads::NOTHING || !is_recountable(game, effect) {
                return None;
            }
            recounted.insert(effect.key.clone());
        }
        effects.extend(added.into_iter().map(|active| {
            let came_to = |layer| CameTo { layer, controller: active.controller, held: true, worked: None };
            let came_to = Layer::ALL.into_iter().filter(|layer| active.acts_in(*layer)).map(came_to).collect();
            Arc::new(KeptEffect { active, came_to })
        }));
        effects.sort_by(|a, b| active::in_order(&a.active, &b.active));
        Some(Change { effects, writes, recounted })
    }

    /// The aspects in which the touched objects may differ; none if a text about other objects
    /// reads them, or the order of effects depends on them. The objects of effects with numbers
    /// that read them are touched too.
    fn reach(&mut self, game: &Game, touched: &Touched, objects: &mut BTreeSet<ObjectId>) -> Option<Reads> {
        let mut reach = touched.aspects | touched.around | self.writes;
        loop {
            let asking = self.effects.iter().filter(|effect| effect.active.reads.meets(reach));
            let more = asking.fold(reach, |all, effect| all | effect.active.writes_at_all());
            if more == reach {
                break;
            }
            reach = more;
        }
        let static_source = |effect: &Arc<KeptEffect>| matches!(effect.active.key, EffectKey::Static { .. });
        let of_control = reach.meets(Reads::CONTROL) && self.effects.iter().any(static_source);
        if of_control || !Layer::ALL.iter().all(|layer| self.is_independent(game, *layer)) {
            return None;
        }
        for active in self.effects.iter().map(|effect| &effect.active) {
            // Any object may be affected differently if something around it changes.
            if !active.asks.meets(reach) && !active.reads.meets(touched.around) {
                continue;
            }
            if active.asks_besides_numbers().meets(reach)
                || active.reads_besides_numbers().meets(touched.around)
                || !is_recountable(game, active)
            {
                return None;
            }
            objects.extend(order::own_objects(game, active)?);
            self.recounted.insert(active.key.clone());
        }
        Some(reach)
    }

    /// Whether no effect reads what another changes in a layer. Whether one changes which effects
    /// there are is seen as it is applied.
    fn is_independent(&self, game: &Game, layer: Layer) -> bool {
        let acting = || self.effects.iter().filter(|effect| effect.active.acts_in(layer));
        let written = acting().fold(Reads::NOTHING, |all, effect| all | effect.active.writes(layer));
        let written = written.without(Reads::EFFECTS);
        let reads = |effect: &Arc<KeptEffect>| {
            let read = reads_in(effect, layer);
            let of = |writer: &Arc<KeptEffect>| reads_of(game, (&effect.active, read), (&writer.active, layer));
            read.meets(written) && acting().any(of)
        };
        acting().nth(1).is_none() || !acting().any(reads)
    }
}

/// Whether an effect's numbers can be counted again before layer 7, for objects that no
/// characteristics decide: they read nothing that this layer changes.
fn is_recountable(game: &Game, effect: &ActiveEffect) -> bool {
    !effect.numbers().meets(Reads::POWER_TOUGHNESS | Reads::AFFECTED | Reads::HISTORY)
        && order::own_objects(game, effect).is_some()
}

/// What an effect reads in a layer: once it has begun to apply, it exists and its set is settled
/// (CR 613.6).
fn reads_in(effect: &KeptEffect, layer: Layer) -> Reads {
    match begun_before(effect, layer) {
        true => effect.active.asks_of_modifications(),
        false => effect.active.reads,
    }
}

/// Whether the effect of a static ability began to apply in an earlier layer.
fn begun_before(effect: &KeptEffect, layer: Layer) -> bool {
    effect.active.may_start() && effect.came_to.iter().any(|it| it.layer < layer && it.held)
}

/// Applies the effects to the objects, layer by layer; none if a result is not known.
fn apply_all(
    working: &mut Working<'_>,
    change: &mut Change,
    objects: &BTreeSet<ObjectId>,
    from: &Derived,
) -> Option<()> {
    // The objects that each static ability's effect has begun to apply to.
    let mut begun: BTreeMap<usize, Vec<ObjectId>> = BTreeMap::new();
    for layer in Layer::ALL {
        if layer == Layer::PowerToughnessDefining && !change.recounted.is_empty() {
            change.recount(working, objects, from);
        }
        let effects = &change.effects;
        // CR 613.3
        for defining in [true, false] {
            let acting = |effect: &KeptEffect| effect.active.defining == defining && effect.active.acts_in(layer);
            for (index, effect) in effects.iter().enumerate().filter(|(_, effect)| acting(effect)) {
                let came_to = effect.came_to.iter().find(|it| it.layer == layer)?;
                let settled = begun_before(effect, layer);
                if !came_to.held && !settled {
                    continue;
                }
                let active = &effect.active;
                let scope = Scope { controller: came_to.controller, ..active.scope() };
                let members: Vec<ObjectId> = match settled {
                    true => begun.get(&index).cloned().unwrap_or_default(),
                    false => {
                        let overridden = |id: ObjectId| layer == Layer::Copy && is_overridden(working, active, id);
                        let applied = |id: &ObjectId| applies(working, active, &scope, *id) && !overridden(*id);
                        objects.iter().copied().filter(applied).collect()
                    }
                };
                if !settled && active.may_start() && !members.is_empty() {
                    begun.insert(index, members.clone());
                }
                if members.is_empty() {
                    continue;
                }
                let worked = members.iter().map(|id| worked(working, active, came_to, &scope, *id));
                let worked: Option<Vec<Vec<Worked>>> = worked.collect();
                let outcome = EffectOutcome { objects: members, worked: worked? };
                apply(working, layer, active, &outcome, &[], &mut ());
                if active.writes(layer).meets(Reads::EFFECTS) && !has_no_effects(working, effects, &outcome.objects) {
                    return None;
                }
            }
        }
    }
    Some(())
}

impl Change {
    /// Counts the numbers of the recounted effects again, as all objects are before layer 7.
    fn recount(&mut self, working: &Working<'_>, objects: &BTreeSet<ObjectId>, from: &Derived) {
        let game = working.game;
        let (mut changed, mut controllers) = (from.changed.clone(), from.controllers.clone());
        changed.retain(|id, _| !objects.contains(id));
        controllers.retain(|id, _| !objects.contains(id));
        changed.extend(objects.iter().filter_map(|id| Some((*id, Arc::clone(working.changed(*id)?)))));
        controllers.extend(&working.controllers);
        let board = Permanents::of(game);
        let mut copied = from.copied.clone();
        copied.retain(|id, _| !objects.contains(id));
        copied.extend(&working.copied);
        let all = Working { copied, ..Working::holding(game, &board, &changed, &controllers) };
        for effect in self.effects.iter_mut().filter(|effect| self.recounted.contains(&effect.active.key)) {
            let KeptEffect { active, came_to } = Arc::make_mut(effect);
            for came_to in came_to.iter_mut().filter(|it| it.layer >= Layer::PowerToughnessDefining) {
                let scope = Scope { controller: came_to.controller, ..active.scope() };
                let modifications = active.modifications(came_to.layer);
                let mut types = CardTypes::NONE;
                came_to.worked = Some(modifications.map(|it| work_out(&all, &scope, it, &mut types)).collect());
            }
        }
    }
}

/// Whether none of these objects had an ability that changes characteristics, and none has one now.
fn has_no_effects(working: &Working<'_>, effects: &[Arc<KeptEffect>], objects: &[ObjectId]) -> bool {
    let of_any = |effect: &Arc<KeptEffect>| match &effect.active.key {
        EffectKey::Static { object, .. } => objects.contains(object),
        _ => false,
    };
    let mut found = Vec::new();
    for object in objects.iter().filter_map(|id| working.game.object(*id)) {
        active::of_object(working, object, &mut found);
    }
    found.is_empty() && !effects.iter().any(of_any)
}

/// Whether an effect that has not begun to apply applies to an object.
fn applies(working: &Working<'_>, effect: &ActiveEffect, scope: &Scope<'_>, id: ObjectId) -> bool {
    let Some(object) = working.game.object(id) else { return false };
    match (&effect.locked, effect.filter()) {
        (Some(locked), _) => locked.contains(&id) && may_affect(working, effect, id),
        (None, Filter::This) => effect.source == id && may_affect(working, effect, id),
        (None, filter) => {
            filter.meant_in(object.zone.kind()).is_some_and(|filter| matches(working, scope, &filter, id))
                && (effect.is_about_permanents() || may_affect(working, effect, id))
        }
    }
}

/// The modifications of a layer worked out for an object: the common result, or one that depends
/// only on the object.
fn worked(
    working: &Working<'_>,
    effect: &ActiveEffect,
    came_to: &CameTo,
    scope: &Scope<'_>,
    id: ObjectId,
) -> Option<Vec<Worked>> {
    let scope = Scope { affected: Some(Entity::Object(id)), ..*scope };
    let mut types = working.characteristics(id)?.types;
    let modifications = effect.modifications(came_to.layer).enumerate();
    modifications
        .map(|(index, modification)| match is_worked_out_alone(modification) {
            true => Some(work_out(working, &scope, modification, &mut types)),
            false => came_to.worked.as_ref()?.get(index).cloned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::boards::board;
    use super::super::derive;
    use super::*;
    use crate::card::{Definition, FaceDown};
    use crate::derive::look::hypothetical::{hypothetical, knowing};
    use crate::fact::{Characteristics, Event};
    use crate::play::{Dice, Played, decide_at_random, game};
    use crate::state::evolve_entry;

    type Seen = (BTreeMap<ObjectId, Arc<Characteristics>>, [String; 3]);

    /// What can be seen of derived values.
    fn seen(it: &Derived) -> Seen {
        let listening = format!("{:?}", it.listening.get());
        let functioning = format!("{:?}", it.functioning);
        let of_all = format!("{:?} {:?} {} {:?}", it.controllers, it.copied, it.modifies, it.reads);
        (it.changed.clone(), [of_all, functioning, listening])
    }

    /// What can be seen of values derived anew, with what listens if that is known of the others.
    fn anew_as(game: &Game, redone: &Derived) -> Seen {
        let fresh = derive(game, &mut ());
        let mut whole = game.clone();
        (whole.derived, whole.stale) = Default::default();
        if redone.listening.get().is_some() {
            let _ = fresh.listening.set(Arc::new(whole.listening().to_vec()));
        }
        seen(&fresh)
    }

    /// A permanent that turns face down and face up again, as each is looked at in a game of its
    /// own (CR 708.11): its abilities begin and cease to function like those of one that comes.
    #[test]
    fn so_do_permanents_that_turn_over() {
        let (mut answered, mut anew, mut with_effects) = (0, 0, 0);
        for seed in 0..60 {
            let mut dice = Dice::new(seed);
            let policy = |game: &Game, choice: &_| decide_at_random(game, choice, &mut dice);
            game(&board(seed, seed as usize % 4), 60.into(), policy, |Played { after, .. }| {
                let Some(id) = after.world().battlefield.get(seed as usize % 7) else { return };
                let before = after.clone();
                before.listening();
                let (mut game, def) = knowing(&before, Definition::FaceDown(FaceDown::default()));
                let timestamp = game.counters().timestamp;
                let down = Event::PermanentTurnedFaceDown { object: *id, def, timestamp };
                let up = Event::PermanentTurnedFaceUp { object: *id, timestamp, x: None };
                for event in [down, up] {
                    let _ = game.printed(def);
                    game.listening();
                    game = hypothetical(&game, event);
                    let Some(redone) = game.stale.clone().and_then(|stale| again(&game, &stale)) else {
                        anew += 1;
                        continue;
                    };
                    assert_eq!(seen(&redone), anew_as(&game, &redone), "seed {seed}, {id:?}");
                    answered += 1;
                    with_effects += usize::from(redone.modifies);
                }
            })
            .unwrap();
        }
        assert!(answered > 500 && anew > 0 && with_effects > 100, "{:?}", (answered, anew, with_effects));
    }

    /// After each event of random games: deriving the touched objects alone gives the same as
    /// deriving everything.
    #[test]
    fn what_is_looked_at_again_is_what_follows() {
        let (mut answered, mut anew, mut with_effects, mut in_knots) = (0, 0, 0, 0);
        for seed in 0..250 {
            let mut dice = Dice::new(seed);
            let policy = |game: &Game, choice: &_| decide_at_random(game, choice, &mut dice);
            let mut before = Game::empty();
            game(&board(seed, seed as usize % 4), 400.into(), policy, |Played { steps, after, .. }| {
                let mut folded = std::mem::replace(&mut before, after.clone());
                for entry in steps.iter().flat_map(|step| &step.entries) {
                    folded.listening();
                    evolve_entry(&mut folded, entry);
                    let Some(stale) = folded.stale.clone() else { continue };
                    let Some(redone) = again(&folded, &stale) else {
                        anew += 1;
                        continue;
                    };
                    assert_eq!(seen(&redone), anew_as(&folded, &redone), "seed {seed}, {:?}", entry.event);
                    answered += 1;
                    with_effects += usize::from(redone.modifies);
                    in_knots += usize::from(redone.kept.is_none());
                }
            })
            .unwrap();
        }
        let counts = (answered, anew, with_effects, in_knots);
        assert!(answered > 1000 && anew > 50 && with_effects > 300 && in_knots > 0, "{counts:?}");
    }
}
