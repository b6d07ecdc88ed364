//! The card language as data: what an ability can say. The declarations refer to one another by nature, so these eight
//! files are one circle; nothing else is.
//!
//! An enum grows at its end: a word's place in it is its number on the wire.

pub mod ability;
pub mod cost;
pub mod effect;
pub mod filter;
pub mod instruction;
pub mod keyword;
pub mod restriction;
pub mod trigger;
