//! The folders of kept sessions: where they are, their locks, and what they say.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::SessionError;
use crate::base::data::data_folder;
use crate::base::whole::write_whole;
use crate::held::folder::{Note, VERSION};
use crate::store::log::is_store;

const LOCK: &str = "lock";
const NOTE: &str = "session.json";
pub(super) const STORE: &str = "store";

/// How many sessions without anything of their own are remembered.
const MOST_PLAIN: usize = 30;
/// How many sessions are kept at most. The oldest go first.
const MOST_KEPT: usize = 500;
/// The most bytes of a note that are read.
const MOST_BYTES: u64 = 16 << 20;

/// The folder in which sessions are kept, if the system has a place for it.
pub fn default_root() -> Option<PathBuf> {
    Some(data_folder()?.join("sessions"))
}

/// A kept session, as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSession {
    /// Its folder.
    pub folder: PathBuf,
    /// Its title.
    pub title: String,
    /// The file or folder that it was opened from.
    pub path: Option<PathBuf>,
    /// Whether it has timelines or bookmarks that its file does not have.
    pub made: bool,
    /// Whether it has a pin, or somebody answers at random. Watches and breakpoints come back with
    /// the file anyway.
    pub marked: bool,
    /// Whether it is the demonstration, and nothing was done to it but moving the cursor.
    pub plain_demo: bool,
    /// How many timelines it has.
    pub timelines: usize,
    /// When it was last changed.
    pub used: SystemTime,
    /// Whether a window has it.
    pub in_use: bool,
    /// Whether it was discarded.
    pub discarded: bool,
}

impl KeptSession {
    /// Whether there is something to go back to that opening its file would not show.
    pub const fn has_something(&self) -> bool {
        self.made || self.marked
    }

    /// How long ago it was last changed, as a clause.
    pub fn age(&self) -> String {
        let seconds = self.used.elapsed().map_or(0, |age| age.as_secs());
        let (number, unit) = match seconds {
            0..60 => return "just now".to_owned(),
            60..3_600 => (seconds / 60, "minute"),
            3_600..86_400 => (seconds / 3_600, "hour"),
            _ => (seconds / 86_400, "day"),
        };
        format!("{number} {unit}{} ago", if number == 1 { "" } else { "s" })
    }

    /// What it holds, as a clause: "3 timelines, 5 minutes ago".
    pub fn holds(&self) -> String {
        let plural = if self.timelines == 1 { "" } else { "s" };
        format!("{} timeline{plural}, {}", self.timelines, self.age())
    }
}

/// The kept sessions, the last used first. Folders that cannot be read, or that a newer version
/// wrote, are left alone and not listed.
pub fn kept_sessions(root: &Path) -> Vec<KeptSession> {
    let folders = fs::read_dir(root).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut found: Vec<KeptSession> = folders.filter_map(|folder| listed(&folder)).collect();
    found.sort_by(|a, b| b.used.cmp(&a.used).then_with(|| number_of(&b.folder).cmp(&number_of(&a.folder))));
    found
}

fn listed(folder: &Path) -> Option<KeptSession> {
    let note = read_note(folder).ok()?;
    let made = is_store(&folder.join(STORE));
    Some(KeptSession {
        made,
        marked: note.pinned.is_some() || !note.random.is_empty(),
        plain_demo: note.demo && note.path.is_none() && !made && note.is_plain(),
        in_use: lock(folder).is_ok_and(|lock| lock.is_none()),
        folder: folder.to_owned(),
        title: note.title,
        path: note.path,
        timelines: note.timelines,
        used: UNIX_EPOCH + Duration::from_millis(note.used),
        discarded: note.discarded,
    })
}

fn number_of(folder: &Path) -> Option<u64> {
    folder.file_name()?.to_str()?.parse().ok()
}

/// A new folder, locked.
pub(super) fn new_folder(root: &Path) -> io::Result<(PathBuf, File)> {
    fs::create_dir_all(root)?;
    let numbers = fs::read_dir(root)?.filter_map(Result::ok).filter_map(|entry| number_of(&entry.path()));
    let first = numbers.max().map_or(1, |last| last + 1);
    for number in first.. {
        let folder = root.join(number.to_string());
        match fs::create_dir(&folder) {
            Ok(()) => {}
            // Another window was faster.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        }
        if let Some(file) = lock(&folder)? {
            return Ok((folder, file));
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Locks a folder; `None` if a window has it.
pub(super) fn lock(folder: &Path) -> io::Result<Option<File>> {
    let file = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// What is noted in a folder.
pub(super) fn read_note(folder: &Path) -> Result<Note, SessionError> {
    let path = folder.join(NOTE);
    let told = |why: String| SessionError::File(format!("{}: {why}", path.display()));
    let length = fs::metadata(&path).map_err(|error| told(error.to_string()))?.len();
    if length > MOST_BYTES {
        return Err(told(format!("it has {length} bytes, which no kept session has")));
    }
    let text = fs::read_to_string(&path).map_err(|error| told(error.to_string()))?;
    let version = serde_json::from_str::<serde_json::Value>(&text).ok();
    let version = version.as_ref().and_then(|value| value.get("version")).and_then(serde_json::Value::as_u64);
    if version.is_some_and(|version| version > u64::from(VERSION)) {
        return Err(told("a newer version of Retrace keeps this session; open it with that".to_owned()));
    }
    serde_json::from_str(&text).map_err(|error| told(format!("this is no kept session: {error}")))
}

/// Writes what is noted in a folder, completely or not at all.
pub(super) fn write_note(folder: &Path, note: &Note) -> io::Result<()> {
    let text = serde_json::to_string(note)?;
    write_whole(&folder.join(NOTE), |out| out.write_all(text.as_bytes()))
}

/// Now, as a note has it.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Removes what nobody asks for any more: discarded sessions, those beyond the greatest number, and
/// older ones of the same file without anything of their own. Whatever a window has stays.
pub fn tidy(root: &Path) {
    let all = kept_sessions(root);
    let (mut plain, mut kept) = (0, 0);
    let mut files: Vec<Option<PathBuf>> = Vec::new();
    for session in all {
        let something = session.has_something();
        let again = !something && files.contains(&session.path);
        let count = if something { &mut kept } else { &mut plain };
        *count += 1;
        let many = *count > if something { MOST_KEPT } else { MOST_PLAIN };
        if !something {
            files.push(session.path.clone());
        }
        if session.discarded || again || many {
            remove(&session.folder);
        }
    }
}

/// Removes a folder unless a window has it.
pub(super) fn remove(folder: &Path) {
    if let Ok(Some(_lock)) = lock(folder) {
        // What stays because of an error is removed another time.
        let _removed = fs::remove_dir_all(folder);
    }
}
