//! Measures the settings of sled: for each, the disk space for a thousand bytes of values, values
//! written and read per second, and the time to open. Prints the table of `docs/store.md`:
//!
//! ```text
//! cargo bench -p retrace-store --bench settings -- 100000
//! ```
//!
//! The values have the sizes of commits of random play and come from a generator, so that every run
//! writes the same.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench says what it finds, and stops if it cannot")]

use std::path::Path;
use std::time::Instant;

struct Setting {
    name: &'static str,
    /// How many values are written at once.
    batch: usize,
    config: fn(sled::Config) -> sled::Config,
}

const MIB: u64 = 1 << 20;

const SETTINGS: [Setting; 14] = [
    Setting { name: "its defaults", batch: 1, config: |it| it },
    Setting { name: "low space", batch: 1, config: low_space },
    Setting { name: "  cache 16 MiB", batch: 1, config: |it| low_space(it).cache_capacity(16 * MIB) },
    Setting { name: "  cache 64 MiB", batch: 1, config: |it| low_space(it).cache_capacity(64 * MIB) },
    Setting { name: "  flush each 50 ms", batch: 1, config: |it| low_space(it).flush_every_ms(Some(50)) },
    Setting { name: "  flush each 5000 ms", batch: 1, config: |it| low_space(it).flush_every_ms(Some(5000)) },
    Setting { name: "  segments 16 KiB", batch: 1, config: |it| low_space(it).segment_size(16 << 10) },
    Setting { name: "  segments 64 KiB", batch: 1, config: |it| low_space(it).segment_size(64 << 10) },
    Setting { name: "  segments 2 MiB", batch: 1, config: |it| low_space(it).segment_size(2 << 20) },
    Setting { name: "  segments 8 MiB", batch: 1, config: |it| low_space(it).segment_size(8 << 20) },
    Setting { name: "  batches of 100", batch: 100, config: low_space },
    Setting { name: "  batches of 10000", batch: 10_000, config: low_space },
    Setting { name: "  16 KiB, batches", batch: 10_000, config: |it| low_space(it).segment_size(16 << 10) },
    Setting {
        name: "  high throughput",
        batch: 1,
        config: |it| it.cache_capacity(256 * MIB).mode(sled::Mode::HighThroughput),
    },
];

fn low_space(config: sled::Config) -> sled::Config {
    config.cache_capacity(256 * MIB).mode(sled::Mode::LowSpace)
}

fn id(number: u64) -> [u8; 32] {
    *blake3::hash(&number.to_le_bytes()).as_bytes()
}

/// A value as long as a commit's; the key determines its length.
fn value(number: u64) -> Vec<u8> {
    let id = id(number);
    let length = 120 + usize::from(id[0]) + usize::from(id[1] / 4);
    let mut value = vec![0; length];
    blake3::Hasher::new().update(&id).finalize_xof().fill(&mut value);
    value
}

fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|entry| if entry.path().is_dir() { size(&entry.path()) } else { entry.metadata().unwrap().len() }).sum()
}

fn main() {
    let count = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(20_000u64);
    let only: Option<String> =
        std::env::args().skip(1).find(|word| !word.starts_with('-') && word.parse::<u64>().is_err());
    let began = Instant::now();
    for number in 0..1_000_000u64 {
        std::hint::black_box(blake3::hash(&[number as u8; 100]));
    }
    println!("calibration: {:.0} hashes of 100 bytes a second", 1e6 / began.elapsed().as_secs_f64());
    println!("{count} values, flushed after each thousand; ratio: bytes on disk to bytes of keys and values");
    println!("setting                ratio  bytes each   written/s     read/s   opened in");
    for setting in SETTINGS.iter().filter(|it| only.as_ref().is_none_or(|only| it.name.contains(only))) {
        let folder = tempfile::tempdir().unwrap();
        let open = || (setting.config)(sled::Config::new().path(folder.path())).open().unwrap();
        let db = open();
        let values = db.open_tree("objects").unwrap();
        let mut payload = 0;
        let began = Instant::now();
        let mut batch: Vec<([u8; 32], Vec<u8>)> = Vec::new();
        for number in 0..count {
            let (id, value) = (id(number), value(number));
            payload += (id.len() + value.len()) as u64;
            batch.push((id, value));
            match &mut batch[..] {
                [(id, value)] if setting.batch == 1 => {
                    values.insert(id, &value[..]).unwrap();
                    batch.clear();
                }
                all if all.len() == setting.batch => {
                    all.sort();
                    let mut one = sled::Batch::default();
                    batch.drain(..).for_each(|(id, value)| one.insert(&id, value));
                    values.apply_batch(one).unwrap();
                }
                _ => {}
            }
            if number % 1000 == 999 {
                db.flush().unwrap();
            }
        }
        for (id, value) in batch {
            values.insert(id, value).unwrap();
        }
        db.flush().unwrap();
        let wrote = count as f64 / began.elapsed().as_secs_f64();
        drop((values, db));
        let bytes = size(folder.path());
        let began = Instant::now();
        let db = open();
        let values = db.open_tree("objects").unwrap();
        let opened = began.elapsed();
        let reads = count.min(20_000);
        let began = Instant::now();
        for read in 0..reads {
            let wanted = read * 7919 % count;
            let id = id(wanted);
            let found = values.get(id).unwrap().unwrap();
            assert!(found == value(wanted));
        }
        let read = reads as f64 / began.elapsed().as_secs_f64();
        println!(
            "{:22} {:5.2} {:11.1} {wrote:11.0} {read:10.0} {:8.1} ms",
            setting.name,
            bytes as f64 / payload as f64,
            bytes as f64 / count as f64,
            opened.as_secs_f64() * 1000.0
        );
    }
}
