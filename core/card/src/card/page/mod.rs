//! Writes `docs/card-words.md`: the words of the card language, each with the shortest example from
//! the bundled cards.

pub(super) mod by_hand;
#[cfg(test)]
mod cards_tests;
mod examples;
#[cfg(test)]
mod keywords_tests;
#[cfg(test)]
mod tests;
mod write;

pub use examples::{Example, example};
#[doc(hidden)]
pub use write::item;
pub use write::{first_sentence, page};
