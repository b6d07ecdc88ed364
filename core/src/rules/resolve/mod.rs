//! Resolving spells and abilities (CR 608), and their instructions (CR 701).

pub(super) mod coins_and_dice;
pub(super) mod copies;
mod done;
pub(super) mod resolution;
pub(super) mod retarget;
mod team;
pub(super) mod verbs;
