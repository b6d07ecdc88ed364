//! Undoes or redoes operations that a store made before the session was opened. The data needed for
//! that is read in the background, so bringing back a long timeline reports progress and can be
//! cancelled.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use retrace_store::id::EventId;

use crate::base::job::Progress;
use crate::base::place::{Standing, TimelineId};
use crate::session::Session;
use crate::store::ahead::WriteAhead;
use crate::store::log::{CommitCounter, chain, in_file};
use crate::timeline::line::Timeline;
use crate::{Commit, Outcome, SessionError};

/// The data to read before the store's next operation is undone or redone.
pub struct Turning {
    ahead: WriteAhead,
    /// The heads that come back, each with a minimum number of commits.
    heads: Vec<(EventId, usize)>,
    known: HashMap<EventId, Arc<Commit>>,
    operation: u64,
    undo: bool,
}

impl fmt::Debug for Turning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turning").field("operation", &self.operation).field("undo", &self.undo).finish_non_exhaustive()
    }
}

/// The data that was read.
#[derive(Debug)]
pub struct Turned {
    read: Vec<Timeline>,
    operation: u64,
    undo: bool,
}

impl Session {
    /// The data to read before the store's operation is undone (`undo`) or redone; `None` if the
    /// next operation is the session's own, or no missing timeline comes back.
    ///
    /// # Errors
    /// If the store fails.
    pub fn turning(&self, undo: bool) -> Result<Option<Turning>, SessionError> {
        let Some((operation, tips)) = self.stored_heads(undo) else { return Ok(None) };
        let Some(ahead) = self.ahead()? else { return Ok(None) };
        let mut known = HashMap::new();
        for timeline in self.timelines() {
            timeline.commits().iter().for_each(|commit| drop(known.insert(commit.id(), Arc::clone(commit))));
        }
        let mut heads = Vec::new();
        for tip in tips.into_iter().filter(|tip| !known.contains_key(tip)) {
            let number = ahead.ahead.commit(tip).map_err(|error| in_file(&ahead.folder, &error))?.number;
            heads.push((tip, usize::try_from(number).unwrap_or(usize::MAX)));
        }
        Ok((!heads.is_empty()).then_some(Turning { ahead, heads, known, operation, undo }))
    }

    /// Undoes or redoes it with the data that was read. If something else was done meanwhile, that
    /// is undone or redone first.
    ///
    /// # Errors
    /// If the store fails.
    pub fn take_turned(&mut self, turned: &Turned) -> Result<Outcome, SessionError> {
        let still = self.stored_heads(turned.undo).is_some_and(|(operation, _)| operation == turned.operation);
        match (still, turned.undo) {
            (true, undo) => self.turn_stored(undo, &turned.read),
            (_, true) => self.undo(),
            (_, false) => self.redo(),
        }
    }
}

impl Turning {
    /// The number of the store's operation.
    pub const fn operation(&self) -> u64 {
        self.operation
    }

    /// Reads the data.
    ///
    /// # Errors
    /// If reading fails; [`SessionError::Cancelled`].
    pub fn run(self, progress: &Progress) -> Result<Turned, SessionError> {
        let Turning { ahead, heads, mut known, operation, undo } = self;
        let mut counted = CommitCounter::of(progress, heads.iter().map(|(_, commits)| commits + 1).sum());
        let mut read = Vec::new();
        for (tip, _) in heads {
            let commits = chain(ahead.ahead.commits(tip), &mut known, &mut counted);
            let commits = commits.map_err(|error| in_file(&ahead.folder, &error))?;
            let timeline = Timeline::new(TimelineId(0), "", commits, Standing::Unverified);
            timeline.work_out(None, &progress.part(0.95, 1.0))?;
            read.push(timeline);
        }
        Ok(Turned { read, operation, undo })
    }
}
