//! The bundled cards: embedded card files, with an index of what is known of each before it is
//! read.
//!
//! The index, `bundled.txt`, has a line for each file: its path, the fingerprint of its text, the
//! name of the card and its entry in the catalogue's list, separated by tabs. The build script puts
//! it beside the files. It leaves out a line whose fingerprint is not that of the file, and such a
//! card is read when the pool is first asked for: an old index costs time and changes nothing.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, OnceLock};

use crate::card::catalogue::{entry_of, text_of};
use crate::card::file::{CardFileError, parse_card};
use crate::card::layout::Card;
use crate::card::shelf::{Shelf, Unreadable};

include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// An embedded card file.
struct File {
    path: &'static str,
    text: &'static str,
    /// The card's name and its entry in the catalogue's list, if the index has the file.
    known: Option<(&'static str, &'static str)>,
}

/// The bundled cards, by name.
pub(super) fn shelf() -> Result<Arc<dyn Shelf>, CardFileError> {
    static SHELF: LazyLock<Result<Arc<Bundled>, CardFileError>> = LazyLock::new(|| Bundled::of(BUNDLED).map(Arc::new));
    let shelf = SHELF.as_ref().map_err(Clone::clone)?;
    Ok(Arc::clone(shelf) as Arc<dyn Shelf>)
}

#[derive(Debug)]
struct Bundled(Vec<Kept>);

/// A bundled card.
#[derive(Debug)]
struct Kept {
    name: Box<str>,
    entry: Box<str>,
    path: &'static str,
    text: &'static str,
    card: OnceLock<Result<Arc<Card>, Unreadable>>,
}

impl Bundled {
    fn of(files: &[File]) -> Result<Bundled, CardFileError> {
        let mut cards = BTreeMap::new();
        for File { path, text, known } in files {
            let (name, entry, card) = match known {
                Some((name, entry)) => ((*name).into(), (*entry).into(), OnceLock::new()),
                None => {
                    let card = parse_card(path, text)?;
                    (card.name().into(), entry_of(&card).into(), OnceLock::from(Ok(Arc::new(card))))
                }
            };
            cards.insert(name, (entry, card, *path, *text));
        }
        let kept = |(name, (entry, card, path, text))| Kept { name, entry, path, text, card };
        Ok(Bundled(cards.into_iter().map(kept).collect()))
    }
}

impl Shelf for Bundled {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn name(&self, place: usize) -> &str {
        &self.0[place].name
    }

    fn entry(&self, place: usize) -> &str {
        &self.0[place].entry
    }

    fn card(&self, place: usize) -> Result<&Arc<Card>, Unreadable> {
        let Kept { path, text, card, .. } = &self.0[place];
        let read = card.get_or_init(|| {
            let read = parse_card(path, text);
            insist(read.as_ref().err());
            read.map(Arc::new).map_err(|error| Unreadable(error.to_string()))
        });
        read.as_ref().map_err(Clone::clone)
    }

    fn text(&self, place: usize) -> Option<String> {
        self.card(place).ok().map(|card| text_of(card))
    }
}

/// Panics in development builds if a bundled card can't be read.
fn insist(wrong: Option<&CardFileError>) {
    debug_assert!(
        wrong.is_none(),
        "a bundled card does not read: {}",
        wrong.map(ToString::to_string).unwrap_or_default()
    );
}

/// All cards of `core/card/cards/`, in the order of their files. A card that can't be read is left
/// out; development builds panic instead.
pub fn bundled_cards() -> &'static [Card] {
    static CARDS: LazyLock<Vec<Card>> = LazyLock::new(|| {
        let read = BUNDLED.iter().map(|file| parse_card(file.path, file.text));
        read.inspect(|read| insist(read.as_ref().err())).filter_map(Result::ok).collect()
    });
    &CARDS
}

/// The bundled card files, as name and text.
pub(in crate::card) fn bundled_texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    BUNDLED.iter().map(|file| (file.path, file.text))
}

#[cfg(test)]
#[path = "bundled_tests.rs"]
mod tests;
