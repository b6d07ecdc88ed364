//! Retrace: a time-travel debugger for games of Magic: The Gathering.
//!
//! [`retrace_session`] holds everything that can be done with a game, as plain data and functions;
//! [`cli`] does it without a window, `window` with one. [`laws`] checks played games against the
//! laws that every game must obey, [`simulate`] plays many games, and [`exercise`] plays
//! each card.
//!
//! Without the feature `window` the program has no window, and is built without what that needs.

// rustdoc asks whether the persistent containers of a session are Send, which recurses deeply
// through their types.
#![recursion_limit = "256"]

pub mod cli;
pub mod exercise;
pub mod laws;
pub mod shown;
pub mod simulate;
#[cfg(feature = "window")]
pub mod window;
