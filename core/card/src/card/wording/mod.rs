//! The wording of the card language: the rows, the kernel that reads and writes by them, and
//! English grammar. `card/text` writes by it, and `card/read` reads; `docs/reading.md` says more.
//!
//! | floor | holds |
//! |---|---|
//! | `inflection`, `tense` | English: articles, plurals, verbs |
//! | `tokens`, `open` | the words of a text; references that are resolved once it is read |
//! | `category`, `kernel` | the kinds of phrases; rows, and reading by them |
//! | `writing` | writing by them |
//! | `parts` | what rows are made of beside words |
//! | `rows` | the tables |

pub(crate) mod category;
pub(crate) mod inflection;
pub(crate) mod kernel;
pub(crate) mod open;
pub(crate) mod parts;
pub(crate) mod rows;
pub(crate) mod tense;
pub(crate) mod tokens;
pub(crate) mod writing;
