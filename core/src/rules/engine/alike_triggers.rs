//! Waiting triggered abilities whose order makes no difference (CR 603.3b).
//!
//! Two abilities are *alike* if exchanging them is a symmetry of the state: they are the same
//! ability of the same source under the same controller, with the same announcement (the same
//! instance, if the text refers to linked abilities), and everything that the text reads of its
//! trigger event is the same for both. The proof:
//!
//! - The meaning of an ability on the stack depends on these parts alone. What a text reads of its
//!   trigger event is declared word by word ([`Reading`]); there are no other readers.
//! - Nothing else reads what an ability triggered on, except an ability that triggers on abilities
//!   triggering; abilities that such a one waits for are never alike. The objects that a stack
//!   refers to (CR 609.7a) are a set, the same in either order.
//! - Targets and modes are chosen as each ability is put onto the stack, among the same
//!   possibilities, so a choice made for one can be made for the other.
//!
//! So renaming ids turns each order of alike abilities into each other order, and no rule reads an
//! id. A player orders the classes, and may name every ability in order to put others between alike
//! ones.
//!
//! Abilities of *different* sources with the same text differ by their source on the stack, where a
//! player can see it. Their order is asked for, but [`settled`] answers where it provably makes no
//! difference: the text does not refer to its source (a word does unless declared otherwise), it
//! has no targets (CR 702.16b) and no limit, no rule looks for the ability of this source on the
//! stack because of its event (CR 603.8, 715.4), its card has no linked abilities (CR 607), and no
//! text of the game asks for the source of an ability on the stack. Then nothing reads which
//! ability has which source.
//!
//! The same holds for one ability each of equal permanents, whatever its text: exchanging two of
//! the permanents is a symmetry of the state ([`equal`]).
//!
//! Not proved, and so left to the player: abilities of sources that differ, with targets, modes,
//! costs or damage, or with lasting effects on anything but characteristics; and different
//! abilities that commute.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::card::{Ability, Reading, TriggeredAbility};
use crate::derive::key::equal::equal;
use crate::fact::{AbilityRef, EntryNo, ObjectId, TriggerContext, TriggerId};
use crate::state::{Game, WaitingTrigger};

/// The part of a trigger context that an ability reads; the rest is left out.
fn read(game: &Game, reading: Reading, waiting: &WaitingTrigger) -> TriggerContext {
    let context = &waiting.context;
    let moved = || game.object(waiting.source).is_none() || context.others.contains(&waiting.source);
    if reading.this && moved() {
        return context.clone();
    }
    TriggerContext {
        event: if reading.event { context.event } else { EntryNo::default() },
        object: context.object.filter(|_| reading.object),
        player: context.player.filter(|_| reading.player),
        amount: if reading.amount { context.amount } else { 0 },
        others: if reading.object { context.others.clone() } else { Vec::new() },
        ability: context.ability.filter(|_| reading.object),
        source: context.source.filter(|_| reading.source),
    }
}

/// Alike abilities, in the order in which they triggered.
struct Class<'a> {
    first: &'a WaitingTrigger,
    ability: &'a TriggeredAbility,
    reading: Reading,
    reads: TriggerContext,
    members: Vec<TriggerId>,
}

/// The waiting abilities by id.
pub(in crate::rules) fn by_id(game: &Game) -> BTreeMap<TriggerId, &WaitingTrigger> {
    game.world().waiting.iter().map(|waiting| (waiting.id, &**waiting)).collect()
}

/// The classes of alike abilities in a group: each in trigger order, the classes in the order of
/// their first members.
pub(in crate::rules) fn classes(game: &Game, group: &[TriggerId]) -> Vec<Vec<TriggerId>> {
    classes_by(game, group, |one, other| same_ability(one.reading, one.first, other.first))
}

/// Whether every order of a group leads to the same state, whatever the sources.
pub(in crate::rules) fn settled(game: &Game, group: &[TriggerId]) -> bool {
    let same = |one: &Class<'_>, other: &Class<'_>| {
        same_ability(one.reading, one.first, other.first) || same_words(game, one, other)
    };
    classes_by(game, group, same).len() < 2 || one_of_each(game, group)
}

/// Whether these are the same ability of equal permanents, one of each. With two of each,
/// exchanging permanents does not turn every order into every other.
fn one_of_each(game: &Game, group: &[TriggerId]) -> bool {
    let place = |one: &Class<'_>, other: &Class<'_>| {
        one.first.text == other.first.text && one.first.origin == other.first.origin
    };
    if classes_by(game, group, place).len() > 1 {
        return false;
    }
    let all = by_id(game);
    let sources: Vec<ObjectId> = group.iter().filter_map(|id| Some(all.get(id)?.source)).collect();
    let each: BTreeSet<&ObjectId> = sources.iter().collect();
    each.len() == group.len() && equal(game, &sources)
}

fn classes_by(
    game: &Game,
    group: &[TriggerId],
    says_the_same: impl Fn(&Class<'_>, &Class<'_>) -> bool,
) -> Vec<Vec<TriggerId>> {
    let all = by_id(game);
    let awaited: BTreeSet<TriggerId> = all.values().filter_map(|it| it.context.ability).collect();
    let mut texts: BTreeMap<AbilityRef, Reading> = BTreeMap::new();
    let mut found: Vec<Class<'_>> = Vec::new();
    for id in group {
        let Some(waiting) = all.get(id).copied() else { continue };
        let Some(Ability::Triggered(ability)) = game.ability(waiting.text) else { continue };
        let reading = *texts.entry(waiting.text).or_insert_with(|| Reading::of(ability));
        let reads = read(game, reading, waiting);
        let apart = |id: &TriggerId| awaited.contains(id);
        let new = Class { first: waiting, ability, reading, reads, members: vec![*id] };
        let same = |class: &&mut Class<'_>| {
            class.reads == new.reads
                && !apart(id)
                && !apart(&class.first.id)
                && same_announcement(class.first, waiting)
                && says_the_same(class, &new)
        };
        match found.iter_mut().find(same) {
            Some(class) => class.members.push(*id),
            None => found.push(new),
        }
    }
    found.into_iter().map(|class| class.members).collect()
}

/// Whether both are the same ability of the same source, whatever they triggered on.
fn same_ability(reading: Reading, one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    one.text == other.text && one.source == other.source && (!reading.linked || one.origin == other.origin)
}

/// Whether two abilities, of whatever sources, have the same text and nothing reads which source is
/// whose.
fn same_words(game: &Game, one: &Class<'_>, other: &Class<'_>) -> bool {
    let blind = |it: Reading| !it.own && !it.this && !it.linked;
    // Once an ability has triggered, what it waited for and where it works no longer matter.
    let said = |it: &TriggeredAbility| (it.condition.clone(), it.body.clone(), it.uncounterable);
    let linked = |it: &Class<'_>| {
        let text = game.definitions().get(it.first.text.def.0 as usize);
        text.is_none_or(|text| text.is_linked())
    };
    blind(one.reading)
        && blind(other.reading)
        && (one.first.text == other.first.text || said(one.ability) == said(other.ability))
        && one.first.delayed.is_none()
        && one.first.announced.is_none()
        && !linked(one)
        && !linked(other)
        && !game.definitions().iter().any(|it| it.names_sources())
}

/// Whether both have the same controller and the same announcement.
fn same_announcement(one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    let announced = |it: &WaitingTrigger| it.announced.as_deref().cloned();
    let shared = match (&one.announced, &other.announced) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    };
    one.controller == other.controller
        && one.mana == other.mana
        && one.delayed == other.delayed
        && (shared || announced(one) == announced(other))
}
