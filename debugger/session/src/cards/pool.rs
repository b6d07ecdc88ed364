//! Cards by name: the bundled ones, and those of card files and packs.

use std::path::{Path, PathBuf};

use retrace_core::card::catalogue::MOST_LISTED;
use retrace_core::card::file::read_card;
use retrace_core::card::pool::Pool;

use super::{library, texts};
use crate::SessionError;

/// The bundled cards, and behind them those of the library that the program uses, if it uses one.
///
/// # Errors
/// A library that cannot be read.
pub fn bundled() -> Result<Pool, SessionError> {
    let mut pool = Pool::bundled().map_err(|error| SessionError::File(error.to_string()))?;
    if let Some(cards) = library::used()? {
        pool.set_library(cards);
    }
    Ok(pool)
}

/// The bundled cards, with those of card files, folders of them and packs added or replaced by
/// name.
///
/// # Errors
/// As [`cards_of`]; more cards than a catalogue can list.
pub fn pool_with(paths: &[PathBuf]) -> Result<Pool, SessionError> {
    let mut added = Pool::default();
    for path in paths {
        added.add_all(&cards_of(path)?);
    }
    bundled_with(&added)
}

/// The bundled cards, with others added or replaced by name.
///
/// # Errors
/// More cards than a catalogue can list.
pub(crate) fn bundled_with(added: &Pool) -> Result<Pool, SessionError> {
    let mut pool = bundled()?;
    pool.add_all(added);
    match pool.listed() {
        0..=MOST_LISTED => Ok(pool),
        many => Err(SessionError::File(format!(
            "with the bundled cards these are {many} cards, and {MOST_LISTED} is the most; leave some out"
        ))),
    }
}

/// The cards of a card file, of a folder of them, or of a pack. Those of a pack are read when they
/// are asked for.
///
/// # Errors
/// If a card file or a pack cannot be read: names the place and the remedy.
pub(crate) fn cards_of(path: &Path) -> Result<Pool, SessionError> {
    let mut pool = Pool::default();
    if let Some(pack) = texts::pack_at(path)? {
        pool.add_pack(pack);
        return Ok(pool);
    }
    for (name, text) in texts::card_texts(path)? {
        pool.add(read_card(&name, &text).map_err(|error| SessionError::File(error.to_string()))?);
    }
    Ok(pool)
}
