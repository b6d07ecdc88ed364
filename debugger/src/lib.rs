//! Retrace: a time-travel debugger for games of Magic: The Gathering.
//!
//! [`session`] holds everything that can be done with a game, as plain data and functions; [`cli`] does it without a
//! window, [`window`] with one. [`laws`] holds what must be true of every game against games that were
//! played, and [`simulate`] plays many.

// What the documentation asks of the persistent containers of a session (are they Send?) is a deep question about types.
#![recursion_limit = "256"]

pub mod cli;
pub mod laws;
pub mod session;
pub mod simulate;
pub mod window;
