//! Searching: where a predicate holds or becomes true, forwards and backwards, and what an expression is at a place.
//!
//! A [`Search`] is plain data that remembers how far it has come. [`Session::search_on`] looks at a part of the timeline
//! and comes back, so that a window can show how far it is, stay alive, and drop the search to cancel it.
//!
//! What happens at once is one moment, with the game as it is after the whole step. A predicate about states alone
//! ([`Asks::State`]) is found where it *becomes* true; one that asks what changed, at each step at which it holds; one
//! that asks about the event, at each event at which it holds.

use std::ops::Range;

use retrace_core::fact::{Entry, EntryNo, Step};
use retrace_core::predicate::{Asks, EvalError, Expression, Moment, Names, Past, Predicate, Value};
use retrace_core::state::{Game, evolve, evolve_entry};

use super::commit::Commit;
use super::timeline::{Point, Timeline, TimelineId};
use super::{Outcome, Session, SessionError};

/// Which way a search goes.
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
    /// The event; of a predicate about states, the one that made it true; otherwise the headline of the step.
    pub entry: EntryNo,
}

/// What is looked for on a timeline, and how far the search has come.
#[derive(Clone, Debug)]
pub struct Search {
    predicate: Predicate,
    timeline: TimelineId,
    direction: Direction,
    /// A predicate about states is found wherever it holds, not only where it becomes true.
    every: bool,
    /// The steps, as the places after them, at which is looked.
    places: Range<usize>,
    /// The commits that are still to be looked at.
    commits: Range<usize>,
    /// The commits at first.
    all: usize,
}

impl Search {
    /// The predicate.
    pub const fn predicate(&self) -> &Predicate {
        &self.predicate
    }

    /// Whether it has come to its end.
    pub fn is_over(&self) -> bool {
        self.commits.is_empty()
    }

    /// How far it has come: so many parts of so many.
    pub fn progress(&self) -> (usize, usize) {
        (self.all - self.commits.len(), self.all)
    }

    /// The same search, but a predicate about states is found wherever it holds.
    #[must_use]
    pub const fn every(mut self) -> Search {
        self.every = true;
        self
    }
}

/// So many steps are looked at before a search that is run to its end looks whether it is over.
const SLICE_STEPS: usize = 4096;

impl Past for Timeline {
    fn entry(&self, no: EntryNo) -> Option<&Entry> {
        Timeline::entry(self, no).map(|(_, entry)| entry)
    }
}

impl Session {
    /// The names that a predicate on a timeline may use: players, the aliases of its script, the cards of its game.
    pub fn names(&self, id: TimelineId) -> Names {
        let Some(timeline) = self.timeline(id) else { return Names::any() };
        let head = timeline.head().map_or_else(Names::any, |head| Names::of_game(head.after()));
        timeline.aliases().iter().fold(head, |names, (alias, id)| names.with_alias(alias, *id))
    }

    /// Understands a predicate on a timeline.
    ///
    /// # Errors
    /// [`SessionError::Predicate`]: what is wrong with it, and where.
    pub fn predicate(&self, id: TimelineId, text: &str) -> Result<Predicate, SessionError> {
        Ok(Predicate::compile(text, &self.names(id))?)
    }

    /// Understands an expression of any sort on a timeline, to be watched.
    ///
    /// # Errors
    /// As [`Session::predicate`].
    pub fn expression(&self, id: TimelineId, text: &str) -> Result<Expression, SessionError> {
        Ok(Expression::compile(text, &self.names(id))?)
    }

    /// The value of an expression at a place; `event` in it is the headline of the step before.
    ///
    /// # Errors
    /// [`SessionError::Eval`] if it would take too long.
    pub fn value_at(&self, point: Point, expression: &Expression) -> Result<Value, SessionError> {
        let Some(timeline) = self.timeline(point.timeline) else { return Ok(Value::Nothing) };
        let game = self.game_at(point);
        let before = point.step.checked_sub(1).map(|step| timeline.game_at(step));
        let entry = self.headline(point).and_then(|no| Past::entry(timeline, no));
        Ok(expression.eval(Moment { game: &game, before: before.as_ref(), entry, past: timeline })?)
    }

    /// A search of a whole timeline from its start.
    pub fn search(&self, id: TimelineId, predicate: Predicate) -> Search {
        self.search_from(Point::new(id, 0), predicate, Direction::Forward)
    }

    /// A search from a place on: of what comes after it, or of what is before it.
    pub fn search_from(&self, from: Point, predicate: Predicate, direction: Direction) -> Search {
        let (places, commits) = match self.timeline(from.timeline) {
            None => (0..0, 0..0),
            Some(timeline) => {
                let at = timeline.commits_up_to_step(from.step);
                match direction {
                    Direction::Forward => (from.step + 1..timeline.len_steps() + 1, at..timeline.commits().len()),
                    Direction::Back => (1..from.step, 0..(at + 1).min(timeline.commits().len())),
                }
            }
        };
        let all = commits.len();
        Search { predicate, timeline: from.timeline, direction, every: false, places, commits, all }
    }

    /// Goes on with a search for about so many steps. What it finds is in the order of the search.
    ///
    /// # Errors
    /// [`SessionError::Eval`] if the predicate asks too much; the search is over then.
    pub fn search_on(&self, search: &mut Search, steps: usize) -> Result<Vec<Found>, SessionError> {
        let mut found = Vec::new();
        let Some(timeline) = self.timeline(search.timeline) else {
            search.commits = 0..0;
            return Ok(found);
        };
        let mut looked = 0;
        while looked < steps.max(1) {
            let next = match search.direction {
                Direction::Forward => search.commits.next(),
                Direction::Back => search.commits.next_back(),
            };
            let Some(commit) = next.and_then(|index| timeline.commits().get(index)) else { break };
            let mut here = match look(timeline, commit, search) {
                Ok(here) => here,
                Err(error) => {
                    search.commits = 0..0;
                    return Err(error.into());
                }
            };
            if search.direction == Direction::Back {
                here.reverse();
            }
            found.extend(here.into_iter().map(|(step, entry)| {
                let point = Point::new(search.timeline, step);
                Found { point, entry: entry.or_else(|| self.headline(point)).unwrap_or_default() }
            }));
            looked += commit.steps().len().max(1);
        }
        Ok(found)
    }

    /// The first place that a search finds, if there is one.
    ///
    /// # Errors
    /// As [`Session::search_on`].
    pub fn search_first(&self, search: &mut Search) -> Result<Option<Found>, SessionError> {
        while !search.is_over() {
            if let Some(found) = self.search_on(search, SLICE_STEPS)?.into_iter().next() {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Puts the cursor where a search from there finds something, as an operation of its own.
    ///
    /// # Errors
    /// As [`Session::search_on`].
    pub fn run_until(&mut self, predicate: Predicate, direction: Direction) -> Result<Option<Found>, SessionError> {
        let mut search = self.search_from(self.cursor(), predicate, direction);
        let found = self.search_first(&mut search)?;
        if let Some(found) = found {
            let _moved: Outcome = self.jump(found.point);
        }
        Ok(found)
    }
}

/// The places of a commit at which a predicate is found, with the event where it asks about one.
fn look(timeline: &Timeline, commit: &Commit, search: &Search) -> Result<Vec<(usize, Option<EntryNo>)>, EvalError> {
    let predicate = &search.predicate;
    let asks = predicate.expression().asks();
    let edge = asks == Asks::State && !search.every;
    let mut held = edge && predicate.holds(moment(timeline, commit.before(), None, None))?;
    let mut game = commit.before().clone();
    let mut found = Vec::new();
    let steps = commit.steps();
    for (index, step) in steps.iter().enumerate() {
        let place = commit.first_step() + index + 1;
        if place >= search.places.end {
            break;
        }
        // Before the first step there is no game to compare with.
        let before: Option<Game> = (!game.is_empty()).then(|| game.clone());
        evolve(&mut game, step);
        // The game at the end of a commit is kept, with what has been derived of it.
        let after = if index + 1 == steps.len() { commit.after() } else { &game };
        if place < search.places.start && !edge {
            continue;
        }
        match asks {
            Asks::Event => {
                for entry in &step.entries {
                    if predicate.holds(moment(timeline, after, before.as_ref(), Some(entry)))? {
                        found.push((place, Some(entry.no)));
                    }
                }
            }
            Asks::Change | Asks::State => {
                let holds = predicate.holds(moment(timeline, after, before.as_ref(), None))?;
                if holds && !held && place >= search.places.start {
                    let entry = match asks {
                        Asks::State if edge => first_entry(timeline, predicate, before.as_ref(), step)?,
                        _ => None,
                    };
                    found.push((place, entry));
                }
                held = edge && holds;
            }
        }
    }
    Ok(found)
}

/// The entry of a step after which a predicate about states holds, if one alone made the difference.
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

fn moment<'a>(
    timeline: &'a Timeline,
    game: &'a Game,
    before: Option<&'a Game>,
    entry: Option<&'a Entry>,
) -> Moment<'a> {
    Moment { game, before, entry, past: timeline }
}
