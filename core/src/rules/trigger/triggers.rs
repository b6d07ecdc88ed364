//! Triggered abilities: triggering, waiting, going onto the stack (CR 603).
//!
//! An ability triggers in the step of its event. Abilities look at the game after the event, except
//! those that trigger on something leaving, which look at the game before it (CR 603.10).

use std::sync::Arc;

use crate::card::{
    Ability, Duration, Reading, Reads, Restriction, StaticEffect, TriggerEvent, TriggerLimit, TriggeredAbility,
};
use crate::derive::Look;
use crate::derive::filter::occurrences::{Alternatives, Sight, entry_of, is_happening, looks_back, occurrences};
use crate::derive::filter::{deeds, holds, matches};
use crate::derive::look::is_exempt;
use crate::derive::{Scope, monarch};
use crate::fact::{
    AbilityInstance, Announcement, Answer, Choice, Domain, Entity, Entry, Event, Frame, Item, Note, ObjectId, Origin,
    Part, PlayerId, Prompt, ResolveFrame, StackAbility, TriggerContext, TriggerId,
};
use crate::rule;
use crate::state::{DelayedTrigger, Functioning, Game, Listening, Marker, WaitingTrigger};

use crate::rules::MOST_AT_ONCE;
use crate::rules::announce::activate::create_ability;
use crate::rules::announce::proposal;
use crate::rules::engine::refusal::bounded;
use crate::rules::engine::work::Work;
use crate::rules::engine::{alike_triggers, lasting};
use crate::rules::variant::turn_markers;

/// Appends the abilities that trigger on the step so far.
pub(in crate::rules) fn notice(work: &mut Work) {
    let happening = || work.entries().iter().filter(|entry| is_happening(entry));
    // A change of the board may be all that happens, and state triggers see what is true now
    // (CR 603.8).
    let edited = work.entries().iter().find(|entry| matches!(entry.event, Event::Edited { .. })).cloned();
    if happening().next().is_none() && edited.is_none() {
        return;
    }
    let kinds = happening().fold(Reads::NOTHING, |all, entry| all | entry.event.past());
    // Mostly nobody listens.
    let listens = |game: &Game| {
        game.hears(kinds) || game.monarch().is_some() || game.world().planar_controllers().next().is_some()
    };
    let delayed = !work.game.world().delayed.is_empty();
    let exiled = of_exiled(work);
    if !delayed && exiled.is_empty() && !listens(work.before()) && !listens(&work.game) {
        return;
    }
    let mut listeners = listeners(work.before(), &work.game, kinds);
    let known = |it: &Listener, listeners: &[Listener]| {
        listeners.iter().any(|other| it.object == other.object && it.instance == other.instance)
    };
    for it in exiled {
        if !known(&it, &listeners) {
            listeners.push(it);
        }
    }
    if listeners.is_empty() && !delayed {
        return;
    }
    let happened: Vec<Arc<Entry>> = happening().cloned().collect();
    let mut triggered = Vec::new();
    let entries: Vec<&Entry> = happened.iter().map(|entry| &**entry).collect();
    for listener in &listeners {
        match_ability(work, listener, &entries, &mut triggered);
    }
    if let Some(last) = happened.last().or(edited.as_ref()) {
        for listener in &listeners {
            match_state(work, listener, last, &mut triggered);
        }
    }
    let again = work.again;
    triggered.retain(|it: &Triggering| !(again && it.listener.ability().is_some_and(TriggeredAbility::is_mana)));
    // In the order of their trigger events.
    triggered.sort_by_key(|it| it.context.event);
    for it in triggered {
        emit_triggered(work, it);
    }
    notice_delayed(work, &happened);
    notice_triggering(work, &listeners);
}

/// Appends abilities that trigger on other abilities triggering (CR 603.3b), but not on each other.
fn notice_triggering(work: &mut Work, listeners: &[Listener]) {
    let listening = |listener: &&Listener| listener.ability().is_some_and(TriggeredAbility::on_triggers);
    let listeners: Vec<&Listener> = listeners.iter().filter(listening).collect();
    if listeners.is_empty() {
        return;
    }
    let happened: Vec<Arc<Entry>> =
        work.entries().iter().filter(|entry| entry.part == Part::Trigger).cloned().collect();
    let entries: Vec<&Entry> = happened.iter().map(|entry| &**entry).collect();
    let mut triggered = Vec::new();
    for listener in listeners {
        match_ability(work, listener, &entries, &mut triggered);
    }
    for it in triggered {
        emit_triggered(work, it);
    }
}

/// An ability that triggers.
struct Triggering {
    listener: Listener,
    context: TriggerContext,
}

fn emit_triggered(work: &mut Work, Triggering { listener, context }: Triggering) {
    // CR 800.4d: nothing of a player who has left is put onto the stack.
    if !work.game.plays(listener.controller) {
        return;
    }
    let text = work.ability_ref(&listener.instance);
    let event = Event::Triggered {
        id: work.new_trigger(),
        source: listener.object,
        origin: Some(Box::new(listener.instance.origin.clone())),
        controller: listener.controller,
        text,
        announced: None,
        mana: listener.ability().is_some_and(TriggeredAbility::is_mana),
        context: Box::new(context.clone()),
        delayed: None,
    };
    let rule = match listener.ability().map(|ability| &ability.when) {
        Some(TriggerEvent::State(_)) => rule!("603.8"),
        _ => rule!("603.2"),
    };
    work.emit(Part::Trigger, Some(context.event), rule, event);
}

/// A triggered ability of an object.
#[derive(Clone)]
struct Listener {
    object: ObjectId,
    controller: PlayerId,
    instance: AbilityInstance,
    /// Whether it is there before the batch, as `after` says whether it is there after it.
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

    fn scope(&self) -> Scope<'_> {
        Scope { origin: Some(&self.instance.origin), ..Scope::of(self.object, self.controller) }
    }
}

/// The triggered abilities that function before or after the batch and can trigger on events of
/// these kinds, by object, except those that only the owner can see at both times (CR 603.2g).
fn listeners(before: &Game, after: &Game, kinds: Reads) -> Vec<Listener> {
    let of = |it: &Listening, before: bool, after: bool| Listener {
        object: it.object,
        controller: it.controller,
        instance: it.instance.clone(),
        before,
        after,
    };
    // An ability that triggers on being revealed is seen in any zone (CR 702.94a).
    let shows = |it: &Listening| matches!(&*it.instance.ability, Ability::Triggered(it) if matches!(it.when, TriggerEvent::RevealedThisWay(_)));
    let seen = |game: &Game, it: &Listening| {
        it.hears(kinds) && (shows(it) || game.zone_of(it.object).is_some_and(|zone| zone.kind().is_public()))
    };
    if std::ptr::eq(before.derived(), after.derived()) {
        let there = after.listening().iter().filter(|it| seen(after, it)).map(|it| of(it, true, true));
        return there.chain(inherent(before, after)).collect();
    }
    let mut found: Vec<Listener> =
        after.listening().iter().filter(|it| seen(after, it)).map(|it| of(it, false, true)).collect();
    let planar = |game: &Game| game.world().planar_controllers().collect::<Vec<_>>();
    let passed = planar(before) != planar(after);
    for listening in before.listening().iter().filter(|it| seen(before, it)) {
        // CR 901.6: a plane that leaves with the planar controller is the next one's before that.
        let passed = passed && is_exempt(before, listening.object);
        let next = || match after.markers() {
            Some(_) => after.controller(listening.object),
            None => after.world().planar_controller(),
        };
        let listening = match passed.then(next).flatten() {
            Some(controller) => &Listening { controller, ..listening.clone() },
            None => listening,
        };
        // After a change of control, an ability that looks back belongs to the earlier controller
        // (CR 603.10d).
        let same = |it: &&mut Listener| {
            it.object == listening.object && it.instance == listening.instance && it.controller == listening.controller
        };
        match found.iter_mut().find(same) {
            Some(listener) => listener.before = true,
            None => found.push(of(listening, true, false)),
        }
    }
    found.extend(inherent(before, after));
    found
}

/// The abilities of cards that were exiled by abilities of their own, and trigger on that even if
/// the cards no longer have them in exile (CR 702.35a).
fn of_exiled(work: &Work) -> Vec<Listener> {
    let mut found = Vec::new();
    for entry in work.entries() {
        let Event::Noted { object: card, link, note: Note::Exiled(exiled) } = &entry.event else { continue };
        if card != exiled {
            continue;
        }
        let was = work.entries().iter().find_map(|entry| match &entry.event {
            Event::Moved { object, became, .. } if became.iter().any(|new| new.id == *card) => Some(*object),
            _ => None,
        });
        let had = was.and_then(|id| work.before().characteristics(id));
        let instances = had.into_iter().flat_map(|it| it.abilities.iter().flat_map(AbilityInstance::triggered));
        let triggers = |it: &AbilityInstance| match &*it.ability {
            Ability::Triggered(ability) => matches!(ability.when, TriggerEvent::ExiledThisWay(_)),
            _ => false,
        };
        let linked = instances.filter(|it| it.origin.link().as_ref() == Some(&**link) && triggers(it));
        let controller = work.game.object(*card).map(|it| it.owner).unwrap_or_default();
        found.extend(linked.map(|instance| Listener {
            object: *card,
            controller,
            instance,
            before: false,
            after: true,
        }));
    }
    found
}

/// The abilities inherent in having a monarch, which have no source and belong to the monarch
/// (CR 720.2).
fn inherent(before: &Game, after: &Game) -> impl Iterator<Item = Listener> {
    let (was, is) = (before.monarch(), after.monarch());
    let left = was.filter(|was| Some(*was) != is);
    let players = is.into_iter().chain(left);
    players
        .flat_map(move |controller| {
            monarch::INHERENT.iter().map(move |instance| Listener {
                object: ObjectId::NONE,
                controller,
                instance: instance.clone(),
                before: was == Some(controller),
                after: is == Some(controller),
            })
        })
        .chain(planeswalking(after))
}

/// The planeswalking ability, once for each player who could roll {PW} (CR 901.8).
fn planeswalking(game: &Game) -> impl Iterator<Item = Listener> {
    let players = if game.world().planar_controllers().next().is_some() { game.apnap() } else { Vec::new() };
    players.into_iter().map(|controller| Listener {
        object: ObjectId::NONE,
        controller,
        instance: monarch::PLANESWALKING.clone(),
        before: true,
        after: true,
    })
}

/// Finds the events of a batch that an ability triggers on, as often as it does (CR 603.2c,
/// 603.2d).
fn match_ability(work: &Work, listener: &Listener, happened: &[&Entry], triggered: &mut Vec<Triggering>) {
    let Some(ability) = listener.ability() else { return };
    let sight = Sight { before: work.before(), now: &work.game };
    let scope = listener.scope();
    let zone_of = |game: &Game| game.zone_of(listener.object).map(crate::fact::Zone::kind);
    let mut met = Alternatives::default();
    let alternatives = ability.when.alternatives();
    for when in alternatives.iter().copied() {
        let there = |back: bool| if back { listener.before } else { listener.after };
        let functions = |back: bool| {
            let zone = if back { zone_of(work.before()) } else { zone_of(&work.game) };
            // An ability without a source functions anywhere (CR 720.2).
            let functions = |zone| when.functions_in(zone, ability.zone);
            there(back) && (listener.object == ObjectId::NONE || zone.is_some_and(functions))
        };
        let heard = |entry: &&&Entry| {
            functions(looks_back(when, &entry.event)) && !silenced(work, listener.object, when, entry)
        };
        let heard: Vec<&Entry> = happened.iter().filter(heard).copied().collect();
        if heard.is_empty() {
            continue;
        }
        let most = most_of_step(&work.game, ability, when);
        let found = occurrences(sight, &scope, when, &heard);
        let found = if alternatives.len() > 1 { met.new_among(found, &heard) } else { found };
        for found in found.into_iter().take(most) {
            // CR 603.4: the intervening "if" is checked as the event occurs.
            let scope = Scope { trigger: Some(&found.context), ..scope };
            if !ability.condition.as_ref().is_none_or(|condition| holds(&work.game, &scope, condition)) {
                continue;
            }
            let again =
                entry_of(&heard, found.context.event).map_or(0, |entry| additional(work, listener.object, when, entry));
            // A step with too many triggers is refused.
            for _ in 0..bounded(found.times.saturating_mul(again.saturating_add(1))) {
                if triggered.len() > MOST_AT_ONCE as usize {
                    return;
                }
                if may_trigger_again(work, listener, ability, triggered) {
                    triggered.push(Triggering { listener: listener.clone(), context: found.context.clone() });
                }
            }
        }
    }
}

/// How often an ability may trigger on a step: of the players of a team once, unless it refers to
/// that player (CR 805.4d); if it does, not on a step without an active player (CR 800.4j).
fn most_of_step(game: &Game, ability: &TriggeredAbility, when: &TriggerEvent) -> usize {
    if !matches!(when, TriggerEvent::BeginningOf(..)) {
        return usize::MAX;
    }
    match Reading::of(ability).player {
        true if game.lacks_active_player() => 0,
        false if game.shares_turns() => 1,
        _ => usize::MAX,
    }
}

/// Whether a limit per turn lets an ability trigger now (CR 603.2i).
fn may_trigger_again(work: &Work, listener: &Listener, ability: &TriggeredAbility, now: &[Triggering]) -> bool {
    let origin = &listener.instance.origin;
    match ability.limit {
        None => true,
        Some(TriggerLimit::OncePerTurn) => {
            let same =
                |it: &Triggering| it.listener.object == listener.object && it.listener.instance.origin == *origin;
            let did = |event: &Event| {
                matches!(event, Event::Triggered { source, origin: Some(its), .. }
                    if *source == listener.object && **its == *origin)
            };
            !now.iter().any(same) && !in_this_turn(&work.game, did)
        }
        Some(TriggerLimit::DoOncePerTurn) => !has_done(&work.game, listener.object, origin, listener.controller),
    }
}

/// Whether a player has already done this turn what an ability allows only once each turn
/// (CR 603.2i).
pub(in crate::rules) fn has_done(game: &Game, source: ObjectId, origin: &Origin, player: PlayerId) -> bool {
    in_this_turn(game, |event| {
        matches!(event, Event::DidOnce { source: its_source, origin: its, player: by }
            if *its_source == source && its == origin && *by == player)
    })
}

fn in_this_turn(game: &Game, is: impl Fn(&Event) -> bool) -> bool {
    game.world().this_turn().any(|entry| is(&entry.event))
}

/// Whether an effect keeps an event from causing abilities of an object to trigger (CR 101.2).
/// Effects of objects that leave in it count if what they speak of looks back (CR 603.10a).
fn silenced(work: &Work, object: ObjectId, when: &TriggerEvent, entry: &Entry) -> bool {
    let by = |game: &Game, back: bool| {
        game.restrictions().any(|(scope, restriction)| match restriction {
            Restriction::CantTrigger { because, of } => {
                looks_back(because, &entry.event) == back
                    && is_the_cause(work, &scope, because, (when, entry))
                    && matches(game, &scope, of, object)
                    && !game.ignores(game.controller(object), scope.source)
            }
            _ => false,
        })
    };
    by(&work.game, false) || by(work.before(), true)
}

/// Whether what an effect speaks of is what causes an ability to trigger on an event. A zone change
/// causes what triggers on zone changes, and not what triggers on the act that made it.
fn is_the_cause(
    work: &Work,
    scope: &Scope<'_>,
    because: &TriggerEvent,
    (when, entry): (&TriggerEvent, &Entry),
) -> bool {
    let sight = Sight { before: work.before(), now: &work.game };
    because.alternatives().into_iter().any(|because| {
        (when.is_zone_change() || !because.is_zone_change()) && !occurrences(sight, scope, because, &[entry]).is_empty()
    })
}

/// How many additional times effects make abilities of an object trigger on an event (CR 603.2d).
/// Effects of objects that leave in it count if the ability looks back.
fn additional(work: &Work, object: ObjectId, when: &TriggerEvent, entry: &Entry) -> u32 {
    let counts = |game: &Game, functioning: &Functioning, back: bool| match &*functioning.effect {
        StaticEffect::TriggerAgain { because, of } => {
            let scope = functioning.scope();
            looks_back(because, &entry.event) == back
                && is_the_cause(work, &scope, because, (when, entry))
                && matches(game, &scope, of, object)
        }
        _ => false,
    };
    let of = |game: &Game, back: bool| game.derived().functioning.others().filter(|it| counts(game, it, back)).count();
    u32::try_from(of(&work.game, false) + of(work.before(), true)).unwrap_or(u32::MAX)
}

/// Triggers a state trigger whose condition is true, unless its ability waits or is on the stack
/// (CR 603.8).
fn match_state(work: &Work, listener: &Listener, last: &Entry, triggered: &mut Vec<Triggering>) {
    let Some(TriggeredAbility { when: TriggerEvent::State(state), condition, .. }) = listener.ability() else { return };
    let game = &work.game;
    let scope = listener.scope();
    let holds = |condition| holds(game, &scope, condition);
    if !listener.after || !holds(state) || !condition.as_ref().is_none_or(holds) {
        return;
    }
    let origin = Some(&listener.instance.origin);
    let waits = game.world().all_waiting().any(|it| it.source == listener.object && it.origin.as_ref() == origin);
    let is_it = |ability: &StackAbility| {
        ability.source == listener.object && ability.origin.as_ref() == origin && ability.trigger.is_some()
    };
    let on_stack = |id: ObjectId| {
        let ability = game.object(id).and_then(|object| object.ability.as_deref());
        ability.is_some_and(is_it)
    };
    if !waits && !game.world().stacks().any(on_stack) {
        let context = TriggerContext { event: last.no, ..TriggerContext::default() };
        triggered.push(Triggering { listener: listener.clone(), context });
    }
}

/// Triggers delayed triggered abilities: once, or each time while they last (CR 603.7b). Reflexive
/// ones trigger as soon as they exist, on events earlier in the resolution (CR 603.12).
fn notice_delayed(work: &mut Work, happened: &[Arc<Entry>]) {
    let delayed: Vec<_> = work.game.world().delayed.values().cloned().collect();
    for waiting in delayed {
        // An ability that waits for a future part of the game hears nothing before it.
        if waiting.until.as_deref().is_some_and(Duration::waits) {
            continue;
        }
        let Some(Ability::Triggered(ability)) = work.game.ability(waiting.text).cloned() else { continue };
        let created =
            |entry: &&Arc<Entry>| matches!(&entry.event, Event::TriggerDelayed { id, .. } if *id == waiting.id);
        let created = happened.iter().find(created).map(|entry| entry.no);
        let reflexive = matches!(ability.when, TriggerEvent::Done | TriggerEvent::ThisWay(_));
        let matched = match (&ability.when, created) {
            (TriggerEvent::Done, Some(event)) => vec![TriggerContext { event, ..waiting.context.clone() }],
            (TriggerEvent::ThisWay(when), Some(_)) => this_way(work, &waiting, when),
            _ if reflexive => continue,
            // CR 603.7a: events before its creation, or at the same time, do not count.
            (_, Some(_)) => continue,
            (_, None) => awaited(work, &waiting, &ability, happened),
        };
        if matched.is_empty() && !reflexive {
            continue;
        }
        let rule = if reflexive { rule!("603.12") } else { rule!("603.7b") };
        let mut cause = created;
        for context in matched {
            if !work.game.plays(waiting.controller) {
                continue;
            }
            let event = Event::Triggered {
                id: work.new_trigger(),
                source: waiting.source,
                origin: None,
                controller: waiting.controller,
                text: waiting.text,
                announced: Some(Arc::clone(&waiting.announced)),
                mana: ability.is_mana(),
                context: Box::new(context.clone()),
                delayed: (waiting.is_once() && !reflexive).then_some(waiting.id),
            };
            work.emit(Part::Trigger, Some(context.event), rule, event);
            cause = Some(context.event);
        }
        if waiting.is_once() {
            work.emit(Part::Trigger, cause, rule!("603.7b"), Event::DelayEnded { id: waiting.id });
        }
    }
}

/// Ends delayed triggered abilities whose duration is over (CR 603.7b).
pub(in crate::rules) fn end_delayed(work: &mut Work, rule: crate::rule::Rule, over: &Duration) {
    let lasted = |waiting: &&Arc<DelayedTrigger>| waiting.until.as_deref() == Some(over);
    let ended = work.game.world().delayed.values().filter(lasted).map(|waiting| waiting.id);
    let ended: Vec<TriggerId> = ended.filter(|id| turn_markers::delayed_in_this_turn(&work.game, *id)).collect();
    for id in ended {
        work.fact(rule, Event::DelayEnded { id });
    }
}

/// The scope of a delayed triggered ability.
pub(in crate::rules) fn scope_of(waiting: &DelayedTrigger) -> Scope<'_> {
    Scope {
        announced: Some(&waiting.announced),
        trigger: Some(&waiting.context),
        ..Scope::of(waiting.source, waiting.controller)
    }
}

/// The events that a delayed triggered ability triggers on: the first, or each if it has a
/// duration.
fn awaited(
    work: &Work,
    waiting: &DelayedTrigger,
    ability: &TriggeredAbility,
    happened: &[Arc<Entry>],
) -> Vec<TriggerContext> {
    let when = &ability.when;
    let sight = Sight { before: work.before(), now: &work.game };
    let heard = happened.iter().map(|entry| &**entry);
    let heard: Vec<&Entry> = heard.filter(|entry| !silenced(work, waiting.source, when, entry)).collect();
    let found = occurrences(sight, &scope_of(waiting), when, &heard);
    let found = found.iter().take(most_of_step(&work.game, ability, when));
    let each = found.flat_map(|it| (0..bounded(it.times)).map(|_| &it.context));
    let remembering =
        |matched: &TriggerContext| lasting::remembering(&waiting.context, &ability.body, when, matched.clone());
    let read = Reading::of(ability);
    let tells = read.object || read.player || read.amount || read.source;
    let mut matched: Vec<TriggerContext> = Vec::new();
    for context in each.map(remembering) {
        // CR 603.7b: without a duration it triggers once; its controller says on which of several
        // events if that matters.
        let same = |other: &TriggerContext| TriggerContext { event: context.event, ..other.clone() } == context;
        if !waiting.is_once() || matched.is_empty() || (tells && !matched.iter().any(same)) {
            matched.push(context);
        }
    }
    matched
}

/// The events that a reflexive triggered ability triggers on, since the resolution that created it
/// began (CR 603.12, 603.12a).
fn this_way(work: &Work, waiting: &DelayedTrigger, when: &TriggerEvent) -> Vec<TriggerContext> {
    let began = waiting.context.event;
    let mut since = deeds::own_entries(&work.game, &Scope { since: Some(began), ..scope_of(waiting) });
    since.retain(|entry| is_happening(entry));
    let sight = Sight { before: &work.game, now: &work.game };
    let found = occurrences(sight, &scope_of(waiting), when, &since);
    found.iter().flat_map(|it| (0..bounded(it.times)).map(|_| it.context.clone())).collect()
}

/// A waiting triggered mana ability, which resolves at once, whatever is going on (CR 605.4a).
pub(in crate::rules) fn mana_trigger(game: &Game) -> Option<Arc<WaitingTrigger>> {
    let waiting = &game.world().waiting;
    // Asked before each move: the iterator of a list costs more than all the rest.
    if waiting.is_empty() { None } else { waiting.iter().find(|waiting| waiting.mana).cloned() }
}

/// Begins to resolve a triggered mana ability.
pub(in crate::rules) fn resolve_mana_trigger(work: &mut Work, waiting: &WaitingTrigger) {
    work.set_cause(Some(waiting.entry));
    let began = work.leading_fact(rule!("605.4a"), Event::TriggerTaken { id: waiting.id });
    let frame = ResolveFrame {
        origin: waiting.origin.clone(),
        text: Some(waiting.text),
        announced: waiting.announced.clone().unwrap_or_default(),
        trigger: Some(waiting.context.clone()),
        ..ResolveFrame::new(waiting.source, waiting.controller, began)
    };
    work.push(rule!("605.4a"), Frame::Resolve(Box::new(frame)));
}

/// The waiting abilities as they are to be put onto the stack: in APNAP order, each player's in
/// trigger order until that player has ordered them (CR 603.3b).
pub(in crate::rules) fn waiting_order(game: &Game) -> Vec<TriggerId> {
    let waiting = &game.world().waiting;
    if waiting.is_empty() {
        return Vec::new();
    }
    let players = game.apnap();
    // First those that did not trigger on another ability triggering, then those that did.
    let of = |second: bool, player: PlayerId| {
        let its =
            move |it: &&Arc<WaitingTrigger>| it.controller == player && !it.mana && in_second_round(game, it) == second;
        waiting.iter().filter(its).map(|it| it.id)
    };
    let first = players.iter().flat_map(|player| of(false, *player));
    first.chain(players.iter().flat_map(|player| of(true, *player))).collect()
}

/// Whether a waiting ability triggered on another ability triggering (CR 603.3b).
fn in_second_round(game: &Game, waiting: &WaitingTrigger) -> bool {
    matches!(game.ability(waiting.text), Some(Ability::Triggered(ability)) if ability.on_triggers())
}

/// Starts to put waiting abilities onto the stack.
pub(in crate::rules) fn begin_putting_triggers(work: &mut Work) {
    if work.game.markers().is_some() && send_elsewhere(work) {
        return;
    }
    let order = waiting_order(&work.game);
    work.push(rule!("603.3b"), Frame::PutTriggers { order, ordered: 0 });
}

/// Sends waiting abilities to the one other stack for which their controllers have priority
/// (CR 807.5b). Returns whether none is left.
fn send_elsewhere(work: &mut Work) -> bool {
    let waiting = alike_triggers::by_id(&work.game);
    let of = |id: &TriggerId| {
        let waiting = waiting.get(id)?;
        match turn_markers::stacks_for(&work.game, waiting).as_slice() {
            [marker] => Some((*id, waiting.controller, *marker)),
            _ => None,
        }
    };
    let sent: Vec<(TriggerId, PlayerId, u32)> = waiting_order(&work.game).iter().filter_map(of).collect();
    for (id, player, marker) in sent {
        work.fact(rule!("807.5b"), Event::StackChosen { id, player, marker });
    }
    waiting_order(&work.game).is_empty()
}

/// The first ability whose controller has to say onto which stack it goes, with the markers of
/// these stacks (CR 807.5b).
fn without_stack(game: &Game, order: &[TriggerId]) -> Option<(Arc<WaitingTrigger>, Vec<u32>)> {
    game.markers()?;
    let mut waiting = order.iter().filter_map(|id| game.world().waiting.iter().find(|waiting| waiting.id == *id));
    waiting.find_map(|waiting| {
        let stacks = turn_markers::stacks_for(game, waiting);
        (stacks.len() > 1).then(|| (Arc::clone(waiting), stacks))
    })
}

/// Asks onto which stack an ability goes, by the players who have the markers (CR 807.5b).
fn stack_choice(game: &Game, order: &[TriggerId]) -> Option<Choice> {
    let (waiting, stacks) = without_stack(game, order)?;
    let holders = stacks.iter().filter_map(|marker| game.markers()?.get(*marker));
    Some(Choice {
        player: waiting.controller,
        answered_by: waiting.controller,
        prompt: Prompt::Stack(waiting.source),
        rule: rule!("807.5b"),
        domain: Domain::Pick {
            options: holders.map(|marker| Item::Entity(Entity::Player(marker.holder))).collect(),
            min: 1,
            max: 1,
        },
        back_out: false,
    })
}

/// Takes the answer to that. Returns whether it was one.
fn stack_answered(work: &mut Work, order: &[TriggerId], answer: &Answer) -> bool {
    let Some((waiting, stacks)) = without_stack(&work.game, order) else { return false };
    let Answer::Picked(items) = answer else { return false };
    let has = |marker: &&Marker| {
        stacks.contains(&marker.number) && items.contains(&Item::Entity(Entity::Player(marker.holder)))
    };
    let markers = work.game.markers().into_iter();
    let Some(marker) = markers.flat_map(|it| &it.all).find(has).map(|marker| marker.number) else { return false };
    let (id, player) = (waiting.id, waiting.controller);
    work.fact(rule!("807.5b"), Event::StackChosen { id, player, marker });
    let there = |id: &TriggerId| work.game.world().waiting.iter().any(|waiting| waiting.id == *id);
    let order = order.iter().copied().filter(there).collect();
    work.change(rule!("807.5b"), Frame::PutTriggers { order, ordered: 0 });
    true
}

/// The group of one player at the front.
fn group_in_front(game: &Game, order: &[TriggerId]) -> Option<(PlayerId, Vec<TriggerId>)> {
    let waiting = alike_triggers::by_id(game);
    let first = *waiting.get(order.first()?)?;
    let second = in_second_round(game, first);
    // CR 805.7: with shared turns a team orders all abilities of its players.
    let same =
        |it: &&WaitingTrigger| game.acts_with(it.controller, first.controller) && in_second_round(game, it) == second;
    let group = order.iter().take_while(|id| waiting.get(id).is_some_and(same)).copied().collect();
    Some((game.primary(first.controller), group))
}

/// The group of one player at the front, if that player still has to order it; `order` has it in
/// trigger order. Alike abilities form one class, as they need no order among themselves.
fn group_to_order(game: &Game, order: &[TriggerId]) -> Option<(PlayerId, Vec<Vec<TriggerId>>)> {
    let (player, group) = group_in_front(game, order)?;
    let classes = match group.len() {
        0 | 1 => Vec::new(),
        _ => alike_triggers::classes(game, &group),
    };
    (classes.len() > 1).then_some((player, classes))
}

/// The abilities whose order is asked for (CR 603.3b), in classes whose members no order tells
/// apart. In the question the first of each class stands for all of it; an answer may name every
/// ability.
pub(crate) fn being_ordered(game: &Game) -> Vec<Vec<TriggerId>> {
    match game.frame() {
        Some(Frame::PutTriggers { order, ordered: 0 }) => {
            group_to_order(game, order).map(|(_, classes)| classes).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// The answer to a question about an order that makes no difference.
pub(in crate::rules) fn settled_order(game: &Game) -> Option<(PlayerId, Answer)> {
    let Some(Frame::PutTriggers { order, ordered: 0 }) = game.frame() else { return None };
    let asks = one_of(game, order).is_some() || without_stack(game, order).is_some();
    let (player, classes) = group_to_order(game, order).filter(|_| !asks)?;
    let (_, group) = group_in_front(game, order)?;
    let first = classes.iter().filter_map(|class| class.first());
    alike_triggers::settled(game, &group)
        .then(|| (player, Answer::Ordered(first.copied().map(Item::Trigger).collect())))
}

/// Whether an answer names every ability of the group to be ordered, each once.
pub(in crate::rules) fn names_all(game: &Game, items: &[Item]) -> bool {
    let mut all: Vec<Item> = being_ordered(game).into_iter().flatten().map(Item::Trigger).collect();
    let mut named = items.to_vec();
    all.sort_unstable();
    named.sort_unstable();
    all == named
}

/// Asks for an order, or for the event that an ability triggered on.
pub(in crate::rules) fn trigger_choice(game: &Game, order: &[TriggerId], ordered: u32) -> Option<Choice> {
    if ordered > 0 {
        return None;
    }
    if let Some(choice) = stack_choice(game, order) {
        return Some(choice);
    }
    // CR 603.7b: on which of the events it triggered.
    if let Some((player, events)) = one_of(game, order) {
        return Some(Choice {
            player,
            answered_by: player,
            prompt: Prompt::TriggerOrder,
            rule: rule!("603.7b"),
            domain: Domain::Pick { options: events.into_iter().map(Item::Trigger).collect(), min: 1, max: 1 },
            back_out: false,
        });
    }
    let (player, classes) = group_to_order(game, order)?;
    let first = classes.iter().filter_map(|class| class.first());
    Some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::TriggerOrder,
        rule: rule!("603.3b"),
        domain: Domain::Order(first.copied().map(Item::Trigger).collect()),
        back_out: false,
    })
}

/// The first delayed triggered ability that triggers once but has several events, and its
/// controller.
fn one_of(game: &Game, order: &[TriggerId]) -> Option<(PlayerId, Vec<TriggerId>)> {
    let waiting: Vec<&Arc<WaitingTrigger>> =
        order.iter().filter_map(|id| game.world().waiting.iter().find(|waiting| waiting.id == *id)).collect();
    waiting.iter().find_map(|first| {
        let same = waiting.iter().filter(|it| it.delayed.is_some() && it.delayed == first.delayed);
        let same: Vec<TriggerId> = same.map(|it| it.id).collect();
        (same.len() > 1).then_some((first.controller, same))
    })
}

/// Takes an order, or the event that a delayed triggered ability triggered on.
pub(in crate::rules) fn answered(work: &mut Work, order: &[TriggerId], answer: &Answer) {
    if stack_answered(work, order, answer) {
        return;
    }
    if let (Answer::Picked(items), Some((_, events))) = (answer, one_of(&work.game, order)) {
        let given_up: Vec<TriggerId> = events.into_iter().filter(|id| !items.contains(&Item::Trigger(*id))).collect();
        let order = order.iter().filter(|id| !given_up.contains(id)).copied().collect();
        work.change(rule!("603.7b"), Frame::PutTriggers { order, ordered: 0 });
        for id in given_up {
            work.fact(rule!("603.7b"), Event::TriggerTaken { id });
        }
        return;
    }
    let Answer::Ordered(items) = answer else { return };
    let chosen = items.iter().filter_map(|item| match item {
        Item::Trigger(id) => Some(*id),
        _ => None,
    });
    let mut order_now: Vec<TriggerId> = chosen.collect();
    if !names_all(&work.game, items) {
        // Alike abilities follow the one that was named.
        let classes = being_ordered(&work.game);
        let class = |id: TriggerId| classes.iter().find(|class| class.contains(&id)).cloned().unwrap_or_default();
        order_now = order_now.into_iter().flat_map(class).collect();
    }
    let ordered = u32::try_from(order_now.len()).unwrap_or(u32::MAX);
    let rest: Vec<TriggerId> = order.iter().filter(|id| !order_now.contains(id)).copied().collect();
    order_now.extend(rest);
    work.change(rule!("603.3b"), Frame::PutTriggers { order: order_now, ordered });
}

/// Puts the next waiting ability onto the stack.
pub(in crate::rules) fn proceed(work: &mut Work, order: &[TriggerId], ordered: u32) {
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
        id: Some(waiting.id),
    };
    let announced = waiting.announced.clone().unwrap_or_else(Announcement::none);
    let (id, began) = create_ability(work, waiting.controller, ability, Some(waiting.entry), rule!("603.3"));
    proposal::begin_trigger(work, waiting, id, began, announced);
}
