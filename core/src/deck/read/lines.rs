//! Lists with a card in each line: a count and a name.
//!
//! ```text
//! // a comment; so is a line that begins with #
//! Deck                            a heading, also Main, Mainboard; a `:` or count may follow
//! 4 Lightning Bolt
//! 4x Lightning Bolt (M10) 146     the printing is ignored; so it is in [M10:146] NAME and NAME|M10
//! SB: 2 Holy Day                  a card of the sideboard
//! Commander                       the cards that follow are the commanders of the deck
//! 1 Isamaru, Hound of Konda
//! Sideboard                       all that follows is in the sideboard
//! // Sideboard                    likewise
//! Notes                           what the player noted as they drafted, a card and a note a line
//! Pyretic Hunter: number 3
//! About                           the name of the list follows
//! Name Red and White
//! ```
//!
//! A byte order mark, carriage returns, typographic apostrophes, accents, and the case of a name do
//! not matter.

use super::names::{Printed, printed};
use super::{DeckLine, Place, Reader, Section, Wrong, count};
use crate::card::CardType;
use crate::deck::DeckNote;
use crate::fact::Noted;

/// The least number of cards that are a deck by themselves (CR 100.2b): what follows them after a
/// blank line can be a sideboard.
const LEAST_DECK: u32 = 40;

/// The most cards in a sideboard (CR 100.4a).
const MOST_SIDEBOARD: u32 = 15;

/// What the lines below a heading are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Cards.
    Cards(Section),
    /// What was noted in a draft.
    Notes,
    /// The name of the list.
    About,
    /// What a program says of the list: `KEY=VALUE`.
    Metadata,
    /// Cards of no deck, such as `Maybeboard`. Programs write such headings without cards, too.
    Refused(&'static str),
    /// More of them, after the first was refused.
    Skipped,
}

/// Where in a list the reader is.
struct Reading {
    part: Part,
    /// Whether there was nothing yet but cards and blank lines.
    bare: bool,
    /// The number of lines of the deck before each blank line that follows a card.
    gaps: Vec<usize>,
}

impl Reader<'_> {
    /// Reads a list.
    pub(super) fn lines(&mut self, text: &str) {
        let mut reading = Reading { part: Part::Cards(Section::Main), bare: true, gaps: Vec::new() };
        for (index, line) in text.lines().enumerate() {
            let done = self.line(&mut reading, line, index + 1);
            if !self.goes_on(done) {
                return;
            }
        }
        if reading.bare && self.errors.is_empty() {
            let done = self.sideboard_below(&reading.gaps);
            self.goes_on(done);
        }
    }

    fn line(&mut self, reading: &mut Reading, whole: &str, line: usize) -> Result<(), Wrong> {
        let text = whole.trim();
        let at = |part: &str| (line, column_of(whole, part));
        if text.is_empty() {
            let lines = self.deck.main.len();
            if reading.gaps.last().copied().unwrap_or_default() < lines {
                reading.gaps.push(lines);
            }
            return Ok(());
        }
        let comment = text.strip_prefix("//").or_else(|| text.strip_prefix('#'));
        let found = match comment {
            Some(comment) => commented_heading(comment),
            None => heading(text),
        };
        let name = text == "Name" || text.starts_with("Name ");
        if comment.is_some() || found.is_some() || name {
            reading.bare = false;
            reading.part = found.unwrap_or(reading.part);
            return Ok(());
        }
        let told = |message: String| Err((at(text), None, message));
        let section = match reading.part {
            Part::Cards(section) => section,
            Part::Notes => return self.note(whole, text, line),
            Part::Metadata if text.contains('=') => return Ok(()),
            Part::Metadata => return told(format!("`{text}` is no `KEY=VALUE`; write `[Main]` above the cards")),
            Part::Skipped => return Ok(()),
            Part::Refused(heading) => {
                reading.part = Part::Skipped;
                return told(format!("the cards under `{heading}` are in no deck here; remove them and the heading"));
            }
            Part::About => return told(format!("`{text}` is not the `Name` of a list; write `Deck` above the cards")),
        };
        let (section, text) = match text.get(..3).filter(|start| start.eq_ignore_ascii_case("SB:")) {
            Some(_) => (Section::Sideboard, text[3..].trim_start()),
            None => (section, text),
        };
        reading.bare &= section == Section::Main;
        let (count, name) = count_and_name(text).map_err(|message| (at(text), None, message))?;
        self.named(section, count, name, at)
    }

    /// Puts a card that a line names, with or without its printing.
    fn named(&mut self, section: Section, count: u32, text: &str, at: impl Fn(&str) -> Place) -> Result<(), Wrong> {
        let place = at(text);
        if let Some(card) = self.names.known(text) {
            return self.put(section, count, card.clone(), place);
        }
        let Printed { name, unread } = printed(text);
        let card = self.names.card(name).map_err(|message| (place, Some(name.to_owned()), message))?;
        if let Some(unread) = unread {
            let message = format!("`{unread}` behind {name} means nothing here; remove it");
            return Err((at(unread), Some(card.name().to_owned()), message));
        }
        self.put(section, count, card, place)
    }

    /// Puts the second of two groups of cards into the sideboard, as MTGO writes it: nothing but
    /// cards and one gap, behind what is a deck by itself. Lands alone are no sideboard.
    fn sideboard_below(&mut self, gaps: &[usize]) -> Result<(), Wrong> {
        let lines = self.deck.main.len();
        let mut inner = gaps.iter().copied().filter(|gap| *gap < lines);
        let (Some(gap), None) = (inner.next(), inner.next()) else { return Ok(()) };
        let cards = |lines: &[DeckLine]| lines.iter().map(|line| line.count).sum::<u32>();
        let (above, below) = self.deck.main.split_at(gap);
        if cards(above) < LEAST_DECK || below.iter().all(|line| line.card.front().types.has(CardType::Land)) {
            return Ok(());
        }
        if cards(below) > MOST_SIDEBOARD {
            let place = below.first().map_or((1, 1), |line| (line.line, line.column));
            let message = format!(
                "the {} cards below the blank line may be a sideboard or not; write `Sideboard` above them, or remove \
                 the blank line",
                cards(below)
            );
            return Err((place, None, message));
        }
        self.deck.sideboard = self.deck.main.split_off(gap);
        Ok(())
    }

    /// Reads `NAME: NOTE`. A name may have a colon of its own.
    fn note(&mut self, whole: &str, text: &str, line: usize) -> Result<(), Wrong> {
        let at = |part: &str| (line, column_of(whole, part));
        let parts = || text.match_indices(':').map(|(at, _)| (text[..at].trim(), text[at + 1..].trim()));
        let known = parts().find(|(name, _)| self.names.known(name).is_some());
        let Some((name, told)) = known.or_else(|| parts().next()) else {
            let message = format!("`{text}` is no note; write the card and what was noted: `Pyretic Hunter: number 3`");
            return Err((at(text), None, message));
        };
        let card = self.names.card(name).map_err(|message| (at(name), Some(name.to_owned()), message))?;
        let wrong = |message: String| (at(told), Some(card.name().to_owned()), message);
        let noted = Noted::read(told).map_err(wrong)?;
        if let Some(message) = noted.wrong_for(&card) {
            return Err(wrong(message));
        }
        let (noted, removed) = match noted {
            Noted::Removed(name) => {
                let removed = self.names.card(&name).map_err(wrong)?;
                (Noted::Removed(removed.name().to_owned()), Some(removed))
            }
            Noted::Name(name) => (Noted::Name(self.names.card(&name).map_err(wrong)?.name().to_owned()), None),
            noted => (noted, None),
        };
        self.deck.notes.push(DeckNote { card, noted, removed });
        Ok(())
    }
}

/// Returns the part that a heading begins; `None` for a line that is not a heading.
fn heading(text: &str) -> Option<Part> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let bare = bare.trim_end_matches(|c: char| c.is_ascii_digit() || "():".contains(c) || c.is_whitespace());
    let section = match bare.to_ascii_lowercase().as_str() {
        "deck" | "main" | "mainboard" | "maindeck" | "main deck" => Section::Main,
        "sideboard" | "side" => Section::Sideboard,
        "vanguard" | "avatar" => Section::Vanguard,
        "planes" | "planar deck" => Section::Planes,
        "schemes" | "scheme deck" => Section::Schemes,
        "commander" | "commanders" => Section::Commander,
        "companion" => Section::Companion,
        "conspiracy" | "conspiracies" => Section::Conspiracies,
        "notes" => return Some(Part::Notes),
        "about" => return Some(Part::About),
        "metadata" => return Some(Part::Metadata),
        other => {
            let refused = ["attractions", "contraptions", "stickers", "dungeon", "maybeboard", "considering"];
            return refused.into_iter().find(|heading| *heading == other).map(Part::Refused);
        }
    };
    Some(Part::Cards(section))
}

/// Returns the part that a comment begins: some programs write their headings so, with a count
/// before them.
fn commented_heading(comment: &str) -> Option<Part> {
    let bare = comment.trim_start_matches(|c: char| c.is_ascii_digit() || c == '#' || c == '/' || c.is_whitespace());
    heading(bare).filter(|part| matches!(part, Part::Cards(_) | Part::Refused(_)))
}

/// Reads `4 NAME` or `4x NAME`.
fn count_and_name(text: &str) -> Result<(u32, &str), String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = text.split_at(digits);
    let rest = match rest.strip_prefix(['x', 'X']) {
        Some(after) if after.is_empty() || after.starts_with(char::is_whitespace) => after,
        _ => rest,
    };
    let name = rest.trim();
    if number.is_empty() && text.ends_with(')') && text.contains(" (") {
        return Err(format!("`{text}` is no part of a deck; make it a comment: `// {text}`"));
    }
    if number.is_empty() {
        return Err(format!("`{text}` has no count; write how many before the name: `1 {text}`"));
    }
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return Err(format!("`{text}` does not begin with a count and a space; write `{number} NAME`"));
    }
    if name.is_empty() {
        return Err(format!("`{text}` has no name; write `{number} NAME`, or remove the line"));
    }
    Ok((count(number, name)?, name))
}

/// Returns the column of a part of a line, from 1, in characters.
fn column_of(whole: &str, part: &str) -> usize {
    let offset = whole.find(part).unwrap_or(0);
    whole[..offset].chars().count() + 1
}
