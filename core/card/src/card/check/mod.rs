//! Checks beyond what serde can do: contradictions, and words that refer to nothing.

mod becomes;
pub mod context;
mod defending;
mod drafting;
mod face;
mod not_executed;
mod sense;
