//! Measures how long the characteristics of a whole board take after one change (CR 613), and how
//! that grows with the board. It prints the tables of `docs/performance.md`:
//!
//! ```text
//! cargo bench -p retrace-core --bench layers
//! ```
//!
//! A change is one +1/+1 counter put on a creature. The time is that of the first question about
//! characteristics after it. Each board is shown with a calibration from the same run: hashes of
//! 100 bytes.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench says what it finds, and stops if it cannot")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use retrace_core::card::pool::Pool;
use retrace_core::card::{Card, CounterKind, TurnStep, ZoneKind};
use retrace_core::derive::Look as _;
use retrace_core::fact::{Canonical, Edit, Entity, Genesis, Input, ObjectId, Placed, PlayerId, PlayerSetup, SetUp};
use retrace_core::rules;
use retrace_core::state::{Game, evolve};

/// The number of measurements for each board.
const TIMES: usize = 41;

/// Creatures and lands for the effects to apply to.
const CROWD: [&str; 4] = ["Grizzly Bears", "Goblin Piker", "Forest", "Mutavault"];

/// Twenty effects: sizes, keywords, colours.
const EFFECTS: [(&str, usize); 4] =
    [("Glorious Anthem", 8), ("Night of Souls' Betrayal", 1), ("Dralnu's Crusade", 4), ("Prismatic Omen", 7)];

/// A knot: types, land types and abilities that depend on one another.
const KNOT: [&str; 12] = [
    "Opalescence",
    "Humility",
    "Blood Moon",
    "Urborg, Tomb of Yawgmoth",
    "Life and Limb",
    "Enchanted Evening",
    "March of the Machines",
    "Kormus Bell",
    "Magus of the Moon",
    "Living Plane",
    "Yixlid Jailer",
    "Nature's Revolt",
];

fn board(crowd: usize, effects: &[(&str, usize)]) -> Game {
    let pool = Pool::bundled().unwrap();
    let mut cards: Vec<Canonical<Card>> = Vec::new();
    let mut objects = Vec::new();
    let mut place = |name: &str, count: usize| {
        let card = u32::try_from(cards.len()).unwrap();
        cards.push(Canonical::new((**pool.get(name).unwrap()).clone()));
        objects.extend((0..count).map(|_| Placed::plain(card, PlayerId(0), ZoneKind::Battlefield)));
    };
    for (name, count) in effects {
        place(name, *count);
    }
    for (name, more) in CROWD.iter().zip(0..) {
        place(name, (crowd + more) / CROWD.len());
    }
    place("Plains", 0);
    let plains = u32::try_from(cards.len() - 1).unwrap();
    let player = |name: &str| PlayerSetup { name: name.to_owned(), deck: vec![plains; 20], ..PlayerSetup::default() };
    let genesis = Genesis {
        seed: 1,
        players: vec![player("Ann"), player("Bob")],
        starting_player: PlayerId(0),
        cards,
        set_up: Some(SetUp { turn: 3, step: TurnStep::PrecombatMain, day_night: None, objects }),
        ..Genesis::default()
    };
    rules::start(&genesis).unwrap().0
}

/// Returns the median time of the first question after a change.
fn measure(game: &Game) -> Duration {
    let bears = |id: &&ObjectId| game.characteristics(**id).is_some_and(|it| it.power.is_some());
    let bear = *game.world().battlefield.iter().find(bears).unwrap();
    let put = Input::Edit(Edit::Counters(Entity::Object(bear), CounterKind::PowerToughness(1, 1), 1));
    let (steps, _) = rules::play(game, &put).unwrap();
    let change = steps.first().unwrap();
    let mut took: Vec<Duration> = (0..TIMES)
        .map(|_| {
            let mut changed = game.clone();
            evolve(&mut changed, change);
            let began = Instant::now();
            black_box(changed.derived());
            began.elapsed()
        })
        .collect();
    took.sort();
    took[TIMES / 2]
}

fn calibration() -> f64 {
    let began = Instant::now();
    let mut hash = blake3::hash(&[0; 100]);
    let count = 200_000u32;
    for _ in 0..count {
        let mut bytes = [0; 100];
        bytes[..32].copy_from_slice(hash.as_bytes());
        hash = blake3::hash(&bytes);
    }
    black_box(hash);
    f64::from(count) / began.elapsed().as_secs_f64()
}

fn main() {
    println!("calibration: {:.0} hashes of 100 bytes a second", calibration());
    println!("permanents | with 20 effects | with a knot of {} permanents", KNOT.len());
    let knot: Vec<(&str, usize)> = KNOT.iter().map(|name| (*name, 1)).collect();
    for size in [10, 100, 200, 1000] {
        let micros = |effects: &[(&str, usize)]| measure(&board(size, effects)).as_secs_f64() * 1e6;
        println!("{size:10} | {:12.1} µs | {:12.1} µs", micros(&EFFECTS), micros(&knot));
    }
}
