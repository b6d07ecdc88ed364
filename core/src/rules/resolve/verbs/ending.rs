//! Ending the turn and ending the combat phase (CR 719).

use crate::card::verb;
use crate::card::{Phase, TurnStep, ZoneKind};
use crate::fact::Action;
use crate::fact::{Ending, Event, Frame, Manner, Proposed, ResolveFrame};
use crate::rule;
use crate::rule::Rule;
use crate::rules::engine::verb::Verb;
use crate::state::Game;

use crate::rules::announce::mana;
use crate::rules::engine::actions::move_to;
use crate::rules::engine::cursor;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::{perform, perform_one};
use crate::rules::{combat, sba};

impl Verb for verb::EndTurn {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        begin_ending(work, frame, Ending::Turn);
    }
}

impl Verb for verb::EndCombatPhase {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        begin_ending(work, frame, Ending::Combat);
    }
}

/// Ends the turn or the combat phase: waiting triggers cease to exist, and everything in progress
/// in the turn step is abandoned (CR 719.1a, 719.2a). The resolving text is still followed to its
/// end.
fn begin_ending(work: &mut Work, frame: &ResolveFrame, what: Ending) {
    let mut rest = frame.clone();
    cursor::next(&mut rest);
    let depth = depth_of(&work.game, |frame| matches!(frame, Frame::TurnStep { .. }));
    // Outside the combat phase there is none to end.
    let possible = what == Ending::Turn || work.game.world().turn.phase == Some(Phase::Combat);
    let Some(depth) = depth.filter(|_| possible) else {
        return work.change(rule!("608.2c"), Frame::Resolve(Box::new(rest)));
    };
    let waiting: Vec<_> = work.game.world().waiting.iter().map(|waiting| waiting.id).collect();
    for id in waiting {
        work.fact(by(what, rule!("719.1a"), rule!("719.2a")), Event::TriggerCeased { id });
    }
    work.unwind(by(what, rule!("719.1"), rule!("719.2")), depth);
    work.push(by(what, rule!("719.1"), rule!("719.2")), Frame::Ending { what, stage: 0, rest: Box::new(rest) });
}

/// Carries out the next stage of the process.
pub(in crate::rules) fn proceed(work: &mut Work, what: Ending, stage: u8, rest: &ResolveFrame) {
    let to = |stage: u8| Frame::Ending { what, stage, rest: Box::new(rest.clone()) };
    match stage {
        // CR 719.1b, 719.2b
        0 => {
            let rule = by(what, rule!("719.1b"), rule!("719.2b"));
            work.change(rule, to(1));
            let cause = Some(rest.began);
            let stack: Vec<_> = work.game.world().stack.iter().copied().collect();
            let exile = |id| move_to(&work.game, id, ZoneKind::Exile, Manner::Exile);
            let actions = stack.into_iter().map(exile).map(|action| Proposed::new(action, cause, rule)).collect();
            perform(work, actions);
        }
        // CR 719.1c, 719.2c: nobody receives priority, and nothing is put onto the stack.
        1 => {
            if !sba::check(work) {
                work.change(by(what, rule!("719.1c"), rule!("719.2c")), to(2));
            }
        }
        2 => {
            work.change(rule!("608.2c"), to(3));
            work.push(rule!("608.2c"), Frame::Resolve(Box::new(rest.clone())));
        }
        _ => skip(work, what),
    }
}

/// Ends the turn step and the phase, and skips what lies between (CR 719.1d, 719.2d).
fn skip(work: &mut Work, what: Ending) {
    let rule = by(what, rule!("719.1d"), rule!("719.2d"));
    let turn = &work.game.world().turn;
    let (phase, step) = (turn.phase, turn.step);
    if phase == Some(Phase::Combat) {
        combat::end(work);
    }
    if let Some(step) = step {
        end_step(work, step);
    }
    let goes_on = what == Ending::Turn && phase == Some(Phase::Ending);
    if let Some(phase) = phase.filter(|_| !goes_on) {
        work.leading_fact(rule!("500.2"), Event::PhaseEnded { phase });
    }
    let depth = depth_of(&work.game, |frame| match frame {
        Frame::Phase { .. } => goes_on,
        Frame::Turn { .. } => !goes_on,
        _ => false,
    });
    work.unwind(rule, depth.unwrap_or(0));
    match what {
        Ending::Combat => {}
        Ending::Turn if goes_on => {
            work.change(rule, Frame::Phase { phase: Phase::Ending, steps: vec![TurnStep::Cleanup] });
        }
        Ending::Turn => to_cleanup(work, rule),
    }
}

/// The number of frames up to and including the innermost one of a kind.
fn depth_of(game: &Game, is: impl Fn(&Frame) -> bool) -> Option<u32> {
    let place = game.world().frames.iter().rposition(|frame| is(frame))?;
    u32::try_from(place + 1).ok()
}

fn by(what: Ending, turn: Rule, combat: Rule) -> Rule {
    match what {
        Ending::Turn => turn,
        Ending::Combat => combat,
    }
}

/// Ends a step; unspent mana empties (CR 500.4).
pub(in crate::rules) fn end_step(work: &mut Work, step: TurnStep) {
    mana::empty_pools(work);
    work.leading_fact(rule!("500.2"), Event::TurnStepEnded { step });
}

/// Moves to the cleanup step, in an ending phase without any other step (CR 719.1d).
pub(in crate::rules) fn to_cleanup(work: &mut Work, rule: crate::rule::Rule) {
    let (phase, player) = (Phase::Ending, work.game.world().turn.active);
    work.change(rule, Frame::Turn { phases: Vec::new() });
    work.push(rule, Frame::Phase { phase, steps: vec![TurnStep::Cleanup] });
    perform_one(work, rule, Action::BeginPhase { phase, player });
}
