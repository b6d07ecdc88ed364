//! State-based actions (CR 704).

use crate::card::mechanism::Mechanisms;
use crate::card::{CardType, CounterKind, Restriction, Supertype};
use crate::derive::explain;
use crate::derive::filter::matches;
use crate::derive::look::names;
use crate::derive::object::attachment::Attachment;
use crate::derive::object::bestow;
use crate::derive::target::attach::can_be_attached;
use crate::derive::{Application, Look};
use crate::fact::{
    Action, Answer, Characteristics, Choice, Component, Domain, EffectKey, Entity, EntryNo, Event, Frame, Item,
    LossReason, Manner, ObjectId, Part, PlayerId, Prompt, Proposed, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, Object, Seating};

use super::engine::actions::to_graveyard;
use super::engine::control;
use super::engine::paid_with;
use super::engine::work::Work;
use super::permanent::saga;
use super::replace::happen::can_happen;
use super::replace::leaving;
use super::replace::perform::perform;
use super::variant::{commander, planes, schemes, supplement};
use super::zones::dungeon;

/// What state-based actions have to do.
#[derive(Default)]
struct Found {
    losers: Vec<(PlayerId, LossReason)>,
    cease: Vec<(Rule, ObjectId)>,
    actions: Vec<(Rule, ObjectId, Action)>,
    /// Who planeswalks away from a phenomenon (CR 704.6f).
    planeswalks: Option<PlayerId>,
    /// The schemes that are over (CR 704.6e).
    schemes: Vec<ObjectId>,
}

impl Found {
    fn is_empty(&self) -> bool {
        let nothing = self.losers.is_empty() && self.cease.is_empty() && self.actions.is_empty();
        nothing && self.planeswalks.is_none() && self.schemes.is_empty()
    }
}

/// Whether any state-based action would be performed (CR 514.3a).
pub(crate) fn would_act(game: &Game) -> bool {
    !find(game).is_empty() || asks(game)
}

/// Whether players are asked something before state-based actions are performed.
fn asks(game: &Game) -> bool {
    !legends(game).is_empty() || commander::asks(game)
}

/// Performs all state-based actions that apply, at once (CR 704.3). Returns whether there were any,
/// so that they are checked again.
pub(super) fn check(work: &mut Work) -> bool {
    if work.game.settled.get().is_some() {
        return false;
    }
    if asks(&work.game) {
        work.push(rule!("704.5j"), Frame::StateBased { kept: Vec::new() });
        return true;
    }
    let found = find(&work.game);
    settle_marks(work);
    if found.is_empty() {
        let _ = work.game.settled.set(());
        return false;
    }
    let before = work.extent();
    perform_all(work, found);
    // An action that can't happen at all is not tried again.
    work.extent() > before
}

/// Clears the marks for "since the last time state-based actions were checked" (CR 704.5b, 704.5h).
fn settle_marks(work: &mut Work) {
    let game = &work.game;
    let drew = game.players().any(|player| player.drew_from_empty);
    let marked = |id: &&ObjectId| game.object(**id).is_some_and(|object| object.deathtouched);
    let there = game.world().battlefield.iter().filter(marked).copied();
    // Phased-out permanents are not checked, and their damage was dealt before this check.
    let phased_out = game.world().phased_out.iter().filter(|(_, phased)| phased.object.deathtouched);
    let objects: Vec<ObjectId> = there.chain(phased_out.map(|(id, _)| *id)).collect();
    if drew {
        work.emit(Part::Frame, work.cause(), rule!("704.5b"), Event::EmptyDrawsSettled {});
    }
    if !objects.is_empty() {
        work.emit(Part::Frame, work.cause(), rule!("704.5h"), Event::DeathtouchSettled { objects });
    }
}

fn perform_all(work: &mut Work, found: Found) {
    for (rule, object) in found.cease {
        if let Some(was) = work.game.snapshot(object) {
            work.fact(rule, Event::Ceased { object, was: std::sync::Arc::new(was) });
        }
    }
    if let Some(player) = found.planeswalks {
        planes::planeswalk(work, rule!("704.6f"), player);
    }
    for scheme in found.schemes {
        supplement::put_under(work, rule!("704.6e"), scheme);
    }
    let caused = |(rule, object, action): (Rule, ObjectId, Action)| {
        Proposed::new(action, why(&work.game, object).or(work.cause()), rule)
    };
    let others: Vec<Proposed> = found.actions.into_iter().map(caused).collect();
    let mut actions = leaving::losing(work, rule!("704.5a"), &found.losers);
    actions.extend(others);
    perform(work, actions);
}

/// The latest event of an object, which caused its state-based action.
fn why(game: &Game, object: ObjectId) -> Option<EntryNo> {
    let about = |event: &Event| match event {
        Event::DamageMarked { object: marked, .. } => *marked == object,
        Event::CountersRemoved { from, .. } => *from == Entity::Object(object),
        Event::CountersPut { on, .. } => *on == Entity::Object(object),
        Event::EffectBegan { objects, .. } => objects.as_ref().is_some_and(|objects| objects.contains(&object)),
        Event::Moved { became, .. } => became.iter().any(|new| new.id == object),
        _ => false,
    };
    game.world().history.latest().find(|entry| about(&entry.event)).map(|entry| entry.no)
}

/// Every action of CR 704.5 that applies now, except the legend rule, which asks first.
fn find(game: &Game) -> Found {
    let mut found = Found::default();
    // CR 704.6b
    let shared = game.seating().filter(|seating| seating.shared_life);
    let most_poison = shared.map_or(10, Seating::most_poison);
    for player in game.players().filter(|player| !player.left) {
        // CR 704.5a-c: one reason is enough, provided that the player can lose for it (CR 104.3).
        let reasons = [
            (player.life <= 0, LossReason::Life),
            (player.drew_from_empty, LossReason::EmptyLibrary),
            (player.counters_of(&CounterKind::Poison) >= most_poison, LossReason::Poison),
            (commander::is_fatal(game, player.id), LossReason::CommanderDamage),
        ];
        let loses = |(is, reason): &&(bool, LossReason)| *is && leaving::can_lose(game, player.id, *reason);
        found.losers.extend(reasons.iter().find(loses).map(|(_, reason)| (player.id, *reason)));
    }
    // Most games never have a token or copy. A copy of a permanent spell becomes a token
    // (CR 608.3b).
    if game.has_mechanism(Mechanisms::COPIES | Mechanisms::TOKENS) {
        let mut copies = Vec::new();
        for (id, object) in &game.world().objects {
            match object.component {
                // CR 704.5d
                Component::Token if object.zone != Zone::Battlefield => found.cease.push((rule!("704.5d"), *id)),
                // CR 704.5e, 707.10a
                Component::Copy if !matches!(object.zone, Zone::Stack | Zone::Battlefield) => copies.push(*id),
                _ => {}
            }
        }
        found.cease.extend(copies.into_iter().map(|id| (rule!("704.5e"), id)));
    }
    for id in &game.world().battlefield {
        find_for_permanent(game, *id, &mut found);
    }
    for id in world_rule(game) {
        if !found.actions.iter().any(|(_, object, action)| *object == id && takes_away(action)) {
            found.actions.push((rule!("704.5k"), id, to_graveyard(game, id, Manner::StateBased)));
        }
    }
    for (id, action) in dungeon::left_behind(game) {
        found.actions.push((rule!("704.5t"), id, action));
    }
    for (id, action) in commander::moves(game) {
        found.actions.push((rule!("704.6d"), id, action));
    }
    found.planeswalks = planes::leaves_phenomenon(game);
    found.schemes = schemes::over(game);
    found.actions.retain(|(_, _, action)| can_happen(game, action));
    // CR 704.3: an object that several of them put into a graveyard goes there once.
    let mut gone: Vec<ObjectId> = Vec::new();
    found.actions.retain(|(_, id, action)| {
        let first = !takes_away(action) || !gone.contains(id);
        if takes_away(action) {
            gone.push(*id);
        }
        first
    });
    found
}

/// Whether an action takes a permanent off the battlefield.
const fn takes_away(action: &Action) -> bool {
    matches!(action, Action::Move { .. } | Action::Destroy(_))
}

/// The world permanents that go (CR 704.5k): all but the newest, and that one too if it is tied.
fn world_rule(game: &Game) -> Vec<ObjectId> {
    if !game.has_mechanism(Mechanisms::WORLD) {
        return Vec::new();
    }
    let world = |id: &ObjectId| game.characteristics(*id).is_some_and(|it| it.supertypes.has(Supertype::World));
    let there: Vec<ObjectId> = game.world().battlefield.iter().copied().filter(world).collect();
    if there.len() < 2 {
        return Vec::new();
    }
    let mut worlds: Vec<(EntryNo, ObjectId)> = there.into_iter().map(|id| (world_since(game, id), id)).collect();
    worlds.sort_unstable();
    let goes = |(since, id): &(EntryNo, ObjectId)| {
        let player = game.controller(*id);
        // CR 801.12: it competes with those within its controller's range of influence.
        let near = |other: ObjectId| player.is_none_or(|player| game.reaches(player, Entity::Object(other)));
        let mut others = worlds.iter().filter(|(_, other)| other != id && near(*other));
        others.any(|(other, _)| other > since || game.at_once(*other, *since))
    };
    worlds.iter().filter(|world| goes(world)).map(|(_, id)| *id).collect()
}

/// The entry since which a permanent has been a world permanent: the one with which it entered, or
/// with which the effect that makes it one began.
fn world_since(game: &Game, id: ObjectId) -> EntryNo {
    let Some(object) = game.object(id) else { return EntryNo::default() };
    let gives = |application: &&Application| {
        let world = Supertype::World;
        !application.before.supertypes.has(world) && application.after.supertypes.has(world)
    };
    let explanation = explain(game, id);
    let given = explanation.as_ref().and_then(|it| it.applications.iter().rev().find(gives)).map(|it| &it.effect);
    let began = match given {
        None => None,
        Some(EffectKey::Begun(effect)) => {
            let begins = |event: &Event| matches!(event, Event::EffectBegan { id, .. } if id == effect);
            game.world().history.latest().find(|entry| begins(&entry.event)).map(|entry| entry.no)
        }
        Some(EffectKey::Static { object, .. } | EffectKey::Counters(object, _) | EffectKey::AddedText(object, _)) => {
            game.object(*object).map(|it| it.entered)
        }
    };
    object.entered.max(began.unwrap_or_default())
}

fn find_for_permanent(game: &Game, id: ObjectId, found: &mut Found) {
    let (Some(object), Some(characteristics)) = (game.object(id), game.characteristics(id)) else { return };
    let graveyard = |rule: Rule| (rule, id, to_graveyard(game, id, Manner::StateBased));
    if characteristics.types.has(CardType::Creature) {
        let toughness = characteristics.toughness.unwrap_or(0);
        // CR 704.5f-h
        if toughness <= 0 {
            found.actions.push(graveyard(rule!("704.5f")));
        } else if object.damage > 0 && i64::from(object.damage) >= i64::from(toughness) {
            found.actions.push((rule!("704.5g"), id, Action::Destroy(id)));
        } else if object.deathtouched {
            found.actions.push((rule!("704.5h"), id, Action::Destroy(id)));
        }
    }
    // CR 704.5i
    if characteristics.types.has(CardType::Planeswalker) && object.counters_of(&CounterKind::Loyalty) == 0 {
        found.actions.push(graveyard(rule!("704.5i")));
    }
    find_for_attachment(game, id, object, characteristics, found);
    if saga::is_over(game, id, characteristics) {
        found.actions.push((rule!("704.5s"), id, to_graveyard(game, id, Manner::Sacrifice)));
    }
    // CR 704.5r: the strictest of several such abilities counts.
    for (kind, count) in &object.counters {
        let most = game.restrictions().filter_map(|(scope, restriction)| match restriction {
            Restriction::MaximumCounters { what, kind: of, count } if of == kind && matches(game, &scope, what, id) => {
                Some(*count)
            }
            _ => None,
        });
        if let Some(over) = most.min().and_then(|most| count.checked_sub(most)).filter(|over| *over > 0) {
            let action = Action::RemoveCounters { from: Entity::Object(id), kind: kind.clone(), count: over };
            found.actions.push((rule!("704.5r"), id, action));
        }
    }
    // CR 704.5q
    let plus = object.counters_of(&CounterKind::PowerToughness(1, 1));
    let minus = object.counters_of(&CounterKind::PowerToughness(-1, -1));
    let both = plus.min(minus);
    if both > 0 {
        for kind in [CounterKind::PowerToughness(1, 1), CounterKind::PowerToughness(-1, -1)] {
            let action = Action::RemoveCounters { from: Entity::Object(id), kind, count: both };
            found.actions.push((rule!("704.5q"), id, action));
        }
    }
}

/// Attachments that can't be attached where they are, and unattached Auras (CR 704.5m-p).
fn find_for_attachment(game: &Game, id: ObjectId, object: &Object, it: &Characteristics, found: &mut Found) {
    let kind = Attachment::of(it);
    let unattach = |rule: Rule| (rule, id, Action::Unattach(id));
    let legal = |host: Entity| can_be_attached(game, id, host);
    match (kind, object.attached_to) {
        // An Aura that is a creature becomes unattached first (CR 303.4d, 704.5p).
        (_, Some(_)) if it.types.has(CardType::Creature) => found.actions.push(unattach(rule!("704.5p"))),
        // CR 702.103f: a bestowed Aura becomes unattached, and so stops being an Aura.
        (Some(Attachment::Aura), Some(host)) if !legal(host) && bestow::effect_on(game, id).is_some() => {
            found.actions.push(unattach(rule!("702.103f")));
        }
        (Some(Attachment::Aura), host) if !host.is_some_and(legal) => {
            found.actions.push((rule!("704.5m"), id, to_graveyard(game, id, Manner::StateBased)));
        }
        (Some(Attachment::Equipment | Attachment::Fortification), Some(host)) if !legal(host) => {
            found.actions.push(unattach(rule!("704.5n")));
        }
        (None, Some(_)) => found.actions.push(unattach(rule!("704.5p"))),
        _ => {}
    }
}

/// The legendary permanents of one player that share a name, for each such name, in APNAP order of
/// the players (CR 704.5j). An object with several names (CR 612.6) can be in several groups; a
/// group that is part of another is left out.
fn legends(game: &Game) -> Vec<(PlayerId, Vec<ObjectId>)> {
    if !game.has_mechanism(Mechanisms::LEGENDS) {
        return Vec::new();
    }
    let spared = |id: ObjectId| {
        let mut restrictions = game.restrictions();
        restrictions.any(|(scope, it)| matches!(it, Restriction::NoLegendRule(what) if matches(game, &scope, what, id)))
    };
    let legend = |id: &ObjectId| game.characteristics(*id).is_some_and(|it| it.supertypes.has(Supertype::Legendary));
    let legends: Vec<ObjectId> = game.world().battlefield.iter().copied().filter(legend).collect();
    let mut found: Vec<(PlayerId, Vec<ObjectId>)> = Vec::new();
    if legends.len() < 2 {
        return found;
    }
    for player in game.apnap() {
        let controlled = legends.iter().filter(|id| game.controller(**id) == Some(player) && !spared(**id));
        let own: Vec<(ObjectId, &Characteristics)> =
            controlled.filter_map(|id| Some((*id, game.characteristics(*id)?))).collect();
        let mut shared: Vec<String> = own.iter().map(|(_, it)| it.name.to_string()).collect();
        for (place, (_, one)) in own.iter().enumerate() {
            // One common name is enough: every permanent with all of these names has that one.
            shared.extend(
                own[place + 1..].iter().filter_map(|(_, two)| names::common(game, one, two).into_iter().next()),
            );
        }
        let group = |name: &String| -> Vec<ObjectId> {
            own.iter().filter(|(_, it)| names::has(game, it, name)).map(|(id, _)| *id).collect()
        };
        let groups: Vec<Vec<ObjectId>> = shared.iter().map(group).filter(|group| group.len() > 1).collect();
        let within = |inner: &[ObjectId], outer: &[ObjectId]| inner.iter().all(|id| outer.contains(id));
        for (place, group) in groups.iter().enumerate() {
            let part = |(other, it): (usize, &Vec<ObjectId>)| {
                other != place && within(group, it) && (it.len() > group.len() || other < place)
            };
            if !groups.iter().enumerate().any(part) {
                found.push((player, group.clone()));
            }
        }
    }
    found
}

/// The groups of legendary permanents that share a name, each with the one that its player keeps,
/// once that is known. The permanents to keep are in the order of the answers.
fn kept_of(game: &Game, kept: &[ObjectId]) -> Vec<(PlayerId, Vec<ObjectId>, Option<ObjectId>)> {
    let mut groups: Vec<_> = legends(game).into_iter().map(|(player, same)| (player, same, None)).collect();
    for id in kept {
        if let Some((.., keep)) = groups.iter_mut().find(|(_, same, keep)| keep.is_none() && same.contains(id)) {
            *keep = Some(*id);
        }
    }
    groups
}

fn legend_choice(player: PlayerId, same: Vec<ObjectId>) -> Choice {
    let options = same.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
    control::ask(player, Prompt::LegendRule, rule!("704.5j"), Domain::Pick { options, min: 1, max: 1 })
}

/// Asks which of the legendary permanents to keep, and whether commanders go to the command zone.
pub(super) fn state_based_choice(game: &Game, kept: &[ObjectId]) -> Option<Choice> {
    match kept_of(game, kept).into_iter().find(|(.., keep)| keep.is_none()) {
        Some((player, same, _)) => Some(legend_choice(player, same)),
        None => commander::commander_choice(game),
    }
}

/// What the other players of a team are asked at the same time: they choose in whatever order they
/// like (CR 805.6).
pub(super) fn of_the_team(game: &Game, kept: &[ObjectId]) -> Vec<Choice> {
    if !game.shares_turns() {
        return Vec::new();
    }
    let mut open = kept_of(game, kept).into_iter().filter(|(.., keep)| keep.is_none());
    let Some((first, ..)) = open.next() else { return Vec::new() };
    let team = open.filter(|(player, ..)| *player != first && game.acts_with(*player, first));
    team.map(|(player, same, _)| legend_choice(player, same)).collect()
}

/// Keeps one more permanent, or decides about a commander.
pub(super) fn answered(work: &mut Work, kept: &[ObjectId], answer: &Answer) {
    if let Answer::Confirmed(goes) = answer {
        return commander::decide(work, *goes);
    }
    let Answer::Picked(items) = answer else { return };
    let mut kept = kept.to_vec();
    kept.extend(paid_with::objects_of(items));
    work.change(rule!("704.5j"), Frame::StateBased { kept });
}

/// Puts the rest into graveyards, at once with all other state-based actions (CR 704.3).
pub(super) fn proceed(work: &mut Work, kept: &[ObjectId]) {
    let mut found = find(&work.game);
    let game = &work.game;
    for (_, same, keep) in kept_of(game, kept) {
        for id in same.into_iter().filter(|id| Some(*id) != keep) {
            if !found.actions.iter().any(|(_, object, action)| *object == id && takes_away(action)) {
                found.actions.push((rule!("704.5j"), id, to_graveyard(game, id, Manner::StateBased)));
            }
        }
    }
    settle_marks(work);
    work.pop(rule!("704.5j"));
    perform_all(work, found);
}
