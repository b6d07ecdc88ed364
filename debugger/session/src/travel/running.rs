//! Running: forward or back to where a breakpoint is hit, and beyond the head as long as only
//! policies are asked.
//!
//! [`Session::run_to`] prepares a run; [`Run::go`] runs on its own data, as a job or directly;
//! [`Session::ran`] applies the result. [`Session::others_play`] prepares one that lets the others
//! play on until a person is asked, and [`Session::others_played`] applies it.

use std::collections::BTreeMap;
use std::sync::Arc;

use retrace_core::fact::PlayerId;
use retrace_core::persist::Vector;
use retrace_core::predicate::Predicate;
use retrace_core::rules::{self, Pending};

use super::search::{Direction, Found, Search};
use crate::base::job::Progress;
use crate::base::place::Point;
use crate::held::policy::{MOST_ANSWERS, Policy};
use crate::session::Session;
use crate::timeline::line::Timeline;
use crate::{Commit, Outcome, SessionError, describe};

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
    /// The most answers that policies give.
    most: usize,
}

/// How many answers policies give before they wait to be asked to go on, where one can see how many
/// they have given, and end it.
const MOST_WATCHED: usize = 10 * MOST_ANSWERS;

/// The result of a run.
#[derive(Debug)]
pub struct Ran {
    /// The timeline at the start of the run.
    timeline: Arc<Timeline>,
    /// How many commits were played after its head.
    answers: usize,
    /// The timeline with these.
    longer: Option<Box<Timeline>>,
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
        Run { timeline, from, predicates, direction, stop, policies: self.policies.clone(), most: MOST_ANSWERS }
    }

    /// Prepares a run from the head of the timeline on, as long as only policies are asked.
    pub fn others_play(&mut self) -> Run {
        self.out_of_patience = false;
        let timeline = self.current_arc();
        let head = timeline.len_steps();
        Run { most: MOST_WATCHED, ..self.run_from(timeline, head, Vec::new(), Direction::Forward, Stop::AtEnd) }
    }

    /// Applies what the others played: as a part of the operation before if that led to it, or else
    /// as an operation. The cursor goes along if it was at the head.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn others_played(&mut self, ran: Ran) -> Result<Outcome, SessionError> {
        let id = ran.timeline.id();
        let Some(now) = self.timeline(id).filter(|now| now.tip() == ran.timeline.tip()) else {
            return Ok(Outcome::Nothing("The timeline has changed since; the others play on after the next answer."));
        };
        let goes_along = self.cursor() == Point::new(id, now.len_steps());
        let Some(longer) = ran.longer.map(|longer| longer.with_words_of(now)) else {
            return Ok(Outcome::Nothing("Nobody is asked who plays at random."));
        };
        let end = Point::new(id, longer.len_steps());
        // A bookmark, for example, is set meanwhile without leading anywhere.
        let led_here = self.operations.done.last().is_some_and(|last| {
            let was = last.before.timelines.get(&id);
            was.is_none_or(|was| was.tip() != ran.timeline.tip())
        });
        let play_on = |session: &mut Session| {
            session.alter("moves of the others", |view| {
                view.timelines.insert(id, Arc::new(longer));
                if goes_along {
                    view.cursor = end;
                }
            })
        };
        if led_here { self.joined(play_on) } else { play_on(self) }?;
        if goes_along {
            self.joined(Session::let_it_go_on)?;
        }
        Ok(Outcome::Appended)
    }

    /// Applies the result of a run: moves the cursor to where it stopped, and appends what was
    /// played.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn ran(&mut self, ran: Ran) -> Result<Outcome, SessionError> {
        let Ran { timeline, answers, longer, found, direction, stop } = ran;
        let id = timeline.id();
        let Some(now) = self.timeline(id).filter(|now| now.tip() == timeline.tip()) else {
            return Ok(Outcome::Nothing("The timeline has changed since; run again."));
        };
        if let Some(longer) = longer.map(|longer| longer.with_words_of(now)) {
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
        self.answers
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
        let Run { timeline, from, predicates, direction, stop, policies, most } = self;
        let mut search = Search::of(&timeline, from, predicates.clone(), direction);
        let mut found = search.first(&timeline, progress)?;
        let mut grown = Vector::new();
        if found.is_none() && stop == Stop::AtEnd && direction == Direction::Forward {
            // New commits are searched on a private timeline.
            let mut longer = timeline.with_commits(timeline.commits().clone());
            while found.is_none() && grown.len() < most {
                progress.step(grown.len(), most)?;
                let Some(commit) = longer.head().map_or(Ok(None), |head| answered(head, &policies))? else { break };
                let before = longer.len_steps();
                longer.commits.push_back(Arc::clone(&commit));
                grown.push_back(commit);
                if predicates.is_empty() {
                    continue;
                }
                let mut search = Search::of(&longer, before, predicates.clone(), Direction::Forward);
                found = search.first(&longer, progress)?;
            }
        }
        let answers = grown.len();
        // Its index is made here, too.
        let longer = (answers > 0).then(|| Box::new(timeline.longer(grown)));
        Ok(Ran { timeline, answers, longer, found, direction, stop })
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
