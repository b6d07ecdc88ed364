//! The laws of the session: forks share their past (law 5), and moving the cursor does nothing else (law 6).

use retrace::session::{Command, Point, Session, TimelineId};
use retrace_core::fact::{Input, wire};
use retrace_core::play::{Dice, sample};
use retrace_core::rules::Pending;

use crate::games;

/// Answers at the cursor, at random, so often.
fn play_on(session: &mut Session, dice: &mut Dice, decisions: usize) {
    for _ in 0..decisions {
        let Pending::Choices(choices) = session.pending() else { return };
        let answer = sample(session.game(), &choices[0], dice);
        session.decide(choices[0].answered_by, answer).unwrap();
    }
}

fn played(seed: u64) -> (Session, Dice) {
    let mut dice = Dice::new(seed);
    let mut session = Session::new(games::from_board(seed), "main").unwrap();
    session.run(Command::End).unwrap();
    play_on(&mut session, &mut dice, 60);
    (session, dice)
}

/// Everything of a timeline that could change: its steps, its ids, the states at every tenth step.
fn fingerprint(session: &Session, id: TimelineId) -> Vec<Vec<u8>> {
    let timeline = session.timeline(id).unwrap();
    let mut parts = vec![format!("{} {:?} {:?}", timeline.name(), timeline.tip(), timeline.result()).into_bytes()];
    for step in (0..=timeline.len_steps()).step_by(10) {
        parts.push(wire::encode(&session.game_at(Point::new(id, step))).unwrap());
    }
    parts
}

/// Law 5, Fork: a fork shares its past and never changes it, wherever it is made.
#[test]
fn law_5_a_fork_shares_its_past() {
    for seed in 0..8 {
        let (mut session, mut dice) = played(seed);
        let main = session.cursor().timeline;
        let before = fingerprint(&session, main);
        let choices = session.decision_points(main);
        for number in 0..6 {
            let step = choices[dice.below(choices.len() - 1)];
            session.seek(Point::new(main, step));
            let Pending::Choices(open) = session.pending() else { panic!("seed {seed}: nothing is asked at {step}") };
            let answer = sample(session.game(), &open[0], &mut dice);
            let input = Input::Decision { by: open[0].answered_by, answer };
            session.input_on_fork(input, &format!("fork {number}")).unwrap();
            let fork = session.cursor().timeline;
            play_on(&mut session, &mut dice, 10);
            assert!(fingerprint(&session, main) == before, "seed {seed}: a fork at step {step} changed its past");
            assert!(session.shared_steps(main, fork) >= step, "seed {seed}: less than {step} steps are shared");
            for earlier in (0..=step).step_by(7) {
                let here = session.game_at(Point::new(main, earlier));
                assert!(here == session.game_at(Point::new(fork, earlier)), "seed {seed}, step {earlier}");
            }
        }
    }
}

/// Law 6, Effect-free seeking: moving the cursor does nothing but move the cursor.
#[test]
fn law_6_seeking_is_effect_free() {
    let moves = [
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
    for seed in 0..8 {
        let (mut session, mut dice) = played(seed);
        let main = session.cursor().timeline;
        let before = fingerprint(&session, main);
        let (events, timelines) = (session.len_entries(main), session.timelines().count());
        for _ in 0..120 {
            let command = moves[dice.below(moves.len())];
            // At an end there is nowhere to go, which is an answer too.
            session.run(command).ok();
            let at = session.cursor();
            assert!(*session.game() == session.game_at(at), "seed {seed}: {command:?} shows another state");
        }
        assert!(fingerprint(&session, main) == before, "seed {seed}: moving the cursor changed the timeline");
        assert_eq!((session.len_entries(main), session.timelines().count()), (events, timelines), "seed {seed}");
    }
}
