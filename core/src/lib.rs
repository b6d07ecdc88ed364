//! The rules of Magic: The Gathering (Comprehensive Rules, edition of 2021-09-24) as a decider.
//!
//! A game is a list of events; everything else is a fold. [`decide`](rules::decide) answers an input with steps,
//! [`evolve`](state::evolve()) folds a step into a game, and [`pending`](rules::pending) says what the game waits for.
//! Nothing here does I/O, reads a clock, or keeps anything outside of [`state::Game`].
//!
//! `docs/architecture.md` tells the rooms; each imports only those above it.

// The types of the card language hold one another; rustdoc follows them to their end for each auto trait.
#![recursion_limit = "256"]

pub mod plain;
pub mod rule;

pub mod message;

pub mod card;
pub mod fact;
pub mod persist;

pub mod deck;

pub mod state;

pub mod derive;

pub mod observe;
pub mod rules;

pub mod predicate;

pub mod play;
pub mod scenario;

/// The edition of the Comprehensive Rules that the engine implements.
pub const EDITION: &str = "2021-09-24";
