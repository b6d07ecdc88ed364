//! Casting spells, activating abilities, and paying for them (CR 601, 602, 605).
//!
//! A proposal goes down the stages of CR 601.2, each of which is a [`stage::Stage`] in the file for
//! its part of that rule.
//!
//! The floors, the lowest first; each uses those before it:
//!
//! | floor | what is on it |
//! |---|---|
//! | `mana`, `production` | mana pools, and mana production |
//! | `text` | what a proposal says and costs |
//! | `affordable` | what of it could be paid |
//! | `taking_back` | taking it back |
//! | `stage` | the shape of a stage, and moving to the next |
//! | `cast`, `activate`, `proposal` | beginning one |
//! | `declaration`, `added_texts`, `symbols` | stages: bands and exert, texts, X and symbols (601.2b) |
//! | `intent`, `modes` | stages: costs to be paid, modes (601.2b) |
//! | `target`, `division` | stages: targets and divisions (601.2c, 601.2d) |
//! | `finish` | the last stage (601.2i) |
//! | `pay`, `assist` | stages: paying (601.2g, 601.2h) |
//! | `total` | stages: the total cost (601.2f) |
//! | `labels` | what the choices are called |
//! | `playing` | what an instruction lets a player play |

pub(super) mod activate;
mod added_texts;
mod affordable;
mod assist;
pub(super) mod cast;
pub(super) mod declaration;
pub(super) mod division;
mod finish;
mod intent;
pub(super) mod labels;
pub(super) mod mana;
mod modes;
pub(super) mod pay;
pub(super) mod playing;
pub(super) mod production;
pub(super) mod proposal;
pub(super) mod stage;
mod symbols;
pub(super) mod taking_back;
mod target;
pub(super) mod text;
mod total;
