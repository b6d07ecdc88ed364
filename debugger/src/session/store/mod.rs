//! A store as a session uses it: reading commits, writing ahead of a timeline, keeping in step with a view.

pub mod ahead;
pub mod attached;
pub mod log;
