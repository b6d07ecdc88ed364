//! Sets up a board, casts a spell, and tells what happened, by what cause and rule.
//!
//!     cargo run -p retrace-core --example board

#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;

use retrace_core::prelude::*;

const BOARD: &str = r#"Scenario(
    name: "A bolt",
    players: [
        (name: "Ann", hand: ["Lightning Bolt"], battlefield: ["Mountain"]),
        (name: "Bob", battlefield: ["Grizzly Bears"]),
    ],
    script: [
        Cast(card: "Lightning Bolt", targets: ["Grizzly Bears"]),
        ResolveTop,
        Expect([Contents(zone: Graveyard, of: "Bob", are: ["Grizzly Bears"])]),
    ],
)"#;

fn main() -> Result<(), Box<dyn Error>> {
    let pool = Pool::bundled()?;
    let run = Scenario::read("board", BOARD)?.run(&pool)?.without_errors()?;
    if let Some(failure) = run.failures.first() {
        return Err(failure.to_string().into());
    }
    let line = run.timelines.first().ok_or("a script has a timeline")?;

    // A game is what its inputs lead to: the same ones lead to the same game.
    let (mut game, steps) = rules::start(&run.genesis)?;
    let mut told = tell(&game, &steps);
    for input in &line.inputs {
        let (steps, after) = rules::play(&game, input)?;
        told.extend(tell(&after, &steps));
        game = after;
    }
    if game != line.end {
        return Err("the same inputs led to another game".into());
    }
    told.iter().rev().take(12).rev().for_each(|line| println!("{line}"));
    let bob = PlayerId(1);
    println!("cards in Bob's graveyard: {}", game.zone(Zone::Graveyard(bob)).len());
    Ok(())
}

/// Each event as a line, with its cause and its rule.
fn tell(game: &Game, steps: &[Step]) -> Vec<String> {
    steps.iter().flat_map(|step| &step.entries).map(|entry| tell_entry(game, entry)).collect()
}
