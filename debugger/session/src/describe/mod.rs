//! Events, frames, choices and answers in plain English: one line each, with names in place of ids.
//!
//! Each function takes the game *before* what it describes, and changes nothing.

mod action;
mod choice;
mod derivation;
mod edit;
mod event;
mod frame;
mod names;
mod seen;

use retrace_core::fact::Entry;
use retrace_core::state::Game;

pub use action::{action, applied};
pub use choice::{act, answer, asked, input, item, prompt};
pub use derivation::{dependency, effect, not_applied};
pub use edit::{edited, fixed};
pub use event::reason_for_losing;
pub use frame::frame;
pub use names::{
    capitalized, components, controlled, counted, entity, list, noted, object, place, player, side, whose_turn, winner,
    zone,
};
pub(crate) use seen::is_said;
pub use seen::seen;

/// An entry in words. `before` is the game before it.
pub fn entry(before: &Game, entry: &Entry) -> String {
    capitalized(&event::event(before, &entry.event))
}
