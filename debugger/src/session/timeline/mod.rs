//! Commits and the timelines made of them, with what is known of a timeline as a whole.

pub mod commit;
pub mod history;
pub mod index;
pub mod line;
pub mod plot;
pub mod ruler;
pub mod shared;
