//! Conversion of current steps to older formats.

use crate::fact::{Event, Step, wire};

use super::{Game, evolve_entry};

/// Converts steps to a format. Before [`wire::ADVANCES`], a changed frame is recorded whole. `game`
/// is the game before the steps, or `None` for a genesis.
///
/// A replay of old inputs compares the converted steps with the recorded ones.
pub fn written_in(format: u16, game: Option<&Game>, mut steps: Vec<Step>) -> Vec<Step> {
    if format >= wire::ADVANCES {
        return steps;
    }
    let mut game = game.map_or_else(Game::empty, Game::clone);
    for entry in steps.iter_mut().flat_map(|step| &mut step.entries) {
        evolve_entry(&mut game, entry);
        if let (Event::FrameAdvanced { .. }, Some(frame)) = (&entry.event, game.frame()) {
            entry.event = Event::FrameChanged { frame: frame.clone() };
        }
    }
    steps
}
