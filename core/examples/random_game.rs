//! Plays a game of two decks at random, and says how it ended.
//!
//!     cargo run -p retrace-core --example random_game

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;

use retrace_core::prelude::*;

const RED: &str = "20 Mountain
16 Goblin Guide
4 Lightning Bolt";
const GREEN: &str = "18 Forest
16 Grizzly Bears
6 Giant Growth";

fn main() -> Result<(), Box<dyn Error>> {
    let pool = Pool::bundled()?;
    let decks = (Deck::read("red", RED, &pool)?, Deck::read("green", GREEN, &pool)?);
    let players = [("Ann".to_owned(), &decks.0), ("Bob".to_owned(), &decks.1)];
    let seed = 1;
    let genesis = deck::genesis(&players, PlayerId(0), seed, &pool);

    // Players answer one choice after another; here, at random.
    let mut dice = Dice::new(seed);
    let (mut game, steps) = rules::start(&genesis)?;
    let mut events: usize = steps.iter().map(|step| step.entries.len()).sum();
    let mut inputs = 0;
    while let Some(choice) = rules::choice(&game) {
        let input = Input::Decision { by: choice.answered_by, answer: play::sample(&game, &choice, &mut dice) };
        let (steps, after) = rules::play(&game, &input)?;
        events += steps.iter().map(|step| step.entries.len()).sum::<usize>();
        inputs += 1;
        game = after;
    }
    println!("{inputs} inputs, {events} events; {:?}", rules::pending(&game));
    for player in game.players() {
        println!("{} has {} life", player.name, player.life);
    }
    Ok(())
}
