//! Card files that change on disk: the files that a session was opened with are looked at again, and its timelines can be
//! run again with the new cards.
//!
//! A timeline keeps the cards that it began with, since they are part of its genesis. So a change on disk changes no
//! timeline; those with older cards are marked UNVERIFIED, and running one again makes another.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use retrace_core::card::Card;
use retrace_core::card::file::read_card;
use retrace_core::fact::{Addition, Canonical, Edit, Genesis, Input};
use retrace_core::persist::Vector;
use retrace_core::rules;
use retrace_core::scenario::Scenario;

use super::commit::{Commit, CommitInput};
use super::timeline::{Label, Point, Standing, Timeline, TimelineId};
use super::{Outcome, Session, SessionError, describe, scenarios};

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
    let named = scenarios::read_text(path).ok().and_then(|text| Scenario::read("", &text).ok());
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

    /// Runs the inputs of a timeline again with the cards of the card files, as another timeline. Where an input no longer
    /// applies that ends there, with a label that says why; nothing is skipped.
    ///
    /// # Errors
    /// A timeline that is not there, names, and a game that cannot start with these cards.
    pub fn rerun(&mut self, id: TimelineId, name: Option<&str>) -> Result<Outcome, SessionError> {
        let timeline = self.timeline_arc(id)?;
        let name = match name {
            Some(name) => {
                self.check_name(name)?;
                name.to_owned()
            }
            None => self.free_name(timeline.name()),
        };
        let Some(genesis) = timeline.genesis() else { return Ok(Outcome::Nothing("There is nothing to run.")) };
        let genesis = Arc::new(self.renewed(genesis));
        let (after, steps) = rules::start(&genesis)?;
        let mut commits: Vector<Arc<Commit>> = Vector::new();
        commits.push_back(Arc::new(Commit::genesis(genesis, steps, after)?));
        let (mut done, mut stopped) = (0, None);
        for commit in timeline.commits() {
            let (CommitInput::Input(input), Some(parent)) = (commit.input(), commits.last()) else { continue };
            let input = self.renewed_input(input);
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
        let of = timeline.commits().len().saturating_sub(1);
        let end = commits.last().map_or(0, |last| last.end_step());
        let labels = stopped.iter().map(|why| Label { step: end, text: format!("Stopped here: {why}") }).collect();
        let id = self.new_timeline_id();
        let again = Timeline { labels, ..Timeline::new(id, &name, commits, Standing::Exact) };
        let point = Point::new(again.id, end);
        let from = timeline.name().to_owned();
        self.alter("run again", |view| {
            view.timelines.insert(again.id, Arc::new(again));
            view.cursor = point;
        })?;
        Ok(Outcome::Rerun { name, from, done, of, stopped })
    }

    /// A genesis with the cards of the card files in the place of those of their names.
    fn renewed(&self, genesis: &Genesis) -> Genesis {
        let cards = genesis.cards.iter().map(|card| self.renewed_card(card)).collect();
        Genesis { cards, ..genesis.clone() }
    }

    fn renewed_card(&self, card: &Canonical<Card>) -> Canonical<Card> {
        match self.card_files.cards.get(card.name()) {
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
