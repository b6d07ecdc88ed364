//! The data that a session holds. The rooms above operate on it.

pub mod bookmark;
pub mod folder;
pub mod marks;
pub mod policy;
pub mod traced;
pub mod view;
