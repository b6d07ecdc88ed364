//! A long timeline in a store, for benchmarks and the memory test.
#![allow(clippy::unwrap_used, reason = "a bench stops if it cannot")]

#[path = "../../../store/benches/common/mod.rs"]
#[allow(dead_code, reason = "the benches of the store use more of it")]
mod endless;

use std::path::Path;

use endless::{endless, genesis};
use retrace_core::play::Dice;
use retrace_core::rules::{self, Pending};
use retrace_store::{Durability, Log, Options};

/// Writes a timeline of at least this many events.
pub(crate) fn write(folder: &Path, events: u64) {
    let mut log = Log::open(folder, Options { durability: Durability::AtClose }).unwrap();
    let (mut game, steps) = rules::start(&genesis()).unwrap();
    let mut tip = log.create("main", &genesis(), &steps).unwrap().id;
    let mut dice = Dice::new(1);
    while game.len() < events {
        let Pending::Choices(choices) = rules::pending(&game) else { panic!("the game is over after {}", game.len()) };
        let input = endless(&game, &choices[0], &mut dice);
        let (steps, after) = rules::play(&game, &input).unwrap();
        tip = log.append("main", tip, &input, &steps).unwrap().id;
        game = after;
    }
    log.keep_snapshots(tip).unwrap();
    log.close().unwrap();
}
