//! Moves settled commits from the database into packs.
//!
//! In this order, so that a kill or a power cut at any step leaves the store as it was or packed:
//!
//! 1. The file that marks the store says layout 2, so that older versions refuse it.
//! 2. The pack is written under another name, synced, renamed and read back. Nothing counts it yet.
//! 3. The journal gets a second name beside the pack.
//! 4. A new journal takes its place in one step. It names the packs, and tells where each timeline
//!    and bookmark is and which operations can be undone, but no commit. From here on the pack
//!    counts.
//! 5. A new database takes the place of the old one, which sled would never make smaller. It holds
//!    nothing that the journal and the packs do not, except snapshots.
//! 6. What is no longer needed is removed; if that is cut short, by the next opening.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, PoisonError};

use crate::backend::{Backend, Tree, memory::Memory, sled_backend::Sled};
use crate::disk::Disk;
use crate::error::StoreError;
use crate::folder::{DATABASE, DATABASE_NEW, DATABASE_OLD, JOURNAL, write_marker};
use crate::history::{Grouping, Operation, Packed};
use crate::id::EventId;
use crate::pack::{PACKS, Pack, Packs, Writer, clean, entries_of, journal_of, pack_of, remove_folder};
use crate::store::Store;
use crate::timeline::Timeline;

/// Old packs are merged into the new one as long as they are at most this many times as large, so
/// that their number grows like a logarithm.
const MERGED: u64 = 2;

impl Store {
    /// Whether enough commits are not in packs, and this process has added some of them.
    pub(crate) fn is_pack_due(&self) -> bool {
        let told = self.journal.as_ref().map(|journal| *journal.told());
        told.is_some_and(|told| told.commits >= self.pack_at && told.end != self.opened_at)
    }

    /// Whether nothing is under way and nothing damaged, and nobody else writes to the database.
    pub(crate) fn may_pack(&self) -> bool {
        let whole = self.damaged_timelines().next().is_none() && self.bookmarks.damaged().next().is_none();
        let alone = self.lock.as_ref().is_some_and(|lock| Arc::strong_count(lock) == 1);
        let settled = self.grouping == Grouping::Each && self.rebuilds.is_empty();
        whole && alone && settled && self.journal.is_some() && self.without.is_none()
    }

    /// Moves all commits into packs; returns whether it did. If `kept` is given, writes a pack of
    /// just these commits instead, and all other commits and packs go. If it fails, the store is as
    /// it was, or what failed comes up again at the next sync.
    ///
    /// # Errors
    /// Commits that cannot be read or do not fit their places; errors of writing.
    pub(crate) fn pack(&mut self, kept: Option<&HashSet<EventId>>) -> Result<bool, StoreError> {
        let Some(folder) = self.folder.clone().filter(|_| self.may_pack()) else { return Ok(false) };
        self.sync_all()?;
        let (folder, disk) = (folder.as_path(), Arc::clone(&self.disk));
        let number = self.next_pack();
        let packs = folder.join(PACKS);
        if self.history.packed == Packed::default() {
            disk.create_folder(&packs).map_err(StoreError::io("create", &packs))?;
            write_marker(&*disk, folder, true)?;
            disk.sync_folder(folder).map_err(StoreError::io("sync", folder))?;
        }
        let merged = self.write_pack(&*disk, folder, number, kept)?;
        let closed = journal_of(folder, number);
        // It is there if an attempt was cut short.
        let _removed = disk.remove(&closed);
        match kept {
            None => disk.link(&folder.join(JOURNAL), &closed).map_err(StoreError::io("write", &closed))?,
            Some(_) => self.write_whole_journal(&closed)?,
        }
        disk.sync_folder(&packs).map_err(StoreError::io("sync", &packs))?;
        let packed = self.packed_then(&merged, kept.is_some());
        let mut packs = Packs::open(&*disk, folder, &packed.packs)?;
        if let Some(error) = packs.wrong.remove(&number) {
            return Err(error);
        }
        packs.iter().filter(|pack| pack.number == number).try_for_each(check)?;
        let Some(journal) = &self.journal else { return Ok(false) };
        let mut anew = journal.begin_anew()?;
        let history = self.tell_anew(false, &packed, &|_| Ok(true), &mut |record| anew.record(record))?;
        if let Some(journal) = &mut self.journal {
            anew.take_the_place_of(journal)?;
            self.opened_at = journal.told().end;
        }
        (self.packs, self.history, self.retell) = (Arc::new(packs), history, true);
        self.tell_beside();
        *self.loose.get_mut().unwrap_or_else(PoisonError::into_inner) = EventId::ZERO;
        self.database_anew(&*disk, folder);
        self.sync()?;
        clean(&*disk, folder, &packed);
        Ok(true)
    }

    fn next_pack(&self) -> u32 {
        let Packed { packs, journals, .. } = &self.history.packed;
        packs.iter().chain(journals).max().map_or(1, |last| last + 1)
    }

    /// The old packs to merge into one of so many commits, the newest first.
    pub(crate) fn mergeable(&self, mut commits: u64) -> Vec<&Pack> {
        let fits = |pack: &&Pack| {
            let fits = pack.commits <= MERGED * commits;
            commits += pack.commits;
            fits
        };
        self.packs.iter().rev().take_while(fits).collect()
    }

    /// The packs and journals in force after the next pack, which replaces some packs or
    /// everything.
    pub(crate) fn packed_then(&self, merged: &[u32], everything: bool) -> Packed {
        let mut packed = if everything { Packed::default() } else { self.history.packed.clone() };
        packed.anew = self.history.packed.anew + 1;
        packed.packs.retain(|number| !merged.contains(number));
        packed.packs.push(self.next_pack());
        packed.journals.push(self.next_pack());
        packed
    }

    /// Writes a pack, and returns the numbers of those merged into it.
    fn write_pack(
        &self,
        disk: &dyn Disk,
        folder: &Path,
        number: u32,
        kept: Option<&HashSet<EventId>>,
    ) -> Result<Vec<u32>, StoreError> {
        let path = pack_of(folder, number).with_extension("new");
        let write = || {
            let file = disk.open(&path).map_err(StoreError::io("create", &path))?;
            let mut writer = Writer::new(file, &path)?;
            let merged = self.fill(&mut writer, kept)?;
            writer.finish()?;
            disk.rename(&path, &pack_of(folder, number)).map_err(StoreError::io("write", &path))?;
            Ok(merged)
        };
        write().inspect_err(|_| {
            // Half a pack is useless; the error is returned.
            let _removed = disk.remove(&path);
        })
    }

    fn fill(&self, writer: &mut Writer, kept: Option<&HashSet<EventId>>) -> Result<Vec<u32>, StoreError> {
        let mut done = HashSet::new();
        let mut timelines: Vec<&Timeline> = self.timelines().collect();
        timelines.sort_unstable_by_key(|timeline| timeline.serial);
        let tips = timelines.iter().map(|timeline| timeline.tip);
        let others = self.bookmarks().map(|bookmark| bookmark.commit);
        for tip in tips.chain(others).chain(self.operations().flat_map(Operation::commits)) {
            self.add_chain(writer, tip, kept, &mut done)?;
        }
        let mut merged = Vec::new();
        if kept.is_none() {
            // What no timeline has, such as what was written ahead.
            for first in 0..=u8::MAX {
                for (key, _) in self.backend.scan(Tree::Objects, &[first], usize::MAX)? {
                    if let Ok(id) = <[u8; 32]>::try_from(&key[..]) {
                        self.add_chain(writer, EventId::from_bytes(id), kept, &mut done)?;
                    }
                }
            }
            for pack in self.mergeable(writer.commits()) {
                if !writer.add_pack(pack)? {
                    break;
                }
                merged.push(pack.number);
            }
        }
        Ok(merged)
    }

    /// Adds the last commits of a chain, from the first on that is not in a pack.
    fn add_chain(
        &self,
        writer: &mut Writer,
        tip: EventId,
        kept: Option<&HashSet<EventId>>,
        done: &mut HashSet<EventId>,
    ) -> Result<(), StoreError> {
        // Where a commit is done or in a pack, all before it are. The database may have some that
        // are in a pack, if it could not be made anew.
        let settled = |done: &HashSet<EventId>, id: EventId| {
            Ok::<_, StoreError>(
                done.contains(&id)
                    || !match kept {
                        Some(kept) => kept.contains(&id),
                        None => {
                            self.backend.get(Tree::Objects, id.as_bytes())?.is_some() && !self.packs.contains(id)?
                        }
                    },
            )
        };
        if settled(done, tip)? {
            return Ok(());
        }
        let mut first = self.read(tip)?;
        while first.number > 0 {
            first = match (settled(done, first.jump)?, settled(done, first.parent)?) {
                (false, _) => self.jump_of(&first)?,
                (true, false) => self.parent_of(&first)?,
                (true, true) => break,
            };
        }
        for commit in self.commits(tip, first.number) {
            let commit = commit?;
            done.insert(commit.id);
            writer.add(commit)?;
        }
        Ok(())
    }

    /// Writes a journal with the inputs of everything that is kept.
    fn write_whole_journal(&self, path: &Path) -> Result<(), StoreError> {
        let Some(journal) = &self.journal else { return Ok(()) };
        let mut whole = journal.begin_at(path)?;
        self.tell_anew(false, &Packed::default(), &|_| Ok(false), &mut |record| whole.record(record))?;
        whole.sync()
    }

    /// Makes the database anew if packing was cut short before it did: if the journal tells of no
    /// commit, and the database has one that is in a pack.
    pub(crate) fn finish_packing(&mut self) -> Result<(), StoreError> {
        let Some(folder) = self.folder.clone().filter(|_| !self.packs.is_empty()) else { return Ok(()) };
        let commits = self.journal.as_ref().map_or(0, |journal| journal.told().commits);
        let first = self.backend.scan(Tree::Objects, &[], 1)?;
        let first = first.first().and_then(|(key, _)| Some(EventId::from_bytes(key.as_slice().try_into().ok()?)));
        if let Some(first) = first.filter(|_| commits == 0)
            && self.packs.contains(first)?
        {
            self.database_anew(&*Arc::clone(&self.disk), &folder);
        }
        Ok(())
    }

    /// Makes a database without commits, and puts it into the place of the present one. If it
    /// cannot be made, the present one stays: it only has more than it must. If it cannot take the
    /// place, the store goes on without a database (`Store::without`), and the next opening makes
    /// it.
    fn database_anew(&mut self, disk: &dyn Disk, folder: &Path) {
        let [now, new, old] = [DATABASE, DATABASE_NEW, DATABASE_OLD].map(|name| folder.join(name));
        if self.write_database_at(&new, &old).is_err() {
            return;
        }
        // Closes the present one. The journal and the packs have everything.
        self.backend = Arc::new(Memory::default());
        let swap = || {
            disk.rename_folder(&now, &old).map_err(StoreError::io("rename", &now))?;
            disk.rename_folder(&new, &now).map_err(StoreError::io("rename", &new))?;
            disk.sync_folder(folder).map_err(StoreError::io("sync", folder))?;
            Sled::open(&now)
        };
        match swap() {
            Ok(opened) => {
                self.backend = Arc::new(opened);
                // If it stays, the next opening removes it.
                let _later = remove_folder(&old);
            }
            Err(error) => self.without = Some(error.reason()),
        }
    }

    /// Writes a database without commits beside the present one, where nothing is left of an
    /// earlier attempt.
    fn write_database_at(&self, new: &Path, old: &Path) -> Result<(), StoreError> {
        for path in [new, old] {
            remove_folder(path).map_err(StoreError::io("remove", path))?;
        }
        let fresh = Sled::open(new)?;
        for tree in [Tree::Heads, Tree::Labels, Tree::Snapshots, Tree::Summaries] {
            for first in 0..=u8::MAX {
                for (key, value) in self.backend.scan(tree, &[first], usize::MAX)? {
                    fresh.put(tree, &key, &value)?;
                }
            }
        }
        fresh.flush()
    }
}

/// Reads a whole pack.
pub(crate) fn check(pack: &Pack) -> Result<(), StoreError> {
    let mut entries = Vec::new();
    pack.each(&mut |offset, _, block| {
        entries.extend(entries_of(offset, &block?));
        Ok(())
    })?;
    pack.check_index(entries)
}
