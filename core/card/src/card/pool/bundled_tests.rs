//! The bundled cards read, and their index is what they say. It is written anew with
//!
//! ```text
//! UPDATE=1 cargo test -p retrace-card --lib bundled_index
//! ```

use std::path::Path;

use super::*;
use crate::card::file::{read_card, write_card};
use crate::card::normal::normalize;

#[path = "../../../build/fingerprint.rs"]
mod fingerprint;

#[test]
fn every_bundled_card_is_free_of_contradictions() {
    for (file, text) in bundled_texts() {
        read_card(file, text).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The list of bundled cards is complete, and no two have the same name.
#[test]
fn no_bundled_card_is_left_out() {
    assert_eq!(bundled_cards().len(), BUNDLED.len());
    assert_eq!(shelf().unwrap().len(), BUNDLED.len());
}

#[test]
#[should_panic(expected = "core/card/cards/x.ron:1:")]
fn a_bundled_card_that_does_not_read_is_told() {
    insist(read_card("core/card/cards/x.ron", "Card(nam: \"X\")").err().as_ref());
}

/// Each line is worked out from the card itself, so that the id of the catalogue is the one that
/// reading all cards leads to.
#[test]
fn the_bundled_index_is_what_the_cards_say() {
    let line = |(file, card): (&File, &Card)| {
        let path = file.path.trim_start_matches("core/card/cards/");
        format!("{path}\t{}\t{}\t{}\n", fingerprint::fingerprint(file.text), card.name(), entry_of(card))
    };
    let now: String = BUNDLED.iter().zip(bundled_cards()).map(line).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/card/pool/bundled.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, now).unwrap();
        return;
    }
    let written = std::fs::read_to_string(&path).unwrap();
    let different = now.lines().find(|line| !written.lines().any(|known| known == *line));
    assert!(
        written == now,
        "core/card/src/card/pool/bundled.txt is not what the cards say (first: {}); write it anew: \
         UPDATE=1 cargo test -p retrace-card --lib bundled_index",
        different.unwrap_or("a line too many").split('\t').next().unwrap_or_default(),
    );
}

/// A file that the index doesn't know is read, with the same result.
#[test]
fn without_an_index_the_cards_are_the_same() {
    let files: Vec<File> =
        BUNDLED.iter().step_by(10).map(|file| File { known: None, path: file.path, text: file.text }).collect();
    let (read, known) = (Bundled::of(&files).unwrap(), shelf().unwrap());
    for place in 0..read.len() {
        let there = known.place(read.name(place)).unwrap();
        assert_eq!(read.entry(place), known.entry(there));
        assert_eq!(read.card(place), known.card(there));
        assert_eq!(read.text(place), known.text(there));
    }
    let wrong = [File { path: "core/card/cards/x.ron", text: "Card(nam: \"X\")", known: None }];
    assert!(Bundled::of(&wrong).unwrap_err().to_string().starts_with("core/card/cards/x.ron:1:"));
}

/// Only what is asked for is read.
#[test]
fn a_card_that_is_not_used_is_not_read() {
    let bundled = Arc::new(Bundled::of(BUNDLED).unwrap());
    let read = || bundled.0.iter().filter(|kept| kept.card.get().is_some()).count();
    let known = Arc::clone(&bundled) as Arc<dyn Shelf>;
    let places = (0..known.len()).map(|place| (&known, place));
    let catalogue = crate::card::catalogue::Catalogue::of(places);
    assert!(catalogue.printed().count() >= known.len() && known.place("Forest").is_some());
    assert_eq!(read(), 0);
    assert_eq!(catalogue.card("Forest").unwrap().name(), "Forest");
    assert_eq!(read(), 1);
}

fn normal(card: &Card) -> Card {
    let mut card = card.clone();
    normalize(&mut card);
    card
}

/// Bundled cards are in their normal form, so that nothing has to be done when they are read.
/// `UPDATE=1` writes those anew that are not.
#[test]
fn bundled_cards_are_in_their_normal_form() {
    let mut other = Vec::new();
    for ((file, text), card) in bundled_texts().zip(bundled_cards()) {
        if normal(card) == *card {
            continue;
        }
        other.push(file);
        if std::env::var_os("UPDATE").is_some() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
            let head: String =
                text.lines().take_while(|line| line.starts_with("//")).map(|it| format!("{it}\n")).collect();
            std::fs::write(path, head + &write_card(&normal(card)).unwrap()).unwrap();
        }
    }
    assert!(
        other.is_empty() || std::env::var_os("UPDATE").is_some(),
        "write them in their normal form with\n\n    \
         UPDATE=1 cargo test -p retrace-card --lib their_normal_form\n\n{other:?}"
    );
}
