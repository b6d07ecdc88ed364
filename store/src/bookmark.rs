//! Bookmarks: names for events, with a note. A bookmark names the commit that holds its event, so
//! it means the same event whatever happens to the timeline it was made on, and protects that
//! commit and its past from collection.
//!
//! The record of a bookmark, stored beside the timelines under `b` and its name:
//!
//! ```text
//! u8       layout of this value: 1
//! varint   serial of the timeline that it was made on
//! 32       id of the commit that holds the event
//! varint   number of the event
//! bytes    the note, as text
//! 8        checksum of the name and of everything above
//! ```

use std::collections::{BTreeMap, BTreeSet};

use crate::backend::{Backend, KeyChange, Tree};
use crate::bytes::{Malformed, Reader, put_bytes, put_varint};
use crate::error::{Damage, Object, StoreError};
use crate::id::EventId;
use crate::sealed::{LAYOUT, NamesTally, check_name, mark, seal, unseal};

/// The longest note of a bookmark, in bytes.
pub(crate) const NOTE_BYTES: usize = 4096;

const PREFIX: u8 = b'b';

/// A name for an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// Its name.
    pub name: String,
    /// The serial of the timeline it was made on, which may have been renamed, moved or deleted
    /// since.
    pub timeline: u64,
    /// The commit that holds the event.
    pub commit: EventId,
    /// The number of the event.
    pub event: u64,
    /// The user's note.
    pub note: String,
}

impl Bookmark {
    /// Writes it, without its name.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        put_varint(out, self.timeline);
        out.extend(self.commit.as_bytes());
        put_varint(out, self.event);
        put_bytes(out, self.note.as_bytes());
    }

    /// Reads what [`Bookmark::write`] wrote.
    pub(crate) fn read(name: String, reader: &mut Reader<'_>) -> Result<Bookmark, Malformed> {
        Ok(Bookmark {
            name,
            timeline: reader.varint()?,
            commit: EventId::from_bytes(reader.array()?),
            event: reader.varint()?,
            note: reader.text()?.to_owned(),
        })
    }

    fn encode(&self) -> Vec<u8> {
        let mut out = vec![LAYOUT];
        self.write(&mut out);
        seal(out, &key(&self.name))
    }

    /// A few bytes that distinguish this record from others, for the [tally](crate::tally).
    fn mark(&self) -> u64 {
        mark(&self.encode())
    }

    fn decode(name: &str, value: &[u8]) -> Result<Bookmark, Damage> {
        let body = unseal(value, &key(name))?;
        let mut reader = Reader::new(body);
        reader.u8()?;
        let bookmark = Bookmark::read(name.to_owned(), &mut reader)?;
        reader.finish()?;
        Ok(bookmark)
    }
}

fn key(name: &str) -> Vec<u8> {
    [&[PREFIX], name.as_bytes()].concat()
}

/// Checks the name of a bookmark: the rules for timeline names, and nothing that could name an
/// event some other way.
///
/// # Errors
/// [`StoreError::BadName`], with the reason.
pub fn check_bookmark_name(name: &str) -> Result<(), StoreError> {
    check_name(name)?;
    let why = if name.contains('@') {
        "it has an `@`, which stands before a number"
    } else if name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        "it could be a number or the beginning of an id; use another letter or a hyphen"
    } else {
        return Ok(());
    };
    Err(StoreError::BadName { name: name.to_owned(), why })
}

/// Checks a note.
///
/// # Errors
/// [`StoreError::LongNote`].
pub fn check_note(note: &str) -> Result<(), StoreError> {
    if note.len() <= NOTE_BYTES { Ok(()) } else { Err(StoreError::LongNote { most: NOTE_BYTES, bytes: note.len() }) }
}

/// All bookmarks. The backend catches up at each sync.
#[derive(Default)]
pub(crate) struct Bookmarks {
    live: BTreeMap<String, Bookmark>,
    damaged: BTreeMap<String, Damage>,
    dirty: BTreeSet<String>,
    /// The number of readable records, and the sum of their marks.
    tally: NamesTally,
}

impl Bookmarks {
    /// Reads the records.
    pub(crate) fn load(backend: &dyn Backend) -> Result<Bookmarks, StoreError> {
        let mut bookmarks = Bookmarks::default();
        for (name, bookmark) in stored_bookmarks(backend)? {
            match bookmark {
                Ok(bookmark) => {
                    bookmarks.tally.add(bookmark.mark());
                    bookmarks.live.insert(name, bookmark);
                }
                Err(why) => drop(bookmarks.damaged.insert(name, why)),
            }
        }
        Ok(bookmarks)
    }

    /// The bookmarks, by name.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Bookmark> {
        self.live.values()
    }

    /// The names of those that cannot be read.
    pub(crate) fn damaged(&self) -> impl Iterator<Item = &str> {
        self.damaged.keys().map(String::as_str)
    }

    pub(crate) fn get(&self, name: &str) -> Result<&Bookmark, StoreError> {
        match (self.live.get(name), self.damaged.get(name)) {
            (Some(bookmark), _) => Ok(bookmark),
            (None, Some(why)) => {
                Err(StoreError::Damaged { object: Object::Bookmark(name.to_owned()), why: why.clone() })
            }
            (None, None) => Err(StoreError::NoBookmark { name: name.to_owned() }),
        }
    }

    /// The number of readable records, and the sum of their marks.
    pub(crate) const fn tally(&self) -> NamesTally {
        self.tally
    }

    /// Sets a bookmark, new or existing.
    pub(crate) fn set(&mut self, bookmark: Bookmark) {
        self.dirty.insert(bookmark.name.clone());
        self.damaged.remove(&bookmark.name);
        self.tally.add(bookmark.mark());
        if let Some(was) = self.live.insert(bookmark.name.clone(), bookmark) {
            self.tally.remove(was.mark());
        }
    }

    /// Removes a bookmark if it exists.
    pub(crate) fn remove(&mut self, name: &str) {
        let damaged = self.damaged.remove(name).is_some();
        let was = self.live.remove(name);
        if let Some(was) = &was {
            self.tally.remove(was.mark());
        }
        if was.is_some() || damaged {
            self.dirty.insert(name.to_owned());
        }
    }

    /// Whether the backend lacks changes.
    pub(crate) fn is_dirty(&self) -> bool {
        !self.dirty.is_empty()
    }

    /// The changes the backend lacks.
    pub(crate) fn changes(&self) -> Vec<KeyChange> {
        self.dirty.iter().map(|name| (key(name), self.live.get(name).map(Bookmark::encode))).collect()
    }

    /// Notes that the backend has them all.
    pub(crate) fn written(&mut self) {
        self.dirty.clear();
    }
}

/// The stored records of the bookmarks, by name.
pub(crate) fn stored_bookmarks(backend: &dyn Backend) -> Result<Vec<(String, Result<Bookmark, Damage>)>, StoreError> {
    let decode = |(key, value): (Vec<u8>, Vec<u8>)| {
        let name = String::from_utf8_lossy(&key[1..]).into_owned();
        let bookmark = Bookmark::decode(&name, &value);
        (name, bookmark)
    };
    Ok(backend.scan(Tree::Heads, &[PREFIX], usize::MAX)?.into_iter().map(decode).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads_back_and_any_flipped_bit_or_cut_is_noticed() {
        let bookmark = Bookmark {
            name: "the bug".to_owned(),
            timeline: 3,
            commit: EventId::from_bytes([7; 32]),
            event: 1000,
            note: "why does it not die?".to_owned(),
        };
        let value = bookmark.encode();
        assert_eq!(Bookmark::decode("the bug", &value), Ok(bookmark));
        assert!(Bookmark::decode("another", &value).is_err());
        for at in 0..value.len() {
            let mut wrong = value.clone();
            wrong[at] ^= 1;
            assert!(Bookmark::decode("the bug", &wrong).is_err());
            assert!(Bookmark::decode("the bug", &value[..at]).is_err());
        }
    }

    #[test]
    fn the_tally_follows_each_change() {
        let bookmark = |name: &str, event: u64| Bookmark {
            name: name.to_owned(),
            timeline: 0,
            commit: EventId::from_bytes([1; 32]),
            event,
            note: String::new(),
        };
        let counted = |bookmarks: &Bookmarks| {
            let mut tally = NamesTally::default();
            bookmarks.iter().for_each(|it| tally.add(it.mark()));
            tally
        };
        let mut bookmarks = Bookmarks::default();
        for (name, event) in [("a", 1), ("b", 2), ("a", 3), ("a", 3)] {
            bookmarks.set(bookmark(name, event));
            assert_eq!(bookmarks.tally(), counted(&bookmarks));
        }
        for name in ["a", "a", "c", "b"] {
            bookmarks.remove(name);
            assert_eq!(bookmarks.tally(), counted(&bookmarks));
        }
        assert_eq!(bookmarks.tally(), NamesTally::default());
    }

    #[test]
    fn a_name_that_could_be_a_place_is_refused() {
        for good in ["bug", "the bug", "dead-end", "turn 3"] {
            assert!(check_bookmark_name(good).is_ok(), "{good}");
        }
        for bad in ["", "12", "@5", "a@b", "bad", "dead", " x", "a\nb"] {
            assert!(matches!(check_bookmark_name(bad), Err(StoreError::BadName { .. })), "{bad}");
        }
    }
}
