//! What the resolving spell or ability did, for "this way" in later instructions (CR 608.2c,
//! 608.2h).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::card::{Deed, Players};
use crate::fact::{Action, Entry, EntryNo, Event, Frame, Manner, ObjectId, PlayerId, Zone};
use crate::state::Game;

use super::reference::players_ever;
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;

/// One entry of a deed: the objects, their owner or the player who did it, and the amount.
struct Done {
    objects: Vec<ObjectId>,
    player: Option<PlayerId>,
    amount: u32,
}

/// The entries of the current resolution.
fn entries<'a>(game: &'a Game, scope: &Scope<'_>) -> impl Iterator<Item = &'a Entry> {
    let since = scope.since;
    let history = game.world().history.latest();
    let after = move |entry: &&Entry| since.is_some_and(|since| entry.no > since);
    let mut found: Vec<&Entry> = history.map(|entry| &**entry).take_while(after).collect();
    found.reverse();
    let others = others(game, scope);
    found.into_iter().filter(move |entry| !others.contains(&entry.no))
}

/// The entries since a replacement effect was applied that belong to other applications: of several
/// events that are replaced at once, each has its own (CR 614.6). Empty for any other beginning.
fn of_other_replacements(game: &Game, since: EntryNo) -> BTreeSet<EntryNo> {
    let world = game.world();
    let replaces = |entry: &Entry| matches!(entry.event, Event::Replaced { .. });
    if !world.entry(since).is_some_and(|entry| replaces(entry)) {
        return BTreeSet::new();
    }
    // Whether an entry or one that led to it was a replacement.
    let replaced = |mut cause: Option<EntryNo>| {
        while let Some(entry) = cause.and_then(|no| world.entry(no)) {
            if replaces(entry) {
                return true;
            }
            cause = entry.cause;
        }
        false
    };
    let later: Vec<&Arc<Entry>> = world.history.latest().take_while(|entry| entry.no > since).collect();
    let (mut own, mut known) = (BTreeSet::from([since]), BTreeMap::new());
    for entry in later.into_iter().rev() {
        match entry.cause {
            Some(cause) if own.contains(&cause) => {
                own.insert(entry.no);
            }
            cause => {
                let led = cause.is_some_and(|no| *known.entry(no).or_insert_with(|| replaced(cause)));
                known.insert(entry.no, led || replaces(entry));
            }
        }
    }
    known.into_iter().filter(|(no, foreign)| *foreign && *no > since).map(|(no, _)| no).collect()
}

/// The entries since the scope began that belong to others for which the same list of instructions
/// is followed (CR 608.2f), or to other events that were replaced at the same time.
pub(super) fn others(game: &Game, scope: &Scope<'_>) -> BTreeSet<EntryNo> {
    let mut others = scope.since.map(|since| of_other_replacements(game, since)).unwrap_or_default();
    let Some(since) = scope.since.filter(|_| scope.apart) else { return others };
    let together = game.world().frames.iter().filter_map(|frame| match &**frame {
        Frame::Together(together) => Some(together),
        _ => None,
    });
    let marks: Vec<EntryNo> = together.flat_map(|together| together.marks_of_others()).collect();
    if marks.is_empty() {
        return others;
    }
    others.extend(marks);
    let history = game.world().history.latest().map(|entry| &**entry);
    let later: Vec<&Entry> = history.take_while(|entry| entry.no > since).collect();
    for entry in later.into_iter().rev() {
        if entry.cause.is_some_and(|cause| others.contains(&cause)) {
            others.insert(entry.no);
        }
    }
    others
}

/// How an object that moved was moved. One that was shuffled into a library instead was still
/// discarded, sacrificed, destroyed or milled (CR 614.6).
pub fn manner_of(game: &Game, entry: &Entry, manner: Manner) -> Manner {
    let find = |no| game.world().history.latest().find(|entry| Some(entry.no) == no);
    let mut replaced = (manner == Manner::Shuffle).then(|| find(entry.cause)).flatten();
    while let Some(Event::Replaced { before, .. }) = replaced.map(|entry| &entry.event) {
        match &**before {
            Action::Move {
                manner: before @ (Manner::Discard | Manner::Sacrifice | Manner::Destroy | Manner::Mill),
                ..
            } => return *before,
            _ => replaced = replaced.and_then(|entry| find(entry.cause)),
        }
    }
    manner
}

const fn of_manner(manner: Manner) -> Option<Deed> {
    match manner {
        Manner::Discard => Some(Deed::Discarded),
        Manner::Sacrifice => Some(Deed::Sacrificed),
        Manner::Destroy => Some(Deed::Destroyed),
        Manner::Exile => Some(Deed::Exiled),
        Manner::Mill => Some(Deed::Milled),
        Manner::Put | Manner::Shuffle => Some(Deed::Put),
        _ => None,
    }
}

/// What an entry did, to be named or only to be counted.
fn done(game: &Game, scope: &Scope<'_>, entry: &Entry, deed: Deed, named: bool) -> Option<Done> {
    let with =
        |object: ObjectId, player: Option<PlayerId>, amount: u32| Some(Done { objects: vec![object], player, amount });
    let to = |entity: crate::fact::Entity, amount: u32| {
        let player = entity.player().or_else(|| entity.object().and_then(|id| game.controller(id)));
        Some(Done { objects: entity.object().into_iter().collect(), player, amount })
    };
    match (&entry.event, deed) {
        // A drawn card counts as where it is now, another as what it was. What is done with "that
        // card" is not done with one that was drawn instead (CR 121.6c), but that was drawn, too.
        (Event::Moved { became, manner: Manner::Draw, was, .. }, Deed::Drawn)
            if !named || !of_a_replacement(game, entry) =>
        {
            with(became.first()?.id, Some(was.owner), 1)
        }
        (Event::Moved { object, manner, was, .. }, deed)
            if of_manner(manner_of(game, entry, *manner)) == Some(deed) =>
        {
            with(*object, was.controller.or(Some(was.owner)), 1)
        }
        // A card that goes into exile instead of a graveyard was still discarded, sacrificed or
        // destroyed, and also exiled.
        (Event::Moved { object, became, was, .. }, Deed::Exiled)
            if became.first().is_some_and(|new| new.zone == Zone::Exile) =>
        {
            with(*object, was.controller.or(Some(was.owner)), 1)
        }
        // What a mana ability costs meanwhile is paid for that, and has another cause.
        (Event::ManaSpent { player, units }, Deed::ManaPaid) if entry.cause == scope.since => {
            let amount = u32::try_from(units.len()).unwrap_or(u32::MAX);
            Some(Done { objects: Vec::new(), player: Some(*player), amount })
        }
        // It was countered, wherever it goes instead of to a graveyard (CR 701.5a, 614.6).
        (Event::Countered { object }, Deed::Countered) => with(*object, game.controller(*object), 1),
        (Event::Created { object }, Deed::Created) => with(object.id, object.controller, 1),
        (Event::Tapped { object }, Deed::Tapped) | (Event::Untapped { object }, Deed::Untapped) => {
            with(*object, game.controller(*object), 1)
        }
        (Event::CountersPut { on: entity, count, .. }, Deed::CountersPut)
        | (Event::CountersRemoved { from: entity, count, .. }, Deed::CountersRemoved) => to(*entity, *count),
        // Damage to a permanent is dealt to no player (CR 120.1).
        (Event::DamageDealt { to: entity, amount, .. }, Deed::DamageDealt) => {
            Some(Done { objects: entity.object().into_iter().collect(), player: entity.player(), amount: *amount })
        }
        (Event::LifeGained { player, amount }, Deed::LifeGained)
        | (Event::LifeLost { player, amount }, Deed::LifeLost) => {
            Some(Done { objects: Vec::new(), player: Some(*player), amount: *amount })
        }
        (Event::LookedAt { player, cards }, Deed::LookedAt) | (Event::Revealed { player, cards }, Deed::Revealed) => {
            let amount = u32::try_from(cards.len()).unwrap_or(u32::MAX);
            Some(Done { objects: cards.iter().map(|(card, _)| *card).collect(), player: Some(*player), amount })
        }
        _ => None,
    }
}

/// Whether a card was drawn because an effect replaced a draw: instructions for the originally
/// drawn card do not apply to it (CR 121.6c).
fn of_a_replacement(game: &Game, moved: &Entry) -> bool {
    let find = |no| game.world().history.latest().find(|entry| Some(entry.no) == no);
    let drew = find(moved.cause);
    drew.and_then(|drew| find(drew.cause)).is_some_and(|entry| matches!(entry.event, Event::Replaced { .. }))
}

/// The objects of a deed of the resolving spell or ability.
pub fn objects(game: &Game, scope: &Scope<'_>, deed: Deed) -> Vec<ObjectId> {
    let mut found: Vec<ObjectId> = Vec::new();
    for entry in entries(game, scope) {
        let objects = done(game, scope, entry, deed, true).map(|it| it.objects).unwrap_or_default();
        for object in objects.into_iter().filter(|id| deed != Deed::Revealed || !was_shuffled(game, *id, entry)) {
            if !found.contains(&object) {
                found.push(object);
            }
        }
    }
    found
}

/// Whether a revealed card was shuffled since, within its library: it is another object then
/// (CR 701.16c).
fn was_shuffled(game: &Game, card: ObjectId, revealed: &Entry) -> bool {
    let Some(Zone::Library(owner)) = game.zone_of(card) else { return false };
    let since = game.world().history.latest().take_while(|entry| entry.no > revealed.no);
    since.into_iter().any(|entry| matches!(entry.event, Event::Shuffled { player, .. } if player == owner))
}

/// The amount of a deed of the resolving spell or ability, for these players if given.
pub fn amount(look: &dyn Look, scope: &Scope<'_>, deed: Deed, who: Option<&Players>) -> i32 {
    let game = look.game();
    // CR 800.4i: also those who have left since.
    let who = who.map(|who| players_ever(look, scope, who));
    let counts = |it: &Done| who.as_ref().is_none_or(|who| it.player.is_some_and(|player| who.contains(&player)));
    let all = entries(game, scope).filter_map(|entry| done(game, scope, entry, deed, false)).filter(counts);
    all.map(|it| i32::try_from(it.amount).unwrap_or(i32::MAX)).fold(0, i32::saturating_add)
}
