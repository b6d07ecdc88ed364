//! A replay as JSON Lines, for other tools: a head, a line for each commit and each event, and an
//! end (`docs/replay-format.md` describes each line).
//!
//! Only the bytes (`input`, `bytes`), as hexadecimal digits, are read back; they hash to the ids.
//! The other fields (`id`, `part`, `says`, …) are derived from the bytes. In a file written by this
//! very engine they must match what this engine derives, so that nobody reads one thing and imports
//! another.
//!
//! Reading holds one line at a time, of at most [`MAX_LINE_BYTES`], and the replay read so far.

use retrace_core::plain::steers;
use std::borrow::Cow;
use std::fmt;
use std::io::{BufRead, Read, Write};

use blake3::Hasher;
use retrace_core::card::catalogue::MOST_LISTED;
use retrace_core::fact::{Event, Genesis, Input, Part, wire};
use retrace_core::rule::Rule;
use serde::de::{DeserializeOwned, IgnoredAny, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::format::{ENGINE_BYTES, MAX_FILE_BYTES, MAX_VALUE_BYTES, VERSION};
use super::notes::{Labelled, MOST_NOTES, Noted, Notes};
use super::{Detail, Replay, ReplayCommit, ReplayError};
use crate::catalogue::{Carried, MOST_LIST_BYTES};
use crate::commit::{EntryList, RawEntry};
use crate::id::{Chain, EventId, Kind, MARK_BYTES};
use crate::typed::{ENGINE, decode_entry};
use crate::watch::{Watch, nobody, tell};

/// The longest line that is read: the digits of the longest value, and three times as much for the
/// rest.
pub const MAX_LINE_BYTES: usize = 8 * MAX_VALUE_BYTES;

/// What the head calls the file.
const WORD: &str = "replay";

const SUM_CONTEXT: &str = "retrace replay lines v1";

/// Bytes as hexadecimal digits, two each, in lower case.
struct Hex<T>(T);

impl<T: AsRef<[u8]>> Serialize for Hex<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let pair = |byte: &u8| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]].map(char::from);
        serializer.serialize_str(&self.0.as_ref().iter().flat_map(pair).collect::<String>())
    }
}

struct Digits;

impl Visitor<'_> for Digits {
    type Value = Hex<Vec<u8>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes as hexadecimal digits, two each, in lower case")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Hex<Vec<u8>>, E> {
        let wrong = || E::invalid_value(serde::de::Unexpected::Other("another text"), &self);
        if !text.len().is_multiple_of(2) {
            return Err(wrong());
        }
        if text.len() / 2 > MAX_VALUE_BYTES {
            return Err(E::custom(format_args!("more than {MAX_VALUE_BYTES} bytes in one value")));
        }
        let digit = |digit: u8| match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        };
        let byte = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(pair[1])?);
        text.as_bytes().chunks_exact(2).map(byte).collect::<Option<_>>().map(Hex).ok_or_else(wrong)
    }
}

impl<'de> Deserialize<'de> for Hex<Vec<u8>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex<Vec<u8>>, D::Error> {
        deserializer.deserialize_str(Digits)
    }
}

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    retrace: String,
    version: u16,
    engine: String,
    detail: String,
    commits: u64,
    events: u64,
    /// Whether it carries a catalogue.
    catalogue: bool,
    /// How many bookmarks and labels follow the commits.
    notes: usize,
}

/// The second line of a file that carries a catalogue.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CatalogueLine<'a> {
    list: Cow<'a, str>,
    definitions: usize,
}

/// The line of a definition. These lines follow the catalogue's.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DefinitionLine<'a> {
    definition: usize,
    text: Cow<'a, str>,
}

/// The line of a commit.
#[derive(Serialize)]
struct CommitLine<'a> {
    commit: u64,
    format: u16,
    events: u64,
    id: EventId,
    input: Hex<&'a [u8]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    says: Option<Said>,
}

/// The input of a commit.
#[derive(Serialize)]
#[serde(untagged)]
enum Said {
    Genesis(Box<Genesis>),
    Input(Input),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommitRead {
    commit: u64,
    format: u16,
    events: u64,
    id: EventId,
    input: Hex<Vec<u8>>,
    #[serde(default, rename = "says")]
    _says: IgnoredAny,
}

/// The line of an event in a file with entries.
#[derive(Serialize)]
struct EventLine<'a> {
    event: u64,
    rule: Rule,
    bytes: Hex<&'a [u8]>,
    id: EventId,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    said: Option<SaidOfEvent>,
}

#[derive(Serialize)]
struct SaidOfEvent {
    part: Part,
    begins: bool,
    cause: Option<u64>,
    says: Event,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventRead {
    event: u64,
    rule: Rule,
    bytes: Hex<Vec<u8>>,
    #[serde(default, rename = "id")]
    _id: IgnoredAny,
    #[serde(default, rename = "part")]
    _part: IgnoredAny,
    #[serde(default, rename = "begins")]
    _begins: IgnoredAny,
    #[serde(default, rename = "cause")]
    _cause: IgnoredAny,
    #[serde(default, rename = "says")]
    _says: IgnoredAny,
}

/// The line of an event in a file with the first bytes of ids.
#[derive(Serialize)]
struct MarkLine<'a> {
    event: u64,
    mark: Hex<&'a [u8]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkRead {
    event: u64,
    mark: Hex<Vec<u8>>,
}

/// The line of a bookmark. The lines of bookmarks and labels follow the commits.
#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum NoteLine<'a> {
    Bookmark { bookmark: Cow<'a, str>, event: u64, note: Cow<'a, str> },
    Label { label: Cow<'a, str>, events: u64 },
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    end: EventId,
    checksum: EventId,
}

impl Replay {
    /// Writes the replay as JSON Lines.
    ///
    /// # Errors
    /// [`ReplayError::Lines`] for an entry whose citation is not a rule, and
    /// [`ReplayError::Output`].
    pub fn write_lines(&self, out: &mut dyn Write) -> Result<(), ReplayError> {
        self.write_lines_with(out, &mut nobody)
    }

    /// Like [`Replay::write_lines`], with progress and cancelling.
    ///
    /// # Errors
    /// As for [`Replay::write_lines`], and [`ReplayError::Stopped`].
    pub(crate) fn write_lines_with(&self, out: &mut dyn Write, watch: Watch<'_>) -> Result<(), ReplayError> {
        let mut out = Sealing { out, hasher: Hasher::new_derive_key(SUM_CONTEXT), line: Vec::new() };
        out.line(&self.head())?;
        if let Some(catalogue) = &self.catalogue {
            out.catalogue(catalogue)?;
        }
        let (mut parent, mut first) = (EventId::ZERO, 0u64);
        for (number, commit) in (0u64..).zip(&self.commits) {
            render_commit(&mut out.line, number, commit)?;
            out.send()?;
            out.events(self.detail, parent, first, commit)?;
            (parent, first) = (commit.id, first.saturating_add(commit.events));
            tell(watch, number + 1, self.commits.len() as u64, first)?;
        }
        for Noted { name, event, note } in &self.notes.bookmarks {
            let (bookmark, note) = (Cow::Borrowed(name.as_str()), Cow::Borrowed(note.as_str()));
            out.line(&NoteLine::Bookmark { bookmark, event: *event, note })?;
        }
        for Labelled { events, text } in &self.notes.labels {
            out.line(&NoteLine::Label { label: Cow::Borrowed(text.as_str()), events: *events })?;
        }
        let end = End { end: self.tip(), checksum: out.sum() };
        out.line(&end)
    }

    /// Reads JSON Lines.
    ///
    /// # Errors
    /// [`ReplayError`], with the line. Memory is in proportion to what was read; no line is longer
    /// than [`MAX_LINE_BYTES`].
    pub fn read_lines(from: impl BufRead) -> Result<Replay, ReplayError> {
        Replay::read_lines_with(from, &mut nobody)
    }

    /// Like [`Replay::read_lines`], with progress and cancelling.
    ///
    /// # Errors
    /// As for [`Replay::read_lines`], and [`ReplayError::Stopped`].
    pub(crate) fn read_lines_with(from: impl BufRead, watch: Watch<'_>) -> Result<Replay, ReplayError> {
        let mut lines = Lines::new(from);
        let head = lines.head()?;
        let detail = detail(&head.detail).ok_or_else(|| lines.wrong("not a level of detail"))?;
        if head.notes > 2 * MOST_NOTES {
            return Err(lines.wrong("too many bookmarks or labels"));
        }
        let catalogue = if head.catalogue { Some(lines.catalogue()?) } else { None };
        let notes = Notes::default();
        let mut replay = Replay { engine: head.engine, detail, catalogue, commits: Vec::new(), notes };
        if head.commits == 0 {
            return Err(lines.wrong("a replay without a genesis"));
        }
        let (mut parent, mut events) = (EventId::ZERO, 0u64);
        for number in 0..head.commits {
            let commit = lines.commit(&replay, number, parent, events)?;
            parent = commit.id;
            events = events.checked_add(commit.events).ok_or_else(|| lines.wrong("more events than can be counted"))?;
            replay.commits.push(commit);
            tell(watch, number + 1, head.commits, events)?;
        }
        if events != head.events {
            return Err(lines.wrong("the commits do not have as many events as announced"));
        }
        for _ in 0..head.notes {
            match lines.read()? {
                NoteLine::Bookmark { bookmark, event, note } => {
                    let (name, note) = (bookmark.into_owned(), note.into_owned());
                    replay.notes.bookmarks.push(Noted { name, event, note });
                }
                NoteLine::Label { label, events } => {
                    replay.notes.labels.push(Labelled { events, text: label.into_owned() });
                }
            }
        }
        if let Some(why) = replay.notes.wrong(events) {
            return Err(lines.wrong(why));
        }
        let checksum = lines.sum();
        let end: End = lines.read()?;
        if end.end != replay.tip() {
            return Err(lines.wrong("the end is not the last commit's"));
        }
        if end.checksum != checksum {
            return Err(ReplayError::Altered);
        }
        lines.finish()?;
        Ok(replay)
    }

    fn head(&self) -> Head {
        Head {
            retrace: WORD.to_owned(),
            version: VERSION,
            engine: self.engine.clone(),
            detail: self.detail.to_string(),
            commits: self.commits.len() as u64,
            events: self.events(),
            catalogue: self.catalogue.is_some(),
            notes: self.notes.bookmarks.len() + self.notes.labels.len(),
        }
    }
}

fn detail(word: &str) -> Option<Detail> {
    [Detail::Ids, Detail::Marks, Detail::Entries].into_iter().find(|detail| detail.to_string() == word)
}

/// The readable form of a commit's input, if this version can read it.
fn said(number: u64, commit: &ReplayCommit) -> Option<Said> {
    if commit.format > wire::FORMAT_VERSION {
        return None;
    }
    if number == 0 {
        Genesis::decode(commit.format, &commit.input).ok().map(|genesis| Said::Genesis(Box::new(genesis)))
    } else {
        wire::decode(&commit.input).ok().map(Said::Input)
    }
}

/// Writes a line, without its end.
fn render<T: Serialize>(line: &mut Vec<u8>, value: &T) -> Result<(), ReplayError> {
    line.clear();
    serde_json::to_writer(line, value).map_err(|error| ReplayError::Output(error.into()))
}

/// Writes the first of two lines if that works and is not too long, otherwise the second.
fn render_wordy<T: Serialize>(line: &mut Vec<u8>, wordy: &T, terse: &T) -> Result<(), ReplayError> {
    match render(line, wordy) {
        Ok(()) if line.len() < MAX_LINE_BYTES => Ok(()),
        _ => render(line, terse),
    }
}

/// Writes the line of a commit.
fn render_commit(line: &mut Vec<u8>, number: u64, commit: &ReplayCommit) -> Result<(), ReplayError> {
    let with = |says| CommitLine {
        commit: number,
        format: commit.format,
        events: commit.events,
        id: commit.id,
        input: Hex(&commit.input),
        says,
    };
    render_wordy(line, &with(said(number, commit)), &with(None))
}

/// Writes the line of an event.
fn render_event(
    line: &mut Vec<u8>,
    event: u64,
    id: EventId,
    format: u16,
    raw: RawEntry<'_>,
) -> Result<(), ReplayError> {
    let rule = Rule::from_packed(raw.citation).ok_or(ReplayError::Unwritable { event, citation: raw.citation })?;
    let with = |said| EventLine { event, rule, bytes: Hex(raw.bytes), id, said };
    let entry = decode_entry(format, event, raw).ok();
    let said = entry.map(|(entry, begins)| SaidOfEvent {
        part: entry.part,
        begins,
        cause: entry.cause.map(|cause| cause.0),
        says: entry.event,
    });
    render_wordy(line, &with(said), &with(None))
}

/// The chain of ids through the events of a commit.
fn chain(parent: EventId, commit: &ReplayCommit) -> Chain {
    let kind = if parent.is_zero() { Kind::Genesis } else { Kind::Input };
    Chain::begin(commit.format, parent, kind, &commit.input)
}

/// Lines being written, with a checksum over them.
struct Sealing<'a> {
    out: &'a mut dyn Write,
    hasher: Hasher,
    line: Vec<u8>,
}

impl Sealing<'_> {
    fn line<T: Serialize>(&mut self, value: &T) -> Result<(), ReplayError> {
        render(&mut self.line, value)?;
        self.send()
    }

    fn send(&mut self) -> Result<(), ReplayError> {
        self.line.push(b'\n');
        self.hasher.update(&self.line);
        self.out.write_all(&self.line).map_err(ReplayError::Output)
    }

    fn sum(&self) -> EventId {
        EventId::from_bytes(*self.hasher.finalize().as_bytes())
    }

    fn catalogue(&mut self, it: &Carried) -> Result<(), ReplayError> {
        self.line(&CatalogueLine { list: Cow::Borrowed(&it.list), definitions: it.definitions.len() })?;
        let lines = it.definitions.iter().map(|(place, text)| (*place, Cow::Borrowed(text.as_str())));
        lines.into_iter().try_for_each(|(definition, text)| self.line(&DefinitionLine { definition, text }))
    }

    fn events(
        &mut self,
        detail: Detail,
        parent: EventId,
        first: u64,
        commit: &ReplayCommit,
    ) -> Result<(), ReplayError> {
        match detail {
            Detail::Ids => Ok(()),
            Detail::Marks => {
                let mut marks = (first..).zip(&commit.marks);
                marks.try_for_each(|(event, mark)| self.line(&MarkLine { event, mark: Hex(mark) }))
            }
            Detail::Entries => {
                let mut chain = chain(parent, commit);
                (first..).zip(commit.entries.iter()).try_for_each(|(event, raw)| {
                    render_event(&mut self.line, event, chain.event(raw.bytes), commit.format, raw)?;
                    self.send()
                })
            }
        }
    }
}

/// Lines being read.
struct Lines<R> {
    from: R,
    hasher: Hasher,
    /// The last line read, without its end.
    line: Vec<u8>,
    /// Its number, from 1.
    number: u64,
    /// How many bytes have been read.
    length: u64,
    /// The line as this engine would write it, to compare.
    own: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    fn new(from: R) -> Lines<R> {
        let hasher = Hasher::new_derive_key(SUM_CONTEXT);
        Lines { from, hasher, line: Vec::new(), number: 0, length: 0, own: Vec::new() }
    }

    fn wrong(&self, why: impl fmt::Display) -> ReplayError {
        ReplayError::Lines { line: self.number, why: why.to_string() }
    }

    fn sum(&self) -> EventId {
        EventId::from_bytes(*self.hasher.finalize().as_bytes())
    }

    /// Reads the next line.
    fn advance(&mut self) -> Result<(), ReplayError> {
        self.line.clear();
        self.number += 1;
        let most = MAX_LINE_BYTES as u64 + 1;
        self.from.by_ref().take(most).read_until(b'\n', &mut self.line).map_err(ReplayError::Output)?;
        if self.line.len() > MAX_LINE_BYTES {
            return Err(self.wrong(format_args!("it is longer than {MAX_LINE_BYTES} bytes")));
        }
        self.length += self.line.len() as u64;
        if self.length > MAX_FILE_BYTES {
            return Err(ReplayError::TooLong { length: self.length, most: MAX_FILE_BYTES });
        }
        self.hasher.update(&self.line);
        match self.line.pop() {
            Some(b'\n') if self.number > 1 && self.line.ends_with(b"\r") => Err(ReplayError::Mangled),
            Some(b'\n') => Ok(()),
            _ => Err(ReplayError::LinesCut { line: self.number }),
        }
    }

    fn parse<T: DeserializeOwned>(&self) -> Result<T, ReplayError> {
        serde_json::from_slice(&self.line).map_err(|error| self.wrong(error))
    }

    fn read<T: DeserializeOwned>(&mut self) -> Result<T, ReplayError> {
        self.advance()?;
        self.parse()
    }

    fn head(&mut self) -> Result<Head, ReplayError> {
        /// The fields that the head has in every version.
        #[derive(Deserialize)]
        struct AnyHead {
            retrace: String,
            version: u16,
        }
        self.advance().map_err(|error| match error {
            ReplayError::LinesCut { .. } | ReplayError::Lines { .. } => ReplayError::NotAReplay,
            error => error,
        })?;
        let any: AnyHead = self.parse().map_err(|_| ReplayError::NotAReplay)?;
        if any.retrace != WORD {
            return Err(ReplayError::NotAReplay);
        }
        if any.version > VERSION {
            return Err(ReplayError::TooNew { found: any.version, known: VERSION });
        }
        if any.version == 0 {
            return Err(self.wrong("there is no version 0"));
        }
        let head: Head = self.parse()?;
        if head.engine.len() > ENGINE_BYTES {
            return Err(self.wrong("the version of the engine is too long"));
        }
        if head.engine.chars().any(steers) {
            return Err(self.wrong("the version of the engine has a character that steers a terminal"));
        }
        Ok(head)
    }

    /// Reads the catalogue.
    fn catalogue(&mut self) -> Result<Carried, ReplayError> {
        let CatalogueLine { list, definitions: count } = self.read()?;
        let mut carried = Carried { list: list.into_owned(), definitions: Vec::new() };
        if carried.list.len() > MOST_LIST_BYTES || count > MOST_LISTED {
            return Err(self.wrong("a catalogue that is too long"));
        }
        for _ in 0..count {
            let DefinitionLine { definition, text } = self.read()?;
            carried.definitions.push((definition, text.into_owned()));
        }
        Ok(carried)
    }

    /// Checks that this engine would write the same line.
    fn agrees(&self) -> Result<(), ReplayError> {
        if self.own == self.line { Ok(()) } else { Err(ReplayError::LineDisagrees { line: self.number }) }
    }

    /// Checks the number of an event.
    fn in_order(&self, found: u64, event: u64) -> Result<(), ReplayError> {
        if found == event { Ok(()) } else { Err(self.wrong(format_args!("event {event} is to follow, not {found}"))) }
    }

    /// Reads a commit and its events, which begin with the number `first`.
    fn commit(
        &mut self,
        replay: &Replay,
        number: u64,
        parent: EventId,
        first: u64,
    ) -> Result<ReplayCommit, ReplayError> {
        let read: CommitRead = self.read()?;
        if read.commit != number {
            return Err(self.wrong(format_args!("commit {number} is to follow, not {}", read.commit)));
        }
        if read.events == 0 {
            return Err(self.wrong("a commit without events"));
        }
        let mut commit = ReplayCommit {
            format: read.format,
            input: read.input.0,
            events: read.events,
            marks: Vec::new(),
            entries: EntryList::new(),
            id: read.id,
        };
        let own = replay.engine == ENGINE;
        if own {
            render_commit(&mut self.own, number, &commit)?;
            self.agrees()?;
        }
        let last = first.checked_add(commit.events).ok_or_else(|| self.wrong("more events than can be counted"))?;
        match replay.detail {
            Detail::Ids => {}
            Detail::Marks => {
                for event in first..last {
                    let read: MarkRead = self.read()?;
                    self.in_order(read.event, event)?;
                    let mark: [u8; MARK_BYTES] = read.mark.0.try_into().map_err(|_| self.wrong("not a mark"))?;
                    commit.marks.push(mark);
                }
            }
            Detail::Entries => {
                let mut chain = chain(parent, &commit);
                for event in first..last {
                    let read: EventRead = self.read()?;
                    self.in_order(read.event, event)?;
                    let raw = RawEntry { citation: read.rule.packed(), bytes: &read.bytes.0 };
                    let id = chain.event(raw.bytes);
                    if own {
                        render_event(&mut self.own, event, id, commit.format, raw)?;
                        self.agrees()?;
                    }
                    commit.entries.push(raw.citation, raw.bytes);
                }
            }
        }
        Ok(commit)
    }

    /// Checks that nothing follows.
    fn finish(&mut self) -> Result<(), ReplayError> {
        if self.from.fill_buf().map_err(ReplayError::Output)?.is_empty() {
            Ok(())
        } else {
            self.number += 1;
            Err(self.wrong("something follows the end"))
        }
    }
}
