//! Watches and breakpoints as data.

use serde::{Deserialize, Serialize};

/// Watches and breakpoints, each in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// The watched expressions.
    #[serde(default)]
    pub watches: Vec<String>,
    /// The breakpoints.
    #[serde(default)]
    pub breakpoints: Vec<Breakpoint>,
}

/// A predicate at which running stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakpoint {
    /// The predicate.
    pub text: String,
    /// Whether the breakpoint is active.
    pub enabled: bool,
}
