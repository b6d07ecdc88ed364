//! The commands that a person can give, and their outcomes.

pub mod list;
pub mod outcome;

pub use list::{Command, Group, OTHER_KEYS};
pub use outcome::Outcome;
