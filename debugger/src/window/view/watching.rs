//! The form of a watch or breakpoint, and what a person wishes of one.

use super::typed::{Did, Typed};
use crate::session::Point;

/// A watch or a breakpoint, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A watch.
    Watch(usize),
    /// A breakpoint.
    Break(usize),
}

/// What the panel remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    /// What is typed.
    pub(crate) typed: Typed,
    /// What it takes the place of.
    pub(crate) instead: Option<Mark>,
}

/// What the panel asks for.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    /// Something was done in the field.
    Field(Did),
    /// Keep what is typed as a watch, or in place of the one that is changed.
    Watch,
    /// Keep it as a breakpoint, or in place of the one that is changed.
    Break,
    /// Change this one in the field.
    Change(Mark),
    /// Change nothing after all.
    Leave,
    /// Set this breakpoint, or take it away.
    Toggle(String),
    /// Remove this one.
    Remove(Mark),
    /// Let running stop at a breakpoint, or not.
    Enable(usize, bool),
    /// Go to where this turned.
    Turned(String),
    /// Shrink the timeline to what makes this true.
    Shrink(String),
    /// Go to a place: a hit.
    Go(Point),
}
