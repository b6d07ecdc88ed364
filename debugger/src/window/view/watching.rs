//! The form of the panel of watches and breakpoints, and its requests.

use super::typed::{Did, Typed};
use retrace_session::Point;

/// A watch or a breakpoint, by its index in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkIndex {
    /// A watch.
    Watch(usize),
    /// A breakpoint.
    Break(usize),
}

/// The form of the panel.
#[derive(Clone, Debug, Default)]
pub(crate) struct WatchForm {
    /// The typed expression.
    pub(crate) typed: Typed,
    /// The mark that it replaces.
    pub(crate) instead: Option<MarkIndex>,
}

/// A request of the panel.
#[derive(Clone, Debug)]
pub(crate) enum WatchWish {
    /// An input in the field.
    Field(Did),
    /// Save the text as a watch, or in place of the mark being changed.
    Watch,
    /// Save it as a breakpoint, or in place of the mark being changed.
    Break,
    /// Edit this mark in the field.
    Change(MarkIndex),
    /// Cancel editing.
    Leave,
    /// Set this breakpoint, or remove it.
    Toggle(String),
    /// Remove this mark.
    Remove(MarkIndex),
    /// Enable or disable a breakpoint.
    Enable(usize, bool),
    /// Go to where this predicate turned true.
    Turned(String),
    /// Shrink the timeline to what makes this true.
    Shrink(String),
    /// Go to a place: a hit.
    Go(Point),
}
