//! The words of the card language: for each its form, its operands with their defaults, what it means and its rule.
//!
//! The build script reads the table from the declarations of this module's neighbours, so it says what serde reads, and
//! the meaning is the doc comment. [`search`] finds words by what a person would type, [`nearest`] what they may have
//! meant, [`page`](super::page) writes `docs/card-words.md`.

mod search;
mod table;

pub use search::{Found, search};
pub(crate) use search::{SAID, parts, stem};
pub use table::{Kind, Operand, What, Word, kind, kinds, kinds_of, like, nearest, nearest_field, words};
