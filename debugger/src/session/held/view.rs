//! The view, which is everything that an operation can change, and the log of operations.

use std::sync::Arc;

use retrace_core::persist::Map;

use super::bookmark::Bookmark;
use super::marks::Marks;
use crate::session::base::place::{Point, TimelineId};
use crate::session::timeline::line::Timeline;

/// How many operations can be undone.
pub(in crate::session) const KEPT: usize = 1000;

/// Everything that an operation can change.
#[derive(Clone, Debug)]
pub(in crate::session) struct View {
    /// The timelines by id, which is also their order.
    pub(in crate::session) timelines: Map<TimelineId, Arc<Timeline>>,
    pub(in crate::session) cursor: Point,
    pub(in crate::session) pinned: Option<Point>,
    /// Watches and breakpoints.
    pub(in crate::session) marks: Arc<Marks>,
    /// The bookmarks by name.
    pub(in crate::session) bookmarks: Map<String, Bookmark>,
}

/// An operation that can be undone.
#[derive(Clone, Debug)]
pub(in crate::session) struct Operation {
    /// Its name, as in "Undo: fork".
    pub(in crate::session) what: String,
    /// The view before it.
    pub(in crate::session) before: View,
    /// The operation of the store, if it changed a store. Undoing it undoes that too.
    pub(in crate::session) stored: Option<u64>,
}

/// The log of operations.
#[derive(Debug, Default)]
pub(in crate::session) struct Operations {
    pub(in crate::session) done: Vec<Operation>,
    pub(in crate::session) undone: Vec<Operation>,
    /// How many old operations can no longer be undone.
    pub(in crate::session) forgotten: usize,
    /// Whether further changes belong to the last operation.
    pub(in crate::session) joined: bool,
    /// The highest timeline id so far.
    pub(in crate::session) last_id: usize,
}

impl Operations {
    /// An unused timeline id.
    pub(in crate::session) fn new_id(&mut self) -> TimelineId {
        self.last_id += 1;
        TimelineId(self.last_id)
    }

    /// Forgets the store operations, which mean nothing in another store.
    pub(in crate::session) fn leave_store(&mut self) {
        self.done.iter_mut().chain(&mut self.undone).for_each(|operation| operation.stored = None);
    }

    /// Links what was done to a store, given its number of each operation.
    pub(in crate::session) fn enter_store(&mut self, stored: &[Option<u64>]) {
        self.done.iter_mut().zip(stored).for_each(|(operation, stored)| operation.stored = *stored);
    }

    /// Logs an operation before it is done.
    pub(in crate::session) fn note(&mut self, what: &str, before: &View) {
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
