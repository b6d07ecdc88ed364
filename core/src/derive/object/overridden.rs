//! Effects that no longer matter (CR 613.7, 725.3): later effects always have the last word on
//! everything that they do, for at least as long.
//!
//! An effect is left out of the key of a state ([`crate::derive::key`]) if a later effect on the
//! same objects, which lasts as long or longer, covers each of its modifications ([`covers`]): it
//! sets the same thing, or removes what the earlier one gave. Additions to power and toughness, and
//! switching them, commute; of such effects only the total is written.
//!
//! Where effects of a layer read each other's results, this is also tried: the state without these
//! effects must have the same characteristics and controllers, or else nothing is left out. The
//! cost is one comparison of each effect with at most [`MOST_KEPT`] later ones, and for a trial one
//! computation of the layers.

use std::collections::{BTreeMap, BTreeSet};

use crate::card::{Ability, Definition, Duration, Modification, Players, Quantity, StaticEffect};
use crate::fact::{EffectId, Event, ObjectId};
use crate::state::{ContinuousEffect, Game};

use crate::derive::look::hypothetical::hypothetical;

/// The most later effects to compare with; an effect that none of them covers is kept.
const MOST_KEPT: usize = 64;

/// The effects that a key leaves out, and their replacement.
#[derive(Default)]
pub(in crate::derive) struct Overridden {
    /// The effects that are left out.
    pub(in crate::derive) effects: BTreeSet<EffectId>,
    /// The totals of effects that only add up: the objects, the duration, the added power and
    /// toughness, and whether the two are switched.
    pub(in crate::derive) sums: Vec<(Vec<ObjectId>, Duration, (i64, i64), bool)>,
}

/// The effects that have begun and no longer matter.
pub(in crate::derive) fn overridden(game: &Game) -> Overridden {
    let found = by_what_they_say(game);
    if found.effects.is_empty() {
        return found;
    }
    // Sums are the same in any order; covered effects must leave nothing behind.
    let summed: BTreeSet<EffectId> = summed(game).into_keys().collect();
    let leaves_nothing = || {
        let mut without = game.clone();
        for id in found.effects.difference(&summed) {
            without = hypothetical(&without, Event::EffectEnded { id: *id });
        }
        let (now, then) = (game.derived(), without.derived());
        now.changed == then.changed && now.controllers == then.controllers && now.copied == then.copied
    };
    // They can't, if no effect reads what another changes in a layer: each layer then comes to the
    // same without them.
    let is_certain = found.effects.is_subset(&summed) || game.derived().kept.is_some();
    debug_assert!(!is_certain || leaves_nothing(), "{:?} matter", found.effects);
    if is_certain || leaves_nothing() { found } else { Overridden::default() }
}

/// The modifications of an effect, and the objects that it is locked on.
fn says<'a>(game: &'a Game, effect: &'a ContinuousEffect) -> Option<(&'a [Modification], &'a [ObjectId])> {
    match game.definition(effect.def)? {
        Definition::Effect(StaticEffect::Modify { modifications, .. }) => {
            Some((modifications, effect.objects.as_deref()?))
        }
        _ => None,
    }
}

fn by_what_they_say(game: &Game) -> Overridden {
    let mut all: Vec<&ContinuousEffect> = game.world().effects.values().map(|it| &**it).collect();
    all.sort_by_key(|it| (it.timestamp, it.id));
    let mut found = Overridden::default();
    let summed = summed(game);
    let mut sums: BTreeMap<(&[ObjectId], bool), ((i64, i64), u32, Vec<EffectId>)> = BTreeMap::new();
    for (id, (objects, duration, (power, toughness), switches)) in summed {
        let sum = sums.entry((objects, *duration == Duration::EndOfTurn)).or_default();
        sum.0.0 += power;
        sum.0.1 += toughness;
        sum.1 += u32::from(switches);
        sum.2.push(id);
    }
    for ((objects, turn), (added, switched, ids)) in sums {
        // A single one is written as it is.
        if ids.len() > 1 {
            let duration = if turn { Duration::EndOfTurn } else { Duration::Indefinite };
            if added != (0, 0) || switched % 2 == 1 {
                found.sums.push((objects.to_vec(), duration, added, switched % 2 == 1));
            }
            found.effects.extend(ids);
        }
    }
    // Of those kept, only these can have the last word on others.
    let mut deciding: Vec<&ContinuousEffect> = Vec::new();
    let mut kept = 0;
    for effect in all.into_iter().rev().filter(|it| !found.effects.contains(&it.id)).collect::<Vec<_>>() {
        let decides = says(game, effect).is_some() || is_idempotent(game, effect);
        if decides && deciding.iter().any(|later| overrides(game, later, effect)) {
            found.effects.insert(effect.id);
            continue;
        }
        if decides && kept < MOST_KEPT {
            deciding.push(effect);
        }
        kept += 1;
    }
    found
}

/// Whether repeating an effect changes nothing: a restriction or requirement.
fn is_idempotent(game: &Game, effect: &ContinuousEffect) -> bool {
    matches!(
        game.definition(effect.def),
        Some(Definition::Effect(StaticEffect::Restrict(_) | StaticEffect::Require(_)))
    )
}

type Sum<'a> = (&'a [ObjectId], &'a Duration, (i64, i64), bool);

/// The effects that only add to power and toughness or switch them, until the turn or the game
/// ends, so that their order does not matter.
fn summed(game: &Game) -> BTreeMap<EffectId, Sum<'_>> {
    let sum = |effect: &'_ ContinuousEffect| -> Option<((i64, i64), bool)> {
        let (modifications, _) = says(game, effect)?;
        match modifications {
            [Modification::AddPowerToughness(Quantity::Fixed(power), Quantity::Fixed(toughness))] => {
                Some(((i64::from(*power), i64::from(*toughness)), false))
            }
            [Modification::SwitchPowerToughness] => Some(((0, 0), true)),
            _ => None,
        }
    };
    let mut found = BTreeMap::new();
    for effect in game.world().effects.values() {
        let (Some(objects), Some((added, switches))) = (effect.objects.as_deref(), sum(effect)) else { continue };
        if matches!(*effect.duration, Duration::EndOfTurn | Duration::Indefinite) {
            found.insert(effect.id, (objects.as_slice(), &*effect.duration, added, switches));
        }
    }
    found
}

/// Whether a later effect leaves nothing of an earlier one that matters.
fn overrides(game: &Game, later: &ContinuousEffect, earlier: &ContinuousEffect) -> bool {
    if !lasts_as_long(later, earlier) {
        return false;
    }
    match (says(game, later), says(game, earlier)) {
        (Some((now, on)), Some((before, of))) => {
            of.iter().all(|id| on.contains(id))
                && !before.is_empty()
                && before.iter().all(|it| now.iter().any(|by| covers(by, it)))
        }
        (None, None) => {
            let again = later.def == earlier.def && later.objects == earlier.objects;
            again && is_idempotent(game, later) && same_words(later, earlier)
        }
        _ => false,
    }
}

/// Whether the words of two effects have the same meaning.
fn same_words(one: &ContinuousEffect, other: &ContinuousEffect) -> bool {
    one.source == other.source
        && one.controller == other.controller
        && one.announced == other.announced
        && one.trigger == other.trigger
}

fn lasts_as_long(later: &ContinuousEffect, earlier: &ContinuousEffect) -> bool {
    match (&*later.duration, &*earlier.duration) {
        (Duration::Indefinite, _)
        | (Duration::EndOfTurn, Duration::EndOfTurn | Duration::EndOfCombat)
        | (Duration::EndOfCombat, Duration::EndOfCombat) => true,
        (now, before) => now == before && later.objects == earlier.objects && same_words(later, earlier),
    }
}

/// Whether a later modification leaves nothing of an earlier one on the same object, whatever
/// applies in between.
fn covers(later: &Modification, earlier: &Modification) -> bool {
    use Modification as M;
    match (later, earlier) {
        // Layers 1 and 2: the last one decides.
        (M::Copiable(_), M::Copiable(_)) | (M::Control(Players::You), M::Control(_)) => true,
        // Layer 3.
        (M::SetName(_), M::SetName(_)) => true,
        // Layer 4: the same again, or something that replaces the addition.
        (M::SetTypes(now), M::SetTypes(before)) => now == before,
        (M::AddType(now), M::AddType(before)) | (M::RemoveType(now), M::RemoveType(before) | M::AddType(before)) => {
            now == before
        }
        (M::SetTypes(_), M::AddType(_)) => true,
        (M::AddSubtype(now), M::AddSubtype(before)) => now == before,
        (M::AddEverySubtype(now), M::AddEverySubtype(before)) => now == before,
        (M::SetSubtypes(now, _), M::SetSubtypes(before, _)) => now == before,
        (M::AddSupertype(now) | M::RemoveSupertype(now), M::AddSupertype(before) | M::RemoveSupertype(before)) => {
            now == before
        }
        // Layer 5.
        (M::SetColors(_), M::SetColors(_) | M::AddColors(_) | M::SetChosenColor | M::AddChosenColor) => true,
        (M::AddColors(now), M::AddColors(before)) => now == before,
        // Layer 6.
        (M::LoseAllAbilities, M::LoseAllAbilities | M::LoseKeyword(_) | M::Gain(_) | M::GainActivatedAbilities(_)) => {
            true
        }
        (M::LoseKeyword(lost) | M::CantHaveKeyword(lost), M::Gain(gained)) => {
            matches!(&**gained, Ability::Keyword(has) if has.is_lost_with(lost))
        }
        (M::LoseKeyword(now) | M::CantHaveKeyword(now), M::LoseKeyword(before))
        | (M::CantHaveKeyword(now), M::CantHaveKeyword(before)) => now == before,
        // Layer 7b.
        (M::SetPowerToughness(..), M::SetPowerToughness(..) | M::SetPower(_) | M::SetToughness(_))
        | (M::SetPower(_), M::SetPower(_))
        | (M::SetToughness(_), M::SetToughness(_)) => true,
        _ => false,
    }
}
