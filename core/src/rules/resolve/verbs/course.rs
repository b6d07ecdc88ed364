//! Instructions about the course of the game: extra turns, phases and turn steps, and skipping them
//! (CR 500.7-500.10).

use crate::card::verb;
use crate::card::{
    AfterPhase, Definition, Duration, Instead, Phase, Players, Replacement, StaticEffect, StepPlace, TurnPart,
    TurnStep, Would,
};
use crate::derive::filter::{players, quantity};
use crate::fact::{Event, Frame, PlayerId, ResolveFrame, TriggerContext};
use crate::rule;
use crate::rules::engine::actions::amount;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::verb::Verb;
use crate::state::Game;

use crate::rules::engine::actions::effect_began;
use crate::rules::engine::refusal::bounded;
use crate::rules::engine::work::Work;

impl Verb for verb::ExtraTurn {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let who = players(&work.game, &scope(frame), &self.who);
        let count = amount(quantity(&work.game, &scope(frame), &self.count));
        go_on(work, frame);
        extra_turns(work, &who, count, self.after_next);
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

impl Verb for verb::ExtraPhases {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        go_on(work, frame);
        extra_phases(work, self.after, &self.phases);
    }
}

impl Verb for verb::ExtraSteps {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let count = amount(quantity(&work.game, &scope(frame), &self.count));
        go_on(work, frame);
        extra_steps(work, self.step, count, self.place);
    }
}

impl Verb for verb::Skip {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let who = players(&work.game, &scope(frame), &self.who);
        let count = amount(quantity(&work.game, &scope(frame), &self.count));
        go_on(work, frame);
        skip(work, frame, &who, self.what, count);
    }
}

/// Adds extra turns after this one, one at a time in APNAP order (CR 500.7). Extra turns after a
/// player's next turn are added as that turn begins.
fn extra_turns(work: &mut Work, who: &[PlayerId], count: u32, after_next: bool) {
    // CR 805.8: the team of a player takes the turn.
    let (order, who) = (work.game.apnap(), work.game.primaries(who));
    for player in order.into_iter().filter(|player| who.contains(player)) {
        for _ in 0..bounded(count) {
            let added = match after_next {
                true => Event::ExtraTurnAwaited { player },
                false => Event::ExtraTurnAdded { player },
            };
            work.fact(rule!("500.7"), added);
        }
    }
}

/// Adds phases directly after another one (CR 500.8); none if that one is not to come.
fn extra_phases(work: &mut Work, after: AfterPhase, phases: &[Phase]) {
    let under_way = work.game.world().turn.phase;
    let after = match after {
        AfterPhase::This => None,
        AfterPhase::ThisMain if under_way.is_some_and(Phase::is_main) => None,
        AfterPhase::Next(phase) if still_to_come(&work.game, phase) => Some(phase),
        AfterPhase::ThisMain | AfterPhase::Next(_) => return,
    };
    work.fact(rule!("500.8"), Event::PhasesAdded { after, phases: phases.to_vec() });
}

fn still_to_come(game: &Game, phase: Phase) -> bool {
    game.world().frames.iter().any(|frame| matches!(&**frame, Frame::Turn { phases } if phases.contains(&phase)))
}

/// Adds turn steps to the current phase (CR 500.9).
fn extra_steps(work: &mut Work, step: TurnStep, count: u32, place: StepPlace) {
    let there = |wanted: TurnStep| {
        let mut frames = work.game.world().frames.iter().rev();
        frames.any(|frame| matches!(&**frame, Frame::Phase { steps, .. } if steps.contains(&wanted)))
    };
    let possible = match place {
        StepPlace::AfterThis => work.game.world().turn.phase.is_some(),
        StepPlace::After(step) | StepPlace::Before(step) => there(step),
    };
    if possible && count > 0 && work.allows(count) {
        work.fact(rule!("500.9"), Event::StepsAdded { place, step, count });
    }
}

/// Makes players skip their next turns, phases or turn steps: one effect for each, which waits
/// until it has skipped one (CR 614.10a).
fn skip(work: &mut Work, frame: &ResolveFrame, who: &[PlayerId], what: TurnPart, count: u32) {
    let who = work.game.primaries(who);
    let would = match what {
        TurnPart::Turn => Would::Turn(Players::ThatPlayer),
        TurnPart::Phase(phase) => Would::Phase(phase, Players::ThatPlayer),
        TurnPart::Step(step) => Would::TurnStep(step, Players::ThatPlayer),
    };
    let effect = StaticEffect::Replace(Replacement { would, instead: Instead::Nothing });
    let def = work.intern(Definition::Effect(effect));
    for player in who {
        for _ in 0..bounded(count) {
            let trigger = TriggerContext { event: frame.began, player: Some(player), ..TriggerContext::default() };
            let event = effect_began(work, frame, (def, &Duration::Next), None, (None, Some(trigger)));
            work.fact(rule!("614.10a"), event);
        }
    }
}
