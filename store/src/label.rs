//! Labels of places on timelines: what a script calls them, and where going on with the same
//! answers stopped. They are the word of whoever made them: no id covers them, and no operation
//! records them.
//!
//! A store keeps them in the file `labels`, which is there once a timeline has one:
//!
//! ```text
//! u8       layout of this file: 1
//! varint   how many labels follow; for each
//!   varint   serial of its timeline
//!   32       id of the commit that holds the last event before the place
//!   varint   how many events come before the place
//!   bytes    the text
//! 8        checksum of everything above
//! ```
//!
//! A label shows as long as its commit is on its timeline, so undo hides it and redo brings it
//! back.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use retrace_core::plain::steers;

use crate::bytes::{Malformed, Reader, put_bytes, put_varint};
use crate::disk::{Disk, System};
use crate::error::{Damage, StoreError};
use crate::id::EventId;
use crate::log::Log;
use crate::replay::{LABEL_BYTES, Labelled, MOST_NOTES};
use crate::timeline::{TIMELINE_LAYOUT, Timeline, seal, unseal};
use crate::whole::write_whole;

/// The store's file of labels.
pub(crate) const LABELS: &str = "labels";
/// What its checksum covers besides its bytes.
const KEY: &[u8] = b"labels";
/// The longest file that is read.
const MOST_BYTES: u64 = 64 << 20;

/// A label of a timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    /// The commit that holds the last event before the place.
    commit: EventId,
    labelled: Labelled,
}

/// Labels, each with those of the same timeline, by its serial.
pub(crate) type BySerial = BTreeMap<u64, Vec<Label>>;

/// The labels of a store.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    /// The file; none in memory.
    path: Option<PathBuf>,
    all: BySerial,
}

impl Labels {
    /// The labels of a store. A file that fails its check counts as missing; `fsck` reports it.
    pub(crate) fn of_store(folder: Option<&Path>) -> Labels {
        let all = folder.and_then(|folder| check(folder).ok()).unwrap_or_default();
        Labels { path: folder.map(|folder| folder.join(LABELS)), all }
    }

    /// Sets those of a timeline. In a store they are durable on return.
    fn set(&mut self, serial: u64, labels: Vec<Label>) -> Result<(), StoreError> {
        let mut all = self.all.clone();
        if labels.is_empty() {
            all.remove(&serial)
        } else {
            all.insert(serial, labels)
        };
        if all == self.all {
            return Ok(());
        }
        if let Some(path) = &self.path {
            let bytes = encode(&all);
            write_whole(path, |out| out.write_all(&bytes)).map_err(StoreError::io("write", path))?;
            let folder = path.parent().unwrap_or(path);
            System.sync_folder(folder).map_err(StoreError::io("write", folder))?;
        }
        self.all = all;
        Ok(())
    }
}

fn encode(all: &BySerial) -> Vec<u8> {
    let mut out = vec![TIMELINE_LAYOUT];
    put_varint(&mut out, all.values().map(|labels| labels.len() as u64).sum());
    for (serial, label) in all.iter().flat_map(|(serial, labels)| labels.iter().map(move |label| (serial, label))) {
        put_varint(&mut out, *serial);
        out.extend(label.commit.as_bytes());
        put_varint(&mut out, label.labelled.events);
        put_bytes(&mut out, label.labelled.text.as_bytes());
    }
    seal(out, KEY)
}

fn decode(bytes: &[u8]) -> Result<BySerial, Damage> {
    let mut reader = Reader::new(unseal(bytes, KEY)?);
    reader.u8()?;
    let mut all = BySerial::new();
    // A serial, an id, a number and a length.
    for _ in 0..reader.count(35)? {
        let (serial, commit) = (reader.varint()?, EventId::from_bytes(reader.array()?));
        let labelled = Labelled { events: reader.varint()?, text: reader.text()?.to_owned() };
        let of = all.entry(serial).or_default();
        if let Some(why) = wrong(&labelled.text, of.len()) {
            return Err(Damage::Malformed(Malformed { at: reader.at(), why }));
        }
        of.push(Label { commit, labelled });
    }
    reader.finish()?;
    Ok(all)
}

/// What is wrong with a label after so many others of its timeline.
fn wrong(text: &str, before: usize) -> Option<&'static str> {
    if before >= MOST_NOTES {
        return Some("too many labels");
    }
    let bad = text.len() > LABEL_BYTES || text.chars().any(steers);
    bad.then_some("a label that is too long, or steers a terminal")
}

/// The labels in the file of a store; none if there is no such file.
///
/// # Errors
/// What is wrong with it, as a clause.
pub(crate) fn check(folder: &Path) -> Result<BySerial, String> {
    let path = folder.join(LABELS);
    match fs::metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BySerial::new()),
        Err(error) => return Err(error.to_string()),
        Ok(about) if about.len() > MOST_BYTES => return Err(format!("it has {} bytes", about.len())),
        Ok(_) => {}
    }
    let bytes = fs::read(&path).map_err(|error| error.to_string())?;
    decode(&bytes).map_err(|why| why.to_string())
}

impl Log {
    /// The labels of a timeline, in the order of their places.
    ///
    /// # Errors
    /// Errors of timelines, and [`StoreError`] for a chain that cannot be read.
    pub fn labels(&self, timeline: &str) -> Result<Vec<Labelled>, StoreError> {
        let timeline = self.timeline(timeline)?;
        let mut there = self.labels_on(timeline, true)?;
        there.sort_by_key(|label| label.labelled.events);
        Ok(there.into_iter().map(|label| label.labelled).collect())
    }

    /// The labels kept for a timeline that are on it as it is now, or those that are not.
    fn labels_on(&self, timeline: &Timeline, on: bool) -> Result<Vec<Label>, StoreError> {
        let mut found = Vec::new();
        for label in self.labels.all.get(&timeline.serial).into_iter().flatten() {
            if self.store().reaches(timeline.tip, label.commit)? == on {
                found.push(label.clone());
            }
        }
        Ok(found)
    }

    /// Gives a timeline its labels. Those at places that it does not have now stay, for undo. No
    /// operation.
    ///
    /// # Errors
    /// [`StoreError::NoEvent`] for a place beyond its end, [`StoreError::BadLabel`], errors of
    /// timelines and of writing; nothing has changed then.
    pub fn set_labels(&mut self, timeline: &str, labels: &[Labelled]) -> Result<(), StoreError> {
        let timeline = self.timeline(timeline)?.clone();
        let mut all = self.labels_on(&timeline, false)?;
        for labelled in labels {
            if let Some(why) = wrong(&labelled.text, all.len()) {
                return Err(StoreError::BadLabel { text: labelled.text.clone(), why });
            }
            let commit = self.store().commit_at(timeline.tip, labelled.events.saturating_sub(1))?.id;
            all.push(Label { commit, labelled: labelled.clone() });
        }
        self.labels.set(timeline.serial, all)
    }

    /// Gives a timeline the labels that another had in another store, as far as it has their
    /// places; those that it has stay.
    pub(crate) fn add_labels(&mut self, timeline: &str, labels: &[Label]) -> Result<(), StoreError> {
        let (mut all, tip) = (self.labels(timeline)?, self.timeline(timeline)?.tip);
        let before = all.len();
        for Label { commit, labelled } in labels {
            if all.len() < MOST_NOTES && !all.contains(labelled) && self.store().reaches(tip, *commit)? {
                all.push(labelled.clone());
            }
        }
        if all.len() == before { Ok(()) } else { self.set_labels(timeline, &all) }
    }

    /// Everything kept for a timeline, also what is not on it now.
    pub(crate) fn labels_kept(&self, timeline: &Timeline) -> &[Label] {
        self.labels.all.get(&timeline.serial).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> BySerial {
        let label = |byte, events, text: &str| Label {
            commit: EventId::from_bytes([byte; 32]),
            labelled: Labelled { events, text: text.to_owned() },
        };
        BTreeMap::from([(0, vec![label(2, 0, "1. the draw"), label(3, 300, "2. é")]), (7, vec![label(3, 300, "3.")])])
    }

    #[test]
    fn labels_read_back_and_any_flipped_bit_or_cut_is_noticed() {
        let bytes = encode(&all());
        assert_eq!(decode(&bytes), Ok(all()));
        for at in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 1;
            assert!(decode(&wrong).is_err(), "{at}");
            assert!(decode(&bytes[..at]).is_err(), "{at}");
        }
        for text in ["\u{1b}[31m".to_owned(), "x".repeat(LABEL_BYTES + 1)] {
            let mut steering = all();
            steering.entry(0).or_default()[0].labelled.text = text;
            assert!(matches!(decode(&encode(&steering)), Err(Damage::Malformed(_))));
        }
    }

    /// The bytes of the file, which must never change.
    #[test]
    fn golden_labels() {
        let hex: String = encode(&all()).iter().map(|byte| format!("{byte:02x}")).collect();
        let short = hex.replace(&"02".repeat(32), "…").replace(&"03".repeat(32), "…");
        let (body, _) = short.split_at(short.len() - 16);
        assert_eq!(body, "010300…000b312e20746865206472617700…ac0205322e20c3a907…ac0202332e");
    }
}
