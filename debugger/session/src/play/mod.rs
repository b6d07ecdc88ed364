//! Changes to timelines: decisions, edits, policies, bookmarks, going on with the same answers; and
//! undo.

pub mod again;
pub mod bookmarks;
pub mod decide;
pub mod edits;
pub mod go_on;
pub mod minimal;
pub mod operations;
pub mod policies;
mod same;
pub mod shortcut;
pub mod words;
