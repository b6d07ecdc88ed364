//! What comes from outside: answers are checked before they count, and edits change a game (no rule allows that).

pub mod check;
pub(super) mod edit;
