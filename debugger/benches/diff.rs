//! The difference of two states that share a past, at growing sizes: its cost depends on what
//! differs, not on the total size. It prints the table of `docs/performance.md`:
//!
//! ```text
//! cargo bench -p retrace --bench diff
//! ```
//!
//! Each row is a game with that many cards after that many random decisions; for comparison, the
//! table has the time of a walk over all objects of both states that compares only their addresses.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench says what it finds, and stops if it cannot")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use retrace_core::card::pool::Pool;
use retrace_core::fact::{Canonical, Genesis, PlayerId, PlayerSetup};
use retrace_core::play::{Dice, decide_at_random};
use retrace_core::rules::{self, Pending};
use retrace_core::state::Game;
use retrace_session::asking::diff::states;

const DECISIONS: usize = 60;
const TIMES: usize = 200;

fn genesis(cards: usize) -> Genesis {
    let pool = Pool::bundled().unwrap();
    let names = ["Forest", "Grizzly Bears", "Llanowar Elves"];
    let player = |name: &str| PlayerSetup {
        name: name.to_owned(),
        deck: (0..cards).map(|at| u32::try_from(at % 3).unwrap()).collect(),
        ..Default::default()
    };
    Genesis {
        seed: 1,
        players: vec![player("Ann"), player("Bob")],
        starting_player: PlayerId(0),
        cards: names.iter().map(|name| Canonical::new((**pool.get(name).unwrap()).clone())).collect(),
        ..Genesis::default()
    }
}

fn play_on(mut game: Game, dice: &mut Dice) -> Game {
    for _ in 0..DECISIONS {
        let Pending::Choices(choices) = rules::pending(&game) else { break };
        let input = decide_at_random(&game, &choices[0], dice);
        game = rules::play(&game, &input).unwrap().1;
    }
    game
}

/// The median time of several runs.
fn median(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<Duration> = (0..TIMES)
        .map(|_| {
            let began = Instant::now();
            run();
            began.elapsed()
        })
        .collect();
    times.sort();
    times[TIMES / 2].as_secs_f64() * 1e6
}

fn main() {
    println!("   cards   rows that differ   difference, µs   walk over all objects, µs");
    for cards in [50, 500, 5_000, 20_000] {
        let (game, _) = rules::start(&genesis(cards)).unwrap();
        let mut dice = Dice::new(1);
        let before = play_on(game, &mut dice);
        let after = play_on(before.clone(), &mut dice);
        let rows = states(&before, &after, Some(&before)).rows.len();
        let took = median(|| drop(black_box(states(&before, &after, Some(&before)))));
        let walk = median(|| {
            let theirs = &after.world().objects;
            let same = |(id, object): (_, &Arc<_>)| theirs.get(id).is_some_and(|other| Arc::ptr_eq(object, other));
            black_box(before.world().objects.iter().filter(|pair| same((pair.0, pair.1))).count());
        });
        println!("{:8}   {rows:16}   {took:14.1}   {walk:25.1}", 2 * cards);
    }
}
