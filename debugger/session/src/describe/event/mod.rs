//! Events in plain English. Most events declare their sentence; those that need more than names
//! have it here, in one file for each group.

mod chance;
mod combat;
mod game;
mod objects;
mod several;
mod stack;
mod stored;
mod turn;

use retrace_core::fact::Event;
use retrace_core::state::Game;

use super::names::Named;

pub use game::reason_for_losing;

/// The sentences that need more than names.
const APART: [fn(&Game, &Event) -> Option<String>; 7] =
    [objects::said, stored::said, stack::said, turn::said, combat::said, chance::said, game::said];

/// The text of an event, without an initial capital. `game` is the game before it.
pub(super) fn event(game: &Game, event: &Event) -> String {
    let apart = || APART.iter().find_map(|said| said(game, event));
    event.sentence(&Named(game)).or_else(apart).unwrap_or_else(|| event.name().to_owned())
}

#[cfg(test)]
mod tests {
    /// Every event whose declaration leaves its sentence to this folder has one here.
    #[test]
    fn every_event_has_a_sentence() {
        let kinds = include_str!("../../../../../core/src/fact/event/kinds.rs");
        let said = [
            include_str!("chance.rs"),
            include_str!("combat.rs"),
            include_str!("game.rs"),
            include_str!("stored.rs"),
            include_str!("objects.rs"),
            include_str!("stack.rs"),
            include_str!("turn.rs"),
        ]
        .concat();
        let table = kinds.split_once("events! {").map_or("", |(_, table)| table);
        let (mut name, mut apart) = ("", 0);
        for line in table.lines() {
            if let Some((number, rest)) = line.trim().split_once(' ')
                && number.parse::<u16>().is_ok()
            {
                name = rest.split_once(" {").map_or("", |(name, _)| name);
            }
            if line.contains("said_apart()") {
                assert!(said.contains(&format!("Event::{name} ")), "{name} has no sentence");
                apart += 1;
            }
        }
        assert!(apart > 0);
    }
}
