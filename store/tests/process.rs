//! Tests two processes with one store: which one has it, and what a killed one leaves.
//!
//! A separate binary, because between fork and exec a child holds the locks of every store its
//! parent has open.
//!
//! The long form: `cargo test -p retrace-store --test process -- --ignored --nocapture many_kills`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may, and the child speaks to its parent")]

#[path = "suite/common.rs"]
mod common;
#[path = "suite/games.rs"]
mod games;

use std::io::{BufRead, BufReader};
use std::num::NonZeroU32;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::answer;
use retrace_core::fact::Input;
use retrace_core::play::Dice;
use retrace_core::rules;
use retrace_store::{Durability, EventId, Log, Options, StoreError, fsck};

const FOLDER: &str = "RETRACE_TEST_FOLDER";
const MODE: &str = "RETRACE_TEST_MODE";

/// The durability of the mode of this name, and how many commits it takes until one is
/// acknowledged.
fn mode(name: &str) -> (Durability, u64) {
    match name {
        "every" => (Durability::Every(NonZeroU32::new(8).unwrap()), 8),
        "close" => (Durability::AtClose, 25),
        _ => (Durability::EveryCommit, 1),
    }
}

/// Not a test but the other process. It appends until it is killed, and prints each id once
/// acknowledged, that is, durable under its mode.
#[test]
#[ignore = "the other tests start it"]
fn child() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let (durability, each) = mode(&std::env::var(MODE).unwrap_or_default());
    let mut log = Log::open(Path::new(&folder), Options { durability }).unwrap();
    let (mut tip, mut game) = match log.timeline("main") {
        Ok(main) => (main.tip, log.fold(main.tip).unwrap()),
        Err(_) => {
            let genesis = common::genesis(1);
            let (game, steps) = rules::start(&genesis).unwrap();
            (log.create("main", &genesis, &steps).unwrap().id, game)
        }
    };
    log.sync().unwrap();
    println!("\n{tip}");
    let mut dice = Dice::new(game.len());
    for number in 1.. {
        let input = if number % 3 == 0 { Input::Reseed(number) } else { answer(&game, &mut dice) };
        let Ok((steps, after)) = rules::play(&game, &input) else {
            // The game is over: whoever started this kills it.
            sleep(Duration::MAX);
            return;
        };
        tip = log.append("main", tip, &input, &steps).unwrap().id;
        game = after;
        if durability == Durability::AtClose && number % each == 0 {
            log.sync().unwrap();
        }
        if number % each == 0 {
            println!("{tip}");
        }
    }
}

fn start(folder: &Path, mode: &str) -> (Child, impl Iterator<Item = EventId>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .env(MODE, mode)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    (child, lines.map_while(Result::ok).filter_map(|line| line.parse().ok()))
}

/// The results of several rounds of killing.
#[derive(Debug, Default)]
struct Kills {
    rounds: u64,
    acknowledged: u64,
    /// In how many rounds the database had to be brought up to the journal.
    brought_up: u64,
}

/// Starts a process, kills it after a pseudorandom time, and opens the store again; a new store
/// every eight rounds.
fn kill(rounds: u64, mode: &str, kills: &mut Kills) {
    let mut folder = tempfile::tempdir().unwrap();
    let mut dice = Dice::new(rounds);
    for round in 0..rounds {
        if round % 8 == 7 {
            folder = tempfile::tempdir().unwrap();
        }
        let (mut child, mut acknowledged) = start(folder.path(), mode);
        let first = acknowledged.next().unwrap();
        sleep(Duration::from_micros(dice.below(60_000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        // What it printed before it died counts as well.
        let said: Vec<EventId> = std::iter::once(first).chain(acknowledged).collect();
        kills.rounds += 1;
        kills.acknowledged += said.len() as u64;
        let before = fsck::check(folder.path()).unwrap();
        kills.brought_up += u64::from(!before.is_whole());
        assert!(before.timelines.iter().all(|saved| saved.is_whole()), "{before:#?}");

        let mut log = Log::open(folder.path(), Options::default()).unwrap();
        assert!(log.recovered().iter().all(|recovered| recovered.lost.is_none()));
        let main = log.timeline("main").unwrap().clone();
        for id in &said {
            assert!(
                log.store().reaches(main.tip, *id).unwrap(),
                "round {round}, {mode}: {id} was acknowledged and is lost"
            );
        }
        assert_eq!(log.store().verify_chain(main.tip).unwrap(), main.commits);
        assert_eq!(log.fold(main.tip).unwrap().len(), main.events);
        // The operation log survives as well: the last append can be undone and redone.
        log.undo().unwrap().unwrap();
        assert!(log.timeline("main").map_or(0, |back| back.commits) < main.commits);
        log.redo().unwrap().unwrap();
        assert_eq!(*log.timeline("main").unwrap(), main);
        log.close().unwrap();
        let after = fsck::check(folder.path()).unwrap();
        assert!(after.is_whole(), "{after:#?}");
    }
}

const MODES: [&str; 3] = ["commit", "every", "close"];

#[test]
fn a_killed_process_leaves_every_acknowledged_commit_in_each_mode() {
    let mut kills = Kills::default();
    MODES.iter().zip([4, 3, 3]).for_each(|(mode, rounds)| kill(rounds, mode, &mut kills));
    assert!(kills.rounds == 10 && kills.acknowledged > 10, "{kills:?}");
}

#[test]
#[ignore = "the long form"]
fn many_kills_leave_every_acknowledged_commit_in_each_mode() {
    for mode in MODES {
        let mut kills = Kills::default();
        kill(72, mode, &mut kills);
        println!("{mode}: {kills:?}, nothing lost");
        assert!(kills.acknowledged > 72);
    }
}

#[test]
fn a_second_writer_waits_a_moment_and_a_reader_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let first = Log::open(&path, Options::default()).unwrap();
    let holder = std::thread::spawn(move || {
        sleep(Duration::from_millis(300));
        first.close().unwrap();
    });
    let begun = Instant::now();
    let (_, fresh) = fsck::open_to_read(&path).unwrap();
    assert!(fresh.is_some() && begun.elapsed() < Duration::from_millis(250), "{:?}", begun.elapsed());
    let second = Log::open(&path, Options::default()).unwrap();
    assert!(begun.elapsed() >= Duration::from_millis(250));
    holder.join().unwrap();
    // A process that does not let go is named.
    let begun = Instant::now();
    let refused = Log::open(&path, Options::default()).err().unwrap().to_string();
    assert!(refused.contains(&format!("({})", std::process::id())), "{refused}");
    assert!((1..5).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
    drop(second);
}

#[test]
fn a_killed_process_leaves_the_lock() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, mut acknowledged) = start(folder.path(), "commit");
    let first = acknowledged.next().unwrap();
    let refused = Log::open(folder.path(), Options::default()).err().unwrap();
    assert!(matches!(refused, StoreError::Locked { pid, .. } if pid == Some(child.id())), "{refused}");
    // A reader may open it all the same, and sees what was acknowledged.
    let (beside, fresh) = fsck::read_beside(folder.path(), Some(child.id())).unwrap();
    assert!(beside.store().reaches(beside.timeline("main").unwrap().tip, first).unwrap());
    assert_eq!(fresh.lost, Vec::new());
    child.kill().unwrap();
    child.wait().unwrap();
    Log::open(folder.path(), Options::default()).unwrap().close().unwrap();
}
