//! Measures the reads and time to find where two long timelines part, in a newly opened store.
//! Prints the table of `docs/performance.md`:
//!
//! ```text
//! cargo bench -p retrace-store --bench parting -- 10000 100000
//! ```
//!
//! Both timelines have that many events, and their own ones after they part.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench says what it finds, and stops if it cannot")]

use std::path::Path;
use std::time::Instant;

use retrace_core::card::pool::Pool;
use retrace_core::fact::{Canonical, Genesis, Input, PlayerId, PlayerSetup};
use retrace_core::rules;
use retrace_store::{Durability, Log, Options};

/// Where timelines part, in tenths of their length.
const PARTS: [u64; 4] = [0, 1, 5, 9];

fn genesis() -> Genesis {
    let forest = Pool::bundled().unwrap().get("Forest").map(|card| Canonical::new((**card).clone())).unwrap();
    let player = |name: &str| PlayerSetup { name: name.to_owned(), deck: vec![0; 20], ..Default::default() };
    Genesis {
        seed: 1,
        players: vec![player("Ann"), player("Bob")],
        starting_player: PlayerId(0),
        cards: vec![forest],
        ..Genesis::default()
    }
}

/// Continues until there are this many events, with seeds from `seed` on.
fn go_on(log: &mut Log, name: &str, events: u64, seed: u64) {
    let mut tip = log.timeline(name).unwrap().tip;
    let mut game = log.fold(tip).unwrap();
    for seed in seed.. {
        if game.len() >= events {
            return;
        }
        let input = Input::Reseed(seed);
        let (steps, after) = rules::play(&game, &input).unwrap();
        tip = log.append(name, tip, &input, &steps).unwrap().id;
        game = after;
    }
}

fn write(folder: &Path, events: u64) {
    let mut log = Log::open(folder, Options { durability: Durability::AtClose }).unwrap();
    let (_, steps) = rules::start(&genesis()).unwrap();
    log.create("main", &genesis(), &steps).unwrap();
    go_on(&mut log, "main", events, 0);
    let tip = log.timeline("main").unwrap().tip;
    for parts in PARTS {
        let at = log.commit_at(tip, (events * parts / 10).min(events - 1)).unwrap().end();
        let name = format!("from {parts}");
        log.fork("main", at, &name).unwrap();
        go_on(&mut log, &name, events, 1 << 40 | parts << 32);
    }
    log.close().unwrap();
}

fn main() {
    let sizes: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000, 10_000] } else { sizes };
    println!("  events   milliseconds, for timelines that part after 0, 1, 5 and 9 tenths of it");
    for events in sizes {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), events);
        let mut told = Vec::new();
        for parts in PARTS {
            let log = Log::open(folder.path(), Options::default()).unwrap();
            let (main, other) =
                (log.timeline("main").unwrap().tip, log.timeline(&format!("from {parts}")).unwrap().tip);
            let began = Instant::now();
            let parting = log.parting(main, other).unwrap();
            told.push(format!("{:.2}", began.elapsed().as_secs_f64() * 1e3));
            assert!(parting.common_events <= events + 40 && parting.common.is_some());
        }
        println!("{events:8}   {}", told.join("  "));
    }
}
