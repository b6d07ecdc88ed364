//! Retrace: a time-travel debugger for games of Magic: The Gathering.
//!
//! [`session`] holds everything that can be done with a game, as plain data and functions; [`cli`] does it without a
//! window, [`window`] with one.

// What the documentation asks of the persistent containers of a session (are they Send?) is a deep question about types.
#![recursion_limit = "256"]

pub mod cli;
pub mod session;
pub mod window;
