//! How a session uses a store: reads commits, writes ahead of a timeline, keeps in step with a
//! view, sums up games for lists.

pub mod ahead;
pub mod attached;
pub mod log;
pub mod summary;
