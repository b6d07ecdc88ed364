//! Finds a place in a long chain with few reads.
//!
//! Every commit points at its parent and at one *jump*: a commit further back, at a distance given
//! by the commit's own number. Write the number as a sum of numbers of the form 2^k − 1, greatest
//! first, each taken as often as it fits (skew-binary notation, after Myers' random-access lists).
//! The jump goes back by the last of them. From any commit every earlier one is reached in O(log n)
//! steps: to the jump if that is not too far, otherwise to the parent. Commits of the same number
//! in two chains have jumps of the same number, so the last commit the chains share is found in
//! O(log n) steps as well.

use std::collections::VecDeque;

use crate::commit::RawCommit;
use crate::error::{Damage, Object, StoreError};
use crate::id::EventId;
use crate::store::Store;

/// How many commits [`Commits`] reads ahead.
const CHUNK: u64 = 128;

/// The number of the commit that commit `number` jumps to. A genesis, number 0, jumps to itself.
pub(crate) fn jump_number(number: u64) -> u64 {
    let mut rest = number;
    let mut last = 0;
    while rest > 0 {
        last = weight(rest);
        rest -= last;
    }
    number - last
}

/// The greatest number of the form 2^k − 1 that is at most `number`, which must not be 0.
fn weight(number: u64) -> u64 {
    match number.checked_add(1) {
        Some(next) => (1u64 << next.ilog2()) - 1,
        None => u64::MAX,
    }
}

/// What seeking needs of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) id: EventId,
    pub(crate) number: u64,
    /// The number of events up to and including it.
    pub(crate) end: u64,
}

impl Node {
    pub(crate) fn of(commit: &RawCommit) -> Node {
        Node { id: commit.id, number: commit.number, end: commit.end() }
    }
}

/// A tip with the chain of jumps from it down to the genesis: all that is needed to add the next
/// commit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spine(Vec<Node>);

impl Spine {
    /// The tip.
    pub(crate) fn tip(&self) -> Option<Node> {
        self.0.first().copied()
    }

    /// The jump of the commit after the tip.
    pub(crate) fn next_jump(&self) -> Option<Node> {
        let number = jump_number(self.tip()?.number + 1);
        self.0.iter().find(|node| node.number == number).copied()
    }

    /// The spine after adding a commit to the tip.
    #[must_use]
    pub(crate) fn with(&self, node: Node) -> Spine {
        let target = jump_number(node.number);
        let rest = self.0.iter().filter(|kept| kept.number <= target && kept.number < node.number);
        Spine(std::iter::once(node).chain(rest.copied()).collect())
    }
}

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
        let mut nodes = vec![Node::of(&commit)];
        while commit.number > 0 {
            commit = self.jump_of(&commit)?;
            nodes.push(Node::of(&commit));
        }
        Ok(Spine(nodes))
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
    pub fn commit_ending(&self, tip: EventId, events: u64) -> Result<RawCommit, StoreError> {
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
    pub fn common_ancestor(&self, left: EventId, right: EventId) -> Result<Option<RawCommit>, StoreError> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_follows_from_the_jumps_before_it() {
        let mut jumps = vec![0u64];
        for number in 1..5000u64 {
            let parent = number - 1;
            let one = jumps[parent as usize];
            let two = jumps[one as usize];
            let expected = if parent - one == one - two && parent > 0 { two } else { parent };
            assert_eq!(jump_number(number), expected, "{number}");
            jumps.push(expected);
        }
        assert_eq!(jump_number(u64::MAX), 0);
    }

    #[test]
    fn the_spine_of_the_next_commit_follows_from_the_spine_of_the_last() {
        let node = |number| Node { id: EventId::ZERO, number, end: number };
        let mut spine = Spine::default();
        for number in 0..2000 {
            if number > 0 {
                assert_eq!(spine.next_jump().map(|node| node.number), Some(jump_number(number)));
            }
            spine = spine.with(node(number));
            let mut expected = vec![number];
            while let Some(&last) = expected.last()
                && last > 0
            {
                expected.push(jump_number(last));
            }
            assert_eq!(spine.0.iter().map(|node| node.number).collect::<Vec<_>>(), expected);
        }
    }
}
