//! Card files that change on disk: the files that a session was opened with are checked again, and
//! its timelines can be run again with the new cards.
//!
//! A timeline keeps the cards that it began with, since they are part of its genesis. So a change
//! on disk changes no timeline; those with older cards are marked UNVERIFIED, and running one again
//! makes a new timeline.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use retrace_core::card::Card;
use retrace_core::fact::{Canonical, Input};
use retrace_core::persist::Vector;
use retrace_core::rules;
use retrace_store::Detail;

use crate::base::place::{Point, Standing, TimelineId};
use crate::cards::files::{CardFiles, Source};
use crate::play::again::{Again, play_again, stopped_label};
use crate::session::Session;
use crate::store::ahead::WriteAhead;
use crate::timeline::commit::Commit;
use crate::timeline::line::Timeline;
use crate::{Outcome, Progress, SessionError};

impl Session {
    /// Uses other card files from now on; marks timelines whose cards of the same names differ.
    pub fn use_cards(&mut self, files: CardFiles) {
        self.card_files = files;
        self.mark_outdated();
    }

    /// Uses card files and folders of them besides those that the session was opened with; they
    /// override cards of the same names.
    ///
    /// # Errors
    /// As [`CardFiles::read`].
    pub fn use_cards_as_well(&mut self, paths: &[PathBuf]) -> Result<(), SessionError> {
        if paths.is_empty() {
            return Ok(());
        }
        let given = paths.iter().cloned().map(Source::Cards);
        let files = CardFiles::of(self.card_files.sources.iter().cloned().chain(given).collect())?;
        self.use_cards(files);
        Ok(())
    }

    /// Reads the card files again. Returns the names of cards on its timelines that have changed,
    /// sorted; those timelines are marked UNVERIFIED.
    ///
    /// # Errors
    /// If a file can no longer be read: names the place and the remedy. The previous cards stay,
    /// and the file is not read again until it changes.
    pub fn reload_cards(&mut self) -> Result<Vec<String>, SessionError> {
        self.card_files.look();
        self.card_files.cards = self.card_files.read_all()?;
        Ok(self.mark_outdated())
    }

    /// Marks the timelines whose cards have changed.
    fn mark_outdated(&mut self) -> Vec<String> {
        let mut outdated = BTreeSet::new();
        let timelines: Vec<TimelineId> = self.timelines().map(Timeline::id).collect();
        for id in timelines {
            let names = self.outdated_cards(id);
            if !names.is_empty() {
                self.set_standing(id, Standing::Unverified);
            }
            outdated.extend(names);
        }
        outdated.into_iter().collect()
    }

    /// The cards of a timeline that differ from those of the card files.
    pub fn outdated_cards(&self, id: TimelineId) -> Vec<String> {
        let genesis = self.timeline(id).and_then(Timeline::genesis);
        let other =
            |card: &&Canonical<Card>| self.card_files.cards.get(card.name()).is_some_and(|new| **new != ***card);
        genesis.iter().flat_map(|it| &it.cards).filter(other).map(|card| card.name().to_owned()).collect()
    }

    /// Prepares to run a timeline again with the cards of the card files, under this name if given.
    ///
    /// # Errors
    /// If the timeline does not exist, the name is taken or invalid, or the store cannot be
    /// written.
    pub fn rerunning(&self, id: TimelineId, name: Option<&str>) -> Result<Rerun, SessionError> {
        let timeline = self.timeline_arc(id)?;
        name.map_or(Ok(()), |name| self.check_free_name(name))?;
        let name = name.map(str::to_owned);
        Ok(Rerun { timeline, name, cards: self.card_files.clone(), ahead: self.ahead()? })
    }

    /// Makes the result a timeline, and goes to its end.
    ///
    /// # Errors
    /// If the name is taken or invalid, or the store cannot be written.
    pub fn take_rerun(&mut self, reran: Reran) -> Result<Outcome, SessionError> {
        let Reran { timeline, name, from, done, of, stopped, folder } = reran;
        if timeline.commits.is_empty() {
            return Ok(Outcome::Nothing("There is nothing to run."));
        }
        let name = name.unwrap_or_else(|| self.free_name(&from));
        self.check_free_name(&name)?;
        let end = timeline.len_steps();
        let id = self.bring("run again", Timeline { name: name.clone(), ..timeline }, folder.as_deref())?;
        self.jump(Point::new(id, end));
        Ok(Outcome::Rerun { name, from, done, of, stopped })
    }

    /// Runs a timeline again synchronously.
    ///
    /// # Errors
    /// As [`Session::rerunning`], [`Rerun::run`] and [`Session::take_rerun`].
    pub fn rerun(&mut self, id: TimelineId, name: Option<&str>) -> Result<Outcome, SessionError> {
        let reran = self.rerunning(id, name)?.run(&Progress::default())?;
        self.take_rerun(reran)
    }
}

/// A timeline to run again.
pub struct Rerun {
    timeline: Arc<Timeline>,
    name: Option<String>,
    cards: CardFiles,
    ahead: Option<WriteAhead>,
}

impl fmt::Debug for Rerun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rerun").field("timeline", &self.timeline.name()).finish_non_exhaustive()
    }
}

/// The result of running a timeline again.
#[derive(Debug)]
pub struct Reran {
    timeline: Timeline,
    name: Option<String>,
    /// The name of the timeline that was run again.
    from: String,
    /// The number of inputs applied, their total, and why the next does not apply.
    done: usize,
    of: usize,
    stopped: Option<String>,
    /// The folder of the store that it was written ahead to.
    folder: Option<PathBuf>,
}

impl Rerun {
    /// Runs the inputs again ([`play_again`]). The first input that no longer applies ends the
    /// timeline, with a label that says why.
    ///
    /// # Errors
    /// If the game cannot start with these cards, or writing fails; [`SessionError::Cancelled`].
    pub fn run(self, progress: &Progress) -> Result<Reran, SessionError> {
        let Rerun { timeline: was, name, cards, ahead } = self;
        let running = progress.part(0.0, if ahead.is_some() { 0.7 } else { 0.95 });
        let of = was.commits().len().saturating_sub(1);
        let mut commits: Vector<Arc<Commit>> = Vector::new();
        if let Some(genesis) = was.genesis() {
            let genesis = Arc::new(cards.renewed(genesis));
            let (after, steps) = rules::start(&genesis)?;
            commits.push_back(Arc::new(Commit::genesis(genesis, steps, after)?));
        }
        let olds: Vec<Arc<Commit>> = was.commits().iter().skip(1).cloned().collect();
        let renew = |input: &Input| cards.renewed_input(input);
        let again = play_again(commits, (None, &olds), &renew, &running)?;
        let Again { commits, done, stopped, .. } = again;
        let end = commits.last().map_or(0, |last| last.end_step());
        let labels = stopped.iter().map(|why| stopped_label(end, why)).collect();
        let again = Timeline { labels, ..Timeline::new(TimelineId(0), was.name(), commits, Standing::Exact) };
        let mut folder = None;
        if let Some(ahead) = ahead.filter(|_| !again.commits.is_empty()) {
            let replay = again.replay(Detail::Entries, &progress.part(0.7, 0.8))?;
            // It was made here, so what fails is about the store.
            ahead.write(&replay, &ahead.folder, &progress.part(0.8, 0.95))?;
            folder = Some(ahead.folder);
        }
        again.work_out(None, &progress.part(0.95, 1.0))?;
        Ok(Reran { timeline: again, name, from: was.name().to_owned(), done, of, stopped, folder })
    }
}
