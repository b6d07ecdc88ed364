//! Words that refer to something, in every available card.

use std::path::Path;

use crate::card::dialect::CANONICAL;
use crate::card::layout::Card;

use super::needs::{Need, need};
use super::out_of_place::all_out_of_place;

/// The texts of all cards, bundled or from a scenario, with their origin.
fn cards() -> Vec<(String, Card)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in [root.join("cards"), root.join("../tests/scenarios")] {
        let within = |folder: &Path| -> Vec<_> {
            let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
            entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
        };
        let mut files: Vec<_> = within(&folder).iter().flat_map(|inner| within(inner)).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "ron")) {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let cards = card_texts(&text).into_iter().filter_map(|text| CANONICAL.options().from_str(text).ok());
            found.extend(cards.map(|card| (name.clone(), card)));
        }
    }
    found
}

/// The cards within a text.
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

/// The position of the closing parenthesis for the first one in a text.
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

/// In bundled cards and those of scenarios, every word has a referent.
#[test]
fn no_card_says_what_refers_to_nothing() {
    let cards = cards();
    assert!(cards.len() > 600, "only {} cards", cards.len());
    let wrong: Vec<String> = cards
        .iter()
        .flat_map(|(file, card)| {
            all_out_of_place(card).into_iter().map(move |why| format!("{file}: {}: {why}", card.name()))
        })
        .collect();
    assert!(wrong.is_empty(), "{} words:\n{}", wrong.len(), wrong.join("\n"));
}

/// What a word needs is found by its name.
#[test]
fn a_word_says_what_it_needs() {
    assert_eq!(need("Objects", "ThatObject"), Need::EventObject);
    assert_eq!(need("Objects", "NoSuchWord"), Need::Nothing);
}
