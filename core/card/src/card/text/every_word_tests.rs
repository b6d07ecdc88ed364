//! Every word of the language has a wording.
//!
//! Each word has an example on a bundled card or by hand (`page::examples`). Neither may come out
//! with [`UNSAID`] in its text.

use crate::card::corpus::{cards, read};
use crate::card::layout::Card;
use crate::card::page::by_hand::BY_HAND;
use crate::card::words::term::Term;

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

/// Abilities in which an example can stand for `$`.
const PLACES: [&str; 19] = [
    "$",
    "Activated(cost: [$], body: (instructions: [Win(You)]))",
    "Spell(body: $)",
    "Spell(body: (instructions: [$]))",
    "Spell(body: (instructions: [Destroy(Each($))]))",
    "Spell(body: (instructions: [Destroy($)]))",
    "Spell(body: (instructions: [GainLife(who: You, amount: $)]))",
    "Spell(body: (instructions: [If(condition: $, then: [Win(You)])]))",
    "Spell(body: (instructions: [Modify(what: This, modifications: [$], duration: EndOfTurn)]))",
    "Spell(body: (instructions: [Win($)]))",
    "Spell(body: (instructions: [RollDice(count: Fixed(1), sides: 20, table: [$])]))",
    "Spell(body: (targets: [(what: $)], instructions: [Destroy(Target(0))]))",
    "Static(effect: $)",
    "Static(effect: Permit($))",
    "Static(effect: Replace(would: $, instead: Nothing))",
    "Static(effect: Replace(would: Draw(You), instead: $))",
    "Static(effect: Replace(would: Enter(what: This), instead: $))",
    "Static(effect: Restrict($))",
    "Triggered(when: $, body: (instructions: [Win(You)]))",
];

/// What is unsaid in the texts of a card.
fn unsaid(card: &Card) -> Vec<String> {
    let lines = card.faces().into_iter().flat_map(rules_text);
    lines.filter(|line| line.contains(UNSAID)).collect()
}

#[test]
fn every_word_of_a_card_has_a_wording() {
    let unsaid: Vec<String> = cards()
        .iter()
        .flat_map(|(file, card)| unsaid(card).into_iter().map(move |line| format!("{file}: {}: {line}", card.name())))
        .collect();
    assert!(unsaid.is_empty(), "give these words a wording in `card/text`:\n{}", unsaid.join("\n"));
}

#[test]
fn every_word_that_no_card_uses_has_a_wording() {
    let mut wrong = Vec::new();
    for (word, text) in BY_HAND {
        let Some((kind, name)) = word.split_once('.') else { continue };
        match PLACES.iter().find_map(|place| sample(&place.replace('$', &numbered(text)), kind, name)) {
            Some(card) => wrong.extend(unsaid(&card).into_iter().map(|line| format!("{word}: {line}"))),
            None if SAID.contains(&kind) => wrong.push(format!("{word}: no place in this test can hold {text}")),
            None => {}
        }
    }
    assert!(wrong.is_empty(), "give these words a wording in `card/text`:\n{}", wrong.join("\n"));
}

/// A card with an ability, if that can be read and holds the word.
fn sample(ability: &str, kind: &str, name: &str) -> Option<Card> {
    let card =
        read(&format!("Card(name: \"Sample\", types: [Creature], power: 1, toughness: 1, abilities: [{ability}])"))?;
    card.node().has(&|word| word.of == kind && word.name == name).then_some(card)
}

/// An example with the first target and choice in place of named ones.
fn numbered(text: &str) -> String {
    let mut parts = text.split("(\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("\")") {
            Some((_, rest)) if out.ends_with("Target") || out.ends_with("Chosen") => {
                out.push_str("(0)");
                out.push_str(rest);
            }
            _ => {
                out.push_str("(\"");
                out.push_str(part);
            }
        }
    }
    out
}
