//! Changes to what a log holds besides commits: timelines, bookmarks, the undoing of operations,
//! and the collection of unreachable commits. [`operations`](crate::operations) makes these changes
//! on bytes. This file does what needs the rules: rebuilding commits the database lost.

use crate::bookmark::Bookmark;
use crate::error::StoreError;
use crate::gc::{Collect, Collected};
use crate::history::Grouping;
use crate::history::Operation;
use crate::id::EventId;
use crate::log::Log;
use crate::timeline::Timeline;

impl Log {
    /// Renames a timeline. It keeps its serial, so its forks still know it.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if its head is not `expected`; errors of names, timelines and
    /// writing.
    pub fn rename(&mut self, name: &str, expected: EventId, to: &str) -> Result<(), StoreError> {
        self.store.rename(name, expected, to)
    }

    /// Removes a timeline. Its commits stay, so this can be undone.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if its head is not `expected`; errors of timelines and writing.
    pub fn delete(&mut self, name: &str, expected: EventId) -> Result<(), StoreError> {
        self.store.delete(name, expected)
    }

    /// Moves the head of a timeline to any stored commit: back, forward, or onto another branch of
    /// the game. The timeline keeps its serial.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if its head is not `expected`; errors of chains and writing.
    pub fn move_head(&mut self, name: &str, expected: EventId, to: EventId) -> Result<Timeline, StoreError> {
        self.store.move_head(name, expected, to)
    }

    /// Creates, moves or annotates a bookmark: a name for an event of a timeline. The stored
    /// bookmark must be the one the caller expects; pass none to create a new one.
    ///
    /// # Errors
    /// [`StoreError::BookmarkConflict`] if it differs; [`StoreError::BadName`],
    /// [`StoreError::LongNote`], [`StoreError::NoEvent`]; errors of timelines and writing.
    pub fn set_bookmark(
        &mut self,
        name: &str,
        expected: Option<&Bookmark>,
        place: (&str, u64),
        note: &str,
    ) -> Result<Bookmark, StoreError> {
        self.store.set_bookmark(name, expected, place, note)
    }

    /// Removes a bookmark. The stored bookmark must be the one the caller expects.
    ///
    /// # Errors
    /// [`StoreError::BookmarkConflict`] if it differs, and errors of writing.
    pub fn remove_bookmark(&mut self, expected: &Bookmark) -> Result<(), StoreError> {
        self.store.remove_bookmark(expected)
    }

    /// Groups all changes a function makes into one operation, which is undone as a whole and made
    /// durable once, at the end. If the function fails, the changes it made before the error stay.
    ///
    /// # Errors
    /// Errors of the function and of writing.
    pub fn together<T, E: From<StoreError>>(&mut self, change: impl FnOnce(&mut Log) -> Result<T, E>) -> Result<T, E> {
        self.grouping(Grouping::First, change)
    }

    /// Like `together`, but the changes join the last operation if it has this number; otherwise
    /// they form their own.
    ///
    /// # Errors
    /// Errors of the function and of writing.
    pub fn together_with<T, E: From<StoreError>>(
        &mut self,
        operation: Option<u64>,
        change: impl FnOnce(&mut Log) -> Result<T, E>,
    ) -> Result<T, E> {
        let last = self.store.operations().next_back().map(|last| last.number);
        let joins = operation.is_some() && operation == last && self.undoable().map(|it| it.number) == last;
        self.grouping(if joins { Grouping::Rest } else { Grouping::First }, change)
    }

    fn grouping<T, E: From<StoreError>>(
        &mut self,
        grouping: Grouping,
        change: impl FnOnce(&mut Log) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.store.grouping != Grouping::Each {
            return change(self);
        }
        self.store.grouping = grouping;
        let done = change(self);
        self.store.grouping = Grouping::Each;
        let settled = self.store.settle();
        let done = done?;
        settled?;
        Ok(done)
    }

    /// Removes whatever no timeline, bookmark or operation reaches, and the labels that no timeline
    /// can show any more; or reports what it would remove. Commits that an operation needs and only
    /// the journal has are rebuilt first.
    ///
    /// # Errors
    /// A damaged timeline or bookmark, or a reachable commit that can be neither read nor rebuilt;
    /// nothing has been removed then. Errors of reading and writing.
    pub fn collect(&mut self, wanted: Collect) -> Result<Collected, StoreError> {
        if !wanted.forget_operations {
            let needed: Vec<EventId> = self.store.operations().flat_map(Operation::commits).collect();
            for commit in needed {
                // What cannot be rebuilt is reported as missing, with what needs it.
                let _made = self.bring_back(commit);
            }
        }
        let stale = self.stale_labels(wanted.forget_operations)?;
        let collected = self.in_other_database(|log| log.store.collect(wanted))?;
        // An interruption before this leaves labels that show nowhere, for the next collection.
        if !wanted.dry_run {
            self.change_labels(&stale, [])?;
        }
        Ok(Collected { labels: stale.len() as u64, ..collected })
    }

    /// The operation that [`Log::undo`] would undo.
    pub fn undoable(&self) -> Option<&Operation> {
        self.store.undoable()
    }

    /// The operation that [`Log::redo`] would redo.
    pub fn redoable(&self) -> Option<&Operation> {
        self.store.redoable()
    }

    /// Undoes the last operation not yet undone; returns none if there is none. Commits that the
    /// database lost are rebuilt from the journal first.
    ///
    /// # Errors
    /// [`StoreError::CannotTurn`] if the results of the operation have changed since, or cannot be
    /// rebuilt; errors of writing. Nothing changes then.
    pub fn undo(&mut self) -> Result<Option<Operation>, StoreError> {
        let operation = self.undoable().cloned();
        self.turn(operation, true)
    }

    /// Redoes what was undone last; returns none if there is nothing to redo.
    ///
    /// # Errors
    /// As for [`Log::undo`].
    pub fn redo(&mut self) -> Result<Option<Operation>, StoreError> {
        let operation = self.redoable().cloned();
        self.turn(operation, false)
    }

    fn turn(&mut self, operation: Option<Operation>, undo: bool) -> Result<Option<Operation>, StoreError> {
        let Some(operation) = operation else { return Ok(None) };
        for commit in operation.commits() {
            self.bring_back(commit).map_err(|why| StoreError::CannotTurn { operation: operation.number, undo, why })?;
        }
        self.store.turn(&operation, undo)?;
        Ok(Some(operation))
    }

    /// Rebuilds a commit that only the journal has.
    fn bring_back(&mut self, commit: EventId) -> Result<(), String> {
        if self.store.read(commit).is_ok() {
            return Ok(());
        }
        let (base, inputs) = self.store.inputs_to(commit).map_err(|error| error.to_string())?;
        let (_, _, lost) =
            self.run_again("a lost commit", base, inputs, &mut |_| Ok(())).map_err(|error| error.to_string())?;
        lost.map_or(Ok(()), Err)
    }
}
