//! What follows from a batch without being an event of its own: layers and rules change what objects are, and the rules
//! say so (CR 302.6, 506.4, 611.2b). `docs/architecture.md` calls these consequences.

use crate::card::{CardType, Duration, TurnPart, TurnStep};
use crate::derive::Look;
use crate::derive::filter::{holds_now, players};
use crate::fact::{EntryNo, Event, ObjectId, Part};
use crate::rule;
use crate::rule::Rule;

use super::work::Work;

/// Compares what is derived before and after the batch, and appends what follows, until nothing more does.
pub(super) fn notice(work: &mut Work) {
    let batch = |work: &Work| work.entries().iter().rev().find(|entry| entry.part == Part::Batch).map(|it| it.no);
    let Some(cause) = batch(work) else { return };
    loop {
        let found = found(work);
        if found.is_empty() {
            return;
        }
        for (rule, event) in found {
            work.emit(Part::Consequence, Some(cause_of(work, &event, cause)), rule, event);
        }
    }
}

/// The entry of the batch that a consequence is about, or the last one of it.
fn cause_of(work: &Work, event: &Event, otherwise: EntryNo) -> EntryNo {
    let about = event.objects();
    let same = |entry: &&crate::fact::Entry| {
        entry.part == Part::Batch && entry.event.objects().iter().any(|object| about.contains(object))
    };
    work.entries().iter().rev().find(same).map_or(otherwise, |entry| entry.no)
}

fn found(work: &Work) -> Vec<(Rule, Event)> {
    let mut found = Vec::new();
    left_combat(work, &mut found);
    changed_control(work, &mut found);
    ended_effects(work, &mut found);
    lasted_until(work, &mut found);
    found
}

/// CR 506.4: what has left the battlefield, changed controllers, or is no longer a creature or planeswalker is removed
/// from combat.
fn left_combat(work: &Work, found: &mut Vec<(Rule, Event)>) {
    let game = &work.game;
    let Some(combat) = game.world().combat.as_deref() else { return };
    let mut remove = |object: ObjectId| found.push((rule!("506.4"), Event::RemovedFromCombat { object }));
    for attacker in &combat.attackers {
        if !game.is_creature(attacker.object) || game.controller(attacker.object) != Some(combat.attacking_player) {
            remove(attacker.object);
        }
    }
    for blocker in &combat.blockers {
        let controller = work.before.controller(blocker.object);
        if !game.is_creature(blocker.object) || game.controller(blocker.object) != controller {
            remove(blocker.object);
        }
    }
    let mut attacked: Vec<ObjectId> =
        combat.attackers.iter().filter_map(|attacker| attacker.target.and_then(|target| target.object())).collect();
    attacked.sort_unstable();
    attacked.dedup();
    for object in attacked {
        let there = game.object(object).is_some_and(crate::state::Object::is_permanent);
        let same = game.controller(object) == work.before.controller(object);
        if !there || !same || !game.has_type(object, CardType::Planeswalker) {
            remove(object);
        }
    }
}

/// CR 302.6, 613.1b: a permanent is under another player's control.
fn changed_control(work: &Work, found: &mut Vec<(Rule, Event)>) {
    if work.game.derived().controllers.is_empty() && work.before.derived().controllers.is_empty() {
        return;
    }
    for object in &work.game.world().battlefield {
        let said = work
            .entries()
            .iter()
            .any(|entry| matches!(entry.event, Event::ControlChanged { object: changed, .. } if changed == *object));
        if let (Some(from), Some(to)) = (work.before.controller(*object), work.game.controller(*object))
            && from != to
            && !said
            && work.before.object(*object).is_some()
        {
            found.push((rule!("613.1b"), Event::ControlChanged { object: *object, from, to }));
        }
    }
}

/// CR 500.5: effects that last until something begins, or through a turn step, are over. What began in this very step
/// waits for the next.
fn lasted_until(work: &Work, found: &mut Vec<(Rule, Event)>) {
    let game = &work.game;
    let active = game.world().turn.active;
    let reached = |part: &TurnPart| {
        work.entries().iter().any(|entry| match (&entry.event, part) {
            (Event::TurnBegan { .. }, TurnPart::Turn) => true,
            (Event::PhaseBegan { phase }, TurnPart::Phase(wanted)) => phase == wanted,
            (Event::TurnStepBegan { step }, TurnPart::Step(wanted)) => step == wanted,
            _ => false,
        })
    };
    let ended = |wanted: &TurnStep| {
        work.entries().iter().any(|entry| matches!(&entry.event, Event::TurnStepEnded { step } if step == wanted))
    };
    for effect in game.world().effects.values() {
        let (is_over, who) = match &*effect.duration {
            Duration::Until(part, who) => (reached(part), who),
            Duration::Through(step, who) => (ended(step), who),
            _ => continue,
        };
        let before = work.before.world().effects.contains_key(&effect.id);
        if is_over && before && players(game, &effect.scope(), who).contains(&active) {
            found.push((rule!("500.5"), Event::EffectEnded { id: effect.id }));
        }
    }
}

/// CR 611.2b: "for as long as" is over.
fn ended_effects(work: &Work, found: &mut Vec<(Rule, Event)>) {
    let game = &work.game;
    for effect in game.world().effects.values() {
        if let Duration::AsLongAs(condition) = &*effect.duration
            && !holds_now(game, &effect.scope(), condition)
        {
            found.push((rule!("611.2b"), Event::EffectEnded { id: effect.id }));
        }
    }
}
