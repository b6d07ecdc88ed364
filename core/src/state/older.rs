//! Steps as older formats have them.

use crate::fact::{Event, Step, wire};

use super::{Game, evolve_entry};

/// Steps of today as a format has them: before [`wire::ADVANCES`], a frame that goes on is written as a whole. The game is
/// that before the steps; none before its first.
///
/// Whoever runs old inputs again compares what they bring about with what was written then, and puts in what goes on from
/// there.
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
