//! A cache of one player's numbers for the window. It computes them in slices, and keeps those of
//! the commits that a timeline shares with its previous version.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use retrace_core::fact::{EntryNo, PlayerId};
use retrace_core::persist::Vector;
use serde::Serialize;
use serde_json::Value;

use super::Numbering;
use crate::base::place::TimelineId;
use crate::timeline::commit::Commit;
use crate::timeline::line::Timeline;
use crate::timeline::shared::shared_with;

/// How many commits are numbered between two checks of the clock.
const COMMITS: usize = 16;

/// The numbers of a timeline, as far as they are computed.
#[derive(Clone, Debug)]
struct Known {
    numbering: Numbering,
    commits: Vector<Arc<Commit>>,
    done: usize,
}

/// The numbers of some timelines for one player, or the game's own for a viewer who sees
/// everything.
#[derive(Clone, Debug, Default)]
pub struct NumberCache {
    viewer: Option<PlayerId>,
    known: BTreeMap<TimelineId, Known>,
}

impl NumberCache {
    /// Continues numbering these timelines for a viewer, for one slice each, and forgets all
    /// others.
    pub fn refresh<'t>(
        &mut self,
        timelines: impl Iterator<Item = &'t Timeline>,
        viewer: Option<PlayerId>,
        slice: Duration,
    ) {
        if self.viewer != viewer {
            *self = NumberCache { viewer, known: BTreeMap::new() };
        }
        let Some(viewer) = viewer else { return };
        let mut before = std::mem::take(&mut self.known);
        for timeline in timelines {
            let none = || Known { numbering: Numbering::new(viewer), commits: Vector::default(), done: 0 };
            let mut known = before.remove(&timeline.id()).unwrap_or_else(none);
            known.follow(timeline);
            known.go_on(slice);
            self.known.insert(timeline.id(), known);
        }
    }

    /// Whether there is more to number.
    pub fn is_at_work(&self) -> bool {
        self.known.values().any(|known| known.done < known.commits.len())
    }

    /// The number of an event; `None` if the viewer sees nothing of it or it is not numbered yet.
    pub fn event(&self, id: TimelineId, no: EntryNo) -> Option<u64> {
        if self.viewer.is_none() {
            return Some(no.0);
        }
        self.known.get(&id)?.numbering.event(no)
    }

    /// How many events of a timeline precede this one.
    pub fn before(&self, id: TimelineId, no: EntryNo) -> u64 {
        match (self.viewer, self.known.get(&id)) {
            (None, _) => no.0,
            (Some(_), Some(known)) => known.numbering.before(no),
            (Some(_), None) => 0,
        }
    }

    /// The number of a step.
    pub fn step(&self, id: TimelineId, step: usize) -> usize {
        match (self.viewer, self.known.get(&id)) {
            (None, _) => step,
            (Some(_), Some(known)) => known.numbering.step(step),
            (Some(_), None) => 0,
        }
    }

    /// Writes a value as JSON with the viewer's event numbers, and `…` for ids; `None` for a viewer
    /// who sees everything.
    pub fn show(&self, id: TimelineId, shown: &impl Serialize) -> Option<Value> {
        self.known.get(&id)?.numbering.show_events(shown).ok()
    }
}

impl Known {
    /// Goes back to where a timeline departs from its previous version.
    fn follow(&mut self, timeline: &Timeline) {
        if self.commits.last().map(|last| last.id()) == timeline.head().map(|head| head.id()) {
            return;
        }
        self.done = self.done.min(shared_with(&self.commits, timeline.commits()));
        let last = self.done.checked_sub(1).and_then(|last| self.commits.get(last));
        let (entries, steps) = last.map_or((0, 0), |last| (last.end_entry(), last.end_step()));
        self.numbering.forget_from(EntryNo(entries), steps);
        self.commits = timeline.commits().clone();
    }

    fn go_on(&mut self, slice: Duration) {
        let (began, first) = (Instant::now(), self.done);
        while self.done < self.commits.len() {
            let went = self.done - first;
            if went > 0 && went.is_multiple_of(COMMITS) && began.elapsed() >= slice {
                break;
            }
            if let Some(commit) = self.commits.get(self.done) {
                self.numbering.go_through(commit);
            }
            self.done += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Numbers;
    use crate::session::Session;

    #[test]
    fn what_is_kept_of_numbers_is_what_is_found_anew() {
        let session = Session::demo().unwrap();
        let player = Some(PlayerId(0));
        let mut kept = NumberCache::default();
        for timeline in session.timelines().chain(session.timelines()) {
            // Successive timelines under the same name keep the numbers that they share.
            let mut known = std::mem::take(&mut kept.known).into_values();
            kept.known.extend(known.next().map(|known| (timeline.id(), known)));
            while {
                kept.refresh(std::iter::once(timeline), player, Duration::ZERO);
                kept.is_at_work()
            } {}
            let numbers = Numbers::of(timeline, player);
            for (step, entry) in timeline.entries_from(EntryNo(0)) {
                assert_eq!(kept.event(timeline.id(), entry.no), numbers.event(entry.no));
                assert_eq!(kept.step(timeline.id(), step), numbers.step(step));
            }
            let end = EntryNo(timeline.len_entries());
            assert_eq!(kept.before(timeline.id(), end), numbers.events(timeline));
            let shown = kept.show(timeline.id(), &timeline.entry(EntryNo(0)).unwrap().1.event).unwrap();
            assert!(!shown.is_null());
        }
        kept.refresh(session.timelines(), None, Duration::ZERO);
        let id = session.current().id();
        assert_eq!((kept.event(id, EntryNo(7)), kept.step(id, 7)), (Some(7), 7));
    }
}
