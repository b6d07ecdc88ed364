//! Errors in a text of the language: where, what was found, and what would be right.

use std::fmt::Write as _;

use super::ast::Span;

/// An error in a text: it is not an expression of the language, or not of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct PredicateError {
    /// The text.
    pub text: String,
    /// The wrong part, in bytes.
    pub span: Span,
    /// The column where it begins, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// More than anybody needs, so perhaps an attack.
    #[error("the text is too long; {0} bytes are the most")]
    TooLong(usize),
    /// Expressions nested too deeply.
    #[error("too many expressions lie within one another; {0} are the most")]
    TooDeep(usize),
    /// A sign that the language does not use, and its replacement.
    #[error("`{0}` means nothing here{1}")]
    Sign(String, &'static str),
    /// An unclosed quotation mark.
    #[error("the text that begins here does not end; close it with `\"`")]
    OpenText,
    /// A number that is too large.
    #[error("the number is too large; {} is the most", u32::MAX)]
    LargeNumber,
    /// Something else is expected here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What is expected.
        expected: String,
        /// What was found.
        found: String,
    },
    /// An unknown word.
    #[error("`{word}` is {}{}", .place, did_you_mean(.near))]
    Unknown {
        /// The word.
        word: String,
        /// What it is not: "no word of the language", "no turn step".
        place: String,
        /// The likely intended words, nearest first.
        near: Vec<String>,
    },
}

fn did_you_mean(near: &[String]) -> String {
    match near {
        [] => String::new(),
        near => format!("; did you mean {}?", near.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(" or ")),
    }
}

/// How many characters of a text are shown before and after the wrong part.
const AROUND: usize = 60;

impl PredicateError {
    pub(super) fn new(text: &str, span: Span, problem: Problem) -> PredicateError {
        let start = floor(text, span.start);
        let column = text[..start].chars().count() + 1;
        PredicateError { text: text.to_owned(), span: start..floor(text, span.end).max(start), column, problem }
    }

    /// Returns two lines: the text, and carets under the wrong part.
    pub fn caret(&self) -> String {
        let wrong = self.text[self.span.clone()].chars().count().clamp(1, AROUND);
        let skipped = (self.column - 1).saturating_sub(AROUND);
        let mut line = if skipped > 0 { "…".to_owned() } else { String::new() };
        let indent = line.chars().count() + self.column - 1 - skipped;
        let letters = self.text.chars().skip(skipped).take(AROUND.min(self.column - 1) + wrong + AROUND);
        line.extend(letters.map(|letter| if letter.is_control() { ' ' } else { letter }));
        if self.text.chars().count() > skipped + AROUND.min(self.column - 1) + wrong + AROUND {
            line.push('…');
        }
        let mut shown = line;
        // Writing to a string cannot fail.
        let _written = write!(shown, "\n{}{}", " ".repeat(indent), "^".repeat(wrong));
        shown
    }
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Returns the known words nearest to an unknown one: at most three, all equally near.
pub(super) fn near<S: AsRef<str>>(word: &str, known: impl IntoIterator<Item = S>) -> Vec<String> {
    let plain = |word: &str| -> String {
        word.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(word);
    let most = 1 + wanted.chars().count() / 3;
    let mut found: Vec<(usize, String)> = Vec::new();
    for candidate in known {
        let other = plain(candidate.as_ref());
        let mut distance = strsim::damerau_levenshtein(&wanted, &other);
        let short = wanted.chars().count().min(other.chars().count());
        if distance > most && short >= 4 && (other.contains(&wanted) || wanted.contains(&other)) {
            distance = most;
        }
        if distance <= most && short > 0 && !found.iter().any(|(_, it)| it == candidate.as_ref()) {
            found.push((distance, candidate.as_ref().to_owned()));
        }
    }
    found.sort();
    let best = found.first().map_or(0, |(distance, _)| *distance);
    found.into_iter().filter(|(distance, _)| *distance == best).take(3).map(|(_, word)| word).collect()
}
