//! Events, frames, choices and answers in plain English: one line each, names in place of ids.
//!
//! Each takes the game as it was *before* what it describes, and changes nothing.

mod action;
mod choice;
mod derivation;
mod edit;
mod event;
mod frame;
mod names;

use retrace_core::fact::Entry;
use retrace_core::state::Game;

pub use action::{action, applied};
pub use choice::{act, answer, asked, input, item, prompt};
pub use derivation::{dependency, effect, not_applied};
pub use edit::{edited, fixed};
pub use frame::frame;
pub use names::{capitalized, components, controlled, entity, list, object, place, player, side, zone};

/// What an entry says. The game is the one before it.
pub fn entry(before: &Game, entry: &Entry) -> String {
    capitalized(&event::event(before, &entry.event))
}
