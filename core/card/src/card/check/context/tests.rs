//! Words that refer to something, in every available card.

use crate::card::corpus::cards;

use super::out_of_place::all_out_of_place;

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
