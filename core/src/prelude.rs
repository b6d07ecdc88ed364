//! What a program that embeds the rules needs, and what stays as it is from version to version.
//! Everything else of this crate may change with it.
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
pub use crate::card::pool::Pool;
pub use crate::deck::{self, Deck};
pub use crate::fact::{
    Answer, CardId, Choice, Domain, Entity, Entry, EntryNo, Event, GameResult, Genesis, Input, Item, ObjectId,
    PlayerId, Prompt, Step, Zone,
};
pub use crate::play::{self, Dice};
pub use crate::rules::{self, Illegal, Pending};
pub use crate::scenario::{Failure, Run, Scenario, ScenarioError, tell_choice, tell_entry};
pub use crate::state::{Game, evolve, evolve_entry};
