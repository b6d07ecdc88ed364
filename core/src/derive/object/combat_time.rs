//! Whether it is before or after a point in combat (CR 506.6) or after a turn step (CR 503.2),
//! according to the events of the turn.

use crate::card::{CombatPoint, Phase, TurnStep};
use crate::fact::Event;
use crate::state::Game;

use crate::derive::look::this_turn;

/// Whether it is before one point and after another. `during` requires it to be during combat, on
/// the turn of a given player if it says so (CR 506.6c); without it, the first combat phase of the
/// turn counts (CR 506.6d).
pub(in crate::derive) fn is_time(
    game: &Game,
    during: Option<bool>,
    before: Option<CombatPoint>,
    after: Option<CombatPoint>,
) -> bool {
    let turn: Vec<&Event> = this_turn(game).collect();
    let begins = |event: &&Event| matches!(event, Event::PhaseBegan { phase: Phase::Combat });
    let phase: Vec<&Event> = match during {
        Some(theirs) => {
            if !theirs || game.world().turn.phase != Some(Phase::Combat) {
                return false;
            }
            // Latest first, back to the start of the phase.
            let length = turn.iter().position(begins).map_or(0, |place| place + 1);
            turn.into_iter().take(length).collect()
        }
        None => {
            let Some(first) = turn.iter().rposition(begins) else {
                // CR 506.6e: if combat is skipped, its points come as the precombat main phase
                // ends.
                let over = turn.iter().any(|event| matches!(event, Event::PhaseEnded { phase: Phase::PrecombatMain }));
                return after.is_none() && (before.is_none() || !over);
            };
            let of_phase = turn.get(..=first).unwrap_or_default();
            let ends = |event: &&Event| matches!(event, Event::PhaseEnded { phase: Phase::Combat });
            let end = of_phase.iter().rposition(ends).unwrap_or(0);
            of_phase.get(end..).unwrap_or_default().to_vec()
        }
    };
    before.is_none_or(|point| !is_past(&phase, point)) && after.is_none_or(|point| has_come(&phase, point))
}

/// Whether a turn step of a kind has ended this turn, even if another is to come (CR 503.2). In a
/// turn that a set-up began at a later step, it has.
pub(in crate::derive) fn is_after(game: &Game, wanted: TurnStep) -> bool {
    let mut skipped = false;
    let mut first = None;
    for event in this_turn(game) {
        match event {
            Event::TurnStepEnded { step } if *step == wanted => return true,
            Event::TurnStepBegan { step } => first = Some(*step),
            Event::Skipped { step } => skipped |= *step == wanted,
            _ => {}
        }
    }
    !skipped && first.is_some_and(|first| first > wanted)
}

/// The turn step that begins at a point; none for combat as a whole.
const fn step_of(point: CombatPoint) -> Option<TurnStep> {
    match point {
        CombatPoint::Attackers => Some(TurnStep::DeclareAttackers),
        CombatPoint::Blockers => Some(TurnStep::DeclareBlockers),
        CombatPoint::DamageStep => Some(TurnStep::CombatDamage),
        CombatPoint::EndStep => Some(TurnStep::EndOfCombat),
        CombatPoint::Whole => None,
    }
}

/// Whether a combat phase is past the time before a point: the step has begun, or a later one if it
/// was skipped (CR 506.6e).
fn is_past(phase: &[&Event], point: CombatPoint) -> bool {
    match step_of(point) {
        Some(wanted) => phase.iter().any(|event| matches!(event, Event::TurnStepBegan { step } if *step >= wanted)),
        None => !phase.is_empty(),
    }
}

/// Whether a point of a combat phase has come; a skipped one never does (CR 506.6f).
fn has_come(phase: &[&Event], point: CombatPoint) -> bool {
    match step_of(point) {
        Some(wanted) => phase.iter().any(|event| matches!(event, Event::TurnStepBegan { step } if *step == wanted)),
        None => phase.iter().any(|event| matches!(event, Event::PhaseEnded { phase: Phase::Combat })),
    }
}
