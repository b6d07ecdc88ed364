//! What the resolving spell or ability did, for "this way" in later instructions (CR 608.2c,
//! 608.2h).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::card::{Deed, Players, ZoneKind};
use crate::fact::{
    Action, Applied, Entry, EntryNo, Event, Frame, Manner, NewObject, ObjectId, PlayerId, Snapshot, Zone,
};
use crate::rule;
use crate::state::Game;

use super::reference::players_ever;
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;

/// One entry of a deed: the objects, the player whose they are or who did it, and the amount.
struct Done {
    objects: Vec<ObjectId>,
    player: Option<PlayerId>,
    amount: u32,
}

/// The entries since the scope began that belong to it, first to last: its own actions and what
/// they became (CR 608.2c, 614.6). What others did meanwhile does not: another for whom the same
/// list of instructions is followed (CR 608.2f), a mana ability (CR 605.3), a spell that is cast
/// (CR 608.2g), an object that returns by itself (CR 610.3), a replacement effect that does
/// something else instead or as well.
pub(crate) fn own_entries<'a>(game: &'a Game, scope: &Scope<'_>) -> Vec<&'a Entry> {
    let Some(began) = scope.since else { return Vec::new() };
    let of_others = marks_of_others(game, scope);
    let mut since: Vec<&Arc<Entry>> = game.world().history.latest().take_while(|entry| entry.no > began).collect();
    since.reverse();
    let mut own: BTreeMap<EntryNo, &Entry> = BTreeMap::new();
    for entry in since {
        let led = match entry.cause {
            Some(cause) => cause == began || own.get(&cause).is_some_and(|before| leads_on(&before.event, entry)),
            None => answers(entry),
        };
        if led && !of_others.contains(&entry.no) {
            own.insert(entry.no, entry);
        }
    }
    own.into_values().collect()
}

/// Whether an entry is the answer to a question of the resolution, and not one of what is proposed
/// meanwhile: a spell, an ability, a payment (CR 601.2, 602.2, 605.3, 702.132a).
fn answers(entry: &Entry) -> bool {
    matches!(entry.event, Event::Decided { .. })
        && !matches!(entry.rule.section(), 116 | 117 | 601 | 602 | 605)
        && entry.rule != rule!("702.132a")
}

/// Whether what an event of a resolution causes belongs to the resolution.
fn leads_on(before: &Event, entry: &Entry) -> bool {
    match before {
        Event::Replaced { effect, .. } if matches!(**effect, Applied::Own(..)) => true,
        Event::Replaced { before, .. } => became(before, entry),
        Event::UntilMet { .. }
        | Event::Triggered { .. }
        | Event::TriggerTaken { .. }
        | Event::BecameActivated { .. }
        | Event::BecameCast { .. } => false,
        Event::Moved { became, .. } => became.first().is_none_or(|new| new.zone != Zone::Stack),
        _ => true,
    }
}

/// Whether an event is what a replaced action became, and nothing that is done instead or as well:
/// it is of the same kind and about the same object (CR 614.6, 615.5), or a result of the damage
/// that it became (CR 120.3).
fn became(action: &Action, entry: &Entry) -> bool {
    let kind = Kind::of(action);
    if matches!(kind, Kind::Damage(_)) && rule!("120.3").covers(entry.rule) {
        return true;
    }
    match &entry.event {
        Event::Replaced { before: now, .. } | Event::Considered { action: now, .. } => match now {
            now if kind == Kind::Mill => {
                matches!(**now, Action::Mill { .. } | Action::Move { manner: Manner::Mill, .. })
            }
            now => kind == Kind::of(now),
        },
        Event::Moved { object, manner, .. } => match kind {
            Kind::Object(it) => it == *object,
            Kind::Draw => *manner == Manner::Draw,
            Kind::Mill => *manner == Manner::Mill,
            kind => kind == Kind::Search,
        },
        Event::DamageDealt { source, .. } => kind == Kind::Damage(*source),
        Event::LifeGained { .. } | Event::LifeLost { .. } => kind == Kind::Life,
        Event::CountersPut { .. } => matches!(action, Action::PutCounters { .. }),
        Event::CountersRemoved { .. } => matches!(action, Action::RemoveCounters { .. }),
        Event::Tapped { .. } => matches!(action, Action::Tap(_)),
        Event::Untapped { .. } => matches!(action, Action::Untap(_)),
        Event::Created { .. } => kind == Kind::Tokens,
        Event::LookedAt { .. } | Event::Revealed { .. } => kind == Kind::Search,
        // CR 701.15a: what regeneration does is done by the effect that was waiting for it.
        Event::Countered { .. } | Event::Regenerated { .. } => false,
        _ => true,
    }
}

/// What an action is a kind of: what becomes of it is of that kind, too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Moving or destroying an object.
    Object(ObjectId),
    Draw,
    Mill,
    Search,
    /// Damage by a source.
    Damage(ObjectId),
    /// Life gained or lost.
    Life,
    Tokens,
    Other(std::mem::Discriminant<Action>),
}

impl Kind {
    fn of(action: &Action) -> Kind {
        match action {
            Action::Move { object, .. } | Action::Destroy(object) | Action::DestroyForGood(object) => {
                Kind::Object(*object)
            }
            Action::Draw(_) | Action::DrawCards { .. } => Kind::Draw,
            Action::Mill { .. } => Kind::Mill,
            Action::Search { .. } => Kind::Search,
            Action::Damage { source, .. } => Kind::Damage(*source),
            Action::GainLife { .. } | Action::LoseLife { .. } => Kind::Life,
            Action::CreateToken { .. } | Action::CreateTokens { .. } => Kind::Tokens,
            other => Kind::Other(std::mem::discriminant(other)),
        }
    }
}

/// The marks of others for whom the same list of instructions is followed (CR 608.2f).
fn marks_of_others(game: &Game, scope: &Scope<'_>) -> Vec<EntryNo> {
    if !scope.apart {
        return Vec::new();
    }
    let together = game.world().frames.iter().filter_map(|frame| match &**frame {
        Frame::Together(together) => Some(together),
        _ => None,
    });
    together.flat_map(|together| together.marks_of_others()).collect()
}

/// How an object that moved was moved. One that was shuffled into a library instead was still
/// discarded, sacrificed, destroyed or milled (CR 614.6), and one that was shuffled into a pile in
/// exile was exiled.
pub(crate) fn manner_of(game: &Game, entry: &Entry, manner: Manner) -> Manner {
    let exiled = |became: &[NewObject]| became.first().is_some_and(|new| new.zone == Zone::Exile);
    if matches!(&entry.event, Event::Moved { became, manner: Manner::Shuffle, .. } if exiled(became)) {
        return Manner::Exile;
    }
    let find = |no: Option<EntryNo>| game.world().entry(no?);
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
        (Event::Moved { object, became, manner, was, .. }, deed)
            if of_manner(manner_of(game, entry, *manner)) == Some(deed) =>
        {
            let player = if deed == Deed::Put { put_for(became, was) } else { was.controller };
            with(*object, player.or(Some(was.owner)), 1)
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
        (Event::Searched { player, .. }, Deed::Searched) => {
            Some(Done { objects: Vec::new(), player: Some(*player), amount: 1 })
        }
        (Event::SearchedZones { player, whose, zones, .. }, Deed::Searched)
            if player == whose && zones.contains(&ZoneKind::Library) =>
        {
            Some(Done { objects: Vec::new(), player: Some(*player), amount: 1 })
        }
        _ => None,
    }
}

/// The player for whom an object was put where it is: its controller on the battlefield; elsewhere
/// its owner, who alone has it there (CR 108.4, 110.2, 400.3).
fn put_for(became: &[NewObject], was: &Snapshot) -> Option<PlayerId> {
    match became.first() {
        Some(new) if new.zone == Zone::Battlefield => new.controller,
        _ => Some(was.owner),
    }
}

/// Whether a card was drawn because an effect replaced a draw: instructions for the originally
/// drawn card do not apply to it (CR 121.6c).
fn of_a_replacement(game: &Game, moved: &Entry) -> bool {
    let find = |no: Option<EntryNo>| game.world().entry(no?);
    let before = find(moved.cause).and_then(|drew| find(drew.cause));
    before.is_some_and(|entry| matches!(entry.event, Event::Replaced { .. }))
}

/// The objects of a deed of the resolving spell or ability.
pub fn objects(game: &Game, scope: &Scope<'_>, deed: Deed) -> Vec<ObjectId> {
    let mut found: Vec<ObjectId> = Vec::new();
    for entry in own_entries(game, scope) {
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
    let own = own_entries(game, scope).into_iter();
    let all = own.filter_map(|entry| done(game, scope, entry, deed, false)).filter(counts);
    all.map(|it| i32::try_from(it.amount).unwrap_or(i32::MAX)).fold(0, i32::saturating_add)
}
