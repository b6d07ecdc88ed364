//! Timelines: named heads of chains of commits. Timelines share the memory of their common commits.

use std::sync::{Arc, OnceLock};

use retrace_core::fact::{Entry, EntryNo, GameResult, ObjectId, PlayerId, Step};
use retrace_core::persist::Vector;
use retrace_core::plain::plain;
use retrace_core::state::Game;
use retrace_store::id::EventId;
use retrace_store::replay::{LABEL_BYTES, MOST_NOTES};

use super::commit::Commit;
use super::index::Index;
use super::ruler::{Ruler, partition};
use super::shared::shared_commits;
use crate::SessionError;
use crate::base::job::Progress;
use crate::base::place::{Label, Point, Standing, TimelineId};

/// A named head of a chain of commits.
#[derive(Clone, Debug)]
pub struct Timeline {
    pub(crate) id: TimelineId,
    pub(crate) name: String,
    pub(crate) forked: Option<Point>,
    pub(crate) commits: Vector<Arc<Commit>>,
    pub(crate) labels: Vec<Label>,
    /// The names that a script gave to objects; a name may be given again.
    pub(crate) aliases: Vec<(String, ObjectId)>,
    pub(crate) standing: Standing,
    pub(crate) index: OnceLock<Arc<Index>>,
    /// Whether it comes from another file and is only displayed.
    pub(crate) guest: bool,
}

impl Timeline {
    /// A timeline that is not a fork.
    pub(crate) fn new(id: TimelineId, name: &str, commits: Vector<Arc<Commit>>, standing: Standing) -> Timeline {
        let name = name.to_owned();
        let (labels, aliases) = (Vec::new(), Vec::new());
        Timeline { id, name, forked: None, commits, labels, aliases, standing, index: OnceLock::new(), guest: false }
    }

    /// Its id.
    pub const fn id(&self) -> TimelineId {
        self.id
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The place that it was forked from, if it is a fork.
    pub const fn forked(&self) -> Option<Point> {
        self.forked
    }

    /// Its commits, the genesis first.
    pub const fn commits(&self) -> &Vector<Arc<Commit>> {
        &self.commits
    }

    /// The commit at its head.
    pub fn head(&self) -> Option<&Arc<Commit>> {
        self.commits.last()
    }

    /// The id of its last event, which identifies its entire past.
    pub fn tip(&self) -> EventId {
        self.head().map_or(EventId::ZERO, |head| head.id())
    }

    /// The number of its steps.
    pub fn len_steps(&self) -> usize {
        self.head().map_or(0, |head| head.end_step())
    }

    /// The number of its entries.
    pub fn len_entries(&self) -> u64 {
        self.head().map_or(0, |head| head.end_entry())
    }

    /// The result of the game, if it has ended.
    pub fn result(&self) -> Option<GameResult> {
        self.head().and_then(|head| head.after().world().result)
    }

    /// The labels that a script attached to it, in order.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The labels as files keep them: by the events before them. One that is too long for a file is
    /// left out.
    pub(crate) fn labelled(&self) -> Vec<retrace_store::Label> {
        let fits = self.labels.iter().filter(|label| label.text.len() <= LABEL_BYTES).take(MOST_NOTES);
        fits.filter_map(|label| {
            let events = self.entries_before_step(label.step);
            let commit = self.commit_of_entry(EntryNo(events.saturating_sub(1)))?.id();
            Some(retrace_store::Label {
                timeline: self.name.clone(),
                commit,
                events,
                text: plain(&label.text).into_owned(),
            })
        })
        .collect()
    }

    /// The labels that a file has of it: after how many events, and the text.
    pub(crate) fn labels_of(&self, labelled: impl IntoIterator<Item = (u64, String)>) -> Vec<Label> {
        let step = |events: u64| self.entry(EntryNo(events)).map_or(self.len_steps(), |(step, _)| step);
        labelled.into_iter().map(|(events, text)| Label { step: step(events), text }).collect()
    }

    /// The names that a script gave to objects, in the order given.
    pub fn aliases(&self) -> &[(String, ObjectId)] {
        &self.aliases
    }

    /// Whether its events are what the rules make of its inputs.
    pub const fn standing(&self) -> Standing {
        self.standing
    }

    /// The commit with step number `step`, counted from 0. O(log n).
    pub(crate) fn commit_of_step(&self, step: usize) -> Option<&Arc<Commit>> {
        (step < self.len_steps()).then(|| self.commits.get(self.commits_up_to_step(step)))?
    }

    /// How many commits are complete after `step` steps.
    pub fn commits_up_to_step(&self, step: usize) -> usize {
        partition(&self.commits, |commit| commit.end_step() <= step)
    }

    /// The commit with an entry. O(log n).
    pub(crate) fn commit_of_entry(&self, no: EntryNo) -> Option<&Arc<Commit>> {
        self.commits.get(partition(&self.commits, |commit| commit.end_entry() <= no.0))
    }

    /// A step, counted from 0. O(log n).
    pub fn step_at(&self, step: usize) -> Option<&Step> {
        let commit = self.commit_of_step(step)?;
        commit.steps().get(step - commit.first_step())
    }

    /// An entry and the step that it belongs to. O(log n).
    pub fn entry(&self, no: EntryNo) -> Option<(usize, &Entry)> {
        let commit = self.commit_of_entry(no)?;
        let (step, entry) = commit.entry(no)?;
        Some((commit.first_step() + step, entry))
    }

    /// Its entries from this number on, each with the step that it belongs to. Starting in the
    /// middle costs O(log n).
    pub fn entries_from(&self, no: EntryNo) -> impl Iterator<Item = (usize, &Entry)> {
        let first = partition(&self.commits, |commit| commit.end_entry() <= no.0);
        let commits = (first..self.commits.len()).filter_map(|index| self.commits.get(index));
        commits
            .flat_map(|commit| commit.entries().map(|(step, entry)| (commit.first_step() + step, entry)))
            .skip_while(move |(_, entry)| entry.no < no)
    }

    /// How many entries precede a step.
    pub fn entries_before_step(&self, step: usize) -> u64 {
        match self.step_at(step).and_then(|step| step.entries.first()) {
            Some(entry) => entry.no.0,
            None => self.len_entries(),
        }
    }

    /// The game after `step` steps. Folds the steps of at most one commit and changes nothing.
    pub fn game_at(&self, step: usize) -> Game {
        match self.commit_of_step(step) {
            Some(commit) => commit.game_after(step - commit.first_step()),
            None => self.head().map_or_else(Game::empty, |head| head.after().clone()),
        }
    }

    /// The id of an event.
    pub fn event_id(&self, no: EntryNo) -> Option<EventId> {
        let commit = self.commit_of_entry(no)?;
        let offset = usize::try_from(no.0 - commit.first_entry().0).ok()?;
        commit.event_ids().get(offset).copied()
    }

    /// An entry in one line of English.
    pub fn text(&self, no: EntryNo) -> Option<&str> {
        let commit = self.commit_of_entry(no)?;
        let offset = usize::try_from(no.0.checked_sub(commit.first_entry().0)?).ok()?;
        commit.texts().get(offset).map(|text| &**text)
    }

    /// An entry in one line of English for one player; `None` if it is hidden from them.
    pub fn text_for(&self, viewer: PlayerId, no: EntryNo) -> Option<String> {
        let commit = self.commit_of_entry(no)?;
        let offset = usize::try_from(no.0.checked_sub(commit.first_entry().0)?).ok()?;
        commit.texts_for(viewer).get(offset).cloned().flatten()
    }

    /// Whether the game waits for an input, or is over, after `step` steps: a commit ends there.
    pub fn is_choice(&self, step: usize) -> bool {
        let before = self.commits_up_to_step(step);
        before > 0 && self.commits.get(before - 1).is_some_and(|commit| commit.end_step() == step)
    }

    /// The latest place at or before `step` where the game waits for an input.
    pub fn choice_at_or_before(&self, step: usize) -> Option<usize> {
        let before = self.commits_up_to_step(step);
        self.commits.get(before.checked_sub(1)?).map(|commit| commit.end_step())
    }

    /// The first place where the game waits for an input; the setup ends there.
    pub fn first_choice(&self) -> usize {
        self.commits.front().map_or(0, |genesis| genesis.end_step())
    }

    /// All places where the game waits for an input or is over, in order.
    pub fn decision_points(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.commits.iter().map(|commit| commit.end_step())
    }

    /// Whether it comes from another file than the one that the session was opened from. It is
    /// displayed, but not written into the session's store.
    pub const fn is_guest(&self) -> bool {
        self.guest
    }

    /// The spans of turns, phases and turn steps.
    pub fn ruler(&self) -> &Ruler {
        self.index().ruler()
    }

    /// The index, computed when first asked for.
    pub fn index(&self) -> &Arc<Index> {
        self.index.get_or_init(|| Arc::new(Index::of(self)))
    }

    /// Computes the index ahead of time, unless it exists, so that nobody waits for it later. The
    /// part shared with the timeline that it was forked from is reused.
    ///
    /// # Errors
    /// [`SessionError::Cancelled`].
    pub(crate) fn work_out(&self, origin: Option<&Timeline>, progress: &Progress) -> Result<(), SessionError> {
        if self.index.get().is_some() {
            return Ok(());
        }
        let known = origin.and_then(|origin| {
            let shared = self.commits.take(shared_commits(origin, self));
            origin.index_up_to(&shared).into_inner()
        });
        let known = known.unwrap_or_default();
        let index = known.extended_with(self, |done, total| progress.step(done, total))?;
        // Another thread may have been faster, with the same result.
        let _set = self.index.set(Arc::new(index));
        Ok(())
    }

    /// A timeline with other, private commits and an empty index.
    pub(crate) fn with_commits(&self, commits: Vector<Arc<Commit>>) -> Timeline {
        Timeline { commits, index: OnceLock::new(), ..Timeline::clone(self) }
    }

    /// The part of the timeline up to `tip`, if that is the last event of one of its commits: a new
    /// timeline that knows only what its commits contain.
    pub(crate) fn up_to(&self, tip: EventId) -> Option<Timeline> {
        let last = self.commits.iter().rposition(|commit| commit.id() == tip)?;
        let commits = self.commits.take(last + 1);
        let index = self.index_up_to(&commits);
        Some(Timeline { index, ..Timeline::new(self.id, &self.name, commits, Standing::Unverified) })
    }

    /// The timeline with more commits; its index grows with it.
    pub(crate) fn longer(&self, grown: Vector<Arc<Commit>>) -> Timeline {
        let mut longer = self.with_commits(self.commits.clone());
        longer.commits.append(grown);
        if let Some(index) = self.index.get() {
            longer.index = OnceLock::from(Arc::new(index.extended(&longer)));
        }
        longer
    }

    /// The timeline with the name, the labels, the aliases and the standing of another.
    pub(crate) fn with_words_of(self, other: &Timeline) -> Timeline {
        let (name, labels, aliases) = (other.name.clone(), other.labels.clone(), other.aliases.clone());
        Timeline { name, labels, aliases, standing: other.standing, forked: other.forked, ..self }
    }

    /// The index of a timeline that begins with some of these commits, as far as it is computed.
    pub(crate) fn index_up_to(&self, commits: &Vector<Arc<Commit>>) -> OnceLock<Arc<Index>> {
        match (self.index.get(), commits.last()) {
            (Some(index), Some(last)) => OnceLock::from(Arc::new(index.up_to(commits.len(), last))),
            _ => OnceLock::new(),
        }
    }
}
