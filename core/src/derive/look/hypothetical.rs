//! Hypothetical games in which something has happened, to look at and throw away (CR 601.3e,
//! 614.12, 708.4).

use std::sync::Arc;

use crate::card::Definition;
use crate::fact::{Canonical, DefId, Entry, Event, Part};
use crate::rule;
use crate::state::{Game, evolve_entry};

/// The game after an event.
pub(crate) fn hypothetical(game: &Game, event: Event) -> Game {
    let mut game = game.clone();
    let entry = Entry { no: game.counters().entry, part: Part::Batch, cause: None, rule: rule!("614.12"), event };
    evolve_entry(&mut game, &Arc::new(entry));
    game
}

/// The game with a definition added, and its index.
pub fn knowing(game: &Game, definition: Definition) -> (Game, DefId) {
    knowing_shared(game, Canonical::new(definition))
}

/// [`knowing`] for a definition that other games may have, too.
pub(crate) fn knowing_shared(game: &Game, definition: Canonical<Definition>) -> (Game, DefId) {
    if let Some(def) = game.find_definition(&definition) {
        return (game.clone(), def);
    }
    let id = DefId(u32::try_from(game.definitions().len()).unwrap_or(u32::MAX));
    let event = Event::Defined { id, definition };
    (hypothetical(game, event), id)
}
