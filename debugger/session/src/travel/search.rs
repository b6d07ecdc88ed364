//! Searching: where a predicate holds or becomes true, forward and back, and the value of an
//! expression at a place.
//!
//! A [`Search`] is plain data that remembers its position: [`Search::go_on`] searches a part of a
//! timeline and returns; [`Search::first`] and [`Search::all`] run to an end, report progress and
//! can be cancelled, as a job or directly. Everything that evaluates a predicate along a timeline
//! uses it: searches, running, breakpoints ([`super::traces`]), bisecting and shrinking.
//!
//! Simultaneous events are one moment, with the game as it is after the whole step. A predicate
//! about states alone ([`Asks::State`]) is found where it *becomes* true; one that asks what
//! changed, at each step at which it holds; one that asks about the event, at each event at which
//! it holds.

use std::ops::{ControlFlow, Range};

use retrace_core::fact::{Entry, EntryNo, PlayerId, Step};
use retrace_core::observe;
use retrace_core::predicate::{Asks, EvalError, Expression, Moment, Names, Past, Predicate, Value, ValueKind};
use retrace_core::state::{Game, evolve, evolve_entry};

use super::cursor::headline_of;
use crate::asking::numbers::is_nothing;
use crate::base::job::Progress;
use crate::base::place::{Point, TimelineId};
use crate::base::threads::{Piece, Threads, in_order};
use crate::session::Session;
use crate::timeline::commit::Commit;
use crate::timeline::line::Timeline;
use crate::{SessionError, describe};

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the head.
    Forward,
    /// Towards the start.
    Back,
}

/// A place at which a predicate holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The place: after the step.
    pub point: Point,
    /// The event: for a predicate about states, the one that made it true; otherwise the headline
    /// of the step.
    pub entry: EntryNo,
    /// The index of the predicate, from 0.
    pub which: usize,
}

/// A search of a timeline, and its position.
#[derive(Clone, Debug)]
pub struct Search {
    predicates: Vec<Predicate>,
    timeline: TimelineId,
    direction: Direction,
    /// Whether a predicate about states is found wherever it holds, not only where it becomes true.
    every: bool,
    /// The places after the steps to search.
    places: Range<usize>,
    /// The commits still to be searched.
    commits: Range<usize>,
    /// The number of commits at the beginning.
    all: usize,
}

impl Search {
    /// A search of a timeline for one of several predicates, from a place on: forward after it, or
    /// back before it.
    pub fn of(timeline: &Timeline, from: usize, predicates: Vec<Predicate>, direction: Direction) -> Search {
        let at = timeline.commits_up_to_step(from);
        let (places, commits) = match direction {
            Direction::Forward => (from + 1..timeline.len_steps() + 1, at..timeline.commits().len()),
            Direction::Back => (1..from, 0..(at + 1).min(timeline.commits().len())),
        };
        let all = commits.len();
        Search { predicates, timeline: timeline.id(), direction, every: false, places, commits, all }
    }

    /// Whether the search is finished.
    pub fn is_over(&self) -> bool {
        self.commits.is_empty()
    }

    /// How many parts are done, and the total.
    pub fn progress(&self) -> (usize, usize) {
        (self.all - self.commits.len(), self.all)
    }

    /// Makes the search find a predicate about states wherever it holds.
    #[must_use]
    pub const fn every(mut self) -> Search {
        self.every = true;
        self
    }

    /// Continues for about `steps` steps of its timeline. Results are in the order of the search.
    ///
    /// # Errors
    /// [`SessionError::Eval`] if a predicate is too expensive; the search is then over.
    pub fn go_on(&mut self, timeline: &Timeline, steps: usize) -> Result<Vec<Found>, SessionError> {
        let mut found = Vec::new();
        let mut looked = 0;
        while looked < steps.max(1) {
            let next = match self.direction {
                Direction::Forward => self.commits.next(),
                Direction::Back => self.commits.next_back(),
            };
            let Some(commit) = next.and_then(|index| timeline.commits().get(index)) else { break };
            let mut here = match self.look(timeline, commit) {
                Ok(here) => here,
                Err(error) => {
                    self.commits = 0..0;
                    return Err(error.into());
                }
            };
            if self.direction == Direction::Back {
                here.reverse();
            }
            found.append(&mut here);
            looked += commit.steps().len().max(1);
        }
        Ok(found)
    }

    /// The first result, if there is one.
    ///
    /// # Errors
    /// As [`Search::go_on`], and if it is cancelled.
    pub fn first(&mut self, timeline: &Timeline, progress: &Progress) -> Result<Option<Found>, SessionError> {
        Ok(self.all(timeline, 1, progress)?.into_iter().next())
    }

    /// The results in the order of the search: at least `enough`, or all there are.
    ///
    /// # Errors
    /// As [`Search::go_on`], and if it is cancelled.
    pub fn all(&mut self, timeline: &Timeline, enough: usize, progress: &Progress) -> Result<Vec<Found>, SessionError> {
        let mut found = Vec::new();
        while !self.is_over() && found.len() < enough {
            let (done, total) = self.progress();
            progress.step(done, total)?;
            found.append(&mut self.go_on(timeline, SLICE_STEPS)?);
        }
        Ok(found)
    }

    /// Like [`Search::all`], over several threads.
    ///
    /// # Errors
    /// As [`Search::all`].
    pub(crate) fn all_on(
        &mut self,
        threads: Threads,
        timeline: &Timeline,
        enough: usize,
        progress: &Progress,
    ) -> Result<Vec<Found>, SessionError> {
        // A thread searches a part of the commits as a search of its own. Each commit knows the
        // game before it, so none has to wait for another.
        let parts = self.commits.len().div_ceil(PART_COMMITS);
        let part = |index: usize| {
            let done = (index * PART_COMMITS).min(self.commits.len());
            let Range { start, end } = self.commits;
            match self.direction {
                Direction::Forward => start + done..(start + done + PART_COMMITS).min(end),
                Direction::Back => start.max((end - done).saturating_sub(PART_COMMITS))..end - done,
            }
        };
        let look = |piece: &Piece<'_>| {
            let commits = part(piece.index());
            let mut search = Search { all: commits.len(), commits, ..self.clone() };
            search.go_on(timeline, usize::MAX).inspect_err(|_| piece.end_here())
        };
        let (mut found, mut done) = (Vec::new(), 0);
        let ahead = threads.number().saturating_mul(AHEAD);
        let ended = in_order(threads, (parts, ahead), look, |index, part| {
            done = index + 1;
            let told = progress.step(self.all - self.commits.len() + index * PART_COMMITS, self.all);
            match told.and(part) {
                Ok(mut part) => found.append(&mut part),
                Err(error) => return ControlFlow::Break(Err(error)),
            }
            if found.len() < enough { ControlFlow::Continue(()) } else { ControlFlow::Break(Ok(())) }
        });
        if let ControlFlow::Break(Err(error)) = ended {
            self.commits = 0..0;
            return Err(error);
        }
        let left = part(done);
        self.commits = match self.direction {
            Direction::Forward => left.start..self.commits.end,
            Direction::Back => self.commits.start..left.end,
        };
        Ok(found)
    }

    /// The results in a commit, in order.
    fn look(&self, timeline: &Timeline, commit: &Commit) -> Result<Vec<Found>, EvalError> {
        let mut probes: Vec<Probe<'_>> = self.predicates.iter().map(|it| Probe::new(it, self.every)).collect();
        probes.iter_mut().try_for_each(|probe| probe.begin(timeline, commit))?;
        let mut found = Vec::new();
        walk(commit, |passed| {
            if passed.place >= self.places.end {
                return Ok(());
            }
            let wanted = passed.place >= self.places.start;
            for (which, probe) in probes.iter_mut().enumerate() {
                if !wanted && !probe.edge {
                    continue;
                }
                for entry in probe.at(timeline, &passed)?.into_iter().filter(|_| wanted) {
                    let point = Point::new(self.timeline, passed.place);
                    let viewer = probe.predicate.expression().viewer();
                    let entry = entry.or_else(|| headline(timeline, viewer, &passed)).unwrap_or_default();
                    found.push(Found { point, entry, which });
                }
            }
            Ok(())
        })?;
        Ok(found)
    }
}

/// How many steps to search between two checks for cancellation.
const SLICE_STEPS: usize = 1024;

/// How many commits a thread searches at a time.
const PART_COMMITS: usize = 64;

/// How many parts, for each thread, are searched before the results of earlier ones are taken.
const AHEAD: usize = 4;

/// A step of a walk, with the games around it.
pub(crate) struct Passed<'a> {
    /// The place after it.
    pub(crate) place: usize,
    /// The step.
    pub(crate) step: &'a Step,
    /// The game before it; `None` before the first.
    pub(crate) before: Option<&'a Game>,
    /// The game after it.
    pub(crate) after: &'a Game,
}

/// Walks through the steps of a commit.
pub(crate) fn walk<E>(commit: &Commit, mut each: impl FnMut(Passed<'_>) -> Result<(), E>) -> Result<(), E> {
    let mut game = commit.before().clone();
    let steps = commit.steps();
    for (index, step) in steps.iter().enumerate() {
        let place = commit.first_step() + index + 1;
        // Before the first step there is no game to compare with.
        let before: Option<Game> = (!game.is_empty()).then(|| game.clone());
        evolve(&mut game, step);
        // The game at the end of a commit is kept, with its cached derivations.
        let after = if index + 1 == steps.len() { commit.after() } else { &game };
        each(Passed { place, step, before: before.as_ref(), after })?;
    }
    Ok(())
}

/// Evaluates a predicate at successive steps.
pub(crate) struct Probe<'p> {
    predicate: &'p Predicate,
    asks: Asks,
    /// Whether to find only where it becomes true.
    edge: bool,
    /// Whether it held after the previous step.
    held: bool,
}

impl<'p> Probe<'p> {
    /// A probe for a predicate; with `every`, one about states is found wherever it holds,
    /// otherwise where it becomes true.
    pub(crate) fn new(predicate: &'p Predicate, every: bool) -> Probe<'p> {
        let asks = predicate.expression().asks();
        Probe { predicate, asks, edge: asks == Asks::State && !every, held: false }
    }

    /// Prepares for the first step of a commit.
    pub(crate) fn begin(&mut self, timeline: &Timeline, commit: &Commit) -> Result<(), EvalError> {
        self.held = self.edge && self.predicate.holds(moment(timeline, commit.before(), None, None))?;
        Ok(())
    }

    /// The results after a step: the events, or a single one without an event for a predicate that
    /// is not about events.
    pub(crate) fn at(&mut self, timeline: &Timeline, passed: &Passed<'_>) -> Result<Vec<Option<EntryNo>>, EvalError> {
        let Passed { step, before, after, .. } = *passed;
        if self.asks == Asks::Event {
            let mut found = Vec::new();
            for entry in &step.entries {
                let viewer = self.predicate.expression().viewer();
                let seen = || viewer.is_none_or(|viewer| describe::is_said(after, viewer, entry));
                if seen() && self.predicate.holds(moment(timeline, after, before, Some(entry)))? {
                    found.push(Some(entry.no));
                }
            }
            return Ok(found);
        }
        let holds = self.predicate.holds(moment(timeline, after, before, None))?;
        let found = match holds && !self.held {
            true if self.edge => vec![first_entry(timeline, self.predicate, before, step)?],
            true => vec![None],
            false => Vec::new(),
        };
        self.held = self.edge && holds;
        Ok(found)
    }
}

impl Past for Timeline {
    fn entry(&self, no: EntryNo) -> Option<&Entry> {
        Timeline::entry(self, no).map(|(_, entry)| entry)
    }
}

impl Timeline {
    /// The names that a predicate on it may use: players, script aliases, cards of the game.
    pub fn names(&self) -> Names {
        let head = self.head().map_or_else(Names::any, |head| Names::of_game(head.after()));
        self.aliases().iter().fold(head, |names, (alias, id)| names.with_alias(alias, *id))
    }

    /// Whether a predicate holds after `step` steps; one that is not about states alone is
    /// evaluated for the events there.
    ///
    /// # Errors
    /// [`EvalError`] if it would take too long.
    pub fn holds_at(&self, step: usize, predicate: &Predicate) -> Result<bool, EvalError> {
        Ok(self.value_at(step, predicate.expression())? == Value::Bool(true))
    }

    /// The value of an expression after `step` steps. In it, `event` is the headline of the step
    /// before; in a yes-or-no expression, any event of that step.
    ///
    /// # Errors
    /// [`EvalError`] if it would take too long.
    pub fn value_at(&self, step: usize, expression: &Expression) -> Result<Value, EvalError> {
        let game = self.game_at(step);
        self.value_after(step, &game, expression)
    }

    /// Like [`Timeline::value_at`], where the game there is known.
    pub(crate) fn value_after(&self, step: usize, game: &Game, expression: &Expression) -> Result<Value, EvalError> {
        let last = step.checked_sub(1);
        // The earlier game costs a fold, so it is only computed for expressions that need it.
        let before = last.filter(|last| *last > 0 && expression.asks() > Asks::State).map(|last| self.game_at(last));
        match last.and_then(|last| self.step_at(last)) {
            Some(step_before) => value_of(
                self,
                expression,
                &Passed { place: step, step: step_before, before: before.as_ref(), after: game },
            ),
            None => expression.eval(moment(self, game, None, None)),
        }
    }
}

/// The headline of a step for a viewer; `None` if the viewer sees nothing of it.
pub(crate) fn headline(timeline: &Timeline, viewer: Option<PlayerId>, passed: &Passed<'_>) -> Option<EntryNo> {
    let Some(viewer) = viewer else { return timeline.headline(passed.place) };
    let seen = |entry: &&Entry| !is_nothing(&observe::entry(passed.after, viewer, entry));
    headline_of(passed.step.entries.iter().map(|entry| &**entry).filter(seen))
}

/// The value of an expression after a step.
pub(crate) fn value_of(timeline: &Timeline, expression: &Expression, passed: &Passed<'_>) -> Result<Value, EvalError> {
    let Passed { step, before, after, .. } = *passed;
    if expression.asks() == Asks::Event && expression.gives().kind == ValueKind::Bool {
        let seen = |entry: &&Entry| expression.viewer().is_none_or(|it| describe::is_said(after, it, entry));
        for entry in step.entries.iter().map(|entry| &**entry).filter(seen) {
            if expression.eval(moment(timeline, after, before, Some(entry)))? == Value::Bool(true) {
                return Ok(Value::Bool(true));
            }
        }
        return Ok(Value::Bool(false));
    }
    let entry = match expression.asks() {
        Asks::Event => headline(timeline, expression.viewer(), passed).and_then(|no| Past::entry(timeline, no)),
        Asks::State | Asks::Change => None,
    };
    expression.eval(moment(timeline, after, before, entry))
}

impl Session {
    /// The names that a predicate on a timeline may use, for the current viewer.
    pub fn names(&self, id: TimelineId) -> Names {
        self.names_for(id, self.eyes())
    }

    /// The names that a viewer may use: players, script aliases, cards of the game. A player does
    /// not know the cards nor the aliases, so for a player every name is accepted as it is.
    pub(crate) fn names_for(&self, id: TimelineId, viewer: Option<PlayerId>) -> Names {
        match (viewer, self.timeline(id)) {
            (_, None) => Names::any(),
            (None, Some(timeline)) => timeline.names(),
            (Some(_), Some(timeline)) => {
                timeline.head().map_or_else(Names::any, |head| Names::of_players(head.after()))
            }
        }
    }

    /// Compiles a predicate for a timeline and the current viewer.
    ///
    /// # Errors
    /// [`SessionError::Predicate`]: what is wrong with it, and where.
    pub fn predicate(&self, id: TimelineId, text: &str) -> Result<Predicate, SessionError> {
        self.predicate_as(id, self.eyes(), text)
    }

    /// Compiles a predicate for a timeline and a player: neither its value nor the names that it
    /// may use reveal anything hidden from that player.
    ///
    /// # Errors
    /// As [`Session::predicate`].
    pub fn predicate_as(
        &self,
        id: TimelineId,
        viewer: Option<PlayerId>,
        text: &str,
    ) -> Result<Predicate, SessionError> {
        Ok(Predicate::compile(text, &self.names_for(id, viewer))?.asked_by(viewer))
    }

    /// Compiles an expression of any type, to be watched, for a timeline and the current viewer.
    ///
    /// # Errors
    /// As [`Session::predicate`].
    pub fn expression(&self, id: TimelineId, text: &str) -> Result<Expression, SessionError> {
        self.expression_as(id, self.eyes(), text)
    }

    /// Compiles an expression of any type for a timeline and a player, like
    /// [`Session::predicate_as`].
    ///
    /// # Errors
    /// As [`Session::predicate`].
    pub fn expression_as(
        &self,
        id: TimelineId,
        viewer: Option<PlayerId>,
        text: &str,
    ) -> Result<Expression, SessionError> {
        Ok(Expression::compile(text, &self.names_for(id, viewer))?.asked_by(viewer))
    }

    /// The value of an expression at a place, like [`Timeline::value_at`].
    ///
    /// # Errors
    /// [`SessionError::Eval`] if it would take too long.
    pub fn value_at(&self, point: Point, expression: &Expression) -> Result<Value, SessionError> {
        let Some(timeline) = self.timeline(point.timeline) else { return Ok(Value::Nothing) };
        Ok(timeline.value_after(point.step, &self.game_at(point), expression)?)
    }

    /// A search of a whole timeline from its start.
    pub fn search(&self, id: TimelineId, predicate: Predicate) -> Search {
        self.search_from(Point::new(id, 0), predicate, Direction::Forward)
    }

    /// A search from a place on: forward after it, or back before it.
    pub fn search_from(&self, from: Point, predicate: Predicate, direction: Direction) -> Search {
        match self.timeline(from.timeline) {
            Some(timeline) => Search::of(timeline, from.step, vec![predicate], direction),
            None => {
                let (timeline, predicates) = (from.timeline, vec![predicate]);
                Search { predicates, timeline, direction, every: false, places: 0..0, commits: 0..0, all: 0 }
            }
        }
    }

    /// Continues a search for about `steps` steps. Results are in the order of the search.
    ///
    /// # Errors
    /// As [`Search::go_on`].
    #[cfg(test)]
    pub(crate) fn search_on(&self, search: &mut Search, steps: usize) -> Result<Vec<Found>, SessionError> {
        match self.timeline(search.timeline) {
            Some(timeline) => search.go_on(timeline, steps),
            None => {
                search.commits = 0..0;
                Ok(Vec::new())
            }
        }
    }

    /// The first result of a search, if there is one.
    ///
    /// # Errors
    /// As [`Search::go_on`].
    #[cfg(test)]
    pub(crate) fn search_first(&self, search: &mut Search) -> Result<Option<Found>, SessionError> {
        match self.timeline(search.timeline) {
            Some(timeline) => search.first(timeline, &Progress::default()),
            None => Ok(None),
        }
    }

    /// Moves the cursor to the first result of a search from there.
    ///
    /// # Errors
    /// As [`Search::go_on`].
    #[cfg(test)]
    pub(crate) fn run_until(
        &mut self,
        predicate: Predicate,
        direction: Direction,
    ) -> Result<Option<Found>, SessionError> {
        let mut search = self.search_from(self.cursor(), predicate, direction);
        let found = self.search_first(&mut search)?;
        if let Some(found) = found {
            let _moved: crate::Outcome = self.jump(found.point);
        }
        Ok(found)
    }
}

/// The entry of a step after which a predicate about states holds, if a single one made the
/// difference.
fn first_entry(
    timeline: &Timeline,
    predicate: &Predicate,
    before: Option<&Game>,
    step: &Step,
) -> Result<Option<EntryNo>, EvalError> {
    let mut game = before.cloned().unwrap_or_default();
    for entry in &step.entries {
        evolve_entry(&mut game, entry);
        if predicate.holds(moment(timeline, &game, None, None))? {
            return Ok(Some(entry.no));
        }
    }
    Ok(None)
}

pub(crate) fn moment<'a>(
    timeline: &'a Timeline,
    game: &'a Game,
    before: Option<&'a Game>,
    entry: Option<&'a Entry>,
) -> Moment<'a> {
    Moment { game, before, entry, past: timeline }
}
