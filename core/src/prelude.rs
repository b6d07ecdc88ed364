//! The stable surface for programs that embed the rules. Anything else in this crate may change in
//! any version.
//!
//! ```
//! use retrace_core::prelude::*;
//!
//! let pool = Pool::bundled()?;
//! let run = Scenario::read("board", r#"Scenario(
//!     name: "Three life",
//!     players: [(name: "Ann", life: 3), (name: "Bob")],
//!     script: [Expect([Life(of: "Ann", is: 3)])],
//! )"#)?.run(&pool)?;
//! assert!(run.failures.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/embedding.md` shows how they go together.

pub use crate::EDITION;
pub use crate::card::file::read_card;
pub use crate::card::pool::Pool;
pub use crate::deck::Deck;
pub use crate::fact::{
    Answer, CardId, Choice, Domain, Entity, Entry, EntryNo, Event, GameResult, Genesis, Input, Item, ObjectId,
    PlayerId, Prompt, Step, Zone,
};
pub use crate::play::Dice;
pub use crate::rules::{Illegal, Pending};
pub use crate::scenario::{Failure, Run, Scenario, ScenarioError, tell_choice, tell_entry};
pub use crate::state::{Game, evolve, evolve_entry};

/// A genesis from decks.
pub mod deck {
    pub use crate::deck::genesis;
}

/// Legal answers.
pub mod play {
    pub use crate::play::{enumerate, sample};
}

/// What happens next.
pub mod rules {
    pub use crate::rules::{GenesisError, choice, pending, play, play_on, start};
}
