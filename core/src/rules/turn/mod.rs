//! The course of a turn: phases, steps and priority (CR 117, 500–514, 725).
//!
//! The floors, the lowest first; each uses those before it:
//!
//! | floor | what is on it |
//! |---|---|
//! | `draws`, `loops`, `untap` | the draws of the draw step, loops, and the untap step |
//! | `phases`, `priority` | phases, steps, priority |

pub(super) mod draws;
pub(super) mod loops;
pub(super) mod phases;
pub(super) mod priority;
pub(super) mod untap;
