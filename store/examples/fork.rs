//! Plays two lines from one point of a game, and says where they part.
//!
//!     cargo run -p retrace-store --example fork

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;

use retrace_core::prelude::*;
use retrace_store::prelude::*;

const DECK: &str = "18 Forest
16 Grizzly Bears
6 Giant Growth";

fn main() -> Result<(), Box<dyn Error>> {
    let pool = Pool::bundled()?;
    let deck = Deck::read("green", DECK, &pool)?;
    let genesis = deck::genesis(&[("Ann".to_owned(), &deck), ("Bob".to_owned(), &deck)], PlayerId(0), 3, &pool);
    let mut log = Log::in_memory()?;
    let (game, steps) = rules::start(&genesis)?;
    log.create("main", &genesis, &steps)?;
    let middle = go_on(&mut log, "main", game, 1, 60)?;
    let events = log.timeline("main")?.events;

    // A fork shares the past: it is one small write.
    log.fork("main", events, "other")?;
    go_on(&mut log, "main", middle, 2, 40)?;
    let here = log.game_at(log.timeline("other")?.tip, events)?;
    go_on(&mut log, "other", here, 3, 40)?;

    let (one, other) = (log.timeline("main")?.tip, log.timeline("other")?.tip);
    let parting = log.parting(one, other)?;
    println!("they share {} events; the first that differs is {:?}", parting.common_events, parting.first_different);
    let (one, other) = (log.fold(one)?, log.fold(other)?);
    for (a, b) in one.players().zip(other.players()) {
        println!("{}: {} life in one, {} in the other", a.name, a.life, b.life);
    }
    Ok(())
}

/// Plays some random inputs on a timeline, and returns the game after them.
fn go_on(log: &mut Log, timeline: &str, mut game: Game, seed: u64, inputs: usize) -> Result<Game, Box<dyn Error>> {
    let mut dice = Dice::new(seed);
    for _ in 0..inputs {
        let Some(choice) = rules::choice(&game) else { break };
        let input = Input::Decision { by: choice.answered_by, answer: play::sample(&game, &choice, &mut dice) };
        let (steps, after) = rules::play(&game, &input)?;
        let head = log.timeline(timeline)?.tip;
        log.append(timeline, head, &input, &steps)?;
        game = after;
    }
    Ok(game)
}
