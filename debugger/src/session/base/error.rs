//! What a session refuses, each error with the remedy.

use retrace_core::deck::DeckErrors;
use retrace_core::fact::wire::WireError;
use retrace_core::predicate::{EvalError, PredicateError};
use retrace_core::rules::{GenesisError, Illegal};
use retrace_core::scenario::ScenarioError;
use retrace_store::{Stopped, StoreError};

use super::place::TimelineId;

/// Why a session could not do something. It is as it was before.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// A game that cannot start.
    #[error("the game cannot start: {0}")]
    Genesis(#[from] GenesisError),
    /// An input that the rules refuse.
    #[error("{0}")]
    Illegal(#[from] Illegal),
    /// A timeline that is not there.
    #[error("there is no timeline number {}", .0.0)]
    NoTimeline(TimelineId),
    /// A timeline of another name.
    #[error("there is no timeline `{name}`; there are: {known}")]
    NoTimelineNamed {
        /// The name asked for.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// A player that is not there.
    #[error("there is no player `{name}`; there are: {known}")]
    NoPlayer {
        /// The name asked for.
        name: String,
        /// The letters and names that there are.
        known: String,
    },
    /// A name that is taken.
    #[error("there is a timeline `{0}` already; choose another name")]
    NameTaken(String),
    /// A name that no timeline may have.
    #[error("a timeline cannot be called `{name}`: {why}")]
    BadName {
        /// The name.
        name: String,
        /// Why not.
        why: &'static str,
    },
    /// The only timeline cannot be deleted.
    #[error("the only timeline cannot be deleted")]
    OnlyTimeline,
    /// An event that is not there.
    #[error("there is no event {wanted}: timeline `{timeline}` has {events}, counted from 0")]
    NoEvent {
        /// Its number.
        wanted: u64,
        /// The timeline.
        timeline: String,
        /// How many events it has.
        events: u64,
    },
    /// Words that are no answer to the choice.
    #[error("`{text}` is no answer here: {why}")]
    Answer {
        /// The words.
        text: String,
        /// What is wrong with them.
        why: String,
    },
    /// Words that are no edit that can be made here.
    #[error("`{text}` cannot be done here: {why}")]
    Edit {
        /// The words.
        text: String,
        /// What is wrong with them, and what to do.
        why: String,
    },
    /// A mana cost that cannot be paid automatically.
    #[error("{0}")]
    Payment(&'static str),
    /// A value that has no stored form.
    #[error("{0}")]
    Wire(#[from] WireError),
    /// A deck that does not read or that a format forbids.
    #[error(transparent)]
    Deck(#[from] DeckErrors),
    /// A text that is no predicate.
    #[error("in the predicate, {0}")]
    Predicate(#[from] PredicateError),
    /// A text that is no filter of events.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// A predicate that asks too much.
    #[error("in the predicate, {0}")]
    Eval(#[from] EvalError),
    /// The store, or a replay.
    #[error(transparent)]
    Store(StoreError),
    /// A file that cannot be opened as a game.
    #[error("{0}")]
    File(String),
    /// A scenario that cannot be played at all: everything that is wrong with it.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Scenario(Vec<ScenarioError>),
    /// Work that was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// Work on a thread of its own that could not be done.
    #[error("the work could not be done: {0}")]
    Job(String),
    /// A question that a search of another kind answers.
    #[error("{0}")]
    Question(String),
}

impl From<StoreError> for SessionError {
    fn from(error: StoreError) -> SessionError {
        match error {
            StoreError::Stopped => SessionError::Cancelled,
            error => SessionError::Store(error),
        }
    }
}

impl From<Stopped> for SessionError {
    fn from(_: Stopped) -> SessionError {
        SessionError::Cancelled
    }
}

/// What is wrong with a filter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("in the filter, at character {}: {why}", .at + 1)]
pub struct FilterError {
    /// Where: so many characters are before it.
    pub at: usize,
    /// What is wrong, and what to write instead.
    pub why: String,
}
