//! An expression that is being typed.

use retrace_core::predicate::{Completion, Completions, Names, PredicateError, complete};

/// What is typed, and what could be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Typed {
    /// The text.
    pub(crate) text: String,
    /// Where the caret is, in bytes.
    pub(in crate::window) caret: usize,
    /// What could stand there.
    pub(in crate::window) completions: Completions,
    /// Which of these Tab takes.
    pub(crate) chosen: usize,
    /// What is wrong with the text, where it is not empty.
    pub(crate) error: Option<PredicateError>,
}

impl Typed {
    /// A text, with the caret behind it.
    pub(crate) fn new(text: &str) -> Typed {
        Typed { text: text.to_owned(), caret: text.len(), ..Typed::default() }
    }

    /// Looks at a text: what could stand at the caret, and what `check` finds wrong.
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

    /// A text with what could stand at its caret, of which one is chosen.
    pub(crate) fn with_completions(text: &str, caret: usize, completions: Completions, chosen: usize) -> Typed {
        let chosen = chosen.min(completions.items.len().min(SHOWN).saturating_sub(1));
        Typed { text: text.to_owned(), caret, completions, chosen, error: None }
    }

    pub(in crate::window) fn offered(&self) -> &[Completion] {
        let items = &self.completions.items;
        // A word that is there already needs no completion.
        let typed = self.text.get(self.completions.span.clone()).unwrap_or_default();
        if typed.is_empty() && self.text.trim().is_empty() || items.first().is_some_and(|first| first.text == typed) {
            return &[];
        }
        items.get(..items.len().min(SHOWN)).unwrap_or_default()
    }

    /// The text with a completion in it, and where the caret is then.
    pub(in crate::window) fn with(&self, completion: &Completion) -> (String, usize) {
        let mut text = self.text.clone();
        let span = self.completions.span.start.min(text.len())..self.completions.span.end.min(text.len());
        text.replace_range(span.clone(), &completion.text);
        (text, span.start + completion.text.len())
    }
}

/// What somebody did in the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Did {
    /// Typed, or moved the caret: the text, and where the caret is in bytes.
    Typed(String, usize),
    /// Chose among the completions.
    Chose(usize),
    /// Pressed Enter.
    Entered,
}

/// So many completions are shown.
pub(in crate::window) const SHOWN: usize = 8;

/// So many characters of a text in bytes.
pub(in crate::window) fn bytes(text: &str, chars: usize) -> usize {
    text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at)
}
