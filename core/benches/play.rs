//! Measures how the cost of playing grows with the board and with the length of a game. It prints
//! the tables of `docs/performance.md`:
//!
//! ```text
//! cargo bench -p retrace-core --bench play
//! ```
//!
//! Nothing is hashed. A calibration from the same run stands beside the times: hashes of 100 bytes.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench says what it finds, and stops if it cannot")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use retrace_core::card::pool::Pool;
use retrace_core::card::{Card, TurnStep, ZoneKind};
use retrace_core::fact::{
    Act, Answer, Canonical, Choice, Domain, Genesis, Input, Item, Placed, PlayerId, PlayerSetup, SetUp,
};
use retrace_core::play::{Dice, sample};
use retrace_core::rules;
use retrace_core::state::Game;

/// The answers of one measurement.
const ANSWERS: usize = 400;

/// The permanents of each player, in turn.
const CROWD: [&str; 4] = ["Forest", "Grizzly Bears", "Plains", "Llanowar Elves"];

/// The position with this many permanents, half of them each player's, and libraries of this size.
fn position(permanents: usize, library: usize) -> Game {
    let pool = Pool::bundled().unwrap();
    let cards: Vec<Canonical<Card>> =
        CROWD.iter().map(|name| Canonical::new((**pool.get(name).unwrap()).clone())).collect();
    let place = |number: usize| {
        let owner = PlayerId(u8::try_from(number % 2).unwrap());
        Placed::plain(u32::try_from(number / 2 % CROWD.len()).unwrap(), owner, ZoneKind::Battlefield)
    };
    let player = |name: &str| PlayerSetup {
        name: name.to_owned(),
        life: 1_000_000_000,
        deck: vec![0; library],
        ..PlayerSetup::default()
    };
    let objects = (0..permanents).map(place).collect();
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

/// Answers the next choice. Returns the number of events and the game after them.
fn answer(game: &Game, policy: &mut dyn FnMut(&Game, &Choice) -> Answer) -> (usize, Game) {
    let choice = rules::choice(game).unwrap();
    let input = Input::Decision { by: choice.answered_by, answer: policy(game, &choice) };
    let (steps, after) = rules::play(game, &input).unwrap();
    (steps.iter().map(|step| step.entries.len()).sum(), after)
}

/// Passes with priority, and answers at random otherwise.
fn passes(game: &Game, choice: &Choice, dice: &mut Dice) -> Answer {
    match &choice.domain {
        Domain::Pick { options, .. } if options.contains(&Item::Act(Act::Pass)) => {
            Answer::Picked(vec![Item::Act(Act::Pass)])
        }
        _ => sample(game, choice, dice),
    }
}

fn each(took: Duration, count: usize) -> f64 {
    took.as_secs_f64() * 1e6 / count as f64
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
    println!("permanents | µs an answer | µs an event");
    for permanents in [10, 50, 100, 200, 400] {
        let mut game = position(permanents, 1_000);
        let mut dice = Dice::new(1);
        let (mut events, began) = (0, Instant::now());
        for _ in 0..ANSWERS {
            let (more, after) = answer(&game, &mut |game, choice| sample(game, choice, &mut dice));
            (events, game) = (events + more, after);
        }
        let took = began.elapsed();
        println!("{permanents:10} | {:12.1} | {:11.2}", each(took, ANSWERS), each(took, events));
    }
    println!("after events | µs an event, of the next 1,000");
    let mut game = position(10, 3_000);
    let mut dice = Dice::new(1);
    for length in [1_000, 10_000, 50_000, 100_000] {
        while game.len() < length {
            game = answer(&game, &mut |game, choice| passes(game, choice, &mut dice)).1;
        }
        let (mut events, began) = (0, Instant::now());
        while events < 1_000 {
            let (more, after) = answer(&game, &mut |game, choice| passes(game, choice, &mut dice));
            (events, game) = (events + more, after);
        }
        println!("{length:12} | {:11.2}", each(began.elapsed(), events));
    }
}
