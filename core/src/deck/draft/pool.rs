//! Card pools: decks that are built from what was drafted (CR 100.4b-c, 905.1d, 903.13e).

use std::collections::BTreeMap;

use crate::deck::format::{error, is_basic_land};
use crate::deck::{Deck, DeckError, DeckErrors, DeckLine};
use crate::rule;
use crate::rule::Rule;

/// The card that may lead a Commander Draft deck without having been drafted (CR 903.13e).
const PIPER: &str = "The Prismatic Piper";

/// Checks that decks with their sideboards are built from a card pool and basic lands (CR 100.2b,
/// 905.1d): the deck of a player, or the decks of a team, which has one pool (CR 100.4c). `pool` is
/// read as a deck list.
///
/// # Errors
/// Each card of which the pool has fewer.
pub fn check_pool(decks: &[&Deck], pool: &Deck) -> Result<(), DeckErrors> {
    let mut left = counts(pool);
    let mut errors = Vec::new();
    for deck in decks {
        for line in built(deck).chain(&deck.sideboard).filter(|line| !is_basic_land(&line.card)) {
            let name = line.card.name();
            let there = left.entry(name).or_default();
            if *there < line.count {
                let more = line.count - *there;
                let whose = if decks.len() > 1 { "decks of the team" } else { "deck" };
                let message = format!("the card pool has {more} fewer of {name} than the {whose}; remove {more}");
                errors.push(beyond(deck, line, message));
            }
            *there = there.saturating_sub(line.count);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(DeckErrors(errors)) }
}

/// Returns the sideboard that a card pool leaves: all its cards that are not in the deck of its
/// player, or in any deck of its team (CR 100.4b, 100.4c). Names are in alphabetical order.
pub fn sideboard_of_pool<'a>(decks: &[&Deck], pool: &'a Deck) -> Vec<(&'a str, u32)> {
    let mut left = counts(pool);
    for line in decks.iter().flat_map(|deck| built(deck)) {
        if let Some(there) = left.get_mut(line.card.name()) {
            *there = there.saturating_sub(line.count);
        }
    }
    left.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// The number of each card of a pool.
fn counts(pool: &Deck) -> BTreeMap<&str, u32> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for line in pool.lines().chain(&pool.sideboard) {
        *counts.entry(line.card.name()).or_default() += line.count;
    }
    counts
}

/// The lines of a deck that come from the card pool. Up to two cards may lead it that do not
/// (CR 903.13e).
fn built(deck: &Deck) -> impl Iterator<Item = &DeckLine> {
    deck.commander.iter().filter(|line| line.card.name() != PIPER).chain(&deck.main)
}

fn beyond(deck: &Deck, line: &DeckLine, message: String) -> DeckError {
    let rule: Rule = rule!("905.1d");
    error(deck, Some(line), rule, message)
}
