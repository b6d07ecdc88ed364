//! Which effect of a layer applies next, and what it waited for (CR 613.3, 613.7, 613.8).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use crate::card::speaks_of_its_object;
use crate::card::{Filter, Objects, Reads};
use crate::fact::{EffectKey, ObjectId};
use crate::state::Game;
use crate::state::layers::{ActiveEffect, EffectText};

use super::super::look::Look;
use super::explain::Because;
use super::outcome::scope;
use super::{EffectOutcome, Layer, Observer, Working, apply, outcome};

/// The effect to apply next.
pub(super) struct Next {
    /// Its index among all effects.
    pub(super) index: usize,
    /// The effects that depend on it, why, and whether it depends on them in turn, even indirectly.
    /// Filled in only where it decides something, or for an interested observer.
    pub(super) dependents: Vec<(EffectKey, Because, bool)>,
}

/// Whether no effect reads what any of them changes in the layer, so that timestamps alone decide
/// (CR 613.7). If so, they are sorted: characteristic-defining abilities first (CR 613.3).
pub(super) fn are_independent(
    working: &Working<'_>,
    layer: Layer,
    effects: &[ActiveEffect],
    waiting: &mut VecDeque<usize>,
) -> bool {
    let of = |index: &usize| effects.get(*index);
    let all = || waiting.iter().filter_map(of);
    let written = all().fold(Reads::NOTHING, |all, effect| all | effect.writes(layer));
    let reads = |reader: &ActiveEffect| {
        reader.reads.meets(written.without(Reads::EFFECTS))
            && all().any(|writer| reads_of(working.game, (reader, reader.reads), (writer, layer)))
    };
    // What removes or gives abilities matters to the effects of the objects that it applies to.
    let ends = |effect: &ActiveEffect| {
        let on = outcome(working, effect, layer).objects;
        all().any(|other| other.may_start() && on.contains(&other.source))
    };
    let independent = waiting.len() < 2
        || !(all().any(reads)
            || written.meets(Reads::EFFECTS) && all().any(|it| it.writes(layer).meets(Reads::EFFECTS) && ends(it)));
    if independent {
        waiting.make_contiguous().sort_by_key(|index| (!of(index).is_some_and(|effect| effect.defining), *index));
    }
    independent
}

/// Whether an effect, which reads this, could read what another changes in a layer, apart from
/// which effects there are. If each is about its own objects alone, these have to be the same.
pub(super) fn reads_of(
    game: &Game,
    (reader, reads): (&ActiveEffect, Reads),
    (writer, layer): (&ActiveEffect, Layer),
) -> bool {
    let written = writer.writes(layer).without(Reads::EFFECTS);
    if writer.key == reader.key || !reads.meets(written) {
        return false;
    }
    match (own_objects(game, reader), own_objects(game, writer)) {
        (Some(of), Some(on)) => {
            reader.asks.meets(written) || on.iter().any(|id| of.contains(id) || *id == reader.source)
        }
        _ => true,
    }
}

/// The objects that an effect applies to, if no characteristics decide that: those that it is
/// locked on, its source, or what that is attached to.
pub(super) fn own_objects(game: &Game, effect: &ActiveEffect) -> Option<Vec<ObjectId>> {
    match (&effect.locked, effect.filter()) {
        (Some(locked), _) => Some(locked.clone()),
        (None, Filter::This) => Some(vec![effect.source]),
        (None, Filter::Is(Objects::AttachedTo)) => {
            let host = game.object(effect.source).and_then(|it| it.attached_to).and_then(|host| host.object());
            Some(host.into_iter().collect())
        }
        _ => None,
    }
}

/// The effect to apply next (CR 613.3, 613.7, 613.8).
pub(super) fn next_effect(
    working: &Working<'_>,
    layer: Layer,
    effects: &[ActiveEffect],
    remaining: &[usize],
    observer: &dyn Observer,
) -> Option<Next> {
    let of = |index: &usize| Some((*index, effects.get(*index)?));
    // CR 613.3: characteristic-defining abilities first, timestamp and dependency among them.
    let defining = remaining.iter().filter_map(of).any(|(_, effect)| effect.defining);
    let waiting: Vec<(usize, &ActiveEffect)> =
        remaining.iter().filter_map(of).filter(|(_, effect)| effect.defining == defining).collect();
    let (first, in_order) = waiting.first()?;
    let any = waiting.iter().skip(1).fold(Reads::NOTHING, |all, (_, effect)| all | effect.writes(layer));
    if !observer.explains() && !in_order.reads.meets(any) {
        return Some(Next { index: *first, dependents: Vec::new() });
    }
    let mut trials = Trials::new(working, layer, &waiting);
    // An effect is free if it depends on nothing except effects that depend on it in turn, even
    // indirectly (CR 613.8b): a loop as a whole waits for what it depends on. The first free one in
    // timestamp order is next.
    let next = (0..waiting.len()).find(|place| trials.is_free(*place)).unwrap_or(0);
    let (index, _) = waiting.get(next)?;
    let mut dependents = Vec::new();
    if observer.explains() {
        for (place, (_, effect)) in waiting.iter().enumerate() {
            if let Some(because) = trials.depends(place, next) {
                dependents.push((effect.key.clone(), because, trials.reaches(next, place)));
            }
        }
    }
    Some(Next { index: *index, dependents })
}

/// Which waiting effects depend on which, and why: applying the second first would change what the
/// first applies to, what it does, or whether it exists (CR 613.8a). Each is tried once, and only
/// if an effect reads what it changes. Of effects that do the same only the first two are compared:
/// what holds for one of them holds for all.
struct Trials<'a> {
    working: &'a Working<'a>,
    layer: Layer,
    waiting: &'a [(usize, &'a ActiveEffect)],
    /// What each effect changes.
    writes: Vec<Reads>,
    /// The first of the effects that do the same as each effect.
    same: Vec<usize>,
    /// The second of those that do the same as this one, which is the first.
    second: BTreeMap<usize, usize>,
    /// The present outcome of each effect, as far as needed.
    before: BTreeMap<usize, EffectOutcome>,
    /// The board with each effect applied, as far as needed.
    tried: BTreeMap<usize, Working<'a>>,
    /// The dependencies of each effect, as far as needed. Of those that do the same, as of the
    /// first of them, and on the first of them.
    known: BTreeMap<usize, BTreeMap<usize, Because>>,
}

impl<'a> Trials<'a> {
    fn new<'b>(working: &'a Working<'b>, layer: Layer, waiting: &'a [(usize, &'a ActiveEffect)]) -> Trials<'a>
    where
        'b: 'a,
    {
        let writes: Vec<Reads> = waiting.iter().map(|(_, effect)| effect.writes(layer)).collect();
        let mut same: Vec<usize> = (0..waiting.len()).collect();
        let mut second = BTreeMap::new();
        // What changes abilities may end the one of two effects and not the other.
        if !writes.iter().any(|it| it.meets(Reads::EFFECTS)) {
            let mut firsts: Vec<(usize, &ActiveEffect)> = Vec::new();
            for (place, (_, effect)) in waiting.iter().enumerate() {
                // Once two of a kind are known, all others need only be alike.
                let like = |(first, it): &&(usize, &ActiveEffect)| {
                    are_alike(working, it, effect) && (second.contains_key(first) || is_of_any_object(it, layer))
                };
                match firsts.iter().find(like) {
                    Some((first, _)) => {
                        same[place] = *first;
                        second.entry(*first).or_insert(place);
                    }
                    None => firsts.push((place, effect)),
                }
            }
        }
        let (before, tried, known) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Trials { working, layer, waiting, writes, same, second, before, tried, known }
    }

    /// The first of the effects that do the same.
    fn first(&self, place: usize) -> usize {
        self.same.get(place).copied().unwrap_or(place)
    }

    /// Why an effect depends on another directly, if it does.
    fn depends(&mut self, place: usize, on: usize) -> Option<Because> {
        let (of, on_first) = (self.first(place), self.first(on));
        match of == on_first {
            false => self.row(of).get(&on_first).cloned(),
            true if place == on => None,
            true => self.compare(of, self.second.get(&of).copied()?),
        }
    }

    /// The effects that an effect depends on directly, and why. Those that do the same as it are
    /// left out: whatever depends on it depends on them, too, so they decide nothing.
    fn row(&mut self, place: usize) -> &BTreeMap<usize, Because> {
        let place = self.first(place);
        if !self.known.contains_key(&place) {
            let others = (0..self.waiting.len()).filter(|other| self.first(*other) == *other && *other != place);
            let others: Vec<usize> = others.collect();
            let row = others.into_iter().filter_map(|other| Some((other, self.compare(place, other)?))).collect();
            self.known.insert(place, row);
        }
        self.known.entry(place).or_default()
    }

    fn compare(&mut self, place: usize, other: usize) -> Option<Because> {
        let (_, effect) = *self.waiting.get(place)?;
        let (_, applied) = *self.waiting.get(other)?;
        let writes = *self.writes.get(other)?;
        if place == other || !effect.reads.meets(writes) {
            return None;
        }
        let (working, layer) = (self.working, self.layer);
        let trial = self.tried.entry(other).or_insert_with(|| {
            let mut trial = working.trial();
            apply(&mut trial, layer, applied, &outcome(working, applied, layer), &[], &mut ());
            trial
        });
        if effect.may_start() && writes.meets(Reads::EFFECTS) && !exists(trial, &effect.key) {
            return Some(Because::Existence);
        }
        if !effect.reads.without(Reads::EFFECTS).meets(writes) {
            return None;
        }
        let before = self.before.entry(place).or_insert_with(|| outcome(working, effect, layer));
        difference(before, &outcome(trial, effect, layer))
    }

    /// Whether an effect depends on another, even indirectly.
    fn reaches(&mut self, from: usize, to: usize) -> bool {
        let to = self.first(to);
        self.reached(from).contains(&to)
    }

    /// Everything that an effect depends on, even indirectly. Of those that do the same the first.
    fn reached(&mut self, from: usize) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let mut open = vec![self.first(from)];
        while let Some(place) = open.pop() {
            for on in self.row(place).keys().copied().collect::<Vec<_>>() {
                if seen.insert(on) {
                    open.push(on);
                }
            }
        }
        seen
    }

    /// Whether an effect depends on nothing, even indirectly, except on what depends on it in turn.
    fn is_free(&mut self, place: usize) -> bool {
        let place = self.first(place);
        self.reached(place).into_iter().all(|on| on == place || self.reaches(on, place))
    }
}

/// Whether two effects are of static abilities with one text, under one player's control. If the
/// text says nothing of the object that it is on ([`is_of_any_object`]), they do the same.
fn are_alike(working: &Working<'_>, one: &ActiveEffect, two: &ActiveEffect) -> bool {
    let (EffectText::Static(text, ability), EffectText::Static(other, of)) = (&one.text, &two.text) else {
        return false;
    };
    let alike = (Arc::ptr_eq(text, other) || text == other) && ability == of;
    alike
        && one.locked.is_none()
        && two.locked.is_none()
        && one.started == two.started
        && scope(working, one).controller == scope(working, two).controller
}

/// Whether what an effect does in a layer says nothing of the object that has the ability.
fn is_of_any_object(effect: &ActiveEffect, layer: Layer) -> bool {
    !speaks_of_its_object(effect.filter())
        && !effect.modifications(layer).any(|it| speaks_of_its_object(it))
        && !effect.condition().is_some_and(|it| speaks_of_its_object(it))
}

/// The difference between two outcomes of an effect.
fn difference(before: &EffectOutcome, after: &EffectOutcome) -> Option<Because> {
    if before == after {
        return None;
    }
    let missing = |from: &EffectOutcome, there: &EffectOutcome| -> Vec<ObjectId> {
        from.objects.iter().copied().filter(|id| !there.objects.contains(id)).collect()
    };
    let (more, fewer) = (missing(after, before), missing(before, after));
    if !more.is_empty() || !fewer.is_empty() {
        return Some(Because::AppliesTo { more, fewer });
    }
    let there = |id: &ObjectId| after.objects.iter().position(|other| other == id);
    let changed = before
        .objects
        .iter()
        .enumerate()
        .filter(|(place, id)| there(id).is_none_or(|other| after.worked(other) != before.worked(*place)));
    Some(Because::Does(changed.map(|(_, id)| *id).collect()))
}

fn exists(look: &dyn Look, key: &EffectKey) -> bool {
    let EffectKey::Static { object, origin, .. } = key else { return true };
    look.characteristics(*object).is_some_and(|it| it.abilities.iter().any(|ability| ability.origin == **origin))
}

#[cfg(test)]
mod tests {
    use super::super::boards::board;
    use super::super::{Permanents, Record, apply_layer};
    use super::*;

    /// The cheap test never decides: if an effect does not read what another changes, applying the
    /// other changes nothing for it.
    #[test]
    fn what_an_effect_does_not_ask_for_changes_nothing_for_it() {
        let (mut pairs, mut differ) = (0, 0);
        for seed in 0..200 {
            let (game, _) = crate::rules::start(&board(seed, 10)).unwrap();
            let board = Permanents::of(&game);
            let mut working = Working::new(&game, &board);
            let mut effects = super::super::active::find(&working, &game);
            let mut reads = Reads::NOTHING;
            for layer in Layer::ALL {
                let acting = effects.iter().filter(|effect| effect.acts_in(layer));
                let acting: Vec<(usize, &ActiveEffect)> = acting.enumerate().collect();
                for (place, (_, one)) in acting.iter().enumerate() {
                    for (other, (_, two)) in acting.iter().enumerate().filter(|(other, _)| *other != place) {
                        let mut trial = working.trial();
                        apply(&mut trial, layer, two, &outcome(&working, two, layer), &[], &mut ());
                        let gone = one.may_start() && !exists(&trial, &one.key);
                        let before = outcome(&working, one, layer);
                        let depends = gone || difference(&before, &outcome(&trial, one, layer)).is_some();
                        assert!(
                            !depends || one.reads.meets(two.writes(layer)),
                            "seed {seed}, layer {layer:?}: {:?} ({place}) after {:?} ({other})",
                            one.key,
                            two.key
                        );
                        pairs += 1;
                        differ += usize::from(depends);
                    }
                }
                apply_layer(&mut working, layer, &mut effects, &mut reads, &mut Record(None), &mut ());
            }
        }
        assert!(pairs > 500 && differ > 20, "{differ} of {pairs}");
    }
}
