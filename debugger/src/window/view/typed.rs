//! An expression being typed.

use retrace_core::predicate::{Completion, Completions, Names, PredicateError, complete};

/// The typed text, and its completions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Typed {
    /// The text.
    pub(crate) text: String,
    /// The position of the caret, in bytes.
    pub(in crate::window) caret: usize,
    /// The completions there.
    pub(in crate::window) completions: Completions,
    /// The completion that Tab accepts.
    pub(crate) chosen: usize,
    /// The error in the text, unless it is empty.
    pub(crate) error: Option<PredicateError>,
}

impl Typed {
    /// A text with the caret at its end.
    pub(crate) fn new(text: &str) -> Typed {
        Typed { text: text.to_owned(), caret: text.len(), ..Typed::default() }
    }

    /// Analyzes a text: the completions at the caret, and the error that `check` finds.
    pub(crate) fn look(
        text: String,
        caret: usize,
        names: &Names,
        check: impl FnOnce(&str) -> Option<PredicateError>,
    ) -> Typed {
        let completions = complete(&text, caret, names);
        let error = if text.trim().is_empty() { None } else { check(&text) };
        Typed { text, caret, completions, chosen: 0, error }
    }

    /// A text with completions at its caret, one of them chosen.
    pub(crate) fn with_completions(text: &str, caret: usize, completions: Completions, chosen: usize) -> Typed {
        let chosen = chosen.min(completions.items.len().min(SHOWN).saturating_sub(1));
        Typed { text: text.to_owned(), caret, completions, chosen, error: None }
    }

    pub(in crate::window) fn offered(&self) -> &[Completion] {
        let items = &self.completions.items;
        // A complete word needs no completion.
        let typed = self.text.get(self.completions.span.clone()).unwrap_or_default();
        if typed.is_empty() && self.text.trim().is_empty() || items.first().is_some_and(|first| first.text == typed) {
            return &[];
        }
        items.get(..items.len().min(SHOWN)).unwrap_or_default()
    }

    /// The text with a completion inserted, and the resulting position of the caret.
    pub(in crate::window) fn with(&self, completion: &Completion) -> (String, usize) {
        let mut text = self.text.clone();
        let span = self.completions.span.start.min(text.len())..self.completions.span.end.min(text.len());
        text.replace_range(span.clone(), &completion.text);
        (text, span.start + completion.text.len())
    }
}

/// An input in the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Did {
    /// Typed, or moved the caret: the text, and the position of the caret in bytes.
    Typed(String, usize),
    /// Chose one of the completions.
    Chose(usize),
    /// Pressed Enter.
    Entered,
}

/// How many completions are shown.
pub(in crate::window) const SHOWN: usize = 8;

/// Converts a number of characters of a text to bytes.
pub(in crate::window) fn bytes(text: &str, chars: usize) -> usize {
    text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at)
}
