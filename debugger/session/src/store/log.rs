//! Opens the log of a store, and reads commits from one.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use retrace_core::persist::Vector;
use retrace_core::state::{Game, evolve};
use retrace_store::{EventId, Freshness, Log, Options, RunError, Stopped, StoreError, fsck, typed};

use crate::SessionError;
use crate::base::job::Progress;
use crate::timeline::commit::{Commit, CommitInput};

/// Whether a path is the folder of a store.
pub fn is_store(path: &Path) -> bool {
    path.join("retrace-store").is_file()
}

/// The remedy when there is no store.
pub const STORE_REMEDY: &str = "name a scenario, a replay or a store";

/// Opens the store in a folder, which must be one.
///
/// # Errors
/// Those of opening it, with the remedy if there is none.
pub fn open_log(path: &Path, remedy: &str, progress: &Progress) -> Result<Log, SessionError> {
    check_folder(path, remedy)?;
    Log::open_with(path, Options::default(), &mut progress.watch()).map_err(|error| in_file(path, &error))
}

/// Opens the store in a folder for reading. If another process has it open, or the folder is
/// read-only, reads its journal and says how current that is.
///
/// # Errors
/// Those of opening it, with the remedy if there is none.
pub fn open_log_to_read(
    path: &Path,
    remedy: &str,
    progress: &Progress,
) -> Result<(Log, Option<Freshness>), SessionError> {
    check_folder(path, remedy)?;
    fsck::open_to_read_with(path, &mut progress.watch()).map_err(|error| in_file(path, &error))
}

/// Checks that a path is the folder of a store.
///
/// # Errors
/// What it is instead, with the remedy.
pub fn check_folder(path: &Path, remedy: &str) -> Result<(), SessionError> {
    let name = path.display();
    // The file that marks a store: an unreadable folder is not the same as one that is no store.
    if path.is_file() {
        return Err(SessionError::File(format!("{name} is a file, not a store; {remedy}")));
    }
    if let Err(error) = path.join("retrace-store").try_exists() {
        return Err(SessionError::File(format!("{name} may not be read ({error}); change its permissions")));
    }
    if !path.exists() {
        return Err(SessionError::File(format!("{name}: there is no such folder; {remedy}")));
    }
    if !is_store(path) {
        if path.join("journal").exists() || path.join("sled").exists() {
            return Err(SessionError::File(format!(
                "{name}: this store lacks the file retrace-store, which marks it as one; `retrace fsck {name} --salvage \
                 NEW` writes what is in it into a new store"
            )));
        }
        return Err(SessionError::File(format!("{name}: this folder is no store; {remedy}")));
    }
    Ok(())
}

/// Counts commits as they are written or read.
#[derive(Debug)]
pub(crate) struct CommitCounter<'a> {
    progress: &'a Progress,
    done: usize,
    total: usize,
}

impl<'a> CommitCounter<'a> {
    /// A count of zero, out of `total`.
    pub(crate) const fn of(progress: &'a Progress, total: usize) -> CommitCounter<'a> {
        CommitCounter { progress, done: 0, total }
    }

    /// Counts one more, and stops if the work was cancelled.
    pub(crate) fn one(&mut self) -> Result<(), Stopped> {
        self.done += 1;
        self.progress.tell(self.done.min(self.total), self.total)
    }
}

/// The commits of a chain in a log; commits that are already known are reused.
pub(crate) fn chain(
    read: impl Iterator<Item = Result<typed::Commit, StoreError>>,
    known: &mut HashMap<EventId, Arc<Commit>>,
    counted: &mut CommitCounter<'_>,
) -> Result<Vector<Arc<Commit>>, StoreError> {
    let mut commits: Vector<Arc<Commit>> = Vector::new();
    for read in read {
        counted.one()?;
        let read = read?;
        let commit = match known.get(&read.id) {
            Some(commit) => Arc::clone(commit),
            None => {
                let commit = Arc::new(from_log(commits.last().map(|last| &**last), read)?);
                known.insert(commit.id(), Arc::clone(&commit));
                commit
            }
        };
        commits.push_back(commit);
    }
    Ok(commits)
}

pub(crate) fn from_log(parent: Option<&Commit>, read: typed::Commit) -> Result<Commit, StoreError> {
    let mut after = match (parent, &read.input) {
        (Some(parent), _) => parent.after().clone(),
        (None, typed::CommitInput::Genesis(genesis)) => Game::before(&genesis.catalogue),
        (None, typed::CommitInput::Input(_)) => Game::empty(),
    };
    read.steps.iter().for_each(|step| evolve(&mut after, step));
    let input = match read.input {
        typed::CommitInput::Genesis(genesis) => CommitInput::Genesis(Arc::new(*genesis)),
        typed::CommitInput::Input(input) => CommitInput::Input(input),
    };
    Ok(Commit::stored(parent, input, read.steps, after, (read.format, read.id)))
}

/// An error with the file that it is about, if it does not name one.
pub fn in_file(path: &Path, error: &StoreError) -> SessionError {
    match error {
        StoreError::Stopped => SessionError::Cancelled,
        error => about(path, &error.to_string()),
    }
}

/// An error of a replay with the file that it is about.
pub fn of_replay(path: &Path, error: &RunError) -> SessionError {
    match error {
        RunError::Store(error) => in_file(path, error),
        error => about(path, &error.to_string()),
    }
}

/// An error of taking a replay into a store, with the one that it is about.
pub(crate) fn of_taking(store: &Path, file: &Path, error: &RunError) -> SessionError {
    match error {
        // The bytes of the file cannot be read.
        RunError::Store(StoreError::Wire { .. } | StoreError::TooNew { .. }) => of_replay(file, error),
        RunError::Store(error) => in_file(store, error),
        error => of_replay(file, error),
    }
}

/// An error with the file that it is about, if it does not name that itself.
pub fn about(path: &Path, error: &str) -> SessionError {
    let name = path.display().to_string();
    SessionError::File(if error.contains(&name) { error.to_owned() } else { format!("{name}: {error}") })
}

#[cfg(test)]
mod tests {
    use retrace_core::fact::wire::WireError;
    use retrace_store::ReplayError;

    use super::*;

    #[test]
    fn an_error_of_taking_a_replay_names_the_store_or_the_file() {
        let told = |error: RunError| of_taking(Path::new("games"), Path::new("a.retrace"), &error).to_string();
        let database = StoreError::Database { doing: "write", why: "it is gone".to_owned() };
        assert!(told(database.into()).starts_with("games: "));
        let place = "the input of commit 3".to_owned();
        let wire = StoreError::Wire { place: place.clone(), source: WireError::UnknownFormat(9) };
        assert!(told(wire.into()).starts_with("a.retrace: "));
        assert!(told(StoreError::TooNew { place, found: 9, known: 1 }.into()).starts_with("a.retrace: "));
        assert!(told(ReplayError::Contradiction { commit: 3 }.into()).starts_with("a.retrace: "));
        let cancelled = of_taking(Path::new("games"), Path::new("a.retrace"), &StoreError::Stopped.into());
        assert!(matches!(cancelled, SessionError::Cancelled));
    }
}
