//! Starting a game (CR 103).

pub(super) mod opening;
pub(super) mod start;
