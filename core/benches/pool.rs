//! Measures how long a pool of many cards takes to open, and how that grows with its cards. It
//! prints the table of `docs/performance.md`:
//!
//! ```text
//! cargo bench -p retrace-core --bench pool -- 1000 5000 20000
//! ```
//!
//! The cards are the bundled ones under other names. Each pack stays in `target/tmp`, for commands
//! that take `--cards`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench says what it finds, and stops if it cannot")]

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use retrace_core::card::Card;
use retrace_core::card::file::{read_card, write_card};
use retrace_core::card::pool::pack::{Pack, packed};
use retrace_core::card::pool::{Pool, bundled_cards};
use retrace_core::deck::{self, Deck};
use retrace_core::fact::PlayerId;
use retrace_core::rules;

/// The number of measurements of each kind.
const TIMES: usize = 11;

/// Cards under names that no bundled card has.
fn made_up(count: usize) -> Pool {
    let faces = bundled_cards().iter().filter_map(|card| match card {
        Card::Card(face) => Some(face),
        _ => None,
    });
    let mut pool = Pool::default();
    for (number, face) in faces.cycle().take(count).enumerate() {
        let mut face = face.clone();
        face.name = format!("{} {number}", face.name);
        pool.add(Card::Card(face));
    }
    pool
}

/// The median time in milliseconds, and the last result.
fn timed<T>(mut measure: impl FnMut() -> T) -> (f64, T) {
    let mut times = Vec::new();
    let mut last = None;
    for _ in 0..TIMES {
        let start = Instant::now();
        last = Some(black_box(measure()));
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    (times[TIMES / 2], last.unwrap())
}

/// Hashes of 100 bytes a second.
fn calibration() -> f64 {
    let start = Instant::now();
    let hashes = 200_000;
    for number in 0..hashes {
        black_box(blake3::hash(&[u8::try_from(number % 256).unwrap(); 100]));
    }
    f64::from(hashes) / start.elapsed().as_secs_f64()
}

fn main() {
    let mut sizes: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 5_000, 20_000];
    }
    println!("{:.0} hashes of 100 bytes a second; milliseconds, median of {TIMES}\n", calibration());
    println!("| cards | bytes | opening | catalogue | decks and game | in all | names that can be chosen | as files |");
    println!("|---|---|---|---|---|---|---|---|");
    for size in sizes {
        let cards = made_up(size);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{size}.cards"));
        std::fs::write(&path, packed(&cards).unwrap()).unwrap();
        let bytes = std::fs::metadata(&path).unwrap().len();
        let open = || {
            let mut pool = Pool::bundled().unwrap();
            pool.add_pack(Pack::read("it.cards", std::fs::read(&path).unwrap()).unwrap());
            pool
        };
        let (opening, _) = timed(open);
        let (listing, pool) = timed(|| {
            let pool = open();
            pool.catalogue();
            pool
        });
        let names: Vec<&str> = pool.names().filter(|name| name.ends_with('7')).take(15).collect();
        let list: String = names.iter().map(|name| format!("2 {name}\n")).chain(["17 Forest\n".to_owned()]).collect();
        let (all, pool) = timed(|| {
            let pool = open();
            let deck = Deck::read("deck.txt", &list, &pool).unwrap();
            let players = ["Ann", "Bob"].map(|name| (name.to_owned(), &deck));
            rules::start(&deck::genesis(&players, PlayerId(0), 1, &pool)).unwrap();
            pool
        });
        let start = Instant::now();
        let printed = pool.catalogue().printed().count();
        let names = start.elapsed().as_secs_f64() * 1e3;
        assert!(printed >= size);
        let texts: Vec<String> =
            cards.names().take(1_000).map(|name| write_card(cards.get(name).unwrap()).unwrap()).collect();
        let start = Instant::now();
        texts.iter().for_each(|text| drop(read_card("it.ron", text).unwrap()));
        let files = start.elapsed().as_secs_f64() * 1e3 / texts.len() as f64 * size as f64;
        let (catalogue, game) = (listing - opening, all - listing);
        println!(
            "| {size} | {bytes} | {opening:.1} | {catalogue:.1} | {game:.1} | {all:.1} | {names:.0} | {files:.0} |"
        );
    }
}
