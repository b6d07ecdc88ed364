//! What permanents are and become: how they enter, copies, face-down, transformed and merged
//! permanents, Sagas (CR 614.12, 707–715, 723).
//!
//! Nothing here makes anything happen. It says what an action means for an object, so that the
//! pipeline can do it.
//!
//! The floors, the lowest first; each uses those before it:
//!
//! | floor | what is on it |
//! |---|---|
//! | `merge`, `saga` | merged permanents (CR 723); Sagas (CR 715) |
//! | `copying`, `entering` | as what objects enter; copies (CR 707) |
//! | `face_down` | face-down spells and permanents (CR 708) |
//! | `faces` | transforming and flipping (CR 710, 712) |

pub(super) mod copying;
pub(super) mod entering;
pub(super) mod face_down;
pub(super) mod faces;
pub(super) mod merge;
pub(super) mod saga;
