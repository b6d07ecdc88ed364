//! Collects what nothing reaches, and counts what there is.
//!
//! Everything reachable from timelines, bookmarks and operations that can be undone or redone is
//! kept. First a new journal with just that replaces the old one in one step; only then are commits
//! removed. So an interruption leaves no dangling reference, and another run finishes the work. A
//! reachable commit that cannot be read stops it before anything changes.
//!
//! If a pack has a commit that goes, one new pack gets everything that is kept, and the old packs
//! go ([`packing`](crate::packing)).

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::anew::InPacks;
use crate::backend::Tree;
use crate::carve::files;
use crate::catalogue::CATALOGUES;
use crate::error::{Object, StoreError};
use crate::folder::DATABASE;
use crate::history::{Packed, Record};
use crate::id::EventId;
use crate::label::LABELS;
use crate::pack::{Pack, journal_of};
use crate::store::Store;

/// How many keys are removed at once.
const BATCH: usize = 512;

/// What to collect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collect {
    /// Only report what would be removed.
    pub dry_run: bool,
    /// Forget all operations, so that what only they reach is removed too and nothing can be undone
    /// any more.
    pub forget_operations: bool,
    /// Move all commits into packs, however few there are.
    pub pack: bool,
}

/// What was removed, or would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// How many commits stay.
    pub kept: u64,
    /// How many commits are removed.
    pub commits: u64,
    /// The bytes of their keys and values.
    pub commit_bytes: u64,
    /// How many snapshots are removed.
    pub snapshots: u64,
    /// The bytes of their keys and values.
    pub snapshot_bytes: u64,
    /// How many operations are forgotten.
    pub operations: u64,
    /// How many labels are removed.
    pub labels: u64,
    /// How many commits are moved into a pack.
    pub packed: u64,
    /// The length of the journal before, in bytes; none in memory.
    pub journal_before: u64,
    /// Its length after.
    pub journal_after: u64,
}

impl Collected {
    /// Whether nothing is removed.
    pub fn is_empty(&self) -> bool {
        let counted = [self.commits, self.snapshots, self.operations, self.labels, self.packed];
        counted.iter().all(|count| *count == 0) && self.journal_before == self.journal_after
    }
}

/// What a store holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// How many timelines there are.
    pub timelines: u64,
    /// How many bookmarks there are.
    pub bookmarks: u64,
    /// How many operations are kept.
    pub operations: u64,
    /// The commits of all timelines, each counted once.
    pub commits: u64,
    /// Their events.
    pub events: u64,
    /// The commits of all timelines, counted once per timeline.
    pub commits_told: u64,
    /// The events of all timelines, counted once per timeline.
    pub events_told: u64,
    /// The bytes of the events and inputs as the engine encodes them.
    pub encoding_bytes: u64,
    /// The bytes of the commits' keys and values, and of what they take in packs.
    pub value_bytes: u64,
    /// Commits in no timeline, reachable from bookmarks and operations or not at all.
    pub other_commits: u64,
    /// The bytes of their keys and values.
    pub other_bytes: u64,
    /// How many snapshots there are.
    pub snapshots: u64,
    /// The bytes of their keys and values.
    pub snapshot_bytes: u64,
    /// The bytes of the database's files, with snapshots; none in memory.
    pub database_bytes: u64,
    /// The bytes of the journal's file and of those closed with packs; none in memory.
    pub journal_bytes: u64,
    /// How many packs there are.
    pub packs: u64,
    /// The commits in them.
    pub packed_commits: u64,
    /// The bytes of their files.
    pub pack_bytes: u64,
    /// The bytes of the catalogues of the games; none in memory.
    pub catalogue_bytes: u64,
    /// The bytes of the file of labels; none in memory.
    pub label_bytes: u64,
}

impl Store {
    /// Removes what nothing reaches, or reports what it would remove.
    ///
    /// # Errors
    /// A damaged timeline or bookmark, or a reachable commit that cannot be read; nothing has
    /// changed then. Errors of reading and writing.
    pub(crate) fn collect(&mut self, wanted: Collect) -> Result<Collected, StoreError> {
        self.sync_all()?;
        let kept = self.kept(wanted.forget_operations)?;
        let mut collected = Collected { kept: kept.len() as u64, ..Collected::default() };
        let mut gone = [Vec::new(), Vec::new()];
        for (tree, gone) in [Tree::Objects, Tree::Snapshots].into_iter().zip(&mut gone) {
            let mut bytes = 0;
            self.each(tree, |key, value| {
                if id_of(key).is_none_or(|id| !kept.contains(&id)) {
                    bytes += (key.len() + value.len()) as u64;
                    gone.push(key.to_vec());
                }
            })?;
            match tree {
                Tree::Objects => (collected.commits, collected.commit_bytes) = (gone.len() as u64, bytes),
                _ => (collected.snapshots, collected.snapshot_bytes) = (gone.len() as u64, bytes),
            }
        }
        let loose = collected.commits;
        self.packs.each(&mut |commit, bytes| {
            if !kept.contains(&commit.id) {
                collected.commits += 1;
                collected.commit_bytes += bytes;
            }
        })?;
        let from_packs = collected.commits > loose;
        // What is loose and stays is packed with the rest, or because that is wanted.
        let mut stays = 0;
        self.each(Tree::Objects, |key, _| stays += u64::from(id_of(key).is_some_and(|id| kept.contains(&id))))?;
        let packs = self.folder.is_some() && (from_packs || wanted.pack && stays > 0);
        if packs && !self.may_pack() {
            return Err(StoreError::CannotPack);
        }
        if packs {
            collected.packed = stays;
        }
        if wanted.forget_operations {
            collected.operations = self.history.operations().count() as u64;
        }
        self.journal_anew(wanted, &kept, &mut collected)?;
        if wanted.dry_run && packs {
            let merged: Vec<u32> = self.mergeable(stays).iter().map(|pack| pack.number).collect();
            let packed = self.packed_then(if from_packs { &[] } else { &merged }, from_packs);
            let after = self.told_len(wanted, &packed, &|_| Ok(true))?;
            collected.journal_after = match from_packs {
                true => after + self.told_len(wanted, &Packed::default(), &|_| Ok(false))?,
                false => after + collected.journal_after,
            };
        }
        if wanted.dry_run {
            return Ok(collected);
        }
        self.sync_all()?;
        for (tree, gone) in [Tree::Objects, Tree::Snapshots].into_iter().zip(&gone) {
            for batch in gone.chunks(BATCH) {
                let changes: Vec<_> = batch.iter().map(|key| (key.clone(), None)).collect();
                self.backend.apply(tree, &changes)?;
            }
        }
        let heads: HashSet<EventId> = self.timelines().map(|timeline| timeline.tip).collect();
        let mut stale = Vec::new();
        self.each(Tree::Summaries, |key, _| stale.push(key.to_vec()))?;
        stale.retain(|key| id_of(key).is_none_or(|id| !heads.contains(&id)));
        for key in stale {
            self.backend.apply(Tree::Summaries, &[(key, None)])?;
        }
        self.backend.flush()?;
        if packs {
            self.pack(from_packs.then_some(&kept))?;
            collected.journal_after = self.journals_len()?;
        }
        Ok(collected)
    }

    /// The bytes of a journal of just what is kept.
    fn told_len(&self, wanted: Collect, packed: &Packed, in_packs: InPacks<'_>) -> Result<u64, StoreError> {
        let mut length = self.journal.as_ref().map_or(0, crate::journal::Journal::len_anew);
        let mut count = |record: &Record<'_>| length += crate::journal::bytes_of(record);
        self.tell_anew(wanted.forget_operations, packed, in_packs, &mut count)?;
        Ok(length)
    }

    /// The bytes of the journal and of those closed with packs.
    fn journals_len(&self) -> Result<u64, StoreError> {
        let mut bytes = self.journal.as_ref().map_or(0, crate::journal::Journal::len);
        let Some(folder) = self.folder() else { return Ok(bytes) };
        for path in self.history.packed.journals.iter().map(|number| journal_of(folder, *number)) {
            match self.disk.open_to_read(&path).and_then(|file| file.length()) {
                Ok(length) => bytes += length,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(StoreError::io("read", path)(error)),
            }
        }
        Ok(bytes)
    }

    /// Rewrites the journal if it holds more than is kept, and forgets the operations if requested.
    fn journal_anew(
        &mut self,
        wanted: Collect,
        kept: &HashSet<EventId>,
        collected: &mut Collected,
    ) -> Result<(), StoreError> {
        let forgets = collected.operations > 0;
        let Some(journal) = &self.journal else {
            if forgets && !wanted.dry_run {
                self.history = self.tell_anew(true, &Packed::default(), &|_| Ok(false), &mut |_| {})?;
            }
            return Ok(());
        };
        let closed = self.journals_len()? - journal.len();
        (collected.journal_before, collected.journal_after) = (closed + journal.len(), closed + journal.len());
        let beyond = journal.commits()?.keys().any(|id| !kept.contains(id));
        if !forgets && !beyond {
            return Ok(());
        }
        let mut packed = self.history.packed.clone();
        packed.anew += u64::from(packed != Packed::default());
        let has = |id| self.packs.contains(id);
        if wanted.dry_run {
            collected.journal_after = closed + self.told_len(wanted, &packed, &has)?;
            return Ok(());
        }
        let mut anew = journal.begin_anew()?;
        let mut record = |record: &Record<'_>| anew.record(record);
        let history = self.tell_anew(wanted.forget_operations, &packed, &has, &mut record)?;
        anew.sync()?;
        collected.journal_after = closed + anew.len();
        if let Some(journal) = &mut self.journal {
            anew.take_the_place_of(journal)?;
            self.retell = true;
        }
        self.history = history;
        self.tell_beside();
        Ok(())
    }

    /// The commits reachable from what is kept.
    pub(crate) fn kept(&self, forget_operations: bool) -> Result<HashSet<EventId>, StoreError> {
        if let Some((name, _)) = self.damaged_timelines().next() {
            self.timeline(name)?;
        }
        if let Some(name) = self.bookmarks.damaged().next() {
            self.bookmark(name)?;
        }
        let mut kept = HashSet::new();
        for timeline in self.timelines() {
            self.mark(timeline.tip, Object::Timeline(timeline.name.clone()), &mut kept, &mut |_| {})?;
        }
        for bookmark in self.bookmarks() {
            self.mark(bookmark.commit, Object::Bookmark(bookmark.name.clone()), &mut kept, &mut |_| {})?;
        }
        let operations = self.history.operations().filter(|_| !forget_operations);
        for operation in operations {
            for commit in operation.commits() {
                self.mark(commit, Object::Operation(operation.number), &mut kept, &mut |_| {})?;
            }
        }
        Ok(kept)
    }

    /// Adds a commit and all before it, and passes the new ones to a callback.
    fn mark(
        &self,
        tip: EventId,
        wanted_by: Object,
        marked: &mut HashSet<EventId>,
        new: &mut dyn FnMut(&crate::commit::RawCommit),
    ) -> Result<(), StoreError> {
        if !marked.insert(tip) {
            return Ok(());
        }
        let mut commit = self.read_for(tip, wanted_by)?;
        new(&commit);
        while commit.number > 0 && marked.insert(commit.parent) {
            commit = self.parent_of(&commit)?;
            new(&commit);
        }
        Ok(())
    }

    /// Passes all keys and values of a map to a callback, holding only a small part of them at a
    /// time.
    fn each(&self, tree: Tree, mut found: impl FnMut(&[u8], &[u8])) -> Result<(), StoreError> {
        for first in 0..=u8::MAX {
            for (key, value) in self.backend.scan(tree, &[first], usize::MAX)? {
                found(&key, &value);
            }
        }
        Ok(())
    }

    /// Counts what there is. Reads every commit.
    ///
    /// # Errors
    /// Errors of chains that cannot be read, of the database and of files.
    pub fn stats(&self) -> Result<Stats, StoreError> {
        let mut stats = Stats {
            timelines: self.timelines().count() as u64,
            bookmarks: self.bookmarks().count() as u64,
            operations: self.operations().count() as u64,
            journal_bytes: self.journal.as_ref().map_or(0, crate::journal::Journal::len),
            packs: self.packs.iter().count() as u64,
            packed_commits: self.packs.iter().map(|pack| pack.commits).sum(),
            pack_bytes: self.packs.iter().map(Pack::bytes).sum(),
            ..Stats::default()
        };
        let mut marked = HashSet::new();
        for timeline in self.timelines() {
            stats.commits_told += timeline.commits;
            stats.events_told += timeline.events;
            self.mark(timeline.tip, Object::Timeline(timeline.name.clone()), &mut marked, &mut |commit| {
                stats.commits += 1;
                stats.events += commit.entries.len() as u64;
                let entries: usize = commit.entries.iter().map(|entry| entry.bytes.len()).sum();
                stats.encoding_bytes += (commit.input.len() + entries) as u64;
            })?;
        }
        let mut count = |id: Option<EventId>, bytes: u64| {
            if id.is_some_and(|id| marked.contains(&id)) {
                stats.value_bytes += bytes;
            } else {
                stats.other_commits += 1;
                stats.other_bytes += bytes;
            }
        };
        self.each(Tree::Objects, |key, value| count(id_of(key), (key.len() + value.len()) as u64))?;
        self.packs.each(&mut |commit, bytes| count(Some(commit.id), bytes))?;
        self.each(Tree::Snapshots, |key, value| {
            stats.snapshots += 1;
            stats.snapshot_bytes += (key.len() + value.len()) as u64;
        })?;
        if let Some(folder) = self.folder() {
            stats.database_bytes = size(&folder.join(DATABASE))?;
            stats.journal_bytes = self.journals_len()?;
            stats.catalogue_bytes = size(&folder.join(CATALOGUES))?;
            stats.label_bytes = fs::metadata(folder.join(LABELS)).map_or(0, |about| about.len());
        }
        Ok(stats)
    }
}

fn id_of(key: &[u8]) -> Option<EventId> {
    key.try_into().ok().map(EventId::from_bytes)
}

/// The bytes of all files in a folder; none if there is no such folder.
fn size(folder: &Path) -> Result<u64, StoreError> {
    let length = |path: PathBuf| fs::metadata(&path).map(|about| about.len()).map_err(StoreError::io("read", path));
    if folder.is_dir() { files(folder)?.into_iter().map(length).sum() } else { Ok(0) }
}
