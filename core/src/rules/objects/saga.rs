//! Sagas (CR 715): what their final chapter is, when lore counters are put on them, when they are sacrificed.
//!
//! What a chapter symbol stands for is in `card::symbols`, and when that triggers in [`crate::derive::filter::occurrences`]. The counter with
//! which a Saga enters is part of how it enters (CR 715.3a): it is put there by the rules, and no effect does it
//! (CR 614.16), so what looks at effects alone leaves it as it is until another effect has made it otherwise.

use crate::card::lore_counter;
use crate::card::{Ability, StaticEffect, TriggerEvent, Would};
use crate::fact::{Action, Applied, Characteristics, ObjectId, Origin, Proposed};
use crate::state::Game;

/// Whether it is a Saga.
pub(in crate::rules) fn is_saga(it: &Characteristics) -> bool {
    it.subtypes.iter().any(|subtype| subtype.name() == "Saga")
}

/// The greatest number of the chapter abilities that a Saga has; 0 without any (CR 715.2d).
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

/// CR 704.5s: whether a Saga has come to its end, and no chapter ability of it has triggered and not left the stack.
pub(in crate::rules) fn is_over(game: &Game, id: ObjectId, it: &Characteristics) -> bool {
    let Some(object) = game.object(id) else { return false };
    let told = || {
        let waiting = game.world().waiting.iter().filter(|it| it.source == id).map(|it| it.text);
        let abilities = game.world().stack.iter().filter_map(|on_stack| game.object(*on_stack)?.ability.as_deref());
        let on_stack = abilities.filter(|it| it.source == id && it.trigger.is_some()).map(|it| it.text);
        waiting.chain(on_stack).any(|text| game.ability(text).is_some_and(|ability| chapter(ability).is_some()))
    };
    is_saga(it) && object.counters_of(&lore_counter()) >= final_chapter(it) && !told()
}

/// How a Saga enters, with so many lore counters more (CR 715.3a).
pub(in crate::rules) fn with_lore(action: &Action, more: u32) -> Action {
    let mut action = action.clone();
    if let Some(entering) = action.entering_mut().filter(|_| more > 0) {
        *entering.counters.entry(lore_counter()).or_insert(0) += more;
    }
    action
}

/// How a Saga enters, with so many lore counters less.
pub(in crate::rules) fn without_lore(action: &Action, less: u32) -> Action {
    let mut action = action.clone();
    if let Some(count) = action.entering_mut().and_then(|entering| entering.counters.get_mut(&lore_counter())) {
        *count = count.saturating_sub(less);
    }
    action
}

/// How many of the lore counters with which a permanent would enter no effect puts there (CR 614.16, 715.3a).
pub(in crate::rules) fn by_rule(game: &Game, proposed: &Proposed) -> u32 {
    let is_lore = |it: &Applied| matches!(it, Applied::Ability { origin: Origin::EntersWithLore, .. });
    let Some(place) = proposed.applied.iter().position(is_lore) else { return 0 };
    // What is said of all counters has been said of this one.
    let about_all = |identity: &Applied| {
        game.derived().functioning.iter().any(|it| {
            it.identity == *identity
                && matches!(&*it.effect, StaticEffect::Replace(it) if matches!(it.would, Would::PutCounters { effect: false, .. }))
        })
    };
    u32::from(!proposed.applied[place + 1..].iter().any(about_all))
}
