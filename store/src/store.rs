//! The store of bytes: commits, timelines, and when they become durable. It knows no rules and no
//! events; [`Log`](crate::Log) gives the bytes their meaning.
//!
//! Writes always come in one order: the journal (if there is one) is written and synced, then the
//! commits are flushed, then the heads move and are flushed. So a head never points at a missing
//! commit, whatever fails in between.

mod proofs;

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::backend::{Backend, Tree, memory::Memory};
use crate::bookmark::Bookmarks;
use crate::commit::{NewCommit, RawCommit};
use crate::disk::{Disk, System};
use crate::error::{Damage, Object, StoreError};
use crate::history::{History, Packed, What};
use crate::id::{EventId, Kind};
use crate::journal::{self, Journal, Looked};
use crate::lock::Lock;
use crate::operations::Grouping;
use crate::pack::Packs;
use crate::pack::packing::{PACK_AT, clean, database_of, in_force};
use crate::recover::Rebuild;
use crate::regular::check_regular;
use crate::renew::{self, Renewed};
use crate::seek::{Node, Spine};
use crate::tally::{self, Met, Tally, TallyFile, Told};
use crate::timeline::{Fork, Heads, Timeline};
use proofs::{Proofs, judge_untouched, may_renew};

pub(crate) const MARKER: &str = "retrace-store";
/// The marker while it is being written.
const MARKER_NEW: &str = "retrace-store.new";
const MARKER_BEGINS: &str = "retrace store, layout ";
const MARKER_TEXT: &str = "retrace store, layout 1\n";
/// That of a store with packs.
const MARKER_TEXT_PACKED: &str = "retrace store, layout 2\n";
const LAYOUT: u16 = 2;
pub(crate) const DATABASE: &str = "sled";
pub(crate) const JOURNAL: &str = "journal";

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
    tally_file: Option<TallyFile>,
    /// How opening replaced a database that did not open.
    pub(crate) renewed: Option<Renewed>,
    /// Whether part of a database that was set aside could not be recovered.
    strangers: bool,
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
    /// Opens or creates a folder. Timelines that the database lost and the journal has are left in
    /// `rebuilds`.
    pub(crate) fn open_waiting(folder: &Path, options: Options, patience: Duration) -> Result<Store, StoreError> {
        Store::open_on_waiting(Arc::new(System), folder, options, patience)
    }

    #[cfg(test)]
    pub(crate) fn open(folder: &Path, options: Options) -> Result<Store, StoreError> {
        Store::open_on(Arc::new(System), folder, options)
    }

    /// Like `open_waiting`, on a given disk, for tests.
    #[cfg(test)]
    pub(crate) fn open_on(disk: Arc<dyn Disk>, folder: &Path, options: Options) -> Result<Store, StoreError> {
        Store::open_on_waiting(disk, folder, options, Duration::ZERO)
    }

    fn open_on_waiting(
        disk: Arc<dyn Disk>,
        folder: &Path,
        options: Options,
        patience: Duration,
    ) -> Result<Store, StoreError> {
        // Before anything in it is read or written.
        if folder.try_exists().map_err(StoreError::io("read", folder))? && folder.is_dir() {
            check_regular(folder)?;
        }
        let new = !check_marker(folder)?;
        if new {
            disk.create_folder(folder).map_err(StoreError::io("create", folder))?;
            let mut entries = fs::read_dir(folder).map_err(StoreError::io("read", folder))?;
            // Another process may be creating the same store; then only its lock is there.
            let begun = |name: &str| name.starts_with("lock") || name == MARKER_NEW;
            if entries.any(|entry| entry.is_ok_and(|entry| !begun(&entry.file_name().to_string_lossy()))) {
                return Err(StoreError::NotAStore { path: folder.to_owned() });
            }
        }
        let lock = Lock::take(&*disk, folder, patience)?;
        if new {
            // First of all, so that a folder whose creation was interrupted is still recognised.
            write_marker(&*disk, folder, false)?;
        }
        let (tally_file, beside) = TallyFile::open(&*disk, folder);
        let beside = beside.and_then(Result::ok);
        let looked = journal::look(&*disk, &folder.join(JOURNAL))?;
        let same = beside.as_ref().map(|tally| looked.meets(&tally.told)).transpose()?;
        let sound = looked.is_sound() && same.is_none_or(|same| same == Met::Yes);
        let packed = in_force(folder, &looked.history.packed, sound);
        let settled = looked.is_sound() && packed == looked.history.packed;
        let packs = Arc::new(Packs::open(&*disk, folder, &packed.packs)?);
        if beside.is_some() {
            judge_untouched(folder, beside, &looked, &packs)?;
        }
        let database = folder.join(DATABASE);
        if database_of(folder) != database {
            let renamed = disk.rename_folder(&database_of(folder), &database);
            renamed.map_err(StoreError::io("rename", &database))?;
        }
        let may_renew = |why: &StoreError| may_renew(folder, &looked, beside.as_ref(), why);
        let (sled, broken) = renew::open_database(&*disk, folder, may_renew)?;
        let stored = Tally::stored(&sled)?.and_then(Result::ok);
        let mut store = Store::over(Arc::new(sled), options)?;
        store.packs = packs;
        let proofs = Proofs { beside, stored, fits: broken.is_none() && store.is_told_by(stored.as_ref()) };
        let judge = &mut |looked: &Looked| proofs.judge(folder, Some(&store), looked);
        let (journal, past) = Journal::open(Arc::clone(&disk), looked, packed != Packed::default(), judge)?;
        store.folder = Some(folder.to_owned());
        store.disk = disk;
        store.lock = Some(Arc::new(lock));
        store.tally_file = Some(tally_file);
        store.take_from_set_aside(folder, &journal, broken, beside.is_some())?;
        store.journal = Some(journal);
        store.retell = !past.whole;
        store.check_heads();
        store.reconcile(past, &packed)?;
        store.opened_at = store.journal.as_ref().map_or(0, |journal| journal.told().end);
        if settled {
            clean(&*store.disk, folder, &packed);
            store.finish_packing()?;
        }
        Ok(store)
    }

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

    /// Sets aside the timelines whose head cannot be read.
    fn check_heads(&mut self) {
        let mut bad = Vec::new();
        for timeline in self.heads.iter() {
            let loose = self.backend.get(Tree::Objects, timeline.tip.as_bytes());
            if loose.is_ok_and(|value| value.is_none()) && self.packs.names(timeline.tip).unwrap_or(false) {
                // What is in a pack is checked when it is read.
                continue;
            }
            let why = match self.read_for(timeline.tip, Object::Timeline(timeline.name.clone())) {
                Ok(tip) if tip.end() == timeline.events && tip.number + 1 == timeline.commits => continue,
                Ok(_) => StoreError::Damaged {
                    object: Object::Timeline(timeline.name.clone()),
                    why: Damage::Misplaced("it counts other events than its head does"),
                },
                Err(error) => error,
            };
            bad.push((timeline.name.clone(), why));
        }
        for (name, why) in bad {
            self.heads.set_aside(&name, why);
        }
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
        self.heads.set(timeline, spine.with(Node::of(commit)));
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

/// Whether a folder is marked as a store, with a layout this version knows.
pub(crate) fn check_marker(folder: &Path) -> Result<bool, StoreError> {
    let marker = folder.join(MARKER);
    let bytes = match fs::read(&marker) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(StoreError::io("read", marker)(error)),
    };
    if bytes == MARKER_TEXT.as_bytes() || bytes == MARKER_TEXT_PACKED.as_bytes() {
        return Ok(true);
    }
    let text = String::from_utf8_lossy(&bytes);
    let number = text.strip_prefix(MARKER_BEGINS).and_then(|rest| rest.trim_end().parse::<u16>().ok());
    match number {
        Some(found) if found > LAYOUT => {
            Err(StoreError::TooNew { place: marker.display().to_string(), found, known: LAYOUT })
        }
        _ => {
            let why = Damage::Misplaced("it does not say that this is a store of a known layout");
            Err(StoreError::Damaged { object: Object::Marker(marker), why })
        }
    }
}

/// Marks a folder as a store, with or without packs.
pub(crate) fn write_marker(disk: &dyn Disk, folder: &Path, packed: bool) -> Result<(), StoreError> {
    let marker = folder.join(MARKER);
    let text = if packed { MARKER_TEXT_PACKED } else { MARKER_TEXT };
    disk.write_small(&marker, text).map_err(StoreError::io("write", &marker))
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
