//! The operations of a session. Each produces a view, and undo restores the previous one. A view is
//! cheap to keep, because timelines are persistent and commits never change.
//!
//! In a session on a store, an operation that changes timelines is an operation of the store too,
//! and undoing one undoes the other. The store's log outlives the session: once the session's own
//! operations are all undone, undo continues with the store's. The store never learns of things
//! that only the session has, such as a pin.
//!
//! Moving the cursor is not an operation. Undoing an operation puts the cursor back where it was.

use std::borrow::Cow;
use std::sync::Arc;

use retrace_store::{Change, EventId, Log, StoreError};

use crate::base::place::Point;
use crate::held::view::{Operation, View};
use crate::session::Session;
use crate::store::attached::Attached;
use crate::timeline::line::Timeline;
use crate::{Outcome, Progress, SessionError};

impl Session {
    /// Changes the view, as an operation that can be undone.
    pub(crate) fn operate(&mut self, what: &str, change: impl FnOnce(&mut View)) {
        self.operations.undone.clear();
        self.change(what, change);
    }

    /// Changes the timelines, as an operation that can be undone, and writes it to the store. If
    /// writing fails, nothing changes.
    pub(crate) fn alter(&mut self, what: &str, change: impl FnOnce(&mut View)) -> Result<(), SessionError> {
        let undone = std::mem::take(&mut self.operations.undone);
        let before = self.view.clone();
        self.change(what, change);
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

    /// Makes a change part of the last operation, so that one undo takes both back.
    pub fn joined<T>(&mut self, change: impl FnOnce(&mut Session) -> T) -> T {
        let before = std::mem::replace(&mut self.operations.joined, true);
        let done = change(self);
        self.operations.joined = before;
        done
    }

    /// Like [`Session::joined`], if an operation was done since [`Session::operations_done`] was
    /// `before`. Otherwise the change is an operation of its own.
    pub fn joined_since<T>(&mut self, before: usize, change: impl FnOnce(&mut Session) -> T) -> T {
        if self.operations_done() > before { self.joined(change) } else { change(self) }
    }

    /// Moves the cursor, which is not an operation.
    pub(crate) fn move_to(&mut self, to: Point) {
        let from = std::mem::replace(&mut self.view.cursor, to);
        self.arrive(from);
    }

    fn change(&mut self, what: &str, change: impl FnOnce(&mut View)) {
        self.operations.note(what, &self.view);
        let from = self.view.cursor;
        change(&mut self.view);
        self.arrive(from);
    }

    /// Updates the data cached for the cursor's place.
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

    /// How many operations are done and not undone. Undoing back to an earlier number takes back
    /// what was done since.
    pub fn operations_done(&self) -> usize {
        self.operations.forgotten + self.operations.done.len()
    }

    /// The name of the operation that undo would take back.
    pub fn undoable(&self) -> Option<Cow<'_, str>> {
        let own = self.operations.done.last();
        own.map(|operation| operation.what.as_str().into()).or_else(|| self.stored_next(true))
    }

    /// The name of the operation that redo would bring back.
    pub fn redoable(&self) -> Option<Cow<'_, str>> {
        let own = self.operations.undone.last();
        own.map(|operation| operation.what.as_str().into()).or_else(|| self.stored_next(false))
    }

    /// The operation that the store would undo or redo next, in words.
    fn stored_next(&self, undo: bool) -> Option<Cow<'_, str>> {
        self.store.as_ref()?.next(undo).map(|operation| operation.to_string().into())
    }

    /// Undoes the last operation.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn undo(&mut self) -> Result<Outcome, SessionError> {
        let Some(mut operation) = self.operations.done.pop() else {
            return self.turn_stored(true, &[]);
        };
        let exchanged = self.exchange(&mut operation, true);
        let what = operation.what.clone();
        if exchanged.is_ok() { &mut self.operations.undone } else { &mut self.operations.done }.push(operation);
        exchanged.map(|()| Outcome::Undone(what))
    }

    /// Redoes the last undone operation.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn redo(&mut self) -> Result<Outcome, SessionError> {
        let Some(mut operation) = self.operations.undone.pop() else {
            return self.turn_stored(false, &[]);
        };
        let exchanged = self.exchange(&mut operation, false);
        let what = operation.what.clone();
        if exchanged.is_ok() { &mut self.operations.done } else { &mut self.operations.undone }.push(operation);
        exchanged.map(|()| Outcome::Redone(what))
    }

    /// Lets the store itself make a change, as an operation of the session; the view then matches
    /// the store.
    ///
    /// # Errors
    /// If the store refuses, or there is no store.
    pub(crate) fn on_store<T>(
        &mut self,
        what: &str,
        change: impl FnOnce(&mut Log) -> Result<T, StoreError>,
        brought: &[Timeline],
    ) -> Result<T, SessionError> {
        let operations = &mut self.operations;
        let Some(store) = &mut self.store else {
            let why = "this session is on no store: save it into a new store first";
            return Err(SessionError::File(why.to_owned()));
        };
        let (view, changed) = store.change_log(&self.view, change, || operations.new_id(), brought)?;
        let stored = store.last_operation();
        let before = std::mem::replace(&mut self.view, view);
        self.operations.undone.clear();
        self.operations.note(what, &before);
        if let Some(last) = self.operations.done.last_mut() {
            last.stored = stored;
        }
        self.arrive_anew();
        Ok(changed)
    }

    /// The store operation that would be undone or redone next, with the resulting heads of the
    /// timelines; `None` while the session has operations of its own to undo or redo.
    pub(crate) fn stored_heads(&self, undo: bool) -> Option<(u64, Vec<EventId>)> {
        let own = if undo { &self.operations.done } else { &self.operations.undone };
        if !own.is_empty() {
            return None;
        }
        let operation = self.store.as_ref()?.next(undo)?;
        let heads = operation.changes.iter().filter_map(|change| match change {
            Change::Timeline { before, after, .. } => if undo { before } else { after }.as_ref(),
            _ => None,
        });
        Some((operation.number, heads.map(|head| head.tip).filter(|tip| !tip.is_zero()).collect()))
    }

    /// Undoes or redoes an operation that the store made before this session did anything.
    /// Timelines that end like one of those in `read` are not read again.
    pub(crate) fn turn_stored(&mut self, undo: bool, read: &[Timeline]) -> Result<Outcome, SessionError> {
        let none = if undo { "There is nothing to undo." } else { "There is nothing to redo." };
        let next = |store: &Attached| store.next(undo).map(|operation| (operation.number, operation.to_string()));
        let Some((store, (number, what))) = self.store.as_mut().and_then(|store| next(store).map(|next| (store, next)))
        else {
            return Ok(Outcome::Nothing(none));
        };
        let operations = &mut self.operations;
        let view = store.turn_next(&self.view, undo, || operations.new_id(), read)?;
        let before = std::mem::replace(&mut self.view, view);
        self.arrive_anew();
        let operation = Operation { what: what.clone(), before, stored: Some(number) };
        let (list, outcome) = if undo {
            (&mut self.operations.undone, Outcome::Undone(what))
        } else {
            (&mut self.operations.done, Outcome::Redone(what))
        };
        list.push(operation);
        Ok(outcome)
    }

    /// Switches to the view that an operation holds; the operation then holds the current one.
    fn exchange(&mut self, operation: &mut Operation, undo: bool) -> Result<(), SessionError> {
        std::mem::swap(&mut self.view, &mut operation.before);
        let turned = match &mut self.store {
            Some(store) => store.turn(&self.view, operation.stored, undo),
            None => Ok(()),
        };
        if let Err(error) = turned {
            if self.store.as_ref().is_some_and(|store| store.own) {
                self.leave_own(&error);
                self.arrive_anew();
                return Ok(());
            }
            std::mem::swap(&mut self.view, &mut operation.before);
            return Err(error.into());
        }
        self.arrive_anew();
        Ok(())
    }

    /// Writes changes to the store that the session was opened from, if any: as part of `operation`
    /// if that is the store's last one. Returns the store operation.
    pub(crate) fn persist(&mut self, operation: Option<u64>) -> Result<Option<u64>, SessionError> {
        let Some(store) = &mut self.store else { return Ok(None) };
        match store.save(&self.view, operation, &Progress::default()) {
            // A full disk must not stop somebody who never asked for a store.
            Err(error) if store.own => {
                self.leave_own(&error);
                Ok(None)
            }
            saved => Ok(saved?),
        }
    }

    /// Stops writing to the session's own store, because it cannot be written.
    pub(crate) fn leave_own(&mut self, error: &StoreError) {
        self.store = None;
        self.operations.leave_store();
        if let Some(kept) = &mut self.kept {
            kept.trouble = Some(error.to_string());
        }
    }

    /// Updates the data cached for the cursor's place, after timelines may have changed under it.
    fn arrive_anew(&mut self) {
        let to = self.view.cursor;
        if let Some(timeline) = self.view.timelines.get(&to.timeline) {
            self.game = timeline.game_at(to.step);
            self.current = Arc::clone(timeline);
        }
    }
}
