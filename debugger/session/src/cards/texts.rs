//! Card files and packs: reads what is at a path, and decides which files a scenario may name.

use std::borrow::Cow;
use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use retrace_core::card::pool::pack::{MAGIC, MOST_BYTES, Pack};

use crate::SessionError;
use crate::base::text::{io_text, read_text};

/// What is wrong with a file.
fn in_file(path: &Path, why: &str) -> SessionError {
    SessionError::File(format!("{}: {why}", path.display()))
}

/// The pack at a path; `None` if there is something else.
///
/// # Errors
/// If it cannot be read: names the file and the remedy.
pub fn pack_at(path: &Path) -> Result<Option<Pack>, SessionError> {
    let told = |why: String| in_file(path, &why);
    // Opening anything but a regular file might block forever.
    if !path.is_file() {
        return Ok(None);
    }
    let Ok(mut file) = fs::File::open(path) else { return Ok(None) };
    let mut bytes = Vec::new();
    let head = file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut bytes);
    head.map_err(|error| told(io_text(&error)))?;
    if !Pack::begins(&bytes) {
        return Ok(None);
    }
    let length = file.metadata().map_err(|error| told(io_text(&error)))?.len();
    if length > MOST_BYTES as u64 {
        return Err(told(format!("it has {length} bytes, and a pack has at most {MOST_BYTES}; pack fewer cards")));
    }
    bytes.reserve_exact(usize::try_from(length).unwrap_or(0).saturating_sub(bytes.len()));
    file.take(MOST_BYTES as u64).read_to_end(&mut bytes).map_err(|error| told(io_text(&error)))?;
    Pack::read(&path.display().to_string(), bytes).map(Some).map_err(|error| told(error.to_string()))
}

/// The card files at a path, each with its name and text: one file, all files of a folder, or all
/// cards of a pack.
///
/// # Errors
/// If something cannot be read: names it and the remedy.
pub fn card_texts(path: &Path) -> Result<Vec<(String, String)>, SessionError> {
    if let Some(pack) = pack_at(path)? {
        let text = |(name, text): (&str, Cow<'_, str>)| (format!("{} ({name})", path.display()), text.into_owned());
        return Ok(pack.texts().map(text).collect());
    }
    let read = |path: &PathBuf| Ok((path.display().to_string(), read_text(path)?));
    card_paths(path)?.iter().map(read).collect()
}

/// The file at a path, or all card files of a folder.
pub(crate) fn card_paths(path: &Path) -> Result<Vec<PathBuf>, SessionError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable = |error: std::io::Error| in_file(path, &error.to_string());
    let entries = fs::read_dir(path).map_err(unreadable)?;
    let files: Result<Vec<PathBuf>, std::io::Error> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut files = files.map_err(unreadable)?;
    // Anything but a regular file might be endless, or block forever.
    files.retain(|file| file.is_file() && file.extension().is_some_and(|extension| extension == "ron"));
    files.sort();
    Ok(files)
}

/// Folders, besides its own, from which a scenario may name card files: those of `--cards-from`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardFolders(Arc<[PathBuf]>);

impl CardFolders {
    /// The given folders.
    pub fn of(folders: &[PathBuf]) -> CardFolders {
        CardFolders(folders.into())
    }
}

/// The card files that a scenario names. A scenario may be untrusted, so these must be regular
/// files in its folder, or in a folder named on the command line ([`CardFolders`]).
///
/// # Errors
/// As [`card_texts`], and if a path leads elsewhere.
pub fn card_texts_in(folder: &Path, others: &CardFolders, name: &str) -> Result<Vec<(String, String)>, SessionError> {
    const INSIDE: &str = "card files lie in the scenario's folder or in folders of it; put it there, or name its folder \
                          with --cards-from";
    let path = folder.join(name);
    let home = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() };
    let roots: Vec<PathBuf> =
        std::iter::once(home).chain(others.0.iter().cloned()).filter_map(|root| root.canonicalize().ok()).collect();
    let is_inside = |path: &Path| roots.iter().any(|root| path.starts_with(root));
    let Ok(whole) = path.canonicalize() else {
        // Never reveals whether a file outside the permitted folders exists.
        let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        let there = Path::new(name).components().all(plain) || roots.len() > 1;
        return if there { card_texts(&path) } else { Err(in_file(Path::new(name), INSIDE)) };
    };
    if !is_inside(&whole) {
        return Err(in_file(Path::new(name), INSIDE));
    }
    if !whole.is_file() && !whole.is_dir() {
        return Err(in_file(Path::new(name), "this is no regular file; name a card file in RON"));
    }
    // Nor may a permitted folder contain a link that leads elsewhere.
    let leaves = |path: &&PathBuf| path.canonicalize().is_ok_and(|whole| !is_inside(&whole));
    if let Some(file) = card_paths(&path)?.iter().find(leaves) {
        return Err(in_file(file, INSIDE));
    }
    card_texts(&path)
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_card_files_has_none_that_lead_out_of_the_scenarios_folder() {
        let folder = tempfile::tempdir().unwrap();
        let (home, cards) = (folder.path().join("home"), folder.path().join("home/cards"));
        fs::create_dir_all(&cards).unwrap();
        fs::write(cards.join("a.ron"), "Card(name: \"A\")").unwrap();
        assert_eq!(card_texts_in(&home, &CardFolders::default(), "cards").unwrap().len(), 1);
        std::os::unix::fs::symlink("/etc/passwd", cards.join("b.ron")).unwrap();
        let refused = card_texts_in(&home, &CardFolders::default(), "cards").unwrap_err().to_string();
        assert!(refused.contains("b.ron: card files lie in the scenario's folder"), "{refused}");
        fs::remove_file(cards.join("b.ron")).unwrap();
        std::os::unix::fs::symlink("a.ron", cards.join("b.ron")).unwrap();
        assert_eq!(card_texts_in(&home, &CardFolders::default(), "cards").unwrap().len(), 2);
    }
}
