//! The card files that a session was opened with: their cards, and whether they have changed on
//! disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use retrace_core::card::Card;
use retrace_core::card::pool::Pool;
use retrace_core::fact::{Addition, Canonical, Edit, Genesis, Input};
use retrace_core::scenario::Scenario;

use super::pool::cards_of;
use super::scenario;
use super::texts::CardFolders;
use crate::SessionError;
use crate::base::text::read_text;

/// A source of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A card file, a folder of them, or a pack.
    Cards(PathBuf),
    /// A scenario that defines cards.
    Scenario(PathBuf, CardFolders),
}

/// A file's length and modification time when it was read.
pub(crate) type Stamp = (u64, Option<SystemTime>);

/// The card files that a session was opened with, and the cards last read from them.
#[derive(Clone, Debug, Default)]
pub struct CardFiles {
    pub(crate) sources: Vec<Source>,
    /// The individual files and folders; a scenario includes what it names.
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) stamps: BTreeMap<PathBuf, Stamp>,
    pub(crate) cards: Pool,
}

impl CardFiles {
    /// Reads card files, folders of them, and packs.
    ///
    /// # Errors
    /// If a file cannot be read: names the place and the remedy.
    pub fn read(paths: &[PathBuf]) -> Result<CardFiles, SessionError> {
        CardFiles::of(paths.iter().cloned().map(Source::Cards).collect())
    }

    /// The cards of a scenario and of the card files that it names; `None` if it defines no cards.
    pub(crate) fn of_scenario(
        path: &Path,
        folders: &CardFolders,
        scenario: &Scenario,
    ) -> Result<CardFiles, SessionError> {
        if scenario.own_cards().is_empty() {
            return Ok(CardFiles::default());
        }
        CardFiles::of(vec![Source::Scenario(path.to_owned(), folders.clone())])
    }

    pub(crate) fn of(sources: Vec<Source>) -> Result<CardFiles, SessionError> {
        let mut files = CardFiles { sources, ..CardFiles::default() };
        files.look();
        files.cards = files.read_all()?;
        Ok(files)
    }

    /// Whether there are no files to watch.
    pub const fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// The cards last read, without the bundled ones.
    pub const fn cards(&self) -> &Pool {
        &self.cards
    }

    /// Whether a file was changed, added or removed since it was read.
    pub fn changed_on_disk(&self) -> bool {
        !self.is_empty() && self.stamps != self.stamps_now()
    }

    /// Records the current files and their stamps.
    pub(crate) fn look(&mut self) {
        let paths = self.sources.iter().flat_map(|source| match source {
            Source::Cards(path) => vec![path.clone()],
            Source::Scenario(path, _) => named_by(path),
        });
        self.paths = paths.collect();
        self.stamps = self.stamps_now();
    }

    pub(crate) fn stamps_now(&self) -> BTreeMap<PathBuf, Stamp> {
        let files = self.paths.iter().flat_map(|path| card_files(path));
        let stamp = |path: PathBuf| {
            let found = std::fs::metadata(&path).map(|it| (it.len(), it.modified().ok()));
            (path, found.unwrap_or((0, None)))
        };
        files.map(stamp).collect()
    }

    pub(crate) fn read_all(&self) -> Result<Pool, SessionError> {
        let mut cards = Pool::default();
        for source in &self.sources {
            match source {
                Source::Cards(path) => cards.add_all(&cards_of(path)?),
                Source::Scenario(path, folders) => {
                    let scenario = scenario::read(path, folders)?;
                    scenario.own_cards().iter().for_each(|card| cards.add(card.clone()));
                }
            }
        }
        Ok(cards)
    }
}

impl CardFiles {
    /// A genesis with these cards in place of its cards with the same names.
    pub(crate) fn renewed(&self, genesis: &Genesis) -> Genesis {
        let cards = genesis.cards.iter().map(|card| self.renewed_card(card)).collect();
        Genesis { cards, ..genesis.clone() }
    }

    pub(crate) fn renewed_card(&self, card: &Canonical<Card>) -> Canonical<Card> {
        match self.cards.get(card.name()) {
            Some(new) if **new != **card => Canonical::from(Arc::clone(new)),
            _ => card.clone(),
        }
    }

    pub(crate) fn renewed_input(&self, input: &Input) -> Input {
        match input {
            Input::Edit(Edit::Add(addition)) => {
                let card = self.renewed_card(&addition.card);
                Input::Edit(Edit::Add(Box::new(Addition { card, ..Addition::clone(addition) })))
            }
            other => other.clone(),
        }
    }
}

/// The files at a path: the file itself, or the card files of a folder.
pub(crate) fn card_files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).map(|entries| entries.filter_map(Result::ok).map(|entry| entry.path()));
    let files = entries.into_iter().flatten();
    files.filter(|file| file.extension().is_some_and(|extension| extension == "ron")).collect()
}

/// A scenario and the card files and folders that it names.
pub(crate) fn named_by(path: &Path) -> Vec<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let named = read_text(path).ok().and_then(|text| Scenario::read_what_can_be("", &text).ok());
    let named: Vec<PathBuf> = named.iter().flat_map(|it| it.card_files()).map(|name| folder.join(name)).collect();
    std::iter::once(path.to_owned()).chain(named).collect()
}
