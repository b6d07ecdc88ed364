//! Checks whether a store is whole, and saves what it can if it is not.
//!
//! [`check`] reads every object, every record and the journal without trusting what points at them,
//! and changes nothing. [`salvage`] writes the longest verified part of every timeline into a new
//! store: commits that hash to their ids, from the database or from the bytes of its files, and,
//! for lost ones, the results of the journal's inputs if they have the same ids. [`read_beside`]
//! reads a store that another process has open from its journal alone.
//!
//! `evidence` gathers what is there, `chains` follows it from each genesis on, and this module
//! reports and writes it.

mod chains;
mod evidence;
mod report;

use retrace_core::plain::steers;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use retrace_core::state::Game;

use crate::bookmark::Bookmark;
use crate::catalogue::Catalogues;
use crate::commit::NewCommit;
use crate::error::{Object, StoreError};
use crate::folder::JOURNAL;
use crate::id::EventId;
use crate::jumps::Spine;
use crate::label::Label;
use crate::log::Log;
use crate::regular::check_regular;
use crate::store::{Durability, Options};
use crate::timeline::Fork;
use crate::typed::Commit;
use crate::watch::{Stopped, Watch, nobody, tell};
use chains::{Known, Link};
use evidence::Evidence;

pub use report::{Cost, Finding, Report};

/// What was saved of a timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// Its name in the new store.
    pub timeline: String,
    /// How many of its events were saved.
    pub events: u64,
    /// How many it had; none if nothing records that any more.
    pub of: Option<u64>,
    /// How many commits came from the database.
    pub from_database: u64,
    /// How many were rebuilt from the inputs in the journal.
    pub from_journal: u64,
    /// Why it ends too early, if it does.
    pub lost: Option<String>,
}

impl Saved {
    /// Whether all of it was saved.
    pub fn is_whole(&self) -> bool {
        self.lost.is_none()
    }
}

/// Checks a store without changing it. If another process has it open, checks only what the journal
/// holds.
///
/// # Errors
/// [`StoreError::NoStore`] for a folder that is not a store, [`StoreError::TooNew`] for one of a
/// newer version, and errors of reading files. Damage is not an error but a finding.
pub fn check(folder: &Path) -> Result<Report, StoreError> {
    let evidence = Evidence::gather(folder)?;
    let timelines = chains::timelines(&evidence);
    let findings = report::findings(folder, &evidence, &timelines);
    // Only if something is wrong, or only inputs are available, must it find out what can be saved.
    let whole = findings.is_empty()
        && timelines.iter().all(|known| known.links.iter().all(|link| matches!(link, Link::Stored(_))));
    let saved = if whole {
        timelines.iter().map(report::untouched).collect()
    } else {
        let mut log = Log::in_memory()?;
        log.catalogues = Arc::new(Catalogues::beside(folder));
        write(&mut log, &evidence, &timelines, &mut nobody)?
    };
    Ok(report::told(&evidence, findings, saved))
}

/// Writes the longest verified part of every timeline of a store into a new one. Leaves the old one
/// unchanged.
///
/// # Errors
/// As for [`check`]; [`StoreError::NotEmpty`] for a folder that is not new, and errors of writing.
pub fn salvage(folder: &Path, into: &Path) -> Result<(Report, Vec<Saved>), StoreError> {
    if fs::read_dir(into).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(StoreError::NotEmpty { path: into.to_owned() });
    }
    let evidence = Evidence::gather(folder)?;
    let timelines = chains::timelines(&evidence);
    let findings = report::findings(folder, &evidence, &timelines);
    let mut log = Log::open(into, Options { durability: Durability::AtClose })?;
    log.catalogues.keep_all_of(folder)?;
    let saved = write(&mut log, &evidence, &timelines, &mut nobody)?;
    log.close()?;
    Ok((report::told(&evidence, findings, saved.clone()), saved))
}

/// Why a store was read from its journal alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Another process has it open.
    InUse,
    /// It is read-only, and opening its database would write.
    ReadOnly,
    /// The disk is too full for what its database would write.
    Full,
}

/// How up to date a read is of a store that another process has open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freshness {
    /// Why its database was not opened.
    pub why: Beside,
    /// The process that has the store open, if known.
    pub pid: Option<u32>,
    /// How many commits the journal has.
    pub commits: u64,
    /// When the journal was last written, if the system knows.
    pub written: Option<SystemTime>,
    /// What could not be rebuilt from it.
    pub lost: Vec<Saved>,
}

/// Opens a store for reading. One that is open elsewhere, read-only or on a full disk is read from
/// its journal; the result then says how fresh that is.
///
/// # Errors
/// Those of [`Log::open`] except [`StoreError::Locked`], [`StoreError::ReadOnly`] and
/// [`StoreError::DiskFull`], and those of [`read_beside`].
pub fn open_to_read(folder: &Path) -> Result<(Log, Option<Freshness>), StoreError> {
    open_to_read_with(folder, &mut nobody)
}

/// Like [`open_to_read`], with progress and cancelling: rebuilding from the journal may take long.
///
/// # Errors
/// As for [`open_to_read`], and [`StoreError::Stopped`].
pub fn open_to_read_with(folder: &Path, watch: Watch<'_>) -> Result<(Log, Option<Freshness>), StoreError> {
    let opened = Log::open_patiently(folder, Options::default(), Duration::ZERO, watch);
    or_beside(folder, opened, watch)
}

fn or_beside(
    folder: &Path,
    opened: Result<Log, StoreError>,
    watch: Watch<'_>,
) -> Result<(Log, Option<Freshness>), StoreError> {
    let (why, pid) = match opened {
        Err(StoreError::Locked { pid, .. }) => (Beside::InUse, pid),
        // Reading needs no room.
        Err(StoreError::DiskFull { .. }) => (Beside::Full, None),
        Err(StoreError::ReadOnly { .. }) => (Beside::ReadOnly, None),
        opened => return opened.map(|log| (log, None)),
    };
    beside(folder, (why, pid), watch).map(|(log, freshness)| (log, Some(freshness)))
}

/// Reads a store from its journal alone, without a lock and without changing it: all timelines as
/// far as the journal goes, rebuilt from their inputs in memory. With `EveryCommit` that is
/// everything acknowledged.
///
/// # Errors
/// [`StoreError::NoStore`], [`StoreError::TooNew`], and errors of reading files.
pub fn read_beside(folder: &Path, pid: Option<u32>) -> Result<(Log, Freshness), StoreError> {
    beside(folder, (Beside::InUse, pid), &mut nobody)
}

fn beside(folder: &Path, (why, pid): (Beside, Option<u32>), watch: Watch<'_>) -> Result<(Log, Freshness), StoreError> {
    let path = folder.join(JOURNAL);
    check_regular(folder)?;
    if !path.try_exists().map_err(StoreError::io("read", &path))? {
        return Err(StoreError::NoStore { path: folder.to_owned() });
    }
    let written = std::fs::metadata(&path).and_then(|data| data.modified()).ok();
    let evidence = Evidence::of_journal(folder)?;
    if let Some(stranger) = evidence.stranger {
        return Err(stranger.in_store(folder));
    }
    if let Some(why) = evidence.journal.header {
        return Err(StoreError::Damaged { object: Object::Journal(path), why });
    }
    if let Some(told) = evidence.lacking {
        return Err(StoreError::Lost { path: folder.to_owned(), commits: told.commits, last: told.commit });
    }
    let mut log = Log::in_memory()?;
    log.catalogues = Arc::new(Catalogues::beside(folder));
    let saved = write(&mut log, &evidence, &chains::timelines(&evidence), watch)?;
    let lost = saved.into_iter().filter(|saved| !saved.is_whole()).collect();
    // The operations are those the journal records, not the rebuilding done here.
    log.store.history = evidence.journal.past.history.clone();
    Ok((log, Freshness { why, pid, commits: evidence.journal.commits.len() as u64, written, lost }))
}

/// Writes all that can be recovered of the timelines into an empty log.
fn write(log: &mut Log, evidence: &Evidence, timelines: &[Known], watch: Watch<'_>) -> Result<Vec<Saved>, StoreError> {
    let mut saved = Vec::with_capacity(timelines.len());
    let mut serials: HashMap<u64, u64> = HashMap::new();
    // The commits already written, and those the new journal has.
    let mut written: HashSet<EventId> = HashSet::new();
    let in_journal: RefCell<HashSet<EventId>> = RefCell::default();
    let of = timelines.iter().map(|known| known.links.len() as u64).sum();
    let mut done = 0;
    for known in timelines {
        let mut made = Made::default();
        let name = free_name(log, &known.name);
        let end = done + known.links.len() as u64;
        let stopped = made.write(log, evidence, known, &name, &mut written, &mut |events| {
            done = (done + 1).min(end);
            tell(watch, done, of, events)
        })?;
        done = end;
        let lost = match (stopped, known.gap, known.tip) {
            (Some(why), ..) => Some(why),
            (None, Some(gap), _) => Some(format!("commit {gap} is neither in the database nor in the journal")),
            (None, None, None) => Some("nobody knows where its head is".to_owned()),
            (None, None, Some(_)) => None,
        };
        let end = made.spine.tip().map_or(0, |tip| tip.end);
        if let Some(tip) = made.spine.tip() {
            // Where it was forked, if that was saved too.
            let labels = evidence.labels.all.iter().filter(|label| label.timeline == known.name);
            log.change_labels([], labels.map(|label| Label { timeline: name.clone(), ..label.clone() }))?;
            let forked = known.forked.filter(|fork| fork.events <= end);
            let forked = forked.and_then(|fork| Some(Fork { from: *serials.get(&fork.from)?, ..fork }));
            let timeline = log.store.install(&name, tip.id, forked, &|id| Ok(in_journal.borrow().contains(&id)))?;
            in_journal.borrow_mut().extend(known.links.iter().take(made.links).map(|link| link.id()));
            serials.insert(known.serial, timeline.serial);
        }
        saved.push(Saved {
            timeline: name,
            events: end,
            of: if lost.is_none() { Some(end) } else { known.events.filter(|events| *events >= end) },
            from_database: made.stored,
            from_journal: made.links as u64 - made.stored,
            lost,
        });
    }
    save_bookmarks(log, evidence, &serials)?;
    Ok(saved)
}

/// Writes the bookmarks whose events are saved. Where journal and database differ, the history of
/// the evidence has those that stand.
fn save_bookmarks(log: &mut Log, evidence: &Evidence, serials: &HashMap<u64, u64>) -> Result<(), StoreError> {
    let stored = evidence.bookmarks.values().flatten().map(|bookmark| (bookmark.name.as_str(), bookmark));
    let mut bookmarks: BTreeMap<&str, &Bookmark> = stored.collect();
    bookmarks.extend(evidence.journal.past.history.bookmarks.iter().map(|(name, bookmark)| (name.as_str(), bookmark)));
    for bookmark in bookmarks.into_values() {
        let own = serials.get(&bookmark.timeline).and_then(|serial| log.store().timeline_by_serial(*serial));
        let names: Vec<String> = own.into_iter().chain(log.timelines()).map(|timeline| timeline.name.clone()).collect();
        for name in names {
            let at =
                log.timeline(&name).ok().and_then(|timeline| log.store().commit_at(timeline.tip, bookmark.event).ok());
            if at.is_some_and(|commit| commit.id == bookmark.commit) {
                log.set_bookmark(&bookmark.name, None, (&name, bookmark.event), &bookmark.note)?;
                break;
            }
        }
    }
    Ok(())
}

/// A free name for a timeline, similar to this one.
fn free_name(log: &Log, name: &str) -> String {
    let good = |name: &str| log.store().is_free(name);
    let short: String = name.chars().filter(|letter| !steers(*letter)).take(25).collect();
    let mut candidates =
        std::iter::once(name.to_owned()).chain((2u32..).map(|number| format!("{} ({number})", short.trim())));
    candidates.find(|name| good(name)).unwrap_or_default()
}

/// Progress in writing a timeline.
#[derive(Default)]
struct Made {
    spine: Spine,
    /// How many of its links are written.
    links: usize,
    /// How many of those came from storage.
    stored: u64,
}

impl Made {
    /// Writes the links in order; returns why it stopped early, if it did.
    fn write(
        &mut self,
        log: &mut Log,
        evidence: &Evidence,
        known: &Known,
        name: &str,
        written: &mut HashSet<EventId>,
        went_on: &mut dyn FnMut(u64) -> Result<(), Stopped>,
    ) -> Result<Option<String>, StoreError> {
        let there = known.links.iter().take_while(|link| written.contains(&link.id())).count();
        if let Some(last) = there.checked_sub(1).and_then(|last| known.links.get(last)) {
            self.spine = log.store().spine(last.id())?;
            self.links = there;
            self.stored = known.links.iter().take(there).filter(|link| matches!(link, Link::Stored(_))).count() as u64;
        }
        // The game is needed where inputs must be run.
        let mut game: Option<Game> = None;
        for link in known.links.iter().skip(there) {
            went_on(self.spine.tip().map_or(0, |tip| tip.end))?;
            let result = match link {
                Link::Stored(id) => {
                    game = None;
                    match evidence.objects.get(id) {
                        Some(commit) => Commit::from_raw(commit).map_err(|error| error.to_string()).and_then(|_| {
                            let (input, entries) = (commit.input.clone(), commit.entries.clone());
                            let new = NewCommit { format: commit.format, input, entries };
                            log.put_expected(name, &mut self.spine, new, *id).map_err(|error| error.to_string())
                        }),
                        None => Ok(None),
                    }
                    .map(|commit| commit.is_some())
                }
                Link::Input(id) => match evidence.journal.commits.get(id) {
                    Some(commit) => {
                        if let (None, Some(tip)) = (&game, self.spine.tip()) {
                            game = Some(log.fold(tip.id)?);
                        }
                        log.remake(name, game.as_ref(), &mut self.spine, commit)?.map(|after| {
                            game = Some(after);
                            true
                        })
                    }
                    None => Ok(false),
                },
            };
            match result {
                Ok(true) => {
                    self.links += 1;
                    self.stored += u64::from(matches!(link, Link::Stored(_)));
                    written.insert(link.id());
                }
                Ok(false) => return Ok(Some(format!("commit {} does not follow the one before", link.id()))),
                Err(why) => return Ok(Some(format!("commit {}: {why}", link.id()))),
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use retrace_core::fact::{Genesis, PlayerId, PlayerSetup};
    use retrace_core::rules;

    use super::*;
    use crate::carve::copy_folder;
    use crate::disk::faulty::Faulty;
    use crate::store::Store;

    #[test]
    fn a_store_that_may_not_be_written_is_read_from_its_journal() {
        let player = |name: &str| PlayerSetup { name: name.to_owned(), ..Default::default() };
        let genesis = Genesis {
            seed: 1,
            players: vec![player("Ann"), player("Bob")],
            starting_player: PlayerId(0),
            cards: Vec::new(),
            ..Genesis::default()
        };
        let folder = tempfile::tempdir().unwrap();
        let (_, steps) = rules::start(&genesis).unwrap();
        let mut log = Log::open(folder.path(), Options::default()).unwrap();
        let tip = log.create("main", &genesis, &steps).unwrap().id;
        log.close().unwrap();

        // The copy of a read-only store can be written: sled writes when it is opened.
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(from.path().join("db"), "bytes").unwrap();
        let mut only_read = fs::metadata(from.path().join("db")).unwrap().permissions();
        only_read.set_readonly(true);
        fs::set_permissions(from.path().join("db"), only_read).unwrap();
        copy_folder(from.path(), to.path()).unwrap();
        let copied = to.path().join("db");
        assert!(fs::read(&copied).unwrap() == b"bytes" && !fs::metadata(&copied).unwrap().permissions().readonly());
        // A file that may not be read is not damage.
        let refused = StoreError::io("read", "x")(std::io::ErrorKind::PermissionDenied.into());
        assert!(matches!(refused, StoreError::NotReadable { .. }) && refused.is_of_the_system());

        let disk = Faulty::default();
        disk.read_only(true);
        let refused = Store::open_on(Arc::new(disk), folder.path(), Options::default()).map(Log::over);
        assert!(matches!(refused, Err(StoreError::ReadOnly { .. })));
        let (log, freshness) = or_beside(folder.path(), refused, &mut nobody).unwrap();
        assert_eq!(log.timeline("main").unwrap().tip, tip);
        assert_eq!(freshness.map(|it| (it.why, it.pid, it.commits)), Some((Beside::ReadOnly, None, 1)));
        let (log, freshness) = open_to_read(folder.path()).unwrap();
        assert_eq!((log.timeline("main").unwrap().tip, freshness), (tip, None));
    }
}
