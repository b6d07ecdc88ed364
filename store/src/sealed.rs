//! Records of timelines, bookmarks, labels and what was acknowledged: a layout, a body and a
//! checksum that also covers the key. And which names are allowed.

use blake3::hazmat::hash_derive_key_context;
use retrace_core::plain::steers;

use crate::error::{Damage, StoreError};
use crate::id::{CHECKSUM_BYTES, Sum};

/// The layout of each of them.
pub(crate) const LAYOUT: u8 = 1;

/// The longest name of a timeline, in bytes.
pub(crate) const NAME_BYTES: usize = 120;

static CHECKSUM: Sum = Sum::new(|| hash_derive_key_context("retrace timeline checksum v1"));

pub(crate) fn seal(mut body: Vec<u8>, key: &[u8]) -> Vec<u8> {
    let sum = CHECKSUM.of(&[key, &body]);
    body.extend(sum);
    body
}

/// The checksum of a sealed value as a number.
pub(crate) fn mark(sealed: &[u8]) -> u64 {
    sealed.last_chunk::<CHECKSUM_BYTES>().map_or(0, |sum| u64::from_le_bytes(*sum))
}

/// The body of a sealed value.
pub(crate) fn unseal<'a>(value: &'a [u8], key: &[u8]) -> Result<&'a [u8], Damage> {
    if let Some(&found) = value.first()
        && found > LAYOUT
    {
        return Err(Damage::Layout { found, known: LAYOUT });
    }
    let (body, sum) = value.split_at_checked(value.len().saturating_sub(CHECKSUM_BYTES)).ok_or(Damage::Checksum)?;
    if CHECKSUM.of(&[key, body]) == sum { Ok(body) } else { Err(Damage::Checksum) }
}

/// Checks the name of a timeline: not empty, at most 120 bytes, no character that steers a
/// terminal, no space around it.
///
/// # Errors
/// [`StoreError::BadName`], with the reason.
pub fn check_name(name: &str) -> Result<(), StoreError> {
    let why = if name.is_empty() {
        "it is empty"
    } else if name.len() > NAME_BYTES {
        "it is longer than 120 bytes"
    } else if name.trim() != name {
        "it begins or ends with a space"
    } else if name.chars().any(steers) {
        "it has a character that steers a terminal"
    } else {
        return Ok(());
    };
    Err(StoreError::BadName { name: name.chars().take(NAME_BYTES).collect(), why })
}

/// How many timelines and bookmarks there are, and the sum of their marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NamesTally {
    pub(crate) count: u64,
    pub(crate) marks: u64,
}

impl NamesTally {
    pub(crate) fn add(&mut self, mark: u64) {
        self.count = self.count.wrapping_add(1);
        self.marks = self.marks.wrapping_add(mark);
    }

    pub(crate) fn remove(&mut self, mark: u64) {
        self.count = self.count.wrapping_sub(1);
        self.marks = self.marks.wrapping_sub(mark);
    }

    pub(crate) fn and(self, other: NamesTally) -> NamesTally {
        NamesTally { count: self.count.wrapping_add(other.count), marks: self.marks.wrapping_add(other.marks) }
    }
}
