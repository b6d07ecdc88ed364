//! Tests of simulations.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use retrace_core::card::pool::Pool;
use retrace_store::{Durability, Options};

use super::*;
use retrace_session::files::decks::{DeckText, NewGame};

#[test]
fn a_game_that_comes_to_a_bound_is_left_and_counted_as_such() {
    let genesis = NewGame::of(DeckText::bundled(), 1).genesis().unwrap();
    let bounds = [
        (Left::Inputs, Bounds { inputs: 30, ..MOST }),
        (Left::Events, Bounds { events: 400, ..MOST }),
        // Two decks are eighty objects from the start.
        (Left::Objects, Bounds { objects: 79, ..MOST }),
    ];
    for (left, bounds) in bounds {
        let genesis = genesis.clone();
        let (laws, edits) = (vec![Law::Order], false);
        let simulation = Simulation {
            genesis,
            drawn_from: None,
            games: 2,
            seed: 3,
            laws,
            bounds,
            edits,
            concessions: false,
            threads: Threads::available(),
            keywords: false,
        };
        let (report, failure) = simulation.run(&crate::laws::check, None, &mut |_| {}).unwrap();
        assert!(failure.is_none(), "the laws hold of what was played");
        assert_eq!(report.left.iter().collect::<Vec<_>>(), [(&left, &2)]);
        assert_eq!((report.unfinished(), report.won.iter().sum::<u64>()), (2, 0));
        let expected = match left {
            Left::Inputs => report.inputs == 60,
            Left::Events => report.events > 800 && report.events < 1_200,
            Left::Objects => report.inputs == 0,
        };
        assert!(expected, "{report:?}");
    }
}

/// A simulation of short games.
fn short(games: u64, threads: usize) -> Simulation {
    let genesis = NewGame::of(DeckText::bundled(), 1).genesis().unwrap();
    let bounds = Bounds { inputs: 25, ..MOST };
    let threads = Threads::new(NonZeroUsize::new(threads).unwrap());
    let laws = vec![Law::Replay];
    Simulation {
        genesis,
        drawn_from: None,
        games,
        seed: 40,
        laws,
        bounds,
        edits: false,
        concessions: false,
        threads,
        keywords: true,
    }
}

/// Everything in a report but the times.
fn told(report: &Report) -> String {
    let (none, threads) = (Duration::ZERO, 0);
    let timeless = Report { playing: none, checking: none, elapsed: none, threads, ..report.clone() };
    format!("{timeless:?}")
}

/// Breaks the law on two games.
fn breaking(law: Law, record: &Record, trial: &mut Trial) -> Result<u64, Broken> {
    match record.genesis.seed {
        47 | 49 => Err(Broken { law, commit: 9, what: format!("game {} is wrong", record.genesis.seed) }),
        // The earlier of the two is the later one to be done.
        45 | 46 => (0..5).try_fold(0, |tried, _| Ok(tried + crate::laws::check(law, record, trial)?)),
        _ => crate::laws::check(law, record, trial),
    }
}

#[test]
fn any_number_of_threads_plays_the_same_games() {
    let drawn = Simulation { drawn_from: Some(Pool::bundled().unwrap().into()), edits: true, ..short(5, 1) };
    for simulation in [short(9, 1), drawn] {
        let (one, failure) = simulation.run(&crate::laws::check, None, &mut |_| {}).unwrap();
        assert!(failure.is_none());
        assert_eq!((one.threads, one.tried.len()), (1, 1));
        for number in [2, 3, 8] {
            let simulation = Simulation { threads: short(1, number).threads, ..simulation.clone() };
            let mut shown = Vec::new();
            let (report, failure) = simulation.run(&crate::laws::check, None, &mut |done| shown.push(done)).unwrap();
            assert!(failure.is_none());
            assert_eq!(told(&report), told(&one), "{number} threads");
            assert_eq!(shown, (1..=simulation.games).collect::<Vec<_>>(), "progress goes on one by one");
            assert!(report.threads > 1 && report.elapsed > Duration::ZERO);
        }
    }
}

#[test]
fn any_number_of_threads_stops_at_the_same_game_that_breaks_a_law() {
    let (one, first) = short(1_000_000, 1).run(&breaking, None, &mut |_| {}).unwrap();
    let first = first.unwrap();
    assert_eq!((one.games, first.game, first.seed, first.broken.commit), (8, 7, 47, 9));
    for number in [2, 3, 8] {
        let checked = AtomicUsize::new(0);
        let check = |law, record: &Record, trial: &mut Trial| {
            checked.fetch_add(1, Ordering::SeqCst);
            breaking(law, record, trial)
        };
        let (report, failure) = short(1_000_000, number).run(&check, None, &mut |_| {}).unwrap();
        let failure = failure.unwrap();
        assert_eq!(told(&report), told(&one), "{number} threads");
        assert_eq!(format!("{:?}", failure.broken), format!("{:?}", first.broken));
        assert_eq!((failure.game, failure.seed), (first.game, first.seed));
        assert_eq!(failure.replay, first.replay);
        let checked = checked.into_inner();
        assert!(checked <= 7 + 8 * number, "the million games are not played: {checked}");
    }
    // A game that cannot start ends them all, too.
    let mut wrong = short(50, 3);
    wrong.genesis.players.clear();
    assert!(matches!(wrong.run(&breaking, None, &mut |_| {}), Err(SimulationError::Genesis(_))));
}

#[test]
fn any_number_of_threads_fills_a_store_in_the_same_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut before = None;
    for number in [1, 2, 3, 8] {
        let store = folder.path().join(number.to_string());
        let mut log = Log::open(&store, Options { durability: Durability::AtClose }).unwrap();
        let (report, failure) = short(12, number).run(&breaking, Some(&mut log), &mut |_| {}).unwrap();
        assert_eq!(failure.unwrap().game, 7, "the game that breaks a law is kept as well, and no later one");
        let timelines: Vec<_> = log.timelines().map(|it| format!("{it:?}")).collect();
        assert_eq!(timelines.len(), 8);
        let all = (told(&report), timelines);
        assert_eq!(before.get_or_insert_with(|| all.clone()), &all, "{number} threads");
        log.close().unwrap();
    }
    let (without, _) = short(12, 2).run(&breaking, None, &mut |_| {}).unwrap();
    assert_eq!(before.unwrap().0, told(&without), "keeping games does not change them");
}

/// A simulation that counts keywords in games of these decks, or of drawn ones.
fn counting(decks: Vec<DeckText>, variant: Option<&str>, drawn: bool, games: u64) -> Report {
    let mut game = NewGame::of(decks, 1);
    game.names = game.deck_names();
    game.seating.variant = variant.map(str::to_owned);
    let simulation = Simulation {
        genesis: game.genesis().unwrap(),
        drawn_from: drawn.then(|| Pool::bundled().unwrap().into()),
        bounds: Bounds { inputs: 1_500, ..MOST },
        laws: Vec::new(),
        ..short(games, 1)
    };
    simulation.run(&crate::laws::check, None, &mut |_| {}).unwrap().0
}

#[test]
fn what_a_keyword_action_stands_for_counts_as_the_action() {
    let text = "16 Forest\n8 Nessian Asp\n8 Lazotep Reaver\n8 Expedition Raptor\n8 Swamp\n8 Plains".to_owned();
    let deck = DeckText { name: "actions".to_owned(), text };
    let report = counting(vec![deck.clone(), deck], None, false, 4);
    for action in ["monstrosity", "amass", "support"] {
        assert!(report.keywords.contains_key(action), "{action}: {:?}", report.keywords);
    }
    assert!(!report.keywords.contains_key("goad"));
}

#[test]
fn keywords_of_variants_are_seen_in_drawn_games() {
    let decks = || -> Vec<DeckText> { DeckText::bundled().into_iter().cycle().take(3).collect() };
    for (variant, seen) in [
        ("planechase", &["planeswalk"][..]),
        ("archenemy", &["set in motion", "abandon"]),
        ("conspiracy", &["hidden agenda"]),
    ] {
        let report = counting(decks(), Some(variant), true, 8);
        for keyword in seen {
            assert!(report.keywords.contains_key(keyword), "{keyword}: {:?}", report.keywords);
        }
    }
}
