//! Retrace: a time-travel debugger for games of Magic: The Gathering.
//!
//! [`session`] holds everything that can be done with a game, as plain data and functions; [`cli`] does it without a
//! window, [`window`] with one.

pub mod cli;
pub mod session;
pub mod window;
