//! Commits, the timelines made of them, and the index of a timeline.

pub mod commit;
pub mod history;
pub mod index;
pub mod line;
pub mod plot;
pub mod ruler;
pub mod shared;
