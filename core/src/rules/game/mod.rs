//! Starting a game (CR 103), and ending a subgame (CR 722).

mod aside;
pub(super) mod opening;
pub(super) mod start;
pub(super) mod subgame;
