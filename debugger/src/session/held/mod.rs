//! The data that a session holds. What is done with it stands in the rooms above.

pub mod bookmark;
pub mod marks;
pub mod policy;
pub mod traced;
pub mod view;
