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

impl Marks {
    /// Whether there is a breakpoint with this predicate.
    pub fn has_breakpoint(&self, text: &str) -> bool {
        self.breakpoints.iter().any(|it| it.text == text)
    }
}

/// A predicate at which running stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakpoint {
    /// The predicate.
    pub text: String,
    /// Whether the breakpoint is active.
    pub enabled: bool,
}
