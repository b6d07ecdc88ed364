//! Changes what a log holds besides commits: timelines, bookmarks, operations and undoing them, and collecting what
//! nothing reaches. [`operations`](crate::operations) does this on bytes. This file does what needs the rules:
//! rebuilding what the database lost.

use crate::bookmark::Bookmark;
use crate::error::StoreError;
use crate::gc::{Collect, Collected};
use crate::history::Operation;
use crate::id::EventId;
use crate::log::Log;
use crate::operations::Grouping;
use crate::timeline::Timeline;

impl Log {
    /// Gives a timeline another name. It keeps its serial, and so the forks from it still know it.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if its head is another than `expected`; those of names and timelines, and of writing.
    pub fn rename(&mut self, name: &str, expected: EventId, to: &str) -> Result<(), StoreError> {
        self.store.rename(name, expected, to)
    }

    /// Removes a timeline. Its commits stay, so that this can be undone.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if its head is another than `expected`; those of timelines, and of writing.
    pub fn delete(&mut self, name: &str, expected: EventId) -> Result<(), StoreError> {
        self.store.delete(name, expected)
    }

    /// Moves the head of a timeline to any commit that is there: back, on, or to another way that the game took. The
    /// timeline keeps its serial.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if its head is another than `expected`; those of chains, and of writing.
    pub fn move_head(&mut self, name: &str, expected: EventId, to: EventId) -> Result<Timeline, StoreError> {
        self.store.move_head(name, expected, to)
    }

    /// Makes, moves or notes a bookmark: a name for an event of a timeline. It must be what the writer thinks it is, none
    /// to make a new one.
    ///
    /// # Errors
    /// [`StoreError::BookmarkConflict`] if it is not; [`StoreError::BadName`], [`StoreError::LongNote`],
    /// [`StoreError::NoEvent`]; those of timelines, and of writing.
    pub fn set_bookmark(
        &mut self,
        name: &str,
        expected: Option<&Bookmark>,
        place: (&str, u64),
        note: &str,
    ) -> Result<Bookmark, StoreError> {
        self.store.set_bookmark(name, expected, place, note)
    }

    /// Removes a bookmark, which must be what the writer thinks it is.
    ///
    /// # Errors
    /// [`StoreError::BookmarkConflict`] if it is not, and those of writing.
    pub fn remove_bookmark(&mut self, expected: &Bookmark) -> Result<(), StoreError> {
        self.store.remove_bookmark(expected)
    }

    /// Makes all changes of a function one operation, which is undone as a whole, and durable when the function is over
    /// rather than one by one. What was done before an error stays done.
    ///
    /// # Errors
    /// Those of the function, and of writing.
    pub fn together<T, E: From<StoreError>>(&mut self, change: impl FnOnce(&mut Log) -> Result<T, E>) -> Result<T, E> {
        self.grouping(Grouping::First, change)
    }

    /// The same as a part of the last operation, if that has this number; else as one of its own.
    ///
    /// # Errors
    /// Those of the function, and of writing.
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

    /// Removes what neither timelines nor bookmarks nor operations reach, or tells what it would remove. What only the
    /// journal has and an operation needs is made again first.
    ///
    /// # Errors
    /// A timeline or bookmark that is damaged, a commit that is reached and cannot be read or made again: before anything
    /// is removed. Those of reading and writing.
    pub fn collect(&mut self, wanted: Collect) -> Result<Collected, StoreError> {
        if !wanted.forget_operations {
            let needed: Vec<EventId> = self.store.operations().flat_map(Operation::commits).collect();
            for commit in needed {
                // What cannot be made again is told as missing, with what needs it.
                let _made = self.bring_back(commit);
            }
        }
        self.store.collect(wanted)
    }

    /// The operation that [`Log::undo`] takes back.
    pub fn undoable(&self) -> Option<&Operation> {
        self.store.undoable()
    }

    /// The operation that [`Log::redo`] does again.
    pub fn redoable(&self) -> Option<&Operation> {
        self.store.redoable()
    }

    /// Takes the last operation back that was not taken back yet; none if there is none. Commits that the database lost
    /// are made again from the journal first.
    ///
    /// # Errors
    /// [`StoreError::CannotTurn`] if what it left is not there as it left it, or cannot be made again; those of writing.
    /// Nothing is changed then.
    pub fn undo(&mut self) -> Result<Option<Operation>, StoreError> {
        let operation = self.undoable().cloned();
        self.turn(operation, true)
    }

    /// Does again what was taken back last; none if there is nothing.
    ///
    /// # Errors
    /// As [`Log::undo`].
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

    /// Makes a commit again that only the journal has.
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
