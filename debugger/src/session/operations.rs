//! The operations of a session, each of which can be undone: every one leaves a view, and undoing goes back to the one
//! before. A view is cheap to keep, since timelines are persistent and commits are never changed.

use std::collections::VecDeque;
use std::sync::Arc;

use retrace_core::persist::Map;

use super::timeline::{Point, Timeline, TimelineId};
use super::{Outcome, Session};

/// How many operations can be undone.
const KEPT: usize = 1000;

/// All that an operation can change.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// By id, which is their order as well.
    pub(super) timelines: Map<TimelineId, Arc<Timeline>>,
    pub(super) cursor: Point,
    pub(super) pinned: Option<Point>,
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
}

/// The log of operations.
#[derive(Debug, Default)]
pub(super) struct Operations {
    done: VecDeque<Operation>,
    undone: Vec<Operation>,
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
        self.undone.clear();
        if scrubbing && self.done.back().is_some_and(|last| last.scrubbing) {
            return;
        }
        if self.done.len() == KEPT {
            self.done.pop_front();
        }
        self.done.push_back(Operation { what: what.to_owned(), before: before.clone(), scrubbing });
    }
}

impl Session {
    /// Does something to the view, so that it can be undone.
    pub(super) fn operate(&mut self, what: &str, change: impl FnOnce(&mut View)) {
        self.change(what, false, change);
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

    /// What undoing would take back.
    pub fn undoable(&self) -> Option<&str> {
        self.operations.done.back().map(|operation| operation.what.as_str())
    }

    /// What redoing would bring back.
    pub fn redoable(&self) -> Option<&str> {
        self.operations.undone.last().map(|operation| operation.what.as_str())
    }

    /// Takes the last operation back.
    pub fn undo(&mut self) -> Outcome {
        let Some(operation) = self.operations.done.pop_back() else {
            return Outcome::Nothing("There is nothing to undo.");
        };
        let after = std::mem::replace(&mut self.view, operation.before);
        let what = operation.what.clone();
        self.operations.undone.push(Operation { before: after, scrubbing: false, ..operation });
        self.arrive_anew();
        Outcome::Undone(what)
    }

    /// Does again what was undone last.
    pub fn redo(&mut self) -> Outcome {
        let Some(operation) = self.operations.undone.pop() else {
            return Outcome::Nothing("There is nothing to redo.");
        };
        let before = std::mem::replace(&mut self.view, operation.before);
        let what = operation.what.clone();
        self.operations.done.push_back(Operation { before, scrubbing: false, ..operation });
        self.arrive_anew();
        Outcome::Redone(what)
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
