//! The RON dialect of all text formats of Retrace.

use ron::Options;
use ron::extensions::Extensions;

/// The RON dialect that card files, scenarios and canonical definitions share.
pub struct Dialect;

/// The only dialect.
pub const CANONICAL: Dialect = Dialect;

impl Dialect {
    /// RON options: implicit `Some`, unwrapped newtypes, and bounded nesting, so that hostile input
    /// can't exhaust the stack.
    pub fn options(&self) -> Options {
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

/// The maximum nesting depth of definitions that a game creates from cards. Twice that of a card,
/// since they can contain whole cards, as copy effects do. Anything that was written can be read.
pub(super) const MOST_NESTED: usize = 128;

/// The maximum nesting depth of a card file.
pub(super) const MOST_NESTED_IN_A_CARD: usize = 64;

/// The RON options for reading and writing all text formats of Retrace.
pub fn ron_options() -> Options {
    CANONICAL.options()
}

/// The length of the quoted text at the beginning of a text, with its quotes.
pub fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Part of a card in card file syntax, for messages; shortened if it is long.
pub(crate) fn written<T: serde::Serialize>(part: &T) -> String {
    const MOST: usize = 60;
    let text = CANONICAL.options().to_string(part).unwrap_or_default();
    match text.char_indices().nth(MOST) {
        None => format!("`{text}`"),
        Some((end, _)) => format!("`{}…`", &text[..end]),
    }
}

/// Part of a card in card file syntax, in full.
pub fn written_whole<T: serde::Serialize>(part: &T) -> String {
    CANONICAL.options().to_string(part).unwrap_or_default()
}
