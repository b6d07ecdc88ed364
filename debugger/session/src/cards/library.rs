//! The user's library: cards that were read from printed texts, in one pack in the user's data
//! folder. A program that uses it finds them by name wherever it finds bundled ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use retrace_core::card::Card;
use retrace_core::card::pool::Pool;
use retrace_core::card::pool::pack::{Pack, packed};

use super::texts::pack_at;
use crate::SessionError;
use crate::base::data::data_folder;
use crate::base::whole::write_whole;

/// The library that this program uses.
static USED: OnceLock<PathBuf> = OnceLock::new();
/// Its cards, opened when they are first asked for.
static CARDS: OnceLock<Option<Arc<Pack>>> = OnceLock::new();
/// The printed texts of its cards, read when one is first asked for.
static PRINTED: OnceLock<BTreeMap<String, String>> = OnceLock::new();

/// The extension of the file beside a library with the printed texts of its cards.
const PRINTED_EXTENSION: &str = "texts";

/// Where the library of the user is, if the system has a place for it.
pub fn default_path() -> Option<PathBuf> {
    Some(data_folder()?.join("library.cards"))
}

/// Makes the program use a library from now on. A program that does not ask for it, such as a test,
/// has none.
pub fn make_used(path: PathBuf) {
    // The first one stays.
    drop(USED.set(path));
}

/// The cards of the library that the program uses; `None` if it uses none, or has none yet.
///
/// # Errors
/// A file that is no library: names it and the remedy.
pub(crate) fn used() -> Result<Option<Arc<Pack>>, SessionError> {
    if let Some(cards) = CARDS.get() {
        return Ok(cards.clone());
    }
    let cards = match USED.get() {
        Some(path) => at(path)?,
        None => None,
    };
    Ok(CARDS.get_or_init(|| cards).clone())
}

/// The printed text from which a card of the library was read, as people paste it.
pub(crate) fn text_of(name: &str) -> Option<&'static str> {
    let printed = PRINTED.get_or_init(|| USED.get().map(|path| printed_at(path)).unwrap_or_default());
    printed.get(name).map(String::as_str)
}

/// The printed texts of the cards of a library, by name. They are only shown, so a library is whole
/// without them.
fn printed_at(path: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(path.with_extension(PRINTED_EXTENSION)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// The library in a file; `None` if there is no file.
fn at(path: &Path) -> Result<Option<Arc<Pack>>, SessionError> {
    let remedy = "import the cards again with `retrace cards import --anew`, or remove the file";
    let told = |why: String| SessionError::File(format!("the library cannot be read: {why}; {remedy}"));
    let pack = pack_at(path).map_err(|error| told(error.to_string()))?;
    match pack {
        None if path.exists() => Err(told(format!("{}: it is no pack of cards", path.display()))),
        pack => Ok(pack.map(Arc::new)),
    }
}

/// The card files of the cards by name.
fn texts_of(pack: &Pack) -> BTreeMap<String, String> {
    pack.texts().map(|(name, text)| (name.to_owned(), text.into_owned())).collect()
}

/// What an import did to a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The names of cards that were not there.
    pub new: Vec<String>,
    /// The names of cards that were there and are others now.
    pub changed: Vec<String>,
    /// The names of cards that were there and are not any more.
    pub gone: Vec<String>,
    /// How many imported cards are what was there.
    pub same: usize,
    /// How many cards the library has now.
    pub cards: usize,
}

/// Adds cards to the library in a file, each with its printed text, in place of those of the same
/// names. An import that begins `anew` leaves out all that was there.
///
/// # Errors
/// A file that is no library, more cards than a library holds, or what the system says. The file is
/// then unchanged.
pub fn import(path: &Path, cards: Vec<(Card, String)>, anew: bool) -> Result<Imported, SessionError> {
    let told = |why: String| SessionError::File(format!("{}: {why}", path.display()));
    // What cannot be read counts for nothing where it is left out.
    let old = if anew { at(path).unwrap_or_default() } else { at(path)? };
    let before = old.as_deref().map(texts_of).unwrap_or_default();
    let mut pool = Pool::default();
    if let Some(old) = old.filter(|_| !anew) {
        pool.add_pack(old);
    }
    let names: BTreeSet<String> = cards.iter().map(|(card, _)| card.name().to_owned()).collect();
    let mut printed = if anew { BTreeMap::new() } else { printed_at(path) };
    for (card, text) in cards {
        printed.insert(card.name().to_owned(), text);
        pool.add(card);
    }
    let bytes = packed(&pool).map_err(|error| told(error.to_string()))?;
    let pack = Pack::read(&path.display().to_string(), bytes.clone()).map_err(|error| told(error.to_string()))?;
    let after = texts_of(&pack);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| told(error.to_string()))?;
    }
    let printed = serde_json::to_vec(&printed).map_err(|error| told(error.to_string()))?;
    let files = [(path.to_owned(), bytes), (path.with_extension(PRINTED_EXTENSION), printed)];
    for (path, bytes) in &files {
        write_whole(path, |file| file.write_all(bytes)).map_err(|error| told(error.to_string()))?;
    }
    let mut imported = Imported { cards: after.len(), ..Imported::default() };
    imported.gone.extend(before.keys().filter(|name| !after.contains_key(*name)).cloned());
    for (name, text) in after.iter().filter(|(name, _)| names.contains(*name)) {
        match before.get(name) {
            None => imported.new.push(name.clone()),
            Some(old) if old != text => imported.changed.push(name.clone()),
            Some(_) => imported.same += 1,
        }
    }
    Ok(imported)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod tests {
    use retrace_core::card::read::{PrintedCard, read_printed};

    use super::*;

    #[test]
    fn a_library_has_the_printed_texts_of_its_cards() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.cards");
        let card = |typed: &str| {
            let printed = PrintedCard::pasted(typed);
            (read_printed(&printed).unwrap(), printed.as_pasted())
        };
        let bear = "Own Bear {1}{G}\nCreature — Bear\nTrample\n2/2";
        let wolf = "Own Guard {1}{G}\nCreature — Werewolf\n{3}{G}: Transform Own Guard.\n1/3\n//\nOwn Wolf\n\
                    Color Indicator: g\nCreature — Werewolf\nTrample\n4/4";
        import(&path, vec![card(bear), card(wolf)], false).unwrap();
        let walker = "Own Sage {2}{U}\nPlaneswalker — Jace\n+1: Draw a card.\nLoyalty: 3";
        import(&path, vec![card(walker)], false).unwrap();
        let printed = printed_at(&path);
        let texts: Vec<&str> = printed.values().map(String::as_str).collect();
        assert_eq!(texts, [bear, wolf, walker]);
        let again = texts.iter().map(|text| card(text).1);
        assert!(again.eq(printed.values().cloned()));
        import(&path, vec![card(bear)], true).unwrap();
        assert_eq!(printed_at(&path).len(), 1);
        std::fs::remove_file(path.with_extension(PRINTED_EXTENSION)).unwrap();
        assert!(at(&path).unwrap().is_some() && printed_at(&path).is_empty());
    }
}
