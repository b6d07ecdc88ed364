//! The course of a turn: phases, steps and priority (CR 117, 500–514, 725).

pub(super) mod loops;
pub(super) mod phases;
pub(super) mod priority;
pub(super) mod untap;
