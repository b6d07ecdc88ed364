//! What changes a timeline: decisions, edits, policies, bookmarks; and taking it back.

pub mod bookmarks;
pub mod decide;
pub mod edits;
pub mod minimal;
pub mod operations;
pub mod policies;
pub mod shortcut;
