//! Test suites that cross crates: the laws, the scenarios, the citations.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test says what went wrong by panicking")]

mod corpus;
mod dependencies;
mod explanations;
mod face_down;
mod floors;
mod games;
mod instructions;
mod laws;
mod pages;
mod replays;
mod rules;
mod scenarios;
mod types;
mod wire;
