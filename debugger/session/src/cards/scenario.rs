//! Reads scenarios with the card files that they name, and plays them.

use std::path::Path;

use retrace_core::scenario::{Run, Scenario, ScenarioError};

use super::pool::bundled;
use super::texts::{CardFolders, card_texts_in};
use crate::base::text::read_text;
use crate::{Progress, SessionError};

/// Reads a scenario file and plays its script as far as possible. The result includes unmet
/// expectations and script errors.
///
/// # Errors
/// If the file cannot be read, is not a scenario or describes an impossible board: names the file,
/// the place and the remedy; [`SessionError::Cancelled`].
pub fn play(path: &Path, folders: &CardFolders, progress: &Progress) -> Result<(Scenario, Run), SessionError> {
    let text = read_text(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    play_text(&path.display().to_string(), &text, (folder, folders), progress)
}

/// Like [`play`], for a text; `cards` are the folder of the card files that it names, and other
/// folders that it may use.
///
/// # Errors
/// As [`play`].
pub(crate) fn play_text(
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

/// Reads a scenario with the card files that it names, without playing it; its script may be wrong.
///
/// # Errors
/// As [`play`].
pub fn read(path: &Path, folders: &CardFolders) -> Result<Scenario, SessionError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    read_in(&path.display().to_string(), &read_text(path)?, (folder, folders))
}

pub(crate) fn read_in(
    name: &str,
    text: &str,
    (folder, others): (&Path, &CardFolders),
) -> Result<Scenario, SessionError> {
    let mut scenario = Scenario::read_what_can_be(name, text).map_err(SessionError::Scenario)?;
    let failed = |error: ScenarioError| SessionError::Scenario(vec![error]);
    let mut texts = |path: &str| card_texts_in(folder, others, path).map_err(|error| error.to_string());
    scenario.load_cards(&mut texts).map_err(failed)?;
    Ok(scenario)
}
