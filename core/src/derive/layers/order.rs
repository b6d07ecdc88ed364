//! Which effect of a layer is applied next, and what it waited for (CR 613.3, 613.7, 613.8).

use crate::fact::{EffectKey, ObjectId};
use crate::state::Reads;

use super::super::active::Active;
use super::super::explain::Because;
use super::super::filter::Look;
use super::super::reads;
use super::{Layer, Observer, Outcome, Working, apply, outcome};

/// The effect that is applied next.
pub(super) struct Next {
    /// Its place among all effects.
    pub(super) index: usize,
    /// The effects that depend on it, why, and whether it depends on them as well, if only through others. It is worked out
    /// where it decides something, and for somebody who wants to know.
    pub(super) dependents: Vec<(EffectKey, Because, bool)>,
}

/// The effect to apply next (CR 613.3, 613.7, 613.8).
pub(super) fn next_effect(
    working: &Working<'_>,
    layer: Layer,
    effects: &[Active<'_>],
    remaining: &[usize],
    observer: &dyn Observer,
) -> Option<Next> {
    let waiting: Vec<(usize, &Active<'_>)> =
        remaining.iter().filter_map(|index| Some((*index, effects.get(*index)?))).collect();
    // CR 613.3: characteristic-defining abilities first, timestamp and dependency among them.
    let defining = waiting.iter().any(|(_, effect)| effect.defining);
    let waiting: Vec<(usize, &Active<'_>)> =
        waiting.into_iter().filter(|(_, effect)| effect.defining == defining).collect();
    let (first, in_order) = waiting.first()?;
    let written =
        |effect: &Active<'_>| effect.modifications(layer).fold(Reads::NOTHING, |all, it| all | reads::written(it));
    let writes: Vec<Reads> = waiting.iter().map(|(_, effect)| written(effect)).collect();
    let any = writes.iter().fold(Reads::NOTHING, |all, it| all | *it);
    // What asks for nothing that the others change depends on none of them.
    if waiting.len() == 1 || (!in_order.reads.meets(any) && !observer.explains()) {
        return Some(Next { index: *first, dependents: Vec::new() });
    }
    let depends = dependencies(working, layer, &waiting, &writes);
    let count = waiting.len();
    // What an effect depends on through others, to tell loops apart (CR 613.8b).
    let mut reaches: Vec<Vec<bool>> = depends.iter().map(|on| on.iter().map(Option::is_some).collect()).collect();
    for via in 0..count {
        let from_there = reaches[via].clone();
        for from in &mut reaches {
            if from[via] {
                from.iter_mut().zip(&from_there).for_each(|(to, there)| *to |= there);
            }
        }
    }
    // Free is what depends on nothing but what depends on it in turn; in timestamp order the first of these is next.
    let free = |i: usize| (0..count).all(|j| depends[i][j].is_none() || reaches[j][i]);
    let next = (0..count).find(|i| free(*i)).unwrap_or(0);
    let dependents = waiting.iter().enumerate().filter_map(|(i, (_, effect))| {
        let because = depends[i][next].clone()?;
        Some((effect.key.clone(), because, reaches[next][i]))
    });
    waiting.get(next).map(|(index, _)| Next { index: *index, dependents: dependents.collect() })
}

/// Which effect depends on which, and why: whether applying the second first would change what the first applies to, what
/// it does, or whether it exists (CR 613.8a). Each is tried once, and all that ask for what it changes are looked at then.
fn dependencies(
    working: &Working<'_>,
    layer: Layer,
    waiting: &[(usize, &Active<'_>)],
    writes: &[Reads],
) -> Vec<Vec<Option<Because>>> {
    let mut depends = vec![vec![None; waiting.len()]; waiting.len()];
    let mut before: Vec<Option<Outcome>> = vec![None; waiting.len()];
    for (j, (_, other)) in waiting.iter().enumerate() {
        let mut trial = None;
        for (i, (_, effect)) in waiting.iter().enumerate() {
            if i == j || !effect.reads.meets(writes.get(j).copied().unwrap_or_default()) {
                continue;
            }
            let trial = trial.get_or_insert_with(|| {
                let mut trial = working.clone();
                apply(&mut trial, layer, other, &outcome(working, other, layer), &[], &mut ());
                trial
            });
            let before = before[i].get_or_insert_with(|| outcome(working, effect, layer));
            depends[i][j] = match !effect.may_start() || exists(trial, &effect.key) {
                true => difference(before, &outcome(trial, effect, layer)),
                false => Some(Because::Existence),
            };
        }
    }
    depends
}

/// How what an effect would do differs.
fn difference(before: &Outcome, after: &Outcome) -> Option<Because> {
    if before == after {
        return None;
    }
    let missing = |from: &Outcome, there: &Outcome| -> Vec<ObjectId> {
        from.iter().map(|(id, _)| *id).filter(|id| there.iter().all(|(other, _)| other != id)).collect()
    };
    let (more, fewer) = (missing(after, before), missing(before, after));
    if !more.is_empty() || !fewer.is_empty() {
        return Some(Because::AppliesTo { more, fewer });
    }
    let changed = before.iter().filter(|it| !after.contains(it)).map(|(id, _)| *id);
    Some(Because::Does(changed.collect()))
}

fn exists(look: &dyn Look, key: &EffectKey) -> bool {
    let EffectKey::Static { object, origin, .. } = key else { return true };
    look.characteristics(*object).is_some_and(|it| it.abilities.iter().any(|ability| ability.origin == **origin))
}
