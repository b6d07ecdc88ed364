//! The laws of folding and rerunning: 1 (replay), 2 (resume), 7 (order) and 8 (speculation).

use std::thread;

use retrace_core::fact::{Input, wire};
use retrace_core::play::sample;
use retrace_core::rules::{self, Pending};
use retrace_core::state::{Game, evolve};

use super::record::Record;
use super::{Broken, Law, Trial, broken};

/// Law 1: folding the steps gives the state that produced them; rerunning the inputs alone gives
/// the same steps.
pub(super) fn replay(record: &Record) -> Result<u64, Broken> {
    let broken = broken(Law::Replay);
    let mut folded = Game::before(&record.genesis.catalogue);
    let (mut again, first) = rules::start(&record.genesis).map_err(|error| broken(0, error.to_string()))?;
    for (number, done) in record.commits.iter().enumerate() {
        for step in &done.steps {
            evolve(&mut folded, step);
        }
        if folded != done.after {
            return Err(broken(number, "the fold differs from the state that was decided on".to_owned()));
        }
        let steps = match &done.input {
            None => first.clone(),
            Some(input) => {
                let refused = |error| broken(number, format!("run again, {input:?} is refused: {error}"));
                let (steps, game) = rules::play(&again, input).map_err(refused)?;
                again = game;
                steps
            }
        };
        if steps != done.steps {
            return Err(broken(number, "run again, the input gives other steps".to_owned()));
        }
    }
    let bytes = |game: &Game| {
        wire::encode(game).map_err(|error| broken(record.commits.len(), format!("the state has no bytes: {error}")))
    };
    if bytes(&folded)? != bytes(&again)? {
        return Err(broken(record.commits.len(), "folded and run again, the states differ in their bytes".to_owned()));
    }
    Ok(record.commits.len() as u64)
}

/// Law 2: at a step boundary, encoding, decoding and continuing to the end of the commit gives the
/// same future.
pub(super) fn resume(record: &Record, trial: &mut Trial) -> Result<u64, Broken> {
    let broken = broken(Law::Resume);
    let mut tried = 0;
    for (number, done, input) in record.inputs() {
        if done.steps.len() < 2 || !trial.here() {
            continue;
        }
        let wire = |error: wire::WireError| broken(number, format!("the state has no bytes: {error}"));
        let boundary = 1 + trial.dice.below(done.steps.len() - 1);
        let mut game = done.before.clone();
        done.steps[..boundary].iter().for_each(|step| evolve(&mut game, step));
        let bytes = wire::encode(&game).map_err(wire)?;
        let resumed: Game = wire::decode(&bytes).map_err(wire)?;
        let mut resumed = record.genesis.catalogue.content().map_or(resumed.clone(), |it| resumed.among(it));
        if resumed != game {
            return Err(broken(number, format!("decoded after step {boundary}, the state is another")));
        }
        for expected in &done.steps[boundary..] {
            let next = rules::step(&resumed, None);
            let next = next.map_err(|error| broken(number, format!("resumed, the game does not go on: {error}")))?;
            if next != *expected {
                return Err(broken(
                    number,
                    format!("resumed after step {boundary} of {input:?}, another step follows"),
                ));
            }
            evolve(&mut resumed, &next);
        }
        tried += 1;
    }
    Ok(tried)
}

/// Law 7: the same seed gives the same game, bit for bit, on another thread.
pub(super) fn order(record: &Record) -> Result<u64, Broken> {
    let broken = broken(Law::Order);
    let (genesis, policy, seed, bounds) = (record.genesis.clone(), record.policy, record.seed, record.bounds);
    let other = thread::spawn(move || Record::play(genesis, policy, seed, bounds)).join();
    let Ok(other) = other else { return Err(broken(0, "on another thread, playing panics".to_owned())) };
    let other = other.map_err(|error| broken(0, format!("on another thread: {error}")))?;
    let tip = |record: &Record| record.tip().map_err(|error| broken(0, format!("an event has no bytes: {error}")));
    if tip(&other)? == tip(record)? {
        return Ok(1);
    }
    let same = record.commits.iter().zip(&other.commits).take_while(|(a, b)| a.steps == b.steps).count();
    Err(broken(same, "on another thread, the same seed gives other events".to_owned()))
}

/// Law 8: deciding from any past point equals playing up to it and deciding.
pub(super) fn speculation(record: &Record, trial: &mut Trial) -> Result<u64, Broken> {
    let broken = broken(Law::Speculation);
    let (mut again, _) = rules::start(&record.genesis).map_err(|error| broken(0, error.to_string()))?;
    let mut tried = 0;
    for (number, done, input) in record.inputs() {
        if trial.here() {
            let Pending::Choices(choices) = rules::pending(&done.before) else {
                return Err(broken(number, "the game took an input that it did not wait for".to_owned()));
            };
            let Some(choice) = choices.first() else { continue };
            let answer = sample(&done.before, choice, &mut trial.dice);
            let what_if = Input::Decision { by: choice.answered_by, answer };
            if rules::play(&done.before, &what_if) != rules::play(&again, &what_if) {
                return Err(broken(number, format!("{what_if:?} gives something else when played up to")));
            }
            tried += 1;
        }
        let refused = |error| broken(number, format!("run again, {input:?} is refused: {error}"));
        again = rules::play(&again, input).map_err(refused)?.1;
    }
    Ok(tried)
}
