//! Errors of the store. Each names the place and a remedy.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use retrace_core::fact::wire::WireError;

use crate::bytes::Malformed;
use crate::id::EventId;
use crate::watch::Stopped;

/// What the database of a store is called in its folder.
pub(crate) const DATABASE: &str = "sled";

/// What its journal is called.
pub(crate) const JOURNAL: &str = "journal";

/// A stored thing that can be damaged or missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// A commit.
    Commit(EventId),
    /// A timeline's record: its name and the place of its head.
    Timeline(String),
    /// The count of timelines ever created.
    TimelineCount,
    /// A bookmark's record.
    Bookmark(String),
    /// An operation that can be undone or redone.
    Operation(u64),
    /// The decision journal.
    Journal(PathBuf),
    /// A pack of commits.
    Pack(PathBuf),
    /// The file that marks a folder as a store.
    Marker(PathBuf),
    /// The database as a whole.
    Database(PathBuf),
    /// The snapshot of the game after a commit.
    Snapshot(EventId),
    /// The file of a catalogue.
    Catalogue(PathBuf),
    /// The file of the labels.
    Labels(PathBuf),
    /// The copy of the labels in the database.
    LabelsCopy,
    /// A value in the database under an invalid key.
    Stray(String),
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Object::Commit(id) => write!(f, "commit {id}"),
            Object::Timeline(name) => write!(f, "the record of timeline `{name}`"),
            Object::Bookmark(name) => write!(f, "the record of bookmark `{name}`"),
            Object::Operation(number) => write!(f, "operation {number}"),
            Object::TimelineCount => f.write_str("the count of timelines"),
            Object::Journal(path) => write!(f, "the decision journal {}", path.display()),
            Object::Pack(path) => write!(f, "the pack {}", path.display()),
            Object::Marker(path) => write!(f, "{}", path.display()),
            Object::Database(path) => write!(f, "the database {}", path.display()),
            Object::Snapshot(id) => write!(f, "the snapshot after commit {id}"),
            Object::Catalogue(path) => write!(f, "the catalogue {}", path.display()),
            Object::Labels(path) => write!(f, "the labels {}", path.display()),
            Object::LabelsCopy => f.write_str("the copy of the labels in the database"),
            Object::Stray(key) => write!(f, "the value under {key}"),
        }
    }
}

/// What is wrong with bytes read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The bytes have changed since they were written.
    #[error("its bytes do not match their checksum")]
    Checksum,
    /// The bytes hash to another id.
    #[error("its bytes hash to {found}")]
    Identity {
        /// The id they hash to.
        found: EventId,
    },
    /// The bytes do not have the expected form.
    #[error("it is not written as it should be: {0}")]
    Malformed(#[from] Malformed),
    /// It was written by a newer version.
    #[error("it has layout {found}, and this version of Retrace knows layouts up to {known}; use a newer one")]
    Layout {
        /// Its layout.
        found: u8,
        /// The newest known.
        known: u8,
    },
    /// Intact, but does not fit what points at it.
    #[error("it does not fit what points at it: {0}")]
    Misplaced(&'static str),
}

/// What in the folder of a store does not belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stranger {
    /// The journal is that of another store.
    Journal,
    /// The journal is one of this store, from before it was written anew.
    EarlierJournal,
    /// The database is that of another store.
    Database,
}

impl fmt::Display for Stranger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stranger::Journal => "is the journal of another store",
            Stranger::EarlierJournal => {
                "is an older journal of this store, from before packing or `retrace gc` rewrote it"
            }
            Stranger::Database => "is the database of another store",
        })
    }
}

impl Stranger {
    /// How the store gets back what belongs there.
    pub(crate) const fn remedy(self) -> &'static str {
        match self {
            Stranger::Journal | Stranger::EarlierJournal => {
                "put the journal that belongs here back; if you do not have it, move this file away, and opening the \
                 store writes the journal anew from the database"
            }
            Stranger::Database => {
                "put the database that belongs here back; if you do not have it, move this folder away, and opening the \
                 store makes it anew from the journal"
            }
        }
    }

    /// The error, for the folder of the store.
    pub(crate) fn in_store(self, folder: &Path) -> StoreError {
        let name = if self == Stranger::Database { DATABASE } else { JOURNAL };
        StoreError::Stranger { path: folder.join(name), what: self }
    }
}

const DATABASE_REMEDY: &str = "`retrace fsck STORE` tells what is lost, and `retrace fsck STORE --salvage NEW` saves \
                               the rest into a new store";

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has the store open.
    #[error(
        "the store {} is open in another process{}; close it there, or work with an exported replay file",
        path.display(),
        pid.map(|pid| format!(" ({pid})")).unwrap_or_default()
    )]
    Locked {
        /// The store.
        path: PathBuf,
        /// The process that has it open, if known.
        pid: Option<u32>,
    },
    /// A folder that holds something other than a store.
    #[error("{} is not a store and not empty; name a new folder", path.display())]
    NotAStore {
        /// The folder.
        path: PathBuf,
    },
    /// A file where the folder of a store is wanted.
    #[error("{} is a file, not a store; name a folder", path.display())]
    NotAFolder {
        /// The file.
        path: PathBuf,
    },
    /// A folder without a store in it.
    #[error("{} is not a store; name the folder of one", path.display())]
    NoStore {
        /// The folder.
        path: PathBuf,
    },
    /// A folder that should be empty but is not.
    #[error("{} is not empty; name a new folder", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// A copy of a store into the store itself.
    #[error("{} is inside the store; name a folder outside it", path.display())]
    IntoItself {
        /// The folder.
        path: PathBuf,
    },
    /// A file could not be read or written.
    #[error("could not {doing} {}: {source}{}", path.display(), remedy_of(source))]
    Io {
        /// What the store was doing.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The disk is full.
    #[error(
        "the disk is full: could not {doing} {}; what was not acknowledged is not kept; make room, then do it again",
        path.display()
    )]
    DiskFull {
        /// What the store was doing.
        doing: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// A file or folder may not be written.
    #[error(
        "{} may not be written ({why}); change its permissions, or copy the store to where you may write",
        path.display()
    )]
    ReadOnly {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        why: String,
    },
    /// A file or folder may not be read.
    #[error("{} may not be read ({why}); change its permissions", path.display())]
    NotReadable {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        why: String,
    },
    /// A store contains a link, a device or a pipe: reading or writing it would lead elsewhere.
    #[error("{} is {what}, and a store has none; nothing was read or written; remove it, or copy what it stands for there", path.display())]
    NotRegular {
        /// Its path.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// The disk did not confirm a write. Its content is now unknown, so nothing more is
    /// acknowledged.
    #[error(
        "the disk did not confirm what was written to {} ({why}); nothing is acknowledged any more: close the store and \
         open it again, which goes on from what the disk has",
        path.display()
    )]
    Unconfirmed {
        /// The file.
        path: PathBuf,
        /// The system's error.
        why: String,
    },
    /// Everything acknowledged is in the journal, but the database could not be brought up to date.
    #[error(
        "everything is kept, in the journal; the database could not be brought up to it ({why}); opening the store again \
         does that"
    )]
    Behind {
        /// What went wrong.
        why: String,
    },
    /// Neither the journal nor the database has everything acknowledged. Nothing was changed.
    #[error(
        "{}: {} acknowledged, the last of them {last}, and neither the journal nor the database has all of them any \
         more; nothing was changed; {DATABASE_REMEDY}",
        path.display(),
        if *commits == 1 { "1 commit was".to_owned() } else { format!("{commits} commits were") }
    )]
    Lost {
        /// The store.
        path: PathBuf,
        /// How many commits were acknowledged.
        commits: u64,
        /// The last of them.
        last: EventId,
    },
    /// The journal or the database does not belong to the store. Nothing was changed.
    #[error("{} {what}; nothing was changed: {}", path.display(), what.remedy())]
    Stranger {
        /// The journal or the database.
        path: PathBuf,
        /// What does not belong there.
        what: Stranger,
    },
    /// The database does not open, and the journal cannot replace it. Nothing was changed.
    #[error("{}: the journal is damaged or has lost its end, and {why}; nothing was changed", path.display())]
    BothDamaged {
        /// The store.
        path: PathBuf,
        /// Why the database does not open, with the remedy.
        why: String,
    },
    /// The process has too many files open.
    #[error("could not {doing} {}: too many files are open; close some, or allow more (`ulimit -n`)", path.display())]
    TooManyFiles {
        /// What the store was doing.
        doing: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// The database under the store reports an error.
    #[error("the database of the store could not {doing}: {why}; {DATABASE_REMEDY}")]
    Database {
        /// What the store was doing.
        doing: &'static str,
        /// The database's message.
        why: String,
    },
    /// The database under the store panicked and is no longer used.
    #[error("the database of the store broke down while it was to {doing} ({why}); {DATABASE_REMEDY}")]
    DatabasePanicked {
        /// What the store was doing.
        doing: &'static str,
        /// The message of the panic.
        why: String,
    },
    /// Something stored is damaged.
    #[error("{object} is damaged: {why}; {}", damage_remedy(why))]
    Damaged {
        /// What is damaged.
        object: Object,
        /// The damage.
        why: Damage,
    },
    /// Something that others point at is missing.
    #[error(
        "{object} is missing{}; {DATABASE_REMEDY}",
        wanted_by.as_ref().map(|who| format!(", and {who} needs it")).unwrap_or_default()
    )]
    Missing {
        /// What is missing.
        object: Object,
        /// What in the store points at it, if it was reached that way.
        wanted_by: Option<Object>,
    },
    /// The head of the timeline is not where the caller expected it.
    #[error(
        "timeline `{timeline}` moved: its head is {}, not {}; look at what was added, then append after it or fork",
        found.short(),
        expected.short()
    )]
    Conflict {
        /// The timeline.
        timeline: String,
        /// The head the caller expected.
        expected: EventId,
        /// The actual head.
        found: EventId,
    },
    /// Commits cannot be moved into packs now.
    #[error(
        "commits cannot be packed while something in the store is damaged or still being written; see `retrace fsck STORE`"
    )]
    CannotPack,
    /// The timeline of this name in the other store neither is a beginning of this one nor
    /// continues it.
    #[error(
        "there is another timeline `{timeline}` there, at {}, and neither it nor this one, at {}, goes on from the other; \
         send it under another name (--as)",
        theirs.short(),
        ours.short()
    )]
    Clash {
        /// Its name.
        timeline: String,
        /// Its head there.
        theirs: EventId,
        /// The head of the one being sent.
        ours: EventId,
    },
    /// Running a received commit gives other events.
    #[error("commit {commit} (from event {first_event}) was run again: {why}; without --run it is taken as it is")]
    CannotRun {
        /// The number of the commit.
        commit: u64,
        /// How many events precede it.
        first_event: u64,
        /// What running it gave.
        why: String,
    },
    /// No timeline has this name.
    #[error("there is no timeline `{name}`")]
    NoTimeline {
        /// The name.
        name: String,
    },
    /// The store has no timeline.
    #[error(
        "there is no timeline here yet; `retrace replay import FILE --into STORE` brings a game, and `retrace undo STORE` \
         takes back what was done to the last one"
    )]
    NoTimelines,
    /// A timeline already has this name.
    #[error("there is a timeline `{name}` already; choose another name")]
    TimelineExists {
        /// The name.
        name: String,
    },
    /// A name not allowed for a timeline or bookmark.
    #[error("`{name}` cannot be a name: {why}")]
    BadName {
        /// The name, or its beginning if it is too long.
        name: String,
        /// Why it is not allowed.
        why: &'static str,
    },
    /// A label that no place can have.
    #[error("`{text}` cannot be a label: it is {why}")]
    BadLabel {
        /// The label.
        text: String,
        /// Why it is not allowed.
        why: &'static str,
    },
    /// No bookmark has this name.
    #[error("there is no bookmark `{name}`")]
    NoBookmark {
        /// The name.
        name: String,
    },
    /// A bookmark is not the one the caller expected.
    #[error("bookmark `{name}` {}; look at it, then set it again",
        if *there { "is there already, or was changed meanwhile" } else { "was removed meanwhile" })]
    BookmarkConflict {
        /// Its name.
        name: String,
        /// Whether it exists.
        there: bool,
    },
    /// The note is too long.
    #[error("a note has at most {most} bytes, and this has {bytes}")]
    LongNote {
        /// The most that it has.
        most: usize,
        /// Its length.
        bytes: usize,
    },
    /// An operation cannot be undone or redone.
    #[error("operation {operation} cannot be {}: {why}", if *undo { "undone" } else { "done again" })]
    CannotTurn {
        /// Its number.
        operation: u64,
        /// Whether it was to be undone rather than redone.
        undo: bool,
        /// The reason.
        why: String,
    },
    /// No event has this number.
    #[error("there is no event {wanted} here: there are {events}, counted from 0")]
    NoEvent {
        /// Its number.
        wanted: u64,
        /// How many events there are.
        events: u64,
    },
    /// The place asked for is inside a commit, not between two.
    #[error(
        "{events} events end inside a commit; the choices around it are after {before} events and after {after} events"
    )]
    InsideCommit {
        /// The place, as the number of events before it.
        events: u64,
        /// The place before the commit.
        before: u64,
        /// The place after it.
        after: u64,
    },
    /// No commit has an id that begins with these digits.
    #[error("nothing here has an id that begins with `{prefix}`")]
    NoSuchId {
        /// The digits.
        prefix: String,
    },
    /// Several commits have an id that begins with these digits.
    #[error("several things here have ids that begin with `{prefix}`; write more digits")]
    Ambiguous {
        /// The digits.
        prefix: String,
    },
    /// A commit that cannot be appended.
    #[error("this cannot be appended to timeline `{timeline}`: {why}")]
    BadCommit {
        /// The timeline.
        timeline: String,
        /// The reason.
        why: String,
    },
    /// A game that does not follow the commit after which it is to be kept.
    #[error("no snapshot of this game can be kept after commit {}: {why}", .commit.short())]
    BadSnapshot {
        /// The commit.
        commit: EventId,
        /// The reason.
        why: String,
    },
    /// Bytes of the engine cannot be encoded or decoded.
    #[error("{place}: {source}")]
    Wire {
        /// What they encode.
        place: String,
        /// What is wrong.
        source: WireError,
    },
    /// Something has a format this version does not know.
    #[error("{place} has format {found}, and this version of Retrace knows formats up to {known}; use a newer one")]
    TooNew {
        /// What has it.
        place: String,
        /// Its format.
        found: u16,
        /// The newest known.
        known: u16,
    },
    /// The caller cancelled it. Nothing has changed.
    #[error("it was stopped")]
    Stopped,
}

impl From<Stopped> for StoreError {
    fn from(_: Stopped) -> StoreError {
        StoreError::Stopped
    }
}

/// Whether the process or the system has reached its limit of open files: EMFILE, ENFILE.
fn is_too_many_files(error: &io::Error) -> bool {
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

impl StoreError {
    /// Whether the state of the system caused it rather than the store: another file there would
    /// fail as well.
    pub(crate) const fn is_of_the_system(&self) -> bool {
        matches!(
            self,
            StoreError::DiskFull { .. }
                | StoreError::ReadOnly { .. }
                | StoreError::NotReadable { .. }
                | StoreError::TooManyFiles { .. }
        )
    }

    /// Whether the database or the system failed, regardless of what was asked of it.
    pub(crate) const fn is_of_the_database(&self) -> bool {
        let database = matches!(self, StoreError::Database { .. } | StoreError::DatabasePanicked { .. });
        database || self.is_of_the_system()
    }

    /// What went wrong, in a few words and without the remedy.
    pub(crate) fn reason(&self) -> String {
        match self {
            StoreError::DiskFull { .. } => "the disk is full".to_owned(),
            StoreError::Database { why, .. } | StoreError::ReadOnly { why, .. } => why.clone(),
            StoreError::DatabasePanicked { why, .. } => why.clone(),
            other => other.to_string(),
        }
    }

    /// The error for a damaged commit.
    pub(crate) fn damaged(id: EventId, why: impl Into<Damage>) -> StoreError {
        StoreError::Damaged { object: Object::Commit(id), why: why.into() }
    }

    /// The error for a file.
    pub(crate) fn io(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> StoreError {
        let path = path.into();
        move |source| match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::DiskFull { doing, path },
            _ if is_too_many_files(&source) => StoreError::TooManyFiles { doing, path },
            ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly { path, why: source.to_string() },
            ErrorKind::PermissionDenied if doing == "read" => StoreError::NotReadable { path, why: source.to_string() },
            ErrorKind::PermissionDenied => StoreError::ReadOnly { path, why: source.to_string() },
            _ => StoreError::Io { doing, path, source },
        }
    }
}

/// The remedy where something else stands in the place of a file or folder.
fn remedy_of(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::IsADirectory => "; a folder stands in the place of this file: move it away",
        ErrorKind::NotADirectory => "; a file stands in the place of a folder: move it away",
        _ => "",
    }
}

/// The remedy for damage.
fn damage_remedy(why: &Damage) -> &'static str {
    match why {
        // The damage itself gives the remedy.
        Damage::Layout { .. } => "nothing is lost",
        _ => DATABASE_REMEDY,
    }
}
