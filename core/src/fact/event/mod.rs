//! Events, entries and steps.
//!
//! The table in `kinds` declares each event once: its number and fields, what it is about, who sees
//! it, and its sentence. `state::evolve` holds its effect. `declare` explains the syntax of a
//! declaration.

#[macro_use]
mod declare;
mod kinds;
mod past;
mod reserved;
mod told;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::rule::Rule;

use super::ids::{EntryNo, PlayerId};

pub use kinds::Event;
pub(crate) use reserved::Reservation;
pub use told::{Course, EventNames, Seen};

/// The part of a step that an entry belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Part {
    /// An input from outside.
    Input,
    /// What was replaced or prevented before the batch (CR 616).
    Replacement,
    /// The batch: everything that happens simultaneously.
    Batch,
    /// Consequences of the derived state: removals from combat, control changes, effects ending.
    Consequence,
    /// Abilities that triggered on the batch (CR 603.2).
    Trigger,
    /// Changes of the call stack.
    Frame,
}

/// A numbered fact with its cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its index in the game's history.
    pub no: EntryNo,
    /// The part of its step.
    pub part: Part,
    /// The earlier entry that caused it; `None` for genesis and inputs.
    pub cause: Option<EntryNo>,
    /// The rule behind it. It is stored beside the event and is not part of the event's identity.
    pub rule: Rule,
    /// The fact.
    pub event: Event,
}

/// A batch of simultaneous events, with everything that follows directly from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The entries in order.
    pub entries: Vec<Arc<Entry>>,
}

/// How a game ended (CR 104.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// This player won.
    Won(PlayerId),
    /// Nobody won (CR 104.4).
    Draw,
}
