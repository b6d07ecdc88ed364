//! Casting spells, activating abilities, and paying for them (CR 601, 602, 605).
//!
//! A [`proposal`] goes through the stages of CR 601.2. [`stages`] says what is asked at each of them.

pub(super) mod activate;
pub(super) mod cast;
pub(super) mod division;
pub(super) mod mana;
pub(super) mod pay;
pub(super) mod playing;
pub(super) mod production;
pub(super) mod proposal;
pub(super) mod stages;
