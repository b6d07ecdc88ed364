//! Formats: rules for decks (CR 100.2, 100.4). Tournament rules are not part of the game's rules
//! (CR 100.6).

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::card::identity::copies_in_deck;
use crate::card::{Card, CardType, Supertype};
use crate::rule;
use crate::rule::Rule;

use super::commander;
use super::{Deck, DeckError, DeckErrors, DeckLine};

/// The rules that a deck must follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Any deck.
    #[default]
    Freeform,
    /// At least 60 cards, at most four cards of a name, or as many as the card says, except basic
    /// lands, and at most 15 cards in the sideboard (CR 100.2a, 100.4a).
    Constructed,
    /// At least 40 cards (CR 100.2b).
    Limited,
    /// 100 cards with a commander, all different except basic lands, within its color identity
    /// (CR 903.5).
    Commander,
    /// 60 cards with a commander, likewise (CR 903.12).
    Brawl,
    /// At least 60 cards with a commander, any number of a name, within its color identity
    /// (CR 903.13f).
    CommanderDraft,
}

/// An unknown format name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no format `{0}`; there are: freeform, constructed, limited, commander, brawl, commander-draft")]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(word: &str) -> Result<Format, UnknownFormat> {
        let known = Format::ALL.into_iter().find(|format| format.word().eq_ignore_ascii_case(word.trim()));
        known.ok_or_else(|| UnknownFormat(word.to_owned()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] = [
        Format::Freeform,
        Format::Constructed,
        Format::Limited,
        Format::Commander,
        Format::Brawl,
        Format::CommanderDraft,
    ];

    /// Returns its name in lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Format::Freeform => "freeform",
            Format::Constructed => "constructed",
            Format::Limited => "limited",
            Format::Commander => "commander",
            Format::Brawl => "brawl",
            Format::CommanderDraft => "commander-draft",
        }
    }

    /// Checks that a deck is legal.
    ///
    /// # Errors
    /// Everything that the format forbids about it, each with its rule.
    pub fn check(self, deck: &Deck) -> Result<(), DeckErrors> {
        let mut errors = Vec::new();
        match self {
            Format::Freeform => {}
            Format::Constructed => {
                at_least(60, rule!("100.2a"), self, deck, &mut errors);
                copies_of_a_name(deck, &mut errors);
                sideboard(deck, &mut errors);
                conspiracies(deck, &mut errors);
            }
            Format::Limited => at_least(40, rule!("100.2b"), self, deck, &mut errors),
            Format::Commander | Format::Brawl => {
                commander::check(self, deck, &mut errors);
                conspiracies(deck, &mut errors);
            }
            Format::CommanderDraft => commander::check(self, deck, &mut errors),
        }
        errors.sort_by_key(|error| (error.line, error.column));
        if errors.is_empty() { Ok(()) } else { Err(DeckErrors(errors)) }
    }
}

/// Reports conspiracies, which only limited play has (CR 314.1).
fn conspiracies(deck: &Deck, errors: &mut Vec<DeckError>) {
    for line in deck.sideboard.iter().filter(|line| line.card.front().types.has(CardType::Conspiracy)) {
        let message = format!("{} is a conspiracy, and only limited play has some; remove it", line.card.name());
        errors.push(error(deck, Some(line), rule!("314.1"), message));
    }
}

pub(super) fn error(deck: &Deck, at: Option<&DeckLine>, rule: Rule, message: String) -> DeckError {
    DeckError {
        file: deck.file.clone(),
        line: at.map_or(1, |line| line.line),
        column: at.map_or(1, |line| line.column),
        card: at.map(|line| line.card.name().to_owned()),
        rule: Some(rule),
        message,
    }
}

pub(super) fn at_least(least: u32, rule: Rule, format: Format, deck: &Deck, errors: &mut Vec<DeckError>) {
    let cards = deck.len();
    if cards < least {
        let message =
            format!("a {format} deck has at least {least} cards, and this has {cards}; add {}", least - cards);
        errors.push(DeckError { card: None, ..error(deck, deck.main.last(), rule, message) });
    }
}

/// How many cards with a card's name a deck can have: the number of its format, if the card itself
/// says no other (CR 101.1). None for any number, as of a basic land.
pub(super) fn most_of(card: &Card, usual: u32) -> Option<u32> {
    if is_basic_land(card) { None } else { copies_in_deck(card).unwrap_or(Some(usual)) }
}

/// Reports more cards of a name than there can be in deck and sideboard together, four or what the
/// card says, at the line that exceeds them.
fn copies_of_a_name(deck: &Deck, errors: &mut Vec<DeckError>) {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    let lines = || deck.main.iter().chain(&deck.sideboard);
    for line in lines() {
        let Some(most) = most_of(&line.card, 4) else { continue };
        let name = line.card.name();
        let before = seen.get(name).copied().unwrap_or(0);
        seen.insert(name, before + line.count);
        if before <= most && before + line.count > most {
            let all: u32 = lines().filter(|line| line.card.name() == name).map(|line| line.count).sum();
            let message = format!(
                "a constructed deck has at most {most} {name}, its sideboard included, and this has {all}; remove {}",
                all - most
            );
            // The number is that of deck and sideboard together: 100.4a extends 100.2a.
            let rule = if deck.main.contains(line) { rule!("100.2a") } else { rule!("100.4a") };
            errors.push(error(deck, Some(line), rule, message));
        }
    }
}

fn sideboard(deck: &Deck, errors: &mut Vec<DeckError>) {
    let cards = deck.sideboard_len();
    if cards > 15 {
        let message =
            format!("a constructed sideboard has at most 15 cards, and this has {cards}; remove {}", cards - 15);
        let mut counted = 0;
        let beyond = deck.sideboard.iter().find(|line| {
            counted += line.count;
            counted > 15
        });
        errors.push(DeckError { card: None, ..error(deck, beyond, rule!("100.4a"), message) });
    }
}

pub(super) fn is_basic_land(card: &Card) -> bool {
    let face = card.front();
    face.types.has(CardType::Land) && face.supertypes.has(Supertype::Basic)
}
