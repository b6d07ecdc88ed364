//! Triggered abilities: noticing, waiting, going onto the stack (CR 603).
//!
//! What triggers is part of the step in which its event happens. Abilities look at the game after the event, but those
//! that trigger on something leaving look at the game before it (CR 603.10).

use std::sync::Arc;

use crate::card::{Ability, TriggerEvent, TriggeredAbility, ZoneKind};
use crate::derive::filter::{holds, matches, players};
use crate::derive::{Look, Scope};
use crate::fact::{
    AbilityInstance, Answer, Choice, Component, DefId, Domain, Entity, Entry, EntryNo, Event, Frame, Item, NewObject,
    ObjectId, Part, PlayerId, Position, Prompt, ResolveFrame, StackAbility, Status, TriggerContext, TriggerId, Zone,
};
use crate::rule;
use crate::state::{Game, Listening, WaitingTrigger};

use super::proposal;
use super::work::Work;

/// Appends what triggers on the step so far.
pub(super) fn notice(work: &mut Work) {
    let happened: Vec<Entry> = work
        .entries()
        .iter()
        .filter(|entry| matches!(entry.part, Part::Batch | Part::Consequence) && entry.event.is_story())
        .cloned()
        .collect();
    if happened.is_empty() {
        return;
    }
    let mut triggered = Vec::new();
    let listeners = listeners(&work.before, &work.game);
    for entry in &happened {
        for listener in &listeners {
            match_ability(work, listener, entry, &mut triggered);
        }
    }
    if let Some(last) = happened.last() {
        for listener in &listeners {
            match_state(work, listener, last, &mut triggered);
        }
    }
    for (listener, context) in triggered {
        let text = work.ability_ref(&listener.instance);
        let event = Event::Triggered {
            id: work.new_trigger(),
            source: listener.object,
            origin: Some(listener.instance.origin.clone()),
            controller: listener.controller,
            text,
            announced: None,
            mana: listener.ability().is_some_and(TriggeredAbility::is_mana),
            context: context.clone(),
        };
        let rule = match listener.ability().map(|ability| &ability.when) {
            Some(TriggerEvent::State(_)) => rule!("603.8"),
            _ => rule!("603.2"),
        };
        work.emit(Part::Trigger, Some(context.event), rule, event);
    }
    notice_delayed(work, &happened);
}

/// A triggered ability that an object has.
#[derive(Clone)]
struct Listener {
    object: ObjectId,
    controller: PlayerId,
    instance: AbilityInstance,
    /// Whether it was there before the batch, and whether it is there after it.
    before: bool,
    after: bool,
}

impl Listener {
    fn ability(&self) -> Option<&TriggeredAbility> {
        match &*self.instance.ability {
            Ability::Triggered(ability) => Some(ability),
            _ => None,
        }
    }
}

/// The triggered abilities that function before or after the batch, by object.
fn listeners(before: &Game, after: &Game) -> Vec<Listener> {
    let of = |it: &Listening, before: bool, after: bool| Listener {
        object: it.object,
        controller: it.controller,
        instance: it.instance.clone(),
        before,
        after,
    };
    if std::ptr::eq(before.derived(), after.derived()) {
        return after.listening().iter().map(|it| of(it, true, true)).collect();
    }
    let mut found: Vec<Listener> = after.listening().iter().map(|it| of(it, false, true)).collect();
    for listening in before.listening() {
        let same = |it: &&mut Listener| it.object == listening.object && it.instance == listening.instance;
        match found.iter_mut().find(same) {
            Some(listener) => listener.before = true,
            None => found.push(of(listening, true, false)),
        }
    }
    found
}

/// Whether a trigger event looks back in time (CR 603.10a): what leaves the battlefield, or goes where not everybody can
/// see it.
fn looks_back(when: &TriggerEvent) -> bool {
    match when {
        TriggerEvent::Moves { from, to, .. } => {
            *from == Some(ZoneKind::Battlefield) || to.is_some_and(|to| !to.is_public())
        }
        _ => false,
    }
}

fn match_ability(work: &Work, listener: &Listener, entry: &Entry, triggered: &mut Vec<(Listener, TriggerContext)>) {
    let Some(ability) = listener.ability() else { return };
    let back = looks_back(&ability.when);
    let there = if back { listener.before } else { listener.after };
    if !there {
        return;
    }
    let game = if back { &work.before } else { &work.game };
    let scope = Scope::of(listener.object, listener.controller);
    for context in occurrences(work, game, &scope, &ability.when, entry) {
        // CR 603.4: the intervening "if" is checked as the event occurs.
        let scope = Scope { trigger: Some(&context), ..scope };
        if ability.condition.as_ref().is_none_or(|condition| holds(&work.game, &scope, condition)) {
            triggered.push((listener.clone(), context));
        }
    }
}

/// CR 603.8: a state trigger triggers when its condition is true, unless its ability already waits or is on the stack.
fn match_state(work: &Work, listener: &Listener, last: &Entry, triggered: &mut Vec<(Listener, TriggerContext)>) {
    let Some(TriggeredAbility { when: TriggerEvent::State(state), condition, .. }) = listener.ability() else { return };
    let game = &work.game;
    let scope = Scope::of(listener.object, listener.controller);
    let holds = |condition| holds(game, &scope, condition);
    if !listener.after || !holds(state) || !condition.as_ref().is_none_or(holds) {
        return;
    }
    let origin = Some(&listener.instance.origin);
    let waits = game.world().waiting.iter().any(|it| it.source == listener.object && it.origin.as_ref() == origin);
    let is_it = |ability: &StackAbility| {
        ability.source == listener.object && ability.origin.as_ref() == origin && ability.trigger.is_some()
    };
    let on_stack = |id: &ObjectId| {
        let ability = game.object(*id).and_then(|object| object.ability.as_deref());
        ability.is_some_and(is_it)
    };
    if !waits && !game.world().stack.iter().any(on_stack) {
        let context = TriggerContext { event: last.no, object: None, player: None, amount: 0 };
        triggered.push((listener.clone(), context));
    }
}

/// The occurrences of a trigger event in one entry (CR 603.2c).
fn occurrences(work: &Work, game: &Game, scope: &Scope<'_>, when: &TriggerEvent, entry: &Entry) -> Vec<TriggerContext> {
    let about = |object: Option<ObjectId>, player: Option<PlayerId>, amount: u32| {
        let amount = i32::try_from(amount).unwrap_or(i32::MAX);
        vec![TriggerContext { event: entry.no, object, player, amount }]
    };
    let fits = |filter, id| matches(game, scope, filter, id);
    let named = |who, player: PlayerId| players(game, scope, who).contains(&player);
    let player_of = |entity: Entity| match entity {
        Entity::Player(player) => Some(player),
        Entity::Object(object) => work.game.controller(object),
    };
    match (when, &entry.event) {
        (TriggerEvent::Attacks(filter), Event::Attacked { object, target }) if fits(filter, *object) => {
            about(Some(*object), player_of(*target), 1)
        }
        (TriggerEvent::Blocks(filter), Event::Blocked { object, attackers }) if fits(filter, *object) => {
            about(Some(*object), None, u32::try_from(attackers.len()).unwrap_or(u32::MAX))
        }
        (TriggerEvent::BecomesBlocked(filter), Event::BecameBlocked { object, by }) if fits(filter, *object) => {
            about(Some(*object), None, u32::try_from(by.len()).unwrap_or(u32::MAX))
        }
        (TriggerEvent::BlocksCreature { what, creature }, Event::Blocked { object, attackers })
            if fits(what, *object) =>
        {
            let blocked = attackers.iter().filter(|attacker| fits(creature, **attacker));
            blocked.flat_map(|attacker| about(Some(*attacker), None, 1)).collect()
        }
        // Each blocker says whom it blocks, also one that comes later, or that is not the first (CR 509.5d).
        (TriggerEvent::BecomesBlockedBy { what, by }, Event::Blocked { object, attackers }) if fits(by, *object) => {
            let blocked = attackers.iter().filter(|attacker| fits(what, **attacker));
            blocked.flat_map(|_| about(Some(*object), None, 1)).collect()
        }
        (TriggerEvent::AttacksUnblocked(filter), Event::WentUnblocked { object }) if fits(filter, *object) => {
            about(Some(*object), None, 1)
        }
        (TriggerEvent::Moves { what, from, to }, Event::Moved { object, from: left, became, .. }) => {
            let entered = became.first();
            let to_fits = to.is_none_or(|kind| entered.is_some_and(|new| new.zone.kind() == kind));
            let from_fits = from.is_none_or(|kind| left.kind() == kind);
            // What leaves is looked at as it was, what enters as it is.
            let subject = if looks_back(when) { Some(*object) } else { entered.map(|new| new.id) };
            match subject {
                Some(subject) if to_fits && from_fits && fits(what, subject) => {
                    about(Some(subject), work.game.controller(subject), 1)
                }
                _ => Vec::new(),
            }
        }
        (TriggerEvent::Moves { what, from: None, to: Some(ZoneKind::Battlefield) }, Event::Created { object })
            if object.zone == Zone::Battlefield && fits(what, object.id) =>
        {
            about(Some(object.id), object.controller, 1)
        }
        (TriggerEvent::BeginningOf(step, whose), Event::TurnStepBegan { step: began })
            if step == began && named(whose, work.game.world().turn.active) =>
        {
            about(None, Some(work.game.world().turn.active), 1)
        }
        (TriggerEvent::Casts(who, what), Event::BecameCast { object, player })
            if named(who, *player) && fits(what, *object) =>
        {
            about(Some(*object), Some(*player), 1)
        }
        (TriggerEvent::BecomesTarget { what, by }, Event::BecameTarget { target: Entity::Object(object), of })
            if fits(what, *object) =>
        {
            match game.controller(*of) {
                Some(player) if named(by, player) => about(Some(*of), Some(player), 1),
                _ => Vec::new(),
            }
        }
        (
            TriggerEvent::DealsDamage { source, combat, to_players },
            Event::DamageDealt { source: by, to, amount, combat: is },
        ) if (!combat || *is) && fits(source, *by) => {
            let to_fits = to_players.as_ref().is_none_or(|who| to.player().is_some_and(|player| named(who, player)));
            if to_fits { about(Some(*by), player_of(*to), *amount) } else { Vec::new() }
        }
        (TriggerEvent::Draws(who), Event::Drew { player }) if named(who, *player) => about(None, Some(*player), 1),
        (TriggerEvent::GainsLife(who), Event::LifeGained { player, amount }) if named(who, *player) => {
            about(None, Some(*player), *amount)
        }
        (TriggerEvent::FlipsCoin { who, result }, Event::CoinFlipped { player, heads, won, .. })
            if named(who, *player) && result.is_none_or(|side| side.is(*heads, *won)) =>
        {
            about(None, Some(*player), 1)
        }
        // One roll of several dice is one event; a result is a die's (CR 706.2). What was ignored never happened (CR 706.5).
        (TriggerEvent::RollsDice { who, result }, Event::DiceRolled { player, natural, plus, .. })
            if named(who, *player) =>
        {
            let results = natural.iter().map(|number| number.saturating_add_signed(*plus));
            match result {
                None => about(None, Some(*player), results.fold(0, u32::saturating_add)),
                Some((comparison, than)) => results
                    .filter(|number| comparison.holds(i32::try_from(*number).unwrap_or(i32::MAX), *than))
                    .flat_map(|number| about(None, Some(*player), number))
                    .collect(),
            }
        }
        (TriggerEvent::TapsForMana { who, what }, Event::TappedForMana { player, object })
            if named(who, *player) && fits(what, *object) =>
        {
            about(Some(*object), Some(*player), 1)
        }
        _ => Vec::new(),
    }
}

/// Delayed triggered abilities trigger once (CR 603.7b).
fn notice_delayed(work: &mut Work, happened: &[Entry]) {
    let delayed: Vec<_> = work.game.world().delayed.values().cloned().collect();
    for waiting in delayed {
        let Some(Ability::Triggered(ability)) = work.game.ability(waiting.text).cloned() else { continue };
        let scope = Scope {
            announced: Some(&waiting.announced),
            trigger: Some(&waiting.context),
            ..Scope::of(waiting.source, waiting.controller)
        };
        let game = if looks_back(&ability.when) { &work.before } else { &work.game };
        let reflexive = ability.when == TriggerEvent::Done;
        let matched = happened.iter().find_map(|entry| match &entry.event {
            // CR 603.12: it is checked as soon as it is created, and what it waits for was done just before.
            Event::TriggerDelayed { id, context, .. } if reflexive && *id == waiting.id => {
                Some(TriggerContext { event: entry.no, ..context.clone() })
            }
            _ => occurrences(work, game, &scope, &ability.when, entry).into_iter().next(),
        });
        let Some(matched) = matched else { continue };
        // CR 603.7c: it goes on speaking of the object that the creating effect spoke of.
        let context = TriggerContext {
            event: matched.event,
            object: waiting.context.object.or(matched.object),
            player: matched.player.or(waiting.context.player),
            amount: matched.amount,
        };
        let event = Event::Triggered {
            id: work.new_trigger(),
            source: waiting.source,
            origin: None,
            controller: waiting.controller,
            text: waiting.text,
            announced: Some(Arc::clone(&waiting.announced)),
            mana: false,
            context: context.clone(),
        };
        let rule = if reflexive { rule!("603.12") } else { rule!("603.7b") };
        work.emit(Part::Trigger, Some(context.event), rule, event);
        work.emit(Part::Trigger, Some(context.event), rule!("603.7b"), Event::DelayEnded { id: waiting.id });
    }
}

/// A triggered mana ability that waits: it resolves at once, whatever is going on (CR 605.4a).
pub(super) fn mana_trigger(game: &Game) -> Option<Arc<WaitingTrigger>> {
    game.world().waiting.iter().find(|waiting| waiting.mana).cloned()
}

/// Begins to resolve a triggered mana ability.
pub(super) fn resolve_mana_trigger(work: &mut Work, waiting: &WaitingTrigger) {
    work.set_cause(Some(waiting.entry));
    let began = work.leading_fact(rule!("605.4a"), Event::TriggerTaken { id: waiting.id });
    let frame = ResolveFrame {
        object: None,
        source: waiting.source,
        controller: waiting.controller,
        text: Some(waiting.text),
        announced: Arc::default(),
        trigger: Some(waiting.context.clone()),
        began,
        cursor: Vec::new(),
        started: false,
        picked: Vec::new(),
    };
    work.push(rule!("605.4a"), Frame::Resolve(Box::new(frame)));
}

/// The abilities that wait, as they are to be put onto the stack: in APNAP order, each player's in the order in which
/// they triggered until that player has ordered them (CR 603.3b).
pub(super) fn waiting_order(game: &Game) -> Vec<TriggerId> {
    let waiting = &game.world().waiting;
    let of = |player: PlayerId| waiting.iter().filter(move |it| it.controller == player && !it.mana).map(|it| it.id);
    game.apnap().into_iter().flat_map(of).collect()
}

/// Starts to put waiting abilities onto the stack.
pub(super) fn begin(work: &mut Work) {
    let order = waiting_order(&work.game);
    work.push(rule!("603.3b"), Frame::PutTriggers { order, ordered: 0 });
}

/// The group of one player at the front, if that player is to order it: `order` still holds it in trigger order.
fn group_to_order(game: &Game, order: &[TriggerId]) -> Option<(PlayerId, Vec<TriggerId>)> {
    let find = |id: &TriggerId| game.world().waiting.iter().find(|waiting| waiting.id == *id);
    let first = find(order.first()?)?;
    let group: Vec<TriggerId> = order
        .iter()
        .take_while(|id| find(id).is_some_and(|waiting| waiting.controller == first.controller))
        .copied()
        .collect();
    // Putting several that are alike in an order makes no difference that a rule could tell.
    let alike = |id: &TriggerId| {
        find(id).is_some_and(|waiting| {
            waiting.text == first.text && waiting.source == first.source && waiting.context == first.context
        })
    };
    (group.len() > 1 && !group.iter().all(alike)).then_some((first.controller, group))
}

/// The choice of an order.
pub(super) fn choice(game: &Game, order: &[TriggerId], ordered: u32) -> Option<Choice> {
    if ordered > 0 {
        return None;
    }
    let (player, group) = group_to_order(game, order)?;
    Some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::TriggerOrder,
        rule: rule!("603.3b"),
        domain: Domain::Order(group.into_iter().map(Item::Trigger).collect()),
        back_out: false,
    })
}

/// An order was chosen.
pub(super) fn answered(work: &mut Work, order: &[TriggerId], answer: &Answer) {
    let Answer::Ordered(items) = answer else { return };
    let chosen = items.iter().filter_map(|item| match item {
        Item::Trigger(id) => Some(*id),
        _ => None,
    });
    let mut order_now: Vec<TriggerId> = chosen.collect();
    let ordered = u32::try_from(order_now.len()).unwrap_or(u32::MAX);
    let rest: Vec<TriggerId> = order.iter().filter(|id| !order_now.contains(id)).copied().collect();
    order_now.extend(rest);
    work.change(rule!("603.3b"), Frame::PutTriggers { order: order_now, ordered });
}

/// Puts the next waiting ability onto the stack.
pub(super) fn proceed(work: &mut Work, order: &[TriggerId], ordered: u32) {
    let Some((first, rest)) = order.split_first() else { return work.pop(rule!("603.3b")) };
    let frame = Frame::PutTriggers { order: rest.to_vec(), ordered: ordered.saturating_sub(1) };
    work.change(rule!("603.3b"), frame);
    let Some(waiting) = work.game.world().waiting.iter().find(|waiting| waiting.id == *first).cloned() else { return };
    put_on_stack(work, &waiting);
}

fn put_on_stack(work: &mut Work, waiting: &WaitingTrigger) {
    work.emit(Part::Frame, Some(waiting.entry), rule!("603.3"), Event::TriggerTaken { id: waiting.id });
    let ability = StackAbility {
        source: waiting.source,
        origin: waiting.origin.clone(),
        text: waiting.text,
        trigger: Some(waiting.context.clone()),
    };
    let announced = waiting.announced.as_deref().cloned().unwrap_or_default();
    let (id, began) = create_ability(work, waiting.controller, ability, Some(waiting.entry), rule!("603.3"));
    proposal::begin_trigger(work, waiting, id, began, announced);
}

/// Puts an ability onto the stack as an object that is not a card (CR 113.1c, 602.2a, 603.3).
pub(super) fn create_ability(
    work: &mut Work,
    controller: PlayerId,
    ability: StackAbility,
    cause: Option<EntryNo>,
    rule: crate::rule::Rule,
) -> (ObjectId, EntryNo) {
    let id = work.new_object();
    let object = NewObject {
        id,
        component: Component::Ability,
        owner: controller,
        controller: Some(controller),
        def: DefId::NONE,
        zone: Zone::Stack,
        position: Position::Bottom,
        status: Status::default(),
        counters: std::collections::BTreeMap::new(),
        attached_to: None,
        timestamp: work.new_timestamp(),
        announced: None,
        ability: Some(Arc::new(ability)),
    };
    let no = work.emit(Part::Batch, cause, rule, Event::Created { object });
    (id, no)
}
