//! What a card cannot say though serde could read it: contradictions, words that refer to nothing.

pub(crate) mod becomes;
pub(crate) mod context;
mod face;
mod sense;
