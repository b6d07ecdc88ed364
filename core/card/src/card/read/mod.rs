//! Reads rules text: the words of a card as abilities (CR 112, 113, 207).
//!
//! The words are told apart, and phrases are read by the rows of wording (`card/wording`), which
//! return every reading; `mentions` gives targets and pronouns what they mean; `ability` puts
//! paragraphs together. A text with no reading is refused at the place that reading reached; one
//! with several different ones is refused as ambiguous. `docs/reading.md` says more.
//!
//! | floor | holds |
//! |---|---|
//! | `later` | words of later editions |
//! | `flavor` | flavor words, which are left out |
//! | `figures`, `names` | numbers, types and colors as words |
//! | `leaves`, `tokens`, `becoming`, `nouns`, `references`, `around`, `mentions`, `offering`, `picking`, `searching`, `replacing`, `shielding`, `each`, `body`, `unclear`, `ability` | what is no row |
//! | `grammar` | rows and leaves together |
//! | `mechanism` | what this edition has and no row says |
//! | `text` | whole texts |
//! | `printed` | a face with its facts |
//! | `faces` | which faces are one card |
//! | `layout` | faces in their layout |
//! | `card` | whole cards |
//! | `trace` | which rows read a sentence |

mod ability;
mod around;
mod becoming;
mod body;
mod card;
#[cfg(test)]
mod choosing_tests;
#[cfg(test)]
mod compared;
mod each;
#[cfg(test)]
mod effects_tests;
mod faces;
#[cfg(test)]
mod faces_tests;
mod figures;
mod flavor;
#[cfg(test)]
mod generated_tests;
mod grammar;
mod later;
mod layout;
mod leaves;
mod mechanism;
mod mentions;
mod names;
mod nouns;
mod offering;
mod picking;
mod printed;
mod references;
mod replacing;
mod searching;
mod shielding;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod trace;
mod unclear;

pub use card::{PartlyRead, UnreadParagraph, read_partly, read_printed};
pub use faces::{PrintedCard, Refused, is_between_faces, printed_cards};
pub use later::Later;
pub use mechanism::Mechanism;
pub use printed::{NotRead, Printed};
pub use text::{Paragraph, Unread, Why, paragraphs, read_paragraphs, read_text};
pub use trace::{NearRow, Phrase, Traced, TracedReading, Wording, trace};
