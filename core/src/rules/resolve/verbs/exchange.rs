//! Setting and exchanging life totals and other numbers (CR 119.5, 701.10c, 701.10g), exchanging
//! control (CR 701.10b), moving counters (CR 122.5) or putting them on another object (CR 122.8).
//! An exchange that can't happen as a whole does not happen at all (CR 701.10a).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::card::verb;
use crate::card::{
    CounterKind, Definition, Duration, Exchanged, Filter, Modification, Objects, Players, Quantity, StaticEffect,
    ZoneKind,
};
use crate::derive::filter::{found, objects, players, quantity};
use crate::derive::pay::able;
use crate::derive::{Look, Scope};
use crate::fact::{
    Action, Announcement, Canonical, Component, Entity, Event, Manner, ObjectId, PlayerId, Proposed, ResolveFrame,
};
use crate::rule;
use crate::rules::engine::verb::Verb;
use crate::state::{Game, Object};

use crate::rules::engine::actions::{amount, move_to};
use crate::rules::engine::cursor::{go_on, one_player, scope};
use crate::rules::engine::work::Work;
use crate::rules::engine::{actions, control};
use crate::rules::replace::happen::can_happen;
use crate::rules::replace::perform::{act, perform};
use crate::rules::replace::together;

impl Verb for verb::SetLife {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let (game, scope, who) = (&work.game, scope(frame), &self.who);
        let new = |player: PlayerId| adjusted(game, player, quantity(game, &scope.done_by(who, player), &self.to));
        let object = frame.object.unwrap_or(frame.source);
        let named = players(game, &scope, who);
        let all = together::all_of_list(game, frame, who).unwrap_or_else(|| named.clone());
        let affected = control::one_of_each_team(game, object, all);
        let actions = named.into_iter().filter(|it| affected.contains(it)).filter_map(new).collect();
        act(work, frame, rule!("119.5"), actions);
    }

    fn of_teams(&self, _: &ResolveFrame) -> Option<(&Players, Option<PlayerId>)> {
        Some((&self.who, None))
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

impl Verb for verb::ExchangeLife {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let mut both = players(&work.game, &scope(frame), &self.who);
        both.extend(one_player(&work.game, frame, &self.with).filter(|_| both.len() == 1));
        let actions = life_exchanged(&work.game, &both);
        act(work, frame, rule!("701.10c"), actions);
    }

    /// If both sides name the same players, nobody is asked: both are meant.
    fn ones(&self, _: &Game, _: &ResolveFrame) -> Vec<&Players> {
        if self.who == self.with { Vec::new() } else { vec![&self.with] }
    }
}

impl Verb for verb::ExchangeControl {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        match control_exchanged(&work.game, frame, self) {
            Some(sides) => exchange_control(work, frame, &sides),
            None => go_on(work, frame),
        }
    }

    fn is_possible(&self, game: &Game, frame: &ResolveFrame) -> Option<bool> {
        Some(control_exchanged(game, frame, self).is_some())
    }
}

impl Verb for verb::ExchangeNumbers {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        exchange_numbers(work, frame, (&self.one, &self.other), &self.duration);
    }
}

impl Verb for verb::ExchangeCards {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let sides = [(&self.what, self.from), (&self.with, self.and)];
        let actions = cards_exchanged(&work.game, frame, &scope(frame), sides);
        act(work, frame, rule!("701.10d"), actions);
    }
}

impl Verb for verb::MoveCounters {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let actions = counters_moved(&work.game, frame, self);
        act(work, frame, rule!("122.5"), actions);
    }

    /// CR 122.5
    fn is_possible(&self, game: &Game, frame: &ResolveFrame) -> Option<bool> {
        Some(!counters_moved(game, frame, self).is_empty())
    }
}

impl Verb for verb::PutSameCounters {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let (game, scope, by) = (&work.game, scope(frame), Some(frame.controller));
        let counters = objects(game, &scope, &self.of).first().map(|id| counters_of(game, *id)).unwrap_or_default();
        let put = |on: ObjectId| {
            let counters = counters.clone().into_iter();
            counters.map(move |(kind, count)| Action::PutCounters { by, on: Entity::Object(on), kind, count })
        };
        let actions = found(game, &scope, &self.on).into_iter().flat_map(put).collect();
        act(work, frame, rule!("122.8"), actions);
    }
}

/// The action that sets a life total (CR 119.5); none if it has that value.
pub(super) fn adjusted(game: &Game, player: PlayerId, to: i32) -> Option<Action> {
    let life = game.player(player)?.life;
    match to.cmp(&life) {
        std::cmp::Ordering::Greater => Some(Action::GainLife { player, amount: to.abs_diff(life) }),
        std::cmp::Ordering::Less => Some(Action::LoseLife { player, amount: to.abs_diff(life) }),
        std::cmp::Ordering::Equal => None,
    }
}

/// The actions that exchange two life totals; none if one of the players can't have the other's
/// (CR 701.10c, 119.7, 119.8).
fn life_exchanged(game: &Game, both: &[PlayerId]) -> Vec<Action> {
    let [a, b] = both else { return Vec::new() };
    let (Some(of_a), Some(of_b)) = (game.player(*a).map(|it| it.life), game.player(*b).map(|it| it.life)) else {
        return Vec::new();
    };
    let actions: Vec<Action> =
        [(*a, of_b), (*b, of_a)].into_iter().filter_map(|(id, to)| adjusted(game, id, to)).collect();
    if actions.iter().all(|action| can_change_life(game, action)) { actions } else { Vec::new() }
}

/// Whether the player of an action can gain or lose life (CR 119.7, 119.8).
fn can_change_life(game: &Game, action: &Action) -> bool {
    match action {
        Action::GainLife { player, .. } => able::can_gain_life(game, *player),
        Action::LoseLife { player, .. } => able::can_lose_life(game, *player),
        _ => true,
    }
}

/// The life total, power or toughness of the one player or creature that it names.
fn number_of(game: &Game, scope: &Scope<'_>, of: &Exchanged) -> Option<(Entity, i32)> {
    match of {
        Exchanged::Life(who) => match players(game, scope, who).as_slice() {
            [player] => Some((Entity::Player(*player), game.player(*player)?.life)),
            _ => None,
        },
        Exchanged::Power(what) | Exchanged::Toughness(what) => match found(game, scope, what).as_slice() {
            [creature] if game.object(*creature).is_some_and(Object::is_permanent) && game.is_creature(*creature) => {
                let has = game.characteristics(*creature)?;
                let number = if matches!(of, Exchanged::Power(_)) { has.power? } else { has.toughness? };
                Some((Entity::Object(*creature), number))
            }
            _ => None,
        },
    }
}

/// Exchanges two numbers: life is gained or lost, power and toughness are set (CR 701.10g). If one
/// of them can't change, neither does (CR 701.10a).
fn exchange_numbers(
    work: &mut Work,
    frame: &ResolveFrame,
    (one, other): (&Exchanged, &Exchanged),
    duration: &Duration,
) {
    let game = &work.game;
    let numbers = (number_of(game, &scope(frame), one), number_of(game, &scope(frame), other));
    let (Some((first, of_first)), Some((second, of_second))) = numbers else { return go_on(work, frame) };
    let mut actions = Vec::new();
    let mut effects = Vec::new();
    for (holder, to, what) in [(first, of_second, one), (second, of_first, other)] {
        let set = match (holder, what) {
            (Entity::Player(player), _) => {
                actions.extend(adjusted(game, player, to));
                continue;
            }
            (Entity::Object(_), Exchanged::Toughness(_)) => Modification::SetToughness(Quantity::Fixed(to)),
            (Entity::Object(_), _) => Modification::SetPower(Quantity::Fixed(to)),
        };
        effects.extend(holder.object().map(|id| (id, set)));
    }
    if !actions.iter().all(|action| can_change_life(game, action)) {
        return go_on(work, frame);
    }
    go_on(work, frame);
    for (object, set) in effects {
        let effect = StaticEffect::Modify { what: Filter::Any, modifications: vec![set], defining: false };
        actions::effect_on(work, frame, rule!("701.10g"), effect, duration, object);
    }
    let cause = Some(frame.began);
    perform(work, actions.into_iter().map(|action| Proposed::new(action, cause, rule!("701.10g"))).collect());
}

/// Whether all that was chosen for a target still is one: an exchange happens as a whole or not at
/// all (CR 608.2b, 701.10a).
fn is_complete(game: &Game, frame: &ResolveFrame, what: &Objects) -> bool {
    let Objects::Target(index) = what else { return true };
    let place = usize::from(frame.first_target) + usize::from(*index);
    let chosen = |announced: &Announcement| announced.targets.get(place).map(Vec::len);
    let before = frame.object.and_then(|id| game.object(id)?.announced.as_deref());
    before.is_none_or(|before| chosen(before) == chosen(&frame.announced))
}

/// The player who controls all of these permanents and spells; none if one is gone.
fn controller_of_all(game: &Game, all: &[ObjectId]) -> Option<PlayerId> {
    let there = |id: &ObjectId| game.object(*id).is_some_and(|it| it.is_permanent() || it.is_spell());
    let controller = game.controller(*all.first()?)?;
    all.iter().all(|id| there(id) && game.controller(*id) == Some(controller)).then_some(controller)
}

/// The permanents or spells whose control is exchanged at once, and who gains which; none if one is
/// gone, or one player controls all of them, or several control those of one side (CR 701.10b).
fn control_exchanged(
    game: &Game,
    frame: &ResolveFrame,
    it: &verb::ExchangeControl,
) -> Option<[(Vec<ObjectId>, PlayerId); 2]> {
    let named = |what| found(game, &scope(frame), what);
    let (mut one, mut other) = (named(&it.what), named(&it.with));
    other.retain(|id| !one.contains(id));
    // Both fields name both of them.
    if other.is_empty() && one.len() == 2 {
        other = one.split_off(1);
    }
    let whole = [&it.what, &it.with].into_iter().all(|what| is_complete(game, frame, what));
    let (of_one, of_other) = (controller_of_all(game, &one)?, controller_of_all(game, &other)?);
    (whole && of_one != of_other).then_some([(one, of_other), (other, of_one)])
}

fn exchange_control(work: &mut Work, frame: &ResolveFrame, sides: &[(Vec<ObjectId>, PlayerId); 2]) {
    let modifications = vec![Modification::Control(Players::You)];
    let effect = StaticEffect::Modify { what: Filter::Any, modifications, defining: false };
    let def = work.intern(Definition::Effect(effect));
    let gained = sides.iter().flat_map(|(side, gains)| side.iter().map(|id| (*id, *gains)));
    let gained: Vec<_> = gained.map(|(id, gains)| (work.new_effect(), gains, id)).collect();
    let timestamp = work.new_timestamp();
    let nothing = *frame.announced == Announcement::default();
    let begins = |id, controller, object| Event::EffectBegan {
        id,
        def,
        source: frame.source,
        controller,
        timestamp,
        duration: Canonical::new(Duration::Indefinite),
        objects: Some(Arc::new(vec![object])),
        announced: (!nothing).then(|| Arc::clone(&frame.announced)),
        trigger: frame.trigger.clone().map(Box::new),
    };
    let events: Vec<Event> = gained.into_iter().map(|(id, gains, object)| begins(id, gains, object)).collect();
    go_on(work, frame);
    for event in events {
        work.fact(rule!("701.10b"), event);
    }
}

/// The actions that exchange cards of one player between zones, all or none (CR 701.10d-f).
fn cards_exchanged(
    game: &Game,
    frame: &ResolveFrame,
    scope: &Scope<'_>,
    sides: [(&Objects, ZoneKind); 2],
) -> Vec<Action> {
    let [(one, from), (other, and)] = sides;
    let (ones, others) = (found(game, scope, one), found(game, scope, other));
    // A single named object has to be there; a zone may be empty.
    let named = |reference: &Objects, found: &[ObjectId]| may_be_none(reference) || !found.is_empty();
    if !named(one, &ones) || !named(other, &others) {
        return Vec::new();
    }
    let card = |id: &ObjectId, zone: ZoneKind| {
        game.object(*id).filter(|it| it.zone.kind() == zone && matches!(it.component, Component::Card(_)))
    };
    let all: Option<Vec<&Object>> =
        ones.iter().map(|id| card(id, from)).chain(others.iter().map(|id| card(id, and))).collect();
    let Some(all) = all.filter(|all| all.windows(2).all(|two| two[0].owner == two[1].owner)) else {
        return Vec::new();
    };
    // CR 701.10e
    let host = |objects: &[ObjectId]| match objects {
        [only] => all.iter().find(|it| it.id == *only).and_then(|it| it.attached_to),
        _ => None,
    };
    let going = |ids: &[ObjectId], into: ZoneKind, host: Option<Entity>| -> Vec<Action> {
        let go = |id: &ObjectId| match into {
            ZoneKind::Battlefield => {
                let mut action = actions::onto_battlefield(*id, frame.controller, Manner::Put);
                if let Action::Move { entering, .. } = &mut action {
                    entering.attached_to = host;
                }
                action
            }
            ZoneKind::Exile => move_to(game, *id, into, Manner::Exile),
            _ => move_to(game, *id, into, Manner::Put),
        };
        ids.iter().map(go).collect()
    };
    let mut actions = going(&ones, and, host(&others));
    actions.extend(going(&others, from, host(&ones)));
    // CR 701.10a
    if actions.iter().all(|action| can_happen(game, action)) { actions } else { Vec::new() }
}

/// Whether a reference names the contents of a zone, which may be empty.
const fn may_be_none(reference: &Objects) -> bool {
    matches!(
        reference,
        Objects::Each(_)
            | Objects::TopOfLibrary(..)
            | Objects::TopUntil { .. }
            | Objects::TopOfGraveyard(..)
            | Objects::Among(..)
    )
}

/// The counters on an object, or those on it when it left (CR 122.8).
fn counters_of(game: &Game, id: ObjectId) -> BTreeMap<CounterKind, u32> {
    match game.object(id) {
        Some(object) => object.counters.clone(),
        None => game.world().departed.get(&id).map(|departed| departed.was.counters.clone()).unwrap_or_default(),
    }
}

/// The actions of an instruction that moves counters; none if it moves none.
fn counters_moved(game: &Game, frame: &ResolveFrame, it: &verb::MoveCounters) -> Vec<Action> {
    let verb::MoveCounters { from, to, kind, count } = it;
    let scope = scope(frame);
    let one = |reference| found(game, &scope, reference).first().copied();
    let most = count.as_ref().map(|count| amount(quantity(game, &scope, count)));
    match (one(from), one(to)) {
        (Some(from), Some(to)) => moved(game, frame, (from, to), kind.as_ref(), most),
        _ => Vec::new(),
    }
}

/// The actions that move counters from one object to another; none if either half is impossible
/// (CR 122.5).
fn moved(
    game: &Game,
    frame: &ResolveFrame,
    (from, to): (ObjectId, ObjectId),
    kind: Option<&CounterKind>,
    most: Option<u32>,
) -> Vec<Action> {
    let by = Some(frame.controller);
    let there = |id: ObjectId| game.object(id);
    let (Some(first), Some(_)) = (there(from), there(to)) else { return Vec::new() };
    if from == to {
        return Vec::new();
    }
    let wanted = |of: &CounterKind| kind.is_none_or(|kind| kind == of);
    let mut left = most.unwrap_or(u32::MAX);
    let mut actions = Vec::new();
    for (kind, there) in &first.counters {
        let count = (*there).min(left);
        if !wanted(kind) || count == 0 || !able::can_get_counters(game, Entity::Object(to), kind) {
            continue;
        }
        left -= count;
        actions.push(Action::RemoveCounters { from: Entity::Object(from), kind: kind.clone(), count });
        actions.push(Action::PutCounters { by, on: Entity::Object(to), kind: kind.clone(), count });
    }
    actions
}
