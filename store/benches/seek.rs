//! Measures how long it takes to open an event in the middle of a long timeline, with and without
//! snapshots, at several sizes. Prints the table of `docs/performance.md`:
//!
//! ```text
//! cargo bench -p retrace-store --bench seek -- 10000 100000 1000000
//! ```
//!
//! The timeline is one endless game: random decisions, and what-if edits that restore life and
//! cards.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench says what it finds, and stops if it cannot")]

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{endless, genesis, size};
use retrace_core::play::Dice;
use retrace_core::rules::{self, Pending};
use retrace_store::{Durability, EventId, Log, Options};

/// How many places are opened, each in a newly opened store.
const PLACES: usize = 15;

/// Writes a timeline of at least this many events; returns its tip, its length, and how long it
/// took.
fn write(folder: &Path, events: u64) -> (EventId, u64, Duration) {
    let options = Options { durability: Durability::AtClose };
    let began = Instant::now();
    let mut log = Log::open(folder, options).unwrap();
    let (mut game, steps) = rules::start(&genesis()).unwrap();
    let mut tip = log.create("main", &genesis(), &steps).unwrap().id;
    let mut dice = Dice::new(1);
    let mut number = 0u64;
    while game.len() < events {
        let Pending::Choices(choices) = rules::pending(&game) else { panic!("the game is over after {}", game.len()) };
        let input = endless(&game, &choices[0], &mut dice);
        let (steps, after) = rules::play(&game, &input).unwrap();
        tip = log.append("main", tip, &input, &steps).unwrap().id;
        game = after;
        number += 1;
        log.keep_due_snapshot(tip, number, &game).unwrap();
    }
    log.close().unwrap();
    (tip, game.len(), began.elapsed())
}

/// The median and the maximum of times, as text.
fn told(mut times: Vec<Duration>) -> String {
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    format!("{:8.1} / {:8.1}", ms(times[times.len() / 2]), ms(times[times.len() - 1]))
}

fn main() {
    let sizes: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000, 10_000] } else { sizes };
    println!("milliseconds, median / greatest of {PLACES} places, each in a store opened for it");
    println!("  events    written in   on disk/event   open store          event, snapshots    event, none");
    for wanted in sizes {
        let folder = tempfile::tempdir().unwrap();
        let (tip, events, took) = write(folder.path(), wanted);
        let bytes = size(folder.path()) as f64 / events as f64;
        let mut dice = Dice::new(wanted);
        let (mut opening, mut with, mut without) = (Vec::new(), Vec::new(), Vec::new());
        let mut places = Vec::new();
        for _ in 0..PLACES {
            let began = Instant::now();
            let log = Log::open(folder.path(), Options::default()).unwrap();
            opening.push(began.elapsed());
            let place = 1 + dice.below(usize::try_from(events).unwrap()) as u64;
            let began = Instant::now();
            let game = log.game_at(tip, place).unwrap();
            with.push(began.elapsed());
            places.push((place, game));
        }
        let log = Log::open(folder.path(), Options::default()).unwrap();
        log.clear_snapshots().unwrap();
        for (place, game) in places.iter().take(if wanted > 200_000 { 3 } else { PLACES }) {
            let began = Instant::now();
            assert!(log.game_at(tip, *place).unwrap() == *game, "with and without snapshots, event {place} differs");
            without.push(began.elapsed());
        }
        println!(
            "{events:8}   {:8.1} s   {bytes:10.1}      {} {} {}",
            took.as_secs_f64(),
            told(opening),
            told(with),
            told(without)
        );
    }
}
