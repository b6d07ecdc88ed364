//! Going on with the same answers: after a fork or an edit, the later decisions of the timeline
//! that it was forked from are played again, as far as they mean the same.

use std::sync::Arc;

use retrace_core::fact::Input;

use super::again::{Again, play_again, stopped_label};
use super::edits::is_edit;
use crate::base::place::{Point, TimelineId};
use crate::session::Session;
use crate::timeline::commit::{Commit, CommitInput};
use crate::timeline::line::Timeline;
use crate::timeline::shared::shared_commits;
use crate::{Outcome, Progress, SessionError, describe};

/// The decisions to play again, and where.
#[derive(Debug)]
pub struct GoingOn {
    fork: Arc<Timeline>,
    from: String,
    /// The decision that was answered differently.
    replaced: Option<Arc<Commit>>,
    olds: Vec<Arc<Commit>>,
}

/// What came of it.
#[derive(Debug)]
pub struct GoneOn {
    fork: Arc<Timeline>,
    from: String,
    again: Again,
}

impl Session {
    /// What to play again at the head of a timeline: the decisions of its origin after those that
    /// it has, without the one that was answered differently. `Err` says why there is nothing.
    pub fn going_on(&self, id: TimelineId) -> Result<GoingOn, &'static str> {
        let fork = self.timeline_arc(id).map_err(|_| "There is no such timeline.")?;
        let origin =
            fork.forked().ok_or("This timeline was not forked from another, so there is nothing to go on with.")?;
        let origin =
            self.timeline_arc(origin.timeline).map_err(|_| "The timeline that this was forked from is gone.")?;
        let shared = shared_commits(&origin, &fork);
        let mut next = shared;
        let mut replaced = None;
        for own in fork.commits().iter().skip(shared) {
            let CommitInput::Input(input) = own.input() else { break };
            if is_edit(input) {
                continue;
            }
            let Some(old) = origin.commits().get(next) else { break };
            next += 1;
            // From the first answer that differs on, the rules find what fits.
            if !says_the_same(old, own, input) {
                replaced = Some(Arc::clone(old));
                break;
            }
        }
        let olds: Vec<Arc<Commit>> = origin.commits().iter().skip(next).cloned().collect();
        if olds.is_empty() {
            return Err("The timeline that this was forked from has no later decisions.");
        }
        Ok(GoingOn { fork, from: origin.name().to_owned(), replaced, olds })
    }

    /// Appends what was played again, as one operation, and goes there.
    ///
    /// # Errors
    /// If the timeline is gone, or the store cannot be written.
    pub fn take_gone_on(&mut self, gone: GoneOn) -> Result<Outcome, SessionError> {
        let GoneOn { fork, from, again } = gone;
        let now = self.timeline_arc(fork.id())?;
        if now.tip() != fork.tip() {
            return Ok(Outcome::Nothing("The timeline has changed since; go on from there again."));
        }
        let Again { commits, done, of, passed, left_out, stopped } = again;
        let had = now.commits().len();
        let more = commits.iter().skip(had).cloned().collect();
        let mut longer = now.longer(more);
        let end = longer.len_steps();
        // A label of an earlier try says nothing any more.
        longer.labels.retain(|label| !(label.step == now.len_steps() && label.text.starts_with("Stopped here: ")));
        longer.labels.extend(stopped.iter().map(|why| stopped_label(end, why)));
        let id = longer.id();
        self.alter("going on with the same answers", |view| {
            view.timelines.insert(id, Arc::new(longer));
            view.cursor = Point::new(id, end);
        })?;
        Ok(Outcome::WentOn { from, done, of, passed, left_out, stopped })
    }

    /// Goes on with the same answers at the head of the current timeline, synchronously.
    ///
    /// # Errors
    /// As [`GoingOn::run`] and [`Session::take_gone_on`].
    pub fn go_on(&mut self) -> Result<Outcome, SessionError> {
        match self.going_on(self.cursor().timeline) {
            Ok(going) => {
                let gone = going.run(&Progress::default())?;
                self.take_gone_on(gone)
            }
            Err(why) => Ok(Outcome::Nothing(why)),
        }
    }
}

impl GoingOn {
    /// Plays the decisions again.
    ///
    /// # Errors
    /// [`SessionError::Cancelled`].
    pub fn run(self, progress: &Progress) -> Result<GoneOn, SessionError> {
        let GoingOn { fork, from, replaced, olds } = self;
        let again = play_again(fork.commits().clone(), (replaced.as_deref(), &olds), &Input::clone, progress)?;
        Ok(GoneOn { fork, from, again })
    }
}

fn says_the_same(old: &Commit, own: &Commit, input: &Input) -> bool {
    let words = |commit: &Commit, input: &Input| describe::input(commit.before(), input);
    match old.input() {
        CommitInput::Input(was) => words(old, was) == words(own, input),
        CommitInput::Genesis(_) => false,
    }
}
