//! Writes a game into a log, exports it as a replay, and verifies that by running it again.
//!
//!     cargo run -p retrace-store --example replay

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;

use retrace_core::prelude::*;
use retrace_store::prelude::*;

const DECK: &str = "20 Mountain
16 Goblin Guide
4 Lightning Bolt";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let pool = Pool::bundled()?;
    let deck = Deck::read("red", DECK, &pool)?;
    let genesis = deck::genesis(&[("Ann".to_owned(), &deck), ("Bob".to_owned(), &deck)], PlayerId(0), 7, &pool);

    // Each input is appended with the steps that it led to, after the head that the writer saw
    // last.
    let mut log = Log::open(folder.path().join("store"), Options::default())?;
    let (mut game, steps) = rules::start(&genesis)?;
    let mut head = log.create("main", &genesis, &steps)?.id;
    let mut dice = Dice::new(7);
    while let Some(choice) = rules::choice(&game).filter(|_| game.len() < 500) {
        let input = Input::Decision { by: choice.answered_by, answer: play::sample(&game, &choice, &mut dice) };
        let (steps, after) = rules::play(&game, &input)?;
        head = log.append("main", head, &input, &steps)?.id;
        game = after;
    }

    let file = folder.path().join("game.retrace");
    log.export(head, Detail::Entries)?.write(&file)?;
    log.close()?;

    // Whoever gets the file runs it under their own rules, and sees whether each event is the same.
    let replay = Replay::read(&file)?;
    match verify(&replay)? {
        Verdict::Exact { commits, events, tip } => println!("EXACT: {commits} inputs, {events} events, {tip}"),
        other => return Err(format!("it leads elsewhere: {other:?}").into()),
    }
    Ok(())
}
