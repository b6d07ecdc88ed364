//! Resolving spells and abilities (CR 608), and their instructions (CR 701).

pub(super) mod asked;
pub(super) mod chance;
pub(super) mod choose;
pub(super) mod copies;
pub(super) mod instructions;
pub(super) mod resolution;
pub(super) mod retarget;
mod team;
pub(super) mod turns;
pub(super) mod verb;
pub(super) mod verbs;
