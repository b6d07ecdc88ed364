//! Consequences: what follows from a batch through layers and rules without an event of its own,
//! and is then recorded as events (CR 302.6, 506.4, 611.2b; see `docs/architecture.md`).

use std::sync::Arc;

use crate::card::mechanism::Mechanisms;
use crate::card::{CardType, Duration, Players, Restriction, TurnPart, TurnStep};
use crate::derive::filter::occurrences::is_happening;
use crate::derive::filter::{holds_now, is_among, is_turn_of_any, players};
use crate::derive::layers::copiable::first_applying;
use crate::derive::look::scope::Scope;
use crate::derive::object::attachment::attached_to;
use crate::derive::{Look, spell_now};
use crate::fact::{Entity, Entry, EntryNo, Event, Note, ObjectId, Part, PlayerId, Zone};
use crate::rule;
use crate::rule::Rule;
use crate::state::Object;
use crate::state::aspects::is_of_the_course;

use super::{during, triggers};
use crate::rules::engine::control;
use crate::rules::engine::work::Work;
use crate::rules::keyword::hideaway;
use crate::rules::replace::departing;
use crate::rules::variant::turn_markers;

/// Compares the derived values before and after the batch, and appends the consequences until there
/// are no more.
pub(in crate::rules) fn notice(work: &mut Work) {
    // CR 104.1: a game that has ended goes no further.
    if work.game.world().result.is_some() {
        return;
    }
    let batch = |work: &Work| work.entries().iter().rev().find(|entry| entry.part == Part::Batch).map(|it| it.no);
    let Some(cause) = batch(work) else { return };
    if is_quiet(work) {
        return;
    }
    loop {
        if let Some((rule, event)) = crate::rules::replace::drawing::shown_again(work) {
            work.emit(Part::Consequence, Some(cause), rule, event);
        }
        crate::rules::permanent::merge::notice(work, Some(cause));
        during::notice(work, Some(cause));
        let mut found = found(work);
        unowned(work, &mut found);
        if found.is_empty() {
            return;
        }
        for (rule, event) in found {
            work.emit(Part::Consequence, Some(cause_of(work, &event, cause)), rule, event);
        }
    }
}

/// Whether a step only took the turn further, tapped something or made and spent mana, and nothing
/// follows from that: nothing lasts until a part of the turn, and the derived values are those from
/// before.
fn is_quiet(work: &Work) -> bool {
    let world = work.game.world();
    work.game.lasting().next().is_none()
        && world.delayed.is_empty()
        && world.untils.is_empty()
        && world.schedule.held.is_empty()
        && world.phased_out.is_empty()
        && work.entries().iter().all(|entry| is_idle(&entry.event))
        && std::ptr::eq(work.before().derived(), work.game.derived())
        && !work.game.has_mechanism(Mechanisms::TOPS | Mechanisms::COPY_EFFECTS | Mechanisms::MERGING)
}

/// Whether an event leaves all objects where they are, and who controls and fights them.
const fn is_idle(event: &Event) -> bool {
    is_of_the_course(event)
        || matches!(
            event,
            Event::Tapped { .. }
                | Event::Untapped { .. }
                | Event::BecameActivated { .. }
                | Event::ManaAdded { .. }
                | Event::ManaSpent { .. }
                | Event::TappedForMana { .. }
        )
}

/// Records the snapshots of the objects in the batch, if anything could look back at them
/// (CR 609.8). Objects that left have last known information anyway (CR 608.2h), and hidden ones
/// are not recorded.
pub(in crate::rules) fn witness(work: &mut Work) {
    if !work.game.looks_back() {
        return;
    }
    let mut seen: Vec<(ObjectId, EntryNo)> = Vec::new();
    for entry in work.entries().iter().filter(|entry| is_happening(entry)) {
        for id in entry.event.objects() {
            if work.game.object(id).is_some_and(is_seen) && !seen.iter().any(|(other, _)| *other == id) {
                seen.push((id, entry.no));
            }
        }
    }
    let attached = if work.game.looks_back_at_attachments() { attached(work) } else { Vec::new() };
    for (object, cause) in seen {
        let Some(was) = work.game.snapshot(object) else { continue };
        let event = Event::Witnessed { object, was: Arc::new(was) };
        work.emit(Part::Consequence, Some(cause), rule!("609.8"), event);
    }
    for (cause, event) in attached {
        work.emit(Part::Consequence, Some(cause), rule!("609.8"), event);
    }
}

/// Whether an object is no secret.
fn is_seen(object: &Object) -> bool {
    object.zone.kind().is_public() && !object.is_face_down() && object.face_down.is_none()
}

/// The permanents attached to the objects in the batch: those of an object that has left as they
/// were before.
fn attached(work: &Work) -> Vec<(EntryNo, Event)> {
    let mut seen: Vec<ObjectId> = Vec::new();
    let mut found = Vec::new();
    for entry in work.entries().iter().filter(|entry| is_happening(entry)) {
        for host in entry.event.objects() {
            if seen.contains(&host) {
                continue;
            }
            seen.push(host);
            let game = if work.game.object(host).is_some() { &work.game } else { work.before() };
            for object in attached_to(game, Entity::Object(host)) {
                if let Some(was) = game.snapshot(object).filter(|_| game.object(object).is_some_and(is_seen)) {
                    found.push((entry.no, Event::Witnessed { object, was: Arc::new(was) }));
                }
            }
        }
    }
    found
}

/// The entry of the batch that a consequence is about, or else the last one.
fn cause_of(work: &Work, event: &Event, otherwise: EntryNo) -> EntryNo {
    let about = event.objects();
    let same = |entry: &&Arc<Entry>| {
        entry.part == Part::Batch && entry.event.objects().iter().any(|object| about.contains(object))
    };
    work.entries().iter().rev().find(same).map_or(otherwise, |entry| entry.no)
}

fn found(work: &Work) -> Vec<(Rule, Event)> {
    let mut found = Vec::new();
    left_combat(work, &mut found);
    first_copied(work, &mut found);
    changed_control(work, &mut found);
    phased_in(work, &mut found);
    let lasts = work.game.lasting().next().is_some();
    if lasts {
        ended_effects(work, &mut found);
        lost_control(work, &mut found);
        found.extend(crate::rules::keyword::bestow::ended(&work.game));
    }
    if !work.game.world().schedule.held.is_empty() {
        found.extend(control::released(&work.game));
    }
    found.extend(crate::rules::keyword::ascend::blessed(work));
    found.extend(crate::rules::zones::dungeon::completed(work));
    revealed_hands(work, &mut found);
    found.extend(crate::rules::linked::met(work));
    if lasts || !work.game.world().delayed.is_empty() {
        lasted_until(work, &mut found);
    }
    found.extend(crate::rules::replace::drawing::tops(work));
    found
}

/// Exiles what no player in the game controls any more, as an effect ends that gave control of it
/// (CR 800.4c).
fn unowned(work: &mut Work, found: &mut Vec<(Rule, Event)>) {
    for object in departing::uncontrolled_phased_out(&work.game) {
        found.push((rule!("702.26n"), Event::PhasedIn { object, unattached: false }));
    }
    for object in departing::uncontrolled(&work.game) {
        found.extend(departing::exiled(work, rule!("800.4c"), object));
    }
}

/// Removes from combat what has left the battlefield, changed controllers, or is no longer a
/// creature or planeswalker (CR 506.4).
fn left_combat(work: &Work, found: &mut Vec<(Rule, Event)>) {
    for combat in work.game.world().combats() {
        left_one(work, combat, found);
    }
}

fn left_one(work: &Work, combat: &crate::state::Combat, found: &mut Vec<(Rule, Event)>) {
    let game = &work.game;
    for attacker in &combat.attackers {
        let object = attacker.object;
        let theirs = |player: PlayerId| game.acts_with(player, combat.attacking_player);
        if !game.is_creature(object) || !game.controller(object).is_some_and(theirs) {
            found.push((rule!("506.4"), Event::RemovedFromCombat { object }));
        }
    }
    let same = |object: ObjectId| {
        let before = work.before().object(object).map(|_| work.before().controller(object));
        before.is_none_or(|before| game.controller(object) == before)
    };
    let blocks = |object: ObjectId| combat.blocker(object).is_some() && game.is_creature(object) && same(object);
    let is_attacked = |object: ObjectId| {
        let there = game.object(object).is_some_and(crate::state::Object::is_permanent);
        combat.is_attacked(object) && there && same(object) && game.has_type(object, CardType::Planeswalker)
    };
    // CR 506.4d: a blocking creature that is also an attacked planeswalker may stop being one of
    // the two.
    for object in combat.blockers.iter().map(|blocker| blocker.object).filter(|object| !blocks(*object)) {
        found.push(if is_attacked(object) {
            (rule!("506.4d"), Event::StoppedBlocking { object })
        } else {
            (rule!("506.4"), Event::RemovedFromCombat { object })
        });
    }
    let mut attacked: Vec<ObjectId> =
        combat.attackers.iter().filter_map(|attacker| attacker.target.and_then(|target| target.object())).collect();
    attacked.sort_unstable();
    attacked.dedup();
    for object in attacked.into_iter().filter(|object| !is_attacked(*object)) {
        if blocks(object) {
            found.push((rule!("506.4d"), Event::StoppedBeingAttacked { object }));
        } else if combat.blocker(object).is_none() {
            found.push((rule!("506.4"), Event::RemovedFromCombat { object }));
        }
    }
}

/// Records the copiable values that a static ability gives as its effect first applies (CR 707.2c).
fn first_copied(work: &Work, found: &mut Vec<(Rule, Event)>) {
    for (object, link, def) in first_applying(&work.game) {
        found.push((rule!("707.2c"), Event::Noted { object, link: Box::new(link), note: Note::Copied(def) }));
    }
}

/// Records that a permanent changed controllers (CR 302.6, 613.1b).
fn changed_control(work: &Work, found: &mut Vec<(Rule, Event)>) {
    if work.game.derived().controllers.is_empty() && work.before().derived().controllers.is_empty() {
        return;
    }
    for object in &work.game.world().battlefield {
        let said = work
            .entries()
            .iter()
            .any(|entry| matches!(entry.event, Event::ControlChanged { object: changed, .. } if changed == *object));
        if let (Some(from), Some(to)) = (work.before().controller(*object), work.game.controller(*object))
            && from != to
            && !said
            && work.before().object(*object).is_some()
        {
            found.push((rule!("613.1b"), Event::ControlChanged { object: *object, from, to }));
        }
    }
    hideaway::shown(work, found);
}

/// Records a change of control as a permanent phases in after the effect that gave its controller
/// control has ended (CR 702.26f).
fn phased_in(work: &Work, found: &mut Vec<(Rule, Event)>) {
    if work.before().world().phased_out.is_empty() {
        return;
    }
    for (object, phased) in &*work.before().world().phased_out {
        let said = |entry: &Arc<Entry>| matches!(entry.event, Event::ControlChanged { object: changed, .. } if changed == *object);
        let now = work.game.object(*object).and_then(|_| work.game.controller(*object));
        if let Some(to) = now.filter(|to| *to != phased.controller)
            && !work.entries().iter().any(said)
        {
            found.push((rule!("702.26f"), Event::ControlChanged { object: *object, from: phased.controller, to }));
        }
    }
}

/// Ends effects and delayed triggered abilities that last until something begins, through a turn
/// step (CR 500.5), or until a player planeswalks (CR 901.11).
fn lasted_until(work: &Work, found: &mut Vec<(Rule, Event)>) {
    let game = &work.game;
    let planeswalks = |who: &Players, scope: &Scope<'_>| {
        let walker = |entry: &Arc<Entry>| match &entry.event {
            Event::Planeswalked { player, .. } => Some(*player),
            _ => None,
        };
        work.entries().iter().filter_map(walker).any(|player| is_among(game, scope, who, player))
    };
    // What began in a step waits for the end of the next such one.
    let in_this_step = |began: &dyn Fn(&Event) -> bool| {
        let events = game.world().history.latest().map(|entry| &entry.event);
        events.take_while(|event| !matches!(event, Event::TurnStepBegan { .. })).any(began)
    };
    let is_over = |duration: &Duration, scope: &Scope<'_>, present: bool, began: &dyn Fn(&Event) -> bool| {
        let (is_over, who) = match duration {
            Duration::UntilPlaneswalk(who) => return planeswalks(who, scope),
            Duration::Until(part, who) => (during::began(work, *part), who),
            // It ends with what lasts until end of turn (CR 514.2).
            Duration::Through(TurnStep::Cleanup, _) => return false,
            Duration::Through(step, who) => (during::ended(work, TurnPart::Step(*step)) && !in_this_step(began), who),
            Duration::DuringAdded(part, added) => return during::is_missed(work, *part, *added),
            Duration::Meanwhile(part) => return during::ended(work, *part) && present,
            _ => return false,
        };
        is_over && is_turn_of_any(game, scope, who)
    };
    // CR 800.4m: what lasts until a player's turn, or until a part of it, ends as that turn would
    // have begun if the player has left.
    let passed_over = |entry: &Arc<Entry>| match &entry.event {
        Event::PartSkipped { part: TurnPart::Turn, player } => Some(*player).filter(|player| !game.plays(*player)),
        _ => None,
    };
    let passed_over: Vec<_> = work.entries().iter().filter_map(passed_over).collect();
    let is_over = |duration: &Duration, scope: &Scope<'_>, present: bool, began: &dyn Fn(&Event) -> bool| match duration
    {
        Duration::Until(_, who) | Duration::Through(_, who) if !passed_over.is_empty() => {
            let passed_over = players(game, scope, who).iter().any(|player| passed_over.contains(player));
            passed_over || is_over(duration, scope, present, began)
        }
        _ => is_over(duration, scope, present, began),
    };
    for effect in game.lasting() {
        let before = work.before().world().effects.contains_key(&effect.id);
        let present = turn_markers::is_of_this_turn(game, effect.id);
        let began = |event: &Event| matches!(event, Event::EffectBegan { id, .. } if *id == effect.id);
        if before && is_over(&effect.duration, &effect.scope(), present, &began) {
            found.push((over_by(&effect.duration), Event::EffectEnded { id: effect.id }));
        }
    }
    for (id, waiting) in &game.world().delayed {
        let before = work.before().world().delayed.contains_key(id);
        let lasts = waiting.until.as_deref();
        let present = turn_markers::delayed_in_this_turn(game, *id);
        let began = |event: &Event| matches!(event, Event::TriggerDelayed { id: new, .. } if new == id);
        let over = |it: &&Duration| before && is_over(it, &triggers::scope_of(waiting), present, &began);
        if let Some(duration) = lasts.filter(over) {
            found.push((over_by(duration), Event::DelayEnded { id: *id }));
        }
    }
}

/// The rule by which a duration is over.
const fn over_by(duration: &Duration) -> Rule {
    if matches!(duration, Duration::UntilPlaneswalk(_)) { rule!("901.11") } else { rule!("500.5") }
}

/// Ends an effect on an object whose controller lost control of it (CR 702.62a).
fn lost_control(work: &Work, found: &mut Vec<(Rule, Event)>) {
    let game = &work.game;
    for effect in game.lasting().filter(|it| *it.duration == Duration::WhileControlled) {
        let objects = effect.objects.iter().flat_map(|objects| objects.iter());
        let held = |id: &ObjectId| game.object(*id).is_some() && game.controller(*id) == Some(effect.controller);
        if !objects.map(|id| spell_now(game, *id)).any(|id| held(&id)) {
            found.push((rule!("702.62a"), Event::EffectEnded { id: effect.id }));
        }
    }
}

/// Ends effects whose "for as long as" is over (CR 611.2b).
fn ended_effects(work: &Work, found: &mut Vec<(Rule, Event)>) {
    let game = &work.game;
    for effect in game.lasting() {
        if let Duration::AsLongAs(condition) = &*effect.duration
            && !holds_now(game, &effect.scope(), condition)
        {
            found.push((rule!("611.2b"), Event::EffectEnded { id: effect.id }));
        }
    }
}

/// Reveals a card that enters a hand played revealed, and the whole hand as that begins (CR 402.3).
fn revealed_hands(work: &Work, found: &mut Vec<(Rule, Event)>) {
    let shows = |restriction: &Restriction| matches!(restriction, Restriction::RevealHand(_));
    if !work.game.restrictions().any(|(_, restriction)| shows(restriction)) {
        return;
    }
    for player in work.game.apnap().into_iter().filter(|player| work.game.reveals_hand(*player)) {
        let hand = work.game.zone(Zone::Hand(player)).iter();
        let shown_before = work.before().reveals_hand(player);
        let said = |id: &ObjectId| {
            work.entries().iter().any(|entry| {
                matches!(&entry.event, Event::Revealed { cards, .. } if cards.iter().any(|(card, _)| card == id))
            })
        };
        let known = |id: &ObjectId| shown_before && work.before().object(*id).is_some();
        let new = hand.filter(|id| !known(id) && !said(id));
        let cards: Vec<_> = new.filter_map(|id| work.game.object(*id).map(|object| (*id, object.def))).collect();
        if !cards.is_empty() {
            found.push((rule!("402.3"), Event::Revealed { player, cards }));
        }
    }
}
