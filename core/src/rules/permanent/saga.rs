//! Sagas (CR 715): final chapters, lore counters, and the sacrifice.
//!
//! The meaning of a chapter symbol is in `card::symbols`, and when it triggers in
//! [`crate::derive::filter::occurrences`]. The counter that a Saga enters with is part of how it
//! enters (CR 715.3a): the rules put it there, no effect does (CR 614.16). So replacements that
//! look only at effects leave it alone until another effect has changed it.

use crate::card::lore_counter;
use crate::card::{Ability, StaticEffect, Subtype, TriggerEvent, Would};
use crate::fact::{Action, Applied, Characteristics, ObjectId, Origin, Proposed};
use crate::state::Game;

/// Whether these characteristics are a Saga's.
pub(in crate::rules) fn is_saga(it: &Characteristics) -> bool {
    it.subtypes.contains(&Subtype::SAGA)
}

/// A Saga's final chapter number; 0 without chapter abilities (CR 715.2d).
fn final_chapter(it: &Characteristics) -> u32 {
    let numbers = it.abilities.iter().flat_map(|instance| instance.triggered());
    numbers.filter_map(|instance| chapter(&instance.ability)).max().unwrap_or(0)
}

/// The number of a chapter ability.
const fn chapter(ability: &Ability) -> Option<u32> {
    match ability {
        Ability::Triggered(ability) => match ability.when {
            TriggerEvent::Chapter(number) => Some(number),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a Saga is to be sacrificed: it has enough lore counters, and no chapter ability that
/// triggered is still to leave the stack (CR 704.5s).
pub(in crate::rules) fn is_over(game: &Game, id: ObjectId, it: &Characteristics) -> bool {
    if !is_saga(it) {
        return false;
    }
    let Some(object) = game.object(id) else { return false };
    let told = || {
        let waiting = game.world().waiting.iter().filter(|it| it.source == id).map(|it| it.text);
        let abilities = game.world().stacks().filter_map(|on_stack| game.object(on_stack)?.ability.as_deref());
        let on_stack = abilities.filter(|it| it.source == id && it.trigger.is_some()).map(|it| it.text);
        waiting.chain(on_stack).any(|text| game.ability(text).is_some_and(|ability| chapter(ability).is_some()))
    };
    object.counters_of(&lore_counter()) >= final_chapter(it) && !told()
}

/// How a Saga enters with `more` additional lore counters (CR 715.3a).
pub(in crate::rules) fn with_lore(action: &Action, more: u32) -> Action {
    let mut action = action.clone();
    if let Some(entering) = action.entering_mut().filter(|_| more > 0) {
        *entering.counters.entry(lore_counter()).or_insert(0) += more;
    }
    action
}

/// How a Saga enters with `less` fewer lore counters.
pub(in crate::rules) fn without_lore(action: &Action, less: u32) -> Action {
    let mut action = action.clone();
    if let Some(count) = action.entering_mut().and_then(|entering| entering.counters.get_mut(&lore_counter())) {
        *count = count.saturating_sub(less);
    }
    action
}

/// How many of an entering permanent's lore counters the rules put there, and no effect (CR 614.16,
/// 715.3a).
pub(in crate::rules) fn by_rule(game: &Game, proposed: &Proposed) -> u32 {
    let is_lore = |it: &Applied| matches!(it, Applied::Ability { origin: Origin::EntersWithLore, .. });
    let Some(place) = proposed.applied.iter().position(is_lore) else { return 0 };
    // A replacement for all counters has replaced this one too.
    let about_all = |identity: &Applied| {
        game.derived().functioning.replacing_besides_damage().any(|it| {
            it.identity == *identity
                && matches!(&*it.effect, StaticEffect::Replace(it) if matches!(it.would, Would::PutCounters { effect: false, .. }))
        })
    };
    u32::from(!proposed.applied[place + 1..].iter().any(about_all))
}
