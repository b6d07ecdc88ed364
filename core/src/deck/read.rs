//! Reads deck lists as players, shops and programs write them.
//!
//! | module | reads |
//! |---|---|
//! | `names` | the name of a card in any spelling, and what a program prints beside it |
//! | `lines` | lists with a card in each line |
//! | `xml` | the XML of MTGO (`.dek`) and Cockatrice (`.cod`) |
//!
//! A list tells its form by what is in it: XML begins with `<`. Whatever means nothing is an error.

mod lines;
mod names;
#[cfg(test)]
mod tests;
mod xml;

use std::sync::Arc;

use crate::card::pool::Pool;
use crate::card::{Ability, Card, CardType, Keyword};

use super::{Deck, DeckError, DeckErrors, DeckLine, MOST_CARDS};
use names::Names;

/// The most errors reported for one list, without those about cards.
const MOST_ERRORS: usize = 20;

/// The most errors about cards reported for one list: those of a whole Commander deck.
const MOST_WRONG_CARDS: usize = 100;

/// The section of a list that a card belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Main,
    Commander,
    /// The companion, which is in the sideboard, too (CR 103.2b).
    Companion,
    Vanguard,
    Planes,
    Schemes,
    Sideboard,
    /// A part of the sideboard with conspiracies only (CR 905.4).
    Conspiracies,
}

impl Deck {
    /// Reads a list of cards in `pool`. `file` is its name in errors.
    ///
    /// # Errors
    /// Every line that is not a count and a name, that names an unknown card, or that asks for none
    /// or too many; a list without cards.
    pub fn read(file: &str, text: &str, pool: &Pool) -> Result<Deck, DeckErrors> {
        let message = "there is no card in this list; write a count and a name a line, such as `4 Lightning Bolt`";
        Deck::read_with(file, text, pool, |deck| deck.is_empty().then_some(message))
    }

    /// Reads a list for the nontraditional cards in it, such as a planar deck. It may have no other
    /// cards.
    ///
    /// # Errors
    /// As [`Deck::read`]; a list without nontraditional cards.
    pub fn read_supplement(file: &str, text: &str, pool: &Pool) -> Result<Deck, DeckErrors> {
        let message = "there is no nontraditional card in this list; write them under the heading `Planes`, `Schemes` \
                       or `Vanguard`";
        Deck::read_with(file, text, pool, |deck| deck.supplement.is_empty().then_some(message))
    }

    fn read_with(
        file: &str,
        text: &str,
        pool: &Pool,
        lacks: impl FnOnce(&Deck) -> Option<&'static str>,
    ) -> Result<Deck, DeckErrors> {
        let deck = Deck {
            file: file.to_owned(),
            main: Vec::new(),
            commander: Vec::new(),
            supplement: Vec::new(),
            sideboard: Vec::new(),
            notes: Vec::new(),
        };
        let mut reader = Reader { names: Names::of(pool), deck, companions: Vec::new(), cards: 0, errors: Vec::new() };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with('<') {
            reader.xml(text)
        } else {
            reader.lines(text)
        }
        reader.put_companion();
        if let Some(message) = lacks(&reader.deck).filter(|_| reader.errors.is_empty()) {
            reader.error((text.lines().count().max(1), 1), None, message.to_owned());
        }
        if reader.errors.is_empty() { Ok(reader.deck) } else { Err(DeckErrors(reader.errors)) }
    }
}

struct Reader<'a> {
    names: Names<'a>,
    deck: Deck,
    companions: Vec<DeckLine>,
    cards: u32,
    errors: Vec<DeckError>,
}

/// The line and the column, both from 1.
type Place = (usize, usize);

/// The place, the card, and the error.
type Wrong = (Place, Option<String>, String);

impl Reader<'_> {
    fn error(&mut self, (line, column): Place, card: Option<String>, message: String) {
        let file = self.deck.file.clone();
        self.errors.push(DeckError { file, line, column, card, rule: None, message });
    }

    /// Notes the error, if there is one. Returns whether to read on.
    fn goes_on(&mut self, done: Result<(), Wrong>) -> bool {
        if let Err((place, card, message)) = done {
            self.error(place, card, message);
        }
        let about_cards = self.errors.iter().filter(|error| error.card.is_some()).count();
        let others = self.errors.len() - about_cards;
        about_cards < MOST_WRONG_CARDS && others < MOST_ERRORS && self.cards <= MOST_CARDS
    }

    /// Puts copies of a card into a section. The place is that of its name.
    fn put(&mut self, section: Section, count: u32, card: Arc<Card>, place: Place) -> Result<(), Wrong> {
        let wrong = |message| Err((place, Some(card.name().to_owned()), message));
        if card.front().types.has(CardType::Dungeon) {
            return wrong(format!(
                "{} is a dungeon, and no dungeon is part of a deck or sideboard; leave it out: whoever has a card that \
                 ventures has each dungeon (CR 309.2)",
                card.name()
            ));
        }
        if let Some(message) = misplaced(&card, section) {
            return wrong(message);
        }
        self.cards = self.cards.saturating_add(count);
        if self.cards > MOST_CARDS {
            let (cards, name) = (self.cards, card.name());
            return wrong(format!(
                "{cards} cards are too many; a list has {MOST_CARDS} at most: lower the count of {name}"
            ));
        }
        let lines = match section {
            Section::Sideboard | Section::Conspiracies => &mut self.deck.sideboard,
            Section::Companion => &mut self.companions,
            Section::Commander => &mut self.deck.commander,
            Section::Vanguard | Section::Planes | Section::Schemes => &mut self.deck.supplement,
            Section::Main => &mut self.deck.main,
        };
        let (line, column) = place;
        lines.push(DeckLine { count, card, line, column });
        Ok(())
    }

    /// Puts the companion into the sideboard. Some programs list it there as well.
    fn put_companion(&mut self) {
        let mut companions = std::mem::take(&mut self.companions).into_iter();
        let Some(companion) = companions.next() else { return };
        if let Some((line, column)) = companions
            .next()
            .map(|next| (next.line, next.column))
            .or_else(|| (companion.count > 1).then_some((companion.line, companion.column)))
        {
            let why = "a player has one companion at most; put the others under `Sideboard` (CR 103.2b)";
            self.error((line, column), Some(companion.card.name().to_owned()), why.to_owned());
        }
        if self.deck.sideboard.iter().all(|line| line.card.name() != companion.card.name()) {
            self.deck.sideboard.push(companion);
        }
    }
}

/// The number of copies in a list.
fn count(number: &str, name: &str) -> Result<u32, String> {
    match number.parse::<u32>() {
        Ok(0) => Err(format!("0 of {name} are none; write at least 1, or remove the line")),
        Ok(count) if count <= MOST_CARDS => Ok(count),
        _ if number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty() => {
            Err(format!("{number} of {name} are too many; a list has {MOST_CARDS} cards at most"))
        }
        _ => Err(format!("`{number}` is no number of copies; write a whole number, such as 4")),
    }
}

/// Says what is wrong if a nontraditional card is in a part of the deck, or another card where
/// those belong (CR 100.1, 902.3).
fn misplaced(card: &Card, section: Section) -> Option<String> {
    let (name, types) = (card.name(), card.front().types);
    let belongs = [
        (Section::Vanguard, CardType::Vanguard, "vanguard", "`Vanguard` (CR 902.3)"),
        (Section::Planes, CardType::Plane, "plane", "`Planes` (CR 901.3)"),
        (Section::Planes, CardType::Phenomenon, "phenomenon", "`Planes` (CR 901.3)"),
        (Section::Schemes, CardType::Scheme, "scheme", "`Schemes` (CR 904.3)"),
    ];
    let here: Vec<&str> = belongs.iter().filter(|it| it.0 == section).map(|it| it.2).collect();
    if types.has(CardType::Conspiracy) {
        let wrong = || format!("{name} is a conspiracy, and no part of a deck; put it into the sideboard (CR 905.4)");
        return (!matches!(section, Section::Sideboard | Section::Conspiracies)).then(wrong);
    }
    if section == Section::Conspiracies {
        return Some(format!("{name} is no conspiracy; move it out of the part with this heading"));
    }
    if section == Section::Companion {
        let is_companion = |ability: &Ability| matches!(ability, Ability::Keyword(Keyword::Companion(_)));
        let wrong = || format!("{name} has no companion ability; put it under `Sideboard` (CR 702.139a)");
        return (!card.front().abilities.iter().any(is_companion)).then(wrong);
    }
    match belongs.iter().find(|it| types.has(it.1)) {
        Some((wanted, ..)) if *wanted == section => None,
        Some((_, _, word, heading)) => {
            Some(format!("{name} is a {word}, and no part of a deck; put it under the heading {heading}"))
        }
        None if !here.is_empty() => {
            let kinds = here.join(" or ");
            Some(format!("{name} is no {kinds}; move it out of the part with this heading"))
        }
        _ => None,
    }
}
