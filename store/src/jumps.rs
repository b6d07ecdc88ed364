//! Jumps back in a chain of commits, by which a place in it is found with few reads.
//!
//! Every commit points at its parent and at one *jump*: a commit further back, at a distance given
//! by the commit's own number. Write the number as a sum of numbers of the form 2^k − 1, greatest
//! first, each taken as often as it fits (skew-binary notation, after Myers' random-access lists).
//! The jump goes back by the last of them. From any commit every earlier one is reached in O(log n)
//! steps: to the jump if that is not too far, otherwise to the parent. Commits of the same number
//! in two chains have jumps of the same number, so the last commit the chains share is found in
//! O(log n) steps as well.

use crate::id::EventId;

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

impl FromIterator<Node> for Spine {
    fn from_iter<T: IntoIterator<Item = Node>>(nodes: T) -> Spine {
        Spine(nodes.into_iter().collect())
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
