//! The laws of the session: forks share their past (law 5), and moving the cursor does nothing else
//! (law 6).

use retrace_core::fact::{Input, wire};
use retrace_core::play::sample;
use retrace_core::rules::Pending;

use super::record::Record;
use super::{Broken, Law, Trial, broken};
use retrace_session::session::Session;
use retrace_session::{Command, Point, SessionError, Standing, TimelineId};

/// How many forks are made of a game, and how far each is played.
const FORKS: usize = 3;
const FORK_INPUTS: usize = 8;

/// How often the cursor moves.
const MOVES: usize = 60;

/// The commands that move the cursor within its timeline.
const MOVING: [Command; 13] = [
    Command::Home,
    Command::End,
    Command::StepForward,
    Command::StepBack,
    Command::ChoiceForward,
    Command::ChoiceBack,
    Command::TurnStepForward,
    Command::TurnStepBack,
    Command::TurnForward,
    Command::TurnBack,
    Command::Into,
    Command::Over,
    Command::Out,
];

/// The game in a session, with the cursor at its head.
fn session_of(record: &Record) -> Result<Session, SessionError> {
    let mut session = Session::new(record.genesis.clone(), "main")?;
    for (_, _, input) in record.inputs() {
        session.input(input.clone())?;
    }
    Ok(session)
}

/// Everything of a timeline that could change: its name, its tip, its result, and the states at
/// some of its steps.
fn fingerprint(session: &Session, id: TimelineId) -> Result<Vec<Vec<u8>>, String> {
    let Some(timeline) = session.timeline(id) else { return Err("the timeline is gone".to_owned()) };
    let mut parts = vec![format!("{} {:?} {:?}", timeline.name(), timeline.tip(), timeline.result()).into_bytes()];
    let stride = (timeline.len_steps() / 40).max(1);
    for step in (0..=timeline.len_steps()).step_by(stride) {
        parts.push(wire::encode(&session.game_at(Point::new(id, step))).map_err(|error| error.to_string())?);
    }
    Ok(parts)
}

/// Law 5: a fork shares its past and never changes it, wherever it is made.
pub(super) fn fork(record: &Record, trial: &mut Trial) -> Result<u64, Broken> {
    let broken = broken(Law::Fork);
    let mut at = 0;
    fork_all(record, trial, &mut at).map_err(|what| broken(at, what))
}

fn fork_all(record: &Record, trial: &mut Trial, at: &mut usize) -> Result<u64, String> {
    let told = |error: SessionError| error.to_string();
    let mut session = session_of(record).map_err(told)?;
    if record.tip().map_err(|error| error.to_string())? != session.current().tip() {
        return Err("in a session, the same inputs have other ids".to_owned());
    }
    let main = session.cursor().timeline;
    let before = fingerprint(&session, main)?;
    let choices = session.decision_points(main);
    let mut tried = 0;
    for number in 0..FORKS.min(choices.len().saturating_sub(1)) {
        *at = trial.dice.below(choices.len() - 1);
        let step = choices[*at];
        session.seek(Point::new(main, step));
        let Pending::Choices(open) = session.pending() else { return Err("nothing is asked at a choice".to_owned()) };
        let answer = sample(session.game(), &open[0], &mut trial.dice);
        let input = Input::Decision { by: open[0].answered_by, answer };
        session.input_on_fork(input, &format!("fork {number}")).map_err(told)?;
        let fork = session.cursor().timeline;
        for _ in 0..FORK_INPUTS {
            let Pending::Choices(open) = session.pending() else { break };
            let answer = sample(session.game(), &open[0], &mut trial.dice);
            session.decide(open[0].answered_by, answer).map_err(told)?;
        }
        if fingerprint(&session, main)? != before {
            return Err("a fork changed the past that it shares".to_owned());
        }
        if session.shared_steps(main, fork) < step {
            return Err(format!("a fork after {step} steps shares fewer of them"));
        }
        for earlier in (0..=step).step_by((step / 8).max(1)) {
            if session.game_at(Point::new(main, earlier)) != session.game_at(Point::new(fork, earlier)) {
                return Err(format!("after {earlier} steps the fork has another state than its origin"));
            }
        }
        tried += 1;
    }
    Ok(tried)
}

/// Law 6: moving the cursor does nothing but move the cursor.
pub(super) fn seeking(record: &Record, trial: &mut Trial) -> Result<u64, Broken> {
    let broken = broken(Law::Seeking);
    seek_all(record, trial).map_err(|what| broken(record.commits.len(), what))
}

fn seek_all(record: &Record, trial: &mut Trial) -> Result<u64, String> {
    let replay = record.replay(usize::MAX).map_err(|error| error.to_string())?;
    let mut session =
        Session::of_replay(&replay, &retrace_session::Progress::default()).map_err(|error| error.to_string())?;
    let standing = session.current().standing();
    if standing != Standing::Exact {
        return Err(format!("exported as a replay, the game does not verify: {standing:?}"));
    }
    let main = session.cursor().timeline;
    let before = fingerprint(&session, main)?;
    let (events, timelines) = (session.len_entries(main), session.timelines().count());
    for _ in 0..MOVES {
        let command = MOVING[trial.dice.below(MOVING.len())];
        session.run(command).map_err(|error| format!("{command:?}: {error}"))?;
        let at = session.cursor();
        let fresh = session.current().game_at(at.step);
        if *session.game() != fresh {
            return Err(format!("{command:?} shows another state than there is"));
        }
    }
    if fingerprint(&session, main)? != before {
        return Err("moving the cursor changed the timeline".to_owned());
    }
    if (session.len_entries(main), session.timelines().count()) != (events, timelines) {
        return Err("moving the cursor made events or timelines".to_owned());
    }
    Ok(MOVES as u64)
}
