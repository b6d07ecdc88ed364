//! The operations of a session, each of which can be undone: every one leaves a view, and undoing goes back to the one
//! before. A view is cheap to keep, since timelines are persistent and commits are never changed.
//!
//! Of a session on a store, what changes timelines is an operation of the store as well, and undoing it undoes that one:
//! the store's log is the one that lasts. What is only the session's, such as moving the cursor, the store never hears of.

use std::sync::Arc;

use retrace_core::persist::Map;

use super::marks::Marks;
use super::timeline::{Point, Timeline, TimelineId};
use super::{Outcome, Session, SessionError};

/// How many operations can be undone.
const KEPT: usize = 1000;

/// All that an operation can change.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// By id, which is their order as well.
    pub(super) timelines: Map<TimelineId, Arc<Timeline>>,
    pub(super) cursor: Point,
    pub(super) pinned: Option<Point>,
    /// Watches and breakpoints.
    pub(super) marks: Arc<Marks>,
}

/// What was done and can be undone.
#[derive(Clone, Debug)]
struct Operation {
    /// What it did, as in "Undo: fork".
    what: String,
    /// The view before it.
    before: View,
    /// Whether the next move of the cursor belongs to it as well.
    scrubbing: bool,
    /// The operation of the store that it is there, if it changed a store. Undoing it undoes that.
    stored: Option<u64>,
}

/// The log of operations.
#[derive(Debug, Default)]
pub(super) struct Operations {
    done: Vec<Operation>,
    undone: Vec<Operation>,
    /// How many were done that can no longer be undone.
    forgotten: usize,
    /// Whether what is done belongs to the last operation.
    joined: bool,
    /// The highest id that a timeline has had.
    last_id: usize,
}

impl Operations {
    /// An id that no timeline has had.
    pub(super) fn new_id(&mut self) -> TimelineId {
        self.last_id += 1;
        TimelineId(self.last_id)
    }

    /// Notes an operation before it is done.
    fn note(&mut self, what: &str, before: &View, scrubbing: bool) {
        if self.joined || scrubbing && self.done.last().is_some_and(|last| last.scrubbing) {
            return;
        }
        if self.done.len() == KEPT {
            self.done.remove(0);
            self.forgotten += 1;
        }
        self.done.push(Operation { what: what.to_owned(), before: before.clone(), scrubbing, stored: None });
    }
}

impl Session {
    /// Does something to the view, so that it can be undone.
    pub(super) fn operate(&mut self, what: &str, change: impl FnOnce(&mut View)) {
        self.change(what, false, change);
    }

    /// Does something to the timelines, so that it can be undone, and writes it into the store. If it cannot be
    /// written it is not done.
    pub(super) fn alter(&mut self, what: &str, change: impl FnOnce(&mut View)) -> Result<(), SessionError> {
        let undone = std::mem::take(&mut self.operations.undone);
        let before = self.view.clone();
        self.change(what, false, change);
        let joins = self.operations.done.last().and_then(|last| last.stored);
        match self.persist(joins) {
            Ok(stored) => {
                if let Some(last) = self.operations.done.last_mut() {
                    last.stored = stored.or(last.stored);
                }
                Ok(())
            }
            Err(error) => {
                if !self.operations.joined {
                    self.operations.done.pop();
                }
                self.view = before;
                self.operations.undone = undone;
                self.arrive_anew();
                Err(error)
            }
        }
    }

    /// Does something as a part of the last operation, so that undoing takes both back.
    pub(super) fn joined<T>(&mut self, change: impl FnOnce(&mut Session) -> T) -> T {
        let before = std::mem::replace(&mut self.operations.joined, true);
        let done = change(self);
        self.operations.joined = before;
        done
    }

    /// Moves the cursor. Several moves after one another are undone together.
    pub(super) fn scrub(&mut self, to: Point) {
        if to != self.view.cursor {
            self.change("move of the cursor", true, |view| view.cursor = to);
        }
    }

    fn change(&mut self, what: &str, scrubbing: bool, change: impl FnOnce(&mut View)) {
        self.operations.note(what, &self.view, scrubbing);
        let from = self.view.cursor;
        change(&mut self.view);
        self.arrive(from);
    }

    /// Brings what is kept of the cursor's place up to date.
    fn arrive(&mut self, from: Point) {
        let to = self.view.cursor;
        let Some(timeline) = self.view.timelines.get(&to.timeline) else { return };
        let next = from.timeline == to.timeline && from.step + 1 == to.step && to.step < timeline.len_steps();
        match timeline.step_at(from.step) {
            _ if from == to => {}
            Some(step) if next => retrace_core::state::evolve(&mut self.game, step),
            _ => self.game = timeline.game_at(to.step),
        }
        self.current = Arc::clone(timeline);
    }

    /// How many operations have been done and not undone: undoing until this is what it was takes back what was done since.
    pub fn operations_done(&self) -> usize {
        self.operations.forgotten + self.operations.done.len()
    }

    /// What undoing would take back.
    pub fn undoable(&self) -> Option<&str> {
        self.operations.done.last().map(|operation| operation.what.as_str())
    }

    /// What redoing would bring back.
    pub fn redoable(&self) -> Option<&str> {
        self.operations.undone.last().map(|operation| operation.what.as_str())
    }

    /// Takes the last operation back.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn undo(&mut self) -> Result<Outcome, SessionError> {
        let Some(mut operation) = self.operations.done.pop() else {
            return Ok(Outcome::Nothing("There is nothing to undo."));
        };
        let exchanged = self.exchange(&mut operation, true);
        let what = operation.what.clone();
        if exchanged.is_ok() { &mut self.operations.undone } else { &mut self.operations.done }.push(operation);
        exchanged.map(|()| Outcome::Undone(what))
    }

    /// Does again what was undone last.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn redo(&mut self) -> Result<Outcome, SessionError> {
        let Some(mut operation) = self.operations.undone.pop() else {
            return Ok(Outcome::Nothing("There is nothing to redo."));
        };
        let exchanged = self.exchange(&mut operation, false);
        let what = operation.what.clone();
        if exchanged.is_ok() { &mut self.operations.done } else { &mut self.operations.undone }.push(operation);
        exchanged.map(|()| Outcome::Redone(what))
    }

    /// Goes to the view that an operation keeps; the operation then keeps the one that was here.
    fn exchange(&mut self, operation: &mut Operation, undo: bool) -> Result<(), SessionError> {
        std::mem::swap(&mut self.view, &mut operation.before);
        let turned = match &mut self.store {
            Some(store) => store.turn(&self.view, operation.stored, undo),
            None => Ok(()),
        };
        if let Err(error) = turned {
            std::mem::swap(&mut self.view, &mut operation.before);
            return Err(error.into());
        }
        operation.scrubbing = false;
        self.arrive_anew();
        Ok(())
    }

    /// Brings what is kept of the cursor's place up to date after timelines may have changed under it.
    fn arrive_anew(&mut self) {
        let to = self.view.cursor;
        if let Some(timeline) = self.view.timelines.get(&to.timeline) {
            self.game = timeline.game_at(to.step);
            self.current = Arc::clone(timeline);
        }
    }
}
