//! The errors of scenarios: in the text, in the script, or in an expectation.

use std::fmt;

use crate::card::file::CardFileError;
use crate::message::{self, Message};

/// How many events the short form of a failure shows at most.
const MOST_EVENTS: usize = 12;

/// Why a scenario could not be read or run to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ScenarioError {
    /// The name of the text.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong and what to do about it, in short.
    pub message: String,
    /// The same, with every list in full.
    pub whole: String,
}

impl ScenarioError {
    /// An error at a place.
    pub fn new(file: &str, (line, column): (usize, usize), message: &Message) -> ScenarioError {
        ScenarioError { file: file.to_owned(), line, column, message: message.short(), whole: message.whole() }
    }

    /// The error with its place; with every list in full if `all` is set.
    pub fn told(&self, all: bool) -> String {
        let message = if all { &self.whole } else { &self.message };
        format!("{}:{}:{}: {message}", self.file, self.line, self.column)
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(false))
    }
}

impl From<CardFileError> for ScenarioError {
    fn from(error: CardFileError) -> ScenarioError {
        let CardFileError { file, line, column, message, whole } = error;
        ScenarioError { file, line, column, message, whole }
    }
}

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The name of the text.
    pub file: String,
    /// The line of the expectation, from 1.
    pub line: usize,
    /// The timeline it was checked on.
    pub timeline: String,
    /// The expectation.
    pub expected: String,
    /// The actual value, in short.
    pub found: String,
    /// The same, with every list in full.
    pub found_in_full: String,
    /// The events since the preceding step of the script, in order.
    pub events_since: Vec<String>,
}

impl Failure {
    /// The failure in a few lines; with every list and all events if `all` is set.
    pub fn told(&self, all: bool) -> String {
        let found = if all { &self.found_in_full } else { &self.found };
        let mut text = format!("{}:{}: on the timeline `{}`\n", self.file, self.line, self.timeline);
        text += &format!("    expected {}\n    found    {found}\n", self.expected);
        let events = self.events_since.len();
        let left_out = if all { 0 } else { events.saturating_sub(MOST_EVENTS) };
        text += match (events, left_out) {
            (0, _) => "    nothing happened since the step before",
            _ => "    since the step before:",
        };
        if left_out > 0 {
            text += &format!("\n        {left_out} more events before these (`check --all` lists them)");
        }
        for event in self.events_since.iter().skip(left_out) {
            let event = if all { event.clone() } else { message::cut(event.clone(), message::MOST) };
            text += &format!("\n        {event}");
        }
        text
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(false))
    }
}
