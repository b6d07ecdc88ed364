//! Card files that change on disk: the files that a session was opened with are looked at again, and its timelines can be
//! run again with the new cards.
//!
//! A timeline keeps the cards that it began with, since they are part of its genesis. So a change on disk changes no
//! timeline; those with older cards are marked UNVERIFIED, and running one again makes another.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use retrace_core::card::Card;
use retrace_core::card::file::read_card;
use retrace_core::fact::{Addition, Canonical, Edit, Genesis, Input};
use retrace_core::persist::Vector;
use retrace_core::rules;
use retrace_core::scenario::Scenario;
use retrace_store::Detail;

use super::commit::{Commit, CommitInput};
use super::importing::WriteAhead;
use super::timeline::{Label, Point, Standing, Timeline, TimelineId};
use super::{Outcome, Progress, Session, SessionError, describe, scenarios};

/// Where cards come from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    /// A card file, or a folder of them.
    Cards(PathBuf),
    /// A scenario that defines cards.
    Scenario(PathBuf),
}

/// What a file was when it was read: its length, and when it was changed.
type Stamp = (u64, Option<SystemTime>);

/// The card files that a session was opened with, and the cards that were read from them last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardFiles {
    sources: Vec<Source>,
    /// The files and folders that these come down to; a scenario and what it names.
    paths: Vec<PathBuf>,
    stamps: BTreeMap<PathBuf, Stamp>,
    cards: BTreeMap<String, Card>,
}

impl CardFiles {
    /// Card files and folders of them, read.
    ///
    /// # Errors
    /// A file that cannot be read: its place and the remedy.
    pub fn read(paths: &[PathBuf]) -> Result<CardFiles, SessionError> {
        CardFiles::of(paths.iter().cloned().map(Source::Cards).collect())
    }

    /// The cards of a scenario and of the card files that it names; none if it has no cards of its own.
    pub(super) fn of_scenario(path: &Path, scenario: &Scenario) -> Result<CardFiles, SessionError> {
        if scenario.own_cards().is_empty() {
            return Ok(CardFiles::default());
        }
        CardFiles::of(vec![Source::Scenario(path.to_owned())])
    }

    fn of(sources: Vec<Source>) -> Result<CardFiles, SessionError> {
        let mut files = CardFiles { sources, ..CardFiles::default() };
        files.look();
        files.cards = files.read_all()?;
        Ok(files)
    }

    /// Whether there is anything to watch.
    pub const fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// The cards that were read last, by name.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.cards.values()
    }

    /// Whether a file is another than when it was read, came or went.
    pub fn changed_on_disk(&self) -> bool {
        !self.is_empty() && self.stamps != self.stamps_now()
    }

    /// Takes note of which files there are and what they are.
    fn look(&mut self) {
        let paths = self.sources.iter().flat_map(|source| match source {
            Source::Cards(path) => vec![path.clone()],
            Source::Scenario(path) => named_by(path),
        });
        self.paths = paths.collect();
        self.stamps = self.stamps_now();
    }

    fn stamps_now(&self) -> BTreeMap<PathBuf, Stamp> {
        let files = self.paths.iter().flat_map(|path| card_files(path));
        let stamp = |path: PathBuf| {
            let found = std::fs::metadata(&path).map(|it| (it.len(), it.modified().ok()));
            (path, found.unwrap_or((0, None)))
        };
        files.map(stamp).collect()
    }

    fn read_all(&self) -> Result<BTreeMap<String, Card>, SessionError> {
        let mut cards = BTreeMap::new();
        for source in &self.sources {
            match source {
                Source::Cards(path) => {
                    for (name, text) in scenarios::card_texts(path).map_err(SessionError::File)? {
                        let card = read_card(&name, &text).map_err(|error| SessionError::File(error.to_string()))?;
                        cards.insert(card.name().to_owned(), card);
                    }
                }
                Source::Scenario(path) => {
                    let scenario = scenarios::read(path)?;
                    cards.extend(scenario.own_cards().iter().map(|card| (card.name().to_owned(), card.clone())));
                }
            }
        }
        Ok(cards)
    }
}

/// The files of a path: itself, or the card files of a folder.
fn card_files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).map(|entries| entries.filter_map(Result::ok).map(|entry| entry.path()));
    let files = entries.into_iter().flatten();
    files.filter(|file| file.extension().is_some_and(|extension| extension == "ron")).collect()
}

/// A scenario and the card files and folders that it names.
fn named_by(path: &Path) -> Vec<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let named = scenarios::read_text(path).ok().and_then(|text| Scenario::read_what_can_be("", &text).ok());
    let named: Vec<PathBuf> = named.iter().flat_map(|it| it.card_files()).map(|name| folder.join(name)).collect();
    std::iter::once(path.to_owned()).chain(named).collect()
}

impl Session {
    /// The card files that it was opened with.
    pub const fn card_files(&self) -> &CardFiles {
        &self.card_files
    }

    /// Uses other card files from now on; timelines with other cards of their names are marked.
    pub fn use_cards(&mut self, files: CardFiles) {
        self.card_files = files;
        self.mark_outdated();
    }

    /// Uses card files and folders of them besides those that it was opened with; of cards of the same name theirs are used.
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

    /// Reads the card files again. The names of the cards of its timelines that are otherwise now, sorted; those timelines
    /// are marked UNVERIFIED.
    ///
    /// # Errors
    /// A file that cannot be read by now: its place and the remedy. The cards read last stay, and it is not read again
    /// until it changes.
    pub fn reload_cards(&mut self) -> Result<Vec<String>, SessionError> {
        self.card_files.look();
        self.card_files.cards = self.card_files.read_all()?;
        Ok(self.mark_outdated())
    }

    /// Marks the timelines whose cards are otherwise by now.
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

    /// The cards of a timeline that the card files have otherwise.
    pub fn outdated_cards(&self, id: TimelineId) -> Vec<String> {
        let genesis = self.timeline(id).and_then(Timeline::genesis);
        let other = |card: &&Canonical<Card>| self.card_files.cards.get(card.name()).is_some_and(|new| *new != ***card);
        genesis.iter().flat_map(|it| &it.cards).filter(other).map(|card| card.name().to_owned()).collect()
    }

    /// A timeline to be run again with the cards of the card files, as one of this name if one is given.
    ///
    /// # Errors
    /// A timeline that is not there, names; a store that cannot be written.
    pub fn rerunning(&self, id: TimelineId, name: Option<&str>) -> Result<Rerun, SessionError> {
        let timeline = self.timeline_arc(id)?;
        name.map_or(Ok(()), |name| self.check_name(name))?;
        let name = name.map(str::to_owned);
        Ok(Rerun { timeline, name, cards: self.card_files.clone(), ahead: self.ahead()? })
    }

    /// Makes what was run again a timeline of its own, and goes to its end.
    ///
    /// # Errors
    /// Names; what cannot be written into the store.
    pub fn take_rerun(&mut self, reran: Reran) -> Result<Outcome, SessionError> {
        let Reran { timeline, name, from, done, of, stopped, folder } = reran;
        if timeline.commits.is_empty() {
            return Ok(Outcome::Nothing("There is nothing to run."));
        }
        let name = name.unwrap_or_else(|| self.free_name(&from));
        self.check_name(&name)?;
        let end = timeline.len_steps();
        let id = self.bring("run again", Timeline { name: name.clone(), ..timeline }, folder.as_deref())?;
        self.jump(Point::new(id, end));
        Ok(Outcome::Rerun { name, from, done, of, stopped })
    }

    /// Runs a timeline again at once.
    ///
    /// # Errors
    /// As [`Session::rerunning`], [`Rerun::run`] and [`Session::take_rerun`].
    pub fn rerun(&mut self, id: TimelineId, name: Option<&str>) -> Result<Outcome, SessionError> {
        let reran = self.rerunning(id, name)?.run(&Progress::default())?;
        self.take_rerun(reran)
    }
}

/// A timeline that is to be run again.
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

/// What running a timeline again has come to.
#[derive(Debug)]
pub struct Reran {
    timeline: Timeline,
    name: Option<String>,
    /// The name of the timeline that was run again.
    from: String,
    /// How many of how many inputs applied, and why the next does not.
    done: usize,
    of: usize,
    stopped: Option<String>,
    /// The folder of the store into which it is written ahead.
    folder: Option<PathBuf>,
}

impl Rerun {
    /// Runs the inputs again. Where one no longer applies that ends there, with a label that says why; nothing is skipped.
    ///
    /// # Errors
    /// A game that cannot start with these cards; those of writing; [`SessionError::Cancelled`].
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
        let (mut done, mut stopped) = (0, None);
        for commit in was.commits() {
            let (CommitInput::Input(input), Some(parent)) = (commit.input(), commits.last()) else { continue };
            running.step(done, of)?;
            let input = cards.renewed_input(input);
            match Commit::after_input(parent, input.clone()) {
                Ok(next) => {
                    commits.push_back(Arc::new(next));
                    done += 1;
                }
                Err(SessionError::Illegal(illegal)) => {
                    let what = said(commit, &input);
                    stopped = Some(format!("{what} no longer applies: {illegal}"));
                    break;
                }
                Err(other) => return Err(other),
            }
        }
        let end = commits.last().map_or(0, |last| last.end_step());
        let labels = stopped.iter().map(|why| Label { step: end, text: format!("Stopped here: {why}") }).collect();
        let again = Timeline { labels, ..Timeline::new(TimelineId(0), was.name(), commits, Standing::Exact) };
        let mut folder = None;
        if let Some(ahead) = ahead.filter(|_| !again.commits.is_empty()) {
            let replay = again.replay(Detail::Entries, &progress.part(0.7, 0.8))?;
            ahead.write(&replay, &progress.part(0.8, 0.95))?;
            folder = Some(ahead.folder);
        }
        again.work_out(None, &progress.part(0.95, 1.0))?;
        Ok(Reran { timeline: again, name, from: was.name().to_owned(), done, of, stopped, folder })
    }
}

impl CardFiles {
    /// A genesis with these cards in the place of those of their names.
    fn renewed(&self, genesis: &Genesis) -> Genesis {
        let cards = genesis.cards.iter().map(|card| self.renewed_card(card)).collect();
        Genesis { cards, ..genesis.clone() }
    }

    fn renewed_card(&self, card: &Canonical<Card>) -> Canonical<Card> {
        match self.cards.get(card.name()) {
            Some(new) if *new != **card => Canonical::new(new.clone()),
            _ => card.clone(),
        }
    }

    fn renewed_input(&self, input: &Input) -> Input {
        match input {
            Input::Edit(Edit::Add(addition)) => {
                let card = self.renewed_card(&addition.card);
                Input::Edit(Edit::Add(Box::new(Addition { card, ..Addition::clone(addition) })))
            }
            other => other.clone(),
        }
    }
}

/// What an input was, in a clause: "decision 12 (Ann decides: cast Lightning Bolt)".
fn said(commit: &Commit, input: &Input) -> String {
    let words = describe::input(commit.before(), input);
    format!("input {} ({words})", commit.number())
}
