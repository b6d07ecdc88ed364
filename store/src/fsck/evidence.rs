//! Reads everything readable in a store, however damaged: the journal, and raw objects without
//! trusting what points at them. It changes nothing. sled is opened on a copy of its files, because
//! it writes as soon as it is opened.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::backend::{Backend, Tree, sled_backend::Sled};
use crate::bookmark::{Bookmark, Bookmarks, stored_bookmarks};
use crate::carve::{carve, copy_folder};
use crate::commit::RawCommit;
use crate::disk::{Medium, System};
use crate::error::{Damage, Object, StoreError, Stranger};
use crate::folder::database_of;
use crate::folder::{JOURNAL, MARKER, check_marker};
use crate::history::{History, Packed};
use crate::id::EventId;
use crate::journal::{self, Reading, Wanted};
use crate::label::{self, Kept};
use crate::lock::Lock;
use crate::opening::proofs::stranger;
use crate::pack::in_force;
use crate::pack::{Packs, entries_of, journal_of, why};
use crate::regular::check_regular;
use crate::renew;
use crate::snapshot;
use crate::tally::{HEADER_BYTES, Holds, Met, Tally, Told};
use crate::timeline::{Heads, Timeline, stored_count, stored_heads};

/// How the database was read.
#[derive(Debug, Default)]
pub(crate) enum Database {
    /// sled opened it and returned everything it has.
    Read,
    /// It could not be read, or not to its end.
    Broken(StoreError),
    /// There is no database.
    #[default]
    Absent,
    /// Another process has it open.
    InUse(Option<u32>),
}

/// Everything readable in a store. Holds all its commits in memory.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    /// What is wrong with the file that marks the folder as a store.
    pub(crate) marker: Option<StoreError>,
    pub(crate) database: Database,
    /// Every commit that hashes to its id.
    pub(crate) objects: HashMap<EventId, RawCommit>,
    /// Those that came only from the bytes of the database's files.
    pub(crate) carved: HashSet<EventId>,
    /// Keys whose values are not their commits, with the reason.
    pub(crate) bad: Vec<(Object, Damage)>,
    pub(crate) heads: BTreeMap<String, Result<Timeline, Damage>>,
    pub(crate) bookmarks: BTreeMap<String, Result<Bookmark, Damage>>,
    /// What is wrong with the count of timelines.
    pub(crate) count: Option<Damage>,
    /// The later labels of the file and of the copy in the database.
    pub(crate) labels: Kept,
    /// What is wrong with their file.
    pub(crate) labels_wrong: Option<String>,
    /// Whether these labels are nevertheless the last ones.
    pub(crate) labels_copied: bool,
    pub(crate) snapshots: u64,
    pub(crate) journal: Reading,
    /// What the file beside the journal tells to be acknowledged.
    pub(crate) beside: Option<Tally>,
    /// What the database tells to be acknowledged.
    pub(crate) stored: Option<Tally>,
    /// Whether the names in the database are those that it counted.
    fits: bool,
    /// The newest of these that the journal does not reach.
    pub(crate) lacking: Option<Told>,
    /// Whether the journal is damaged where that may cost something acknowledged.
    pub(crate) journal_hurt: bool,
    /// The journal or the database, if it does not belong to the store.
    pub(crate) stranger: Option<Stranger>,
    /// Whether the names of the database stand, because it knows more than the journal.
    pub(crate) database_stands: bool,
    /// Databases that did not open and were set aside, to be searched at the next opening or kept
    /// for what is lost.
    pub(crate) aside: Vec<PathBuf>,
    /// What is wrong with packs, and with the journals closed with them.
    pub(crate) packs_wrong: Vec<(Object, String)>,
    /// How many commits the packs have.
    pub(crate) packed: u64,
    pub(crate) kept: Vec<PathBuf>,
}

impl Evidence {
    /// Reads a store.
    pub(crate) fn gather(folder: &Path) -> Result<Evidence, StoreError> {
        if folder.is_file() {
            return Err(StoreError::NotAFolder { path: folder.to_owned() });
        }
        let (marker, database, journal) = (folder.join(MARKER), database_of(folder), folder.join(JOURNAL));
        // A folder that may not be read differs from one that is not a store.
        let there = |path: &Path| path.try_exists().map_err(StoreError::io("read", path));
        if !there(&marker)? && !there(&database)? && !there(&journal)? {
            return Err(StoreError::NoStore { path: folder.to_owned() });
        }
        check_regular(folder)?;
        let marker_error = match check_marker(folder) {
            Ok(true) => None,
            Ok(false) => Some(StoreError::Missing { object: Object::Marker(marker), wanted_by: None }),
            Err(error @ StoreError::TooNew { .. }) => return Err(error),
            Err(error) => Some(error),
        };
        let mut evidence = Evidence { marker: marker_error, ..Evidence::default() };
        evidence.read_labels(folder);
        // Held while copying the files, so that nobody writes to them meanwhile.
        let _lock = match Lock::take(&System, folder, Duration::ZERO) {
            Ok(lock) => Some(lock),
            Err(StoreError::Locked { pid, .. }) => {
                evidence.database = Database::InUse(pid);
                evidence.journal = journal::read(&journal, Wanted::Acknowledged)?;
                evidence.read_packs(folder)?;
                return Ok(evidence);
            }
            // A process without permission to write here can still read.
            Err(StoreError::ReadOnly { .. } | StoreError::DiskFull { .. }) => None,
            // Nobody can hold a lock that is a folder.
            Err(StoreError::Io { source, .. }) if source.kind() == ErrorKind::IsADirectory => None,
            Err(error) => return Err(error),
        };
        evidence.journal = journal::read(&journal, Wanted::Acknowledged)?;
        evidence.beside = Tally::beside(folder).and_then(Result::ok);
        (evidence.aside, evidence.kept) = (renew::set_aside(folder), renew::kept(folder));
        evidence.read_packs(folder)?;
        if database.is_dir() {
            let copy = tempfile::tempdir().map_err(StoreError::io("make a folder in", std::env::temp_dir()))?;
            copy_folder(&database, copy.path())?;
            evidence.database = match evidence.read_database(copy.path()) {
                Ok(()) => Database::Read,
                // This says nothing about the files.
                Err(error) if error.is_of_the_system() => return Err(error),
                Err(error) => Database::Broken(error),
            };
            evidence.compare_with_tallies(&journal)?;
            let missing = |id: &EventId| !evidence.objects.contains_key(id);
            let lacks = !evidence.journal.is_whole()
                || !evidence.bad.is_empty()
                || evidence.journal.commits.keys().any(missing)
                || evidence.heads.values().flatten().any(|timeline| missing(&timeline.tip))
                || evidence.objects.values().any(|commit| commit.number > 0 && missing(&commit.parent));
            if lacks || !matches!(evidence.database, Database::Read) {
                evidence.carve(&database)?;
                for old in evidence.aside.clone().into_iter().chain(evidence.kept.clone()) {
                    evidence.carve(&old)?;
                }
            }
        } else {
            evidence.compare_with_tallies(&journal)?;
        }
        Ok(evidence)
    }

    /// Checks whether the journal belongs to the store and has everything acknowledged. If it does
    /// not, an operation that its end cuts off may have been acknowledged, so its records count,
    /// too.
    fn compare_with_tallies(&mut self, journal: &Path) -> Result<(), StoreError> {
        let file = match File::open(journal) {
            Ok(_) if journal.is_dir() => None,
            Ok(file) => Some(file),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(StoreError::io("read", journal)(error)),
        };
        let file = file.as_ref().map(|file| file as &dyn Medium);
        let met = |tally: Option<Tally>| {
            let met = tally.map(|tally| tally.told.is_met_by(file)).transpose();
            met.map_err(StoreError::io("read", journal))
        };
        let (beside, stored) = (met(self.beside)?, met(self.stored)?);
        self.stranger = stranger(beside, stored);
        // The record of another store says nothing about this one.
        let ours = self.beside.zip(beside).filter(|(_, met)| *met != Met::Other);
        let damaged_from = self.journal.damaged_from();
        let held = |(tally, met): (Tally, Met)| (tally.told, met.holds(tally.told.end, damaged_from));
        let held: Vec<(Told, Holds)> = ours.into_iter().chain(self.stored.zip(stored)).map(held).collect();
        let less = held.iter().filter(|(_, holds)| *holds == Holds::Less).map(|(told, _)| *told);
        self.lacking = less.max_by_key(|told| (told.identity.anew, told.end));
        let lacks = held.iter().any(|(_, holds)| *holds != Holds::All);
        // Where nothing proves that the damage costs nothing, it may.
        let harmless = !lacks && !held.is_empty() && self.journal.is_damaged_at_its_end();
        self.journal_hurt = damaged_from.is_some() && !harmless;
        let newest = |stored: Tally| match (self.beside, beside) {
            (Some(tally), Some(met)) if met != Met::Other => tally.told.is_up_to(&stored.told),
            _ => true,
        };
        let mistaken = matches!(self.stranger, Some(Stranger::Journal | Stranger::EarlierJournal));
        // One that does not begin as a journal does is not opened.
        let begun = file.map_or(Ok(0), Medium::length).map_err(StoreError::io("read", journal))? >= HEADER_BYTES;
        let opens = !journal.is_dir() && (!begun || self.journal.header.is_none());
        let behind = mistaken || lacks && opens;
        self.database_stands = self.fits && behind && self.stored.is_some_and(newest);
        if self.lacking.is_some() {
            let closed = std::mem::take(&mut self.journal.commits);
            self.journal = journal::read(journal, Wanted::All)?;
            // Those of the journals closed with packs were read before.
            for (id, commit) in closed {
                self.journal.commits.entry(id).or_insert(commit);
            }
        }
        if self.database_stands || mistaken {
            let history = &mut self.journal.past.history;
            let packed = std::mem::take(&mut history.packed);
            *history = History::default();
            history.packed = packed;
            for timeline in self.heads.values().flatten() {
                history.timelines.insert(timeline.serial, timeline.named_head());
            }
            let bookmarks = self.bookmarks.values().flatten();
            history.bookmarks = bookmarks.map(|bookmark| (bookmark.name.clone(), bookmark.clone())).collect();
        }
        if self.stranger == Some(Stranger::Database) {
            self.database = Database::Absent;
            self.heads.clear();
            self.bookmarks.clear();
        }
        Ok(())
    }

    /// The evidence in the journal alone.
    pub(crate) fn of_journal(folder: &Path) -> Result<Evidence, StoreError> {
        let path = folder.join(JOURNAL);
        let beside = Tally::beside(folder).and_then(Result::ok);
        let journal = journal::read(&path, Wanted::Acknowledged)?;
        let mut evidence = Evidence { journal, beside, ..Evidence::default() };
        evidence.read_labels(folder);
        evidence.read_packs(folder)?;
        evidence.compare_with_tallies(&path)?;
        Ok(evidence)
    }

    /// Reads the packs, and the journals closed with them.
    fn read_packs(&mut self, folder: &Path) -> Result<(), StoreError> {
        let told = &self.journal.past.history.packed;
        let Packed { packs, journals, .. } =
            in_force(folder, told, self.journal.is_whole() && *told != Packed::default());
        let packs = Packs::open(&System, folder, &packs)?;
        self.packs_wrong.extend(packs.wrong.values().map(|error| (pack_of_error(error), why(error))));
        for pack in packs.iter() {
            let mut entries = Vec::new();
            let mut whole = true;
            pack.each(&mut |offset, length, block| {
                match block {
                    Ok(block) => {
                        entries.extend(entries_of(offset, &block));
                        self.packed += block.len() as u64;
                        self.objects.extend(block.into_iter().map(|commit| (commit.id, commit)));
                    }
                    Err(error) => {
                        whole = false;
                        let why = format!("bytes {offset} to {}: {}", offset + length - 1, why(&error));
                        self.packs_wrong.push((Object::Pack(pack.path.clone()), why));
                    }
                }
                Ok(())
            })?;
            if whole && let Err(error) = pack.check_index(entries) {
                self.packs_wrong.push((Object::Pack(pack.path.clone()), why(&error)));
            }
        }
        for path in journals.into_iter().map(|number| journal_of(folder, number)) {
            let reading = journal::read(&path, Wanted::All)?;
            if let Some(header) = &reading.header {
                self.packs_wrong.push((Object::Journal(path.clone()), header.to_string()));
            }
            for Range { start, end } in reading.damaged.iter().chain(&reading.unfinished) {
                let why = format!("bytes {start} to {} are no records", end - 1);
                self.packs_wrong.push((Object::Journal(path.clone()), why));
            }
            for (id, commit) in reading.commits {
                self.journal.commits.entry(id).or_insert(commit);
            }
        }
        Ok(())
    }

    fn read_labels(&mut self, folder: &Path) {
        match label::check(folder) {
            Ok(labels) => self.labels = labels.unwrap_or_default(),
            Err(why) => self.labels_wrong = Some(why),
        }
    }

    /// Compares the labels with the copy in the database.
    fn compare_labels(&mut self, copy: Kept) {
        if copy.changes <= self.labels.changes {
            return;
        }
        let missing = self.labels == Kept::default();
        let why = if missing { "it is not there, and the database has" } else { "it is older than" };
        self.labels_wrong.get_or_insert_with(|| format!("{why} a copy of {} labels", copy.all.len()));
        self.labels_copied = true;
        self.labels = copy;
    }

    /// Reads everything sled returns. What came before an error is kept.
    fn read_database(&mut self, copy: &Path) -> Result<(), StoreError> {
        let sled = Sled::open(copy)?;
        self.heads.extend(stored_heads(&sled)?);
        self.bookmarks.extend(stored_bookmarks(&sled)?);
        self.count = stored_count(&sled)?.and_then(Result::err);
        self.stored = Tally::stored(&sled)?.and_then(Result::ok);
        let names = Heads::load(&sled)?.tally().and(Bookmarks::load(&sled)?.tally());
        self.fits = self.stored.is_some_and(|stored| stored.names == names) && self.heads.values().all(Result::is_ok);
        match label::copy_in(&sled)? {
            Some(Ok(copy)) => self.compare_labels(copy),
            Some(Err(why)) => self.bad.push((Object::LabelsCopy, why)),
            None => {}
        }
        for first in 0..=u8::MAX {
            for (key, value) in sled.scan(Tree::Objects, &[first], usize::MAX)? {
                let Ok(id) = <[u8; 32]>::try_from(&key[..]).map(EventId::from_bytes) else {
                    self.bad.push((stray(&key), Damage::Misplaced("no commit has such a key")));
                    continue;
                };
                match RawCommit::decode(id, &value) {
                    Ok(commit) => drop(self.objects.insert(id, commit)),
                    Err(why) => self.bad.push((Object::Commit(id), why)),
                }
            }
            for (key, value) in sled.scan(Tree::Snapshots, &[first], usize::MAX)? {
                let Ok(after) = <[u8; 32]>::try_from(&key[..]).map(EventId::from_bytes) else {
                    self.bad.push((stray(&key), Damage::Misplaced("no snapshot has such a key")));
                    continue;
                };
                self.snapshots += 1;
                if !snapshot::checks(after, &value) {
                    self.bad.push((Object::Snapshot(after), Damage::Checksum));
                }
            }
        }
        Ok(())
    }

    /// Searches the bytes of the database's files for commits.
    fn carve(&mut self, folder: &Path) -> Result<(), StoreError> {
        carve(folder, &mut |commit| {
            let id = commit.id;
            if self.objects.insert(id, commit).is_none() {
                self.carved.insert(id);
            }
        })
    }
}

fn pack_of_error(error: &StoreError) -> Object {
    match error {
        StoreError::Missing { object, .. } | StoreError::Damaged { object, .. } => object.clone(),
        error => Object::Stray(error.to_string()),
    }
}

fn stray(key: &[u8]) -> Object {
    Object::Stray(key.iter().take(40).map(|byte| format!("{byte:02x}")).collect())
}
