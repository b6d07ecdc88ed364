//! Writing timelines into a store, and keeping a store that a session was opened from in step with it.

use std::path::{Path, PathBuf};

use retrace_store::{Log, Options, StoreError};

use crate::session::base::whole::whole_folder;
use crate::session::held::view::View;
use crate::session::session::Session;
use crate::session::store::attached::Attached;
use crate::session::store::log;
use crate::session::{Progress, SessionError};

impl Session {
    /// Writes nothing into the store any more that it was opened from.
    pub fn detach(&mut self) {
        self.store = None;
    }
}

impl Session {
    /// What a person should be told of how the store was opened: that it was mended, and what is lost. A line each.
    pub fn told_of_store(&self) -> Vec<String> {
        self.store.as_ref().map(|store| store.log.told()).unwrap_or_default()
    }

    /// The folder of the store that the session was opened from and writes into.
    pub fn store_folder(&self) -> Option<&Path> {
        self.store.as_ref().and_then(|store| store.log.store().folder())
    }

    /// Writes all timelines into a new store in a folder that is empty or not there, in full or not at all.
    ///
    /// # Errors
    /// A folder that is a store already or has something else in it, and those of writing.
    pub fn save_to(&self, folder: &Path) -> Result<(), SessionError> {
        self.storing(folder).write(&Progress::default())
    }

    /// Writes everything into a new store, and goes on there, at once. Tells the bookmarks that were left out.
    ///
    /// # Errors
    /// As [`Storing::run`] and [`Session::take_stored`].
    pub fn move_to_store(&mut self, folder: &Path) -> Result<Vec<String>, SessionError> {
        let stored = self.storing(folder).run(&Progress::default())?;
        self.take_stored(stored)
    }

    /// All timelines and bookmarks as they are now, to be written into a new store in a folder that is empty or not there.
    pub fn storing(&self, folder: &Path) -> Storing {
        Storing { view: self.view.clone(), folder: folder.to_owned() }
    }

    /// Goes on in a store into which everything has been written: what is done from now on is kept there, and what was done
    /// in the meantime. Tells the bookmarks that were left out, since their events are on no timeline.
    ///
    /// # Errors
    /// Those of writing.
    pub fn take_stored(&mut self, stored: Stored) -> Result<Vec<String>, SessionError> {
        let Stored { mut attached, folder } = stored;
        let saved = attached.save(&self.view, None, &Progress::default());
        saved.map_err(|error| log::in_file(&folder, &error))?;
        self.store = Some(attached);
        self.operations.leave_store();
        self.title = folder.file_name().map_or_else(|| self.title.clone(), |it| it.to_string_lossy().into_owned());
        self.path = Some(std::path::absolute(&folder).unwrap_or(folder));
        let lost = self.bookmarks().filter(|it| self.timeline_of_bookmark(it, None).is_none());
        Ok(lost.map(|bookmark| bookmark.name.clone()).collect())
    }

    /// Writes what has changed into the store that the session was opened from, if it was; as a part of an operation of
    /// the store if that is its last one. Tells the operation of the store.
    pub(in crate::session) fn persist(&mut self, operation: Option<u64>) -> Result<Option<u64>, SessionError> {
        match &mut self.store {
            Some(store) => Ok(store.save(&self.view, operation, &Progress::default())?),
            None => Ok(None),
        }
    }
}

/// What is to be written into a new store.
#[derive(Clone, Debug)]
pub struct Storing {
    view: View,
    folder: PathBuf,
}

/// A new store that has been written and is open.
#[derive(Debug)]
pub struct Stored {
    attached: Attached,
    folder: PathBuf,
}

impl Storing {
    /// Writes it, in full or not at all.
    ///
    /// # Errors
    /// A folder that is a store already or has something else in it; those of writing; [`SessionError::Cancelled`].
    pub fn write(&self, progress: &Progress) -> Result<(), SessionError> {
        let (folder, name) = (&self.folder, self.folder.display());
        if log::is_store(folder) {
            return Err(SessionError::File(format!("{name}: there is a store already; name a new folder")));
        }
        progress.check()?;
        let fill = |part: &Path| -> Result<(), SessionError> {
            let write = || -> Result<(), StoreError> {
                let mut attached = Attached::empty(Log::open(part, Options::default())?);
                attached.save(&self.view, None, progress)?;
                attached.log.close()
            };
            write().map_err(|error| match error {
                // What is kept in a folder that does not come about is not kept.
                StoreError::Behind { why } => SessionError::File(format!("{name} cannot be written: {why}")),
                error => log::in_file(folder, &error),
            })?;
            progress.check()
        };
        whole_folder(folder, fill)
    }

    /// Writes it, and opens the new store.
    ///
    /// # Errors
    /// A folder that is a store already or has something else in it; those of writing; [`SessionError::Cancelled`], and then
    /// there is no store.
    pub fn run(self, progress: &Progress) -> Result<Stored, SessionError> {
        self.write(progress)?;
        let Storing { view, folder } = self;
        // It is there by now, so nothing is stopped any more.
        let log = log::open_log(&folder, "save into another folder", &Progress::default())?;
        Ok(Stored { attached: Attached::new(log, &view), folder })
    }
}
