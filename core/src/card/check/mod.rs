//! Checks beyond what serde can do: contradictions, and words that refer to nothing.

pub(crate) mod becomes;
pub(crate) mod context;
mod defending;
mod drafting;
mod face;
mod sense;
