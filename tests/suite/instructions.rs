//! What a game costs, counted in instructions, which do not depend on the clock or on other work.
//!
//! The games run in this test's own program under callgrind. The cost of a game is the difference
//! between several games and one. A machine without valgrind says so and counts nothing.
#![allow(clippy::print_stdout, reason = "what is skipped is said")]

use std::path::Path;
use std::process::Command;

use retrace_core::card::pool::Pool;
use retrace_core::deck::{self, Deck};
use retrace_core::fact::wire::{self, FORMAT_VERSION};
use retrace_core::fact::{Genesis, PlayerId};
use retrace_core::play::{self, Bounds, Dice, Played};
use retrace_store::EventId;
use retrace_store::commit::CommitId;

/// The recorded cost: instructions for a game of the bundled decks, as CI builds the tests.
const RECORDED: &str = "instructions.txt";

/// `check` compares with the recorded cost, `write` records a new one. CI checks. Without it only
/// the pools are compared: counts of incremental builds differ by a few percent.
const MODE: &str = "RETRACE_INSTRUCTIONS";

/// By how much a game may cost more or less than recorded, in percent.
const SLACK: f64 = 3.0;

/// By how much a game may cost more or less in a larger pool, in percent.
const POOL_SLACK: f64 = 1.0;

/// How many games are played after the first.
const GAMES: u64 = 3;

/// The number of games to play, for the program under callgrind.
const PLAY: &str = "RETRACE_INSTRUCTIONS_GAMES";

/// The number of cards in the pool besides those of the decks.
const OTHERS: &str = "RETRACE_INSTRUCTIONS_OTHERS";

/// A number from the environment.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The cards of the decks, and some others.
fn pool(decks: &[Deck; 2], others: usize) -> Pool {
    let all = Pool::bundled().unwrap();
    let mut pool = Pool::default();
    let of_decks = decks.iter().flat_map(|deck| deck.main.iter().map(|line| line.card.name()));
    let names = of_decks.chain(all.names().take(others));
    names.for_each(|name| pool.add((**all.get(name).unwrap()).clone()));
    pool
}

/// Plays random games with the bundled decks: every event is built, encoded, hashed and folded.
fn play_games(games: u64, others: usize) -> EventId {
    let all = Pool::bundled().unwrap();
    let deck = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/decks").join(name);
        Deck::read(name, &std::fs::read_to_string(path).unwrap(), &all).unwrap()
    };
    let decks = [deck("red-white.txt"), deck("black-green.txt")];
    let named = [("Ann".to_owned(), &decks[0]), ("Bob".to_owned(), &decks[1])];
    let base = deck::genesis(&named, PlayerId(0), 1, &pool(&decks, others));
    let mut tip = EventId::ZERO;
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut buffer = Vec::new();
        tip = EventId::ZERO;
        let policy = |game: &_, choice: &_| play::decide_at_random(game, choice, &mut dice);
        let shown = |played: Played<'_>| {
            let input = played.said.map_or_else(
                || Genesis { seed, ..base.clone() }.encode(FORMAT_VERSION).unwrap(),
                |input| wire::encode(input).unwrap(),
            );
            let mut id = CommitId::begin(FORMAT_VERSION, tip, &input);
            for (index, entry) in played.steps.iter().flat_map(|step| step.entries.iter().enumerate()) {
                buffer.clear();
                wire::encode_entry(FORMAT_VERSION, entry, index == 0, &mut buffer).unwrap();
                id.entry(&buffer);
            }
            tip = id.finish();
        };
        let bounds = Bounds { inputs: 5_000, events: 100_000, objects: 1_000 };
        play::game(&Genesis { seed, ..base.clone() }, bounds, policy, shown).unwrap();
    }
    tip
}

/// The instructions of this program when it plays; `None` without valgrind.
fn instructions(games: u64, others: u64) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "instructions::plays_what_is_counted", "--ignored", "--test-threads=1"])
        .env(PLAY, games.to_string())
        .env(OTHERS, others.to_string())
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stdout));
    let line = said.lines().find(|line| line.contains("Collected"));
    Some(line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or_else(|| panic!("no count in {said}")))
}

/// What a game costs, with these other cards in the pool.
fn cost(others: u64) -> Option<u64> {
    Some((instructions(GAMES + 1, others)? - instructions(1, others)?) / GAMES)
}

#[test]
#[ignore = "run under callgrind by the other tests here"]
fn plays_what_is_counted() {
    let (Some(games), Some(others)) = (number(PLAY), number(OTHERS)) else { return };
    play_games(games, usize::try_from(others).unwrap_or(usize::MAX));
}

/// By how many percent a cost differs from another.
fn apart(one: u64, other: u64) -> f64 {
    (one as f64 / other as f64 - 1.0) * 100.0
}

#[test]
fn a_game_costs_what_is_recorded_whatever_cards_exist() {
    let Some(alone) = cost(0) else {
        return println!("skipped: instructions are counted with valgrind, which is not installed");
    };
    for others in [40, u64::MAX] {
        let with = cost(others).unwrap();
        let more = apart(with, alone);
        assert!(
            more.abs() <= POOL_SLACK,
            "a game costs {alone} instructions with the cards of its decks, and {with} ({more:+.2} %) with others",
        );
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite").join(RECORDED);
    match std::env::var(MODE).as_deref() {
        Ok("write") => std::fs::write(&path, format!("{alone}\n")).unwrap(),
        Ok("check") => {}
        _ => return println!("{alone} instructions; not compared with the recorded cost ({MODE})"),
    }
    let recorded: u64 = std::fs::read_to_string(&path).unwrap().trim().parse().unwrap();
    let more = apart(alone, recorded);
    assert!(
        more.abs() <= SLACK,
        "a game costs {alone} instructions, {more:+.1} % of the recorded {recorded}. If that is meant, record it: \
         CARGO_INCREMENTAL=0 {MODE}=write cargo test -p retrace-tests --test suite -- instructions"
    );
}
