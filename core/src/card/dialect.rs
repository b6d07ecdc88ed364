//! The dialect of RON that every text format of Retrace is written in.

use ron::Options;
use ron::extensions::Extensions;

/// The dialect of RON that card files, scenarios and canonical definitions share.
pub(crate) struct Dialect;

/// The one dialect.
pub(crate) const CANONICAL: Dialect = Dialect;

impl Dialect {
    /// Options with `Some`, and the names of newtypes, left out; nesting is bounded, so that a hostile text cannot
    /// exhaust the stack.
    pub(crate) fn options(&self) -> Options {
        Dialect::nested(MOST_NESTED)
    }

    pub(super) fn nested(most: usize) -> Options {
        Options::default()
            .with_default_extension(
                Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES | Extensions::UNWRAP_NEWTYPES,
            )
            .with_recursion_limit(most)
    }
}

/// How deep what a game makes of cards may be nested: twice as deep as a card, since it holds whole cards, as an effect does
/// that makes something a copy. What was written can always be read.
const MOST_NESTED: usize = 128;

/// How deep a card may be nested, as a person writes it.
pub(super) const MOST_NESTED_IN_A_CARD: usize = 64;

/// The RON options that every text format of Retrace is written with, and all that it writes is read with.
pub fn ron_options() -> Options {
    CANONICAL.options()
}

/// A part of a card as it is written, for people: the beginning of it, where it is long.
pub(crate) fn written<T: serde::Serialize>(part: &T) -> String {
    const MOST: usize = 60;
    let text = CANONICAL.options().to_string(part).unwrap_or_default();
    match text.char_indices().nth(MOST) {
        None => format!("`{text}`"),
        Some((end, _)) => format!("`{}…`", &text[..end]),
    }
}

/// A part of a card as it is written, all of it.
#[cfg(test)]
pub(crate) fn written_whole<T: serde::Serialize>(part: &T) -> String {
    CANONICAL.options().to_string(part).unwrap_or_default()
}
