//! Measures the cost of the store: appends per second at each durability, compared with raw sled
//! and a plain file, and bytes per event by purpose. Prints the tables of `docs/store.md`:
//!
//! ```text
//! cargo bench -p retrace-store --bench figures -- 1000 10000 100000
//! ```
//!
//! The timeline is one endless game. Its steps are computed before the clock starts, so that only
//! the store is measured.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench says what it finds, and stops if it cannot")]

mod common;

use std::fs::File;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Instant;

use common::{endless, genesis, size};
use retrace_core::fact::{Input, Step};
use retrace_core::play::Dice;
use retrace_core::rules::{self, Pending};
use retrace_store::{Durability, Log, Options};

/// A game, already computed.
struct Played {
    start: Vec<Step>,
    commits: Vec<(Input, Vec<Step>)>,
}

fn play(events: u64) -> Played {
    let (mut game, start) = rules::start(&genesis()).unwrap();
    let mut dice = Dice::new(1);
    let mut commits = Vec::new();
    while game.len() < events {
        let Pending::Choices(choices) = rules::pending(&game) else { panic!("the game is over after {}", game.len()) };
        let input = endless(&game, &choices[0], &mut dice);
        let (steps, after) = rules::play(&game, &input).unwrap();
        commits.push((input, steps));
        game = after;
    }
    Played { start, commits }
}

/// Appends the first commits of a game; returns how many per second.
fn append(folder: &Path, played: &Played, commits: usize, durability: Durability) -> f64 {
    let mut log = Log::open(folder, Options { durability }).unwrap();
    let mut tip = log.create("main", &genesis(), &played.start).unwrap().id;
    let began = Instant::now();
    for (input, steps) in &played.commits[..commits] {
        tip = log.append("main", tip, input, steps).unwrap().id;
    }
    log.close().unwrap();
    commits as f64 / began.elapsed().as_secs_f64()
}

/// Writes the same values under the same keys to sled alone, with a flush after every `each`.
fn raw_sled(folder: &Path, values: &[([u8; 32], Vec<u8>)], each: usize) -> f64 {
    let config = sled::Config::new().path(folder).cache_capacity(256 << 20).mode(sled::Mode::LowSpace);
    let db = config.open().unwrap();
    let began = Instant::now();
    for (number, (id, value)) in values.iter().enumerate() {
        db.insert(id, &value[..]).unwrap();
        if (number + 1).is_multiple_of(each) {
            db.flush().unwrap();
        }
    }
    db.flush().unwrap();
    values.len() as f64 / began.elapsed().as_secs_f64()
}

/// Writes the same values to a plain file, with a sync after every `each`.
fn plain_file(path: &Path, values: &[([u8; 32], Vec<u8>)], each: usize) -> f64 {
    let mut file = File::create(path).unwrap();
    let mut buffer = Vec::new();
    let began = Instant::now();
    for (number, (id, value)) in values.iter().enumerate() {
        buffer.extend(id);
        buffer.extend(value);
        if (number + 1).is_multiple_of(each) {
            file.write_all(&buffer).unwrap();
            file.sync_data().unwrap();
            buffer.clear();
        }
    }
    file.write_all(&buffer).unwrap();
    file.sync_data().unwrap();
    values.len() as f64 / began.elapsed().as_secs_f64()
}

/// The keys and values of the first commits of a game: their ids, and as many bytes as they take.
fn values(played: &Played, commits: usize) -> Vec<([u8; 32], Vec<u8>)> {
    let mut log = Log::in_memory().unwrap();
    let mut tip = log.create("main", &genesis(), &played.start).unwrap().id;
    let mut values = Vec::new();
    for (input, steps) in &played.commits[..commits] {
        tip = log.append("main", tip, input, steps).unwrap().id;
        let raw = log.store().read(tip).unwrap();
        let mut value = raw.parent.as_bytes().to_vec();
        value.extend(raw.jump.as_bytes());
        value.extend(raw.input);
        raw.entries.iter().for_each(|entry| {
            value.extend(entry.citation.to_le_bytes());
            value.extend(entry.bytes);
        });
        values.push((*tip.as_bytes(), value));
    }
    values
}

fn throughput() {
    let played = play(250_000);
    println!("commits a second                    the store   raw sled  plain file   to sled  to file");
    let modes = [
        ("every commit", Durability::EveryCommit, 1, 2_000),
        ("every 64", Durability::Every(NonZeroU32::new(64).unwrap()), 64, 15_000),
        ("at close", Durability::AtClose, usize::MAX, 15_000),
    ];
    for (name, durability, each, commits) in modes {
        let commits = commits.min(played.commits.len());
        let values = values(&played, commits);
        // The best of three, taken in turn: the machine is shared.
        let mut best = [0.0f64; 3];
        for _ in 0..3 {
            let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
            let found = [
                append(&folders[0].path().join("store"), &played, commits, durability),
                raw_sled(folders[1].path(), &values, each),
                plain_file(&folders[2].path().join("file"), &values, each),
            ];
            best = std::array::from_fn(|at| best[at].max(found[at]));
        }
        let [store, sled, file] = best;
        println!(
            "{name:14} ({commits:6} commits)   {store:11.0} {sled:10.0} {file:11.0} {:9.2} {:8.2}",
            store / sled,
            store / file
        );
    }
}

fn bytes(events: u64) {
    let played = play(events);
    let folder = tempfile::tempdir().unwrap();
    let mut log = Log::open(folder.path(), Options { durability: Durability::AtClose }).unwrap();
    let mut tip = log.create("main", &genesis(), &played.start).unwrap().id;
    for (input, steps) in &played.commits {
        tip = log.append("main", tip, input, steps).unwrap().id;
    }
    log.close().unwrap();
    let without = size(folder.path());
    let log = Log::open(folder.path(), Options::default()).unwrap();
    let (mut events, mut encoding, mut framed, mut inputs, mut commits) = (0u64, 0u64, 0u64, 0u64, 0u64);
    for raw in log.store().commits(tip, 0) {
        let raw = raw.unwrap();
        commits += 1;
        inputs += raw.input.len() as u64;
        for entry in raw.entries.iter() {
            events += 1;
            encoding += entry.bytes.len() as u64;
            framed += entry.bytes.len() as u64 + 4;
        }
    }
    let snapshots = log.keep_snapshots(tip).unwrap();
    log.close().unwrap();
    let with = size(folder.path());
    let journal = std::fs::metadata(folder.path().join("journal")).unwrap().len();
    let each = |bytes: u64| bytes as f64 / events as f64;
    println!(
        "{events:8} {commits:8} {:9.1} {:9.1} {:7.1} {:9.1} {:9.1} {:9.1} {:8.2} {:8.2}   ({snapshots} snapshots)",
        each(encoding),
        each(framed),
        each(inputs),
        each(journal),
        each(without - journal),
        each(with.saturating_sub(without)),
        without as f64 / encoding as f64,
        without as f64 / (framed + inputs) as f64,
    );
}

fn main() {
    let sizes: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000, 10_000] } else { sizes };
    let began = Instant::now();
    for number in 0..1_000_000u64 {
        std::hint::black_box(blake3::hash(&[number as u8; 100]));
    }
    println!("calibration: {:.0} hashes of 100 bytes a second", 1e6 / began.elapsed().as_secs_f64());
    throughput();
    println!("bytes for each event; ratio: journal and database to the events' encoding, and to what has to be kept");
    println!("  events  commits  encoding  + framing  input   journal  database snapshots    ratio    ratio");
    sizes.into_iter().for_each(bytes);
}
