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
use crate::commit::{NewCommit, RawCommit};
use crate::disk::{Disk, System};
use crate::error::{Object, StoreError};
use crate::history::{Grouping, History, JournalCommit, What};
use crate::id::{EventId, Kind};
use crate::journal::Journal;
use crate::jumps::Spine;
use crate::lock::Lock;
use crate::pack::{PACK_AT, Packs};
use crate::tally::{self, Tally, TallyFile, Told};
use crate::timeline::{Fork, Heads, NamedHead, Timeline};

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

    /// Creates a timeline that begins with a genesis.
    pub(crate) fn create(&mut self, name: &str, genesis: NewCommit) -> Result<Appended, StoreError> {
        self.heads.check_free(name)?;
        let commit = place(name, &Spine::default(), genesis)?;
        let serial = self.heads.next_serial();
        let timeline =
            Timeline { name: name.to_owned(), serial, tip: EventId::ZERO, events: 0, commits: 0, forked: None };
        self.put(&commit)?;
        self.grouped(|store| {
            store.tell_timeline(&timeline);
            store.tell_commit(&timeline, &commit);
        });
        self.advance(timeline, &commit, Spine::default());
        self.settle()?;
        Ok(appended(&commit, false))
    }

    /// Appends a commit after `expected`, which must be the head.
    pub(crate) fn append(&mut self, name: &str, expected: EventId, commit: NewCommit) -> Result<Appended, StoreError> {
        let live = self.heads.get(name)?;
        let timeline = live.timeline.clone();
        if timeline.tip != expected {
            let id = commit.id_after(expected);
            if !self.reaches(timeline.tip, id)? {
                return Err(StoreError::Conflict { timeline: timeline.name, expected, found: timeline.tip });
            }
            let there = self.read(id)?;
            // It may be there because an earlier attempt to make it durable failed.
            self.settle()?;
            return Ok(appended(&there, true));
        }
        let spine = match live.spine.tip() {
            Some(_) => live.spine.clone(),
            None => self.spine(timeline.tip)?,
        };
        let commit = place(name, &spine, commit)?;
        self.put(&commit)?;
        self.grouped(|store| store.tell_commit(&timeline, &commit));
        self.advance(timeline, &commit, spine);
        self.settle()?;
        Ok(appended(&commit, false))
    }

    /// Writes a commit after the tip of a spine, in no timeline yet.
    pub(crate) fn put_after(&self, timeline: &str, spine: &Spine, commit: NewCommit) -> Result<RawCommit, StoreError> {
        let commit = place(timeline, spine, commit)?;
        self.put(&commit)?;
        Ok(commit)
    }

    /// Creates a timeline over a whole chain of commits, already written, oldest first.
    pub(crate) fn create_over(
        &mut self,
        name: &str,
        tip: EventId,
        forked: Option<Fork>,
    ) -> Result<Timeline, StoreError> {
        self.heads.check_free(name)?;
        let serial = self.heads.next_serial();
        let commit = self.read(tip)?;
        let timeline =
            Timeline { name: name.to_owned(), serial, tip, events: commit.end(), commits: commit.number + 1, forked };
        // The journal knows the commits before this one from the existing timelines.
        let mut base: Option<RawCommit> = None;
        for other in self.timelines() {
            let common = self.common_ancestor(other.tip, tip)?;
            base = base.into_iter().chain(common).max_by_key(|common| common.number);
        }
        let (base, next) = base.map_or((EventId::ZERO, 0), |base| (base.id, base.number + 1));
        self.grouped(|store| {
            store.tell_timeline(&Timeline { tip: base, ..timeline.clone() });
            let told = store.tell_chain(&timeline, next);
            if told.is_err() {
                // The journal must not record a timeline that is not created in the end.
                store.tell(What::Gone(serial));
            }
            told
        })?;
        self.heads.set(timeline.clone(), Spine::default());
        self.changed()?;
        Ok(timeline)
    }

    /// Moves a timeline to a commit that follows its head. The journal already has it.
    fn advance(&mut self, timeline: Timeline, commit: &RawCommit, spine: Spine) {
        let timeline = Timeline { tip: commit.id, events: commit.end(), commits: commit.number + 1, ..timeline };
        self.heads.set(timeline, spine.with(commit.node()));
        self.unsynced = self.unsynced.saturating_add(1);
    }

    /// Writes a commit that is missing; repairs one that is damaged.
    fn put(&self, commit: &RawCommit) -> Result<(), StoreError> {
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

    /// Creates a timeline that shares the past of another up to the end of a commit. One small
    /// write.
    ///
    /// # Errors
    /// [`StoreError::InsideCommit`] and [`StoreError::NoEvent`] for any other place, and errors of
    /// names and timelines.
    pub(crate) fn fork(&mut self, from: &str, events: u64, name: &str) -> Result<Timeline, StoreError> {
        self.heads.check_free(name)?;
        let from = self.timeline(from)?.clone();
        let commit = self.commit_ending(from.tip, events)?;
        let timeline = Timeline {
            name: name.to_owned(),
            serial: self.heads.next_serial(),
            tip: commit.id,
            events,
            commits: commit.number + 1,
            forked: Some(Fork { from: from.serial, tip: commit.id, events }),
        };
        self.set(timeline.clone())?;
        Ok(timeline)
    }

    fn set(&mut self, timeline: Timeline) -> Result<(), StoreError> {
        self.tell_timeline(&timeline);
        self.heads.set(timeline, Spine::default());
        self.changed()
    }

    /// Counts a change, and makes changes durable when due.
    pub(crate) fn changed(&mut self) -> Result<(), StoreError> {
        self.unsynced = self.unsynced.saturating_add(1);
        self.settle()
    }

    /// The timeline of this name, if its head is the expected one.
    pub(crate) fn expect(&self, name: &str, expected: EventId) -> Result<&Timeline, StoreError> {
        let timeline = self.timeline(name)?;
        if timeline.tip == expected {
            return Ok(timeline);
        }
        Err(StoreError::Conflict { timeline: name.to_owned(), expected, found: timeline.tip })
    }

    /// Renames a timeline. It keeps its serial, so its forks still know it.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if its head is not `expected`, and errors of names and timelines.
    pub(crate) fn rename(&mut self, name: &str, expected: EventId, to: &str) -> Result<(), StoreError> {
        self.expect(name, expected)?;
        if name == to {
            return Ok(());
        }
        self.heads.check_free(to)?;
        let timeline = Timeline { name: to.to_owned(), ..self.heads.take(name)?.timeline };
        self.set(timeline)
    }

    /// Removes a timeline. Its commits stay.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if its head is not `expected`, and errors of timelines.
    pub(crate) fn delete(&mut self, name: &str, expected: EventId) -> Result<(), StoreError> {
        self.expect(name, expected)?;
        let live = self.heads.take(name)?;
        self.tell(What::Gone(live.timeline.serial));
        self.changed()
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
        let names = self.heads.names().and(self.bookmarks.names());
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
        let names = self.heads.names().and(self.bookmarks.names());
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

fn appended(commit: &RawCommit, already: bool) -> Appended {
    Appended { id: commit.id, number: commit.number, events: commit.end(), already }
}

/// Places a commit after the tip of a spine.
fn place(timeline: &str, spine: &Spine, commit: NewCommit) -> Result<RawCommit, StoreError> {
    let bad = |why: &str| StoreError::BadCommit { timeline: timeline.to_owned(), why: why.to_owned() };
    if commit.entries.is_empty() {
        return Err(bad("it has no events"));
    }
    let tip = spine.tip();
    let jump = spine.next_jump();
    let parent = tip.map_or(EventId::ZERO, |tip| tip.id);
    Ok(RawCommit {
        id: commit.id_after(parent),
        format: commit.format,
        kind: if tip.is_none() { Kind::Genesis } else { Kind::Input },
        parent,
        jump: jump.map_or(EventId::ZERO, |jump| jump.id),
        jump_end: jump.map_or(0, |jump| jump.end),
        number: tip.map_or(0, |tip| tip.number + 1),
        first_event: tip.map_or(0, |tip| tip.end),
        input: commit.input,
        entries: commit.entries,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod tests;
