//! Reconciles the database and the journal when a store is opened after a crash.
//!
//! The journal is written first, so if both are whole the journal is ahead. A head that moved there
//! moves here too; if its commits are missing, they are rebuilt from the inputs ([`Rebuild`], which
//! needs the rules). Where the journal lost its end that the database knows, the database's heads
//! and bookmarks stand and are written to the journal again ([`Stands`]).

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::bookmark::Bookmark;
use crate::disk::Disk;
use crate::error::{Object, StoreError};
use crate::history::{History, JournalCommit, Packed, Record, What};
use crate::id::EventId;
use crate::journal::{Stands, Wanted, commits_in};
use crate::jumps::Spine;
use crate::pack::{Packs, journal_of};
use crate::store::{Rebuild, Store};
use crate::timeline::{Fork, NamedHead, Timeline};

impl Store {
    /// Reconciles the heads with the journal.
    pub(crate) fn reconcile(&mut self, history: History, stands: Stands, packed: &Packed) -> Result<(), StoreError> {
        self.history = history.clone();
        self.heads.count_to(history.serials());
        let Some(journal) = &mut self.journal else { return Ok(()) };
        if *packed != history.packed {
            // It lost that, too.
            let record = Record { begins: false, what: What::Packed(packed.clone()) };
            self.history.follow(&record);
            journal.record(&record);
        }
        let ours: Vec<Timeline> = self.heads.iter().cloned().collect();
        let behind = |timeline: &Timeline| {
            let theirs = history.timelines.get(&timeline.serial);
            theirs.is_none_or(|theirs| theirs.tip != timeline.tip || theirs.name != timeline.name)
        };
        let serials: HashSet<u64> = ours.iter().map(|timeline| timeline.serial).collect();
        let differ = ours.iter().any(behind) || history.timelines.keys().any(|serial| !serials.contains(serial));
        let commits = if differ { journal.commits()? } else { HashMap::new() };
        let commits = &self.inputs_of(commits);
        // Everything added to the journal forms one operation.
        self.grouped(|store| {
            if differ {
                store.bring_heads_together(&ours, &history, stands, commits)?;
            }
            store.bring_bookmarks_together(&history, stands);
            store.sync()
        })
    }

    fn bring_heads_together(
        &mut self,
        ours: &[Timeline],
        history: &History,
        stands: Stands,
        commits: &Inputs,
    ) -> Result<(), StoreError> {
        for timeline in ours {
            match history.timelines.get(&timeline.serial) {
                None if history.is_gone(timeline.serial) && stands == Stands::Journal => {
                    self.heads.take(&timeline.name)?;
                }
                None => self.write_again(timeline, commits)?,
                Some(theirs) => self.bring_together(timeline, theirs, stands, commits)?,
            }
        }
        for theirs in history.timelines.values() {
            if ours.iter().any(|timeline| timeline.serial == theirs.serial) {
                continue;
            }
            match stands {
                Stands::Database => self.tell(What::Gone(theirs.serial)),
                Stands::Journal | Stands::Both => self.follow(theirs, commits)?,
            }
        }
        Ok(())
    }

    /// Where both stand, the bookmarks of the database stand where it has any.
    fn bring_bookmarks_together(&mut self, history: &History, stands: Stands) {
        let journal = stands == Stands::Journal;
        let ours: Vec<Bookmark> = self.bookmarks.iter().cloned().collect();
        for bookmark in ours {
            match history.bookmarks.get(&bookmark.name) {
                Some(theirs) if *theirs == bookmark => {}
                Some(theirs) if journal => self.bookmarks.set(theirs.clone()),
                None if journal => self.bookmarks.remove(&bookmark.name),
                _ => self.tell(What::Bookmark(bookmark)),
            }
        }
        for theirs in history.bookmarks.values() {
            if self.bookmarks.iter().any(|bookmark| bookmark.name == theirs.name) {
                continue;
            }
            match stands {
                Stands::Database => self.tell(What::Unmarked(theirs.name.clone())),
                Stands::Journal | Stands::Both => self.bookmarks.set(theirs.clone()),
            }
        }
    }

    fn bring_together(
        &mut self,
        ours: &Timeline,
        theirs: &NamedHead,
        stands: Stands,
        commits: &Inputs,
    ) -> Result<(), StoreError> {
        if ours.tip == theirs.tip && ours.name == theirs.name {
            return Ok(());
        }
        let reaches = ours.tip != theirs.tip && self.leads_to(ours.tip, theirs.tip)?;
        // If a journal that stands contains the later place, the head was moved back from there by
        // an undo.
        let whole = stands == Stands::Journal;
        let ahead = reaches && !(whole && commits.has(ours.tip)?);
        // A journal whose last record is torn may also know more: anything acknowledged precedes
        // that record.
        let behind = ours.tip != theirs.tip && self.leads_back(commits, theirs.tip, ours.tip)?;
        if stands == Stands::Database || ahead || !(whole || behind) {
            return self.write_again(ours, commits);
        }
        self.heads.take(&ours.name)?;
        self.follow(theirs, commits)
    }

    /// Takes over a timeline from the journal.
    fn follow(&mut self, theirs: &NamedHead, commits: &Inputs) -> Result<(), StoreError> {
        if theirs.tip.is_zero() {
            // Its creation was interrupted before the genesis was written, so it was never
            // acknowledged.
            self.tell(What::Gone(theirs.serial));
            return Ok(());
        }
        if unless_lost(self.read(theirs.tip))?.is_some() {
            return self.adopt(theirs, theirs.tip).map(|_| ());
        }
        let (base, inputs, lost) = match self.inputs_among(theirs.tip, commits)? {
            Ok((base, inputs)) => (base, inputs, None),
            Err(lost) => (EventId::ZERO, Vec::new(), Some(lost)),
        };
        self.rebuilds.push(Rebuild { timeline: theirs.clone(), base, inputs, lost });
        Ok(())
    }

    /// The last stored commit at or before the given one ([`EventId::ZERO`] if there is none) and
    /// the inputs that lead from it to that commit; or the commit the journal does not know.
    fn inputs_among(&self, tip: EventId, commits: &Inputs) -> Result<Result<Lacking, EventId>, StoreError> {
        let mut inputs = Vec::new();
        let mut base = tip;
        while !base.is_zero() && unless_lost(self.read(base))?.is_none() {
            // Nothing has checked yet that a journal's inputs form no cycle.
            let Some(commit) = commits.get(base).filter(|_| inputs.len() < commits.len()) else {
                return Ok(Err(base));
            };
            inputs.push(commit.clone());
            base = commit.parent;
        }
        inputs.reverse();
        Ok(Ok((base, inputs)))
    }

    /// The inputs that lead to a missing commit from the last stored one before it.
    pub(crate) fn inputs_to(&mut self, commit: EventId) -> Result<Lacking, StoreError> {
        let commits = match &mut self.journal {
            Some(journal) => {
                journal.sync()?;
                journal.commits()?
            }
            None => HashMap::new(),
        };
        let commits = self.inputs_of(commits);
        let missing = |lost| StoreError::Missing { object: Object::Commit(lost), wanted_by: None };
        self.inputs_among(commit, &commits)?.map_err(missing)
    }

    /// Sets a timeline to the journal's version, with its head at a stored commit.
    pub(crate) fn adopt(&mut self, theirs: &NamedHead, tip: EventId) -> Result<Timeline, StoreError> {
        let commit = self.read(tip)?;
        let mut name = theirs.name.clone();
        let mut number = 1;
        while self.heads.get(&name).is_ok() {
            number += 1;
            name = format!("{} ({number})", theirs.name);
        }
        let timeline = Timeline {
            name,
            serial: theirs.serial,
            tip,
            events: commit.end(),
            commits: commit.number + 1,
            forked: theirs.forked,
        };
        if tip != theirs.tip || timeline.name != theirs.name {
            self.tell_timeline(&timeline);
        }
        self.heads.set(timeline.clone(), Spine::default());
        Ok(timeline)
    }

    /// Writes to the journal the commits of a timeline that it lacks. Unreadable commits are
    /// skipped; reading them will report the damage.
    fn write_again(&mut self, timeline: &Timeline, commits: &Inputs) -> Result<(), StoreError> {
        let unknown = !self.history.timelines.contains_key(&timeline.serial);
        let in_journal = |id| Ok(unless_lost(commits.has(id))?.unwrap_or(false));
        unless_lost(self.try_write_again(timeline, unknown, &in_journal)).map(|_| ())
    }

    /// Creates a timeline over commits already written, and adds to the journal what it lacks.
    pub(crate) fn install(
        &mut self,
        name: &str,
        tip: EventId,
        forked: Option<Fork>,
        in_journal: &dyn Fn(EventId) -> Result<bool, StoreError>,
    ) -> Result<Timeline, StoreError> {
        self.heads.check_free(name)?;
        let commit = self.read(tip)?;
        let serial = self.heads.next_serial();
        let (events, commits) = (commit.end(), commit.number + 1);
        let timeline = Timeline { name: name.to_owned(), serial, tip, events, commits, forked };
        self.grouped(|store| store.try_write_again(&timeline, false, in_journal))?;
        self.heads.set(timeline.clone(), Spine::default());
        Ok(timeline)
    }

    /// With `counted`, what is not missing counts as appended, as far as it comes after the fork.
    fn try_write_again(
        &mut self,
        timeline: &Timeline,
        counted: bool,
        in_journal: &dyn Fn(EventId) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        let mut known = self.read(timeline.tip)?;
        let mut missing = Vec::new();
        while !in_journal(known.id)? {
            let number = known.number;
            let parent = (number > 0).then(|| self.parent_of(&known)).transpose()?;
            missing.push(known.id);
            match parent {
                Some(parent) => known = parent,
                None => break,
            }
        }
        let (base, commits) = match missing.last() {
            Some(oldest) => self.read(*oldest).map(|oldest| (oldest.parent, oldest.number))?,
            None => (known.id, known.number + 1),
        };
        let fork = timeline.forked.filter(|_| counted).map(|fork| unless_lost(self.read(fork.tip))).transpose()?;
        let shared = fork.flatten().map_or(0, |fork| fork.number + 1);
        let appended = if counted { commits.saturating_sub(shared) } else { 0 };
        self.tell(What::placed(NamedHead { tip: base, ..timeline.named_head() }, appended));
        for id in missing.into_iter().rev() {
            let commit = self.read(id)?;
            self.tell_commit(timeline, &commit);
        }
        Ok(())
    }

    /// The inputs of the journal and of those closed with packs.
    fn inputs_of(&self, own: HashMap<EventId, JournalCommit>) -> Inputs {
        let place = self.folder.clone().map(|folder| (Arc::clone(&self.disk), folder));
        let (packs, journals) = (Arc::clone(&self.packs), self.history.packed.journals.clone());
        Inputs { own, packs, closed: OnceCell::new(), journals, place }
    }

    /// Whether a chain reaches a commit ([`Store::reaches`]). One that is damaged reaches nothing.
    fn leads_to(&self, tip: EventId, commit: EventId) -> Result<bool, StoreError> {
        Ok(unless_lost(self.reaches(tip, commit))?.unwrap_or(false))
    }

    /// Whether the inputs of the journal lead back from one commit to another.
    fn leads_back(&self, commits: &Inputs, from: EventId, to: EventId) -> Result<bool, StoreError> {
        let mut at = from;
        // At most as often as there are commits: nothing has checked yet that they form no cycle.
        for _ in 0..=commits.own.len() {
            match commits.own.get(&at) {
                _ if at == to => return Ok(true),
                Some(commit) => at = commit.parent,
                None => return Ok(!at.is_zero() && self.leads_to(at, to)?),
            }
        }
        Ok(false)
    }
}

/// The last stored commit, and the inputs that lead on from it.
type Lacking = (EventId, Vec<JournalCommit>);

/// None for what is damaged or missing. Any other error says nothing of what is stored.
fn unless_lost<T>(result: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match result {
        Ok(it) => Ok(Some(it)),
        Err(StoreError::Damaged { .. } | StoreError::Missing { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The inputs that a store's journals have.
struct Inputs {
    /// Those of the journal.
    own: HashMap<EventId, JournalCommit>,
    packs: Arc<Packs>,
    /// Those of the journals closed with packs. They are read only if a commit is nowhere else.
    closed: OnceCell<HashMap<EventId, JournalCommit>>,
    journals: Vec<u32>,
    place: Option<(Arc<dyn Disk>, PathBuf)>,
}

impl Inputs {
    fn get(&self, id: EventId) -> Option<&JournalCommit> {
        self.own.get(&id).or_else(|| self.closed().get(&id))
    }

    fn closed(&self) -> &HashMap<EventId, JournalCommit> {
        self.closed.get_or_init(|| {
            let Some((disk, folder)) = &self.place else { return HashMap::new() };
            let files = self.journals.iter().filter_map(|number| disk.open_to_read(&journal_of(folder, *number)).ok());
            files.filter_map(|file| commits_in(&*file, Wanted::All).ok()).flatten().collect()
        })
    }

    fn len(&self) -> usize {
        self.own.len() + self.closed.get().map_or(0, HashMap::len)
    }

    /// Whether the journal has the input of a commit, or a pack the commit.
    fn has(&self, id: EventId) -> Result<bool, StoreError> {
        Ok(self.own.contains_key(&id) || self.packs.contains(id)?)
    }
}
