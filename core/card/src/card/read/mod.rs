//! Reads rules text: the words of a card as abilities (CR 112, 113, 207).
//!
//! `tokens` are the words; `kernel` reads phrases by the tables in `rows`, which say each term of
//! the card language in words, and returns every reading; `references` gives targets and pronouns
//! what they mean; `ability` puts paragraphs together. A text with no reading is refused at the
//! place that reading reached; one with several different ones is refused as ambiguous.
//! `docs/reading.md` says more.
//!
//! | floor | holds |
//! |---|---|
//! | `tokens`, `open` | the words of a text; references that are resolved once it is read |
//! | `category`, `kernel` | the kinds of phrases; reading by rows |
//! | `rows` | the tables |
//! | `leaves`, `becoming`, `nouns`, `references`, `body`, `ability` | what is no row |
//! | `grammar` | all tables together |
//! | `text` | whole texts |
//! | `printed` | a card with its facts |

mod ability;
mod becoming;
mod body;
pub(crate) mod category;
pub(crate) mod grammar;
pub(crate) mod kernel;
mod leaves;
pub(crate) mod nouns;
mod open;
mod printed;
mod references;
mod rows;
#[cfg(test)]
mod tests;
mod text;
mod tokens;

pub use printed::{NotRead, Printed, read_printed};
pub use text::{Unread, Why, read_text};
