//! Timelines: names whose heads move. A timeline is a name, the commit at its head, and its fork
//! point.
//!
//! The record of a timeline, stored under `t` and its name:
//!
//! ```text
//! u8       layout of this value: 1
//! varint   serial: timelines are numbered as they are created, and keep their number when renamed
//! 32       id of the commit at the head
//! varint   how many events there are up to it
//! varint   how many commits there are up to it
//! u8       1 if it was forked, then:
//!   varint   serial of the timeline that it was forked from
//!   32       id of the commit after which it was forked
//!   varint   how many events there were up to it
//! 8        checksum of the name and of everything above
//! ```
//!
//! The count of timelines is stored under `n`: the layout, a varint, a checksum.

use std::collections::{BTreeMap, BTreeSet};

use crate::backend::{Backend, KeyChange, Tree};
use crate::bytes::{Malformed, Reader, put_varint};
use crate::error::{Damage, Object, StoreError};
use crate::id::EventId;
use crate::jumps::Spine;
pub use crate::sealed::check_name;
use crate::sealed::{LAYOUT, NamesTally, mark, seal, unseal};

const PREFIX: u8 = b't';
const COUNT: &[u8] = b"n";

/// The point where a timeline was forked from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The serial of the other timeline; it may have been renamed or deleted since.
    pub from: u64,
    /// The last commit both have.
    pub tip: EventId,
    /// The number of events up to it.
    pub events: u64,
}

/// A timeline's name and head, as the history knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedHead {
    /// The timeline's serial.
    pub serial: u64,
    /// Its name.
    pub name: String,
    /// The commit at its head; [`EventId::ZERO`] while it has none.
    pub tip: EventId,
    /// Where it was forked, if it was.
    pub forked: Option<Fork>,
}

/// A named head of a chain of commits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    /// Its name.
    pub name: String,
    /// Its number in the order of creation; never reused.
    pub serial: u64,
    /// The commit at its head.
    pub tip: EventId,
    /// How many events it has.
    pub events: u64,
    /// How many commits it has.
    pub commits: u64,
    /// Its fork point, if it was forked.
    pub forked: Option<Fork>,
}

impl Timeline {
    /// Its name and head, as the history knows them.
    pub(crate) fn named_head(&self) -> NamedHead {
        NamedHead { serial: self.serial, name: self.name.clone(), tip: self.tip, forked: self.forked }
    }

    fn encode(&self) -> Vec<u8> {
        let mut out = vec![LAYOUT];
        put_varint(&mut out, self.serial);
        out.extend(self.tip.as_bytes());
        put_varint(&mut out, self.events);
        put_varint(&mut out, self.commits);
        put_fork(&mut out, self.forked.as_ref());
        seal(out, self.name.as_bytes())
    }

    /// A few bytes that distinguish this record from others, for the [tally](crate::tally).
    pub(crate) fn mark(&self) -> u64 {
        mark(&self.encode())
    }

    fn decode(name: &str, value: &[u8]) -> Result<Timeline, Damage> {
        let body = unseal(value, name.as_bytes())?;
        let mut reader = Reader::new(body);
        reader.u8()?;
        let timeline = Timeline {
            name: name.to_owned(),
            serial: reader.varint()?,
            tip: EventId::from_bytes(reader.array()?),
            events: reader.varint()?,
            commits: reader.varint()?,
            forked: read_fork(&mut reader)?,
        };
        reader.finish()?;
        Ok(timeline)
    }
}

/// Writes the fork point of a timeline, or that it has none.
pub(crate) fn put_fork(out: &mut Vec<u8>, fork: Option<&Fork>) {
    out.push(u8::from(fork.is_some()));
    if let Some(fork) = fork {
        put_varint(out, fork.from);
        out.extend(fork.tip.as_bytes());
        put_varint(out, fork.events);
    }
}

/// Reads what [`put_fork`] wrote.
pub(crate) fn read_fork(reader: &mut Reader<'_>) -> Result<Option<Fork>, Malformed> {
    match reader.u8()? {
        0 => Ok(None),
        1 => Ok(Some(Fork {
            from: reader.varint()?,
            tip: EventId::from_bytes(reader.array()?),
            events: reader.varint()?,
        })),
        _ => Err(reader.wrong("neither forked nor not")),
    }
}

/// A timeline with what is cached for it in memory.
pub(crate) struct Live {
    pub(crate) timeline: Timeline,
    /// The jumps from its tip, so that appending reads nothing; empty until needed.
    pub(crate) spine: Spine,
}

/// All timelines. Only one process gets the lock, so these values are authoritative; the backend
/// catches up at each sync.
#[derive(Default)]
pub(crate) struct Heads {
    live: BTreeMap<String, Live>,
    /// Those whose record or head cannot be read.
    damaged: BTreeMap<String, StoreError>,
    next: u64,
    dirty: BTreeSet<String>,
    /// Whether the stored count is damaged and must be rewritten.
    recount: bool,
    /// The number of readable records, and the sum of their marks.
    tally: NamesTally,
}

impl Heads {
    /// Reads the records.
    pub(crate) fn load(backend: &dyn Backend) -> Result<Heads, StoreError> {
        let mut heads = Heads::default();
        for (name, timeline) in stored_heads(backend)? {
            match timeline {
                Ok(timeline) => {
                    heads.next = heads.next.max(timeline.serial + 1);
                    heads.tally.add(timeline.mark());
                    heads.live.insert(name, Live { timeline, spine: Spine::default() });
                }
                Err(why) => {
                    let object = Object::Timeline(name.clone());
                    heads.damaged.insert(name, StoreError::Damaged { object, why });
                }
            }
        }
        if let Some(count) = stored_count(backend)? {
            // Without it, the existing serials give the count, and the journal those that are gone.
            heads.recount = count.is_err();
            heads.next = heads.next.max(count.unwrap_or(0));
        }
        Ok(heads)
    }

    /// The timelines, by name.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Timeline> {
        self.live.values().map(|live| &live.timeline)
    }

    /// The names of those that cannot be read, with the reason.
    pub(crate) fn damaged(&self) -> impl Iterator<Item = (&str, &StoreError)> {
        self.damaged.iter().map(|(name, why)| (name.as_str(), why))
    }

    /// The timeline with this serial.
    pub(crate) fn by_serial(&self, serial: u64) -> Option<&Timeline> {
        self.iter().find(|timeline| timeline.serial == serial)
    }

    pub(crate) fn get(&self, name: &str) -> Result<&Live, StoreError> {
        self.live.get(name).ok_or_else(|| self.absent(name))
    }

    fn absent(&self, name: &str) -> StoreError {
        match self.damaged.get(name) {
            Some(StoreError::Damaged { object, why }) => {
                StoreError::Damaged { object: object.clone(), why: why.clone() }
            }
            Some(StoreError::Missing { object, .. }) => {
                StoreError::Missing { object: object.clone(), wanted_by: Some(Object::Timeline(name.to_owned())) }
            }
            _ => StoreError::NoTimeline { name: name.to_owned() },
        }
    }

    /// Checks that a name is free for a timeline.
    pub(crate) fn check_free(&self, name: &str) -> Result<(), StoreError> {
        check_name(name)?;
        let taken = self.live.contains_key(name) || self.damaged.contains_key(name);
        if taken { Err(StoreError::TimelineExists { name: name.to_owned() }) } else { Ok(()) }
    }

    /// The serial of the next timeline.
    pub(crate) const fn next_serial(&self) -> u64 {
        self.next
    }

    /// Makes sure that serials below `next` are not given out again.
    pub(crate) fn count_to(&mut self, next: u64) {
        self.next = self.next.max(next);
    }

    /// Sets a timeline, new or existing.
    pub(crate) fn set(&mut self, timeline: Timeline, spine: Spine) {
        self.next = self.next.max(timeline.serial + 1);
        self.dirty.insert(timeline.name.clone());
        self.damaged.remove(&timeline.name);
        self.tally.add(timeline.mark());
        if let Some(was) = self.live.insert(timeline.name.clone(), Live { timeline, spine }) {
            self.tally.remove(was.timeline.mark());
        }
    }

    /// The number of readable records, and the sum of their marks.
    pub(crate) const fn tally(&self) -> NamesTally {
        self.tally
    }

    /// Removes a timeline and returns it.
    pub(crate) fn take(&mut self, name: &str) -> Result<Live, StoreError> {
        let live = self.live.remove(name).ok_or_else(|| self.absent(name))?;
        self.tally.remove(live.timeline.mark());
        self.dirty.insert(name.to_owned());
        Ok(live)
    }

    /// Sets an unusable timeline aside.
    pub(crate) fn set_aside(&mut self, name: &str, why: StoreError) {
        if let Some(live) = self.live.remove(name) {
            self.tally.remove(live.timeline.mark());
            self.damaged.insert(name.to_owned(), why);
        }
    }

    /// Records the name of an unusable timeline.
    pub(crate) fn set_damaged(&mut self, name: &str, why: StoreError) {
        if !self.live.contains_key(name) {
            self.damaged.insert(name.to_owned(), why);
        }
    }

    /// Whether the backend lacks changes.
    pub(crate) fn is_dirty(&self) -> bool {
        !self.dirty.is_empty() || self.recount
    }

    /// Writes what changed, together with other changes of the same map, all or nothing.
    pub(crate) fn write(&mut self, backend: &dyn Backend, mut changes: Vec<KeyChange>) -> Result<(), StoreError> {
        let mut names_changed = self.recount;
        for name in &self.dirty {
            let mut key = vec![PREFIX];
            key.extend(name.as_bytes());
            let value = self.live.get(name).map(|live| live.timeline.encode());
            names_changed |= value.is_none() || backend.get(Tree::Heads, &key)?.is_none();
            changes.push((key, value));
        }
        if names_changed {
            let mut count = vec![LAYOUT];
            put_varint(&mut count, self.next);
            changes.push((COUNT.to_vec(), Some(seal(count, COUNT))));
        }
        match &changes[..] {
            [] => {}
            // A batch of one costs sled ten times as much as a plain write.
            [(key, Some(value))] => backend.put(Tree::Heads, key, value)?,
            _ => backend.apply(Tree::Heads, &changes)?,
        }
        self.dirty.clear();
        self.recount = false;
        Ok(())
    }
}

/// The stored records of the timelines, by name.
pub(crate) fn stored_heads(backend: &dyn Backend) -> Result<Vec<(String, Result<Timeline, Damage>)>, StoreError> {
    let decode = |(key, value): (Vec<u8>, Vec<u8>)| {
        let name = String::from_utf8_lossy(&key[1..]).into_owned();
        let timeline = Timeline::decode(&name, &value);
        (name, timeline)
    };
    Ok(backend.scan(Tree::Heads, &[PREFIX], usize::MAX)?.into_iter().map(decode).collect())
}

/// The stored count of timelines, if there is one.
pub(crate) fn stored_count(backend: &dyn Backend) -> Result<Option<Result<u64, Damage>>, StoreError> {
    let decode = |value: Vec<u8>| {
        let mut reader = Reader::new(unseal(&value, COUNT)?);
        reader.u8()?;
        let count = reader.varint()?;
        reader.finish()?;
        Ok(count)
    };
    Ok(backend.get(Tree::Heads, COUNT)?.map(decode))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timeline() -> Timeline {
        let tip = EventId::from_bytes([7; 32]);
        let forked = Some(Fork { from: 2, tip: EventId::from_bytes([5; 32]), events: 300 });
        Timeline { name: "what if".to_owned(), serial: 3, tip, events: 1000, commits: 70, forked }
    }

    #[test]
    fn a_record_reads_back_and_any_flipped_bit_or_cut_is_noticed() {
        for timeline in [timeline(), Timeline { forked: None, ..timeline() }] {
            let value = timeline.encode();
            assert_eq!(Timeline::decode("what if", &value), Ok(timeline));
            assert!(Timeline::decode("another", &value).is_err());
            for at in 0..value.len() {
                let mut wrong = value.clone();
                wrong[at] ^= 1;
                assert!(Timeline::decode("what if", &wrong).is_err());
                assert!(Timeline::decode("what if", &value[..at]).is_err());
            }
        }
    }

    #[test]
    fn names_are_checked() {
        for good in ["main", "what if I block?", "ä"] {
            assert!(check_name(good).is_ok());
        }
        for bad in ["", " main", "a\nb", &"x".repeat(121)] {
            assert!(matches!(check_name(bad), Err(StoreError::BadName { .. })));
        }
    }
}
