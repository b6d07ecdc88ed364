//! All cards, for tests: the bundled ones and those that scenarios define.

#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

use std::path::Path;

use super::dialect::{Dialect, MOST_NESTED_IN_A_CARD};
use super::layout::Card;
use super::written::spelled;

/// All cards, bundled or from a scenario, with their files.
pub(crate) fn cards() -> Vec<(String, Card)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in [root.join("cards"), root.join("../../tests/scenarios")] {
        let within = |folder: &Path| -> Vec<_> {
            let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
            entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
        };
        let mut files: Vec<_> = within(&folder).iter().flat_map(|inner| within(inner)).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "ron")) {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let cards = card_texts(&text).into_iter().filter_map(read);
            found.extend(cards.map(|card| (name.clone(), card)));
        }
    }
    found
}

/// Reads a card, even one that would be refused.
pub(crate) fn read(text: &str) -> Option<Card> {
    Dialect::nested(MOST_NESTED_IN_A_CARD).from_str(&spelled(text).ok()?.text).ok()
}

/// The parts of a text that are cards.
fn card_texts(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for opening in ["Card(", "Split(", "Transforming(", "Modal(", "Meld("] {
        for (start, _) in text.match_indices(opening) {
            let before = text[..start].chars().next_back();
            if before.is_none_or(|c| c.is_whitespace() || c == '[') {
                let end = closing(&text[start..]).map(|end| start + end);
                found.extend(end.map(|end| &text[start..end]));
            }
        }
    }
    found
}

/// Where the first parenthesis of a text is closed.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut quoted) = (0, false);
    for (index, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return Some(index + 1);
                }
            }
            _ => {}
        }
    }
    None
}
