//! Questions about a game, with answers as data and as text. Nothing here changes a session, except
//! that [`answers`] gives an answer that a person wrote.

pub mod account;
pub mod answers;
pub mod diff;
pub mod filter;
pub mod numbers;
pub mod seen;
pub mod tally;
pub mod telling;
pub mod tree;
pub mod why;
