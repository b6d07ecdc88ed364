//! Bisecting: finds the event at which a predicate about states became true, with few evaluations.
//!
//! Between a place where the predicate is false and a later one where it is true, it changes
//! somewhere. Binary search finds such a place with about log2(n) evaluations for n steps. The
//! place is unique if the predicate stays true once it is true. Binary search cannot know that, so
//! it also evaluates the predicate around the place and at samples along the whole range, and
//! reports any contradiction. [`Bisect::first`] evaluates it at every step instead, and is certain.
//!
//! Each question of a binary search depends on the answer before, so threads cannot share it. They
//! do share the places around the result, the samples, and all steps.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use retrace_core::predicate::{Asks, Predicate};

use super::search::{Direction, Found, Search};
use crate::SessionError;
use crate::base::job::Progress;
use crate::base::place::TimelineId;
use crate::base::threads::{Threads, map};
use crate::session::Session;
use crate::timeline::line::Timeline;

/// How many places before and after the turning point to check.
const NEIGHBOURS: usize = 8;
/// How many sample places along the range to check.
const SAMPLES: usize = 24;

/// A search for the place where a predicate turned true.
#[derive(Clone, Debug)]
pub struct Bisect {
    timeline: Arc<Timeline>,
    predicate: Predicate,
    good: usize,
    bad: usize,
    first: bool,
    threads: Threads,
}

/// The result of bisecting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bisection {
    /// The predicate turned true.
    Turned(Turn),
    /// It holds at the first place already: after this many steps.
    HoldsAlready(usize),
    /// It does not hold at the last place: after this many steps.
    NeverHolds(usize),
}

/// Where a predicate turned true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The place after which it holds, and the event that made it true.
    pub found: Found,
    /// How many places were checked.
    pub asked: usize,
    /// Whether it is the only turning point.
    pub only: Only,
}

/// What is known about other turning points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// Every place was checked: it became true this many times.
    Turns(usize),
    /// No checked place contradicts that it is the only one; not every place was checked.
    Unrefuted,
    /// It is not the only one: at this place it held before the turning point, or did not hold
    /// after it.
    Refuted {
        /// The place.
        step: usize,
        /// Whether it holds there.
        holds: bool,
    },
}

impl Bisect {
    /// Checks every step instead, which certainly finds the first turning point.
    #[must_use]
    pub const fn first(mut self) -> Bisect {
        self.first = true;
        self
    }

    /// Sets how many threads evaluate the predicate; the result is the same.
    #[must_use]
    pub const fn on(mut self, threads: Threads) -> Bisect {
        self.threads = threads;
        self
    }

    /// Runs the search.
    ///
    /// # Errors
    /// If the predicate is too expensive; [`SessionError::Cancelled`].
    pub fn run(&self, progress: &Progress) -> Result<Bisection, SessionError> {
        if self.first { self.every_step(progress) } else { self.halving(progress) }
    }

    fn halving(&self, progress: &Progress) -> Result<Bisection, SessionError> {
        let mut asked = BTreeMap::new();
        // The halving, the neighbours and the samples.
        let total = self.bad.saturating_sub(self.good).max(1).ilog2() as usize + 2 * NEIGHBOURS + SAMPLES;
        let mut holds = |step: usize| -> Result<bool, SessionError> {
            if let Some(holds) = asked.get(&step) {
                return Ok(*holds);
            }
            progress.step(asked.len(), total)?;
            let holds = self.timeline.holds_at(step, &self.predicate)?;
            asked.insert(step, holds);
            Ok(holds)
        };
        if holds(self.good)? {
            return Ok(Bisection::HoldsAlready(self.good));
        }
        if self.bad <= self.good || !holds(self.bad)? {
            return Ok(Bisection::NeverHolds(self.bad));
        }
        let (mut low, mut high) = (self.good, self.bad);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if holds(middle)? {
                high = middle;
            } else {
                low = middle;
            }
        }
        let neighbours = (1..=NEIGHBOURS).flat_map(|distance| [high.saturating_sub(distance), high + distance]);
        let samples = (0..SAMPLES).map(|sample| self.good + (self.bad - self.good) * sample / SAMPLES);
        let range = self.good..=self.bad;
        let others: BTreeSet<usize> =
            neighbours.chain(samples).filter(|step| range.contains(step) && !asked.contains_key(step)).collect();
        let (others, done) = (Vec::from_iter(others), AtomicUsize::new(asked.len()));
        asked.extend(map(self.threads, others.len(), |index| {
            progress.step(done.fetch_add(1, Ordering::Relaxed), total)?;
            let step = others[index];
            Ok::<_, SessionError>((step, self.timeline.holds_at(step, &self.predicate)?))
        })?);
        let refuted = asked.iter().find(|(step, holds)| (**step >= high) != **holds);
        let only = refuted.map_or(Only::Unrefuted, |(step, holds)| Only::Refuted { step: *step, holds: *holds });
        let mut search = Search::of(&self.timeline, low, vec![self.predicate.clone()], Direction::Forward);
        match search.first(&self.timeline, progress)? {
            Some(found) => Ok(Bisection::Turned(Turn { found, asked: asked.len(), only })),
            None => Ok(Bisection::NeverHolds(self.bad)),
        }
    }

    fn every_step(&self, progress: &Progress) -> Result<Bisection, SessionError> {
        if self.timeline.holds_at(self.good, &self.predicate)? {
            return Ok(Bisection::HoldsAlready(self.good));
        }
        let mut search = Search::of(&self.timeline, self.good, vec![self.predicate.clone()], Direction::Forward);
        let mut found = search.all_on(self.threads, &self.timeline, usize::MAX, progress)?;
        found.retain(|found| found.point.step <= self.bad);
        let asked = self.bad.saturating_sub(self.good) + 1;
        Ok(match found.first() {
            Some(first) => Bisection::Turned(Turn { found: *first, asked, only: Only::Turns(found.len()) }),
            None => Bisection::NeverHolds(self.bad),
        })
    }
}

impl Session {
    /// A search for the place where a predicate about states turned true on a timeline, between a
    /// place where it does not hold and a later one where it does.
    ///
    /// # Errors
    /// If the timeline does not exist, or the predicate is not about states alone; the error says
    /// what to use instead.
    pub fn bisect(
        &self,
        id: TimelineId,
        predicate: Predicate,
        good: usize,
        bad: usize,
    ) -> Result<Bisect, SessionError> {
        let timeline = self.timeline_arc(id)?;
        if predicate.expression().asks() != Asks::State {
            let text = predicate.expression().text();
            return Err(SessionError::Question(format!(
                "`{text}` is about events, which do not last; bisecting finds when a state began: use `find`"
            )));
        }
        let bad = bad.min(timeline.len_steps());
        Ok(Bisect { timeline, predicate, good, bad, first: false, threads: Threads::available() })
    }
}
