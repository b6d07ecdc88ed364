//! Wire forms: the bytes of entries, inputs and genesis. Only this module uses `bincode`.
//!
//! An entry consists of a byte with its part and whether it begins a step; how many entries ago its
//! cause was; the number of its kind; the length of its fields; and its fields in order. Numbers
//! are little-endian varints. There are no floats and no hash maps. Definitions and durations are
//! stored as canonical RON. The citation is not in these bytes but beside them.
//!
//! Kinds of events, inputs and answers are append-only, so a new kind needs no new format, and nor
//! does a new part of a genesis ([`genesis`](super::genesis)). Any other change of the encoding
//! gets a new format, and older data is upcast when it is read. The format is part of the ids of
//! whatever is written in it.

use bincode::config::{Configuration, Limit, LittleEndian, Varint};
use bincode::enc::write::Writer;
use bincode::error::{DecodeError, EncodeError};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::rule::Rule;

use super::event::{Entry, Event, Part};
use super::ids::EntryNo;

/// The format that is written, and the only one so far. It is part of every event's id.
pub const FORMAT_VERSION: u16 = 1;

/// The latest version of the genesis contract.
pub(crate) const GENESIS_VERSION: u16 = 1;

/// The greatest number that takes a single byte.
const LONGEST_IN_A_BYTE: u8 = 250;

/// The maximum length of a value in up to a mebibyte, whatever length the data claims.
pub const LIMIT_BYTES: usize = 1 << 24;

/// An error writing or reading bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The value has no wire form.
    #[error("this cannot be written: {0}")]
    Encode(String),
    /// The bytes do not hold the expected value.
    #[error("these bytes are not what they should be: {0}")]
    Decode(String),
    /// This version does not know the format.
    #[error("format {0} is not known to this version of Retrace, which knows only format {FORMAT_VERSION}")]
    UnknownFormat(u16),
    /// This version does not know the kind of event.
    #[error("event kind {0} is not known to this version of Retrace; it may have been written by a newer one")]
    UnknownEvent(u16),
    /// This version does not know a part of the genesis.
    #[error(
        "the {of} has a part `{part}` that this version of Retrace does not know; version {version} of the contract of \
         genesis wrote it, and this one knows those up to {known}; use a newer Retrace",
        known = GENESIS_VERSION
    )]
    UnknownPart {
        /// Which value contains it: the genesis or its set-up.
        of: &'static str,
        /// Its name.
        part: String,
        /// The version of the contract that wrote it.
        version: u16,
    },
    /// This version knows all parts of the genesis, but not its version.
    #[error(
        "the genesis is of version {0} of its contract, and this version of Retrace knows those up to {known}; use a \
         newer Retrace",
        known = GENESIS_VERSION
    )]
    UnknownGenesis(u16),
    /// Extra bytes follow the end of the value.
    #[error("{0} bytes are left over after the value")]
    LeftOver(usize),
}

type Config<const LIMIT: usize = LIMIT_BYTES> = Configuration<LittleEndian, Varint, Limit<LIMIT>>;

const fn config<const LIMIT: usize>() -> Config<LIMIT> {
    bincode::config::standard().with_limit::<LIMIT>()
}

/// Reads the value at the beginning of the bytes, and tells its length. The limit follows the
/// number of bytes, for a game can be long. Up to 128 MiB it is at least 16 times as many: bincode
/// counts a number at its full width, however few bytes it takes.
fn decode_limited<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, usize), DecodeError> {
    use bincode::serde::decode_from_slice;
    match bytes.len() {
        0..=0x10_0000 => decode_from_slice(bytes, config::<LIMIT_BYTES>()),
        0x10_0001..=0x40_0000 => decode_from_slice(bytes, config::<{ LIMIT_BYTES << 2 }>()),
        0x40_0001..=0x100_0000 => decode_from_slice(bytes, config::<{ LIMIT_BYTES << 4 }>()),
        _ => decode_from_slice(bytes, config::<{ LIMIT_BYTES << 7 }>()),
    }
}

/// A destination for fields.
pub(super) trait Sink {
    /// Writes a value after those before it.
    fn put<T: Serialize>(&mut self, value: &T) -> Result<(), WireError>;
}

/// A source of fields.
pub(super) trait Source {
    /// Reads the next value.
    fn take<T: DeserializeOwned>(&mut self) -> Result<T, WireError>;
}

impl Sink for Vec<u8> {
    fn put<T: Serialize>(&mut self, value: &T) -> Result<(), WireError> {
        bincode::serde::encode_into_writer(value, Appended(self), config::<LIMIT_BYTES>())
            .map_err(|error| WireError::Encode(error.to_string()))
    }
}

/// A buffer that grows.
struct Appended<'a>(&'a mut Vec<u8>);

impl Writer for Appended<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

/// A reader of borrowed bytes.
struct Reader<'a> {
    rest: &'a [u8],
}

impl Source for Reader<'_> {
    fn take<T: DeserializeOwned>(&mut self) -> Result<T, WireError> {
        let (value, used) = decode_limited(self.rest).map_err(|error| WireError::Decode(error.to_string()))?;
        self.rest = &self.rest[used..];
        Ok(value)
    }
}

impl Reader<'_> {
    fn finish(&self) -> Result<(), WireError> {
        if self.rest.is_empty() { Ok(()) } else { Err(WireError::LeftOver(self.rest.len())) }
    }
}

/// Writes any value of the engine (an input, a genesis, a game) into a reusable buffer.
///
/// # Errors
/// [`WireError::Encode`] for a value without a wire form.
pub fn encode_into<T: Serialize>(value: &T, buffer: &mut Vec<u8>) -> Result<(), WireError> {
    buffer.put(value)
}

/// Writes any value of the engine.
///
/// # Errors
/// [`WireError::Encode`] for a value without a wire form.
pub fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, WireError> {
    let mut buffer = Vec::new();
    encode_into(value, &mut buffer)?;
    Ok(buffer)
}

/// Reads a value that takes up all of the bytes.
///
/// # Errors
/// [`WireError`] for any other bytes, in time and memory bounded by their length.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, WireError> {
    let mut reader = Reader { rest: bytes };
    let value = reader.take()?;
    reader.finish()?;
    Ok(value)
}

/// Reads a value at the beginning of the bytes, and returns it with the remaining bytes.
///
/// # Errors
/// As for [`decode`], except that bytes may follow.
pub(super) fn decode_first<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, &[u8]), WireError> {
    let mut reader = Reader { rest: bytes };
    let value = reader.take()?;
    Ok((value, reader.rest))
}

const PARTS: [Part; 6] = [Part::Input, Part::Replacement, Part::Batch, Part::Consequence, Part::Trigger, Part::Frame];
const BEGINS_STEP: u8 = 0x80;

/// Writes the cause of an entry: how many entries ago it was; 0 for none.
fn put_cause(entry: &Entry, buffer: &mut Vec<u8>) -> Result<(), WireError> {
    let ago = match entry.cause {
        None => Some(0),
        Some(cause) => entry.no.0.checked_sub(cause.0).filter(|ago| *ago > 0),
    };
    let not_before = || WireError::Encode(format!("entry {} has a cause that is not before it", entry.no));
    put_number(ago.ok_or_else(not_before)?, buffer)
}

/// Refuses a format that this version does not know.
pub(super) const fn check_format(format: u16) -> Result<(), WireError> {
    match format {
        FORMAT_VERSION => Ok(()),
        unknown => Err(WireError::UnknownFormat(unknown)),
    }
}

/// Writes a number. Most take a single byte.
fn put_number(number: u64, buffer: &mut Vec<u8>) -> Result<(), WireError> {
    match u8::try_from(number) {
        Ok(short) if short <= LONGEST_IN_A_BYTE => {
            buffer.push(short);
            Ok(())
        }
        _ => buffer.put(&number),
    }
}

/// Reads the cause of the entry with this number.
fn take_cause(no: EntryNo, reader: &mut Reader<'_>) -> Result<Option<EntryNo>, WireError> {
    match reader.take::<u64>()? {
        0 => Ok(None),
        ago => match no.0.checked_sub(ago) {
            Some(cause) => Ok(Some(EntryNo(cause))),
            None => Err(WireError::Decode(format!("a cause {ago} entries before entry {no}"))),
        },
    }
}

/// Appends the hashed bytes of an entry in a format: everything but its citation.
///
/// # Errors
/// [`WireError::Encode`] for a value without a wire form; [`WireError::UnknownFormat`].
pub fn encode_entry(format: u16, entry: &Entry, begins_step: bool, buffer: &mut Vec<u8>) -> Result<(), WireError> {
    check_format(format)?;
    buffer.push(entry.part as u8 | if begins_step { BEGINS_STEP } else { 0 });
    put_cause(entry, buffer)?;
    put_number(entry.event.number().into(), buffer)?;
    // The length is known only once the fields are written. Most lengths take a single byte, which
    // is left free for it; for a longer one the fields are moved up.
    let start = buffer.len();
    buffer.push(0);
    entry.event.encode_fields(buffer)?;
    let length = buffer.len() - start - 1;
    match u8::try_from(length) {
        Ok(short) if short <= LONGEST_IN_A_BYTE => buffer[start] = short,
        _ => {
            let mut prefix = Vec::with_capacity(5);
            prefix.put(&length)?;
            buffer.splice(start..=start, prefix);
        }
    }
    Ok(())
}

/// Reads the bytes of an entry. Its format, number and citation are stored beside them. The
/// returned flag says whether it begins a step.
///
/// # Errors
/// [`WireError`] for bytes that are no entry of that format.
pub fn decode_entry(format: u16, bytes: &[u8], no: EntryNo, rule: Rule) -> Result<(Entry, bool), WireError> {
    check_format(format)?;
    let (&head, rest) = bytes.split_first().ok_or_else(|| WireError::Decode("an empty entry".to_owned()))?;
    let part = *PARTS
        .get(usize::from(head & !BEGINS_STEP))
        .ok_or_else(|| WireError::Decode(format!("{head} is no part of a step")))?;
    let mut reader = Reader { rest };
    let cause = take_cause(no, &mut reader)?;
    let number = reader.take()?;
    let length: usize = reader.take()?;
    if length != reader.rest.len() {
        return Err(WireError::Decode(format!("{length} bytes announced, {} found", reader.rest.len())));
    }
    let event = Event::decode_fields(number, &mut reader)?;
    reader.finish()?;
    Ok((Entry { no, part, cause, rule, event }, head & BEGINS_STEP != 0))
}

/// Returns the bytes of an event alone: the number of its kind, then its fields.
///
/// # Errors
/// [`WireError::Encode`] for a value without a wire form.
pub fn encode_event(event: &Event) -> Result<Vec<u8>, WireError> {
    let mut buffer = Vec::new();
    buffer.put(&event.number())?;
    event.encode_fields(&mut buffer)?;
    Ok(buffer)
}

/// Reads the bytes of an event.
///
/// # Errors
/// [`WireError`] for bytes that are no event.
pub fn decode_event(bytes: &[u8]) -> Result<Event, WireError> {
    let mut reader = Reader { rest: bytes };
    let number = reader.take()?;
    let event = Event::decode_fields(number, &mut reader)?;
    reader.finish()?;
    Ok(event)
}
