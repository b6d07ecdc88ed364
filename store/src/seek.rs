//! Finds a place in a long chain with few reads, by the jumps that commits have
//! ([`jumps`](crate::jumps)).

use std::collections::VecDeque;

use crate::commit::RawCommit;
use crate::error::{Damage, Object, StoreError};
use crate::id::EventId;
use crate::jumps::{Spine, jump_number};
use crate::store::Store;

/// How many commits [`Commits`] reads ahead.
const CHUNK: u64 = 128;

/// Where two chains part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The last commit both have; none if they begin differently.
    pub common: Option<EventId>,
    /// The number of events up to it.
    pub common_events: u64,
    /// The first commit after it on the left; none if the left chain ends there.
    pub left: Option<EventId>,
    /// The same on the right.
    pub right: Option<EventId>,
    /// The number of the first event that differs in id or exists on one side only; none if the
    /// chains are equal.
    pub first_different: Option<u64>,
}

impl Store {
    /// The chain of jumps from a tip.
    pub(crate) fn spine(&self, tip: EventId) -> Result<Spine, StoreError> {
        let mut commit = self.read(tip)?;
        let mut nodes = vec![commit.node()];
        while commit.number > 0 {
            commit = self.jump_of(&commit)?;
            nodes.push(commit.node());
        }
        Ok(nodes.into_iter().collect())
    }

    /// The parent of a commit other than the genesis.
    pub(crate) fn parent_of(&self, commit: &RawCommit) -> Result<RawCommit, StoreError> {
        let parent = self.read_for(commit.parent, Object::Commit(commit.id))?;
        if parent.number + 1 == commit.number && parent.end() == commit.first_event {
            Ok(parent)
        } else {
            Err(StoreError::damaged(commit.id, Damage::Misplaced("its numbers do not follow its parent's")))
        }
    }

    pub(crate) fn jump_of(&self, commit: &RawCommit) -> Result<RawCommit, StoreError> {
        let jump = self.read_for(commit.jump, Object::Commit(commit.id))?;
        if jump.number == jump_number(commit.number) && jump.end() == commit.jump_end {
            Ok(jump)
        } else {
            Err(StoreError::damaged(commit.id, Damage::Misplaced("its jump leads to another place than it says")))
        }
    }

    /// The commit of this number, at or before `from`. O(log n) reads.
    pub(crate) fn back_to(&self, from: RawCommit, number: u64) -> Result<RawCommit, StoreError> {
        let mut commit = from;
        while commit.number > number {
            commit =
                if jump_number(commit.number) >= number { self.jump_of(&commit)? } else { self.parent_of(&commit)? };
        }
        Ok(commit)
    }

    /// The commit of this number, counted from 0, in the chain that ends at `tip`; none if the
    /// chain is shorter. O(log n) reads.
    ///
    /// # Errors
    /// [`StoreError`] for a chain that cannot be read.
    pub fn commit_number(&self, tip: EventId, number: u64) -> Result<Option<RawCommit>, StoreError> {
        let tip = self.read(tip)?;
        if number > tip.number { Ok(None) } else { self.back_to(tip, number).map(Some) }
    }

    /// The commit that holds the event of this number in the chain that ends at `tip`. O(log n)
    /// reads.
    ///
    /// # Errors
    /// [`StoreError::NoEvent`] for an event beyond the tip; others for a chain that cannot be read.
    pub fn commit_at(&self, tip: EventId, event: u64) -> Result<RawCommit, StoreError> {
        let mut commit = self.read(tip)?;
        if event >= commit.end() {
            return Err(StoreError::NoEvent { wanted: event, events: commit.end() });
        }
        while event < commit.first_event {
            commit = if event < commit.jump_end { self.jump_of(&commit)? } else { self.parent_of(&commit)? };
        }
        Ok(commit)
    }

    /// The commit at whose end the chain has `events` events, in the chain that ends at `tip`.
    /// O(log n) reads.
    ///
    /// # Errors
    /// [`StoreError::InsideCommit`] if no commit ends there, [`StoreError::NoEvent`] beyond the
    /// tip; others for a chain that cannot be read.
    pub(crate) fn commit_ending(&self, tip: EventId, events: u64) -> Result<RawCommit, StoreError> {
        let last = events.checked_sub(1).ok_or_else(|| StoreError::InsideCommit {
            events,
            before: 0,
            after: self.commit_at(tip, 0).map_or(0, |genesis| genesis.end()),
        })?;
        let commit = self.commit_at(tip, last)?;
        if commit.end() == events {
            Ok(commit)
        } else {
            Err(StoreError::InsideCommit { events, before: commit.first_event, after: commit.end() })
        }
    }

    /// Whether the chain that ends at `tip` contains a commit. O(log n) reads.
    ///
    /// # Errors
    /// [`StoreError`] for a chain that cannot be read. A commit that is not in the store is in no
    /// chain.
    pub fn reaches(&self, tip: EventId, commit: EventId) -> Result<bool, StoreError> {
        if tip == commit {
            return Ok(true);
        }
        if !self.contains(commit)? {
            return Ok(false);
        }
        let number = self.read(commit)?.number;
        Ok(self.commit_number(tip, number)?.is_some_and(|found| found.id == commit))
    }

    /// The last commit that two chains share; none if they begin differently. O(log n) reads.
    ///
    /// # Errors
    /// [`StoreError`] for a chain that cannot be read.
    pub(crate) fn common_ancestor(&self, left: EventId, right: EventId) -> Result<Option<RawCommit>, StoreError> {
        self.part(self.read(left)?, self.read(right)?).map(|(common, _)| common)
    }

    /// The last commit that two chains share, and the first of each after it if both have one.
    fn part(&self, left: RawCommit, right: RawCommit) -> Result<(Option<RawCommit>, Option<Sides>), StoreError> {
        let number = left.number.min(right.number);
        let (mut left, mut right) = (self.back_to(left, number)?, self.back_to(right, number)?);
        if left.id == right.id {
            return Ok((Some(left), None));
        }
        loop {
            if left.parent == right.parent {
                let common = if left.number == 0 { None } else { Some(self.parent_of(&left)?) };
                return Ok((common, Some((left, right))));
            }
            if left.jump == right.jump {
                (left, right) = (self.parent_of(&left)?, self.parent_of(&right)?);
            } else {
                (left, right) = (self.jump_of(&left)?, self.jump_of(&right)?);
            }
        }
    }

    /// Where two chains part. O(log n) reads.
    ///
    /// # Errors
    /// [`StoreError`] for a chain that cannot be read.
    pub fn parting(&self, left: EventId, right: EventId) -> Result<Parting, StoreError> {
        let (left, right) = (self.read(left)?, self.read(right)?);
        let (common, sides) = self.part(left.clone(), right.clone())?;
        let next = common.as_ref().map_or(0, |common| common.number + 1);
        let common_events = common.as_ref().map_or(0, RawCommit::end);
        let after = |tip: RawCommit| if next > tip.number { Ok(None) } else { self.back_to(tip, next).map(Some) };
        let (left, right) = match sides {
            Some((left, right)) => (Some(left), Some(right)),
            None => (after(left)?, after(right)?),
        };
        let ids = |side: &Option<RawCommit>| side.as_ref().map_or_else(Vec::new, RawCommit::event_ids);
        let (left_ids, right_ids) = (ids(&left), ids(&right));
        let same = left_ids.iter().zip(&right_ids).take_while(|(left, right)| left == right).count();
        let differs = !left_ids.is_empty() || !right_ids.is_empty();
        Ok(Parting {
            common: common.map(|common| common.id),
            common_events,
            left: left.map(|commit| commit.id),
            right: right.map(|commit| commit.id),
            first_different: differs.then_some(common_events + same as u64),
        })
    }

    /// The commits of the chain that ends at `tip`, oldest first, from the one of this number on.
    /// Each is read once, and only a bounded number is held at a time. Ends after an error.
    pub fn commits(&self, tip: EventId, from: u64) -> Commits<'_> {
        Commits { store: self, tip, last: None, next: from, ahead: VecDeque::new() }
    }

    /// The number of the event whose id begins with these hexadecimal digits, in the chain that
    /// ends at `tip`. Reads the whole chain: events have no index of their own.
    ///
    /// # Errors
    /// [`StoreError::NoSuchId`], [`StoreError::Ambiguous`], and errors of a chain that cannot be
    /// read.
    pub fn event_with_id(&self, tip: EventId, prefix: &str) -> Result<u64, StoreError> {
        let nothing = || StoreError::NoSuchId { prefix: prefix.to_owned() };
        let digits = prefix.to_ascii_lowercase();
        if digits.is_empty() {
            return Err(nothing());
        }
        let mut found = None;
        for commit in self.commits(tip, 0) {
            let commit = commit?;
            for (no, id) in (commit.first_event..).zip(commit.event_ids()) {
                if id.to_string().starts_with(&digits) && found.replace(no).is_some() {
                    return Err(StoreError::Ambiguous { prefix: prefix.to_owned() });
                }
            }
        }
        found.ok_or_else(nothing)
    }

    /// Reads a whole chain and checks that each commit follows its parent; returns the number of
    /// commits.
    ///
    /// # Errors
    /// [`StoreError`] that names the first commit, from the tip, that cannot be read or does not
    /// fit.
    pub fn verify_chain(&self, tip: EventId) -> Result<u64, StoreError> {
        let mut commit = self.read(tip)?;
        let commits = commit.number + 1;
        while commit.number > 0 {
            commit = self.parent_of(&commit)?;
        }
        Ok(commits)
    }
}

/// A commit on each side.
type Sides = (RawCommit, RawCommit);

/// See [`Store::commits`].
pub struct Commits<'s> {
    store: &'s Store,
    tip: EventId,
    /// The number of the tip, once read.
    last: Option<u64>,
    next: u64,
    ahead: VecDeque<RawCommit>,
}

impl Commits<'_> {
    fn refill(&mut self) -> Result<(), StoreError> {
        if self.last.is_some_and(|last| self.next > last) {
            return Ok(());
        }
        let tip = self.store.read(self.tip)?;
        self.last = Some(tip.number);
        if self.next > tip.number {
            return Ok(());
        }
        let until = self.next.saturating_add(CHUNK - 1).min(tip.number);
        let mut commit = self.store.back_to(tip, until)?;
        while commit.number > self.next {
            let parent = self.store.parent_of(&commit)?;
            self.ahead.push_front(commit);
            commit = parent;
        }
        self.ahead.push_front(commit);
        self.next = until + 1;
        Ok(())
    }
}

impl Iterator for Commits<'_> {
    type Item = Result<RawCommit, StoreError>;

    fn next(&mut self) -> Option<Result<RawCommit, StoreError>> {
        if self.ahead.is_empty()
            && let Err(error) = self.refill()
        {
            self.ahead.clear();
            self.next = u64::MAX;
            self.last = Some(0);
            return Some(Err(error));
        }
        self.ahead.pop_front().map(Ok)
    }
}
