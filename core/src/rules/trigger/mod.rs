//! What the rules notice about a step: triggers, and consequences of derived values (CR 603,
//! 611.2b).

pub(super) mod consequences;
pub(super) mod during;
pub(super) mod triggers;
