//! Starting a game (CR 103).

pub(super) mod opening;
#[cfg(test)]
mod seating_tests;
pub(super) mod start;
