//! Every word of the language is said by every card that holds it, and every word is held by some card.

use std::collections::BTreeSet;

use crate::card::corpus::cards;
use crate::card::lexicon::words;
use crate::card::tree::Node;

use super::rules_text;
use super::voice::UNSAID;

/// The enums whose words are written out by groups.
const SAID: [&str; 16] = [
    "Ability",
    "Condition",
    "Cost",
    "Duration",
    "Filter",
    "Instead",
    "Instruction",
    "Modification",
    "Objects",
    "Permission",
    "Players",
    "Quantity",
    "Restriction",
    "StaticEffect",
    "TriggerEvent",
    "Would",
];

#[test]
fn no_text_lacks_words() {
    let cards = cards();
    let lines = cards.iter().flat_map(|(file, card)| {
        let lines = card.faces().into_iter().flat_map(rules_text);
        lines.map(move |line| format!("{file}: {}: {line}", card.name()))
    });
    let unsaid: Vec<String> = lines.filter(|line| line.contains(UNSAID)).collect();
    assert!(unsaid.is_empty(), "give these words a wording in `card/text`:\n{}", unsaid.join("\n"));
}

#[test]
fn every_word_is_on_a_card() {
    let mut seen = BTreeSet::new();
    for (_, card) in &cards() {
        Node::of(card).each_word(&mut |word| {
            seen.insert((word.of, word.name));
        });
    }
    let missing: Vec<String> = words()
        .filter(|(kind, word)| SAID.contains(&kind.name) && word.is_for_cards())
        .filter(|(kind, word)| !seen.contains(&(kind.name, word.name)))
        .map(|(kind, word)| format!("{}::{}", kind.name, word.name))
        .collect();
    assert!(missing.is_empty(), "no card and no scenario says these words: {}", missing.join(", "));
}
