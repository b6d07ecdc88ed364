//! Card files: one card each in RON, with errors that name the file, the place and the remedy.

use std::fmt;
use std::ops::Range;

use serde::de::DeserializeOwned;

use crate::card::ast::ability::{Ability, Face};
use crate::card::check::context::out_of_place;
use crate::card::dialect::{CANONICAL, Dialect, MOST_NESTED_IN_A_CARD};
use crate::card::layout::Card;
use crate::card::normal::normalize;
use crate::card::words::term::Term;
use crate::card::{lexicon, written};
use crate::message::reading::{Elsewhere, Known, Wrong};
use crate::message::{Message, keywords, reading};

pub use crate::card::dialect::ron_options;

/// Why a card file can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CardFileError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong and what to do, shortened.
    pub message: String,
    /// The message with every list in full.
    pub whole: String,
}

impl CardFileError {
    /// An error at a place.
    fn new(file: &str, (line, column): (usize, usize), message: &Message) -> CardFileError {
        CardFileError { file: file.to_owned(), line, column, message: message.short(), whole: message.whole() }
    }

    /// The error with its place; every list in full if `all` is set.
    pub fn told(&self, all: bool) -> String {
        let message = if all { &self.whole } else { &self.message };
        format!("{}:{}:{}: {message}", self.file, self.line, self.column)
    }
}

impl fmt::Display for CardFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(false))
    }
}

/// Reads one card and puts it into its normal form, which bundled cards and printed ones have, too.
///
/// # Errors
/// A syntax error, an unknown field or name, or a card that contradicts itself, with its place in
/// `text`.
pub fn read_card(file: &str, text: &str) -> Result<Card, CardFileError> {
    let mut card = read_as_written(file, text)?;
    normalize(&mut card);
    Ok(card)
}

/// Reads one card in the form it is written in, to compare it with its normal form.
///
/// # Errors
/// As [`read_card`].
pub fn read_as_written(file: &str, text: &str) -> Result<Card, CardFileError> {
    let card = parse_card(file, text)?;
    let wrong = card.contradiction().or_else(|| out_of_place(&card).map(|why| ("abilities", why)));
    match wrong {
        None => Ok(card),
        Some((field, message)) => {
            Err(CardFileError::new(file, place_of(text, field), &format!("`{field}`: {message}").into()))
        }
    }
}

/// Reads one card without looking for contradictions, which takes longer than the rest, and without
/// its normal form. Only for cards that a test has read with [`read_card`], and that have that
/// form.
///
/// # Errors
/// A syntax error, or an unknown field or name, with its place in `text`.
pub(super) fn parse_card(file: &str, text: &str) -> Result<Card, CardFileError> {
    let spelled = written::spelled(text)
        .map_err(|wrong| CardFileError::new(file, written::place(text, wrong.at), &wrong.message.into()))?;
    let read = Dialect::nested(MOST_NESTED_IN_A_CARD).from_str(&spelled.text);
    read.map_err(|error| {
        let mut wrong = reading::wrong(&spelled.text, &error, elsewhere);
        if text.trim_start().starts_with('(') {
            wrong.message = "a card file begins with `Card(`, `Split(`, `Transforming(` or `Modal(`".into();
        }
        let (line, column) = wrong.place(&spelled.text);
        CardFileError::new(file, (line, spelled.column(line, column)), &wrong.message)
    })
}

/// Reads a part of the card language in a text of another kind, such as a filter in a script, as a
/// card file has it.
///
/// # Errors
/// What is wrong with it, and where in `text`.
pub fn read_part<T: DeserializeOwned + Term>(text: &str, elsewhere: Elsewhere) -> Result<T, Wrong> {
    let what = T::what();
    let spelled = written::spelled_in(&what, text);
    ron_options().from_str(&spelled.text).map_err(|error| {
        let wrong = reading::wrong(&spelled.text, &error, elsewhere);
        Wrong { offset: spelled.offset(wrong.offset), ..wrong }
    })
}

/// The kinds that a word belongs to elsewhere, or the keyword that it is and that there is not.
fn elsewhere(word: &str) -> Option<Known> {
    let kinds = lexicon::kinds_of(word);
    if kinds.is_empty() {
        return not_there(word);
    }
    Some(Known::Elsewhere(format!("it is a word of the kind `{}`", kinds.join("`, `"))))
}

/// The keyword of the rule book that a word is, if no word of the language is that keyword.
pub fn not_there(word: &str) -> Option<Known> {
    let (name, rule) = keywords::missing(word, lexicon::words().map(|(_, word)| word.name))?;
    Some(Known::Nowhere(format!("the keyword {name} (CR {rule}) is not there yet")))
}

/// Writes a card in readable form: one field per line, without defaults.
///
/// # Errors
/// Never for a card that was read; otherwise the error of the serializer.
pub fn write_card(card: &Card) -> Result<String, ron::Error> {
    let style = ron::ser::PrettyConfig::new().indentor("    ").compact_arrays(false).depth_limit(4);
    CANONICAL.options().to_string_pretty(card, style).map(|text| written::plain(&text) + "\n")
}

/// Writes a card as [`write_card`] does, with comments among the abilities of its faces: lines
/// before the ability of a number, from 0, or after the last one, each with the index of its face.
///
/// # Errors
/// As [`write_card`].
pub fn write_with_comments(card: &Card, comments: &[(usize, usize, Vec<String>)]) -> Result<String, ron::Error> {
    let written = write_card(card)?;
    let mut lines: Vec<String> = written.lines().map(str::to_owned).collect();
    for face in 0..card.faces().len() {
        let comments: Vec<_> = comments.iter().filter(|(of, ..)| *of == face).collect();
        if comments.is_empty() {
            continue;
        }
        let (opening, indent) = match opening(card, face) {
            Some(field) => (format!("    {field}: ("), " ".repeat(8)),
            None => ("Card(".to_owned(), " ".repeat(4)),
        };
        let begin = lines.iter().position(|line| *line == opening).map_or(0, |at| at + 1);
        let closing = &indent[4..];
        let is_end = |line: &String| line.strip_prefix(closing).is_some_and(|it| it.starts_with(')'));
        let end = lines[begin..].iter().position(is_end).map_or(lines.len(), |at| begin + at);
        let (list, end) = abilities_of(&mut lines, begin..end, &indent);
        for (_, before, comment) in comments.iter().rev() {
            let at = list.get(*before).copied().unwrap_or(end);
            // A line break within a comment would end it.
            let comment = comment.iter().map(|line| format!("{indent}    // {}", line.replace(char::is_control, " ")));
            lines.splice(at..at, comment.collect::<Vec<_>>());
        }
    }
    Ok(lines.join("\n") + "\n")
}

/// The field of a card that has one of its faces; none if it is the card.
const fn opening(card: &Card, face: usize) -> Option<&'static str> {
    Some(match (card, face) {
        (Card::Card(_), 0) => return None,
        (Card::Card(face), _) if face.flipped.is_some() => "flipped",
        (Card::Card(_), _) => "adventure",
        (Card::Split(_), 0) => "left",
        (Card::Split(_), _) => "right",
        (Card::Transforming(_) | Card::Modal(_) | Card::Meld(_), 0) => "front",
        (Card::Transforming(_) | Card::Modal(_), _) => "back",
        (Card::Meld(_), _) => "melded",
    })
}

/// Writes abilities as a card file has them, each on its lines.
///
/// # Errors
/// As [`write_card`].
pub fn write_abilities(abilities: &[Ability]) -> Result<Vec<String>, ron::Error> {
    let written = write_card(&Card::Card(Face { abilities: abilities.to_vec(), ..Face::default() }))?;
    let mut lines: Vec<String> = written.lines().map(str::to_owned).collect();
    let whole = 0..lines.len();
    let (begins, end) = abilities_of(&mut lines, whole, "    ");
    let ends = begins.iter().skip(1).copied().chain([end]);
    let text = |from: usize, end: usize| {
        let lines = lines[from..end].iter().map(|line| line.get(8..).unwrap_or_default());
        lines.collect::<Vec<_>>().join("\n").trim_end_matches(',').to_owned()
    };
    Ok(begins.iter().zip(ends).map(|(from, end)| text(*from, end)).collect())
}

/// The lines at which the abilities of a face begin, and the line after the last. A face without
/// abilities gets an empty list of them.
fn abilities_of(lines: &mut Vec<String>, face: Range<usize>, indent: &str) -> (Vec<usize>, usize) {
    let (opening, closing) = (format!("{indent}abilities: ["), format!("{indent}],"));
    let Some(list) = lines[face.clone()].iter().position(|line| *line == opening) else {
        // What else a card has stands after its abilities.
        let nested = |line: &String| line.strip_prefix(indent).is_some_and(|it| it.ends_with(": ("));
        let at = lines[face.clone()].iter().position(nested).map_or(face.end, |at| face.start + at);
        lines.splice(at..at, [opening, closing]);
        return (Vec::new(), at + 1);
    };
    let first = face.start + list + 1;
    let end = lines[first..].iter().position(|line| *line == closing).map_or(face.end, |at| first + at);
    let begins = |line: &String| {
        let within = line.strip_prefix(indent).and_then(|it| it.strip_prefix("    "));
        within.is_some_and(|it| it.starts_with(|c: char| c.is_alphabetic()))
    };
    ((first..end).filter(|at| begins(&lines[*at])).collect(), end)
}

/// The line and column where a field's name first occurs as a key, or the start of the text.
fn place_of(text: &str, field: &str) -> (usize, usize) {
    for (index, line) in text.lines().enumerate() {
        for (column, _) in line.match_indices(field) {
            let before = line[..column].chars().next_back();
            let after = line[column + field.len()..].trim_start();
            if after.starts_with(':') && !before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                return (index + 1, column + 1);
            }
        }
    }
    (1, 1)
}

#[cfg(test)]
mod tests {
    use crate::card::ast::effect::{Modification, StaticEffect};
    use crate::card::definition::Definition;
    use crate::card::pool::bundled_cards;

    /// Definitions that effects create from a card, such as a copy, are nested deeper than the card
    /// but can still be read.
    #[test]
    fn what_is_a_copy_of_a_card_is_read_as_it_was_written() {
        for face in bundled_cards().iter().flat_map(|card| card.faces()) {
            let copied = Modification::Copiable(Box::new(face.clone()));
            let effect =
                StaticEffect::Modify { what: crate::card::Filter::Any, modifications: vec![copied], defining: false };
            let definition = Definition::Effect(effect);
            let text = definition.canonical().unwrap_or_else(|error| panic!("{}: {error}", face.name));
            let read = Definition::from_canonical(&text).unwrap_or_else(|error| panic!("{}: {error}", face.name));
            assert_eq!(read, definition, "{}", face.name);
        }
    }

    /// Endless nesting is refused: the limit is reached before the stack overflows.
    #[test]
    fn what_is_nested_too_deep_is_refused() {
        let nested = |depth: usize| format!("{}Any{}", "Not(".repeat(depth), ")".repeat(depth));
        let definition =
            |depth: usize| format!("Effect(Modify(what:{},modifications:[],defining:false))", nested(depth));
        assert!(Definition::from_canonical(&definition(40)).is_ok());
        assert!(Definition::from_canonical(&definition(5_000)).is_err());
        let card = |depth: usize| {
            let effect = format!("Modify(what:{},modifications:[],defining:false)", nested(depth));
            format!("Card(name:\"Deep\",types:[Artifact],abilities:[Static(effect:{effect})])")
        };
        assert!(super::read_card("deep", &card(10)).is_ok());
        assert!(super::read_card("deep", &card(5_000)).is_err());
    }

    /// A misspelled field is refused everywhere; nothing is ignored.
    #[test]
    fn a_field_that_there_is_not_is_refused_everywhere() {
        let mut tried = 0;
        for card in bundled_cards() {
            let text = super::write_card(card).unwrap_or_else(|error| panic!("{}: {error}", card.name()));
            for place in fields_begin(&text) {
                let (before, after) = text.split_at(place);
                let with = format!("{before}misspelled: 1, {after}");
                let read = super::read_card("it", &with);
                assert!(read.is_err_and(|error| error.message.contains("misspelled")), "accepted: {with}");
                tried += 1;
            }
        }
        assert!(tried > 3000, "only {tried} places");
    }

    /// Where the fields of a struct or variant begin: after a parenthesis followed by a name and a
    /// colon.
    fn fields_begin(text: &str) -> impl Iterator<Item = usize> + '_ {
        let open = text.match_indices('(').map(|(index, _)| index + 1);
        open.filter(|index| {
            let inside = text[*index..].trim_start();
            let name = inside.trim_start_matches(|it: char| it.is_ascii_lowercase() || it == '_');
            name.len() < inside.len() && name.starts_with(':')
        })
    }
}
