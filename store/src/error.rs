//! Errors of the store. Each names the place and what a person can do about it.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use retrace_core::fact::wire::WireError;

use crate::bytes::Malformed;
use crate::id::EventId;
use crate::replay::{Divergence, ReplayError, Unverified};
use crate::watch::Stopped;

/// Something stored that can be damaged or missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// A commit.
    Commit(EventId),
    /// A timeline's record: its name and where its head is.
    Timeline(String),
    /// The record of how many timelines there have been.
    TimelineCount,
    /// A bookmark's record.
    Bookmark(String),
    /// An operation that can be undone or done again.
    Operation(u64),
    /// The decision journal.
    Journal(PathBuf),
    /// The file that marks a folder as a store.
    Marker(PathBuf),
    /// The database as a whole.
    Database(PathBuf),
    /// The snapshot of the game after a commit.
    Snapshot(EventId),
    /// The file of a catalogue.
    Catalogue(PathBuf),
    /// A value of the database whose key is none.
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
            Object::Marker(path) => write!(f, "{}", path.display()),
            Object::Database(path) => write!(f, "the database {}", path.display()),
            Object::Snapshot(id) => write!(f, "the snapshot after commit {id}"),
            Object::Catalogue(path) => write!(f, "the catalogue {}", path.display()),
            Object::Stray(key) => write!(f, "the value under {key}"),
        }
    }
}

/// What is wrong with bytes that were read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The bytes are not those that were written.
    #[error("its bytes do not match their checksum")]
    Checksum,
    /// The bytes hash to another id.
    #[error("its bytes hash to {found}")]
    Identity {
        /// What they hash to.
        found: EventId,
    },
    /// The bytes have another shape.
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
    /// It is whole, and does not fit what points at it.
    #[error("it does not fit what points at it: {0}")]
    Misplaced(&'static str),
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
        /// The process that has it, if it says.
        pid: Option<u32>,
    },
    /// A folder with something else in it.
    #[error("{} is not a store and not empty; name a new folder", path.display())]
    NotAStore {
        /// The folder.
        path: PathBuf,
    },
    /// A folder without a store in it.
    #[error("{} is not a store; name the folder of one", path.display())]
    NoStore {
        /// The folder.
        path: PathBuf,
    },
    /// A folder that should be empty and is not.
    #[error("{} is not empty; name a new folder", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// A file could not be read or written.
    #[error("could not {doing} {}: {source}", path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// To which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is no room left on the disk.
    #[error(
        "the disk is full: could not {doing} {}; what was not acknowledged is not kept; make room, then do it again",
        path.display()
    )]
    DiskFull {
        /// What was being done.
        doing: &'static str,
        /// To which file.
        path: PathBuf,
    },
    /// A file or folder may not be written.
    #[error(
        "{} may not be written ({why}); change its permissions, or copy the store to where you may write",
        path.display()
    )]
    ReadOnly {
        /// Which.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// A file or folder may not be read.
    #[error("{} may not be read ({why}); change its permissions", path.display())]
    NotReadable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// Something in a store is a link, a device or a pipe: reading or writing it would lead elsewhere.
    #[error("{} is {what}, and a store has none; nothing was read or written; remove it, or copy what it stands for there", path.display())]
    NotRegular {
        /// Which.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// The disk did not confirm what was written. What it has now is not known, so nothing is acknowledged any more.
    #[error(
        "the disk did not confirm what was written to {} ({why}); nothing is acknowledged any more: close the store and \
         open it again, which goes on from what the disk has",
        path.display()
    )]
    Unconfirmed {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// What was acknowledged is in the journal, and the database could not be brought up to it.
    #[error(
        "everything is kept, in the journal; the database could not be brought up to it ({why}); opening the store again \
         does that"
    )]
    Behind {
        /// What went wrong.
        why: String,
    },
    /// Neither the journal nor the database has all that was acknowledged. Nothing was changed.
    #[error(
        "{}: {commits} commits were acknowledged, the last of them {last}, and neither the journal nor the database has \
         all of them any more; nothing was changed; {DATABASE_REMEDY}",
        path.display()
    )]
    Lost {
        /// The store.
        path: PathBuf,
        /// How many commits were acknowledged.
        commits: u64,
        /// The last of them.
        last: EventId,
    },
    /// The database does not open, and the journal does not have what is needed to make it again. Nothing was changed.
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
        /// What was being done.
        doing: &'static str,
        /// To which file.
        path: PathBuf,
    },
    /// The database under the store reports an error.
    #[error("the database of the store could not {doing}: {why}; {DATABASE_REMEDY}")]
    Database {
        /// What was being done.
        doing: &'static str,
        /// What it says.
        why: String,
    },
    /// The database under the store panicked; it is not used any more.
    #[error("the database of the store broke down while it was to {doing} ({why}); {DATABASE_REMEDY}")]
    DatabasePanicked {
        /// What was being done.
        doing: &'static str,
        /// What it said.
        why: String,
    },
    /// Something stored is damaged.
    #[error("{object} is damaged: {why}; {}", damage_remedy(why))]
    Damaged {
        /// What.
        object: Object,
        /// In which way.
        why: Damage,
    },
    /// Something that others point at is not there.
    #[error("{object} is missing{}", wanted_by.as_ref().map(|who| format!(", and {who} needs it")).unwrap_or_default())]
    Missing {
        /// What.
        object: Object,
        /// What in the store points at it, if that is how it came to be wanted.
        wanted_by: Option<Object>,
    },
    /// The head of the timeline is not where the writer thinks it is.
    #[error(
        "timeline `{timeline}` moved: its head is {}, not {}; look at what was added, then append after it or fork",
        found.short(),
        expected.short()
    )]
    Conflict {
        /// Which timeline.
        timeline: String,
        /// Where the writer thought it was.
        expected: EventId,
        /// Where it is.
        found: EventId,
    },
    /// The timeline of the same name in the other store is neither a beginning of this one nor goes on from it.
    #[error(
        "there is another timeline `{timeline}` there, at {}, and neither it nor this one, at {}, goes on from the other; \
         send it under another name (--as)",
        theirs.short(),
        ours.short()
    )]
    Clash {
        /// Its name.
        timeline: String,
        /// The head of the one that is there.
        theirs: EventId,
        /// The head of the one that was to arrive.
        ours: EventId,
    },
    /// What arrived comes out otherwise when it is run.
    #[error("commit {commit} (from event {first_event}) was run again: {why}; without --run it is taken as it is")]
    CannotRun {
        /// The number of the commit.
        commit: u64,
        /// How many events are before it.
        first_event: u64,
        /// What came of it.
        why: String,
    },
    /// No timeline has this name.
    #[error("there is no timeline `{name}`")]
    NoTimeline {
        /// The name.
        name: String,
    },
    /// A timeline has this name already.
    #[error("there is a timeline `{name}` already; choose another name")]
    TimelineExists {
        /// The name.
        name: String,
    },
    /// A name that no timeline or bookmark may have.
    #[error("`{name}` cannot be a name: {why}")]
    BadName {
        /// The name.
        name: String,
        /// Why not.
        why: &'static str,
    },
    /// No bookmark has this name.
    #[error("there is no bookmark `{name}`")]
    NoBookmark {
        /// The name.
        name: String,
    },
    /// A bookmark is not what the writer thinks it is.
    #[error("bookmark `{name}` {}; look at it, then set it again",
        if *there { "is there already, or was changed meanwhile" } else { "was removed meanwhile" })]
    BookmarkConflict {
        /// Its name.
        name: String,
        /// Whether there is one.
        there: bool,
    },
    /// A note that is too long.
    #[error("a note has at most {} bytes, and this has {bytes}", crate::bookmark::NOTE_BYTES)]
    LongNote {
        /// How long it is.
        bytes: usize,
    },
    /// An operation that cannot be undone or done again.
    #[error("operation {operation} cannot be {}: {why}", if *undo { "undone" } else { "done again" })]
    CannotTurn {
        /// Its number.
        operation: u64,
        /// Whether it was to be undone.
        undo: bool,
        /// Why not.
        why: String,
    },
    /// An event that is not there.
    #[error("there is no event {wanted} here: there are {events}, counted from 0")]
    NoEvent {
        /// Its number.
        wanted: u64,
        /// How many there are.
        events: u64,
    },
    /// A place between two commits was asked for, and this is inside of one.
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
    /// No commit has an id that begins so.
    #[error("nothing here has an id that begins with `{prefix}`")]
    NoSuchId {
        /// The beginning.
        prefix: String,
    },
    /// Several commits have an id that begins so.
    #[error("several things here have ids that begin with `{prefix}`; write more digits")]
    Ambiguous {
        /// The beginning.
        prefix: String,
    },
    /// A commit that cannot be appended.
    #[error("this cannot be appended to timeline `{timeline}`: {why}")]
    BadCommit {
        /// To which timeline.
        timeline: String,
        /// Why not.
        why: String,
    },
    /// Bytes of the engine's that cannot be written or read.
    #[error("{place}: {source}")]
    Wire {
        /// What they are.
        place: String,
        /// What is wrong.
        source: WireError,
    },
    /// Something of a format that this version does not know.
    #[error("{place} has format {found}, and this version of Retrace knows formats up to {known}; use a newer one")]
    TooNew {
        /// What.
        place: String,
        /// Its format.
        found: u16,
        /// The newest known.
        known: u16,
    },
    /// A replay file.
    #[error(transparent)]
    Replay(ReplayError),
    /// Whoever watched has had it stopped. Nothing is other than it was.
    #[error("it was stopped")]
    Stopped,
    /// The inputs of a replay do not lead to its events under today's rules, and it does not carry them.
    #[error("the replay cannot be imported, since its inputs now lead elsewhere: {0}")]
    Diverged(Box<Divergence>),
    /// An input of a replay cannot be run here, and the replay does not carry its events.
    #[error("the replay cannot be imported, since it does not carry its events: {0}")]
    Unverified(Box<Unverified>),
}

impl From<ReplayError> for StoreError {
    fn from(error: ReplayError) -> StoreError {
        match error {
            ReplayError::Stopped => StoreError::Stopped,
            error => StoreError::Replay(error),
        }
    }
}

impl From<Stopped> for StoreError {
    fn from(_: Stopped) -> StoreError {
        StoreError::Stopped
    }
}

/// Whether the process or the system has as many files open as it may: EMFILE, ENFILE.
fn is_too_many_files(error: &io::Error) -> bool {
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

impl StoreError {
    /// Whether it is the system's state and not the store's: another file there would fail as well.
    pub(crate) const fn is_of_the_system(&self) -> bool {
        matches!(
            self,
            StoreError::DiskFull { .. }
                | StoreError::ReadOnly { .. }
                | StoreError::NotReadable { .. }
                | StoreError::TooManyFiles { .. }
        )
    }

    /// Whether the database could not do something, or the system under it: that says nothing of what was to be done.
    pub(crate) const fn is_of_the_database(&self) -> bool {
        let database = matches!(self, StoreError::Database { .. } | StoreError::DatabasePanicked { .. });
        database || self.is_of_the_system()
    }

    /// What went wrong in a few words, without what is to be done about it.
    pub(crate) fn reason(&self) -> String {
        match self {
            StoreError::DiskFull { .. } => "the disk is full".to_owned(),
            StoreError::Database { why, .. } | StoreError::ReadOnly { why, .. } => why.clone(),
            StoreError::DatabasePanicked { why, .. } => why.clone(),
            other => other.to_string(),
        }
    }

    /// Damage of a commit.
    pub(crate) fn damaged(id: EventId, why: impl Into<Damage>) -> StoreError {
        StoreError::Damaged { object: Object::Commit(id), why: why.into() }
    }

    /// A file's error.
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

/// What a person can do about damage.
fn damage_remedy(why: &Damage) -> &'static str {
    match why {
        // It says so itself.
        Damage::Layout { .. } => "nothing is lost",
        _ => DATABASE_REMEDY,
    }
}
