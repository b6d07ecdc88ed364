//! Ids: each is a hash of the element's own bytes and of everything before it.
//!
//! Every element of a timeline (the genesis, each input, each event) is a link of one hash chain:
//!
//! ```text
//! id = BLAKE3-derive-key(tag of its kind, format (u16, little-endian) ‖ id of the link before ‖ stored bytes)
//! ```
//!
//! The tag keeps a genesis, an input and an event with the same bytes apart. The first link follows
//! [`EventId::ZERO`]. The hash covers the stored bytes, never a re-encoding of what was read.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use blake3::Hasher;
use blake3::hazmat::{ContextKey, HasherExt, hash_derive_key_context};
use blake3::platform::{Platform, words_from_le_bytes_32};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How many bytes of each event's id a replay file keeps.
pub(crate) const MARK_BYTES: usize = 8;

/// The id of an event, and so of the whole past that led to it.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId([u8; 32]);

impl EventId {
    /// The predecessor of a chain's first link.
    pub const ZERO: EventId = EventId([0; 32]);

    /// The id with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> EventId {
        EventId(bytes)
    }

    /// Its bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Whether it means "nothing before".
    pub fn is_zero(&self) -> bool {
        *self == EventId::ZERO
    }

    /// Its first eight hexadecimal digits, for display.
    pub fn short(&self) -> String {
        self.0[..4].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Its first bytes, as kept in a replay file.
    pub fn mark(&self) -> [u8; MARK_BYTES] {
        let mut mark = [0; MARK_BYTES];
        mark.copy_from_slice(&self.0[..MARK_BYTES]);
        mark
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())
    }
}

/// A text that should be an id but is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an event id; write all of its 64 hexadecimal digits")]
pub struct NotAnId(pub String);

impl FromStr for EventId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<EventId, NotAnId> {
        let wrong = || NotAnId(text.to_owned());
        let digits: Vec<u8> = text
            .chars()
            .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
            .collect::<Option<_>>()
            .ok_or_else(wrong)?;
        if digits.len() != 64 {
            return Err(wrong());
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = pair[0] << 4 | pair[1];
        }
        Ok(EventId(bytes))
    }
}

impl Serialize for EventId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { self.0.serialize(serializer) }
    }
}

impl<'de> Deserialize<'de> for EventId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EventId, D::Error> {
        if deserializer.is_human_readable() {
            String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
        } else {
            <[u8; 32]>::deserialize(deserializer).map(EventId)
        }
    }
}

/// What a commit begins with: the game itself, or an input from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The first commit of a chain.
    Genesis,
    /// Any later one.
    Input,
}

impl Kind {
    /// Its number in stored bytes.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Kind::Genesis => 0,
            Kind::Input => 1,
        }
    }

    /// The kind with this number.
    pub(crate) const fn from_number(number: u8) -> Option<Kind> {
        match number {
            0 => Some(Kind::Genesis),
            1 => Some(Kind::Input),
            _ => None,
        }
    }
}

static GENESIS: LazyLock<ContextKey> = LazyLock::new(|| hash_derive_key_context("retrace genesis v1"));
static INPUT: LazyLock<ContextKey> = LazyLock::new(|| hash_derive_key_context("retrace input v1"));
static EVENT: LazyLock<ContextKey> = LazyLock::new(|| hash_derive_key_context("retrace event v1"));

/// The bytes of a link before its own: the format, and the id of the link before.
const HEAD_BYTES: usize = 34;

/// The bytes that are compressed at a time.
const BLOCK_BYTES: usize = 64;

/// The hash chain through one commit: its input first, then its events.
pub(crate) struct Chain {
    format: [u8; 2],
    tip: EventId,
    /// The instructions of this processor that BLAKE3 uses.
    platform: Platform,
    /// A long link in one piece, while it is hashed.
    link: Vec<u8>,
}

impl Chain {
    /// Continues from a commit's parent with its input; [`Chain::tip`] is then the input's id.
    pub(crate) fn begin(format: u16, parent: EventId, kind: Kind, input: &[u8]) -> Chain {
        let key = match kind {
            Kind::Genesis => &*GENESIS,
            Kind::Input => &*INPUT,
        };
        let (platform, link) = (Platform::detect(), Vec::new());
        let mut chain = Chain { format: format.to_le_bytes(), tip: parent, platform, link };
        chain.add(key, input);
        chain
    }

    /// Continues with the input of the commit that follows; [`Chain::tip`] is then the input's id.
    pub(crate) fn input(&mut self, bytes: &[u8]) {
        self.add(&INPUT, bytes);
    }

    /// Adds an event and returns its id.
    pub(crate) fn event(&mut self, bytes: &[u8]) -> EventId {
        self.add(&EVENT, bytes);
        self.tip
    }

    /// Adds a link. Most links fit into a block, which is put together on the spot.
    fn add(&mut self, key: &ContextKey, bytes: &[u8]) {
        let mut first = [0; BLOCK_BYTES];
        first[..2].copy_from_slice(&self.format);
        first[2..HEAD_BYTES].copy_from_slice(&self.tip.0);
        if bytes.len() <= BLOCK_BYTES - HEAD_BYTES {
            let end = HEAD_BYTES + bytes.len();
            first[HEAD_BYTES..end].copy_from_slice(bytes);
            self.tip = EventId(of_last_block(self.platform, words_from_le_bytes_32(key), (&first, end), CHUNK_START));
            return;
        }
        self.link.clear();
        self.link.extend_from_slice(&first[..HEAD_BYTES]);
        self.link.extend_from_slice(bytes);
        self.tip = EventId(derived(self.platform, key, &self.link));
    }

    /// The id of the last link.
    pub(crate) const fn tip(&self) -> EventId {
        self.tip
    }
}

/// The longest message that BLAKE3 hashes in one chain of blocks.
const CHUNK_BYTES: usize = 1024;

/// The marks of a block: where it stands, and what the hash is for.
const CHUNK_START: u8 = 1 << 0;
const CHUNK_END: u8 = 1 << 1;
const ROOT: u8 = 1 << 3;
const DERIVE_KEY_MATERIAL: u8 = 1 << 6;

/// The derived key of a message. Most links are a few blocks long, for which a [`Hasher`] does a
/// third more than to compress them; so up to a chunk the blocks are compressed here, as section
/// 2.4 of the BLAKE3 paper says. A test compares both.
fn derived(platform: Platform, key: &ContextKey, message: &[u8]) -> [u8; 32] {
    if message.len() > CHUNK_BYTES {
        let mut hasher = Hasher::new_from_context_key(key);
        hasher.update(message);
        return *hasher.finalize().as_bytes();
    }
    let mut words = words_from_le_bytes_32(key);
    let mut place = CHUNK_START;
    let mut rest = message;
    while let Some((block, more)) = rest.split_first_chunk().filter(|(_, more)| !more.is_empty()) {
        platform.compress_in_place(&mut words, block, BLOCK_BYTES as u8, 0, DERIVE_KEY_MATERIAL | place);
        place = 0;
        rest = more;
    }
    let mut last = [0; BLOCK_BYTES];
    last[..rest.len()].copy_from_slice(rest);
    of_last_block(platform, words, (&last, rest.len()), place)
}

/// The derived key after the last block of a chunk, which has `length` bytes of the message.
/// `place` is [`CHUNK_START`] if it is the first one, too.
#[inline]
fn of_last_block(
    platform: Platform,
    mut words: [u32; 8],
    (block, length): (&[u8; BLOCK_BYTES], usize),
    place: u8,
) -> [u8; 32] {
    let flags = DERIVE_KEY_MATERIAL | place | CHUNK_END | ROOT;
    platform.compress_in_place(&mut words, block, length as u8, 0, flags);
    let mut bytes = [0; 32];
    for (four, word) in bytes.chunks_exact_mut(4).zip(words) {
        four.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// The length of a checksum in bytes.
pub(crate) const CHECKSUM_BYTES: usize = 8;

/// A kind of checksum, which detects accidental changes.
pub(crate) struct Sum(LazyLock<ContextKey>);

impl Sum {
    /// The kind with this context key.
    pub(crate) const fn new(key: fn() -> ContextKey) -> Sum {
        Sum(LazyLock::new(key))
    }

    /// The checksum of the parts of a stored value. Each part's length is hashed before it, so no
    /// two lists of parts give the same input.
    pub(crate) fn of(&self, parts: &[&[u8]]) -> [u8; CHECKSUM_BYTES] {
        let mut hasher = Hasher::new_from_context_key(&self.0);
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        let mut sum = [0; CHECKSUM_BYTES];
        sum.copy_from_slice(&hasher.finalize().as_bytes()[..CHECKSUM_BYTES]);
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_as_it_was_written() {
        let id = Chain::begin(1, EventId::ZERO, Kind::Genesis, b"x").tip();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert!(id.to_string().starts_with(&id.short()));
        for text in ["", "abcd", &"g".repeat(64), &"a".repeat(65), &"é".repeat(32)] {
            assert!(text.parse::<EventId>().is_err(), "{text}");
        }
    }

    /// The ids of events are permanent: if this test fails, the format changed and needs a new
    /// version.
    #[test]
    fn golden_chain() {
        let mut chain = Chain::begin(1, EventId::ZERO, Kind::Genesis, b"genesis");
        let mut ids = vec![chain.tip(), chain.event(b"one"), chain.event(b"two")];
        let mut chain = Chain::begin(1, ids[2], Kind::Input, b"input");
        ids.extend([chain.tip(), chain.event(b""), chain.event(b"four")]);
        let ids: Vec<String> = ids.iter().map(EventId::to_string).collect();
        assert_eq!(ids, GOLDEN);
    }

    const GOLDEN: [&str; 6] = [
        "b4e0fccc4600969a2a442c707b2576bda6dfe5cb2ed70d5382f673f23b051b3f",
        "9393cdae357b8b1bf9bd915fe0f2cf5c0341a9da3b37655eded145db850f0a25",
        "0e366f9d9ed01d85d01370fa803a556abe7741f6cf05ed78c1f909c0ac0b74b8",
        "e713d14636e40cab3c0d33c6984982992e12d8c3e1f3a4d1cd78d2654db56c82",
        "796200cc3780a035d071158b3f7cee271bddb67b43d4a26d6e958d7057608994",
        "ccea06ea94c07677cf98032c03b3171200d8dcaba60c56c61f14b751cd68dd4f",
    ];

    #[test]
    fn what_is_hashed_is_told_by_the_comment_at_the_top() {
        let mut bytes = vec![1, 0];
        bytes.extend([0; 32]);
        bytes.extend(b"genesis");
        let genesis = blake3::derive_key("retrace genesis v1", &bytes);
        let mut chain = Chain::begin(1, EventId::ZERO, Kind::Genesis, b"genesis");
        assert_eq!(*chain.tip().as_bytes(), genesis);
        let one = blake3::derive_key("retrace event v1", &[&[1, 0][..], &genesis, b"one"].concat());
        assert_eq!(*chain.event(b"one").as_bytes(), one);
        let input = blake3::derive_key("retrace input v1", &[&[1, 0][..], &one, b"pass"].concat());
        assert_eq!(*Chain::begin(1, chain.tip(), Kind::Input, b"pass").tip().as_bytes(), input);
        chain.input(b"pass");
        assert_eq!(*chain.tip().as_bytes(), input);
        let two = blake3::derive_key("retrace event v1", &[&[1, 0][..], &input, b"two"].concat());
        assert_eq!(*chain.event(b"two").as_bytes(), two);
    }

    /// Messages of every length around the ends of blocks, and of a chunk.
    #[test]
    fn short_messages_hash_as_the_library_does() {
        let bytes: Vec<u8> = (0..1200_u32).map(|n| (n * 7 % 251) as u8).collect();
        let ends = (0..=1024).step_by(64).flat_map(|end: usize| end.saturating_sub(2)..end + 3);
        for length in ends.chain([1100, 1200]) {
            let message = &bytes[..length];
            let expected = blake3::derive_key("retrace event v1", message);
            assert_eq!(derived(Platform::detect(), &EVENT, message), expected, "{length}");
        }
    }

    /// Links that fit into a block, and those that do not.
    #[test]
    fn links_of_every_length_hash_alike() {
        let mut chain = Chain::begin(1, EventId::ZERO, Kind::Input, b"pass");
        for length in 0..200_u8 {
            let bytes: Vec<u8> = (0..length).collect();
            let message = [&[1, 0][..], chain.tip().as_bytes(), &bytes].concat();
            let expected = blake3::derive_key("retrace event v1", &message);
            assert_eq!(*chain.event(&bytes).as_bytes(), expected, "{length}");
        }
    }

    #[test]
    fn kind_format_parent_and_bytes_all_matter() {
        let id = |format, parent, kind, bytes: &[u8]| Chain::begin(format, parent, kind, bytes).tip();
        let base = id(1, EventId::ZERO, Kind::Input, b"x");
        assert_ne!(base, id(2, EventId::ZERO, Kind::Input, b"x"));
        assert_ne!(base, id(1, base, Kind::Input, b"x"));
        assert_ne!(base, id(1, EventId::ZERO, Kind::Genesis, b"x"));
        assert_ne!(base, id(1, EventId::ZERO, Kind::Input, b"y"));
    }
}
