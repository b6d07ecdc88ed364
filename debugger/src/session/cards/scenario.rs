//! Scenarios as they are read, with the card files that they name, and played.

use std::path::Path;

use retrace_core::scenario::{Run, Scenario, ScenarioError};

use super::pool::bundled;
use super::texts::{CardFolders, card_texts_in};
use crate::session::base::text::read_text;
use crate::session::{Progress, SessionError};

/// Reads and plays a scenario file, as far as its script goes; what it expects and does not find, and what is wrong with the
/// script, is in the answer.
///
/// # Errors
/// A file that cannot be read, is no scenario, or whose board cannot be: which file, where in it, and what to do;
/// [`SessionError::Cancelled`].
pub fn play(path: &Path, folders: &CardFolders, progress: &Progress) -> Result<(Scenario, Run), SessionError> {
    let text = read_text(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    play_text(&path.display().to_string(), &text, (folder, folders), progress)
}

/// The same with a text; `cards` are the folder of the card files that it names, and others that it may name.
///
/// # Errors
/// As [`play`].
pub fn play_text(
    name: &str,
    text: &str,
    cards: (&Path, &CardFolders),
    progress: &Progress,
) -> Result<(Scenario, Run), SessionError> {
    let scenario = read_in(name, text, cards)?;
    let pool = bundled()?;
    let run = scenario.run_with(&pool, &mut progress.go()).map_err(SessionError::Scenario)?;
    Ok((scenario, run.ok_or(SessionError::Cancelled)?))
}

/// Reads a scenario with the card files that it asks for; it is not played, and its script may be wrong.
///
/// # Errors
/// As [`play`].
pub fn read(path: &Path, folders: &CardFolders) -> Result<Scenario, SessionError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    read_in(&path.display().to_string(), &read_text(path)?, (folder, folders))
}

pub(in crate::session) fn read_in(
    name: &str,
    text: &str,
    (folder, others): (&Path, &CardFolders),
) -> Result<Scenario, SessionError> {
    let mut scenario = Scenario::read_what_can_be(name, text).map_err(SessionError::Scenario)?;
    let failed = |error: ScenarioError| SessionError::Scenario(vec![error]);
    scenario.load_cards(&mut |path| card_texts_in(folder, others, path)).map_err(failed)?;
    Ok(scenario)
}
