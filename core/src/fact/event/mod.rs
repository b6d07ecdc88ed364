//! Events, entries and steps.
//!
//! An event is declared once, in the table of `kinds`: its number and fields, what it is about, who sees it, and its
//! sentence. What it does stands in `state::evolve`. `declare` says how a declaration reads.

#[macro_use]
mod declare;
mod kinds;
mod told;

use serde::{Deserialize, Serialize};

use crate::rule::Rule;

use super::ids::{EntryNo, PlayerId};

pub use kinds::Event;
pub use told::{Course, Seen, Words};

/// Which part of a step an entry belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Part {
    /// What came from outside.
    Input,
    /// What was replaced or prevented on the way to the batch (CR 616).
    Replacement,
    /// The batch: what happened at once.
    Batch,
    /// What follows from what is derived: removed from combat, control changed, an effect over.
    Consequence,
    /// What triggered on the batch (CR 603.2).
    Trigger,
    /// The change of the call stack.
    Frame,
}

/// One numbered fact with what brought it about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its place in the game.
    pub no: EntryNo,
    /// Which part of its step it belongs to.
    pub part: Part,
    /// The earlier entry that brought it about; none for genesis and inputs.
    pub cause: Option<EntryNo>,
    /// The rule that made it happen. It stands beside the event: it is no part of its identity.
    pub rule: Rule,
    /// The fact.
    pub event: Event,
}

/// What happens at once, and what is noticed of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The entries in order.
    pub entries: Vec<Entry>,
}

/// How a game ended (CR 104.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// This player won.
    Won(PlayerId),
    /// Nobody did (CR 104.4).
    Draw,
}
