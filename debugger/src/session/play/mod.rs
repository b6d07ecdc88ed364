//! Changes to timelines: decisions, edits, policies, bookmarks; and undo.

pub mod bookmarks;
pub mod decide;
pub mod edits;
pub mod minimal;
pub mod operations;
pub mod policies;
pub mod shortcut;
