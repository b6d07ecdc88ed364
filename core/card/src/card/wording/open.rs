//! Open references: what is resolved once a text is read.

use crate::card::ast::ability::TargetSpec;
use crate::card::ast::filter::{Filter, Players};

/// A reference that is resolved once the text is read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Open {
    /// The position of its words.
    pub(crate) at: usize,
    pub(crate) kind: OpenKind,
}

/// What its words say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OpenKind {
    /// "target creature".
    Target(Box<TargetSpec>),
    /// "it".
    It,
    /// "other": the one thing than which it can be another.
    Other,
    /// "that creature", "the creature".
    That(Filter),
    /// "they", "them", "those creatures".
    Those(Option<Filter>),
    /// "that player".
    Player,
    /// "each other player": those players besides the one that was mentioned, or besides you.
    EachOther(Players),
    /// "that creature or player": the target that can be either.
    Either,
    /// What somebody chooses without targeting it, and whether it is one.
    Choice(Filter, bool),
    /// Those of several players who choose to do something that each of them may do.
    Willing,
    /// "The rest" of the cards that were looked at or revealed.
    Rest,
}
