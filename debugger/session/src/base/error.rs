//! The errors of a session, each with its remedy.

use retrace_core::deck::DeckErrors;
use retrace_core::fact::wire::WireError;
use retrace_core::predicate::{EvalError, PredicateError};
use retrace_core::rules::{GenesisError, Illegal};
use retrace_core::scenario::ScenarioError;
use retrace_store::{RunError, Stopped, StoreError};

use super::place::TimelineId;

/// Why a session could not do something. The session is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// A game that cannot start.
    #[error("the game cannot start: {0}")]
    Genesis(#[from] GenesisError),
    /// An input that the rules refuse.
    #[error("{0}")]
    Illegal(#[from] Illegal),
    /// A timeline that does not exist.
    #[error("there is no timeline number {}", .0.0)]
    NoTimeline(TimelineId),
    /// A timeline name that does not exist.
    #[error("there is no timeline `{name}`; there are: {known}")]
    NoTimelineNamed {
        /// The name asked for.
        name: String,
        /// The existing names.
        known: String,
    },
    /// A player that does not exist.
    #[error("there is no player `{name}`; there are: {known}")]
    NoPlayer {
        /// The name asked for.
        name: String,
        /// The letters and names of the players.
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
    /// An event that does not exist.
    #[error("there is no event {wanted}: timeline `{timeline}` has {events}, counted from 0")]
    NoEvent {
        /// Its number.
        wanted: u64,
        /// The timeline.
        timeline: String,
        /// How many events the timeline has.
        events: u64,
    },
    /// A text that is not a valid answer to the choice.
    #[error("`{text}` is no answer here: {why}")]
    Answer {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A text that is not an edit allowed here.
    #[error("`{text}` cannot be done here: {why}")]
    Edit {
        /// The text.
        text: String,
        /// What is wrong with it, and the remedy.
        why: String,
    },
    /// A mana cost that cannot be paid automatically.
    #[error("{0}")]
    Payment(&'static str),
    /// A value that has no stored form.
    #[error("{0}")]
    Wire(#[from] WireError),
    /// A deck that cannot be read or that its format forbids.
    #[error(transparent)]
    Deck(#[from] DeckErrors),
    /// A text that is not a predicate.
    #[error("in the predicate, {0}")]
    Predicate(#[from] PredicateError),
    /// A text that is not a filter of events.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// A predicate that is too expensive to evaluate.
    #[error("in the predicate, {0}")]
    Eval(#[from] EvalError),
    /// An error of the store.
    #[error(transparent)]
    Store(StoreError),
    /// A file that cannot be opened as a game.
    #[error("{0}")]
    File(String),
    /// A scenario that cannot be played at all, with all its errors.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Scenario(Vec<ScenarioError>),
    /// The work was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// A background job that failed.
    #[error("the work could not be done: {0}")]
    Job(String),
    /// A question for another kind of search.
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

impl From<RunError> for SessionError {
    fn from(error: RunError) -> SessionError {
        match error {
            RunError::Store(error) => error.into(),
            error => SessionError::File(error.to_string()),
        }
    }
}

impl From<Stopped> for SessionError {
    fn from(_: Stopped) -> SessionError {
        SessionError::Cancelled
    }
}

/// An error in a filter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("in the filter, at character {}: {why}", .at + 1)]
pub struct FilterError {
    /// How many characters precede the error.
    pub at: usize,
    /// What is wrong, and what to write instead.
    pub why: String,
}
