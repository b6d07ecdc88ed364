//! Commander and Brawl decks (CR 903.5, 903.12): their commanders, their size, different names, and
//! the color identity.

use std::collections::BTreeMap;

use crate::card::identity::{basic_land_colors, can_be_partners, can_lead, chosen_as_commander, color_identity};
use crate::card::{BasicLandType, Card, Color, Colors};
use crate::rule;
use crate::rule::Rule;

use super::format::{Format, at_least, error, is_basic_land, most_of};
use super::{Deck, DeckError, DeckLine};

/// Reports everything that a Commander or Brawl deck must not be.
pub(super) fn check(format: Format, deck: &Deck, errors: &mut Vec<DeckError>) {
    let brawl = format == Format::Brawl;
    leaders(brawl, deck, errors);
    size(format, deck, errors);
    let identity = with_chosen_colors(deck);
    // CR 903.12e
    let free = (brawl && identity.is_colorless()).then(|| basic_type_of(deck)).flatten();
    // CR 903.13f
    if format != Format::CommanderDraft {
        names(format, deck, errors);
    }
    for line in deck.lines() {
        let card = &line.card;
        if free.is_some_and(|free| is_basic_land(card) && basic_types(card).eq([free])) {
            continue;
        }
        let beyond = outside(color_identity(card), identity);
        if !beyond.is_empty() {
            let message = format!(
                "{} has {} in its color identity, and the commander of this deck has not; leave it out",
                card.name(),
                words(&beyond)
            );
            errors.push(error(deck, Some(line), rule!("903.5c"), message));
        }
        let beyond = outside(basic_land_colors(card), identity);
        if !beyond.is_empty() {
            let message = format!(
                "{} could produce {} mana by its basic land types, and the color identity of the commander has not; \
                 leave it out",
                card.name(),
                words(&beyond)
            );
            errors.push(error(deck, Some(line), rule!("903.5d"), message));
        }
    }
}

/// The color identity of the commanders. A color chosen for one of them belongs to it (CR 903.4b):
/// the first one that the deck needs and could have been chosen.
fn with_chosen_colors(deck: &Deck) -> Colors {
    let printed = deck.commander.iter().fold(Colors::COLORLESS, |all, line| all.union(color_identity(&line.card)));
    let choices = deck.commander.iter().filter_map(|line| chosen_as_commander(&line.card));
    choices.fold(printed, |identity, colors| {
        let needed = deck.lines().flat_map(|line| {
            let all = color_identity(&line.card).union(basic_land_colors(&line.card));
            outside(all, identity)
        });
        let chosen = needed.into_iter().find(|color| colors.contains(color));
        chosen.map_or(identity, |color| identity.union([color].into_iter().collect()))
    })
}

/// The commanders: one, or two partners (CR 903.3, 702.124).
fn leaders(brawl: bool, deck: &Deck, errors: &mut Vec<DeckError>) {
    let lines: Vec<&DeckLine> = deck.commander.iter().collect();
    let count: u32 = lines.iter().map(|line| line.count).sum();
    let rule = if brawl { rule!("903.12c") } else { rule!("903.3") };
    let what = if brawl { "legendary creature or planeswalker" } else { "legendary creature" };
    if count == 0 {
        let message =
            format!("this deck has no commander; put a {what} under the heading `Commander`, such as `1 NAME`");
        errors.push(DeckError { card: None, ..error(deck, deck.main.first(), rule, message) });
    }
    for line in lines.iter().filter(|line| !can_lead(&line.card, brawl)) {
        let name = line.card.name();
        let message = format!("{name} is no {what}, nor does it say that it can be a commander; choose another");
        errors.push(error(deck, Some(line), rule, message));
    }
    let partners = match lines.as_slice() {
        [one, other] => count == 2 && can_be_partners(&one.card, &other.card),
        _ => false,
    };
    if count > 1 && !partners {
        let message = format!("a deck has one commander, or two that are partners, and this has {count}; choose");
        errors.push(error(deck, lines.last().copied(), rule!("702.124a"), message));
    }
}

/// Exactly 100 cards, or 60 in Brawl, with the commanders (CR 903.5a, 903.12d); in a Commander
/// Draft at least 60 (CR 903.13f).
fn size(format: Format, deck: &Deck, errors: &mut Vec<DeckError>) {
    let (wanted, rule): (u32, Rule) = match format {
        Format::CommanderDraft => return at_least(60, rule!("903.13f"), format, deck, errors),
        Format::Brawl => (60, rule!("903.12d")),
        _ => (100, rule!("903.5a")),
    };
    let cards = deck.len();
    if cards == wanted {
        return;
    }
    let remedy = if cards < wanted { format!("add {}", wanted - cards) } else { format!("remove {}", cards - wanted) };
    let message =
        format!("a {format} deck has exactly {wanted} cards with its commander, and this has {cards}; {remedy}");
    let last = deck.main.last().or(deck.commander.last());
    errors.push(DeckError { card: None, ..error(deck, last, rule, message) });
}

/// Different names, except for basic lands and cards that say how many there can be (CR 903.5b).
fn names(format: Format, deck: &Deck, errors: &mut Vec<DeckError>) {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for line in deck.lines() {
        let Some(most) = most_of(&line.card, 1) else { continue };
        let name = line.card.name();
        let count = seen.entry(name).or_default();
        let before = *count;
        *count += line.count;
        if before <= most && *count > most {
            let message = format!("a {format} deck has at most {most} {name}, and this has more; remove the others");
            errors.push(error(deck, Some(line), rule!("903.5b"), message));
        }
    }
}

/// The colors that are not in a color identity.
fn outside(colors: Colors, identity: Colors) -> Vec<Color> {
    colors.iter().filter(|color| !identity.has(*color)).collect()
}

fn words(colors: &[Color]) -> String {
    let words: Vec<&str> = colors.iter().map(|color| color.word()).collect();
    words.join(" and ")
}

fn basic_types(card: &Card) -> impl Iterator<Item = BasicLandType> {
    card.front().subtypes.iter().filter_map(|subtype| BasicLandType::of(*subtype))
}

/// The basic land type of the deck's first basic land that has one.
fn basic_type_of(deck: &Deck) -> Option<BasicLandType> {
    deck.main.iter().filter(|line| is_basic_land(&line.card)).find_map(|line| basic_types(&line.card).next())
}
