//! Reads deck lists: a count and a name on each line, as players, shops and programs write them.
//!
//! ```text
//! // a comment; so is a line that begins with #
//! Deck                            a heading: Deck, Main, Mainboard, Maindeck; a `:` or count may follow
//! 4 Lightning Bolt
//! 4x Lightning Bolt (M10) 146     the printing is ignored; so it is in [M10:146] NAME and NAME|M10
//! SB: 2 Holy Day                  a card of the sideboard
//! Commander                       the cards that follow are the commanders of the deck
//! 1 Isamaru, Hound of Konda
//! Sideboard                       all that follows is in the sideboard
//! Notes                           what the player noted as they drafted, a card and a note a line
//! Pyretic Hunter: number 3
//! ```
//!
//! Blank lines, a byte order mark, carriage returns, typographic apostrophes, and the case of a
//! name do not matter. `About` and `[metadata]` begin a part that is ignored. A blank line does not
//! begin a sideboard.

use std::sync::Arc;

use crate::card::BETWEEN_NAMES;
use crate::card::pool::Pool;
use crate::card::{Card, CardType, Face};
use crate::fact::Noted;

use super::{Deck, DeckError, DeckErrors, DeckLine, DeckNote, MOST_CARDS};

/// The most errors reported for one list.
const MOST_ERRORS: usize = 20;

/// The section of a list that a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Main,
    Commander,
    Vanguard,
    Planes,
    Schemes,
    Sideboard,
    /// What was noted in a draft.
    Notes,
    /// Metadata about the list, which is ignored.
    Passed,
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
        let mut reader = Reader {
            pool,
            deck: Deck {
                file: file.to_owned(),
                main: Vec::new(),
                commander: Vec::new(),
                supplement: Vec::new(),
                sideboard: Vec::new(),
                notes: Vec::new(),
            },
            section: Section::Main,
            cards: 0,
            errors: Vec::new(),
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut last = 1;
        for (index, line) in text.lines().enumerate() {
            last = index + 1;
            if let Err((column, card, message)) = reader.line(line, last) {
                reader.error(last, column, card, message);
                if reader.errors.len() == MOST_ERRORS || reader.cards > MOST_CARDS {
                    break;
                }
            }
        }
        if let Some(message) = lacks(&reader.deck).filter(|_| reader.errors.is_empty()) {
            reader.error(last, 1, None, message.to_owned());
        }
        if reader.errors.is_empty() { Ok(reader.deck) } else { Err(DeckErrors(reader.errors)) }
    }
}

struct Reader<'a> {
    pool: &'a Pool,
    deck: Deck,
    section: Section,
    cards: u32,
    errors: Vec<DeckError>,
}

/// The column, the card, and the error.
type Wrong = (usize, Option<String>, String);

impl Reader<'_> {
    fn error(&mut self, line: usize, column: usize, card: Option<String>, message: String) {
        let file = self.deck.file.clone();
        self.errors.push(DeckError { file, line, column, card, rule: None, message });
    }

    fn line(&mut self, whole: &str, line: usize) -> Result<(), Wrong> {
        let text = whole.trim();
        if text.is_empty() || text.starts_with("//") || text.starts_with('#') {
            return Ok(());
        }
        if let Some(section) = heading(text) {
            self.section = section.map_err(|message| (column_of(whole, text), None, message))?;
            return Ok(());
        }
        match self.section {
            Section::Passed => return Ok(()),
            Section::Notes => {
                let note = self.note(whole, text)?;
                self.deck.notes.push(note);
                return Ok(());
            }
            _ => {}
        }
        let (section, text) = match text.get(..3).filter(|start| start.eq_ignore_ascii_case("SB:")) {
            Some(_) => (Section::Sideboard, text[3..].trim_start()),
            None => (self.section, text),
        };
        let (count, name) = count_and_name(whole, text)?;
        let column = column_of(whole, name);
        let card = self.card(name).map_err(|message| (column, Some(name.to_owned()), message))?;
        if card.front().types.has(CardType::Dungeon) {
            let message = format!(
                "{} is a dungeon, and no dungeon is part of a deck or sideboard; leave it out: whoever has a card that \
                 ventures has each dungeon (CR 309.2)",
                card.name()
            );
            return Err((column, Some(card.name().to_owned()), message));
        }
        if let Some(message) = misplaced(&card, section) {
            return Err((column, Some(card.name().to_owned()), message));
        }
        self.cards = self.cards.saturating_add(count);
        if self.cards > MOST_CARDS {
            let message = format!(
                "{} cards are too many; a list has {MOST_CARDS} at most: lower the count of {}",
                self.cards,
                card.name()
            );
            return Err((column_of(whole, text), Some(card.name().to_owned()), message));
        }
        let lines = match section {
            Section::Sideboard => &mut self.deck.sideboard,
            Section::Commander => &mut self.deck.commander,
            Section::Vanguard | Section::Planes | Section::Schemes => &mut self.deck.supplement,
            Section::Main | Section::Notes | Section::Passed => &mut self.deck.main,
        };
        lines.push(DeckLine { count, card, line, column });
        Ok(())
    }

    /// Reads `NAME: NOTE`. A name may have a colon of its own.
    fn note(&self, whole: &str, text: &str) -> Result<DeckNote, Wrong> {
        let parts = || text.match_indices(':').map(|(at, _)| (text[..at].trim(), text[at + 1..].trim()));
        let known = parts().find(|(name, _)| self.named(name).is_some());
        let Some((name, told)) = known.or_else(|| parts().next()) else {
            let message = format!("`{text}` is no note; write the card and what was noted: `Pyretic Hunter: number 3`");
            return Err((column_of(whole, text), None, message));
        };
        let card = self.card(name).map_err(|message| (column_of(whole, name), Some(name.to_owned()), message))?;
        let at = column_of(whole, told);
        let wrong = |message: String| (at, Some(card.name().to_owned()), message);
        let noted = Noted::read(told).map_err(wrong)?;
        if let Some(message) = noted.wrong_for(&card) {
            return Err(wrong(message));
        }
        let (noted, removed) = match noted {
            Noted::Removed(name) => {
                let removed = self.card(&name).map_err(wrong)?;
                (Noted::Removed(removed.name().to_owned()), Some(removed))
            }
            Noted::Name(name) => (Noted::Name(self.card(&name).map_err(wrong)?.name().to_owned()), None),
            noted => (noted, None),
        };
        Ok(DeckNote { card, noted, removed })
    }

    /// Returns the card that a line names, with or without its printing.
    fn card(&self, text: &str) -> Result<Arc<Card>, String> {
        let name = without_printing(text);
        let found = [text, name].into_iter().find_map(|name| self.named(name).or_else(|| self.named_by_both(name)));
        found.map(Arc::clone).ok_or_else(|| {
            if let Some(unreadable) = [text, name].into_iter().find_map(|name| self.pool.read(name).err()) {
                return unreadable.to_string();
            }
            let near: Vec<String> = self.pool.suggestions(name).iter().map(|near| format!("“{near}”")).collect();
            let remedy = if near.is_empty() {
                "take a card that there is, or give its card file as well".to_owned()
            } else {
                format!("did you mean {}?", near.join(" or "))
            };
            format!("there is no card “{name}”; {remedy}")
        })
    }

    fn named(&self, name: &str) -> Option<&Arc<Card>> {
        let plain = name.replace('\u{2019}', "'");
        self.pool.get(&plain).or_else(|| {
            let lower = plain.to_lowercase();
            let known = self.pool.names().find(|known| known.to_lowercase() == lower)?;
            self.pool.get(known)
        })
    }

    /// Returns a double-faced, flip or adventurer card given by both of its names, as in some
    /// lists.
    fn named_by_both(&self, name: &str) -> Option<&Arc<Card>> {
        let (front, other) = name.split_once(BETWEEN_NAMES)?;
        let card = self.named(front.trim())?;
        let called = |face: &Face| face.name.eq_ignore_ascii_case(other.trim());
        card.faces().iter().skip(1).any(|face| called(face)).then_some(card)
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
        return (section != Section::Sideboard).then(wrong);
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

/// Returns the section that a heading begins, or an error if there is no such section; `None` for a
/// line that is not a heading.
fn heading(text: &str) -> Option<Result<Section, String>> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let bare = bare.trim_end_matches(|c: char| c.is_ascii_digit() || "():".contains(c) || c.is_whitespace());
    Some(match bare.to_ascii_lowercase().as_str() {
        "deck" | "main" | "mainboard" | "maindeck" | "main deck" => Ok(Section::Main),
        "sideboard" | "side" => Ok(Section::Sideboard),
        "vanguard" => Ok(Section::Vanguard),
        "planes" | "planar deck" => Ok(Section::Planes),
        "schemes" | "scheme deck" => Ok(Section::Schemes),
        "commander" | "commanders" => Ok(Section::Commander),
        "notes" => Ok(Section::Notes),
        "about" | "metadata" | "name" => Ok(Section::Passed),
        other @ ("companion" | "attractions") => {
            Err(format!("this engine has no `{other}` part of a deck; remove the heading or its cards"))
        }
        _ => return None,
    })
}

/// Reads `4 NAME` or `4x NAME`.
fn count_and_name<'a>(whole: &str, text: &'a str) -> Result<(u32, &'a str), Wrong> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = text.split_at(digits);
    let column = column_of(whole, text);
    let rest = match rest.strip_prefix(['x', 'X']) {
        Some(after) if after.is_empty() || after.starts_with(char::is_whitespace) => after,
        _ => rest,
    };
    let name = rest.trim();
    let wrong = |message: String| Err((column, None, message));
    if number.is_empty() {
        return wrong(format!("`{text}` has no count; write how many before the name: `1 {text}`"));
    }
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return wrong(format!("`{text}` does not begin with a count and a space; write `{number} NAME`"));
    }
    if name.is_empty() {
        return wrong(format!("`{text}` has no name; write `{number} NAME`, or remove the line"));
    }
    match number.parse::<u32>() {
        Ok(0) => wrong(format!("0 of {name} are none; write at least 1, or remove the line")),
        Ok(count) if count <= MOST_CARDS => Ok((count, name)),
        _ => wrong(format!("{number} of {name} are too many; a list has {MOST_CARDS} cards at most")),
    }
}

/// Returns the name without the set and collector's number that a program added: `NAME (M10) 146
/// *F*`, `NAME [M10]`, `[M10:146] NAME`, `NAME|M10|1`, and without a `# comment` or `#tag`.
fn without_printing(text: &str) -> &str {
    let code = |inner: &str| {
        (2..=6).contains(&inner.len()) && inner.chars().all(|c| c.is_ascii_alphanumeric() && !c.is_ascii_lowercase())
    };
    let text = text.split(" #").next().unwrap_or(text);
    let text = text.split('|').next().unwrap_or(text).trim();
    let text = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((inner, name)) if code(inner.split(':').next().unwrap_or(inner)) => name.trim(),
        _ => text,
    };
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some((name, rest)) = text.rsplit_once(open)
            && let Some((inner, _)) = rest.split_once(close)
            && code(&inner.to_ascii_uppercase())
            && name.ends_with(' ')
        {
            return name.trim();
        }
    }
    text
}

/// Returns the column of a part of a line, from 1, in characters.
fn column_of(whole: &str, part: &str) -> usize {
    let offset = whole.find(part).unwrap_or(0);
    whole[..offset].chars().count() + 1
}
