//! Differences: between two states by object and field, and between two timelines event by event.

pub mod abreast;
mod align;
mod facts;
pub mod rows;
mod state;
pub mod told;

use retrace_core::fact::{EntryNo, PlayerId};

use super::seen;
use crate::base::place::{Point, TimelineId};
use crate::session::Session;
use crate::timeline::line::Timeline;
use crate::timeline::shared::{parting, shared_commits, shared_steps};
use crate::{Progress, SessionError};
use rows::StateDiff;

pub use state::states;

/// An event on one side paired with the equal event on the other, or an event alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alignment {
    /// The event on the left.
    pub left: Option<EntryNo>,
    /// The event on the right.
    pub right: Option<EntryNo>,
}

/// How two timelines differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineDiff {
    /// How many steps they share.
    pub shared_steps: usize,
    /// How many events they share.
    pub shared_entries: u64,
    /// The first event of each side that they do not share; `None` for a side that ends there.
    pub first_divergence: (Option<EntryNo>, Option<EntryNo>),
    /// The later events that describe the course of the game, side by side.
    pub rows: Vec<Alignment>,
    /// Whether more events exist than were asked for.
    pub cut: bool,
    /// How the states at their heads differ.
    pub state: StateDiff,
}

impl Session {
    /// How many steps two timelines share.
    pub fn shared_steps(&self, a: TimelineId, b: TimelineId) -> usize {
        match (self.timeline(a), self.timeline(b)) {
            (Some(a), Some(b)) => shared_steps(a, b),
            _ => 0,
        }
    }

    /// The difference between the states at two places.
    pub fn diff_points(&self, a: Point, b: Point) -> StateDiff {
        let (Some(left), Some(right)) = (self.timeline(a.timeline), self.timeline(b.timeline)) else {
            return StateDiff::default();
        };
        let common = shared_steps(left, right).min(a.step).min(b.step);
        states(&self.game_at(a), &self.game_at(b), Some(&left.game_at(common)))
    }

    /// How two timelines differ.
    ///
    /// # Errors
    /// If a timeline does not exist.
    #[cfg(test)]
    pub(crate) fn diff_timelines(&self, a: TimelineId, b: TimelineId) -> Result<TimelineDiff, SessionError> {
        self.diff_timelines_up_to(a, b, usize::MAX)
    }

    /// Like [`Session::diff_timelines`], with a limit on the events of each side: describing them
    /// is what takes time.
    ///
    /// # Errors
    /// If a timeline does not exist.
    #[cfg(test)]
    pub(crate) fn diff_timelines_up_to(
        &self,
        a: TimelineId,
        b: TimelineId,
        most: usize,
    ) -> Result<TimelineDiff, SessionError> {
        timelines(&*self.timeline_arc(a)?, &*self.timeline_arc(b)?, None, most, &Progress::default())
    }

    /// The two timelines to compare by default: the current one and the pinned one, or its origin,
    /// or one of its forks, or any other.
    pub(crate) fn compare_timelines(&self) -> crate::Outcome {
        let here = self.cursor().timeline;
        let pinned = self.pinned().map(|pinned| pinned.timeline);
        let origin = self.current().forked().map(|point| point.timeline);
        let mut forks = self.timelines().filter(|it| it.forked().is_some_and(|point| point.timeline == here));
        let fork = forks.next().map(Timeline::id);
        let another = self.timelines().map(Timeline::id).find(|id| *id != here);
        let candidates = [pinned, origin, fork, another];
        let usable = |id: &TimelineId| *id != here && self.timeline(*id).is_some();
        match candidates.into_iter().flatten().find(usable) {
            Some(other) if other < here => crate::Outcome::CompareTimelines(other, here),
            Some(other) => crate::Outcome::CompareTimelines(here, other),
            None => crate::Outcome::Nothing("There is only one timeline; fork to have another."),
        }
    }
}

/// How two timelines, of one session or of two, differ for a viewer, with a limit on the events of
/// each side. This takes time, so it reports progress and can be cancelled. Events are paired if
/// they say the same to the viewer: a different hidden card does not separate them.
///
/// # Errors
/// If the work was cancelled.
pub fn timelines(
    a: &Timeline,
    b: &Timeline,
    viewer: Option<PlayerId>,
    most: usize,
    progress: &Progress,
) -> Result<TimelineDiff, SessionError> {
    let common = shared_commits(a, b).checked_sub(1).and_then(|last| a.commits().get(last));
    let (shared_entries, [first_left, first_right]) = parting(a, b);
    let rest = |timeline: &Timeline| usize::try_from(timeline.len_entries() - shared_entries).unwrap_or(usize::MAX);
    // Describing the events is half of the work, aligning them the other half.
    let (of_left, of_right) = (rest(a), rest(b));
    let total = 2 * (of_left + of_right);
    let (left, more_left) = told(a, viewer, shared_entries, most, |done| progress.step(done, total))?;
    let (right, more_right) = told(b, viewer, shared_entries, most, |done| progress.step(of_left + done, total))?;
    let rows = align::align(
        &left,
        &right,
        |(_, key)| key,
        |done| {
            let share = done as f64 / (left.len() + right.len()).max(1) as f64;
            progress.step(total / 2 + (share * (total / 2) as f64) as usize, total)
        },
    )?;
    let number = |side: &[Told], index: Option<usize>| index.map(|index| side[index].0);
    let aligned = |(l, r)| Alignment { left: number(&left, l), right: number(&right, r) };
    let ends = (a.game_at(a.len_steps()), b.game_at(b.len_steps()));
    let state = states(&ends.0, &ends.1, common.map(|last| last.after()));
    let state = told::difference(&state, &ends.0, &ends.1, viewer);
    Ok(TimelineDiff {
        shared_steps: common.map_or(0, |last| last.end_step()),
        shared_entries,
        first_divergence: (first_left, first_right),
        rows: rows.into_iter().map(aligned).collect(),
        cut: more_left || more_right,
        state,
    })
}

/// An event and the key by which two events count as equal.
type Told = (EntryNo, (u16, String));

/// The events from a number on that describe the course of the game, and whether there are more.
/// Calls `went_on` now and then with the number of events done.
fn told(
    timeline: &Timeline,
    viewer: Option<PlayerId>,
    from: u64,
    most: usize,
    went_on: impl Fn(usize) -> Result<(), SessionError>,
) -> Result<(Vec<Told>, bool), SessionError> {
    let mut told = Vec::new();
    for (done, (_, entry)) in timeline.entries_from(EntryNo(from)).enumerate() {
        if done.is_multiple_of(1024) {
            went_on(done)?;
        }
        if !entry.event.is_story() {
            continue;
        }
        let Some(text) = seen::text(timeline, viewer, entry.no) else { continue };
        if told.len() == most {
            return Ok((told, true));
        }
        told.push((entry.no, (entry.event.number(), text)));
    }
    Ok((told, false))
}
