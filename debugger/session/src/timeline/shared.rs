//! What timelines share. The id of a commit identifies its entire past, so binary search finds
//! where two timelines diverge.

use std::sync::Arc;

use retrace_core::fact::EntryNo;
use retrace_core::persist::Vector;

use super::commit::Commit;
use super::line::Timeline;

/// How many commits two timelines share: the id of a commit identifies its entire past.
pub(crate) fn shared_commits(a: &Timeline, b: &Timeline) -> usize {
    shared_with(a.commits(), b.commits())
}

/// How many commits two lists share.
pub fn shared_with(a: &Vector<Arc<Commit>>, b: &Vector<Arc<Commit>>) -> usize {
    let (mut low, mut high) = (0, a.len().min(b.len()));
    while low < high {
        let middle = low + (high - low) / 2;
        match (a.get(middle), b.get(middle)) {
            (Some(left), Some(right)) if left.id() == right.id() => low = middle + 1,
            _ => high = middle,
        }
    }
    low
}

pub(crate) fn shared_steps(a: &Timeline, b: &Timeline) -> usize {
    shared_commits(a, b).checked_sub(1).and_then(|last| a.commits().get(last)).map_or(0, |last| last.end_step())
}

/// Where two timelines diverge: how many events they share, and the first event of each side that
/// they do not. O(log n).
pub fn parting(a: &Timeline, b: &Timeline) -> (u64, [Option<EntryNo>; 2]) {
    let last = shared_commits(a, b).checked_sub(1).and_then(|last| a.commits().get(last));
    let shared = last.map_or(0, |last| last.end_entry());
    let first = |timeline: &Timeline| (timeline.len_entries() > shared).then_some(EntryNo(shared));
    (shared, [first(a), first(b)])
}
