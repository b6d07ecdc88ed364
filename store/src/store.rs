//! The store of bytes: commits, timelines, and when they become durable. It knows no rules and no
//! events; [`Log`](crate::Log) gives the bytes their meaning.
//!
//! Writes always come in one order: the journal (if there is one) is written and synced, then the
//! commits are flushed, then the heads move and are flushed. So a head never points at a missing
//! commit, whatever fails in between.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::backend::{Backend, Tree, memory::Memory};
use crate::bookmark::Bookmarks;
use crate::commit::RawCommit;
use crate::disk::{Disk, System};
use crate::error::{Object, StoreError};
use crate::history::{Grouping, History, JournalCommit};
use crate::id::EventId;
use crate::journal::Journal;
use crate::lock::Lock;
use crate::pack::{PACK_AT, Packs};
use crate::tally::{self, Tally, TallyFile, Told};
use crate::timeline::{Heads, NamedHead, Timeline};

/// When changes become durable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// Before each call returns. The journal is synced to the disk, so a power cut loses nothing
    /// acknowledged. For games people play.
    #[default]
    EveryCommit,
    /// After this many changes, and when the store is closed.
    Every(NonZeroU32),
    /// When the store is closed or [`Log::sync`](crate::Log::sync) is called. For simulations.
    AtClose,
}

/// How a store is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// When changes become durable.
    pub durability: Durability,
}

/// What an append did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The id of the commit: that of its last event.
    pub id: EventId,
    /// The number of the commit, counted from 0.
    pub number: u64,
    /// The number of events up to and including it.
    pub events: u64,
    /// Whether the timeline already had it, so that nothing was done.
    pub already: bool,
}

/// A timeline some or all of whose commits are only in the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rebuild {
    /// The timeline as the journal records it.
    pub(crate) timeline: NamedHead,
    /// The last commit in the database; [`EventId::ZERO`] if there is none.
    pub(crate) base: EventId,
    /// The inputs after that commit, in order.
    pub(crate) inputs: Vec<JournalCommit>,
    /// The commit that cannot be rebuilt, if the inputs do not lead back to a stored one.
    pub(crate) lost: Option<EventId>,
}

/// The result of rebuilding a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renewed {
    /// Why the old one did not open.
    pub why: String,
    /// How many commits were taken from the bytes of its files.
    pub commits: u64,
    /// Where its files are, if some of their content could not be recovered.
    pub kept: Option<PathBuf>,
}

/// Whether a store was there before it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    /// It was.
    Before,
    /// Its folder was, and was empty.
    InFolder,
    /// Nothing was.
    WithFolder,
}

/// Commits and timelines as bytes, as described at the top of the module.
pub struct Store {
    // The order matters: the database and the journal are closed before the lock is released.
    pub(crate) backend: Arc<dyn Backend>,
    pub(crate) heads: Heads,
    pub(crate) bookmarks: Bookmarks,
    pub(crate) history: History,
    pub(crate) grouping: Grouping,
    pub(crate) journal: Option<Journal>,
    /// The settled commits.
    pub(crate) packs: Arc<Packs>,
    /// How many commits the journal has when they are packed.
    pub(crate) pack_at: u64,
    /// The length of the journal when it was opened or begun.
    pub(crate) opened_at: u64,
    /// Why there is no database any more, if packing closed it and could not open the new one.
    pub(crate) without: Option<String>,
    /// The last commit written, if it is in no pack: then none after it is.
    pub(crate) loose: Mutex<EventId>,
    pub(crate) rebuilds: Vec<Rebuild>,
    durability: Durability,
    unsynced: u32,
    pub(crate) folder: Option<PathBuf>,
    /// Whether opening created it, and its folder as well.
    pub(crate) made: Made,
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) tally_file: Option<TallyFile>,
    /// How opening replaced a database that did not open.
    pub(crate) renewed: Option<Renewed>,
    /// Whether part of a database that was set aside could not be recovered.
    pub(crate) strangers: bool,
    /// Whether the last attempt to make something durable failed. Closing must not then do what was
    /// refused.
    refused: bool,
    /// Whether to record again what was acknowledged, because the journal was replaced.
    pub(crate) retell: bool,
    /// Why the database is behind the journal, if it could not be written.
    behind: Option<StoreError>,
    /// Shared with those who write ahead.
    pub(crate) lock: Option<Arc<Lock>>,
}

impl Store {
    /// A store that lives only in memory.
    pub(crate) fn in_memory() -> Result<Store, StoreError> {
        Store::over(Arc::new(Memory::default()), Options { durability: Durability::AtClose })
    }

    pub(crate) fn over(backend: Arc<dyn Backend>, options: Options) -> Result<Store, StoreError> {
        Ok(Store {
            heads: Heads::load(&*backend)?,
            bookmarks: Bookmarks::load(&*backend)?,
            history: History::default(),
            grouping: Grouping::default(),
            backend,
            journal: None,
            packs: Arc::default(),
            pack_at: PACK_AT,
            opened_at: 0,
            without: None,
            loose: Mutex::default(),
            rebuilds: Vec::new(),
            durability: options.durability,
            unsynced: 0,
            folder: None,
            made: Made::Before,
            disk: Arc::new(System),
            tally_file: None,
            renewed: None,
            strangers: false,
            refused: false,
            behind: None,
            retell: false,
            lock: None,
        })
    }

    /// The store's folder, unless it is in memory.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Whether the store has a commit. Does not read it.
    ///
    /// # Errors
    /// Errors of the database.
    pub fn contains(&self, commit: EventId) -> Result<bool, StoreError> {
        Ok(self.backend.get(Tree::Objects, commit.as_bytes())?.is_some() || self.packs.contains(commit)?)
    }

    /// Reads a commit and checks every byte of it.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Damaged`], and errors of the database.
    pub fn read(&self, commit: EventId) -> Result<RawCommit, StoreError> {
        self.read_optional(commit)?.ok_or(StoreError::Missing { object: Object::Commit(commit), wanted_by: None })
    }

    /// Reads a commit that something points at.
    pub(crate) fn read_for(&self, commit: EventId, wanted_by: Object) -> Result<RawCommit, StoreError> {
        self.read_optional(commit)?
            .ok_or(StoreError::Missing { object: Object::Commit(commit), wanted_by: Some(wanted_by) })
    }

    fn read_optional(&self, commit: EventId) -> Result<Option<RawCommit>, StoreError> {
        match self.backend.get(Tree::Objects, commit.as_bytes())? {
            Some(value) => RawCommit::decode(commit, &value).map(Some).map_err(|why| StoreError::damaged(commit, why)),
            None => self.packs.read(commit),
        }
    }

    /// The commit whose id begins with these hexadecimal digits.
    ///
    /// # Errors
    /// [`StoreError::NoSuchId`], [`StoreError::Ambiguous`], and errors of the database.
    pub fn resolve(&self, prefix: &str) -> Result<EventId, StoreError> {
        let nothing = || StoreError::NoSuchId { prefix: prefix.to_owned() };
        let lower = prefix.to_ascii_lowercase();
        if prefix.is_empty() || prefix.len() > 64 || !prefix.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(nothing());
        }
        let whole: Vec<u8> =
            (0..lower.len() / 2).filter_map(|at| u8::from_str_radix(&lower[2 * at..2 * at + 2], 16).ok()).collect();
        // An odd last digit is half a byte: sixteen prefixes.
        let prefixes: Vec<Vec<u8>> = match lower.len() % 2 {
            0 => vec![whole],
            _ => {
                let high = u8::from_str_radix(&lower[lower.len() - 1..], 16).map_err(|_| nothing())?;
                (0..16).map(|low| [&whole[..], &[high << 4 | low]].concat()).collect()
            }
        };
        let mut found = BTreeSet::new();
        for prefix in prefixes {
            let loose = self.backend.scan(Tree::Objects, &prefix, 2)?;
            found
                .extend(loose.iter().filter_map(|(key, _)| Some(EventId::from_bytes(key.as_slice().try_into().ok()?))));
            found.extend(self.packs.beginning_with(&prefix, 2)?);
        }
        match (found.pop_first(), found.len()) {
            (None, _) => Err(nothing()),
            (Some(id), 0) => Ok(id),
            _ => Err(StoreError::Ambiguous { prefix: prefix.to_owned() }),
        }
    }

    /// The timelines, by name.
    pub fn timelines(&self) -> impl Iterator<Item = &Timeline> {
        self.heads.iter()
    }

    /// Whether a name is free for a timeline.
    pub(crate) fn is_free(&self, name: &str) -> bool {
        self.heads.check_free(name).is_ok()
    }

    /// The names of unusable timelines, with the reason.
    pub fn damaged_timelines(&self) -> impl Iterator<Item = (&str, &StoreError)> {
        self.heads.damaged()
    }

    /// The timeline of this name.
    ///
    /// # Errors
    /// [`StoreError::NoTimeline`]; [`StoreError::Damaged`] or [`StoreError::Missing`] for one that
    /// cannot be used.
    pub fn timeline(&self, name: &str) -> Result<&Timeline, StoreError> {
        self.heads.get(name).map(|live| &live.timeline)
    }

    /// The timeline with this serial, if it still exists.
    pub fn timeline_by_serial(&self, serial: u64) -> Option<&Timeline> {
        self.heads.by_serial(serial)
    }

    /// Writes a commit that is missing; repairs one that is damaged.
    pub(crate) fn put(&self, commit: &RawCommit) -> Result<(), StoreError> {
        // Packs have all that is before a commit of theirs. So usually none is searched.
        let loose = *self.loose.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.packs.is_empty() && (loose != commit.parent || loose.is_zero()) && self.packs.contains(commit.id)? {
            return Ok(());
        }
        *self.loose.lock().unwrap_or_else(PoisonError::into_inner) = commit.id;
        let value = commit.encode();
        let key = commit.id.as_bytes();
        match self.backend.put_new(Tree::Objects, key, &value)? {
            // The same events may be stored with other citations; those stay.
            Some(there) if there != value && RawCommit::decode(commit.id, &there).is_err() => {
                self.backend.put(Tree::Objects, key, &value)
            }
            _ => Ok(()),
        }
    }

    /// Counts a change, and makes changes durable when due.
    pub(crate) fn changed(&mut self) -> Result<(), StoreError> {
        self.unsynced = self.unsynced.saturating_add(1);
        self.settle()
    }

    /// The timeline of this name, if its head is the expected one.
    pub(crate) fn timeline_at(&self, name: &str, expected: EventId) -> Result<&Timeline, StoreError> {
        let timeline = self.timeline(name)?;
        if timeline.tip == expected {
            return Ok(timeline);
        }
        Err(StoreError::Conflict { timeline: name.to_owned(), expected, found: timeline.tip })
    }

    /// Makes changes durable when due. A group of changes waits until it is complete.
    pub(crate) fn settle(&mut self) -> Result<(), StoreError> {
        let due = match self.durability {
            _ if self.grouping != Grouping::Each => false,
            Durability::EveryCommit => self.unsynced > 0,
            Durability::Every(changes) => self.unsynced >= changes.get(),
            Durability::AtClose => false,
        };
        if due { self.sync() } else { Ok(()) }
    }

    /// Makes everything so far durable. Whatever is in the journal is safe: if the database cannot
    /// be written, the next opening brings it up to date, and [`Store::sync_all`] reports that.
    ///
    /// # Errors
    /// Errors of the journal's file; then nothing that was not yet durable is kept, and the next
    /// call retries it. In memory, errors of the database.
    pub(crate) fn sync(&mut self) -> Result<(), StoreError> {
        let told = match &mut self.journal {
            Some(journal) => journal.sync().map(|()| Some(*journal.told())),
            None => Ok(None),
        };
        self.refused = told.is_err();
        let told = told?;
        self.behind = match self.write_database(told) {
            Err(error) if told.is_none() => return Err(error),
            written => written.err(),
        };
        self.unsynced = 0;
        Ok(())
    }

    /// Like [`Store::sync`], and makes the database durable as well.
    ///
    /// # Errors
    /// As for [`Store::sync`], and [`StoreError::Behind`].
    pub(crate) fn sync_all(&mut self) -> Result<(), StoreError> {
        self.sync()?;
        match &self.behind {
            Some(why) => Err(StoreError::Behind { why: why.reason() }),
            None => Ok(()),
        }
    }

    /// Records beside the journal that it was written anew, before anything else changes.
    pub(crate) fn tell_beside(&mut self) {
        let names = self.heads.tally().and(self.bookmarks.tally());
        if let (Some(file), Some(journal)) = (&mut self.tally_file, &self.journal) {
            file.write(&Tally { told: *journal.told(), names });
        }
    }

    fn write_database(&mut self, told: Option<Told>) -> Result<(), StoreError> {
        if let Some(why) = &self.without {
            return Err(StoreError::Database { doing: "write", why: why.clone() });
        }
        self.backend.flush()?;
        if !(self.heads.is_dirty() || self.bookmarks.is_dirty() || self.retell && told.is_some()) {
            return Ok(());
        }
        let mut changes = self.bookmarks.changes();
        // Unusable timelines cannot be counted as present.
        let whole = self.heads.damaged().next().is_none();
        let names = self.heads.tally().and(self.bookmarks.tally());
        let tally = told.filter(|_| whole).map(|told| Tally { told, names });
        changes.extend(tally.map(|tally| (tally::KEY.to_vec(), Some(tally.encode()))));
        self.heads.write(&*self.backend, changes)?;
        self.bookmarks.written();
        self.backend.flush()?;
        self.retell = false;
        if let (Some(file), Some(tally)) = (&mut self.tally_file, &tally) {
            file.write(tally);
        }
        Ok(())
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if self.refused {
            // The caller has been told that this is not kept.
            return;
        }
        // Ignores errors; call `sync` or `close` first to see them.
        let _synced = self.sync();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod tests;
