//! Two processes and one store: who has it, and what is left when it is killed.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may, and the child speaks to its parent")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use retrace_core::card::pool::Pool;
use retrace_core::fact::{Canonical, Genesis, Input, PlayerId, PlayerSetup};
use retrace_core::rules;
use retrace_store::{EventId, Log, Options, StoreError};

const FOLDER: &str = "RETRACE_TEST_FOLDER";

fn genesis() -> Genesis {
    let forest = Pool::bundled().unwrap().get("Forest").map(|card| Canonical::new((**card).clone())).unwrap();
    let player = |name: &str| PlayerSetup { name: name.to_owned(), deck: vec![0; 20], ..Default::default() };
    Genesis {
        edition: retrace_core::EDITION.to_owned(),
        seed: 1,
        players: vec![player("Ann"), player("Bob")],
        starting_player: PlayerId(0),
        cards: vec![forest],
        ante: false,
        set_up: None,
    }
}

/// Not a test: the other process. It appends until it is killed, and says each id once it is acknowledged.
#[test]
#[ignore = "the other tests start it"]
fn child() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let mut log = Log::open(Path::new(&folder), Options::default()).unwrap();
    let (mut tip, mut game) = match log.timeline("main") {
        Ok(main) => (main.tip, log.fold(main.tip).unwrap()),
        Err(_) => {
            let (game, steps) = rules::start(&genesis()).unwrap();
            (log.create("main", &genesis(), &steps).unwrap().id, game)
        }
    };
    println!("\n{tip}");
    for seed in 0.. {
        let input = Input::Reseed(seed);
        let (steps, after) = rules::play(&game, &input).unwrap();
        tip = log.append("main", tip, &input, &steps).unwrap().id;
        game = after;
        println!("{tip}");
    }
}

fn start(folder: &Path) -> (Child, impl Iterator<Item = EventId>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    (child, lines.map_while(Result::ok).filter_map(|line| line.parse().ok()))
}

#[test]
fn a_killed_process_leaves_the_lock_and_every_acknowledged_commit() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..4 {
        let (mut child, mut acknowledged) = start(folder.path());
        let mut last = acknowledged.next().unwrap();
        let refused = Log::open(folder.path(), Options::default()).err().unwrap();
        assert!(matches!(refused, StoreError::Locked { pid, .. } if pid == Some(child.id())), "{refused}");
        for id in acknowledged.by_ref().take(3 + 7 * round) {
            last = id;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // What it had said before it died counts as well.
        last = acknowledged.last().unwrap_or(last);

        let mut log = Log::open(folder.path(), Options::default()).unwrap();
        let main = log.timeline("main").unwrap().clone();
        assert!(log.store().reaches(main.tip, last).unwrap());
        assert_eq!(log.store().verify_chain(main.tip).unwrap(), main.commits);
        assert_eq!(log.fold(main.tip).unwrap().len(), main.events);
        // The operation log came through as well: the last append is one, and can be taken back.
        log.undo().unwrap().unwrap();
        let back = log.timeline("main").map(|back| back.commits);
        assert_eq!(back.unwrap_or(0) + 1, main.commits);
        log.redo().unwrap().unwrap();
        assert_eq!(*log.timeline("main").unwrap(), main);
        log.close().unwrap();
    }
}
