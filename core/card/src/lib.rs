//! Cards of Magic: The Gathering (Comprehensive Rules, edition of 2021-09-24) as data: the card
//! language, card files, rules text, and the bundled cards. Nothing here knows a game.
//!
//! The rooms, the lowest first; each uses those before it. Those of `retrace-core` stand on them;
//! see `docs/architecture.md` for more.
//!
//! | floor | what is in it |
//! |---|---|
//! | `plain`, `rule` | terminal text, and rule numbers |
//! | `message` | messages in one form |
//! | `card` | what is printed |
//!
//! **Use `retrace-core`,** which has all of this under the same names. This is a crate of its own
//! because the rules change more often than cards do, and then need not wait for it
//! (`docs/decisions/edit-loop.md`). Nothing here is stable by itself, least of all what the
//! documentation hides: that is for `retrace-core` alone. What is stable is in the `prelude` there.

// The types of the card language contain one another; rustdoc follows them all for each auto trait.
#![recursion_limit = "256"]

pub mod plain;
pub mod rule;

pub mod message;

pub mod card;
