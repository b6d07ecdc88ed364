//! Finds and keeps the catalogues of games.
//!
//! The genesis of a game names its catalogue by a hash. A store keeps the content once, in a file
//! named by that hash (`docs/store.md`), and a replay carries as much of it as the game can ask
//! for. A genesis in a format before 4 names no catalogue: those games used the cards of the
//! program, and only this module supplies them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use retrace_core::card::catalogue::{Catalogue, CatalogueError, CatalogueId, MOST_LISTED};
use retrace_core::card::pool::Pool;
use retrace_core::fact::{Genesis, Input};
use retrace_core::state::Game;

use crate::bytes::{Malformed, Reader, put_bytes, put_varint};
use crate::disk::{Disk, System};
use crate::error::StoreError;
use crate::typed::CommitInput;
use crate::whole::write_whole;

/// The store's folder of catalogues.
pub(crate) const CATALOGUES: &str = "catalogues";

/// The longest stored catalogue: a hundred times the bundled cards.
const MOST_BYTES: u64 = 64 << 20;

/// The longest list: 256 bytes for each of the most cards. A list takes several times its bytes in
/// memory.
pub(crate) const MOST_LIST_BYTES: usize = MOST_LISTED << 8;

/// A catalogue in transport: the text of its list, and some definitions, each with the place of its
/// card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The text of the list.
    pub list: String,
    /// Definitions, in the order of the list.
    pub definitions: Vec<(usize, String)>,
}

impl Carried {
    /// All that is available of a catalogue.
    pub fn of(catalogue: &Catalogue) -> Carried {
        Carried { list: catalogue.list().to_owned(), definitions: catalogue.definitions().collect() }
    }

    /// What a game can ask its catalogue for; none if it cannot ask, or if its catalogue is not
    /// available.
    pub(crate) fn for_game(game: &Game) -> Option<Carried> {
        let catalogue = game.catalogue().filter(|_| game.asks_names())?;
        Some(Carried::of(&catalogue.with_only(game.copied_by_name())))
    }

    /// The catalogue.
    ///
    /// # Errors
    /// [`CatalogueError`] for a list that cannot be read, and for definitions that do not belong to
    /// the list.
    pub fn read(&self) -> Result<Catalogue, CatalogueError> {
        Catalogue::read(&self.list, self.definitions.clone())
    }

    /// Appends its bytes: the list, the number of definitions, and for each the place of its card
    /// and its text.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        put_bytes(out, self.list.as_bytes());
        put_varint(out, self.definitions.len() as u64);
        for (place, text) in &self.definitions {
            put_varint(out, *place as u64);
            put_bytes(out, text.as_bytes());
        }
    }

    /// Reads those bytes.
    pub(crate) fn take(reader: &mut Reader<'_>) -> Result<Carried, Malformed> {
        let list = reader.text()?.to_owned();
        if list.len() > MOST_LIST_BYTES {
            return Err(reader.wrong("a list of cards that is too long"));
        }
        let count = reader.count(2)?;
        if count > MOST_LISTED {
            return Err(reader.wrong("more definitions than cards are listed"));
        }
        let mut definitions = Vec::new();
        for _ in 0..count {
            let place = usize::try_from(reader.varint()?).map_err(|_| reader.wrong("not the place of a card"))?;
            definitions.push((place, reader.text()?.to_owned()));
        }
        Ok(Carried { list, definitions })
    }
}

/// The available catalogues.
#[derive(Debug, Default)]
pub(crate) struct Catalogues {
    /// The store they are kept in, unless in memory; and whether it may be written.
    store: Option<(PathBuf, bool)>,
    known: Mutex<BTreeMap<CatalogueId, Arc<Catalogue>>>,
    /// The catalogues all of whose stored content is in memory.
    kept: Mutex<Vec<Arc<Catalogue>>>,
    /// The cards of the program.
    brought: OnceLock<Arc<Catalogue>>,
}

impl Catalogues {
    /// The catalogues of a store.
    pub(crate) fn of_store(folder: Option<&Path>) -> Catalogues {
        Catalogues { store: folder.map(|folder| (folder.to_owned(), true)), ..Catalogues::default() }
    }

    /// The catalogues of a store opened for reading only; what is added is kept in memory.
    pub(crate) fn beside(folder: &Path) -> Catalogues {
        Catalogues { store: Some((folder.to_owned(), false)), ..Catalogues::default() }
    }

    /// Keeps the catalogue a genesis names, if `from` has it.
    pub(crate) fn keep_for(&self, genesis: &Genesis, from: &Catalogues) -> Result<(), StoreError> {
        from.find(genesis.catalogue.id()).map_or(Ok(()), |catalogue| self.keep(&catalogue))
    }

    /// Keeps everything another store has.
    pub(crate) fn keep_all_of(&self, folder: &Path) -> Result<(), StoreError> {
        let kept = kept_in(folder).into_iter().filter_map(|id| check(&path_of(folder, id), id).ok().flatten());
        kept.map(Arc::new).try_for_each(|catalogue| self.keep(&catalogue))
    }

    /// The catalogues for a program with other cards than this one.
    pub(crate) fn brought_by(cards: Arc<Catalogue>) -> Catalogues {
        Catalogues { brought: OnceLock::from(cards), ..Catalogues::default() }
    }

    /// Adds a catalogue that was carried along.
    pub(crate) fn with(self, carried: Option<Catalogue>) -> Catalogues {
        carried.into_iter().for_each(|catalogue| self.remember(Arc::new(catalogue)));
        self
    }

    fn remember(&self, catalogue: Arc<Catalogue>) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(catalogue.id(), catalogue);
    }

    fn brought(&self) -> &Arc<Catalogue> {
        self.brought.get_or_init(|| Pool::bundled().unwrap_or_default().catalogue())
    }

    /// The catalogue a game names, if available.
    pub(crate) fn find(&self, id: CatalogueId) -> Option<Arc<Catalogue>> {
        // The empty catalogue is always available and never stored.
        if id == Catalogue::empty().id() {
            return Some(Catalogue::empty());
        }
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&id) {
            return Some(Arc::clone(known));
        }
        if self.brought().id() == id {
            return Some(Arc::clone(self.brought()));
        }
        let read = Arc::new(self.read(id)?);
        self.remember(Arc::clone(&read));
        Some(read)
    }

    /// The stored content of a catalogue. Content that fails its check counts as missing; `fsck`
    /// reports it.
    fn read(&self, id: CatalogueId) -> Option<Catalogue> {
        let (store, _) = self.store.as_ref()?;
        check(&path_of(store, id), id).ok().flatten()
    }

    /// A genesis with the content of its catalogue, as far as available.
    pub(crate) fn supplied(&self, genesis: Genesis) -> Genesis {
        if genesis.catalogue.content().is_some() {
            return genesis;
        }
        let found = self.find(genesis.catalogue.id());
        Genesis { catalogue: genesis.catalogue.clone().with(found.as_ref()), ..genesis }
    }

    /// Like `supplied`, for the input of a commit.
    pub(crate) fn supplied_input(&self, input: CommitInput) -> CommitInput {
        match input {
            CommitInput::Genesis(genesis) => CommitInput::Genesis(Box::new(self.supplied(*genesis))),
            input => input,
        }
    }

    /// A game with the content of its catalogue, if it can ask for any.
    pub(crate) fn among(&self, game: Game) -> Game {
        if game.asks_names() { self.surely(game) } else { game }
    }

    /// A game about to get an input: a what-if change may add cards that ask the catalogue.
    pub(crate) fn for_input(&self, game: Game, input: &Input) -> Game {
        if matches!(input, Input::Edit(_)) { self.surely(game) } else { self.among(game) }
    }

    fn surely(&self, game: Game) -> Game {
        if game.catalogue().is_some() {
            return game;
        }
        match self.find(game.catalogue_ref().id()) {
            Some(catalogue) => game.among(&catalogue),
            None => game,
        }
    }

    /// Keeps a catalogue, with every definition of it ever kept. In a store it is durable on
    /// return.
    pub(crate) fn keep(&self, catalogue: &Arc<Catalogue>) -> Result<(), StoreError> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if catalogue.is_empty() || kept.iter().any(|kept| Arc::ptr_eq(kept, catalogue)) {
            return Ok(());
        }
        self.write(catalogue)?;
        kept.push(Arc::clone(catalogue));
        Ok(())
    }

    fn write(&self, catalogue: &Arc<Catalogue>) -> Result<(), StoreError> {
        let Some((store, true)) = &self.store else {
            self.remember(self.union(catalogue));
            return Ok(());
        };
        let (folder, path) = (store.join(CATALOGUES), path_of(store, catalogue.id()));
        let known = self.read(catalogue.id());
        if let Some(known) = &known {
            let kept: BTreeSet<usize> = known.available().collect();
            if catalogue.available().all(|place| kept.contains(&place)) {
                return Ok(());
            }
        }
        if let Some(known) = known {
            self.remember(Arc::new(known));
        }
        let union = self.union(catalogue);
        if !folder.is_dir() {
            System.create_folder(&folder).map_err(StoreError::io("create", &folder))?;
            System.sync_folder(store).map_err(StoreError::io("write", store))?;
        }
        let mut bytes = Vec::new();
        Carried::of(&union).write(&mut bytes);
        write_whole(&path, |out| out.write_all(&bytes)).map_err(StoreError::io("write", &path))?;
        System.sync_folder(&folder).map_err(StoreError::io("write", &folder))?;
        self.remember(union);
        Ok(())
    }

    /// A catalogue with all its other known definitions.
    fn union(&self, catalogue: &Arc<Catalogue>) -> Arc<Catalogue> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&catalogue.id()).cloned();
        let Some(known) = known.filter(|known| !Arc::ptr_eq(known, catalogue)) else { return Arc::clone(catalogue) };
        let all: BTreeMap<usize, String> = known.definitions().chain(catalogue.definitions()).collect();
        let union = Catalogue::read(catalogue.list(), all.into_iter().collect());
        union.map_or_else(|_| Arc::clone(catalogue), Arc::new)
    }
}

/// The path of a catalogue in a store.
pub(crate) fn path_of(store: &Path, id: CatalogueId) -> PathBuf {
    store.join(CATALOGUES).join(id.hex())
}

/// The catalogues a store has files for.
pub(crate) fn kept_in(store: &Path) -> Vec<CatalogueId> {
    let files = fs::read_dir(store.join(CATALOGUES)).into_iter().flatten().flatten();
    files.filter_map(|file| CatalogueId::from_hex(file.file_name().to_str()?)).collect()
}

/// The content of the file for a catalogue; none if there is no such file.
///
/// # Errors
/// What is wrong with it, as a clause.
pub(crate) fn check(path: &Path, id: CatalogueId) -> Result<Option<Catalogue>, String> {
    match fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
        Ok(about) if about.len() > MOST_BYTES => return Err(format!("it has {} bytes", about.len())),
        Ok(_) => {}
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let mut reader = Reader::new(&bytes);
    let carried = Carried::take(&mut reader).map_err(|error| error.to_string())?;
    reader.finish().map_err(|error| error.to_string())?;
    let catalogue = carried.read().map_err(|error| error.to_string())?;
    if catalogue.id() == id {
        Ok(Some(catalogue))
    } else {
        Err("it is another catalogue than its name says".to_owned())
    }
}
