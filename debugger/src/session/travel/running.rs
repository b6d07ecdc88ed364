//! Running: forward or back to where a breakpoint is hit, and beyond the head as long as only
//! policies are asked.
//!
//! [`Session::run_to`] prepares a run; [`Run::go`] runs on its own data, as a job or directly;
//! [`Session::ran`] applies the result.

use std::collections::BTreeMap;
use std::sync::Arc;

use retrace_core::fact::PlayerId;
use retrace_core::persist::Vector;
use retrace_core::predicate::Predicate;
use retrace_core::rules::{self, Pending};

use super::search::{Direction, Found, Search};
use crate::session::base::job::Progress;
use crate::session::base::place::Point;
use crate::session::held::policy::Policy;
use crate::session::play::policies::MOST_ANSWERS;
use crate::session::session::Session;
use crate::session::timeline::line::Timeline;
use crate::session::{Commit, Outcome, SessionError, describe};

/// Where a run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// At a breakpoint, or at the end; beyond the head where policies go on.
    AtEnd,
    /// At a breakpoint, or nowhere.
    OnlyAtHit,
}

/// A prepared run.
#[derive(Debug)]
pub struct Run {
    timeline: Arc<Timeline>,
    from: usize,
    predicates: Vec<Predicate>,
    direction: Direction,
    stop: Stop,
    policies: BTreeMap<PlayerId, Policy>,
}

/// The result of a run.
#[derive(Debug)]
pub struct Ran {
    /// The timeline at the start of the run.
    timeline: Arc<Timeline>,
    /// The commits played after its head.
    grown: Vector<Arc<Commit>>,
    found: Option<Found>,
    direction: Direction,
    stop: Stop,
}

impl Session {
    /// Prepares a run from the cursor to a breakpoint; `None` if no breakpoint is enabled.
    pub fn run_to(&self, direction: Direction, stop: Stop) -> Option<Run> {
        let timeline = self.current_arc();
        let predicates: Vec<Predicate> = self.breakpoints_on(timeline.id()).into_iter().map(|(_, it)| it).collect();
        if predicates.is_empty() {
            return None;
        }
        Some(self.run_from(timeline, self.cursor().step, predicates, direction, stop))
    }

    /// Prepares a run on a timeline from a place to where one of several predicates is found.
    pub fn run_from(
        &self,
        timeline: Arc<Timeline>,
        from: usize,
        predicates: Vec<Predicate>,
        direction: Direction,
        stop: Stop,
    ) -> Run {
        Run { timeline, from, predicates, direction, stop, policies: self.policies.clone() }
    }

    /// Applies the result of a run: moves the cursor to where it stopped, and appends what was
    /// played.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn ran(&mut self, ran: Ran) -> Result<Outcome, SessionError> {
        let Ran { timeline, grown, found, direction, stop } = ran;
        let id = timeline.id();
        if self.timeline(id).is_none_or(|now| now.tip() != timeline.tip()) {
            return Ok(Outcome::Nothing("The timeline has changed since; run again."));
        }
        let answers = grown.len();
        if answers > 0 {
            let longer = timeline.longer(grown);
            self.alter("running on", |view| {
                view.timelines.insert(id, Arc::new(longer));
            })?;
        }
        let step = match (found, stop, direction) {
            (Some(found), ..) => found.point.step,
            (None, Stop::OnlyAtHit, Direction::Forward) => {
                return Ok(Outcome::Nothing("No breakpoint is hit after this place."));
            }
            (None, Stop::OnlyAtHit, Direction::Back) => {
                return Ok(Outcome::Nothing("No breakpoint is hit before this place."));
            }
            (None, Stop::AtEnd, Direction::Forward) => self.len_steps(id),
            (None, Stop::AtEnd, Direction::Back) => 0,
        };
        let point = Point::new(id, step);
        if answers > 0 {
            self.joined(|session| session.jump(point));
        } else {
            self.jump(point);
        }
        Ok(match found {
            Some(found) => {
                let breakpoints = self.breakpoints_on(id);
                let text = breakpoints.get(found.which).map_or("", |(_, it)| it.expression().text());
                Outcome::Hit { predicate: text.to_owned(), entry: found.entry }
            }
            None => Outcome::RanOut { answers, why: self.why_here(direction) },
        })
    }

    /// Why the run ended at the cursor without reaching a breakpoint, as a clause.
    fn why_here(&self, direction: Direction) -> String {
        if direction == Direction::Back {
            return "this is the beginning".to_owned();
        }
        match (self.pending(), self.choice()) {
            (Pending::Over(_), _) => "the game is over".to_owned(),
            (_, Some(choice)) if self.policy(choice.answered_by).is_some() => {
                format!("{MOST_ANSWERS} answers were given; run on to go further")
            }
            (_, Some(choice)) => {
                format!("{} is asked", describe::player(self.game(), choice.answered_by))
            }
            _ => "this is the head".to_owned(),
        }
    }
}

impl Ran {
    /// How many answers were given beyond the head.
    pub fn answers(&self) -> usize {
        self.grown.len()
    }

    /// Where it stopped; `None` if nothing was found.
    pub const fn found(&self) -> Option<Found> {
        self.found
    }
}

impl Run {
    /// Runs.
    ///
    /// # Errors
    /// If a predicate is too expensive, or the rules refuse a policy's answer;
    /// [`SessionError::Cancelled`].
    pub fn go(self, progress: &Progress) -> Result<Ran, SessionError> {
        let Run { timeline, from, predicates, direction, stop, policies } = self;
        let mut search = Search::of(&timeline, from, predicates.clone(), direction);
        let mut found = search.first(&timeline, progress)?;
        let mut grown = Vector::new();
        if found.is_none() && stop == Stop::AtEnd && direction == Direction::Forward {
            // New commits are searched on a private timeline.
            let mut longer = timeline.with_commits(timeline.commits().clone());
            while found.is_none() && grown.len() < MOST_ANSWERS {
                progress.step(grown.len(), MOST_ANSWERS)?;
                let Some(commit) = longer.head().map_or(Ok(None), |head| answered(head, &policies))? else { break };
                let before = longer.len_steps();
                longer.commits.push_back(Arc::clone(&commit));
                grown.push_back(commit);
                let mut search = Search::of(&longer, before, predicates.clone(), Direction::Forward);
                found = search.first(&longer, progress)?;
            }
        }
        Ok(Ran { timeline, grown, found, direction, stop })
    }
}

/// The commit that follows if a policy answers; `None` if no policy is asked.
fn answered(head: &Commit, policies: &BTreeMap<PlayerId, Policy>) -> Result<Option<Arc<Commit>>, SessionError> {
    let choices = rules::pending(head.after()).choices();
    let asked = choices.iter().find_map(|choice| Some((choice, policies.get(&choice.answered_by)?)));
    let Some((choice, policy)) = asked else { return Ok(None) };
    let input = policy.input(head.after(), choice, Some(head.id()));
    Ok(Some(Arc::new(Commit::after_input(head, input)?)))
}
