//! The form of the panel for exploring, its results, and its requests.

use std::sync::Arc;

use retrace_core::fact::PlayerId;

use super::typed::{Did, Typed};
use crate::session::travel::explore::{Explored, Others};

/// The settings of an exploration, and its results.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// The number of answers in a row.
    pub(crate) depth: usize,
    /// The total number of answers.
    pub(crate) limit: usize,
    /// The player whose answers are explored; everybody's if `None`.
    pub(crate) player: Option<PlayerId>,
    /// How the other players answer.
    pub(crate) others: Others,
    /// The predicate to wait for: after the last answer everybody passes until it holds.
    pub(crate) until: Typed,
    /// The expression to evaluate at each outcome.
    pub(crate) asked: Typed,
    /// The results.
    pub(crate) explored: Option<Arc<Explored>>,
}

impl Default for Form {
    fn default() -> Form {
        let (until, asked) = (Typed::default(), Typed::default());
        Form { depth: 1, limit: 1000, player: None, others: Others::Least, until, asked, explored: None }
    }
}

/// A request of the panel.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    /// Set the number of answers in a row.
    Depth(usize),
    /// Set the explored player, and how the others answer.
    Whose(Option<PlayerId>, Others),
    /// An input in the field of the predicate to wait for.
    Until(Did),
    /// An input in the field of the expression to evaluate.
    Asked(Did),
    /// Make the line to an outcome a timeline.
    Take(usize),
}
