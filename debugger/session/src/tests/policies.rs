//! Seats that play at random, and passing until something happens.

use retrace_core::card::pool::Pool;
use retrace_core::fact::{Act, Answer, Domain, Item, PlayerId, Prompt};
use retrace_core::scenario::Scenario;

use super::*;
use crate::files::new_game::Table;

/// A person against a random opponent, with two small decks of bundled cards.
fn table(folder: &std::path::Path, seed: u64) -> Table {
    let mut table = Table { starting: Some(0), ..Table::new(seed) };
    let decks = [
        "16 Mountain\n10 Goblin Piker\n8 Raging Goblin\n6 Lightning Bolt\n",
        "16 Forest\n10 Grizzly Bears\n6 Llanowar Elves\n4 Giant Growth\n4 Elvish Visionary\n",
    ];
    for ((seat, list), name) in table.seats.iter_mut().zip(decks).zip(["red.txt", "green.txt"]) {
        let path = folder.join(name);
        std::fs::write(&path, list).unwrap();
        seat.deck = path.display().to_string();
    }
    table
}

fn against_random(seed: u64) -> Session {
    table(tempfile::tempdir().unwrap().path(), seed).begin().unwrap()
}

#[test]
fn only_the_person_is_asked_and_undo_goes_back_to_the_person() {
    let mut session = against_random(3);
    for _ in 0..60 {
        let Some(choice) = session.choice() else { break };
        assert_eq!(choice.answered_by, PlayerId(0));
        let before = session.cursor();
        session.answer_at_random().unwrap();
        let after = session.cursor();
        session.undo().unwrap();
        assert_eq!(session.cursor(), before);
        session.redo().unwrap();
        assert_eq!(session.cursor(), after);
    }
}

#[test]
fn what_a_policy_answers_is_in_the_log_and_the_same_each_time() {
    let play = || {
        let mut session = against_random(5);
        for _ in 0..3000 {
            if session.choice().is_none() {
                break;
            }
            session.answer_at_random().unwrap();
        }
        session
    };
    let (one, other) = (play(), play());
    assert!(one.current().result().is_some(), "the game comes to its end");
    assert_eq!(one.current().tip(), other.current().tip());
    let bytes = one.replay_of(TimelineId(0), retrace_store::Detail::Entries).unwrap().to_bytes();
    assert!(!bytes.is_empty());
}

#[test]
fn in_the_past_a_person_answers_for_a_policy_and_it_goes_on_in_the_fork() {
    let mut session = against_random(7);
    (0..30).for_each(|_| drop(session.answer_at_random().unwrap()));
    let asked = |step: &usize| {
        let game = session.game_at(Point::new(TimelineId(0), *step));
        matches!(retrace_core::rules::pending(&game), Pending::Choices(choices)
            if choices[0].answered_by == PlayerId(1) && crate::play::policies::offers_pass(&choices[0]))
    };
    let place = session.decision_points(TimelineId(0)).into_iter().rev().find(asked).unwrap();
    session.seek(Point::new(TimelineId(0), place));
    let outcome = session.input(retrace_core::fact::Input::Concede(PlayerId(1))).unwrap();
    assert!(matches!(outcome, Outcome::Forked { .. }));
    assert!(session.current().result().is_some());
}

#[test]
fn passing_on_stops_where_something_happens_and_is_undone_at_once() {
    let mut session = against_random(9);
    while session.choice().is_some_and(|choice| !crate::play::policies::offers_pass(&choice)) {
        session.answer_at_random().unwrap();
    }
    let before = session.cursor();
    let Outcome::Passed { times, why } = session.pass_on().unwrap() else { panic!("passed") };
    assert!(times > 0 && !why.is_empty());
    session.undo().unwrap();
    assert_eq!(session.cursor(), before);
}

#[test]
fn what_is_wrong_with_a_table_is_told_beside_each_part() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.txt");
    std::fs::write(&path, "20 Mountain\nGoblin Piker\n").unwrap();
    let mut table = table(folder.path(), 1);
    assert!(table.check().is_ready());
    table.seats[0].deck = path.display().to_string();
    table.seats[1].deck = "nowhere.txt".to_owned();
    table.seats[1].name = " ann ".to_owned();
    table.seed = "one".to_owned();
    let check = table.check();
    assert!(!check.is_ready());
    let Err(first) = &check.decks[0] else { panic!("wrong") };
    assert!(first[0].contains("bad.txt:2:1"), "{first:?}");
    let Err(second) = &check.decks[1] else { panic!("wrong") };
    assert!(second[0].contains("no such file"), "{second:?}");
    assert!(check.names.is_some() && check.seed.is_some());
}

#[test]
fn a_person_is_not_asked_for_an_order_that_cannot_matter_and_undo_goes_back_to_the_person() {
    let text = r#"Scenario(
        name: "herd",
        cards: [Card(name: "Growth", types: [Creature], power: 1, toughness: 1, abilities: [
            Triggered(
                when: Moves(what: Type(Land), to: Battlefield),
                body: (instructions: [PutCounters(on: This, kind: PowerToughness(1, 1))]),
            ),
        ])],
        players: [
            (name: "Ann", battlefield: [(card: "Growth", count: 2)], hand: ["Forest"]),
            (name: "Bob"),
        ],
        script: [],
    )"#;
    let run = Scenario::read("herd", text).unwrap().run(&Pool::bundled().unwrap()).unwrap();
    let mut session = Session::new(run.genesis.clone(), "main").unwrap();
    let before = session.cursor();
    let choice = session.choice().unwrap();
    let forest = session.game().player(PlayerId(0)).unwrap().hand[0];
    session.decide(choice.answered_by, Answer::Picked(vec![Item::Act(Act::Play(forest))])).unwrap();
    assert_eq!(session.game().world().stack.len(), 2);
    assert_eq!(session.choice().unwrap().prompt, Prompt::Priority);
    let commits = session.current().commits().len();
    session.undo().unwrap();
    assert_eq!(session.cursor(), before);
    session.redo().unwrap();
    assert_eq!(session.current().commits().len(), commits);
    // In the past, the order may be given differently.
    let asked = session.current().commits().get(commits - 2).unwrap().end_step();
    session.seek(Point { step: asked, ..session.cursor() });
    let choice = session.choice().unwrap();
    let Domain::Order(mut items) = choice.domain else { panic!("an order is asked for here") };
    items.reverse();
    let outcome = session.decide(choice.answered_by, Answer::Ordered(items)).unwrap();
    assert!(matches!(outcome, Outcome::Forked { .. }), "{outcome:?}");
}
