//! What objects are and become: faces, copies, face-down and merged permanents, linked abilities
//! (CR 607, 706–713).
//!
//! Nothing here makes anything happen. It says what an action means for an object, so that the
//! pipeline can do it.
//!
//! The floors, the lowest first; each uses those before it:
//!
//! | floor | what is on it |
//! |---|---|
//! | `dungeon`, `linked`, `merge`, `monarch`, `phasing`, `reserving`, `saga` | one mechanism each |
//! | `copying`, `entering`, `face_down` | how things enter |
//! | `commander` | commanders as they are cast and go astray (CR 903) |
//! | `supplement` | supplementary decks |
//! | `aside` | cards exiled before decks are shuffled (CR 607.2n) |
//! | `conspiracies` | conspiracies and hidden agendas (CR 314, 702.106) |
//! | `planes`, `schemes` | planes and the planar die (CR 901), schemes (CR 904) |
//! | `markers` | turn markers (CR 807.4) |
//! | `day_night`, `faces` | faces, and what turns them |

pub(super) mod aside;
pub(super) mod commander;
pub(super) mod conspiracies;
pub(super) mod copying;
pub(super) mod day_night;
pub(super) mod dungeon;
pub(super) mod entering;
pub(super) mod face_down;
pub(super) mod faces;
pub(super) mod linked;
pub(super) mod markers;
pub(super) mod merge;
pub(super) mod monarch;
pub(super) mod phasing;
pub(super) mod planes;
pub(super) mod reserving;
pub(super) mod saga;
pub(super) mod schemes;
pub(super) mod supplement;
