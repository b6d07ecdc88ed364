//! The bytes of a replay file (`docs/replay-format.md` describes them with an example).
//!
//! Fixed-width numbers are little-endian. Varints are those of the store's other files. *Bytes*
//! follow a varint with their length.
//!
//! ```text
//! 8        89 52 54 52 0D 0A 1A 0A: "RTR" between bytes that a transfer as text would change
//! u16      version of this format: 1
//! u64      length of the whole file
//! u8       detail: 0 ids, 1 marks, 2 entries
//! bytes    the version of the engine that wrote it, as text, at most 64 bytes
//! varint   how many commits
//! varint   how many events in all
//! u8       1 if there is a catalogue, otherwise 0
//! if there is one, the catalogue:
//!   bytes    the text of its list
//!   varint   how many definitions
//!   for each the place of its card in the list (varint) and its text (bytes)
//! then for each commit, the genesis first:
//!   u16      format of the bytes of its input and entries
//!   bytes    the genesis, or the input
//!   varint   how many events
//!   detail 1: for each event the first 8 bytes of its id
//!   detail 2: for each event its citation (varint) and its entry (bytes)
//!   32       the id of the commit: that of its last event
//! the notes:
//!   varint   how many bookmarks
//!   for each the number of its event (varint), its name and its note (bytes)
//!   varint   how many labels
//!   for each how many events come before it (varint), and its text (bytes)
//! 32       BLAKE3-derive-key("retrace replay v1", everything above)
//! ```
//!
//! Reading takes time and memory in proportion to the file, whatever the file claims: each length
//! and count is checked against the bytes left before anything is allocated for it.

use retrace_core::card::catalogue::{Catalogue, CatalogueError, CatalogueId};
use retrace_core::fact::Genesis;
use retrace_core::plain::steers;
use std::fmt;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use blake3::Hasher;
use retrace_core::rule::Rule;

use super::notes::{Labelled, Notes};
use crate::bytes::{Malformed, Reader, put_bytes, put_varint};
use crate::catalogue::Carried;
use crate::commit::EntryList;
use crate::id::{EventId, MARK_BYTES};
use crate::label::Label;
use crate::watch::{Stopped, Watch, nobody, tell};
use crate::whole::write_whole;

/// The first bytes of a replay file.
pub const MAGIC: [u8; 8] = [0x89, b'R', b'T', b'R', 0x0d, 0x0a, 0x1a, 0x0a];

/// The version of the format that is written, and the only one so far.
pub const VERSION: u16 = 1;

/// The file name extension of replays written as JSON Lines.
pub(crate) const LINES_ENDING: &str = "jsonl";

/// The longest file that is read: 1 GiB, some ten million events with their entries.
pub(crate) const MAX_FILE_BYTES: u64 = 1 << 30;

pub use crate::commit::MAX_VALUE_BYTES;

pub(super) const ENGINE_BYTES: usize = 64;
const SUM_BYTES: usize = 32;
const SUM_CONTEXT: &str = "retrace replay v1";
/// Magic, version, length, detail.
const HEAD_BYTES: usize = 8 + 2 + 8 + 1;

/// What a replay records of each event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Detail {
    /// Nothing. Verifying can find the commit that differs.
    Ids,
    /// The first eight bytes of its id. Verifying can find the event that differs.
    Marks,
    /// The event itself. Verifying can show both sides of a difference, and the file can be
    /// imported without running the rules.
    #[default]
    Entries,
}

impl Detail {
    const fn number(self) -> u8 {
        match self {
            Detail::Ids => 0,
            Detail::Marks => 1,
            Detail::Entries => 2,
        }
    }

    const fn from_number(number: u8) -> Option<Detail> {
        match number {
            0 => Some(Detail::Ids),
            1 => Some(Detail::Marks),
            2 => Some(Detail::Entries),
            _ => None,
        }
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Detail::Ids => "ids",
            Detail::Marks => "marks",
            Detail::Entries => "entries",
        })
    }
}

/// What is wrong with a replay file.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// It cannot be read or written.
    #[error("could not {doing} {}: {source}{}", path.display(), io_remedy(doing, path, source))]
    Io {
        /// What Retrace was doing.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// It does not begin as a replay file does.
    #[error("this is not a replay file; one is made by exporting a timeline")]
    NotAReplay,
    /// It was transferred as text, which changed its line ends.
    #[error("this replay file was changed on its way by a transfer as text; have it sent as binary")]
    Mangled,
    /// It was written by a newer version.
    #[error(
        "this replay file has version {found}, and this version of Retrace reads versions up to {known}; use a newer one"
    )]
    TooNew {
        /// Its version.
        found: u16,
        /// The newest known.
        known: u16,
    },
    /// It is longer than the limit.
    #[error("this file has {length} bytes, and no replay file longer than {most} is read")]
    TooLong {
        /// Its length.
        length: u64,
        /// The limit.
        most: u64,
    },
    /// Its end is missing, or something follows it.
    #[error(
        "this replay file {} {announced}; fetch it again",
        if found < announced { format!("was cut: it has {found} bytes of") }
        else { format!("was lengthened: it has {found} bytes instead of") }
    )]
    Cut {
        /// The length it should have.
        announced: u64,
        /// The length it has.
        found: u64,
    },
    /// Something in it was changed.
    #[error("this replay file was altered after it was written: its checksum does not match; fetch it again")]
    Altered,
    /// It is intact, but its content makes no sense.
    #[error("this replay file was written wrongly: {0}")]
    Malformed(#[from] Malformed),
    /// A line of a JSON Lines file is wrong.
    #[error("line {line} of this replay is not as it should be: {why}; fetch it again")]
    Lines {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong with it.
        why: String,
    },
    /// A JSON Lines file lacks its last line, or the end of one.
    #[error("this replay file was cut: it ends in line {line}; fetch it again")]
    LinesCut {
        /// The line, counted from 1.
        line: u64,
    },
    /// The readable part of a line contradicts its bytes.
    #[error("this replay file contradicts itself: line {line} says something else than its bytes; fetch it again")]
    LineDisagrees {
        /// The line, counted from 1.
        line: u64,
    },
    /// A citation is not a rule, and so has no text.
    #[error("event {event} cites number {citation}, which is no rule, and cannot be written as text")]
    Unwritable {
        /// The number of the event.
        event: u64,
        /// What it cites.
        citation: u32,
    },
    /// Lines could not be written or read.
    #[error("the lines of a replay could not be written or read: {0}")]
    Output(#[from] std::io::Error),
    /// The caller cancelled it.
    #[error("it was stopped")]
    Stopped,
    /// The catalogue it carries is invalid.
    #[error("the catalogue that this replay file carries is not as it should be: {0}; fetch the file again")]
    Catalogue(CatalogueError),
    /// It carries another catalogue than its game names.
    #[error(
        "this replay file contradicts itself: its game has the catalogue {told}, and the file carries {found}; fetch it \
         again"
    )]
    OtherCatalogue {
        /// The one the genesis names.
        told: CatalogueId,
        /// The one the file carries.
        found: CatalogueId,
    },
    /// Its events do not hash to the ids it gives.
    #[error(
        "this replay file contradicts itself: the events of its commit {commit} do not hash to the id it gives; fetch it \
         again"
    )]
    Contradiction {
        /// The commit, counted from 0.
        commit: u64,
    },
}

/// The remedy where a file cannot be read or written.
fn io_remedy(doing: &str, path: &Path, error: &std::io::Error) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match (error.kind(), folder) {
        (ErrorKind::PermissionDenied, _) if doing == "read" => "; change its permissions".to_owned(),
        (ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem, _) => {
            "; change the permissions there, or name another place".to_owned()
        }
        (ErrorKind::StorageFull | ErrorKind::QuotaExceeded, _) => "; make room, or name another place".to_owned(),
        (ErrorKind::NotFound, Some(folder)) if !folder.exists() => format!("; there is no folder {}", folder.display()),
        _ => String::new(),
    }
}

impl From<Stopped> for ReplayError {
    fn from(_: Stopped) -> ReplayError {
        ReplayError::Stopped
    }
}

/// A commit of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayCommit {
    /// The format of its bytes.
    pub format: u16,
    /// The genesis or the input.
    pub input: Vec<u8>,
    /// How many events followed.
    pub events: u64,
    /// The first bytes of their ids at [`Detail::Marks`]; otherwise empty.
    pub marks: Vec<[u8; MARK_BYTES]>,
    /// The entries at [`Detail::Entries`]; otherwise empty.
    pub entries: EntryList,
    /// The id of the last event.
    pub id: EventId,
}

/// A replay file as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The version of the engine that wrote it.
    pub engine: String,
    /// What it records of each event.
    pub detail: Detail,
    /// The catalogue of the game, as far as the game can ask for it.
    pub catalogue: Option<Carried>,
    /// The commits, the genesis first; at least one.
    pub commits: Vec<ReplayCommit>,
    /// Bookmarks and labels.
    pub notes: Notes,
}

impl Replay {
    /// How many events it has.
    pub fn events(&self) -> u64 {
        self.commits.iter().map(|commit| commit.events).sum()
    }

    /// The id of the last event.
    pub fn tip(&self) -> EventId {
        self.commits.last().map_or(EventId::ZERO, |commit| commit.id)
    }

    /// The labels of its notes, as those of a timeline of this name.
    pub fn labels(&self, timeline: &str) -> Vec<Label> {
        let mut ends = 0;
        let ends: Vec<(u64, EventId)> = (self.commits.iter())
            .map(|commit| {
                ends += commit.events;
                (ends, commit.id)
            })
            .collect();
        let label = |it: &Labelled| {
            let place = ends.partition_point(|(end, _)| *end < it.events.max(1));
            let (_, commit) = *ends.get(place)?;
            Some(Label { timeline: timeline.to_owned(), commit, events: it.events, text: it.text.clone() })
        };
        self.notes.labels.iter().filter_map(label).collect()
    }

    /// The catalogue it carries, if any.
    ///
    /// # Errors
    /// [`ReplayError::Catalogue`] and [`ReplayError::OtherCatalogue`]. A genesis that cannot be
    /// read is not an error here.
    pub(crate) fn read_catalogue(&self) -> Result<Option<Catalogue>, ReplayError> {
        let (Some(carried), Some(genesis)) = (&self.catalogue, self.genesis()) else { return Ok(None) };
        carried.read_for(&genesis).map(Some)
    }

    /// The genesis of the game, if it can be read.
    pub(crate) fn genesis(&self) -> Option<Genesis> {
        let first = self.commits.first()?;
        Genesis::decode(first.format, &first.input).ok()
    }

    /// The same game without its events. A reader works them out from the inputs, with the same
    /// ids.
    #[must_use]
    pub fn inputs_only(self) -> Replay {
        let plain = |commit| ReplayCommit { marks: Vec::new(), entries: EntryList::new(), ..commit };
        Replay { detail: Detail::Ids, commits: self.commits.into_iter().map(plain).collect(), ..self }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(VERSION.to_le_bytes());
        out.extend([0; 8]);
        out.push(self.detail.number());
        put_bytes(&mut out, self.engine.as_bytes());
        put_varint(&mut out, self.commits.len() as u64);
        put_varint(&mut out, self.events());
        out.push(u8::from(self.catalogue.is_some()));
        if let Some(catalogue) = &self.catalogue {
            catalogue.write(&mut out);
        }
        for commit in &self.commits {
            out.extend(commit.format.to_le_bytes());
            put_bytes(&mut out, &commit.input);
            put_varint(&mut out, commit.events);
            match self.detail {
                Detail::Ids => {}
                Detail::Marks => commit.marks.iter().for_each(|mark| out.extend(mark)),
                Detail::Entries => commit.entries.write(&mut out),
            }
            out.extend(commit.id.as_bytes());
        }
        self.notes.write(&mut out);
        let length = (out.len() + SUM_BYTES) as u64;
        out[10..18].copy_from_slice(&length.to_le_bytes());
        let sum = sum(&out);
        out.extend(sum);
        out
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`ReplayError`], in time and memory bounded by the number of bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Replay, ReplayError> {
        Replay::from_bytes_with(bytes, &mut nobody)
    }

    fn from_bytes_with(bytes: &[u8], watch: Watch<'_>) -> Result<Replay, ReplayError> {
        let announced = check_head(bytes)?;
        if announced != bytes.len() as u64 {
            return Err(ReplayError::Cut { announced, found: bytes.len() as u64 });
        }
        let (body, trailer) =
            bytes.split_at_checked(bytes.len().saturating_sub(SUM_BYTES)).ok_or(ReplayError::Altered)?;
        if sum(body) != trailer {
            return Err(ReplayError::Altered);
        }
        parse(body, watch)
    }

    /// Reads a file of either form, recognised by its first byte.
    ///
    /// # Errors
    /// [`ReplayError`], in time and memory bounded by the length of the file.
    pub fn read(path: &Path) -> Result<Replay, ReplayError> {
        Replay::read_with(path, &mut nobody)
    }

    /// Like [`Replay::read`], with progress and cancelling.
    ///
    /// # Errors
    /// As for [`Replay::read`], and [`ReplayError::Stopped`].
    pub fn read_with(path: &Path, watch: Watch<'_>) -> Result<Replay, ReplayError> {
        let io = |source| ReplayError::Io { doing: "read", path: path.to_owned(), source };
        let mut file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        if length > MAX_FILE_BYTES {
            return Err(ReplayError::TooLong { length, most: MAX_FILE_BYTES });
        }
        // The first bytes show whether it is a replay, so an endless device is not read to its end.
        let mut bytes = Vec::new();
        Read::by_ref(&mut file).take(HEAD_BYTES as u64).read_to_end(&mut bytes).map_err(io)?;
        if bytes.starts_with(b"\xef\xbb\xbf{") {
            return Err(ReplayError::Mangled);
        }
        if bytes.first() == Some(&b'{') {
            return Replay::read_lines_with(BufReader::new(bytes.chain(file)), watch).map_err(|error| match error {
                ReplayError::Output(source) => io(source),
                error => error,
            });
        }
        let announced = check_head(&bytes)?;
        // Reserved all at once, so that no more is allocated than the file is long.
        bytes.reserve_exact(usize::try_from(announced.min(length)).unwrap_or(0).saturating_sub(bytes.len()));
        file.take(MAX_FILE_BYTES).read_to_end(&mut bytes).map_err(io)?;
        Replay::from_bytes_with(&bytes, watch)
    }

    /// Writes a file under a temporary name beside its own, and renames it once it is whole and
    /// synced. A name that ends in [`LINES_ENDING`] gives JSON Lines.
    ///
    /// # Errors
    /// [`ReplayError::Io`]; [`ReplayError::TooLong`] for a file too long to be read again;
    /// [`ReplayError::Unwritable`] for JSON Lines.
    pub fn write(&self, path: &Path) -> Result<(), ReplayError> {
        self.write_with(path, &mut nobody)
    }

    /// Like [`Replay::write`], with progress and cancelling.
    ///
    /// # Errors
    /// As for [`Replay::write`], and [`ReplayError::Stopped`]; the previous file, if any, stays
    /// then.
    pub fn write_with(&self, path: &Path, watch: Watch<'_>) -> Result<(), ReplayError> {
        let written = write_whole(path, |out| {
            let mut out = Bounded { out, written: 0 };
            if is_lines(path) {
                self.write_lines_with(&mut out, watch)?;
            } else {
                out.write_all(&self.to_bytes())?;
            }
            if out.written > MAX_FILE_BYTES {
                return Err(ReplayError::TooLong { length: out.written, most: MAX_FILE_BYTES });
            }
            let commits = self.commits.len() as u64;
            Ok(tell(watch, commits, commits, self.events())?)
        });
        written.map_err(|error| match error {
            ReplayError::Output(source) => ReplayError::Io { doing: "write", path: path.to_owned(), source },
            error => error,
        })
    }
}

/// A writer that counts its bytes.
struct Bounded<'a> {
    out: &'a mut dyn Write,
    written: u64,
}

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// Whether a file of this name is written as JSON Lines.
pub fn is_lines(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == LINES_ENDING)
}

fn sum(body: &[u8]) -> [u8; SUM_BYTES] {
    *Hasher::new_derive_key(SUM_CONTEXT).update(body).finalize().as_bytes()
}

/// Checks the first bytes; returns the announced length.
fn check_head(bytes: &[u8]) -> Result<u64, ReplayError> {
    let known = bytes.len().min(MAGIC.len());
    if bytes[..known] != MAGIC[..known] {
        // A transfer as text drops or adds carriage returns, or the top bit.
        let mangled = bytes.len() > 4 && &bytes[1..4] == b"RTR";
        return Err(if mangled { ReplayError::Mangled } else { ReplayError::NotAReplay });
    }
    let cut = |announced: usize| ReplayError::Cut { announced: announced as u64, found: bytes.len() as u64 };
    if bytes.is_empty() {
        return Err(ReplayError::NotAReplay);
    }
    let mut reader = Reader::new(bytes);
    let short = |_| cut(HEAD_BYTES + SUM_BYTES);
    reader.take(MAGIC.len()).map_err(short)?;
    let version = reader.u16().map_err(short)?;
    if version > VERSION {
        return Err(ReplayError::TooNew { found: version, known: VERSION });
    }
    if version == 0 {
        return Err(Malformed { at: MAGIC.len(), why: "there is no version 0" }.into());
    }
    let announced = reader.u64().map_err(short)?;
    if announced < (HEAD_BYTES + SUM_BYTES) as u64 {
        return Err(ReplayError::Altered);
    }
    Ok(announced)
}

fn parse(body: &[u8], watch: Watch<'_>) -> Result<Replay, ReplayError> {
    let mut reader = Reader::new(body);
    // Behind the magic the version and the length.
    reader.take(MAGIC.len() + 2 + 8)?;
    let detail = reader.u8()?;
    let detail = Detail::from_number(detail).ok_or_else(|| reader.wrong("not a level of detail"))?;
    let engine = reader.text()?;
    if engine.len() > ENGINE_BYTES {
        return Err(reader.wrong("the version of the engine is too long").into());
    }
    if engine.chars().any(steers) {
        return Err(reader.wrong("the version of the engine has a character that steers a terminal").into());
    }
    // A commit has a format, the length of an input, a count and an id.
    let count = reader.count(2 + 1 + 1 + 32)?;
    let announced = reader.varint()?;
    let catalogue = match reader.u8()? {
        0 => None,
        1 => Some(Carried::take(&mut reader)?),
        _ => return Err(reader.wrong("neither a catalogue nor none").into()),
    };
    let mut commits = Vec::with_capacity(count);
    let mut total = 0u64;
    for number in 0..count {
        let commit = parse_commit(&mut reader, detail)?;
        total = total.checked_add(commit.events).ok_or_else(|| reader.wrong("more events than can be counted"))?;
        commits.push(commit);
        tell(watch, number as u64 + 1, count as u64, total)?;
    }
    let notes = Notes::take(&mut reader, total)?;
    reader.finish()?;
    if count == 0 {
        return Err(reader.wrong("a replay without a genesis").into());
    }
    if total != announced {
        return Err(reader.wrong("the commits do not have as many events as announced").into());
    }
    Ok(Replay { engine: engine.to_owned(), detail, catalogue, commits, notes })
}

fn parse_commit(reader: &mut Reader<'_>, detail: Detail) -> Result<ReplayCommit, Malformed> {
    let format = reader.u16()?;
    let start = reader.clone();
    let input = reader.bytes()?.to_vec();
    if input.len() > MAX_VALUE_BYTES {
        return Err(start.wrong("an input that is too long"));
    }
    let (mut marks, mut entries) = (Vec::new(), EntryList::new());
    let events = match detail {
        Detail::Ids => reader.varint()?,
        Detail::Marks => {
            let count = reader.count(MARK_BYTES)?;
            marks = (0..count).map(|_| reader.array()).collect::<Result<_, _>>()?;
            count as u64
        }
        Detail::Entries => {
            let count = reader.count(2)?;
            let start = reader.clone();
            entries = EntryList::read(reader, count)?;
            if entries.iter().any(|entry| entry.bytes.len() > MAX_VALUE_BYTES) {
                return Err(start.wrong("an entry that is too long"));
            }
            if entries.iter().any(|entry| Rule::from_packed(entry.citation).is_none()) {
                return Err(start.wrong("a citation that is no rule"));
            }
            count as u64
        }
    };
    if events == 0 {
        return Err(reader.wrong("a commit without events"));
    }
    Ok(ReplayCommit { format, input, events, marks, entries, id: EventId::from_bytes(reader.array()?) })
}

impl Carried {
    /// The catalogue, checked to be the game's own.
    ///
    /// # Errors
    /// As for [`Carried::read`], and for a catalogue other than the one the genesis names.
    fn read_for(&self, genesis: &Genesis) -> Result<Catalogue, ReplayError> {
        let read = self.read().map_err(ReplayError::Catalogue)?;
        if genesis.catalogue.id() == read.id() {
            return Ok(read);
        }
        Err(ReplayError::OtherCatalogue { told: genesis.catalogue.id(), found: read.id() })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod tests {
    use super::*;
    use crate::commit::NewCommit;
    use crate::replay::notes::{Labelled, Noted};
    use proptest::prelude::*;

    fn replay(detail: Detail) -> Replay {
        let mut parent = EventId::ZERO;
        let commits = (0u8..4)
            .map(|number| {
                let mut entries = EntryList::new();
                for event in 0..=number {
                    entries.push((1 << 15) + 100 + u32::from(number), &[event; 20]);
                }
                let new = NewCommit { format: 1, input: vec![number; 10], entries };
                let id = new.id_after(parent);
                parent = id;
                ReplayCommit {
                    format: 1,
                    input: new.input,
                    events: u64::from(number) + 1,
                    marks: if detail == Detail::Marks { vec![[number; 8]; usize::from(number) + 1] } else { vec![] },
                    entries: if detail == Detail::Entries { new.entries } else { EntryList::new() },
                    id,
                }
            })
            .collect();
        let notes = Notes::default();
        Replay { engine: "retrace 0.1.0".to_owned(), detail, catalogue: None, commits, notes }
    }

    const ALL: [Detail; 3] = [Detail::Ids, Detail::Marks, Detail::Entries];

    /// Adds a matching checksum, so that the code behind the check is reached.
    fn sealed(mut body: Vec<u8>) -> Vec<u8> {
        if body.len() >= 18 {
            let length = (body.len() + SUM_BYTES) as u64;
            body[10..18].copy_from_slice(&length.to_le_bytes());
        }
        let sum = sum(&body);
        body.extend(sum);
        body
    }

    #[test]
    fn a_file_reads_back() {
        for detail in ALL {
            let replay = replay(detail);
            assert_eq!(Replay::from_bytes(&replay.to_bytes()).unwrap(), replay);
        }
    }

    fn noted(detail: Detail) -> Replay {
        let bookmark = |name: &str, event, note: &str| Noted { name: name.to_owned(), event, note: note.to_owned() };
        let labels = vec![Labelled { events: 10, text: "the end".to_owned() }];
        let bookmarks = vec![bookmark("here", 0, ""), bookmark("the fight", 9, "who dies?\nnobody")];
        Replay { notes: Notes { bookmarks, labels }, ..replay(detail) }
    }

    #[test]
    fn bookmarks_and_labels_travel_along() {
        for detail in ALL {
            let noted = noted(detail);
            assert_eq!(Replay::from_bytes(&noted.to_bytes()).unwrap(), noted);
            let mut lines = Vec::new();
            noted.write_lines(&mut lines).unwrap();
            assert_eq!(Replay::read_lines(&lines[..]).unwrap(), noted);
        }
    }

    #[test]
    fn bookmarks_and_labels_that_cannot_be_are_refused() {
        let wrong: [fn(&mut Notes); 6] = [
            |notes| notes.bookmarks[0].event = 10,
            |notes| notes.bookmarks[0].name = "the fight".to_owned(),
            |notes| notes.bookmarks[0].name = "12".to_owned(),
            |notes| notes.bookmarks[1].note = "x".repeat(5000),
            |notes| notes.labels[0].events = 11,
            |notes| notes.labels[0].text = "\u{1b}[2J".to_owned(),
        ];
        for (number, change) in wrong.iter().enumerate() {
            let mut replay = noted(Detail::Entries);
            change(&mut replay.notes);
            assert!(matches!(Replay::from_bytes(&replay.to_bytes()), Err(ReplayError::Malformed(_))), "{number}");
            let mut lines = Vec::new();
            replay.write_lines(&mut lines).unwrap();
            assert!(matches!(Replay::read_lines(&lines[..]), Err(ReplayError::Lines { .. })), "{number}");
        }
    }

    /// The format is permanent, and the example in the docs is exactly what is written: if this
    /// fails, the version must change.
    #[test]
    fn golden_file() {
        let mut entries = EntryList::new();
        entries.push(1 << 15 | 103, b"began");
        let genesis = NewCommit { format: 1, input: b"genesis".to_vec(), entries: entries.clone() };
        let id = genesis.id_after(EventId::ZERO);
        let commit = ReplayCommit { format: 1, input: genesis.input, events: 1, marks: Vec::new(), entries, id };
        let (engine, detail, notes) = ("0.1.0".to_owned(), Detail::Entries, Notes::default());
        let replay = Replay { engine, detail, catalogue: None, commits: vec![commit], notes };
        let book = include_str!("../../../docs/replay-format.md");
        let example = book.split("```hex\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        let digits = example.lines().flat_map(|line| line.split('|').next());
        let digits: String = digits.flat_map(str::chars).filter(char::is_ascii_hexdigit).collect();
        let written: String = replay.to_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digits, written);
    }

    #[test]
    fn any_flipped_bit_and_any_cut_is_an_error() {
        for detail in ALL {
            let bytes = replay(detail).to_bytes();
            for at in 0..bytes.len() {
                for bit in 0..8 {
                    let mut wrong = bytes.clone();
                    wrong[at] ^= 1 << bit;
                    assert!(Replay::from_bytes(&wrong).is_err(), "bit {bit} of byte {at}");
                }
                let cut = Replay::from_bytes(&bytes[..at]);
                assert!(matches!(cut, Err(ReplayError::Cut { .. } | ReplayError::NotAReplay)), "cut at {at}");
            }
            let longer = [&bytes[..], b"x"].concat();
            assert!(matches!(Replay::from_bytes(&longer), Err(ReplayError::Cut { .. })));
        }
    }

    #[test]
    fn a_file_of_another_kind_or_a_newer_version_says_so() {
        assert!(matches!(Replay::from_bytes(b"{\"a\": 1}"), Err(ReplayError::NotAReplay)));
        assert!(matches!(Replay::from_bytes(b""), Err(ReplayError::NotAReplay)));
        let mut bytes = replay(Detail::Ids).to_bytes();
        bytes[8] = 9;
        assert!(matches!(Replay::from_bytes(&bytes), Err(ReplayError::TooNew { found: 9, known: VERSION })));
        let text: Vec<u8> = replay(Detail::Ids).to_bytes().into_iter().filter(|byte| *byte != b'\r').collect();
        assert!(matches!(Replay::from_bytes(&text), Err(ReplayError::Mangled)));
    }

    #[test]
    fn counts_beyond_the_file_are_refused_before_anything_is_set_aside() {
        for detail in ALL {
            let bytes = replay(detail).to_bytes();
            let body = &bytes[..bytes.len() - SUM_BYTES];
            let commits_at = HEAD_BYTES + 1 + "retrace 0.1.0".len();
            let mut hostile = body[..commits_at].to_vec();
            put_varint(&mut hostile, u64::MAX / 64);
            hostile.extend(&body[commits_at + 1..]);
            assert!(matches!(Replay::from_bytes(&sealed(hostile)), Err(ReplayError::Malformed(_))));
        }
    }

    proptest! {
        #[test]
        fn hostile_bytes_behind_a_fitting_checksum_never_panic(
            detail in 0u8..4,
            start in 0usize..200,
            noise in proptest::collection::vec(any::<u8>(), 0..200),
        ) {
            let mut body = replay(ALL[usize::from(detail % 3)]).to_bytes();
            body.truncate(body.len() - SUM_BYTES);
            let start = start.max(HEAD_BYTES - 1).min(body.len());
            body.truncate(start);
            body.extend(noise);
            if let Ok(replay) = Replay::from_bytes(&sealed(body)) {
                prop_assert!(!replay.commits.is_empty());
            }
        }

        #[test]
        fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(Replay::from_bytes(&bytes).is_err());
        }
    }
}
