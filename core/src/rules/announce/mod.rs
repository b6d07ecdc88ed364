//! Casting spells, activating abilities, and paying for them (CR 601, 602, 605).
//!
//! A [`proposal`] goes through the stages of CR 601.2. [`stages`] says what is asked at each of
//! them.
//!
//! The floors, the lowest first; each uses those before it:
//!
//! | floor | what is on it |
//! |---|---|
//! | `mana`, `production` | mana pools, and mana production |
//! | `activate`, `assist`, `cast`, `division`, `pay`, `proposal`, `stages` | the stages of a proposal |
//! | `playing` | what an instruction lets a player play |

pub(super) mod activate;
mod assist;
pub(super) mod cast;
pub(super) mod division;
pub(super) mod mana;
pub(super) mod pay;
pub(super) mod playing;
pub(super) mod production;
pub(super) mod proposal;
pub(super) mod stages;
