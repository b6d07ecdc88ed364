//! Rows of wording, by group. A row says a term of the card language and its words; the head of
//! [`rows!`](retrace_words::rows) says how.

mod actions;
mod conditions;
mod costs;
mod effects;
mod events;
mod keywords;
mod limits;
mod nouns;
mod paragraphs;
mod restrictions;
mod sentences;

use super::kernel::Row;

/// All tables.
pub(crate) static TABLES: &[&[Row]] = &[
    actions::ROWS,
    conditions::ROWS,
    costs::ROWS,
    effects::ROWS,
    events::ROWS,
    keywords::ROWS,
    limits::ROWS,
    nouns::ROWS,
    paragraphs::ROWS,
    restrictions::ROWS,
    sentences::ROWS,
];
