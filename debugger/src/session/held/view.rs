//! The view, which is all that an operation can change, and the log of operations.

use std::sync::Arc;

use retrace_core::persist::Map;

use super::bookmark::Bookmark;
use super::marks::Marks;
use crate::session::base::place::{Point, TimelineId};
use crate::session::timeline::line::Timeline;

/// How many operations can be undone.
pub(in crate::session) const KEPT: usize = 1000;

/// All that an operation can change.
#[derive(Clone, Debug)]
pub(in crate::session) struct View {
    /// By id, which is their order as well.
    pub(in crate::session) timelines: Map<TimelineId, Arc<Timeline>>,
    pub(in crate::session) cursor: Point,
    pub(in crate::session) pinned: Option<Point>,
    /// Watches and breakpoints.
    pub(in crate::session) marks: Arc<Marks>,
    /// By name.
    pub(in crate::session) bookmarks: Map<String, Bookmark>,
}

/// What was done and can be undone.
#[derive(Clone, Debug)]
pub(in crate::session) struct Operation {
    /// What it did, as in "Undo: fork".
    pub(in crate::session) what: String,
    /// The view before it.
    pub(in crate::session) before: View,
    /// The operation of the store that it is there, if it changed a store. Undoing it undoes that.
    pub(in crate::session) stored: Option<u64>,
}

/// The log of operations.
#[derive(Debug, Default)]
pub(in crate::session) struct Operations {
    pub(in crate::session) done: Vec<Operation>,
    pub(in crate::session) undone: Vec<Operation>,
    /// How many were done that can no longer be undone.
    pub(in crate::session) forgotten: usize,
    /// Whether what is done belongs to the last operation.
    pub(in crate::session) joined: bool,
    /// The highest id that a timeline has had.
    pub(in crate::session) last_id: usize,
}

impl Operations {
    /// An id that no timeline has had.
    pub(in crate::session) fn new_id(&mut self) -> TimelineId {
        self.last_id += 1;
        TimelineId(self.last_id)
    }

    /// What the operations were in a store means nothing in another.
    pub(in crate::session) fn leave_store(&mut self) {
        self.done.iter_mut().chain(&mut self.undone).for_each(|operation| operation.stored = None);
    }

    /// Notes an operation before it is done.
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
