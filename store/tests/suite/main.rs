//! The tests of the store with the rules, in one binary, which is linked once and parses the
//! bundled cards once.
//!
//! Two files beside this folder have binaries of their own: `memory.rs`, because its allocator
//! counts for all threads, and `process.rs`, because a process that starts others holds its locks a
//! moment longer.

mod catalogue;
mod common;
mod damage;
mod exchange;
mod games;
mod labels;
mod lines;
mod log;
mod packs;
mod watch;
