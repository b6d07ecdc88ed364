//! Inputs and forks. At the head an input is appended; in the past it forks another timeline.

use std::sync::Arc;

use retrace_core::fact::{Answer, Input, PlayerId, Prompt};
use retrace_core::persist::Vector;
use retrace_core::{play, rules};
use retrace_store::StoreError;
use retrace_store::timeline::check_name;

use crate::base::place::{Label, Point, Standing, TimelineId};
use crate::session::Session;
use crate::timeline::commit::{Commit, CommitInput};
use crate::timeline::line::Timeline;
use crate::timeline::shared::shared_commits;
use crate::{Outcome, SessionError};

impl Session {
    /// Answers the choice at the cursor. At the head of the timeline the answer is appended; in the
    /// past it forks another timeline, unless the same answer was given here. Nothing can be
    /// answered inside a commit. Afterwards the session goes on until a person must be asked
    /// ([`Session::let_it_go_on`]).
    ///
    /// # Errors
    /// If the rules refuse the answer.
    pub fn decide(&mut self, by: PlayerId, answer: Answer) -> Result<Outcome, SessionError> {
        let outcome = self.input(Input::Decision { by, answer })?;
        if outcome != Outcome::Followed {
            self.let_it_go_on()?;
        }
        Ok(outcome)
    }

    /// Gives the game at the cursor an input, without answering the choices that follow.
    ///
    /// # Errors
    /// If the rules refuse the input.
    pub fn input(&mut self, input: Input) -> Result<Outcome, SessionError> {
        self.give(input, None, "decision")
    }

    /// Gives the game at the cursor an input on a new timeline with this name, even at the head.
    ///
    /// # Errors
    /// If the rules refuse the input, or the name is taken or invalid.
    pub fn input_on_fork(&mut self, input: Input, name: &str) -> Result<Outcome, SessionError> {
        self.give(input, Some(name), "decision")
    }

    /// Gives the game an input; if it is new, players with a policy then answer.
    fn give(&mut self, input: Input, name: Option<&str>, what: &str) -> Result<Outcome, SessionError> {
        let outcome = self.give_one(input, name, what)?;
        if outcome != Outcome::Followed {
            self.let_policies_answer()?;
        }
        Ok(outcome)
    }

    pub(crate) fn give_one(&mut self, input: Input, name: Option<&str>, what: &str) -> Result<Outcome, SessionError> {
        let cursor = self.cursor();
        let timeline = Arc::clone(&self.current);
        if !timeline.is_choice(cursor.step) {
            return Err(rules::Illegal::NotWaiting.into());
        }
        let done = timeline.commits_up_to_step(cursor.step);
        if name.is_none()
            && let Some(next) = timeline.commits.get(done)
            && *next.input() == CommitInput::Input(input.clone())
        {
            let to = Point { step: next.end_step(), ..cursor };
            self.operate(what, |view| view.cursor = to);
            return Ok(Outcome::Followed);
        }
        let Some(parent) = done.checked_sub(1).and_then(|last| timeline.commits.get(last)) else {
            return Err(rules::Illegal::NotWaiting.into());
        };
        let commit = Arc::new(Commit::after_input(parent, input)?);
        let end = commit.end_step();
        if done == timeline.commits.len() && name.is_none() {
            let longer = timeline.longer(Vector::unit(commit));
            self.alter(what, |view| {
                view.cursor = Point { step: end, ..cursor };
                view.timelines.insert(longer.id, Arc::new(longer));
            })?;
            return Ok(Outcome::Appended);
        }
        let fork = self.forked_from(&timeline, done, name)?.longer(Vector::unit(commit));
        let forked = self.forked_outcome(&fork, &timeline, cursor.step, false);
        let point = Point::new(fork.id, end);
        self.alter("fork", |view| {
            view.timelines.insert(fork.id, Arc::new(fork));
            view.cursor = point;
        })?;
        Ok(forked)
    }

    /// Forks a timeline at a place, or at the choice before it if the place is inside a commit; the
    /// cursor moves to its head.
    ///
    /// # Errors
    /// If the timeline does not exist, or the name is taken.
    pub fn fork(&mut self, at: Point, name: Option<&str>) -> Result<Outcome, SessionError> {
        let timeline = self.timeline_arc(at.timeline)?;
        let Some(place) = timeline.choice_at_or_before(at.step) else {
            return Ok(Outcome::Nothing("There is no choice at or before this place."));
        };
        let fork = self.forked_from(&timeline, timeline.commits_up_to_step(place), name)?;
        let outcome = self.forked_outcome(&fork, &timeline, place, place != at.step.min(timeline.len_steps()));
        self.alter("fork", |view| {
            view.cursor = Point::new(fork.id, place);
            view.timelines.insert(fork.id, Arc::new(fork));
        })?;
        Ok(outcome)
    }

    /// Forks a timeline from an earlier version of one, appends commits that follow there, and
    /// moves the cursor to its head.
    pub(crate) fn fork_with(
        &mut self,
        was: &Timeline,
        step: usize,
        more: &Vector<Arc<Commit>>,
        name: Option<&str>,
    ) -> Result<Outcome, SessionError> {
        let timeline = self.timeline_arc(was.id())?;
        let done = was.commits_up_to_step(step);
        if shared_commits(was, &timeline) < done {
            return Ok(Outcome::Nothing("The timeline has changed since, and no longer has this place."));
        }
        let fork = self.forked_from(&timeline, done, name)?.longer(more.clone());
        let outcome = self.forked_outcome(&fork, &timeline, step, false);
        self.alter("fork", |view| {
            view.cursor = Point::new(fork.id, fork.len_steps());
            view.timelines.insert(fork.id, Arc::new(fork));
        })?;
        Ok(outcome)
    }

    fn forked_outcome(&self, fork: &Timeline, from: &Timeline, at: usize, earlier: bool) -> Outcome {
        Outcome::Forked { timeline: fork.id, name: fork.name.clone(), from: from.name.clone(), at, earlier }
    }

    pub(crate) fn new_timeline_id(&mut self) -> TimelineId {
        self.operations.new_id()
    }

    /// A timeline with the first commits of another.
    fn forked_from(&mut self, from: &Timeline, commits: usize, name: Option<&str>) -> Result<Timeline, SessionError> {
        let name = match name {
            Some(name) => {
                self.check_free_name(name)?;
                name.to_owned()
            }
            None => self.free_name(&from.name),
        };
        let shared = from.commits.take(commits);
        let step = shared.last().map_or(0, |last| last.end_step());
        let labels: Vec<Label> = from.labels.iter().filter(|label| label.step <= step).cloned().collect();
        // An alias given later may name an object that this timeline does not have.
        let born = shared.last().map(|last| last.after().counters().object);
        let aliases = from.aliases.iter().filter(|(_, id)| Some(*id) < born).cloned().collect();
        // A fork from before the divergence does not have it.
        let standing = match (from.standing, shared.last()) {
            (Standing::Diverged(no), Some(last)) if no.0 >= last.end_entry() => Standing::Exact,
            (standing, _) => standing,
        };
        Ok(Timeline {
            id: self.operations.new_id(),
            name,
            forked: Some(Point::new(from.id, step)),
            index: from.index_up_to(&shared),
            commits: shared,
            labels,
            aliases,
            standing,
            guest: false,
        })
    }

    /// A name for a fork: that of its origin with the next unused number.
    pub(crate) fn free_name(&self, of: &str) -> String {
        let base = match of.rsplit_once('~') {
            Some((base, number)) if !base.is_empty() && number.parse::<usize>().is_ok() => base,
            _ => of,
        };
        let numbered = (2usize..).map(|number| format!("{base}~{number}"));
        numbered.into_iter().find(|name| self.timeline_named(name).is_none()).unwrap_or_else(|| base.to_owned())
    }

    /// Checks that a timeline may have a name, and that none has it.
    pub(crate) fn check_free_name(&self, name: &str) -> Result<(), SessionError> {
        check_name(name).map_err(|error| match error {
            StoreError::BadName { name, why } => SessionError::BadName { name, why },
            error => error.into(),
        })?;
        match self.timeline_named(name) {
            Some(_) => Err(SessionError::NameTaken(name.to_owned())),
            None => Ok(()),
        }
    }

    /// Renames a timeline.
    ///
    /// # Errors
    /// If the name is taken or invalid.
    pub fn rename(&mut self, id: TimelineId, name: &str) -> Result<Outcome, SessionError> {
        let timeline = self.timeline_arc(id)?;
        if timeline.name == name {
            return Ok(Outcome::Nothing("That is its name."));
        }
        self.check_free_name(name)?;
        let renamed = Timeline { name: name.to_owned(), ..Timeline::clone(&timeline) };
        self.alter("rename", |view| {
            view.timelines.insert(id, Arc::new(renamed));
        })?;
        Ok(Outcome::Renamed)
    }

    /// Deletes a timeline. If the cursor was in it, it moves to the last place shared with its
    /// origin.
    ///
    /// # Errors
    /// If it is the only timeline.
    pub fn delete(&mut self, id: TimelineId) -> Result<Outcome, SessionError> {
        let timeline = self.timeline_arc(id)?;
        let Some(other) = self.timelines().map(Timeline::id).find(|other| *other != id) else {
            return Err(SessionError::OnlyTimeline);
        };
        let cursor = self.cursor();
        let origin = timeline.forked.map(|point| point.timeline).filter(|origin| self.timeline(*origin).is_some());
        let other = origin.unwrap_or(other);
        let refuge = Point::new(other, self.shared_steps(id, other).min(cursor.step));
        self.alter("delete", |view| {
            view.timelines.remove(&id);
            if cursor.timeline == id {
                view.cursor = refuge;
            }
            view.pinned = view.pinned.filter(|pinned| pinned.timeline != id);
        })?;
        Ok(Outcome::Deleted(timeline.name.clone()))
    }

    /// Pays the cost that the game at the cursor asks for: activates the mana abilities of a plan,
    /// then pays.
    ///
    /// # Errors
    /// If no cost is asked for, no plan can pay it, or the rules refuse.
    pub fn pay_automatically(&mut self) -> Result<Outcome, SessionError> {
        self.pay_automatically_on(None)
    }

    /// Like [`Session::pay_automatically`], on a new timeline if a name is given.
    pub(crate) fn pay_automatically_on(&mut self, mut fork: Option<&str>) -> Result<Outcome, SessionError> {
        const NO_COST: SessionError = SessionError::Payment("no cost is asked for here");
        let Some(Prompt::Payment(what)) = self.choice().map(|choice| choice.prompt) else { return Err(NO_COST) };
        let mut outcome = Outcome::Nothing("There is nothing to pay.");
        loop {
            let Some(choice) = self.choice() else { return Ok(outcome) };
            let Prompt::Payment(asked) = &choice.prompt else { return Ok(outcome) };
            if *asked != what {
                return Ok(outcome);
            }
            let answer = match play::pay(self.game(), &choice) {
                None | Some(Answer::BackOut) => {
                    return Err(SessionError::Payment("the mana that there is does not pay this cost"));
                }
                Some(answer) => answer,
            };
            let next = self.give(Input::Decision { by: choice.answered_by, answer }, fork.take(), "payment")?;
            if !matches!(outcome, Outcome::Forked { .. }) {
                outcome = next;
            }
        }
    }
}
