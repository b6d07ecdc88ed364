//! Time travel: moving the cursor, searching and running along timelines, trying alternatives.

pub mod bisect;
pub mod cursor;
pub mod explore;
pub mod marks;
pub mod outcomes;
pub mod running;
pub mod search;
pub mod shrink;
pub mod traces;
