//! After a crash: the database and the journal are brought together when the store is opened.
//!
//! The journal is written first, so where both are whole it is the journal that knows more: a head that it has moved is
//! moved here too if the commits are there, and rebuilt from its inputs if they are not ([`Rebuild`], which needs the
//! rules). Where the journal lost its end, or is older than the database, the database's heads stand, and are written
//! to the journal again.

use std::collections::HashMap;

use crate::error::StoreError;
use crate::id::EventId;
use crate::journal::{JournalCommit, JournalTimeline, Past};
use crate::seek::Spine;
use crate::store::Store;
use crate::timeline::{Fork, Timeline};

/// A timeline whose commits, or the last of them, only the journal has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rebuild {
    /// The timeline as the journal knows it.
    pub(crate) timeline: JournalTimeline,
    /// The last commit that is in the database; [`EventId::ZERO`] if none is.
    pub(crate) base: EventId,
    /// The inputs from there, in order.
    pub(crate) inputs: Vec<JournalCommit>,
    /// The commit that nobody knows how to make, if the inputs do not lead back to one that is there.
    pub(crate) lost: Option<EventId>,
}

impl Store {
    /// Brings the heads and the journal together.
    pub(crate) fn reconcile(&mut self, past: Past) -> Result<(), StoreError> {
        let Some(journal) = &self.journal else { return Ok(()) };
        let highest = past.timelines.keys().chain(&past.gone).max();
        self.heads.count_to(highest.map_or(0, |serial| serial + 1));

        let ours: Vec<Timeline> = self.heads.iter().cloned().collect();
        let behind = |timeline: &Timeline| {
            let theirs = past.timelines.get(&timeline.serial);
            theirs.is_none_or(|theirs| theirs.tip != timeline.tip || theirs.name != timeline.name)
        };
        let differ =
            ours.iter().any(behind) || past.timelines.keys().any(|serial| self.heads.by_serial(*serial).is_none());
        if !differ {
            return Ok(());
        }
        let commits = journal.commits()?;

        for timeline in &ours {
            match past.timelines.get(&timeline.serial) {
                None if past.gone.contains(&timeline.serial) && past.whole => {
                    self.heads.take(&timeline.name)?;
                }
                None => self.write_again(timeline, &commits)?,
                Some(theirs) => self.bring_together(timeline, theirs, past.whole, &commits)?,
            }
        }
        for theirs in past.timelines.values() {
            if !ours.iter().any(|timeline| timeline.serial == theirs.serial) {
                self.follow(theirs, &commits)?;
            }
        }
        self.sync()
    }

    fn bring_together(
        &mut self,
        ours: &Timeline,
        theirs: &JournalTimeline,
        whole: bool,
        commits: &HashMap<EventId, JournalCommit>,
    ) -> Result<(), StoreError> {
        if ours.tip == theirs.tip && ours.name == theirs.name {
            return Ok(());
        }
        // A chain that cannot be read reaches nothing.
        let ahead = ours.tip != theirs.tip && self.reaches(ours.tip, theirs.tip).unwrap_or(false);
        // Also a journal whose last record is torn may know more: what was acknowledged is before that record.
        let behind = ours.tip != theirs.tip && leads_back(commits, theirs.tip, ours.tip);
        if ahead || !(whole || behind) {
            return self.write_again(ours, commits);
        }
        self.heads.take(&ours.name)?;
        self.follow(theirs, commits)
    }

    /// Takes a timeline over from the journal.
    fn follow(
        &mut self,
        theirs: &JournalTimeline,
        commits: &HashMap<EventId, JournalCommit>,
    ) -> Result<(), StoreError> {
        if theirs.tip.is_zero() {
            // It was being created, and its genesis did not come to be written: it was never acknowledged.
            if let Some(journal) = &mut self.journal {
                journal.gone(theirs.serial);
            }
            return Ok(());
        }
        if self.read(theirs.tip).is_ok() {
            return self.adopt(theirs, theirs.tip).map(|_| ());
        }
        let mut inputs = Vec::new();
        let mut base = theirs.tip;
        let mut lost = None;
        while !base.is_zero() && self.read(base).is_err() {
            // Nobody has checked yet that a journal's inputs do not go round.
            let Some(commit) = commits.get(&base).filter(|_| inputs.len() < commits.len()) else {
                lost = Some(base);
                break;
            };
            inputs.push(commit.clone());
            base = commit.parent;
        }
        if lost.is_some() {
            base = EventId::ZERO;
            inputs.clear();
        }
        inputs.reverse();
        self.rebuilds.push(Rebuild { timeline: theirs.clone(), base, inputs, lost });
        Ok(())
    }

    /// Sets a timeline as the journal has it, with its head at a commit that is there.
    pub(crate) fn adopt(&mut self, theirs: &JournalTimeline, tip: EventId) -> Result<Timeline, StoreError> {
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
        if (tip != theirs.tip || timeline.name != theirs.name)
            && let Some(journal) = &mut self.journal
        {
            journal.timeline(&timeline);
        }
        self.heads.set(timeline.clone(), Spine::default());
        Ok(timeline)
    }

    /// Writes to the journal what it lacks of a timeline. What cannot be read cannot be written; reading it will tell.
    fn write_again(
        &mut self,
        timeline: &Timeline,
        commits: &HashMap<EventId, JournalCommit>,
    ) -> Result<(), StoreError> {
        match self.try_write_again(timeline, &|id| commits.contains_key(&id)) {
            Err(StoreError::Damaged { .. } | StoreError::Missing { .. }) => Ok(()),
            other => other,
        }
    }

    /// Makes a timeline of commits that have been written already, and tells the journal what it does not know.
    pub(crate) fn install(
        &mut self,
        name: &str,
        tip: EventId,
        forked: Option<Fork>,
        in_journal: &dyn Fn(EventId) -> bool,
    ) -> Result<Timeline, StoreError> {
        self.heads.check_free(name)?;
        let commit = self.read(tip)?;
        let serial = self.heads.next_serial();
        let (events, commits) = (commit.end(), commit.number + 1);
        let timeline = Timeline { name: name.to_owned(), serial, tip, events, commits, forked };
        if self.journal.is_some() {
            self.try_write_again(&timeline, in_journal)?;
        }
        self.heads.set(timeline.clone(), Spine::default());
        Ok(timeline)
    }

    fn try_write_again(&mut self, timeline: &Timeline, in_journal: &dyn Fn(EventId) -> bool) -> Result<(), StoreError> {
        let mut known = self.read(timeline.tip)?;
        let mut missing = Vec::new();
        while !in_journal(known.id) {
            let number = known.number;
            let parent = (number > 0).then(|| self.parent_of(&known)).transpose()?;
            missing.push(known.id);
            match parent {
                Some(parent) => known = parent,
                None => break,
            }
        }
        let base = match missing.last() {
            Some(oldest) => self.read(*oldest)?.parent,
            None => known.id,
        };
        if let Some(journal) = &mut self.journal {
            journal.timeline(&Timeline { tip: base, ..timeline.clone() });
        }
        for id in missing.into_iter().rev() {
            let commit = self.read(id)?;
            if let Some(journal) = &mut self.journal {
                journal.commit(timeline, &commit);
            }
        }
        Ok(())
    }
}

/// Whether the inputs of the journal lead back from one commit to another.
fn leads_back(commits: &HashMap<EventId, JournalCommit>, from: EventId, to: EventId) -> bool {
    let mut at = from;
    // No more often than there are commits: nobody has checked yet that they do not go round.
    for _ in 0..=commits.len() {
        match commits.get(&at) {
            _ if at == to => return true,
            Some(commit) => at = commit.parent,
            None => return false,
        }
    }
    false
}
