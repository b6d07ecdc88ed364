//! Running: on and back to where a breakpoint is hit, and beyond the head for as long as only policies are asked.
//!
//! [`Session::run_to`] says what there is to do; [`Run::go`] does it on what it was given, as a job or not, and
//! [`Session::ran`] carries out what came of it.

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

/// How far is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// To a breakpoint, or to the end; beyond the head where policies go on.
    AtEnd,
    /// To a breakpoint, or nowhere.
    OnlyAtHit,
}

/// What is to be run.
#[derive(Debug)]
pub struct Run {
    timeline: Arc<Timeline>,
    from: usize,
    predicates: Vec<Predicate>,
    direction: Direction,
    stop: Stop,
    policies: BTreeMap<PlayerId, Policy>,
}

/// What came of it.
#[derive(Debug)]
pub struct Ran {
    /// The timeline as it was.
    timeline: Arc<Timeline>,
    /// What was played on after its head.
    grown: Vector<Arc<Commit>>,
    found: Option<Found>,
    direction: Direction,
    stop: Stop,
}

impl Session {
    /// What running from the cursor to a breakpoint is; none if there is no breakpoint that is enabled.
    pub fn run_to(&self, direction: Direction, stop: Stop) -> Option<Run> {
        let timeline = self.current_arc();
        let predicates: Vec<Predicate> = self.breakpoints_on(timeline.id()).into_iter().map(|(_, it)| it).collect();
        if predicates.is_empty() {
            return None;
        }
        Some(self.run_from(timeline, self.cursor().step, predicates, direction, stop))
    }

    /// What running on a timeline from a place to where one of several predicates is found is.
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

    /// Carries out what came of running: puts the cursor where it stopped, after what was played on.
    ///
    /// # Errors
    /// What cannot be written into the store.
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

    /// Why running ended where the cursor is, without a breakpoint, as a clause.
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

    /// Where it stopped; none if nothing was found.
    pub const fn found(&self) -> Option<Found> {
        self.found
    }
}

impl Run {
    /// Runs.
    ///
    /// # Errors
    /// A predicate that asks too much; [`SessionError::Cancelled`]; an answer of a policy that the rules refuse.
    pub fn go(self, progress: &Progress) -> Result<Ran, SessionError> {
        let Run { timeline, from, predicates, direction, stop, policies } = self;
        let mut search = Search::of(&timeline, from, predicates.clone(), direction);
        let mut found = search.first(&timeline, progress)?;
        let mut grown = Vector::new();
        if found.is_none() && stop == Stop::AtEnd && direction == Direction::Forward {
            // What is played on is looked at on a timeline of its own, which only this knows of.
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

/// What follows a commit if a policy answers; none if none is asked.
fn answered(head: &Commit, policies: &BTreeMap<PlayerId, Policy>) -> Result<Option<Arc<Commit>>, SessionError> {
    let choices = rules::pending(head.after()).choices();
    let asked = choices.iter().find_map(|choice| Some((choice, policies.get(&choice.answered_by)?)));
    let Some((choice, policy)) = asked else { return Ok(None) };
    let input = policy.input(head.after(), choice, Some(head.id()));
    Ok(Some(Arc::new(Commit::after_input(head, input)?)))
}
