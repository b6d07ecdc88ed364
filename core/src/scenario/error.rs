//! What can be wrong: with the text or the script of a scenario, or with what it expects.

use std::fmt;

use crate::card::file::CardFileError;

/// Why a scenario could not be read or run to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ScenarioError {
    /// The name that the text was read under.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

impl From<CardFileError> for ScenarioError {
    fn from(error: CardFileError) -> ScenarioError {
        ScenarioError { file: error.file, line: error.line, column: error.column, message: error.message }
    }
}

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The name that the text was read under.
    pub file: String,
    /// The line of the expectation, from 1.
    pub line: usize,
    /// The timeline that it was asked of.
    pub timeline: String,
    /// What it says.
    pub expected: String,
    /// What there is instead.
    pub found: String,
    /// What happened since the last step of the script before it, in order.
    pub events_since: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}: on the timeline `{}`", self.file, self.line, self.timeline)?;
        writeln!(f, "    expected {}", self.expected)?;
        write!(f, "    found    {}", self.found)?;
        if self.events_since.is_empty() {
            return write!(f, "\n    nothing happened since the step before");
        }
        write!(f, "\n    since the step before:")?;
        self.events_since.iter().try_for_each(|event| write!(f, "\n        {event}"))
    }
}
