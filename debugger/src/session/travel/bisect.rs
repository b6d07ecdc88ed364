//! Bisecting: finds the event at which a predicate about states became true, with few questions.
//!
//! Between a place where the predicate is false and a later one where it is true, it changes somewhere. Halving finds
//! such a place with as many questions as the number of steps has binary digits. The place is unique if the predicate
//! stays true once it is true. Halving cannot know that, so it also asks around the place and along the whole stretch,
//! and reports any contradiction. [`Bisect::first`] looks at every step instead, and is certain.

use std::collections::BTreeMap;
use std::sync::Arc;

use retrace_core::predicate::{Asks, Predicate};

use super::search::{Direction, Found, Search};
use crate::session::SessionError;
use crate::session::base::job::Progress;
use crate::session::base::place::TimelineId;
use crate::session::session::Session;
use crate::session::timeline::line::Timeline;

/// So many places before and after the turn are asked.
const NEIGHBOURS: usize = 8;
/// So many places all along the stretch are asked.
const SAMPLES: usize = 24;

/// A question when a predicate turned.
#[derive(Clone, Debug)]
pub struct Bisect {
    timeline: Arc<Timeline>,
    predicate: Predicate,
    good: usize,
    bad: usize,
    first: bool,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bisection {
    /// It turned.
    Turned(Turn),
    /// It holds at the first place already: after so many steps.
    HoldsAlready(usize),
    /// It does not hold at the last place: after so many steps.
    NeverHolds(usize),
}

/// Where a predicate turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The place after which it holds, and the event that made it so.
    pub found: Found,
    /// How many places were asked.
    pub asked: usize,
    /// Whether it is the only turn.
    pub only: Only,
}

/// What is known of other turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// Every place was asked: it became true so many times.
    Turns(usize),
    /// Nothing that was asked contradicts that it is the only one; not every place was asked.
    Unrefuted,
    /// It is not the only one: after so many steps, before the turn, it held; or after the turn it did not.
    Refuted {
        /// The place.
        step: usize,
        /// Whether it holds there.
        holds: bool,
    },
}

impl Bisect {
    /// The same question, asked of every step, so that the first turn is found and nothing stays unknown.
    #[must_use]
    pub const fn first(mut self) -> Bisect {
        self.first = true;
        self
    }

    /// Finds it.
    ///
    /// # Errors
    /// A predicate that asks too much; [`SessionError::Cancelled`].
    pub fn run(&self, progress: &Progress) -> Result<Bisection, SessionError> {
        if self.first { self.every_step(progress) } else { self.halving(progress) }
    }

    fn halving(&self, progress: &Progress) -> Result<Bisection, SessionError> {
        let mut asked = BTreeMap::new();
        // Halving, its neighbours and samples: about as many questions.
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
        for distance in 1..=NEIGHBOURS {
            for step in [high.saturating_sub(distance), high + distance] {
                if (self.good..=self.bad).contains(&step) {
                    holds(step)?;
                }
            }
        }
        for sample in 0..SAMPLES {
            holds(self.good + (self.bad - self.good) * sample / SAMPLES)?;
        }
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
        let mut found = search.all(&self.timeline, usize::MAX, progress)?;
        found.retain(|found| found.point.step <= self.bad);
        let asked = self.bad.saturating_sub(self.good) + 1;
        Ok(match found.first() {
            Some(first) => Bisection::Turned(Turn { found: *first, asked, only: Only::Turns(found.len()) }),
            None => Bisection::NeverHolds(self.bad),
        })
    }
}

impl Session {
    /// The question when a predicate about states turned on a timeline, between a place where it does not hold and a later one
    /// where it does.
    ///
    /// # Errors
    /// A timeline that is not there; a predicate that is not about states alone, with what to ask instead.
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
                "`{text}` is about what happens, which does not go on; bisecting asks when a state began: use `find`"
            )));
        }
        let bad = bad.min(timeline.len_steps());
        Ok(Bisect { timeline, predicate, good, bad, first: false })
    }
}
