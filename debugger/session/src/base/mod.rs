//! What the rest of the session builds on: errors, places, jobs, threads, texts and files.

pub mod data;
pub mod error;
pub mod job;
pub mod place;
pub mod players;
pub mod rulebook;
pub mod text;
pub mod threads;
pub mod whole;
