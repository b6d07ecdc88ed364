//! Labels: what a script calls places of a game, and where going on with the same answers stopped.
//! They are the word of whoever made them: no id covers them, and no operation records them.
//!
//! A label names its timeline and the commit that holds the last event before its place, and shows
//! while the timeline of that name has the commit. So a change of labels can be written before the
//! operation that it belongs to: if that is refused, the new labels are of timelines or commits
//! that are not there, and show nowhere. Undo hides labels, and redo brings them back. Collecting
//! removes those that neither can show again.
//!
//! A store keeps them in the file `labels`, which is there once there is one, and a copy in the
//! database. Each change counts one up, so the later of the two is known. Opening writes the other
//! one again.
//!
//! ```text
//! u8       layout of this file: 1
//! varint   how often the labels have changed
//! varint   how many labels follow; for each, in the order of these fields
//!   bytes    the name of its timeline
//!   32       id of the commit that holds the last event before the place; the genesis if none does
//!   varint   how many events come before the place
//!   bytes    the text
//! 8        checksum of everything above
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retrace_core::plain::steers;

use crate::backend::{Backend, Tree};
use crate::bytes::{Malformed, Reader, put_bytes, put_varint};
use crate::disk::{Disk, System};
use crate::error::{Damage, StoreError};
use crate::id::EventId;
use crate::sealed::{LAYOUT, seal, unseal};
use crate::store::Store;
use crate::whole::write_whole;

/// The longest label, in bytes.
pub const LABEL_BYTES: usize = 4096;

/// The store's file of labels.
pub(crate) const LABELS: &str = "labels";
/// What its checksum covers besides its bytes, and the key of the copy in the database.
const KEY: &[u8] = b"labels";
/// The longest file that is read or written.
const MOST_BYTES: usize = 64 << 20;

/// A label of a place of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// The name of its timeline.
    pub timeline: String,
    /// The commit that holds the last event before the place; that of the genesis if none does.
    pub commit: EventId,
    /// How many events come before the place.
    pub events: u64,
    /// The text.
    pub text: String,
}

/// All labels of a store, as its file or its database has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    /// How often they have changed.
    pub(crate) changes: u64,
    pub(crate) all: BTreeSet<Label>,
}

/// The labels of a store.
#[derive(Default)]
pub(crate) struct Labels {
    /// The file, and the database that has the copy; none in memory.
    places: Option<(PathBuf, Arc<dyn Backend>)>,
    pub(crate) kept: Kept,
    /// Whether the file lacked them, and whether the copy did, when they were read.
    lacked: (bool, bool),
}

impl Labels {
    /// The labels of a store: the later of the file and the copy in the database. One that fails
    /// its check counts as missing; `fsck` reports it.
    pub(crate) fn of_store(store: &Store) -> Labels {
        let Some(folder) = store.folder() else { return Labels::default() };
        let (file, copy) = (check(folder).ok().flatten(), copy_in(&*store.backend).ok().flatten().and_then(Result::ok));
        let [in_file, in_copy] = [&file, &copy].map(|kept| kept.as_ref().map(|kept| kept.changes));
        let kept = [copy, file].into_iter().flatten().max_by_key(|kept| kept.changes).unwrap_or_default();
        let lacks = |changes: Option<u64>| changes.is_none_or(|changes| changes < kept.changes);
        let lacked = (lacks(in_file), lacks(in_copy));
        Labels { places: Some((folder.join(LABELS), Arc::clone(&store.backend))), kept, lacked }
    }

    /// Goes on with another database.
    pub(crate) fn go_on_in(&mut self, backend: Arc<dyn Backend>) {
        if let Some((_, ours)) = &mut self.places {
            *ours = backend;
        }
    }

    /// Writes the file or the copy again if it is missing, damaged or older.
    pub(crate) fn set_right(&self) {
        let Some((path, backend)) = &self.places else { return };
        if self.kept.changes == 0 {
            return;
        }
        // What cannot be written now is read from the other place, and the next opening tries
        // again.
        if self.lacked.0 {
            let _behind = write(path, &encode(&self.kept));
        }
        if self.lacked.1 {
            let _behind = backend.put(Tree::Labels, KEY, &encode(&self.kept));
        }
    }

    /// Replaces them all. In a store they are durable on return.
    pub(crate) fn set(&mut self, all: BTreeSet<Label>) -> Result<(), StoreError> {
        if all == self.kept.all {
            return Ok(());
        }
        let kept = Kept { changes: self.kept.changes + 1, all };
        let bytes = encode(&kept);
        if bytes.len() > MOST_BYTES {
            return Err(StoreError::BadLabel { text: String::new(), why: "the store has too many labels" });
        }
        if let Some((path, backend)) = &self.places {
            write(path, &bytes)?;
            // If this fails, the next opening does it.
            let _behind = backend.put(Tree::Labels, KEY, &bytes);
        }
        self.kept = kept;
        Ok(())
    }
}

/// Writes the file; it is durable on return.
fn write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    write_whole(path, |out| out.write_all(bytes)).map_err(StoreError::io("write", path))?;
    let folder = path.parent().unwrap_or(path);
    System.sync_folder(folder).map_err(StoreError::io("write", folder))
}

fn encode(kept: &Kept) -> Vec<u8> {
    let mut out = vec![LAYOUT];
    put_varint(&mut out, kept.changes);
    put_varint(&mut out, kept.all.len() as u64);
    for Label { timeline, commit, events, text } in &kept.all {
        put_bytes(&mut out, timeline.as_bytes());
        out.extend(commit.as_bytes());
        put_varint(&mut out, *events);
        put_bytes(&mut out, text.as_bytes());
    }
    seal(out, KEY)
}

fn decode(bytes: &[u8]) -> Result<Kept, Damage> {
    let mut reader = Reader::new(unseal(bytes, KEY)?);
    reader.u8()?;
    let changes = reader.varint()?;
    let mut all = BTreeSet::new();
    // A length, an id, a number and a length.
    for _ in 0..reader.count(35)? {
        let timeline = reader.text()?.to_owned();
        let commit = EventId::from_bytes(reader.array()?);
        let label = Label { timeline, commit, events: reader.varint()?, text: reader.text()?.to_owned() };
        if let Some(why) = wrong(&label.text) {
            return Err(Damage::Malformed(Malformed { at: reader.at(), why }));
        }
        all.insert(label);
    }
    reader.finish()?;
    Ok(Kept { changes, all })
}

/// The copy in a database, if there is one.
pub(crate) fn copy_in(backend: &dyn Backend) -> Result<Option<Result<Kept, Damage>>, StoreError> {
    Ok(backend.get(Tree::Labels, KEY)?.map(|value| decode(&value)))
}

/// What is wrong with the text of a label, if anything.
pub(crate) fn wrong(text: &str) -> Option<&'static str> {
    let bad = text.len() > LABEL_BYTES || text.chars().any(steers);
    bad.then_some("too long, or has a character that steers a terminal")
}

/// The labels in the file of a store; none if there is no such file.
///
/// # Errors
/// What is wrong with it, as a clause.
pub(crate) fn check(folder: &Path) -> Result<Option<Kept>, String> {
    let path = folder.join(LABELS);
    match fs::metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
        Ok(about) if about.len() > MOST_BYTES as u64 => return Err(format!("it has {} bytes", about.len())),
        Ok(_) => {}
    }
    let bytes = fs::read(&path).map_err(|error| error.to_string())?;
    decode(&bytes).map(Some).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept() -> Kept {
        let label = |byte, events, text: &str| Label {
            timeline: "main".to_owned(),
            commit: EventId::from_bytes([byte; 32]),
            events,
            text: text.to_owned(),
        };
        let all = BTreeSet::from([label(2, 0, "1. the draw"), label(3, 300, "2. é"), label(3, 300, "3.")]);
        Kept { changes: 7, all }
    }

    #[test]
    fn labels_read_back_and_any_flipped_bit_or_cut_is_noticed() {
        let bytes = encode(&kept());
        assert_eq!(decode(&bytes), Ok(kept()));
        for at in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 1;
            assert!(decode(&wrong).is_err(), "{at}");
            assert!(decode(&bytes[..at]).is_err(), "{at}");
        }
        for text in ["\u{1b}[31m".to_owned(), "x".repeat(LABEL_BYTES + 1)] {
            let mut steering = kept();
            let commit = EventId::from_bytes([2; 32]);
            steering.all.insert(Label { timeline: "main".to_owned(), commit, events: 0, text });
            assert!(matches!(decode(&encode(&steering)), Err(Damage::Malformed(_))));
        }
    }

    /// The bytes of the file, which must never change.
    #[test]
    fn golden_labels() {
        const LABELS: &str = "03046d61696e…000b312e207468652064726177046d61696e…ac0205322e20c3a9046d61696e…ac0202332e";
        let bytes = encode(&kept());
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let short = hex.replace(&"02".repeat(32), "…").replace(&"03".repeat(32), "…");
        let (body, _) = short.split_at(short.len() - 16);
        assert_eq!(body, format!("0107{LABELS}"));
    }
}
