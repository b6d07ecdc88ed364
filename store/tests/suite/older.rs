//! Tests replays of a version that asked questions which cannot matter, and asked too early whether
//! a game is a draw: their answers are run as they were then.
#![allow(clippy::unwrap_used, reason = "a test may")]

use std::path::Path;

use retrace_core::fact::{Answer, Domain, Frame, Input};
use retrace_core::rules::{self, Pending};
use retrace_store::{Detail, Log, Replay, Verdict, verify};

fn golden(file: &str) -> Replay {
    Replay::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden").join(file)).unwrap()
}

fn is_exact(replay: &Replay) {
    let verdict = verify(replay).unwrap();
    let Verdict::Exact { commits, events, tip, .. } = verdict else { panic!("{verdict:?}") };
    assert_eq!((commits, events, tip), (replay.commits.len() as u64, replay.events(), replay.tip()));
}

#[test]
fn answers_to_orders_that_are_not_asked_any_more_are_run_as_they_were() {
    let replay = golden("orders-asked.retrace");
    assert_eq!((replay.commits.len(), replay.events()), (14, 279));
    is_exact(&replay);
    // It is sent to a store that runs what arrives, and from there to another.
    let (mut log, mut theirs) = (Log::in_memory().unwrap(), Log::in_memory().unwrap());
    let timeline = log.import("old", &replay).unwrap();
    assert_eq!(timeline.tip, replay.tip());
    let sending = retrace_store::Sending { run: true, ..Default::default() };
    log.send("old", &mut theirs, sending).unwrap();
    assert_eq!(theirs.timeline("old").unwrap().tip, replay.tip());
    is_exact(&theirs.export(replay.tip(), Detail::Entries).unwrap());
}

#[test]
fn a_game_that_was_asked_too_soon_whether_it_is_a_draw_is_run_as_it_was() {
    let replay = golden("many-asked.retrace");
    assert_eq!(replay.detail, Detail::Ids);
    is_exact(&replay);
}

/// Where the only answer was asked for then, today nobody is asked: for the type of no mana, for
/// none of the cards found, for a shield of nothing, for the whole hand.
#[test]
fn answers_to_questions_with_just_one_are_run_as_they_were() {
    let replay = golden("only-answers-asked.retrace");
    is_exact(&replay);
    let mut log = Log::in_memory().unwrap();
    log.import("old", &replay).unwrap();
    let games = replay.commits.iter().map(|commit| log.fold(commit.id).unwrap());
    let not_asked = games.filter(|game| rules::pending(game) == Pending::Running).count();
    assert_eq!(not_asked, 6);
}

/// A loop that two players keep up (CR 725.3): format 5 noted the key of each state, format 6 notes
/// what it looks like first.
#[test]
fn each_format_notes_the_states_of_a_loop_as_it_did() {
    let noted = |file: &str| {
        let replay = golden(file);
        is_exact(&replay);
        let mut log = Log::in_memory().unwrap();
        log.import("loop", &replay).unwrap();
        let steps = replay.commits.iter().flat_map(|commit| log.commit(commit.id).unwrap().steps);
        let names: Vec<&str> = steps.flat_map(|step| step.entries).map(|entry| entry.event.name()).collect();
        let inputs: Vec<_> = replay.commits.iter().skip(1).map(|commit| commit.input.clone()).collect();
        let count = |name: &str| names.iter().filter(|it| **it == name).count();
        (inputs, ["StateMarked", "LikenessMarked", "ActMarked"].map(count))
    };
    let (inputs, then) = noted("format-5-loop.retrace");
    let (same, now) = noted("format-6-loop.retrace");
    assert_eq!(inputs, same);
    assert_eq!((then, now), ([27, 0, 7], [20, 14, 5]));
}

/// Where the order was asked for then, today nobody is asked; a game continued from there may still
/// answer as it did then.
#[test]
fn a_question_that_is_not_asked_any_more_may_be_answered_where_it_was() {
    let replay = golden("orders-asked.retrace");
    let mut log = Log::in_memory().unwrap();
    log.import("old", &replay).unwrap();
    let games = replay.commits.iter().map(|commit| log.fold(commit.id).unwrap());
    let asked: Vec<_> = games.filter(|game| matches!(game.frame(), Some(Frame::PutTriggers { .. }))).collect();
    let [game] = asked.as_slice() else { panic!("the order was asked for once") };
    assert_eq!(rules::pending(game), Pending::Running);
    let then = game.clone().asking_everything(true);
    let Pending::Choices(choices) = rules::pending(&then) else { panic!("it was asked then") };
    let Domain::Order(items) = &choices[0].domain else { panic!("{choices:?}") };
    assert_eq!(items.len(), 3);
    let answer = Answer::Ordered(items.clone());
    let (_, after) = rules::play(game, &Input::Decision { by: choices[0].answered_by, answer }).unwrap();
    assert_eq!(after.world().stack.len(), 3);
    assert!(matches!(rules::pending(&after), Pending::Choices(_)));
}
