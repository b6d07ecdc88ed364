//! Files of printed cards: text as people paste it, lines of JSON, Scryfall's bulk files and
//! MTGJSON's `AtomicCards`, as they are or compressed with gzip. They are told apart by what is in
//! them. A file of any length is read entry by entry.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read, stdin};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use retrace_core::card::read::{Printed, PrintedCard, is_between_faces, printed_cards};
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::foreign::{Entry, entries_of};
use crate::SessionError;
use crate::base::text::{LIMIT_BYTES, io_text};

/// How much of a file tells its form, in bytes.
const HEAD: u64 = 1 << 16;

/// The mark at the beginning of some texts.
const MARK: &[u8] = "\u{FEFF}".as_bytes();

/// The first bytes of other compressed files, and what they are called.
const PACKED: [(&[u8], &str); 4] =
    [(b"PK\x03\x04", "zip"), (b"\xFD7zXZ", "xz"), (b"\x28\xB5\x2F\xFD", "Zstandard"), (b"BZh", "bzip2")];

/// The printed cards of a file.
#[derive(Debug, Default)]
pub struct PrintedFile {
    /// The cards, in order.
    pub cards: Vec<PrintedCard>,
    /// How many of its entries are no cards: tokens, emblems, art.
    pub others: usize,
}

/// The printed cards of a file, or of what is typed if the path is `-`. `pasted` takes a card as
/// people paste it.
///
/// # Errors
/// A file that cannot be read, with the line at which it is no text or no printed card.
pub fn printed_in(path: &Path, pasted: impl Fn(&str) -> PrintedCard) -> Result<PrintedFile, SessionError> {
    let told = |why: String| SessionError::File(format!("{}: {why}", path.display()));
    let opened: Box<dyn Read> = if path == Path::new("-") {
        Box::new(stdin())
    } else {
        Box::new(File::open(path).map_err(|error| told(format!("it cannot be read: {}", io_text(&error))))?)
    };
    let source = unpacked(opened).map_err(told)?;
    read(source, pasted).map_err(|wrong| match wrong {
        Wrong::At(line, why) => SessionError::File(format!("{}:{line}: it is no printed card: {why}", path.display())),
        Wrong::Whole(why) => told(why),
    })
}

/// The printed cards of a text that is typed, which may have all that a file may have.
///
/// # Errors
/// A text with something that is no printed card, with its line.
pub fn printed_of(text: &str, pasted: impl Fn(&str) -> PrintedCard) -> Result<PrintedFile, SessionError> {
    read(text.as_bytes(), pasted).map_err(|wrong| match wrong {
        Wrong::At(line, why) => SessionError::File(format!("line {line} is no printed card: {why}")),
        Wrong::Whole(why) => SessionError::File(why),
    })
}

/// Why a file is not read.
enum Wrong {
    /// At a line, from 1.
    At(usize, String),
    Whole(String),
}

fn unreadable(error: &std::io::Error) -> Wrong {
    Wrong::Whole(format!("it cannot be read: {}", io_text(error)))
}

/// What a file has in it if it is compressed, and the file otherwise.
fn unpacked(opened: Box<dyn Read>) -> Result<Box<dyn Read>, String> {
    let (head, source) = headed(opened).map_err(|error| format!("it cannot be read: {}", io_text(&error)))?;
    if head.starts_with(&[0x1F, 0x8B]) {
        return Ok(Box::new(MultiGzDecoder::new(BufReader::new(source))));
    }
    match PACKED.iter().find(|(bytes, _)| head.starts_with(bytes)) {
        Some((_, name)) => Err(format!("it is compressed with {name}; unpack it first, or take it as .gz")),
        None => Ok(Box::new(source)),
    }
}

/// The first bytes of something, and all of it.
fn headed(mut source: impl Read) -> std::io::Result<(Vec<u8>, impl Read)> {
    let mut head = Vec::new();
    (&mut source).take(HEAD).read_to_end(&mut head)?;
    Ok((head.clone(), Cursor::new(head).chain(source)))
}

fn read(source: impl Read, pasted: impl Fn(&str) -> PrintedCard) -> Result<PrintedFile, Wrong> {
    let (head, source) = headed(source).map_err(|error| unreadable(&error))?;
    let mut source = BufReader::new(source);
    if head.starts_with(MARK) {
        source.read_exact(&mut [0; MARK.len()]).map_err(|error| unreadable(&error))?;
    }
    let mut found = Found::default();
    match form(&head) {
        Form::Pasted => return Ok(PrintedFile { cards: pasted_in(&text_of(source)?, pasted), others: 0 }),
        Form::Lines => lines(source, &mut found)?,
        Form::Document => {
            let mut document = serde_json::Deserializer::from_reader(source);
            let read =
                Cards { found: &mut found, is_data: false }.deserialize(&mut document).and_then(|()| document.end());
            read.map_err(|error| Wrong::At(error.line(), error.to_string()))?;
        }
    }
    Ok(PrintedFile { cards: printed_cards(found.lines), others: found.others })
}

/// What a file looks like.
enum Form {
    Pasted,
    /// An object of JSON on each line.
    Lines,
    /// One value of JSON.
    Document,
}

fn form(head: &[u8]) -> Form {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    // A pasted text may begin with a mana cost.
    match text.strip_prefix('{').map(str::trim_start) {
        Some(rest) if rest.starts_with(['"', '}']) => {}
        None if text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['{', ']'])) => {
            return Form::Document;
        }
        _ => return Form::Pasted,
    }
    // What does not end on its first line is one document.
    let line = text.lines().next().unwrap_or_default();
    let is_open = serde_json::from_str::<IgnoredAny>(line).is_err_and(|error| error.is_eof());
    if is_open { Form::Document } else { Form::Lines }
}

fn text_of(source: impl Read) -> Result<String, Wrong> {
    let mut text = String::new();
    let read = source.take(LIMIT_BYTES + 1).read_to_string(&mut text).map_err(|error| unreadable(&error))?;
    if read as u64 > LIMIT_BYTES {
        return Err(Wrong::Whole(format!("no pasted text longer than {LIMIT_BYTES} bytes is read")));
    }
    Ok(text)
}

/// The texts of pasted cards. An empty line is between two, unless a line between faces is beside
/// it.
fn pasted_in(text: &str, pasted: impl Fn(&str) -> PrintedCard) -> Vec<PrintedCard> {
    let mut cards: Vec<Vec<&str>> = Vec::new();
    let mut is_apart = true;
    for line in text.lines() {
        if line.trim().is_empty() {
            is_apart = true;
            continue;
        }
        let goes_on = |card: &&mut Vec<&str>| {
            !is_apart || is_between_faces(line) || card.last().is_some_and(|last| is_between_faces(last))
        };
        match cards.last_mut().filter(goes_on) {
            Some(card) => card.push(line),
            None => cards.push(vec![line]),
        }
        is_apart = false;
    }
    cards.iter().map(|card| pasted(&card.join("\n"))).collect()
}

fn lines(source: impl BufRead, found: &mut Found) -> Result<(), Wrong> {
    for (index, line) in source.lines().enumerate() {
        let line = line.map_err(|error| unreadable(&error))?;
        if line.trim().is_empty() {
            continue;
        }
        let mut entry = serde_json::Deserializer::from_str(&line);
        let read = Cards { found, is_data: false }.deserialize(&mut entry).and_then(|()| entry.end());
        read.map_err(|error| Wrong::At(index + 1, error.to_string()))?;
    }
    Ok(())
}

/// What was found in a file so far.
#[derive(Debug, Default)]
struct Found {
    lines: Vec<Printed>,
    others: usize,
}

impl Found {
    fn add(&mut self, entry: Map<String, Value>) -> Result<(), String> {
        let number = self.lines.len() + self.others + 1;
        self.take(Entry::of(entry).map_err(|error| format!("card {number}: {error}"))?);
        Ok(())
    }

    fn take(&mut self, entry: Entry) {
        match entry {
            Entry::Printed(lines) => self.lines.extend(lines),
            Entry::Other => self.others += 1,
        }
    }
}

/// A value of JSON: a card, a list of cards, or an object whose `data` is a list of cards or has
/// the faces of each card by its name.
struct Cards<'f> {
    found: &'f mut Found,
    /// Whether it is the value of `data`.
    is_data: bool,
}

impl<'de> DeserializeSeed<'de> for Cards<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Cards<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a card as an object, or a list of cards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(entry) = entries.next_element::<Map<String, Value>>()? {
            self.found.add(entry).map_err(A::Error::custom)?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut parts: A) -> Result<(), A::Error> {
        if self.is_data {
            while let Some((_, faces)) = parts.next_entry::<IgnoredAny, Vec<Map<String, Value>>>()? {
                entries_of(faces).map_err(A::Error::custom)?.into_iter().for_each(|entry| self.found.take(entry));
            }
            return Ok(());
        }
        let (mut entry, mut has_data) = (Map::new(), false);
        while let Some(key) = parts.next_key::<String>()? {
            if key == "data" {
                parts.next_value_seed(Cards { found: self.found, is_data: true })?;
                has_data = true;
            } else {
                entry.insert(key, parts.next_value()?);
            }
        }
        if has_data { Ok(()) } else { self.found.add(entry).map_err(A::Error::custom) }
    }
}
