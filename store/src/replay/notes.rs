//! What a replay file says about its game besides the game: bookmarks with their notes, and labels
//! of places. Ids do not cover it, so it is the word of whoever wrote the file.

use std::collections::BTreeSet;

use retrace_core::plain::steers;

use crate::bookmark::{NOTE_BYTES, check_bookmark_name};
use crate::bytes::{Malformed, Reader, put_bytes, put_varint};
use crate::label::LABEL_BYTES;

/// The most bookmarks, and the most labels, of a file.
pub const MOST_NOTES: usize = 10_000;

/// The bookmarks and labels of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The bookmarks.
    pub bookmarks: Vec<Noted>,
    /// The labels, in the order of their places.
    pub labels: Vec<Labelled>,
}

/// A bookmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// Its name.
    pub name: String,
    /// The number of the event.
    pub event: u64,
    /// The note.
    pub note: String,
}

/// A label of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// How many events come before the place.
    pub events: u64,
    /// The text.
    pub text: String,
}

impl Notes {
    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.bookmarks.is_empty() && self.labels.is_empty()
    }

    /// What is wrong with them in a game with this many events, if anything.
    pub(super) fn wrong(&self, events: u64) -> Option<&'static str> {
        let line = |text: &str, most: usize| text.len() <= most && !text.chars().any(steers);
        let names: BTreeSet<&str> = self.bookmarks.iter().map(|it| it.name.as_str()).collect();
        if self.bookmarks.len() > MOST_NOTES || self.labels.len() > MOST_NOTES {
            return Some("too many bookmarks or labels");
        }
        if names.len() < self.bookmarks.len() {
            return Some("two bookmarks of one name");
        }
        for Noted { name, event, note } in &self.bookmarks {
            if check_bookmark_name(name).is_err() || !line(name, NOTE_BYTES) {
                return Some("a name that no bookmark can have");
            }
            if note.len() > NOTE_BYTES {
                return Some("a note that is too long");
            }
            if *event >= events {
                return Some("a bookmark of an event that the file does not have");
            }
        }
        for Labelled { events: before, text } in &self.labels {
            if !line(text, LABEL_BYTES) {
                return Some("a label that is too long, or steers a terminal");
            }
            if *before > events {
                return Some("a label of a place that the file does not have");
            }
        }
        None
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        put_varint(out, self.bookmarks.len() as u64);
        for Noted { name, event, note } in &self.bookmarks {
            put_varint(out, *event);
            put_bytes(out, name.as_bytes());
            put_bytes(out, note.as_bytes());
        }
        put_varint(out, self.labels.len() as u64);
        for Labelled { events, text } in &self.labels {
            put_varint(out, *events);
            put_bytes(out, text.as_bytes());
        }
    }

    pub(super) fn take(reader: &mut Reader<'_>, events: u64) -> Result<Notes, Malformed> {
        let mut notes = Notes::default();
        // A number and two lengths; a number and a length.
        for _ in 0..reader.count(3)? {
            let event = reader.varint()?;
            let (name, note) = (reader.text()?.to_owned(), reader.text()?.to_owned());
            notes.bookmarks.push(Noted { name, event, note });
        }
        for _ in 0..reader.count(2)? {
            let events = reader.varint()?;
            notes.labels.push(Labelled { events, text: reader.text()?.to_owned() });
        }
        match notes.wrong(events) {
            Some(why) => Err(reader.wrong(why)),
            None => Ok(notes),
        }
    }
}
