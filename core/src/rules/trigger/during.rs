//! Durations in a future part of the game: "during target opponent's next turn" (CR 611.2a). Until
//! that part begins, an effect or delayed triggered ability with such a duration does nothing. Then
//! it ends, and another with its timestamp (CR 613.7b) takes its place while that part lasts.

use std::sync::Arc;

use crate::card::{Duration, TurnPart};
use crate::derive::filter::is_turn_of_any;
use crate::derive::look::scope::Scope;
use crate::fact::{Canonical, EntryNo, Event, Part};
use crate::rule;
use crate::state::{ContinuousEffect, Game};

use super::triggers;
use crate::rules::engine::work::Work;

/// Whether a part of the game began in this step.
pub(in crate::rules) fn began(work: &Work, part: TurnPart) -> bool {
    work.entries().iter().any(|entry| match (&entry.event, part) {
        (Event::TurnBegan { .. }, TurnPart::Turn) => true,
        (Event::PhaseBegan { phase }, TurnPart::Phase(wanted)) => *phase == wanted,
        (Event::TurnStepBegan { step }, TurnPart::Step(wanted)) => *step == wanted,
        _ => false,
    })
}

/// Whether a part of the game ended in this step; a turn ends as the next one begins.
pub(in crate::rules) fn ended(work: &Work, part: TurnPart) -> bool {
    work.entries().iter().any(|entry| match (&entry.event, part) {
        (Event::TurnBegan { .. }, TurnPart::Turn) => true,
        (Event::PhaseEnded { phase }, TurnPart::Phase(wanted)) => *phase == wanted,
        (Event::TurnStepEnded { step }, TurnPart::Step(wanted)) => *step == wanted,
        _ => false,
    })
}

/// Whether an added turn was skipped in this step, or the turn with an added phase is over without
/// it (CR 500.10).
pub(in crate::rules) fn is_missed(work: &Work, part: TurnPart, added: u64) -> bool {
    let skipped = |event: &Event| matches!(event, Event::PartSkipped { part: TurnPart::Turn, .. });
    match part {
        TurnPart::Turn => {
            let taking = work.before().world().schedule.adding.taking == Some(EntryNo(added));
            taking && work.entries().iter().any(|entry| skipped(&entry.event))
        }
        _ => began(work, TurnPart::Turn),
    }
}

/// The part that a duration waits for, if it began in this step and belongs to the right player's
/// turn.
fn awaited(work: &Work, duration: &Duration, scope: &Scope<'_>) -> Option<TurnPart> {
    let (part, who) = match duration {
        Duration::During(part, who) => (part, who),
        Duration::DuringAdded(part, added) => {
            return (began(work, *part) && work.game.world().added_now(*part, *added)).then_some(*part);
        }
        _ => return None,
    };
    let of_turn = || is_turn_of_any(&work.game, scope, who);
    (began(work, *part) && of_turn()).then_some(*part)
}

/// Puts into force what waited for a part of the game that begins.
pub(in crate::rules) fn notice(work: &mut Work, cause: Option<EntryNo>) {
    let world = work.game.world();
    let begins = |event: &Event| {
        matches!(event, Event::TurnBegan { .. } | Event::PhaseBegan { .. } | Event::TurnStepBegan { .. })
    };
    let nothing = world.effects.is_empty() && world.delayed.is_empty();
    if nothing || !work.entries().iter().any(|entry| begins(&entry.event)) {
        return;
    }
    let waits = |effect: &&Arc<ContinuousEffect>| effect.duration.waits() && was_there(work.before(), effect);
    let effects: Vec<Arc<ContinuousEffect>> = work.game.world().effects.values().filter(waits).cloned().collect();
    for effect in effects {
        let Some(part) = awaited(work, &effect.duration, &effect.scope()) else { continue };
        let began = Event::EffectBegan {
            id: work.new_effect(),
            def: effect.def,
            source: effect.source,
            controller: effect.controller,
            timestamp: effect.timestamp,
            duration: Canonical::new(Duration::Meanwhile(part)),
            objects: effect.objects.clone(),
            announced: effect.announced.clone(),
            trigger: effect.trigger.clone().map(Box::new),
        };
        work.emit(Part::Consequence, cause, rule!("611.2a"), Event::EffectEnded { id: effect.id });
        work.emit(Part::Consequence, cause, rule!("611.2a"), began);
    }
    let before = work.before().world().delayed.clone();
    let delayed: Vec<_> =
        work.game.world().delayed.values().filter(|it| before.contains_key(&it.id)).cloned().collect();
    for waiting in delayed {
        let Some(duration) = waiting.until.as_deref() else { continue };
        let Some(part) = awaited(work, duration, &triggers::scope_of(&waiting)) else { continue };
        let created = Event::TriggerDelayed {
            id: work.new_trigger(),
            source: waiting.source,
            controller: waiting.controller,
            text: waiting.text,
            context: Box::new(waiting.context.clone()),
            announced: Arc::clone(&waiting.announced),
            until: Some(Canonical::new(Duration::Meanwhile(part))),
        };
        work.emit(Part::Consequence, cause, rule!("603.7b"), Event::DelayEnded { id: waiting.id });
        work.emit(Part::Consequence, cause, rule!("603.7b"), created);
    }
}

fn was_there(before: &Game, effect: &ContinuousEffect) -> bool {
    before.world().effects.contains_key(&effect.id)
}
