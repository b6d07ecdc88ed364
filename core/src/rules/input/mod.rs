//! Inputs from outside: answers, which are checked first, and edits, which no rule allows.

pub mod check;
pub(super) mod edit;
pub(super) mod only;
