//! Watches and breakpoints as data.

use serde::{Deserialize, Serialize};

/// Watches and breakpoints, each in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// The expressions that are watched.
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
    /// Whether running stops there.
    pub enabled: bool,
}
