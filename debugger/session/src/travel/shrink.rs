//! Shrinking: the fewest inputs with which a predicate still becomes true.
//!
//! Everything after the predicate became true is cut off. Then spans of inputs are left out, long
//! ones first, and the rest is played again under the rules (delta debugging). A decision is
//! repeated as it was, or with objects of the same names ([`crate::play::shortcut`]); a
//! new choice gets a minimal answer; an input that no longer applies is left out as well. Any
//! shorter timeline on which the predicate still becomes true is kept, until no single input can be
//! left out. Every step of the result has been played: nothing is skipped. The passes repeat until
//! no span can be left out, so shrinking the result again changes nothing.
//!
//! Most spans cannot be left out. So several threads try the next spans at once, as if none before
//! them could be. The first one that can be, in order, ends this; what was found of later ones is
//! thrown away. The result, and the number of replays that count, are those of one thread.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use retrace_core::fact::{Domain, Input, Prompt};
use retrace_core::persist::Vector;
use retrace_core::predicate::Predicate;
use retrace_core::rules;
use retrace_core::state::Game;

use super::search::{Direction, Found, Search};
use crate::base::job::Progress;
use crate::base::place::{Point, TimelineId};
use crate::base::threads::{Piece, Threads, in_order};
use crate::play::minimal::minimal;
use crate::play::policies::offers_pass;
use crate::play::shortcut::{GivenAnswer, again};
use crate::session::Session;
use crate::timeline::commit::CommitInput;
use crate::timeline::line::Timeline;
use crate::{Commit, Outcome, SessionError};

/// The maximum number of replays.
const MOST_RUNS: usize = 5_000;
/// The maximum number of filler answers until an earlier answer applies again.
const MOST_FILLERS: usize = 40;
/// How many spans in a row are planned.
const PLANNED: usize = 256;
/// How many spans, for each thread, are tried before the earlier ones are decided.
const AHEAD: usize = 2;

/// A timeline to shrink.
#[derive(Clone, Debug)]
pub struct Shrink {
    timeline: Arc<Timeline>,
    predicate: Predicate,
    threads: Threads,
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
    /// The number of replays that decided something.
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
        Ok(Shrink { timeline: self.timeline_arc(id)?, predicate, threads: Threads::available() })
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
    /// Sets how many threads replay; the result is the same.
    #[must_use]
    pub const fn on(mut self, threads: Threads) -> Shrink {
        self.threads = threads;
        self
    }

    /// Shrinks the timeline; `None` if the predicate is never found.
    ///
    /// # Errors
    /// If the predicate is too expensive; [`SessionError::Cancelled`].
    pub fn run(&self, progress: &Progress) -> Result<Option<Shrunk>, SessionError> {
        let timeline = &self.timeline;
        let mut search = Search::of(timeline, 0, vec![self.predicate.clone()], Direction::Forward);
        let found = search.all_on(self.threads, timeline, 1, progress)?;
        let Some(found) = found.into_iter().next() else { return Ok(None) };
        let last = timeline.commits_up_to_step(found.point.step.saturating_sub(1)) + 1;
        let line = timeline.with_commits(timeline.commits().take(last.min(timeline.commits().len())));
        let mut best = Candidate { line, found };
        let mut spans = Spans::of(best.inputs());
        loop {
            let mut planned = spans.clone();
            let inputs = best.inputs();
            let plan: Vec<Spans> =
                std::iter::from_fn(|| planned.go_on(inputs).then(|| planned.clone())).take(PLANNED).collect();
            if plan.is_empty() {
                spans = planned;
                break;
            }
            if let Some(shorter) = self.first_of(&plan, &best, &mut spans, progress)? {
                best = shorter;
                spans.left_out(best.inputs());
            }
        }
        Ok(Some(Shrunk {
            found: best.found,
            before: (timeline.commits().len().saturating_sub(1), timeline.len_entries()),
            after: (best.inputs(), best.line.len_entries()),
            runs: spans.runs,
            is_least: spans.is_least,
            commits: best.line.commits,
            timeline: Arc::clone(timeline),
        }))
    }

    /// Tries to leave out each of the planned spans, until one can be. `spans` goes along.
    fn first_of(
        &self,
        plan: &[Spans],
        best: &Candidate,
        spans: &mut Spans,
        progress: &Progress,
    ) -> Result<Option<Candidate>, SessionError> {
        let ahead = self.threads.number().saturating_mul(AHEAD);
        let attempt = |piece: &Piece<'_>| {
            let candidate = self.without(best, &plan[piece.index()].span, progress, piece);
            if !matches!(candidate, Ok(None)) {
                piece.end_here();
            }
            candidate
        };
        let tried = in_order(self.threads, (plan.len(), ahead), attempt, |index, candidate| {
            spans.clone_from(&plan[index]);
            // The progress of this pass; the number of passes is unknown.
            let told = progress.step(best.inputs().saturating_sub(spans.span.end), best.inputs().max(1));
            match told.and(candidate) {
                Ok(None) => ControlFlow::Continue(()),
                Ok(Some(shorter)) => ControlFlow::Break(Ok(shorter)),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        });
        match tried {
            ControlFlow::Continue(()) => Ok(None),
            ControlFlow::Break(tried) => tried.map(Some),
        }
    }

    /// The timeline without some of its inputs, counted from 0, if the predicate is then found
    /// sooner. Stops early, with no result, once the piece of work is not wanted.
    fn without(
        &self,
        best: &Candidate,
        span: &Range<usize>,
        progress: &Progress,
        piece: &Piece<'_>,
    ) -> Result<Option<Candidate>, SessionError> {
        let Range { start, end } = *span;
        let commits = best.line.commits();
        // The genesis comes before the first input.
        let Some(head) = commits.get(start).map(Arc::clone) else { return Ok(None) };
        let mut run = Run {
            shrink: self,
            head,
            line: best.line.with_commits(commits.take(start + 1)),
            most: best.inputs().saturating_sub(1),
            progress,
            piece,
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

/// The spans of inputs to leave out, one after another: pass after pass, each from the end, so that
/// the setup stays longest.
#[derive(Clone, Debug)]
struct Spans {
    /// The span to try now.
    span: Range<usize>,
    /// The length of the spans of this pass.
    size: usize,
    /// The spans of this pass end here or earlier.
    end: usize,
    /// Whether a span of this pass was left out.
    shorter: bool,
    /// Whether one was left out since the longest spans were tried. If so, those are tried again.
    again: bool,
    /// How many spans were tried, this one included.
    runs: usize,
    /// Whether the limit of replays was not reached.
    is_least: bool,
}

impl Spans {
    /// Before the first span, for a timeline with this many inputs.
    fn of(inputs: usize) -> Spans {
        let size = Spans::longest(inputs);
        Spans { span: 0..0, size, end: inputs, shorter: false, again: false, runs: 0, is_least: true }
    }

    const fn longest(inputs: usize) -> usize {
        inputs.next_power_of_two() / 2
    }

    /// Goes on to the next span, for a timeline with this many inputs, after the one before could
    /// not be left out; returns whether there is one.
    fn go_on(&mut self, inputs: usize) -> bool {
        while self.size > 0 {
            if self.end > 0 {
                if self.runs == MOST_RUNS {
                    self.is_least = false;
                    return false;
                }
                self.runs += 1;
                self.span = self.end.saturating_sub(self.size)..self.end;
                self.end = self.span.start;
                return true;
            }
            if !(self.shorter && self.size == 1) {
                self.size /= 2;
            }
            if self.size == 0 && self.again {
                (self.size, self.again) = (Spans::longest(inputs), false);
            }
            (self.end, self.shorter) = (inputs, false);
        }
        false
    }

    /// Notes that the span was left out, so that this many inputs remain.
    fn left_out(&mut self, inputs: usize) {
        self.end = self.end.min(inputs);
        (self.shorter, self.again) = (true, true);
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
    /// The result would not be shorter than the best so far, or is not wanted.
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
    piece: &'a Piece<'a>,
}

impl Run<'_> {
    fn game(&self) -> &Game {
        self.head.after()
    }

    /// Plays an input; `None` if the rules refuse it.
    fn play(&mut self, input: Input) -> Result<Option<Given>, SessionError> {
        self.progress.check()?;
        if self.line.commits().len() > self.most || !self.piece.is_wanted() {
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
        let said = GivenAnswer { game: was, choice, answer };
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
