//! The commands a person can give, and what came of one.

pub mod list;
pub mod outcome;

pub use list::{Command, Group};
pub use outcome::Outcome;
