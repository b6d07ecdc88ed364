//! The words of the card language, each with its form, its operands and their defaults, its meaning
//! and its rule.
//!
//! The declarations in the neighboring modules describe themselves, so the table matches what serde
//! reads; the doc comment is the meaning. [`search`] finds words by what a
//! person would type, [`nearest`] by a misspelling, and [`page`](super::page) writes
//! `docs/card-words.md`.

mod search;
mod table;

pub use search::{Found, is_said, search};
pub(crate) use search::{parts, stem};
pub use table::{
    Kind, NameScope, Names, Operand, What, Word, kind, kinds, kinds_of, like, nearest, nearest_field, words,
};
