//! x
#![allow(clippy::all, clippy::unwrap_used, clippy::print_stdout, missing_docs)]
use retrace_core::card::pool::Pool;
use retrace_core::fact::*;
use retrace_core::play::{Dice, sample};
use retrace_core::rules::{self, Pending};
use retrace_store::*;
use std::time::Instant;
fn genesis(seed: u64) -> Genesis {
    let pool = Pool::bundled().unwrap();
    let card = |name: &str| Canonical::new((**pool.get(name).unwrap()).clone());
    let player = |name: &str| PlayerSetup {
        name: name.to_owned(),
        life: 20,
        deck: (0..40).map(|i| i % 2).collect(),
        counters: Default::default(),
    };
    Genesis {
        edition: retrace_core::EDITION.to_owned(),
        seed,
        players: vec![player("Ann"), player("Bob")],
        starting_player: PlayerId(0),
        cards: vec![card("Forest"), card("Grizzly Bears")],
        set_up: None,
    }
}
fn main() {
    let mut dice = Dice::new(1);
    let mut games = Vec::new();
    let t = Instant::now();
    let mut n = 0;
    for seed in 0..20 {
        let g = genesis(seed);
        let (mut game, steps) = rules::start(&g).unwrap();
        let mut commits = vec![];
        while let Pending::Choices(c) = rules::pending(&game) {
            let answer = sample(&game, &c[0], &mut dice);
            let input = Input::Decision { by: c[0].answered_by, answer };
            let (steps, after) = rules::play(&game, &input).unwrap();
            game = after;
            commits.push((input, steps));
            n += 1;
            if commits.len() > 3000 {
                break;
            }
        }
        games.push((g, steps, commits));
    }
    let events: usize = games
        .iter()
        .map(|(_, s, c)| {
            s.iter().map(|s| s.entries.len()).sum::<usize>()
                + c.iter().flat_map(|c| &c.1).map(|s| s.entries.len()).sum::<usize>()
        })
        .sum();
    println!("rules: {n} commits {events} events in {:?}", t.elapsed());
    for d in [Durability::AtClose; 4] {
        let dir = tempfile::tempdir().unwrap();
        let t = Instant::now();
        let mut log = Log::open(dir.path(), Options { durability: d }).unwrap();
        let mut bytes = 0;
        let lim = if d == Durability::EveryCommit { 0 } else { 20 };
        let mut commits = 0;
        let mut ev = 0;
        for (i, (g, s, c)) in games.iter().enumerate().take(lim) {
            let name = format!("g{i}");
            let mut tip = log.create(&name, g, s).unwrap().id;
            for (input, steps) in c {
                let a = log.append(&name, tip, input, steps).unwrap();
                tip = a.id;
                commits += 1;
            }
            ev += log.timeline(&name).unwrap().events;
        }
        let t1 = t.elapsed();
        log.close().unwrap();
        let t2 = t.elapsed();
        let log = Log::open(dir.path(), Options { durability: d }).unwrap();
        let t3 = t.elapsed() - t2;
        for tl in log.timelines() {
            for c in log.store().commits(tl.tip, 0) {
                bytes += c.unwrap().entries.iter().map(|e| e.bytes.len()).sum::<usize>();
            }
        }
        let t4 = t.elapsed() - t2 - t3;
        for tl in log.timelines() {
            log.fold(tl.tip).unwrap();
        }
        let t5 = t.elapsed() - t2 - t3 - t4;
        let du = |p: &str| {
            std::process::Command::new("du")
                .arg("-sb")
                .arg(dir.path().join(p))
                .output()
                .map(|o| {
                    String::from_utf8_lossy(&o.stdout).split_whitespace().next().unwrap().parse::<usize>().unwrap()
                })
                .unwrap()
        };
        println!(
            "{d:?}: {commits} commits {ev} events; append {:?} ({:.0}/s) close {:?} open {t3:?} read {t4:?} fold {t5:?}; encoding {bytes}, sled {} journal {} = {:.2}x",
            t1,
            commits as f64 / t1.as_secs_f64(),
            t2 - t1,
            du("sled"),
            du("journal"),
            (du("sled") + du("journal")) as f64 / bytes as f64
        );
    }
}
