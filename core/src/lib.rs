//! The rules of Magic: The Gathering (Comprehensive Rules, edition of 2021-09-24) as a decider.
//!
//! A game is a list of events; everything else is a fold. [`decide`](rules::decide) answers an
//! input with steps, [`evolve`](state::evolve()) folds a step into a game, and
//! [`pending`](rules::pending) says what the game waits for. Nothing here does I/O, reads a clock,
//! or keeps state outside [`state::Game`].
//!
//! The rooms, the lowest first; each uses those before it, and those of the crate `retrace-card`,
//! which are here under the same names. See `docs/architecture.md` for more.
//!
//! | floor | what is in it |
//! |---|---|
//! | `chance` | equally likely numbers |
//! | `fact` | events and their parts |
//! | `persist`, `deck` | persistent containers, and decks |
//! | `state` | a game, and how an event changes it |
//! | `derive` | what follows from a state |
//! | `observe`, `rules` | what a player sees, and what happens next |
//! | `kept` | what is kept beside a state, against what follows from it |
//! | `predicate`, `play` | predicates, and games played at random |
//! | `scenario` | boards and scripts |
//! | `prelude` | what other programs need |

// The types of the card language contain one another; rustdoc follows them all for each auto trait.
#![recursion_limit = "256"]

pub use retrace_card::{card, message, plain, rule};

mod chance;

pub mod fact;
pub mod persist;

pub mod deck;

pub mod state;

pub mod derive;

pub mod observe;
pub mod rules;

pub mod kept;

pub mod predicate;

pub mod play;
pub mod scenario;

pub mod prelude;

pub use rule::EDITION;

/// The engine of this build: its version, and a hash of the sources of the rules.
pub const ENGINE: &str = env!("RETRACE_ENGINE");
