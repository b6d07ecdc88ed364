//! What is noticed of a step: what triggers on it, and what follows from what is derived (CR 603, 611.2b).

pub(super) mod consequences;
pub(super) mod during;
pub(super) mod triggers;
