//! Casting spells and activating abilities: what can be begun, in which form, and what it costs
//! (CR 601, 602).

pub mod activating;
pub mod casting;
pub mod companion;
pub mod cost;
pub mod face_down;
pub mod prospect;
pub(super) mod reserved;
