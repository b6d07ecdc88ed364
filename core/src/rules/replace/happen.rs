//! Turning actions into events once nothing replaces them any more (CR 119-122, 400, 701).

use std::collections::{BTreeMap, BTreeSet};

use crate::card::mechanism::Mechanisms;
use crate::card::{Ability, CardType, Keyword, Restriction, TurnStep, ZoneKind};
use crate::derive::Look;
use crate::derive::cast::casting;
use crate::derive::filter::matches;
use crate::derive::filter::occurrences::deals_with;
use crate::derive::look::is_exempt;
use crate::derive::object::{commander as of_commanders, dungeon, faces};
use crate::derive::pay::able;
use crate::derive::target::attach::can_be_attached;
use crate::fact::Link;
use crate::fact::{
    Action, Component, Entering, EntersFaceDown, Entity, EntryNo, Event, ManaUnit, Manner, Note, ObjectId, Part,
    PlayerId, Position, Proposed, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::joining;
use super::{damage, leaving, timestamps};
use crate::rules::designation::day_night;
use crate::rules::engine::actions::to_graveyard;
use crate::rules::engine::refusal::bounded;
use crate::rules::engine::work::Work;
use crate::rules::engine::{control, random};
use crate::rules::keyword;
use crate::rules::keyword::phasing;
use crate::rules::linked::{noted_choices, responsible};
use crate::rules::permanent::copying::Numbers;
use crate::rules::permanent::entering::{being, emblem, entered_face_down, has_host, kept_out, token};
use crate::rules::permanent::{copying, face_down, merge};
use crate::rules::variant::{commander, planes};

pub(in crate::rules) use crate::rules::permanent::entering::{
    as_it_would_enter, enters_unattached, hosts_for, kept_off, moved, with_entered,
};

/// Whether an action can happen at all: "can't" wins (CR 101.2), and the impossible is ignored
/// (CR 101.3).
pub(in crate::rules) fn can_happen(game: &Game, action: &Action) -> bool {
    let exists = |id: &ObjectId| game.object(*id).is_some();
    let permanent = |id: &ObjectId| game.object(*id).is_some_and(crate::state::Object::is_permanent);
    let plays = |player: &PlayerId| game.plays(*player);
    match action {
        Action::Move { object, to, manner, entering, .. } => {
            let Some(before) = game.object(*object) else { return false };
            let listed = entering.face_down.listed();
            // A move to the present zone changes no zone: the object moves within a library, or
            // becomes a new object in place (CR 400.8, 400.10).
            let stays = before.zone == Zone::of(to.kind(), before.owner);
            if stays && before.component != Component::Ability {
                return matches!(before.zone, Zone::Library(_) | Zone::Exile | Zone::Command)
                    && before.component != Component::Emblem;
            }
            // CR 903.11
            if matches!(before.zone, Zone::Outside(_)) && !of_commanders::may_come_in(game, before) {
                return false;
            }
            // CR 400.4b: it remains in the command zone. CR 314.3: nothing brings it into the
            // game.
            if matches!(before.zone, Zone::Command | Zone::Outside(_))
                && game.face(before.face_up_def()).is_some_and(|face| face.types.stays_in_command_zone())
            {
                return false;
            }
            // CR 309.2c-d: nothing but venturing brings a dungeon into the game, and it leaves the
            // command zone only as it leaves the game.
            if game.has_mechanism(Mechanisms::DUNGEONS) && dungeon::is_dungeon(game, *object) {
                return matches!(
                    (before.zone, to),
                    (Zone::Outside(_), Zone::Command) | (Zone::Command, Zone::Outside(_))
                );
            }
            match (before.component, to) {
                // CR 114.5: an emblem is no card; nothing moves it.
                (Component::Emblem, _) => false,
                // An ability on the stack goes nowhere; it ceases to exist (CR 608.2m, 701.5a).
                (Component::Ability, _) => before.zone == Zone::Stack,
                // CR 111.8: a token that has left the battlefield can't move again.
                (Component::Token, _) if before.zone != Zone::Battlefield => false,
                // CR 304.4, 307.4, 400.4a: an instant or sorcery can't enter the battlefield; nor
                // can an Aura with nothing to enchant (CR 303.4g, 303.4i).
                (_, Zone::Battlefield) => {
                    let can_be = match listed {
                        // CR 701.34e, 708.3: as it would be face down.
                        Some(def) => face_down::could_enter(game, def),
                        None => faces::entering(game, *object, entering.back, *manner == Manner::Play)
                            .is_some_and(|it| it.types.is_permanent()),
                    };
                    // CR 800.4b: nothing enters under the control of a player who has left.
                    let in_game = entering.controller.as_ref().is_none_or(plays);
                    can_be && in_game && !kept_out(game, action) && has_host(game, action) && both_halves(game, action)
                }
                _ if *manner == Manner::Sacrifice => before.is_permanent() && able::can_be_sacrificed(game, *object),
                _ => true,
            }
        }
        // CR 701.7b, 702.12b
        Action::Destroy(object) | Action::DestroyForGood(object) => {
            permanent(object) && !game.has_keyword(*object, &Keyword::Indestructible)
        }
        Action::Regenerate(object) => permanent(object),
        // A face-up permanent is not turned face up.
        Action::TurnFaceUp { object, .. } => permanent(object) && game.is_face_down(*object),
        // CR 712.12, 713.10, 723.2j: a permanent with two faces is not turned face down either.
        Action::TurnFaceDown { object, .. } => {
            permanent(object) && !game.is_face_down(*object) && !game.has_no_card_back(*object)
        }
        // It does not become what it already is.
        Action::BecomeDayOrNight(time) => game.world().day_night != Some(*time),
        Action::Transform { object, bound, .. } => crate::rules::permanent::faces::can_transform(game, *object, *bound),
        Action::Damage { source, to, amount, .. } => {
            *amount > 0
                // CR 801.2, 801.13a
                && (game.controller(*source).is_none_or(|player| game.reaches(player, *to)) || is_exempt(game, *source))
                && match to {
                    Entity::Player(player) => plays(player),
                    // CR 120.1a: only creatures, planeswalkers and players are dealt damage.
                    Entity::Object(object) => {
                        permanent(object)
                            && (game.has_type(*object, CardType::Creature)
                                || game.has_type(*object, CardType::Planeswalker))
                    }
                }
        }
        // CR 121.2b, 121.3
        Action::Draw(player) => plays(player) && able::can_draw(game, *player, 1),
        Action::Search { player, .. } => plays(player) && casting::may_search(game, *player),
        Action::SearchZones { player, zones, .. } => {
            let forbidden = zones.contains(&ZoneKind::Library) && !casting::may_search(game, *player);
            plays(player) && !zones.is_empty() && !forbidden
        }
        Action::BeginTurn { player } | Action::FlipCoin { player, .. } => plays(player),
        // CR 800.4j: the turn of a player who has left goes on without an active player.
        Action::BeginPhase { .. } | Action::BeginTurnStep { .. } => true,
        Action::RollDice { player, dice, .. } => plays(player) && *dice > 0,
        // CR 111.5: a token that can't enter is not created.
        Action::CreateToken { player, .. } => plays(player) && !kept_out(game, action) && has_host(game, action),
        Action::CreateEmblem { player, .. } => plays(player),
        Action::CreateTokens { player, tokens } => plays(player) && tokens.iter().any(|it| it.count > 0),
        Action::DrawCards { player, count } | Action::Mill { player, count } => plays(player) && *count > 0,
        // CR 101.2, 104.3
        Action::Lose { player, reason } => plays(player) && leaving::can_lose(game, *player, *reason),
        Action::Win(player) => plays(player) && leaving::can_win(game, *player),
        // CR 701.3b: nothing happens if it can't be attached there, or already is.
        Action::Attach { object, to } => {
            game.object(*object).is_some_and(|it| it.is_permanent() && it.attached_to != Some(*to))
                && can_be_attached(game, *object, *to)
        }
        Action::Unattach(object) => game.object(*object).is_some_and(|it| it.attached_to.is_some()),
        // CR 119.7, 119.8
        Action::GainLife { player, amount } => *amount > 0 && plays(player) && able::can_gain_life(game, *player),
        Action::LoseLife { player, amount } => *amount > 0 && plays(player) && able::can_lose_life(game, *player),
        Action::PutCounters { on, kind, count, .. } => {
            *count > 0
                && able::can_get_counters(game, *on, kind)
                && match on {
                    Entity::Player(player) => plays(player),
                    Entity::Object(object) => exists(object),
                }
        }
        Action::RemoveCounters { from, kind, count } => {
            *count > 0
                && match from {
                    Entity::Player(player) => game.player(*player).is_some_and(|it| it.counters_of(kind) > 0),
                    Entity::Object(object) => game.object(*object).is_some_and(|it| it.counters_of(kind) > 0),
                }
        }
        Action::AddMana { player, mana, .. } => plays(player) && !mana.is_empty(),
        Action::PhaseOut { object, .. } => phasing::can_phase_out(game, *object),
        Action::PhaseIn { object, .. } => game.phased_out(*object).is_some(),
        Action::Tap(object) => permanent(object) && game.object(*object).is_some_and(|it| !it.status.tapped),
        Action::Untap(object) => permanent(object) && game.object(*object).is_some_and(|it| it.status.tapped),
    }
}

/// Whether the other card of a meld pair could enter as well (CR 701.37a).
fn both_halves(game: &Game, action: &Action) -> bool {
    merge::counterpart(action).is_none_or(|other| {
        let mut alone = action.clone();
        if let (Action::Move { object, .. }, Some(entering)) = (&mut alone, action.entering()) {
            *object = other;
            let face_down = EntersFaceDown::No;
            if let Some(own) = alone.entering_mut() {
                *own = Entering { face_down, ..entering.clone() };
            }
        }
        game.object(other).is_some() && !kept_out(game, &alone)
    })
}

/// Whether a spell or ability can be countered (CR 101.2, 113.6g, 604.5).
pub(in crate::rules) fn can_be_countered(game: &Game, object: ObjectId) -> bool {
    let on_stack = game.object(object).and_then(|it| it.ability.as_ref()).and_then(|it| game.ability(it.text));
    // CR 603.1a: the ability itself says so.
    if matches!(on_stack, Some(Ability::Triggered(ability)) if ability.uncounterable) {
        return false;
    }
    !game.restrictions().any(|(scope, restriction)| match restriction {
        Restriction::CantBeCountered(what) => matches(game, &scope, what, object),
        _ => false,
    })
}

/// The actions that a settled one contains (CR 120.3, 121.1, 701.7a). They inherit the effects
/// already applied (CR 616.1f).
pub(in crate::rules) fn contained(game: &Game, actions: &[Proposed], index: usize) -> Vec<Proposed> {
    let Some(outer) = actions.get(index) else { return Vec::new() };
    let mut inner: Vec<(Rule, Action)> = Vec::new();
    match &outer.action {
        Action::Destroy(object) | Action::DestroyForGood(object) => {
            // The move has the rule of whatever destroys it, an effect or a state-based action.
            inner.push((outer.rule, to_graveyard(game, *object, Manner::Destroy)));
        }
        Action::Damage { source, to, amount, .. } => inner.extend(damage::results(game, *source, *to, *amount)),
        Action::Regenerate(object) => inner.push((rule!("701.15a"), Action::Tap(*object))),
        Action::BecomeDayOrNight(time) => inner.extend(day_night::transforming(game, *time)),
        Action::DrawCards { player, .. } => inner.push((rule!("121.2"), Action::Draw(*player))),
        Action::CreateTokens { player, tokens } => {
            for batch in tokens {
                let create =
                    || Action::CreateToken { player: *player, def: batch.def, entering: batch.entering.clone() };
                inner.extend((0..bounded(batch.count)).map(|_| (outer.rule, create())));
            }
        }
        Action::Mill { player, count } => {
            let moved = |proposed: &Proposed| match &proposed.action {
                Action::Move { object, .. } => Some(*object),
                _ => None,
            };
            let taken: Vec<ObjectId> = actions.iter().filter_map(moved).collect();
            let library = game.zone(Zone::Library(*player)).iter().filter(|card| !taken.contains(card));
            let cards = library.take(*count as usize);
            inner.extend(cards.map(|card| (rule!("701.13a"), to_graveyard(game, *card, Manner::Mill))));
        }
        Action::Draw(player) => {
            // Each draw of one set takes another card.
            let drawn = |proposed: &Proposed| match &proposed.action {
                Action::Move { object, manner: Manner::Draw, .. } => Some(*object),
                _ => None,
            };
            let taken: Vec<ObjectId> = actions.iter().filter_map(drawn).collect();
            let library = game.zone(Zone::Library(*player));
            if let Some(card) = library.iter().copied().find(|card| !taken.contains(card)) {
                inner.push((
                    rule!("121.1"),
                    Action::Move {
                        object: card,
                        to: Zone::Hand(*player),
                        position: Position::Bottom,
                        manner: Manner::Draw,
                        entering: Entering::default(),
                    },
                ));
            }
        }
        _ => {}
    }
    let parent = u32::try_from(index).ok();
    let wrap = |(rule, action)| Proposed {
        action,
        cause: outer.cause,
        rule,
        applied: outer.applied.clone(),
        settled: false,
        parent,
    };
    inner.into_iter().filter(|(_, action)| can_happen(game, action)).map(wrap).collect()
}

/// The life gained from sources with lifelink, once for all the damage that each deals at once
/// (CR 120.3f, 702.15b). Known when all damage of the set is settled.
pub(in crate::rules) fn life_gained(game: &Game, actions: &[Proposed]) -> Vec<Proposed> {
    if !actions.iter().any(|proposed| matches!(proposed.action, Action::Damage { .. })) {
        return Vec::new();
    }
    let damage_by = |proposed: &Proposed| match &proposed.action {
        Action::Damage { source, to, amount, .. } if proposed.settled => {
            deals_with(game, *source, *to, &Keyword::Lifelink).then_some((*source, *amount))
        }
        _ => None,
    };
    let source_at = |index: u32| actions.get(index as usize).and_then(damage_by).map(|(source, _)| source);
    let gains = actions.iter().filter(|it| it.rule == rule!("120.3f"));
    let seen_to: BTreeSet<ObjectId> = gains.filter_map(|it| it.parent.and_then(source_at)).collect();
    let mut found: Vec<(ObjectId, u32, usize)> = Vec::new();
    let mut places: BTreeMap<ObjectId, usize> = BTreeMap::new();
    for (index, proposed) in actions.iter().enumerate() {
        let Some((source, amount)) = damage_by(proposed).filter(|(source, _)| !seen_to.contains(source)) else {
            continue;
        };
        match places.get(&source).and_then(|place| found.get_mut(*place)) {
            Some((_, total, _)) => *total = total.saturating_add(amount),
            None => {
                places.insert(source, found.len());
                found.push((source, amount, index));
            }
        }
    }
    let gain = |(source, amount, index): (ObjectId, u32, usize)| {
        let player = game.controller_or_owner(source)?;
        let outer = &actions[index];
        Some(Proposed {
            action: Action::GainLife { player, amount },
            cause: outer.cause,
            rule: rule!("120.3f"),
            applied: outer.applied.clone(),
            settled: false,
            parent: u32::try_from(index).ok(),
        })
    };
    found.into_iter().filter_map(gain).filter(|it| can_happen(game, &it.action)).collect()
}

/// Makes settled actions happen at once. The events of each are worked out in the game before any
/// of them. Objects arranged by their owners go in that order; timestamps follow the order of
/// [`timestamps::order`].
pub(in crate::rules) fn happen(
    work: &mut Work,
    actions: &[Proposed],
    (arranged, stamped): (&[ObjectId], &[u32]),
    prevented: Vec<(Option<EntryNo>, Rule, Event)>,
) {
    for (cause, rule, event) in prevented {
        work.emit(Part::Batch, cause, rule, event);
    }
    match actions {
        // Most sets are one action, which has no order.
        [only] if arranged.is_empty() => happen_alone(work, only),
        actions => happen_in_order(work, actions, arranged, stamped),
    }
    if !leaving::leave(work, actions) {
        joining::place(work, rule!("509.7"));
    }
}

/// Makes a single action happen.
fn happen_alone(work: &mut Work, action: &Proposed) {
    let mut draft = events_of(work, action);
    draw_from_empty(&work.game, std::slice::from_ref(action), std::slice::from_mut(&mut draft));
    emit_draft(work, draft, action.cause);
}

/// Emits the events of an action. The first causes the others, and is returned.
fn emit_draft(work: &mut Work, draft: Vec<(Rule, Event)>, cause: Option<EntryNo>) -> Option<EntryNo> {
    let mut first = None;
    for (rule, event) in draft {
        let no = work.emit(Part::Batch, first.or(cause), rule, event);
        first = first.or(Some(no));
    }
    first
}

/// Makes several actions happen at once.
fn happen_in_order(work: &mut Work, actions: &[Proposed], arranged: &[ObjectId], stamped: &[u32]) {
    let mut moving: BTreeSet<ObjectId> = BTreeSet::new();
    // An object moves once, however many actions would move it.
    let mut again = |proposed: &Proposed| match &proposed.action {
        Action::Move { object, .. } => !moving.insert(*object),
        _ => false,
    };
    let again: Vec<bool> = actions.iter().map(&mut again).collect();
    let mut drafts: Vec<Vec<(Rule, Event)>> = std::iter::repeat_with(Vec::new).take(actions.len()).collect();
    for index in timestamps::order(&work.game, actions, stamped) {
        if !again[index] {
            drafts[index] = events_of(work, &actions[index]);
            drafts[index].iter_mut().for_each(|(_, event)| merge::arrange(&work.game, event, arranged));
        }
    }
    note_exiled(actions, &mut drafts);
    draw_from_empty(&work.game, actions, &mut drafts);
    // The event of a containing action comes first and causes those of the contained actions.
    let mut first: Vec<Option<EntryNo>> = vec![None; actions.len()];
    let mut order: Vec<usize> = (0..actions.len()).collect();
    order.sort_by_key(|index| path_of(actions, *index));
    let place_of = |index: usize| match &actions[index].action {
        Action::Move { object, .. } => {
            let pieces = work.game.object(*object).map(crate::state::Object::pieces).unwrap_or_default();
            arranged.iter().position(|id| id == object || pieces.iter().any(|piece| piece.was == *id))
        }
        _ => None,
    };
    let mut in_order: Vec<usize> = order.iter().copied().filter(|index| place_of(*index).is_some()).collect();
    in_order.sort_by_key(|index| place_of(*index));
    let mut next = in_order.into_iter();
    for slot in order.iter_mut().filter(|slot| place_of(**slot).is_some()) {
        *slot = next.next().unwrap_or(*slot);
    }
    for index in order {
        let containing = actions[index].parent.and_then(|parent| first.get(parent as usize).copied().flatten());
        let draft = std::mem::take(&mut drafts[index]);
        first[index] = emit_draft(work, draft, containing.or(actions[index].cause)).or(containing);
    }
    for event in merge::interleaved(&work.game, actions, arranged) {
        work.fact(rule!("723.3a"), event);
    }
}

/// Turns draws beyond the cards left in a library into draws from an empty library (CR 121.4).
fn draw_from_empty(game: &Game, actions: &[Proposed], drafts: &mut [Vec<(Rule, Event)>]) {
    for (index, draft) in drafts.iter_mut().enumerate() {
        let Action::Draw(player) = actions[index].action else { continue };
        let earlier = actions[..index].iter().filter(|it| it.action == Action::Draw(player)).count();
        if earlier >= game.zone(Zone::Library(player)).len() {
            *draft = vec![(rule!("121.4"), Event::DrewFromEmpty { player })];
        }
    }
}

/// Notes that cards exiled as a permanent enters are exiled with that permanent (CR 614.13,
/// 614.14).
fn note_exiled(actions: &[Proposed], drafts: &mut [Vec<(Rule, Event)>]) {
    let new_of = |draft: &Vec<(Rule, Event)>| {
        draft.iter().find_map(|(_, event)| match event {
            Event::Moved { became, .. } => became.first().map(|new| new.id),
            Event::Created { object } => Some(object.id),
            _ => None,
        })
    };
    for (index, proposed) in actions.iter().enumerate() {
        let outer = proposed.parent.and_then(|parent| Some((parent as usize, actions.get(parent as usize)?)));
        if let Action::Move { to: Zone::Exile, .. } = &proposed.action
            && let Some((place, outer)) = outer
            && let Action::Move { entering, .. } | Action::CreateToken { entering, .. } = &outer.action
            && let Some(link) = entering.chosen.last().and_then(|(origin, _)| origin.link())
            && let (Some(object), Some(exiled)) = (new_of(&drafts[place]), new_of(&drafts[index]))
        {
            let noted = Event::Noted { object, link: Box::new(link), note: Note::Exiled(exiled) };
            drafts[index].push((rule!("614.14"), noted));
        }
    }
}

/// The indices of an action and of those that contain it, outermost first.
fn path_of(actions: &[Proposed], index: usize) -> Vec<usize> {
    let mut path = vec![index];
    let mut parent = actions[index].parent;
    while let Some(outer) = parent {
        path.push(outer as usize);
        parent = actions.get(outer as usize).and_then(|proposed| proposed.parent);
    }
    path.reverse();
    path
}

/// The event of a move, and its notes (CR 607.2).
fn with_notes(work: &Work, proposed: &Proposed, event: Event) -> Vec<(Rule, Event)> {
    let mut notes = notes_of(work, proposed, &event);
    merge::noted_of_all(&event, &mut notes);
    let more = keyword::noticed(work, proposed, &event);
    std::iter::once((proposed.rule, event)).chain(notes).chain(more).collect()
}

/// The action without counters that can't be put on the entering permanent, which its own abilities
/// can say as well (CR 113.6i, 614.12).
fn with_possible_counters(game: &Game, action: &Action) -> Option<Action> {
    if matches!(action, Action::Move { to, .. } if *to != Zone::Battlefield) || action.entering()?.counters.is_empty() {
        return None;
    }
    let (view, id) = as_it_would_enter(game, action)?;
    let mut possible = action.clone();
    if let Some(entering) = possible.entering_mut() {
        entering.counters.retain(|kind, _| able::can_get_counters(&view, Entity::Object(id), kind));
    }
    Some(possible)
}

/// The events of a player who searches zones of another or their own. A search looks before it
/// finds.
fn searching(
    game: &Game,
    rule: Rule,
    (player, whose): (PlayerId, PlayerId),
    zones: &[ZoneKind],
    top: Option<u32>,
    searched: Event,
) -> Vec<(Rule, Event)> {
    let there = game.searchable(whose, zones, top);
    let cards = there.filter_map(|id| game.object(id).map(|object| (id, object.def))).collect();
    vec![(rule, searched), (rule, Event::LookedAt { player, cards })]
}

pub(super) fn events_of(work: &mut Work, proposed: &Proposed) -> Vec<(Rule, Event)> {
    if let Some(action) = with_possible_counters(&work.game, &proposed.action).filter(|it| *it != proposed.action) {
        return events_of(work, &Proposed { action, ..proposed.clone() });
    }
    let rule = proposed.rule;
    let one = |event: Event| vec![(rule, event)];
    match &proposed.action {
        Action::Move { .. } => of_a_move(work, proposed),
        // The contained move records a destruction; each card or token records its own event.
        Action::Destroy(_)
        | Action::DestroyForGood(_)
        | Action::DrawCards { .. }
        | Action::CreateTokens { .. }
        | Action::Mill { .. } => Vec::new(),
        Action::Regenerate(object) => {
            let mut events = vec![
                (rule!("701.15a"), Event::Regenerated { object: *object }),
                (rule!("701.15a"), Event::DamageRemoved { object: *object }),
            ];
            if work.game.world().combat_of(*object).is_some() {
                events.push((rule!("701.15a"), Event::RemovedFromCombat { object: *object }));
            }
            events
        }
        Action::Lose { player, reason } => one(Event::Lost { player: *player, reason: *reason }),
        Action::Win(player) => one(Event::Won { player: *player }),
        Action::Damage { .. } => of_damage(work, proposed),
        Action::Draw(player) => one(Event::Drew { player: *player }),
        // Life from lifelink that does not happen: 0 life is no event (CR 119.9).
        Action::GainLife { amount: 0, .. } => Vec::new(),
        Action::GainLife { player, amount } => one(Event::LifeGained { player: *player, amount: *amount }),
        Action::Search { player, top } => {
            let searched = Event::Searched { player: *player, top: *top };
            searching(&work.game, rule, (*player, *player), &[ZoneKind::Library], *top, searched)
        }
        Action::SearchZones { player, whose, zones, top } => {
            let searched = Event::SearchedZones { player: *player, whose: *whose, zones: zones.clone(), top: *top };
            searching(&work.game, rule, (*player, *whose), zones, *top, searched)
        }
        Action::LoseLife { player, amount } => one(Event::LifeLost { player: *player, amount: *amount }),
        Action::PutCounters { on, kind, count, .. } => {
            let timestamp = work.new_timestamp();
            one(Event::CountersPut { on: *on, kind: kind.clone(), count: *count, timestamp })
        }
        Action::RemoveCounters { from, kind, count } => {
            let there = match from {
                Entity::Player(player) => work.game.player(*player).map_or(0, |it| it.counters_of(kind)),
                Entity::Object(object) => work.game.object(*object).map_or(0, |it| it.counters_of(kind)),
            };
            one(Event::CountersRemoved { from: *from, kind: kind.clone(), count: (*count).min(there) })
        }
        Action::AddMana { .. } => of_mana(work, proposed),
        Action::PhaseOut { .. } | Action::PhaseIn { .. } => phasing::events_of(&work.game, proposed),
        Action::TurnFaceUp { .. } | Action::TurnFaceDown { .. } => face_down::turned(work, rule, &proposed.action),
        Action::BecomeDayOrNight(time) => one(Event::BecameDayOrNight { was: work.game.world().day_night, is: *time }),
        Action::Transform { object, entering, .. } => {
            crate::rules::permanent::faces::transformed(work, rule, *object, entering)
        }
        Action::Tap(object) => one(Event::Tapped { object: *object }),
        Action::Untap(object) => one(Event::Untapped { object: *object }),
        Action::CreateToken { .. } => {
            let (id, timestamp) = (work.new_object(), work.new_timestamp());
            let object = token(&proposed.action, id, timestamp);
            let created = object.map(|object| with_notes(work, proposed, Event::Created { object: Box::new(object) }));
            let mut events = created.unwrap_or_default();
            events.extend(entered_as_copy(work, &proposed.action, id));
            events.extend(entered_being(work, &proposed.action, id));
            events.extend(joining::joined(&work.game, &proposed.action, id));
            events
        }
        Action::CreateEmblem { player, def } => {
            let (id, timestamp) = (work.new_object(), work.new_timestamp());
            with_notes(work, proposed, Event::Created { object: Box::new(emblem(*player, *def, id, timestamp)) })
        }
        Action::Attach { object, to } => {
            one(Event::Attached { object: *object, to: *to, timestamp: work.new_timestamp() })
        }
        Action::Unattach(object) => one(Event::Unattached { object: *object }),
        Action::FlipCoin { player, coins } => {
            let heads = crate::rules::engine::random::coins(work, *coins);
            one(Event::CoinsTossed { player: *player, heads })
        }
        Action::RollDice { .. } => {
            random::rolled(work, &proposed.action).map(|event| (rule, event)).into_iter().collect()
        }
        Action::BeginTurn { player } => {
            let number = work.game.world().last_turn() + 1;
            let mut began = one(Event::TurnBegan { player: *player, number });
            began.extend(planes::as_turn_begins(&work.game, *player));
            began.extend(control::as_turn_begins(&work.game, *player));
            began
        }
        part => began(part, rule).into_iter().collect(),
    }
}

/// The event of a phase or turn step that begins.
pub(super) fn began(part: &Action, rule: Rule) -> Option<(Rule, Event)> {
    match part {
        Action::BeginPhase { phase, .. } => Some((rule, Event::PhaseBegan { phase: *phase })),
        Action::BeginTurnStep { step, .. } => Some((begin_rule(*step), Event::TurnStepBegan { step: *step })),
        _ => None,
    }
}

/// The events of a move, with everything known of it at once (CR 400.7, 707.5, 708.2, 723.3).
fn of_a_move(work: &mut Work, proposed: &Proposed) -> Vec<(Rule, Event)> {
    let (id, timestamp) = (work.new_object(), work.new_timestamp());
    // CR 723.3: each component becomes an object of its own.
    let pieces = match &proposed.action {
        Action::Move { object, .. } => work.game.object(*object).map_or(0, |object| object.pieces().len()),
        _ => 0,
    };
    for _ in 1..pieces {
        work.new_object();
        work.new_timestamp();
    }
    let event = moved(&work.game, &proposed.action, id, timestamp);
    let mut events = event.map(|event| with_notes(work, proposed, event)).unwrap_or_default();
    if let Action::Move { object, to, .. } = &proposed.action
        && !events.is_empty()
    {
        events.extend(entered_face_down(&work.game, &proposed.action, id));
        events.extend(work.game.object(*object).and_then(|before| face_down::shown(before, *to)));
        if merge::counterpart(&proposed.action).is_some() {
            let timestamp = work.new_timestamp();
            events.extend(merge::other_half(&work.game, &proposed.action, id, timestamp));
        }
    }
    events.extend(entered_as_copy(work, &proposed.action, id));
    events.extend(entered_being(work, &proposed.action, id));
    if let Action::Move { to: Zone::Exile, entering, .. } = &proposed.action
        && let Some(seen_by) = entering.face_down.seen_by()
        && !events.is_empty()
    {
        for place in 0..u32::try_from(pieces.max(1)).unwrap_or(1) {
            let object = ObjectId(id.0.saturating_add(place));
            events.push((rule!("406.3"), Event::ExiledFaceDown { object, seen_by: seen_by.to_vec() }));
        }
    }
    events.extend(joining::joined(&work.game, &proposed.action, id));
    events
}

/// The events of damage, including the damage marked on a creature (CR 120.3).
fn of_damage(work: &Work, proposed: &Proposed) -> Vec<(Rule, Event)> {
    let Action::Damage { source, to, amount, combat } = &proposed.action else { return Vec::new() };
    let rule = proposed.rule;

    let dealt = Event::DamageDealt { source: *source, to: *to, amount: *amount, combat: *combat };
    let mut events = vec![(rule, dealt)];
    if let (Entity::Player(player), true) = (to, *combat) {
        events.extend(commander::damaged(&work.game, *source, *player, *amount));
    }
    if let Entity::Object(object) = to
        && work.game.has_type(*object, CardType::Creature)
    {
        let deathtouch = deals_with(&work.game, *source, *to, &Keyword::Deathtouch);
        // CR 120.3d: counters instead of marked damage, which deathtouch makes lethal all the same
        // (CR 704.5h).
        let withers = damage::withers(&work.game, *source, *to);
        if !withers || deathtouch {
            let amount = if withers { 0 } else { *amount };
            let marked = Event::DamageMarked { object: *object, amount, deathtouch };
            events.push((if withers { rule!("702.2b") } else { rule!("120.3e") }, marked));
        }
    }
    events
}

/// The events of added mana, whose source is the spell, or the source of the ability, that adds it
/// (CR 106.3).
fn of_mana(work: &mut Work, proposed: &Proposed) -> Vec<(Rule, Event)> {
    let Action::AddMana { player, mana, source, tapped, terms } = &proposed.action else { return Vec::new() };
    let rule = proposed.rule;

    let snow = work.game.characteristics(*source).is_some_and(|it| it.supertypes.has(crate::card::Supertype::Snow));
    let units = mana.iter().map(|kind| ManaUnit { id: work.new_mana(), kind: *kind, source: *source, snow });
    let units: Vec<ManaUnit> = units.collect();
    let ids = units.iter().map(|unit| unit.id).collect();
    let mut events = vec![(rule, Event::ManaAdded { player: *player, units })];
    // Abilities that trigger on tapping for mana trigger on the mana being produced (CR 106.12a).
    if let Some(by) = tapped {
        events.push((rule!("106.12"), Event::TappedForMana { player: *by, object: *source }));
    }
    if let Some(def) = terms {
        let controller = work.game.controller(*source).unwrap_or(*player);
        events.push((rule!("106.6"), Event::ManaBound { units: ids, def: *def, source: *source, controller }));
    }
    events
}

/// The effect on what an object is as it enters (CR 611.2e).
fn entered_being(work: &mut Work, action: &Action, id: ObjectId) -> Option<(Rule, Event)> {
    action.entering()?.being.as_ref()?;
    let (effect, timestamp) = (work.new_effect(), work.new_timestamp());
    being(&work.game, action, id, effect, timestamp)
}

/// The copy effect of an object that enters as a copy (CR 707.5).
fn entered_as_copy(work: &mut Work, action: &Action, id: ObjectId) -> Vec<(Rule, Event)> {
    let (entering, otherwise) = match action {
        Action::CreateToken { player, entering, .. } => (entering, Some(*player)),
        Action::Move { object, entering, .. } => {
            let before = work.game.object(*object);
            (entering, before.map(|before| before.controller.unwrap_or(before.owner)))
        }
        _ => return Vec::new(),
    };
    let Some(enters) = &entering.copy else { return Vec::new() };
    let Some(controller) = entering.controller.or(otherwise) else { return Vec::new() };
    let numbers = Numbers { effect: work.new_effect(), timestamp: work.new_timestamp(), trigger: work.new_trigger() };
    copying::entered(enters, id, controller, &numbers)
}

/// The rule under which a turn step begins.
const fn begin_rule(step: TurnStep) -> Rule {
    match step {
        TurnStep::Untap => rule!("502.1"),
        TurnStep::Upkeep => rule!("503.1"),
        TurnStep::Draw => rule!("504.1"),
        TurnStep::PrecombatMain | TurnStep::PostcombatMain => rule!("505.1"),
        TurnStep::BeginningOfCombat => rule!("507.1"),
        TurnStep::DeclareAttackers => rule!("508.1"),
        TurnStep::DeclareBlockers => rule!("509.1"),
        TurnStep::CombatDamage => rule!("510.1"),
        TurnStep::EndOfCombat => rule!("511.1"),
        TurnStep::End => rule!("513.1"),
        TurnStep::Cleanup => rule!("514.1"),
    }
}

/// The notes on a move: choices made for the entering object, and the ability that exiled it or put
/// it onto the battlefield (CR 607.2a-d).
pub(in crate::rules) fn notes_of(work: &Work, proposed: &Proposed, moved: &Event) -> Vec<(Rule, Event)> {
    let new = match moved {
        Event::Moved { became, .. } => became.first(),
        Event::Created { object } => Some(&**object),
        _ => None,
    };
    let Some(new) = new else { return Vec::new() };
    let mut found = Vec::new();
    found.extend(noted_choices(&proposed.action, new.id));
    if let Event::Moved { manner: Manner::Draw, .. } = moved {
        found.extend(super::drawing::as_drawn(&work.game, new));
    }
    if let Event::Moved { from: Zone::Stack, was, .. } = moved
        && new.zone == Zone::Battlefield
    {
        // CR 607.2q: cards exiled to cast the spell are exiled with the permanent.
        let paid = was.announced.iter().flat_map(|announced| &announced.paid_with);
        let became = paid.filter_map(|id| work.game.world().departed.get(id)).flat_map(|departed| &departed.became);
        for id in became.filter(|id| work.game.zone_of(**id) == Some(Zone::Exile)) {
            let noted =
                Event::Noted { object: new.id, link: Box::new(Link::Printed(new.def)), note: Note::Exiled(*id) };
            found.push((rule!("607.2q"), noted));
        }
    }
    let (note, rule) = match new.zone {
        Zone::Exile => (Note::Exiled(new.id), rule!("607.2a")),
        Zone::Battlefield => (Note::Put(new.id), rule!("607.2c")),
        // CR 607.1d: the text of an emblem may refer to what its creator did.
        Zone::Command if new.component == Component::Emblem => (Note::Put(new.id), rule!("607.1d")),
        _ => return found,
    };
    if let Some((object, link)) = responsible(work, proposed, new) {
        found.push((rule, Event::Noted { object, link: Box::new(link), note }));
    }
    found
}
