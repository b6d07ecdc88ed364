//! The view, which is everything that an operation can change, and the log of operations.

use std::sync::Arc;

use retrace_core::persist::Map;

use super::bookmark::Bookmark;
use super::marks::Marks;
use crate::base::place::{Point, TimelineId};
use crate::timeline::line::Timeline;

/// How many operations can be undone.
pub(crate) const KEPT: usize = 1000;

/// Everything that an operation can change.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// The timelines by id, which is also their order.
    pub(crate) timelines: Map<TimelineId, Arc<Timeline>>,
    pub(crate) cursor: Point,
    pub(crate) pinned: Option<Point>,
    /// Watches and breakpoints.
    pub(crate) marks: Arc<Marks>,
    /// The bookmarks by name.
    pub(crate) bookmarks: Map<String, Bookmark>,
}

/// An operation that can be undone.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    /// Its name, as in "Undo: fork".
    pub(crate) what: String,
    /// The view before it.
    pub(crate) before: View,
    /// The operation of the store, if it changed a store. Undoing it undoes that too.
    pub(crate) stored: Option<u64>,
}

/// The log of operations.
#[derive(Debug, Default)]
pub(crate) struct Operations {
    pub(crate) done: Vec<Operation>,
    pub(crate) undone: Vec<Operation>,
    /// How many old operations can no longer be undone.
    pub(crate) forgotten: usize,
    /// Whether further changes belong to the last operation.
    pub(crate) joined: bool,
    /// The highest timeline id so far.
    pub(crate) last_id: usize,
}

impl Operations {
    /// An unused timeline id.
    pub(crate) fn new_id(&mut self) -> TimelineId {
        self.last_id += 1;
        TimelineId(self.last_id)
    }

    /// Forgets the store operations, which mean nothing in another store.
    pub(crate) fn leave_store(&mut self) {
        self.done.iter_mut().chain(&mut self.undone).for_each(|operation| operation.stored = None);
    }

    /// Links what was done to a store, given its number of each operation.
    pub(crate) fn enter_store(&mut self, stored: &[Option<u64>]) {
        self.done.iter_mut().zip(stored).for_each(|(operation, stored)| operation.stored = *stored);
    }

    /// Logs an operation before it is done.
    pub(crate) fn note(&mut self, what: &str, before: &View) {
        if self.joined {
            return;
        }
        if self.done.len() == KEPT {
            self.done.remove(0);
            self.forgotten += 1;
        }
        self.done.push(Operation { what: what.to_owned(), before: before.clone(), stored: None });
    }
}
