//! What objects are and become: faces, copies, face-down and merged permanents, what is linked to what (CR 607, 706–713).
//!
//! Nothing here makes anything happen. It says what an action means for an object, so that the pipeline can do it.

pub(super) mod copying;
pub(super) mod day_night;
pub(super) mod entering;
pub(super) mod face_down;
pub(super) mod faces;
pub(super) mod linked;
pub(super) mod merge;
pub(super) mod monarch;
pub(super) mod phasing;
pub(super) mod saga;
