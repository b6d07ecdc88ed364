//! The ground floor: a step in the making, and helpers for all rules (CR 1).
//!
//! [`work`] collects the entries of a step. [`cursor`] knows the place in a resolving text. The
//! others are small helpers that know no other part of the rules.
//!
//! The floors, the lowest first; each uses those before it:
//!
//! | floor | what is on it |
//! |---|---|
//! | `alike_triggers`, `contrary`, `counters`, `refusal` | equal abilities, contrary moves, counters of any kinds, refusals |
//! | `frame_moves` | moves of the call stack, recorded together |
//! | `work` | a step in the making |
//! | `control`, `cursor`, `random`, `receive`, `apnap` | who decides, the place in a text, chance, priority, who is next |
//! | `verb` | what each instruction does |
//! | `lapsed`, `lasting` | durations that are over; what a resolution leaves behind |
//! | `actions` | what instructions name, as actions |
//! | `paid_with` | what a cost was paid with |

pub(super) mod actions;
pub(super) mod alike_triggers;
pub(super) mod apnap;
pub(super) mod contrary;
pub(super) mod control;
pub(super) mod counters;
pub(super) mod cursor;
mod frame_moves;
pub(super) mod lapsed;
pub(super) mod lasting;
pub(super) mod paid_with;
pub(super) mod random;
pub(super) mod receive;
pub(super) mod refusal;
pub(super) mod verb;
pub(super) mod work;
