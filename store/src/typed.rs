//! Converts between the engine's values and the store's bytes.

use std::sync::Arc;

use retrace_core::fact::{Entry, EntryNo, Genesis, Input, Step, wire};
use retrace_core::rule::Rule;
use serde::de::DeserializeOwned;

use crate::commit::{EntryList, MAX_VALUE_BYTES, NewCommit, RawCommit, RawEntry};
use crate::error::StoreError;
use crate::id::{EventId, Kind};

pub use retrace_core::ENGINE;

/// What a commit begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommitInput {
    /// The game itself.
    Genesis(Box<Genesis>),
    /// An input from outside.
    Input(Input),
}

/// A commit: an input from outside and what followed, up to the next choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Its id: that of its last event.
    pub id: EventId,
    /// The format of its bytes, which is part of its ids.
    pub format: u16,
    /// The commit before it; none for a genesis.
    pub parent: Option<EventId>,
    /// How many commits precede it.
    pub number: u64,
    /// How many events precede it, which is the number of its first event.
    pub first_event: u64,
    /// The input from outside.
    pub input: CommitInput,
    /// What followed.
    pub steps: Vec<Step>,
    /// The ids of its events, in order.
    pub event_ids: Vec<EventId>,
}

impl Commit {
    /// The number of events up to and including it.
    pub fn end(&self) -> u64 {
        self.first_event + self.event_ids.len() as u64
    }

    /// Its entries, in order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.steps.iter().flat_map(|step| &step.entries).map(|entry| &**entry)
    }

    /// Decodes a stored commit.
    pub(crate) fn from_raw(raw: &RawCommit) -> Result<Commit, StoreError> {
        Ok(Commit {
            id: raw.id,
            format: raw.format,
            parent: (raw.kind == Kind::Input).then_some(raw.parent),
            number: raw.number,
            first_event: raw.first_event,
            input: decode_input(raw.format, raw.kind, &raw.input, || format!("the input of commit {}", raw.id))?,
            steps: decode_steps(raw.format, raw.first_event, &raw.entries)?,
            event_ids: raw.event_ids(),
        })
    }
}

/// Checks that this engine can read a format.
pub(crate) fn check_format(format: u16, place: impl FnOnce() -> String) -> Result<(), StoreError> {
    match format {
        0 => Err(StoreError::Wire { place: place(), source: wire::WireError::UnknownFormat(0) }),
        1..=wire::FORMAT_VERSION => Ok(()),
        found => Err(StoreError::TooNew { place: place(), found, known: wire::FORMAT_VERSION }),
    }
}

fn decode<T: DeserializeOwned>(bytes: &[u8], place: impl FnOnce() -> String) -> Result<T, StoreError> {
    wire::decode(bytes).map_err(|source| StoreError::Wire { place: place(), source })
}

fn genesis(format: u16, bytes: &[u8], place: impl FnOnce() -> String) -> Result<Genesis, StoreError> {
    Genesis::decode(format, bytes).map_err(|source| StoreError::Wire { place: place(), source })
}

/// Decodes what a commit begins with.
pub(crate) fn decode_input(
    format: u16,
    kind: Kind,
    bytes: &[u8],
    place: impl Fn() -> String,
) -> Result<CommitInput, StoreError> {
    check_format(format, &place)?;
    Ok(match kind {
        Kind::Genesis => CommitInput::Genesis(Box::new(genesis(format, bytes, place)?)),
        Kind::Input => CommitInput::Input(decode(bytes, place)?),
    })
}

/// Decodes an entry; also returns whether it begins a step.
pub(crate) fn decode_entry(format: u16, no: u64, entry: RawEntry<'_>) -> Result<(Entry, bool), StoreError> {
    let rule = Rule::from_packed(entry.citation).ok_or_else(|| StoreError::Wire {
        place: format!("the citation of event {no}"),
        source: wire::WireError::Decode("not the number of a rule".to_owned()),
    })?;
    decode_cited(format, no, entry, rule)
}

fn decode_cited(format: u16, no: u64, entry: RawEntry<'_>, rule: Rule) -> Result<(Entry, bool), StoreError> {
    wire::decode_entry(format, entry.bytes, EntryNo(no), rule)
        .map_err(|source| StoreError::Wire { place: format!("event {no}"), source })
}

/// Decodes the steps of a commit.
pub(crate) fn decode_steps(format: u16, first_event: u64, entries: &EntryList) -> Result<Vec<Step>, StoreError> {
    check_format(format, || format!("event {first_event}"))?;
    let mut steps: Vec<Step> = Vec::new();
    // A commit cites few rules, over and over.
    let mut known: Vec<(u32, Rule)> = Vec::new();
    for (no, raw) in (first_event..).zip(entries.iter()) {
        let (entry, begins_step) = match known.iter().find(|(citation, _)| *citation == raw.citation) {
            Some((_, rule)) => decode_cited(format, no, raw, *rule)?,
            None => {
                let (entry, begins_step) = decode_entry(format, no, raw)?;
                known.push((raw.citation, entry.rule));
                (entry, begins_step)
            }
        };
        match steps.last_mut() {
            Some(step) if !begins_step => step.entries.push(Arc::new(entry)),
            _ => steps.push(Step { entries: vec![Arc::new(entry)] }),
        }
    }
    Ok(steps)
}

/// Checks that entries can be decoded, one after another, without keeping any.
pub(crate) fn check_entries(format: u16, first_event: u64, entries: &EntryList) -> Result<(), StoreError> {
    check_format(format, || format!("event {first_event}"))?;
    (first_event..).zip(entries.iter()).try_for_each(|(no, raw)| decode_entry(format, no, raw).map(drop))
}

/// Encodes the engine's values; reuses its buffers.
#[derive(Debug, Default)]
pub(crate) struct Encoder {
    entry: Vec<u8>,
}

impl Encoder {
    /// Encodes a genesis and its steps as a commit of a format.
    pub(crate) fn genesis(&mut self, format: u16, genesis: &Genesis, steps: &[Step]) -> Result<NewCommit, StoreError> {
        let input = genesis.encode(format);
        let input = input.map_err(|source| StoreError::Wire { place: "the genesis".to_owned(), source })?;
        self.commit(format, 0, input, steps)
    }

    /// Encodes an input and its steps as a commit of a format, at the number of its first event.
    pub(crate) fn input(
        &mut self,
        format: u16,
        first_event: u64,
        input: &Input,
        steps: &[Step],
    ) -> Result<NewCommit, StoreError> {
        let input = wire::encode(input);
        let input = input.map_err(|source| StoreError::Wire { place: "the input".to_owned(), source })?;
        self.commit(format, first_event, input, steps)
    }

    /// Encodes a commit whose input is already encoded in this format.
    pub(crate) fn commit(
        &mut self,
        format: u16,
        first_event: u64,
        input: Vec<u8>,
        steps: &[Step],
    ) -> Result<NewCommit, StoreError> {
        check_format(format, || format!("the commit at event {first_event}"))?;
        short_enough(&input, || format!("the input before event {first_event}"))?;
        let mut entries = EntryList::new();
        let mut no = first_event;
        for step in steps {
            if step.entries.is_empty() {
                return Err(StoreError::Wire { place: format!("the step at event {no}"), source: empty() });
            }
            for (index, entry) in step.entries.iter().enumerate() {
                if entry.no != EntryNo(no) {
                    let why = format!("this is entry {}, and the next one is {}", entry.no, EntryNo(no));
                    return Err(StoreError::Wire {
                        place: "the steps to append".to_owned(),
                        source: wire::WireError::Encode(why),
                    });
                }
                let place = |source| StoreError::Wire { place: format!("event {no}"), source };
                self.entry.clear();
                wire::encode_entry(format, entry, index == 0, &mut self.entry).map_err(place)?;
                short_enough(&self.entry, || format!("event {no}"))?;
                let citation = entry.rule.packed();
                entries.push(citation, &self.entry);
                no += 1;
            }
        }
        Ok(NewCommit { format, input, entries })
    }
}

/// Refuses bytes too long for a replay file, so that whatever is stored can be sent.
fn short_enough(bytes: &[u8], place: impl FnOnce() -> String) -> Result<(), StoreError> {
    if bytes.len() <= MAX_VALUE_BYTES {
        return Ok(());
    }
    let why = format!("it has {} bytes, and {MAX_VALUE_BYTES} is the most", bytes.len());
    Err(StoreError::Wire { place: place(), source: wire::WireError::Encode(why) })
}

fn empty() -> wire::WireError {
    wire::WireError::Encode("a step without entries".to_owned())
}
