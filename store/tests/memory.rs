//! How much memory reading and importing a stranger's replay file can take, whatever the file
//! claims: no more than [`bound`]. All tests of this binary are one, since the allocator counts for
//! all threads.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may, and the figures are for the documents")]

#[path = "suite/games.rs"]
mod games;

use games::play;
use peak_alloc::PeakAlloc;
use retrace_core::fact::{Chance, Genesis, Input, ObjectId, PlayerId, wire};
use retrace_core::rules;
use retrace_store::commit::{EntryList, MAX_VALUE_BYTES, NewCommit};
use retrace_store::replay::ReplayCommit;
use retrace_store::{Collect, Detail, Durability, ENGINE, EventId, Log, Options, Replay};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// `docs/replay-format.md` promises this: eight times the file, plus what the longest value takes.
const fn bound(file: usize) -> usize {
    8 * file + 64 * MAX_VALUE_BYTES
}

/// The most memory allocated at one time, beyond what was allocated before.
fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let done = run();
    (done, ALLOCATOR.peak_usage().saturating_sub(before))
}

/// A file with a matching length and checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = (bytes.len() + 32) as u64;
    bytes[10..18].copy_from_slice(&length.to_le_bytes());
    let sum = blake3::derive_key("retrace replay v1", &bytes);
    bytes.extend(sum);
    bytes
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn commit(input: Vec<u8>, entries: EntryList, id: EventId) -> ReplayCommit {
    ReplayCommit { format: 1, input, events: entries.len() as u64, marks: Vec::new(), entries, id }
}

/// A replay of commits with matching ids.
fn chained(inputs: Vec<(Vec<u8>, EntryList)>) -> Replay {
    let mut parent = EventId::ZERO;
    let commits = inputs.into_iter().map(|(input, entries)| {
        parent = NewCommit { format: 1, input: input.clone(), entries: entries.clone() }.id_after(parent);
        commit(input, entries, parent)
    });
    Replay {
        engine: ENGINE.to_owned(),
        detail: Detail::Entries,
        catalogue: None,
        commits: commits.collect(),
        notes: Default::default(),
    }
}

/// A store with this many commits, packed or not: how much memory opening it and reading a commit
/// in the middle takes.
fn opening(commits: u64, packed: bool) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let quick = Options { durability: Durability::AtClose };
    let mut log = Log::open(folder.path(), quick).unwrap();
    let (mut game, steps) = rules::start(&games::genesis(1)).unwrap();
    let mut tip = log.create("main", &games::genesis(1), &steps).unwrap().id;
    for seed in 1..commits {
        let input = Input::Reseed(seed);
        let (steps, after) = rules::play(&game, &input).unwrap();
        tip = log.append("main", tip, &input, &steps).unwrap().id;
        game = after;
    }
    if packed {
        log.collect(Collect { pack: true, ..Collect::default() }).unwrap();
    }
    log.close().unwrap();
    let (_, peak) = peak(|| {
        let log = Log::open(folder.path(), quick).unwrap();
        let commit = log.store().commit_number(tip, commits / 2).unwrap().unwrap();
        assert_eq!(commit.number, commits / 2);
    });
    println!("{commits} commits, packed: {packed}: {} KiB to open and read one", peak >> 10);
    peak
}

/// `docs/store.md` promises this.
fn a_packed_store_takes_no_more_memory_the_more_commits_it_has() {
    let [few, many] = [2_000, 16_000].map(|commits| opening(commits, true));
    assert!(many < few + (1 << 20), "{few} bytes with few commits, {many} with many");
    assert!(many < opening(16_000, false), "a database is no smaller");
}

/// Reads and imports the bytes of a file of either form.
fn take(name: &str, bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hostile");
    std::fs::write(&file, bytes).unwrap();
    let (outcome, peak) = peak(|| {
        let replay = Replay::read(&file).map_err(|error| error.to_string())?;
        let mut log = Log::in_memory().map_err(|error| error.to_string())?;
        log.import("theirs", &replay).map_err(|error| error.to_string())
    });
    let outcome = outcome.map_or_else(|error| error, |timeline| format!("{} events", timeline.events));
    let shown: String = outcome.chars().take(90).collect();
    println!(
        "{name:34} {:>9} bytes, at most {:>11} ({:5.1} x): {shown}",
        bytes.len(),
        peak,
        peak as f64 / bytes.len() as f64
    );
    assert!(peak <= bound(bytes.len()), "{name}: {} bytes took {peak}, beyond {}", bytes.len(), bound(bytes.len()));
}

#[test]
fn importing_stays_under_the_stated_bound_whatever_the_file_says() {
    a_packed_store_takes_no_more_memory_the_more_commits_it_has();
    // Whatever is kept for the whole process is allocated before anything is measured.
    drop(play(&mut Log::in_memory().unwrap(), "warm", 1, 2));

    let mut log = Log::in_memory().unwrap();
    let played = play(&mut log, "main", 31, 60);
    let honest = log.export(played.tip(), Detail::Entries).unwrap();
    let (binary, mut lines) = (honest.to_bytes(), Vec::new());
    honest.write_lines(&mut lines).unwrap();
    take("an honest file", &binary);
    take("the same as JSON Lines", &lines);

    // Numbers of commits and events, and lengths, far beyond the file.
    let head = 19 + 1 + ENGINE.len();
    for (name, number) in [("2^20 commits", 1u64 << 20), ("2^40 commits", 1 << 40), ("2^64 commits", u64::MAX)] {
        let mut hostile = binary[..head].to_vec();
        varint(&mut hostile, number);
        varint(&mut hostile, number);
        hostile.extend(&binary[head + 3..binary.len() - 32]);
        take(name, &sealed(hostile));
    }
    for (name, number) in [("an input of 2^30 bytes", 1u64 << 30), ("an input of 2^63 bytes", 1 << 63)] {
        let mut hostile = binary[..head].to_vec();
        hostile.extend([1, 1, 1, 0]);
        varint(&mut hostile, number);
        hostile.resize(1 << 20, 7);
        take(name, &sealed(hostile));
    }

    // As many commits as fit, each as small as possible.
    for detail in [Detail::Ids, Detail::Marks, Detail::Entries] {
        let mut entries = EntryList::new();
        entries.push((1 << 15) + 103, b"");
        let small = |number: u64| ReplayCommit {
            format: 1,
            input: Vec::new(),
            events: 1,
            marks: if detail == Detail::Marks { vec![[0; 8]] } else { Vec::new() },
            entries: if detail == Detail::Entries { entries.clone() } else { EntryList::new() },
            id: EventId::from_bytes([number as u8; 32]),
        };
        let many = Replay {
            engine: ENGINE.to_owned(),
            detail,
            catalogue: None,
            commits: (0..20_000).map(small).collect(),
            notes: Default::default(),
        };
        take("20,000 commits of nothing", &many.to_bytes());
        let mut lines = Vec::new();
        many.write_lines(&mut lines).unwrap();
        take("the same as JSON Lines", &lines);
    }

    // Values that are small as bytes and large in memory, as long as a value may be.
    let genesis = games::genesis(1);
    let mut entries = EntryList::new();
    let first = &honest.commits[0].entries;
    first.iter().for_each(|entry| entries.push(entry.citation, entry.bytes));
    let cards = |text: &str| {
        // A list of cards is a varint with their number, then each card as a text after its length.
        let one = wire::encode(&text.to_owned()).unwrap();
        let empty = Genesis { cards: Vec::new(), ..genesis.clone() }.encode(wire::FORMAT_VERSION).unwrap();
        let part = b"\x05cards\x01\x00";
        let at = empty.windows(part.len()).position(|bytes| bytes == part).unwrap();
        let count = (MAX_VALUE_BYTES - empty.len() - 16) / one.len();
        let mut list = wire::encode(&count).unwrap();
        (0..count).for_each(|_| list.extend(&one));
        let mut bytes = empty[..at + 6].to_vec();
        bytes.extend(wire::encode(&list.len()).unwrap());
        bytes.extend(list);
        bytes.extend(&empty[at + part.len()..]);
        bytes
    };
    let card = |fields: &str| format!("Card(name:\"a\",types:[Artifact],{fields})");
    let texts = [
        ("many small cards", "Card(name:\"\",types:[Artifact])".to_owned()),
        ("cards with many keywords", card(&format!("abilities:[{}]", "Keyword(Flying),".repeat(4000)))),
        ("cards with many subtypes", card(&format!("subtypes:[{}]", "\"Elf\",".repeat(4000)))),
        ("cards with a long cost", card(&format!("cost:\"{}\"", "{1}".repeat(4000)))),
        ("cards that nest", card(&format!("abilities:{}", "[".repeat(4000)))),
    ];
    for (name, text) in &texts {
        take(name, &chained(vec![(cards(text), entries.clone())]).to_bytes());
    }
    let many = Genesis { cards: vec![], ..genesis.clone() };
    let mut many = Genesis { ..many };
    many.players[0].deck = vec![0; MAX_VALUE_BYTES - 2000];
    take(
        "a deck of a million cards",
        &chained(vec![(many.encode(wire::FORMAT_VERSION).unwrap(), entries.clone())]).to_bytes(),
    );
    let order = (0..200_000).map(|_| ObjectId(1)).collect();
    let input = wire::encode(&Input::Chance(Chance::Shuffle(PlayerId(0), order))).unwrap();
    let genesis = honest.commits[0].input.clone();
    take("a long order", &chained(vec![(genesis.clone(), entries.clone()), (input, entries.clone())]).to_bytes());
    let too_long = chained(vec![(vec![0; MAX_VALUE_BYTES + 1], entries.clone())]);
    take("a value that is too long", &too_long.to_bytes());

    // Lines without an end, and lines that nest.
    let text = String::from_utf8(lines).unwrap();
    let head = text.lines().next().unwrap();
    take("a line without an end", format!("{head}\n{}", "0".repeat(32 << 20)).as_bytes());
    take("a text without an end", format!("{head}\n{{\"input\":\"{}", "0".repeat(8 << 20)).as_bytes());
    take("lines that nest", format!("{head}\n{{\"says\":{}\n", "[".repeat(4 << 20)).as_bytes());
    take("a line of many values", format!("{head}\n{{\"says\":[{}0]}}\n", "0,".repeat(3 << 20)).as_bytes());
}
