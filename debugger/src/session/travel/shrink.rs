//! Shrinking: the fewest inputs with which a predicate still becomes true.
//!
//! Everything after the predicate became true is cut off. Then spans of inputs are left out, long
//! ones first, and the rest is played again under the rules (delta debugging). A decision is
//! repeated as it was, or with objects of the same names ([`crate::session::play::shortcut`]); a
//! new choice gets a minimal answer; an input that no longer applies is left out as well. Any
//! shorter timeline on which the predicate still becomes true is kept, until no single input can be
//! left out. Every step of the result has been played: nothing is skipped. The passes repeat until
//! no span can be left out, so shrinking the result again changes nothing.

use std::sync::Arc;

use retrace_core::fact::{Domain, Input, Prompt};
use retrace_core::persist::Vector;
use retrace_core::predicate::Predicate;
use retrace_core::rules;
use retrace_core::state::Game;

use super::search::{Direction, Found, Search};
use crate::session::base::job::Progress;
use crate::session::base::place::{Point, TimelineId};
use crate::session::play::minimal::minimal;
use crate::session::play::policies::offers_pass;
use crate::session::play::shortcut::{Said, again};
use crate::session::session::Session;
use crate::session::timeline::commit::CommitInput;
use crate::session::timeline::line::Timeline;
use crate::session::{Commit, Outcome, SessionError};

/// The maximum number of replays.
const MOST_RUNS: usize = 5_000;
/// The maximum number of filler answers until an earlier answer applies again.
const MOST_FILLERS: usize = 40;

/// A timeline to shrink.
#[derive(Clone, Debug)]
pub struct Shrink {
    timeline: Arc<Timeline>,
    predicate: Predicate,
}

/// The result of shrinking.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The original timeline.
    pub timeline: Arc<Timeline>,
    /// Where the predicate is found on the shrunk timeline.
    pub found: Found,
    /// The numbers of inputs and events before.
    pub before: (usize, u64),
    /// The numbers of inputs and events after.
    pub after: (usize, u64),
    /// The number of replays.
    pub runs: usize,
    /// Whether no single input can be left out; otherwise the limit of replays was reached.
    pub is_least: bool,
    commits: Vector<Arc<Commit>>,
}

/// A shorter timeline, and where the predicate is found in it.
struct Candidate {
    line: Timeline,
    found: Found,
}

impl Session {
    /// Prepares to shrink a timeline to what makes a predicate true.
    ///
    /// # Errors
    /// If the timeline does not exist.
    pub fn shrink(&self, id: TimelineId, predicate: Predicate) -> Result<Shrink, SessionError> {
        Ok(Shrink { timeline: self.timeline_arc(id)?, predicate })
    }

    /// Makes the result a timeline, and goes to where the predicate is found.
    ///
    /// # Errors
    /// If the name is taken, or the store cannot be written.
    pub fn take_shrunk(&mut self, shrunk: &Shrunk, name: Option<&str>) -> Result<Outcome, SessionError> {
        let genesis = shrunk.commits.front().map_or(0, |genesis| genesis.end_step());
        let outcome = self.fork_with(&shrunk.timeline, genesis, &shrunk.commits.skip(1), name)?;
        if let Outcome::Forked { timeline, .. } = outcome {
            self.jump(Point::new(timeline, shrunk.found.point.step));
        }
        Ok(outcome)
    }
}

impl Shrink {
    /// Shrinks the timeline; `None` if the predicate is never found.
    ///
    /// # Errors
    /// If the predicate is too expensive; [`SessionError::Cancelled`].
    pub fn run(&self, progress: &Progress) -> Result<Option<Shrunk>, SessionError> {
        let timeline = &self.timeline;
        let mut search = Search::of(timeline, 0, vec![self.predicate.clone()], Direction::Forward);
        let Some(found) = search.first(timeline, progress)? else { return Ok(None) };
        let last = timeline.commits_up_to_step(found.point.step.saturating_sub(1)) + 1;
        let line = timeline.with_commits(timeline.commits().take(last.min(timeline.commits().len())));
        let mut best = Candidate { line, found };
        let mut runs = 0;
        let half = |best: &Candidate| best.inputs().next_power_of_two() / 2;
        let mut size = half(&best);
        let mut is_least = true;
        // Whether anything was left out since the longest spans were tried. If so, they are tried
        // again.
        let mut left_out = false;
        while size > 0 {
            let mut shorter = false;
            // From the end, so that the setup stays longest.
            let mut end = best.inputs();
            while end > 0 {
                if runs == MOST_RUNS {
                    is_least = false;
                    break;
                }
                // The progress of this pass; the number of passes is unknown.
                progress.step(best.inputs().saturating_sub(end), best.inputs().max(1))?;
                let start = end.saturating_sub(size);
                runs += 1;
                if let Some(candidate) = self.without(&best, start, end, progress)? {
                    best = candidate;
                    (shorter, left_out) = (true, true);
                }
                end = start.min(best.inputs());
            }
            if !is_least {
                break;
            }
            if !(shorter && size == 1) {
                size /= 2;
            }
            if size == 0 && left_out {
                (size, left_out) = (half(&best), false);
            }
        }
        Ok(Some(Shrunk {
            found: best.found,
            before: (timeline.commits().len().saturating_sub(1), timeline.len_entries()),
            after: (best.inputs(), best.line.len_entries()),
            runs,
            is_least,
            commits: best.line.commits,
            timeline: Arc::clone(timeline),
        }))
    }

    /// The timeline without some of its inputs, counted from 0, if the predicate is then found
    /// sooner.
    fn without(
        &self,
        best: &Candidate,
        start: usize,
        end: usize,
        progress: &Progress,
    ) -> Result<Option<Candidate>, SessionError> {
        let commits = best.line.commits();
        // The genesis comes before the first input.
        let Some(head) = commits.get(start).map(Arc::clone) else { return Ok(None) };
        let mut run = Run {
            shrink: self,
            head,
            line: best.line.with_commits(commits.take(start + 1)),
            most: best.inputs().saturating_sub(1),
            progress,
        };
        for index in end + 1..commits.len() {
            let (Some(before), Some(commit)) = (commits.get(index - 1), commits.get(index)) else { break };
            let CommitInput::Input(input) = commit.input() else { continue };
            match run.give(before.after(), input)? {
                Given::Found(found) => return Ok(Some(Candidate { line: run.line, found })),
                Given::On => {}
                Given::TooLong => return Ok(None),
            }
        }
        // The rest may still make it true, with only minimal answers.
        loop {
            let Some(choice) = rules::pending(run.game()).choices().into_iter().next() else { return Ok(None) };
            let input = minimal(run.game(), &choice);
            match run.play(input)? {
                Some(Given::Found(found)) => return Ok(Some(Candidate { line: run.line, found })),
                Some(Given::On) => {}
                Some(Given::TooLong) | None => return Ok(None),
            }
        }
    }
}

impl Candidate {
    fn inputs(&self) -> usize {
        self.line.commits().len().saturating_sub(1)
    }
}

/// The result of an input.
enum Given {
    /// The predicate was found.
    Found(Found),
    /// It was not found yet.
    On,
    /// The result would not be shorter than the best so far.
    TooLong,
}

/// A replay.
struct Run<'a> {
    shrink: &'a Shrink,
    line: Timeline,
    head: Arc<Commit>,
    /// The number of inputs up to which it is still shorter.
    most: usize,
    progress: &'a Progress,
}

impl Run<'_> {
    fn game(&self) -> &Game {
        self.head.after()
    }

    /// Plays an input; `None` if the rules refuse it.
    fn play(&mut self, input: Input) -> Result<Option<Given>, SessionError> {
        self.progress.check()?;
        if self.line.commits().len() > self.most {
            return Ok(Some(Given::TooLong));
        }
        let Ok(commit) = Commit::after_input(&self.head, input) else { return Ok(None) };
        let before = self.line.len_steps();
        self.head = Arc::new(commit);
        self.line.commits.push_back(Arc::clone(&self.head));
        let mut search = Search::of(&self.line, before, vec![self.shrink.predicate.clone()], Direction::Forward);
        let found = search.first(&self.line, self.progress)?;
        Ok(Some(found.map_or(Given::On, Given::Found)))
    }

    /// Repeats an input from another game, after answering the choices that come before it.
    fn give(&mut self, was: &Game, input: &Input) -> Result<Given, SessionError> {
        let Input::Decision { by, answer } = input else {
            return Ok(self.play(input.clone())?.unwrap_or(Given::On));
        };
        let Some(choice) = rules::pending(was).choices().into_iter().find(|choice| choice.answered_by == *by) else {
            return Ok(Given::On);
        };
        let said = Said { game: was, choice, answer };
        for _ in 0..MOST_FILLERS {
            let asked = rules::pending(self.game()).choices();
            let Some(first) = asked.first() else { return Ok(Given::On) };
            let same = asked.iter().find_map(|choice| {
                let answer = again(self.game(), choice, &said)?;
                Some(Input::Decision { by: choice.answered_by, answer })
            });
            if let Some(input) = same {
                return Ok(self.play(input)?.unwrap_or(Given::On));
            }
            let skips = said.choice.prompt == Prompt::Priority || matches!(said.choice.domain, Domain::Pay { .. });
            if offers_pass(first) && skips {
                return Ok(Given::On);
            }
            let filler = minimal(self.game(), first);
            match self.play(filler)? {
                Some(Given::On) => {}
                Some(given) => return Ok(given),
                None => return Ok(Given::On),
            }
        }
        Ok(Given::On)
    }
}
