//! What to explore, what came of it, and what a person wishes of it.

use std::sync::Arc;

use retrace_core::fact::PlayerId;

use super::typed::{Did, Typed};
use crate::session::travel::explore::{Explored, Others};

/// What is to be explored, and what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// So many answers after one another.
    pub(crate) depth: usize,
    /// So many answers at all.
    pub(crate) limit: usize,
    /// Whose answers; everybody's if nobody is named.
    pub(crate) player: Option<PlayerId>,
    /// How the others answer.
    pub(crate) others: Others,
    /// After the last answer everybody passes until this holds.
    pub(crate) until: Typed,
    /// What is asked of each outcome.
    pub(crate) asked: Typed,
    /// What came of it.
    pub(crate) explored: Option<Arc<Explored>>,
}

impl Default for Form {
    fn default() -> Form {
        let (until, asked) = (Typed::default(), Typed::default());
        Form { depth: 1, limit: 1000, player: None, others: Others::Least, until, asked, explored: None }
    }
}

/// What the panel asks for.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    /// So many answers after one another.
    Depth(usize),
    /// Whose answers, and how the others answer.
    Whose(Option<PlayerId>, Others),
    /// Something was done in the field of what is waited for.
    Until(Did),
    /// Something was done in the field of what is asked.
    Asked(Did),
    /// Make the line to an outcome a timeline.
    Take(usize),
}
