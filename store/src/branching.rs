//! Timelines: created, appended to, forked, renamed and deleted.

use crate::commit::{NewCommit, RawCommit};
use crate::error::StoreError;
use crate::history::What;
use crate::id::{EventId, Kind};
use crate::jumps::Spine;
use crate::store::{Appended, Store};
use crate::timeline::{Fork, Timeline};

impl Store {
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
        self.advance(timeline, &commit, Spine::default())?;
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
        self.advance(timeline, &commit, spine)?;
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
    fn advance(&mut self, timeline: Timeline, commit: &RawCommit, spine: Spine) -> Result<(), StoreError> {
        let timeline = Timeline { tip: commit.id, events: commit.end(), commits: commit.number + 1, ..timeline };
        self.heads.set(timeline, spine.with(commit.node()));
        self.changed()
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

    /// Renames a timeline. It keeps its serial, so its forks still know it.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if its head is not `expected`, and errors of names and timelines.
    pub(crate) fn rename(&mut self, name: &str, expected: EventId, to: &str) -> Result<(), StoreError> {
        self.timeline_at(name, expected)?;
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
        self.timeline_at(name, expected)?;
        let live = self.heads.take(name)?;
        self.tell(What::Gone(live.timeline.serial));
        self.changed()
    }
}

/// Places a commit after the tip of a spine.
pub(crate) fn place(timeline: &str, spine: &Spine, commit: NewCommit) -> Result<RawCommit, StoreError> {
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

fn appended(commit: &RawCommit, already: bool) -> Appended {
    Appended { id: commit.id, number: commit.number, events: commit.end(), already }
}
