//! Taking back what a store did before the session was opened, or doing it again: what is to be read for that is read
//! beside, so that bringing a long timeline back tells how far it is and can be stopped.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use retrace_store::id::EventId;

use crate::session::base::job::Progress;
use crate::session::base::place::{Standing, TimelineId};
use crate::session::session::Session;
use crate::session::store::ahead::WriteAhead;
use crate::session::store::log::{Counted, chain, in_file};
use crate::session::timeline::line::Timeline;
use crate::session::{Commit, Outcome, SessionError};

/// What is to be read before the store's next operation is taken back, or done again.
pub struct Turning {
    ahead: WriteAhead,
    /// The heads that come back, each with how many commits it has at least.
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

/// What has been read for it.
#[derive(Debug)]
pub struct Turned {
    read: Vec<Timeline>,
    operation: u64,
    undo: bool,
}

impl Session {
    /// What is to be read before what the store did is taken back (`undo`), or done again; none if it is not the store's turn,
    /// or nothing comes back that is not there.
    ///
    /// # Errors
    /// Those of the store.
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

    /// Takes it back, or does it again, with what has been read. If something else has been done meanwhile, that is first.
    ///
    /// # Errors
    /// Those of the store.
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

    /// Reads it.
    ///
    /// # Errors
    /// Those of reading; [`SessionError::Cancelled`].
    pub fn run(self, progress: &Progress) -> Result<Turned, SessionError> {
        let Turning { ahead, heads, mut known, operation, undo } = self;
        let mut counted = Counted::of(progress, heads.iter().map(|(_, commits)| commits + 1).sum());
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
