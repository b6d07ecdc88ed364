//! Waiting triggered abilities that no order tells apart (CR 603.3b).
//!
//! Two abilities are *alike* if exchanging them is a symmetry of the state: they are the same
//! ability of the same source under the same controller, with the same announcement (the same
//! instance, where it speaks of what is linked to it), and everything that the text reads of its
//! trigger event is the same for both. The proof:
//!
//! - What an ability on the stack says is worked out from these parts alone. What a text reads of
//!   its trigger event is declared word by word ([`Reading`]): there are no other readers.
//! - Nothing else reads of what triggered an ability, but for an ability that triggered on another
//!   one triggering; those that one waits for are never alike. The objects that a stack speaks of
//!   (CR 609.7a) are a set, which is the same in either order.
//! - Each ability's targets and modes are chosen as it is put onto the stack, among the same
//!   possibilities, so a choice for one can be made for the other.
//!
//! So each order of alike abilities can be turned into each other one by renaming their ids, and
//! no rule reads an id. A player is asked for the order of the classes, and may name every ability
//! to have others between those that are alike.
//!
//! Abilities of *different* sources that say the same are told apart by their sources on the stack,
//! where a player can see them. Their order is asked for, but [`settled`] answers where it is
//! proved that it leads to the same: the text says nothing of its source (a word that is not
//! declared to say nothing says something), it has no targets (CR 702.16b) and no limit, its event
//! is none for which a rule looks for the ability of this source on the stack (CR 603.8, 714.4),
//! its card has no linked abilities (CR 607), and no text of the game asks for the source of an
//! ability on the stack. Then nothing reads which of the abilities has which source.
//!
//! The same holds for one ability each of permanents that are equal, whatever it says: exchanging
//! two of the permanents is a symmetry of the state ([`equal`]).
//!
//! Not proved, and so left to the player: abilities of sources that differ, with targets, modes,
//! costs or damage, or with effects that last other than on characteristics; and abilities that
//! differ but commute.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::card::{Ability, Reading, TriggeredAbility};
use crate::derive::equal::equal;
use crate::fact::{AbilityRef, EntryNo, ObjectId, TriggerContext, TriggerId};
use crate::state::{Game, WaitingTrigger};

/// What an ability reads of a trigger event: the rest of the context is left out.
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

/// Abilities that are alike, in the order in which they triggered.
struct Class<'a> {
    first: &'a WaitingTrigger,
    ability: &'a TriggeredAbility,
    reading: Reading,
    reads: TriggerContext,
    members: Vec<TriggerId>,
}

/// The abilities that wait.
pub(in crate::rules) fn by_id(game: &Game) -> BTreeMap<TriggerId, &WaitingTrigger> {
    game.world().waiting.iter().map(|waiting| (waiting.id, &**waiting)).collect()
}

/// The abilities of a group by what tells them apart: each class in the order in which its members
/// triggered, the classes in that of their first.
pub(in crate::rules) fn classes(game: &Game, group: &[TriggerId]) -> Vec<Vec<TriggerId>> {
    classes_by(game, group, |one, other| same_ability(one.reading, one.first, other.first))
}

/// Whether every order of a group leads to the same, of whatever sources the abilities are.
pub(in crate::rules) fn settled(game: &Game, group: &[TriggerId]) -> bool {
    let same = |one: &Class<'_>, other: &Class<'_>| {
        same_ability(one.reading, one.first, other.first) || same_words(game, one, other)
    };
    classes_by(game, group, same).len() < 2 || one_of_each(game, group)
}

/// Whether it is the same ability of permanents that are equal, one of each: of two of each, not
/// every order can be turned into each other one by exchanging permanents.
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

/// Whether two are the same ability of the same source, whatever they triggered on.
fn same_ability(reading: Reading, one: &WaitingTrigger, other: &WaitingTrigger) -> bool {
    one.text == other.text && one.source == other.source && (!reading.linked || one.origin == other.origin)
}

/// Whether two abilities, of whatever sources, say the same and nothing tells which source is
/// whose.
fn same_words(game: &Game, one: &Class<'_>, other: &Class<'_>) -> bool {
    let blind = |it: Reading| !it.own && !it.this && !it.linked;
    // What it waited for, and where, does not matter once it has triggered.
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

/// Whether two are of one player, with the same announced for both.
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
