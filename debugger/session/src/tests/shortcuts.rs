//! Repeated choices (CR 725).

use std::collections::BTreeMap;

use retrace_core::card::CounterKind;

use super::*;

/// The precombat main phase of A, with these permanents, and B at 20 life.
fn board(permanents: &[(&str, u32)], energy: u32) -> Session {
    let pool = Pool::bundled().unwrap();
    let a = PlayerId(0);
    let card = |name: &str| Canonical::from(Arc::clone(pool.get(name).unwrap()));
    let cards = permanents.iter().map(|(name, _)| card(name)).chain([card("Plains")]).collect::<Vec<_>>();
    let placed = permanents.iter().zip(0u32..).map(|((_, counters), place)| {
        let counters = (*counters > 0).then_some((CounterKind::PowerToughness(1, 1), *counters));
        Placed { counters: counters.into_iter().collect(), ..Placed::plain(place, a, ZoneKind::Battlefield) }
    });
    let plains = u32::try_from(permanents.len()).unwrap();
    let player = |name: &str, energy: u32| PlayerSetup {
        name: name.to_owned(),
        deck: vec![plains; 10],
        counters: if energy > 0 { BTreeMap::from([(CounterKind::Energy, energy)]) } else { BTreeMap::new() },
        ..PlayerSetup::default()
    };
    let set_up = SetUp { turn: 3, step: TurnStep::PrecombatMain, day_night: None, objects: placed.collect() };
    let genesis = Genesis {
        seed: 1,
        players: vec![player("A", energy), player("B", 0)],
        starting_player: a,
        cards,
        set_up: Some(set_up),
        ..Genesis::default()
    };
    Session::new(genesis, "main").unwrap()
}

fn life(session: &Session, player: u8) -> i32 {
    session.game().players().find(|it| it.id == PlayerId(player)).unwrap().life
}

/// CR 725.2a: a sequence of choices by all players, repeated a given number of times.
#[test]
fn what_was_done_is_done_again_as_often_as_was_said() {
    let mut session = board(&[("Triskelion", 9)], 0);
    say(&mut session, "Activate Triskelion");
    say(&mut session, "B");
    say(&mut session, "pass");
    say(&mut session, "pass");
    assert_eq!(life(&session, 1), 19);
    let before = session.cursor();
    let outcome = session.repeat(None, 5).unwrap();
    assert_eq!(outcome, Outcome::Repeated { choices: 4, times: 5, forked: None, stopped: None });
    assert_eq!(life(&session, 1), 14);
    assert_eq!(outcome.message(&session).unwrap(), "Made 4 choices 5 times more.");
    session.undo().unwrap();
    assert_eq!((session.cursor(), life(&session, 1)), (before, 19), "it is taken back as one");
}

#[test]
fn who_answers_otherwise_within_a_shortcut_ends_it_there() {
    let mut session = board(&[("Triskelion", 9)], 0);
    say(&mut session, "Activate Triskelion");
    say(&mut session, "B");
    say(&mut session, "pass");
    say(&mut session, "pass");
    let start = session.cursor().step;
    session.repeat(None, 5).unwrap();
    let head = session.cursor();
    // CR 725.2b: a place within the sequence at which B has priority, with a third activation on
    // the stack.
    let asked_b = |step: &usize| {
        let game = session.current().game_at(*step);
        matches!(rules::pending(&game), Pending::Choices(choices) if choices[0].prompt == retrace_core::fact::Prompt::Priority
            && choices[0].player == PlayerId(1))
    };
    let places: Vec<usize> = session.current().decision_points().filter(|step| *step > start).filter(asked_b).collect();
    assert_eq!(places.len(), 5, "B was asked in each round");
    session.seek(Point { step: places[2], ..head });
    assert_eq!(life(&session, 1), 17);
    // CR 725.2c: a different choice there forks a timeline; the shortcut stays as it was.
    let outcome = session.input(retrace_core::fact::Input::Concede(PlayerId(1))).unwrap();
    assert!(matches!(outcome, Outcome::Forked { .. }), "{outcome:?}");
    assert!(session.current().result().is_some());
    session.seek(head);
    assert_eq!(life(&session, 1), 14);
}

#[test]
fn a_shortcut_ends_where_it_cannot_be_foretold() {
    let mut session = board(&[("Triskelion", 3)], 0);
    say(&mut session, "Activate Triskelion");
    say(&mut session, "B");
    say(&mut session, "pass");
    say(&mut session, "pass");
    let Outcome::Repeated { times: 2, stopped: Some(why), .. } = session.repeat(None, 9).unwrap() else {
        panic!("two counters are left")
    };
    assert!(!why.is_empty());
    assert_eq!(life(&session, 1), 17, "nothing of a round that can't be finished is done");
}

#[test]
fn what_comes_back_as_another_object_is_what_is_called_the_same() {
    let mut session = board(&[("Aethergeode Miner", 0)], 8);
    let energy = |session: &Session| session.game().players().next().unwrap().counters.values().sum::<u32>();
    say(&mut session, "Activate Aethergeode Miner");
    say(&mut session, "pass");
    say(&mut session, "pass");
    assert_eq!(energy(&session), 6);
    let first = *session.game().world().battlefield.iter().next().unwrap();
    assert!(matches!(session.repeat(None, 2).unwrap(), Outcome::Repeated { times: 2, stopped: None, .. }));
    assert_eq!(energy(&session), 2);
    assert_ne!(*session.game().world().battlefield.iter().next().unwrap(), first);
}

#[test]
fn a_loop_of_several_actions_is_repeated_from_where_it_began() {
    let mut session = board(&[("Lightning Greaves", 0), ("Grizzly Bears", 0), ("Goblin Piker", 0)], 0);
    let start = session.cursor();
    for creature in ["Grizzly Bears", "Goblin Piker"] {
        say(&mut session, "Activate Lightning Greaves");
        say(&mut session, creature);
        say(&mut session, "pass");
        say(&mut session, "pass");
    }
    let Outcome::Repeated { choices: 8, times: 3, stopped: None, .. } = session.repeat(Some(start), 3).unwrap() else {
        panic!("eight choices, three times")
    };
    session.seek(start);
    assert!(matches!(session.repeat(None, 1).unwrap(), Outcome::Nothing(_)), "nothing was done before");
}

#[test]
fn a_shortcut_in_the_past_begins_a_fork_where_it_differs() {
    let mut session = board(&[("Triskelion", 9)], 0);
    let ping = |session: &mut Session, whom: &str| {
        for said in ["Activate Triskelion", whom, "pass", "pass"] {
            say(session, said);
        }
    };
    ping(&mut session, "player B");
    let between = session.cursor();
    ping(&mut session, "player A");
    let head = session.cursor();
    session.seek(between);
    let Outcome::Repeated { times: 2, forked: Some(name), stopped: None, .. } = session.repeat(None, 2).unwrap() else {
        panic!("the second of them is another choice than the one made here")
    };
    assert_eq!((session.current().name(), life(&session, 0), life(&session, 1)), (name.as_str(), 20, 17));
    session.switch(head.timeline);
    session.seek(head);
    assert_eq!((life(&session, 0), life(&session, 1)), (19, 19));
}

#[test]
fn there_is_nothing_to_repeat_where_nobody_has_priority() {
    let mut session = board(&[("Triskelion", 3)], 0);
    say(&mut session, "Activate Triskelion");
    assert!(matches!(session.repeat(None, 1).unwrap(), Outcome::Nothing(_)));
}
