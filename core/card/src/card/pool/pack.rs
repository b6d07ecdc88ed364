//! Packs: many cards in one file, which opens by its index and reads a card when it is asked for.
//!
//! `docs/card-format.md` has the format byte by byte. A card is its canonical RON text, as in a
//! log, so a pack is read by every later version of the engine ([`language`]). The words that its
//! cards use are listed, so an engine that lacks one refuses the pack before it opens.
//!
//! Nothing here opens a file: a pack is bytes, with a name for errors.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use crate::card::catalogue::{MOST_LISTED, read_listed};
use crate::card::language::{self, LANGUAGE};
use crate::card::layout::Card;
use crate::card::lexicon;
use crate::card::pool::Pool;
use crate::card::shelf::{Shelf, Unreadable};
use crate::card::written::{At, Part, Visitor, parse, walk};

/// The first bytes of a pack. A transfer as text mangles them.
pub const MAGIC: [u8; 8] = [0x89, b'R', b'T', b'C', 0x0d, 0x0a, 0x1a, 0x0a];

/// The version that is written. All versions from 1 on can be read.
pub const VERSION: u16 = 1;

/// The most bytes of a pack: 4 KB for each of the most cards.
pub const MOST_BYTES: usize = MOST_LISTED << 12;

/// The head: magic, version, language, number of cards, length of the words, length of the file,
/// and the checksum of everything else.
const HEAD_BYTES: usize = SUMMED + 32;
const SUMMED: usize = LENGTH_AT + 4;
const LENGTH_AT: usize = 8 + 2 + 2 + 4 + 4;

/// The bytes of the index for a card: where its entry begins, where its text begins, and where that
/// ends.
const INDEX_BYTES: usize = 12;

/// Why bytes are not a pack that can be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// Something else.
    #[error("it is not a pack of cards; `retrace cards pack` makes one")]
    NotAPack,
    /// A transfer changed its line endings or its bytes above 127.
    #[error("it was transferred as a text, which changed its bytes; transfer it as a binary file")]
    Mangled,
    /// A later format.
    #[error(
        "it is a pack of version {found}, and this version of Retrace knows those up to {known}; use one that knows \
         version {found}, or pack the card files again with this one"
    )]
    TooNew {
        /// Its version.
        found: u16,
        /// The latest known version.
        known: u16,
    },
    /// A later card language.
    #[error(
        "its cards are written in version {found} of the card language, and this version of Retrace knows those up to \
         {LANGUAGE}; use one that knows version {found}, or pack the card files again with this one"
    )]
    Language {
        /// Its version of the card language.
        found: u16,
    },
    /// A word that this engine lacks.
    #[error(
        "its cards use the word `{0}`, which this version of Retrace doesn't know; use the version that packed it, or \
         a later one"
    )]
    Word(String),
    /// Bytes are missing, or there are too many.
    #[error("it should have {announced} bytes and has {found}; copy it again, or pack the card files again")]
    Length {
        /// The bytes that its head announces.
        announced: usize,
        /// Its bytes.
        found: usize,
    },
    /// The checksum differs.
    #[error("it is damaged: its checksum is not that of its bytes; copy it again, or pack the card files again")]
    Damaged,
    /// A valid checksum over something that nothing writes.
    #[error("it contradicts itself: {0}; pack the card files again")]
    Contradiction(&'static str),
    /// More cards or bytes than a pack can hold.
    #[error(
        "these are {cards} cards in {bytes} bytes; a pack has at most {MOST_LISTED} cards and {MOST_BYTES} bytes: pack \
         fewer"
    )]
    TooMany {
        /// The cards.
        cards: usize,
        /// The bytes of the pack.
        bytes: usize,
    },
    /// A card of the pool can't be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

/// The bytes of a pack of these cards.
///
/// # Errors
/// More cards or bytes than a pack can hold; a card that can't be read.
pub fn packed(cards: &Pool) -> Result<Vec<u8>, PackError> {
    let (mut index, mut records, mut used, mut count) = (Vec::new(), String::new(), Used::default(), 0);
    for (shelf, place) in cards.places(None) {
        let text = match shelf.text(place) {
            Some(text) => text,
            None => {
                return Err(shelf.card(place).map_or_else(PackError::from, |_| PackError::Contradiction("no text")));
            }
        };
        let current = language::read(&text).map_err(|wrong| PackError::Language { found: wrong.found })?;
        if let Some(tree) = parse(&current) {
            walk(&tree, &mut used);
        }
        for part in [shelf.name(place), shelf.entry(place), &text] {
            records.push_str(part);
            index.push(records.len());
        }
        count += 1;
    }
    let words: String = used.0.into_iter().flat_map(|word| [word, "\n"]).collect();
    let length = HEAD_BYTES + count * INDEX_BYTES + words.len() + records.len();
    let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes();
    if count > MOST_LISTED || length > MOST_BYTES {
        return Err(PackError::TooMany { cards: count, bytes: length });
    }
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(LANGUAGE.to_le_bytes());
    bytes.extend([count, words.len(), length].into_iter().flat_map(number));
    bytes.extend([0; HEAD_BYTES - SUMMED]);
    bytes.extend(index.into_iter().flat_map(number));
    bytes.extend(words.as_bytes());
    bytes.extend(records.as_bytes());
    Ok(sealed(bytes))
}

/// These bytes with the length and the checksum in their head that they should have. Tests and
/// fuzzing use it as a hostile sender would.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() >= HEAD_BYTES {
        let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        bytes[LENGTH_AT..SUMMED].copy_from_slice(&length.to_le_bytes());
        let sum = sum(&bytes);
        bytes[SUMMED..HEAD_BYTES].copy_from_slice(&sum);
    }
    bytes
}

/// The checksum of a pack: over all its bytes but the checksum.
fn sum(bytes: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key("retrace pack of cards v1");
    *hasher.update(&bytes[..SUMMED]).update(&bytes[HEAD_BYTES..]).finalize().as_bytes()
}

/// The words and fields that cards use.
#[derive(Default)]
struct Used(BTreeSet<&'static str>);

impl<'a> Visitor<'a> for Used {
    fn enter(&mut self, at: At<'a>) {
        if !at.kind.is_struct {
            self.0.insert(at.word.name);
        }
    }

    fn operand(&mut self, operand: &'static lexicon::Operand, _: &'a Part) {
        if !operand.name.is_empty() {
            self.0.insert(operand.name);
        }
    }
}

/// All words and fields.
fn known() -> BTreeSet<&'static str> {
    let operands = |word: &'static lexicon::Word| word.operands.iter().map(|operand| operand.name);
    lexicon::words().flat_map(|(_, word)| operands(word).chain([word.name])).collect()
}

/// Cards of a pack, each read when it is asked for.
#[derive(Debug)]
pub struct Pack {
    file: String,
    cards: Vec<Packed>,
    /// The names, entries and texts of all cards.
    records: String,
}

/// A card in a pack: where its name, its entry and its text end. Each part begins where the
/// previous one ends.
#[derive(Debug)]
struct Packed {
    begins: usize,
    name: usize,
    entry: usize,
    text: usize,
    card: OnceLock<Result<Arc<Card>, Unreadable>>,
}

impl Pack {
    /// Opens a pack; `file` is its name in errors. Checks everything but the cards themselves,
    /// which were checked when they were packed, and are again when they are asked for.
    ///
    /// # Errors
    /// [`PackError`], with the remedy.
    pub fn read(file: &str, mut bytes: Vec<u8>) -> Result<Pack, PackError> {
        let Head { language, count, words } = head(&bytes)?;
        let records = HEAD_BYTES + count * INDEX_BYTES + words;
        let used = bytes.get(records - words..records).and_then(|words| std::str::from_utf8(words).ok());
        let used = used.ok_or(PackError::Contradiction("its words are no text"))?;
        if language == LANGUAGE {
            let known = known();
            let unknown = used.lines().find(|word| !known.contains(word));
            unknown.map_or(Ok(()), |word| Err(PackError::Word(word.to_owned())))?;
        }
        let mut ends = bytes[HEAD_BYTES..records - words].chunks_exact(4).map(|it| number(it, 0));
        let mut begins = 0;
        let mut cards = Vec::with_capacity(count);
        while let (Some(name), Some(entry), Some(text)) = (ends.next(), ends.next(), ends.next()) {
            cards.push(Packed { begins, name, entry, text, card: OnceLock::new() });
            begins = text;
        }
        bytes.drain(..records);
        let records = String::from_utf8(bytes).map_err(|_| PackError::Contradiction("its cards are no text"))?;
        let pack = Pack { file: file.to_owned(), cards, records };
        pack.check()?;
        Ok(pack)
    }

    /// Checks that the index divides the records, and that the names are in order.
    fn check(&self) -> Result<(), PackError> {
        let inside = |at: usize| self.records.is_char_boundary(at);
        let divides = |it: &Packed| {
            it.begins <= it.name
                && it.name <= it.entry
                && it.entry <= it.text
                && [it.name, it.entry, it.text].into_iter().all(inside)
        };
        if !self.cards.iter().all(divides) || self.cards.last().map_or(0, |last| last.text) != self.records.len() {
            return Err(PackError::Contradiction("its index does not fit its cards"));
        }
        if (1..self.cards.len()).any(|place| self.name(place - 1) >= self.name(place)) {
            return Err(PackError::Contradiction("its names are not in order"));
        }
        Ok(())
    }

    /// Returns whether these bytes begin as a pack does, even one that was mangled.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC) || is_mangled(bytes)
    }

    /// The name of each card, and its text in today's words.
    pub fn texts(&self) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
        let text = |place| language::read(self.definition(place)).unwrap_or_else(|_| self.definition(place).into());
        (0..self.cards.len()).map(move |place| (self.name(place), text(place)))
    }

    fn definition(&self, place: usize) -> &str {
        let Packed { entry, text, .. } = self.cards[place];
        &self.records[entry..text]
    }
}

/// What the head says beyond what is checked at once.
struct Head {
    language: u16,
    count: usize,
    words: usize,
}

/// Whether a transfer as text changed the first bytes.
fn is_mangled(bytes: &[u8]) -> bool {
    !bytes.starts_with(&MAGIC) && bytes.get(1..4) == Some(&MAGIC[1..4])
}

/// Checks the head and the checksum.
fn head(bytes: &[u8]) -> Result<Head, PackError> {
    if !bytes.starts_with(&MAGIC) {
        let cut = !bytes.is_empty() && MAGIC.starts_with(bytes);
        return Err(match (cut, is_mangled(bytes)) {
            (true, _) => PackError::Length { announced: HEAD_BYTES, found: bytes.len() },
            (_, true) => PackError::Mangled,
            _ => PackError::NotAPack,
        });
    }
    let half = |at: usize| bytes.get(at..at + 2).map(|it| u16::from_le_bytes([it[0], it[1]]));
    let cut = PackError::Length { announced: HEAD_BYTES, found: bytes.len() };
    let version = half(8).ok_or(cut.clone())?;
    if version > VERSION {
        return Err(PackError::TooNew { found: version, known: VERSION });
    }
    if bytes.len() < HEAD_BYTES {
        return Err(cut);
    }
    let announced = number(bytes, LENGTH_AT);
    if announced != bytes.len() {
        return Err(PackError::Length { announced, found: bytes.len() });
    }
    if sum(bytes) != bytes[SUMMED..HEAD_BYTES] {
        return Err(PackError::Damaged);
    }
    let language = half(10).unwrap_or_default();
    if language > LANGUAGE {
        return Err(PackError::Language { found: language });
    }
    let (count, words) = (number(bytes, 12), number(bytes, 16));
    if version == 0 || language == 0 || count > MOST_LISTED || HEAD_BYTES + count * INDEX_BYTES + words > bytes.len() {
        return Err(PackError::Contradiction("its head does not fit its length"));
    }
    Ok(Head { language, count, words })
}

/// The number at a place; 0 beyond the end.
fn number(bytes: &[u8], at: usize) -> usize {
    let bytes = bytes.get(at..at + 4).and_then(|it| it.try_into().ok()).unwrap_or_default();
    u32::from_le_bytes(bytes) as usize
}

impl Shelf for Pack {
    fn len(&self) -> usize {
        self.cards.len()
    }

    fn name(&self, place: usize) -> &str {
        let Packed { begins, name, .. } = self.cards[place];
        &self.records[begins..name]
    }

    fn entry(&self, place: usize) -> &str {
        let Packed { name, entry, .. } = self.cards[place];
        &self.records[name..entry]
    }

    fn card(&self, place: usize) -> Result<&Arc<Card>, Unreadable> {
        let read = self.cards[place].card.get_or_init(|| {
            let read = read_listed(self.entry(place), self.definition(place)).and_then(|card| {
                let same = card.name() == self.name(place);
                if same { Ok(card) } else { Err("its name is another one than the index says".to_owned()) }
            });
            let told = |why: String| {
                let (file, name) = (&self.file, self.name(place));
                Unreadable(format!("{file}: the card “{name}” can't be read: {why}; pack the card files again"))
            };
            read.map_err(told)
        });
        read.as_ref().map_err(Clone::clone)
    }

    fn text(&self, place: usize) -> Option<String> {
        Some(self.definition(place).to_owned())
    }
}

#[cfg(test)]
#[path = "pack_tests.rs"]
mod tests;
