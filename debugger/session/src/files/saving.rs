//! Writes timelines to a store, and keeps the store that a session was opened from in step with it.

use std::path::{Path, PathBuf};

use retrace_store::{Log, Options, StoreError};

use crate::base::whole::whole_folder;
use crate::held::view::View;
use crate::session::Session;
use crate::store::attached::Attached;
use crate::store::log;
use crate::{Progress, SessionError};

impl Session {
    /// Stops writing to the store that the session was opened from.
    pub fn detach(&mut self) {
        self.store = None;
    }
}

impl Session {
    /// Notices for the user about how the store was opened: that it was repaired, and what is lost.
    /// One line each.
    pub fn told_of_store(&self) -> Vec<String> {
        self.store.as_ref().map(|store| store.log.told()).unwrap_or_default()
    }

    /// The folder of the store that the session was opened from and writes to. `None` for a session
    /// that is only kept in the user's data folder.
    pub fn store_folder(&self) -> Option<&Path> {
        self.store.as_ref().filter(|store| !store.own).and_then(|store| store.log.store().folder())
    }

    /// Writes all timelines to a new store in an empty or missing folder, completely or not at all.
    ///
    /// # Errors
    /// If the folder is a store already or contains something else, or writing fails.
    pub fn save_to(&self, folder: &Path) -> Result<(), SessionError> {
        self.storing(folder).write(&Progress::default())
    }

    /// Writes everything to a new store, and continues there, synchronously. Returns the bookmarks
    /// that were left out.
    ///
    /// # Errors
    /// As [`Storing::run`] and [`Session::take_stored`].
    #[cfg(test)]
    pub(crate) fn move_to_store(&mut self, folder: &Path) -> Result<Vec<String>, SessionError> {
        let stored = self.storing(folder).run(&Progress::default())?;
        self.take_stored(stored)
    }

    /// All timelines and bookmarks as they are now, to be written to a new store in an empty or
    /// missing folder.
    pub fn storing(&self, folder: &Path) -> Storing {
        Storing { earlier: Vec::new(), view: self.view.clone(), folder: folder.to_owned() }
    }

    /// The same, written operation by operation, so that whoever opens the store can undo them.
    pub(crate) fn storing_operations(&self, folder: &Path) -> Storing {
        let earlier = self.operations.done.iter().map(|operation| operation.before.clone()).collect();
        Storing { earlier, ..self.storing(folder) }
    }

    /// Continues in a store to which everything has been written: later changes, and those made
    /// meanwhile, are saved there. Returns the bookmarks that were left out because their events
    /// are on no timeline.
    ///
    /// # Errors
    /// If writing fails.
    pub fn take_stored(&mut self, stored: Stored) -> Result<Vec<String>, SessionError> {
        let Stored { mut attached, folder, .. } = stored;
        let saved = attached.save(&self.view, None, &Progress::default());
        saved.map_err(|error| log::in_file(&folder, &error))?;
        self.store = Some(attached);
        self.operations.leave_store();
        self.title = folder.file_name().map_or_else(|| self.title.clone(), |it| it.to_string_lossy().into_owned());
        self.path = Some(std::path::absolute(&folder).unwrap_or(folder));
        let lost = self.bookmarks().filter(|it| self.timeline_of_bookmark(it, None).is_none());
        Ok(lost.map(|bookmark| bookmark.name.clone()).collect())
    }

    /// Continues in its own store, to which everything has been written; the file that the session
    /// was opened from stays its file. Returns what each operation was in the store when it was
    /// written.
    ///
    /// # Errors
    /// If writing fails.
    pub(crate) fn take_own(&mut self, stored: Stored) -> Result<Vec<Option<u64>>, SessionError> {
        let Stored { mut attached, folder, operations } = stored;
        let saved = attached.save(&self.view, None, &Progress::default());
        saved.map_err(|error| log::in_file(&folder, &error))?;
        attached.own = true;
        self.store = Some(attached);
        self.operations.leave_store();
        Ok(operations)
    }
}

/// The data to write to a new store.
#[derive(Clone, Debug)]
pub struct Storing {
    /// The views before each operation, if they are to be operations of the store.
    earlier: Vec<View>,
    view: View,
    folder: PathBuf,
}

/// A new store that has been written and is open.
#[derive(Debug)]
pub struct Stored {
    attached: Attached,
    folder: PathBuf,
    /// The store's number of each operation; `None` for one that changed nothing in it.
    operations: Vec<Option<u64>>,
}

impl Storing {
    /// Writes the store, completely or not at all.
    ///
    /// # Errors
    /// If the folder is a store already or contains something else, or writing fails;
    /// [`SessionError::Cancelled`].
    pub fn write(&self, progress: &Progress) -> Result<(), SessionError> {
        self.written(progress).map(|_| ())
    }

    /// Writes the store. Returns its number of each operation.
    fn written(&self, progress: &Progress) -> Result<Vec<Option<u64>>, SessionError> {
        let (folder, name) = (&self.folder, self.folder.display());
        if log::is_store(folder) {
            return Err(SessionError::File(format!("{name}: there is a store already; name a new folder")));
        }
        progress.check()?;
        let mut operations = Vec::new();
        let fill = |part: &Path| -> Result<(), SessionError> {
            let write = || -> Result<_, StoreError> {
                let mut attached = Attached::empty(Log::open(part, Options::default())?);
                let views = self.earlier.iter().chain([&self.view]);
                let written = views.map(|view| attached.save(view, None, progress)).collect::<Result<Vec<_>, _>>()?;
                attached.log.close()?;
                Ok(written)
            };
            let written = write().map_err(|error| match error {
                // If the folder is not completed, what was written there is lost.
                StoreError::Behind { why } => SessionError::File(format!("{name} cannot be written: {why}")),
                error => log::in_file(folder, &error),
            })?;
            // The first is the state before any of them.
            operations = written.into_iter().skip(1).collect();
            progress.check()
        };
        whole_folder(folder, fill)?;
        Ok(operations)
    }

    /// Writes the new store and opens it.
    ///
    /// # Errors
    /// If the folder is a store already or contains something else, or writing fails;
    /// [`SessionError::Cancelled`], and then there is no store.
    pub fn run(self, progress: &Progress) -> Result<Stored, SessionError> {
        let operations = self.written(progress)?;
        let Storing { view, folder, .. } = self;
        // The store exists by now, so cancelling is no longer possible.
        let log = log::open_log(&folder, "save into another folder", &Progress::default())?;
        Ok(Stored { attached: Attached::new(log, &view), folder, operations })
    }
}
