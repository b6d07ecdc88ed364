//! Scenarios: reading one with the card files that it asks for, playing it, and a session on what it played.

use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use retrace_core::card::pool::Pool;
use retrace_core::scenario::{Run, Scenario, ScenarioError, ScriptError};

use super::{CardFiles, Label, Point, Progress, Session, SessionError};

/// No text longer than this is read.
const LIMIT_BYTES: u64 = 16 << 20;

/// Reads and plays a scenario file, as far as its script goes; what it expects and does not find, and what is wrong with the
/// script, is in the answer.
///
/// # Errors
/// A file that cannot be read, is no scenario, or whose board cannot be: which file, where in it, and what to do;
/// [`SessionError::Cancelled`].
pub fn play(path: &Path, progress: &Progress) -> Result<(Scenario, Run), SessionError> {
    let text = read_text(path)?;
    play_text(&path.display().to_string(), &text, path.parent().unwrap_or(Path::new("")), progress)
}

/// The same with a text; `folder` is where the card files are that it names.
///
/// # Errors
/// As [`play`].
pub fn play_text(name: &str, text: &str, folder: &Path, progress: &Progress) -> Result<(Scenario, Run), SessionError> {
    let scenario = read_in(name, text, folder)?;
    let pool = bundled()?;
    let run = scenario.run_with(&pool, &mut progress.go()).map_err(SessionError::Scenario)?;
    Ok((scenario, run.ok_or(SessionError::Cancelled)?))
}

/// Reads a scenario with the card files that it asks for; it is not played, and its script may be wrong.
///
/// # Errors
/// As [`play`].
pub fn read(path: &Path) -> Result<Scenario, SessionError> {
    read_in(&path.display().to_string(), &read_text(path)?, path.parent().unwrap_or(Path::new("")))
}

fn read_in(name: &str, text: &str, folder: &Path) -> Result<Scenario, SessionError> {
    let mut scenario = Scenario::read_what_can_be(name, text).map_err(SessionError::Scenario)?;
    let failed = |error: ScenarioError| SessionError::Scenario(vec![error]);
    scenario.load_cards(&mut |path| card_texts_in(folder, path)).map_err(failed)?;
    Ok(scenario)
}

/// The cards of the engine.
///
/// # Errors
/// None for what is bundled; a test reads it.
pub fn bundled() -> Result<Pool, SessionError> {
    // Reading them takes longer than a frame.
    static POOL: OnceLock<Pool> = OnceLock::new();
    if let Some(pool) = POOL.get() {
        return Ok(pool.clone());
    }
    let pool = Pool::bundled().map_err(|error| SessionError::File(error.to_string()))?;
    Ok(POOL.get_or_init(|| pool).clone())
}

/// The text of a file.
///
/// # Errors
/// What cannot be read, is no text, or is longer than any that is read.
pub fn read_text(path: &Path) -> Result<String, SessionError> {
    let told = |why: String| SessionError::File(format!("{}: {why}", path.display()));
    let mut bytes = Vec::new();
    // What never ends, such as a device, is not read to its end.
    let read = fs::File::open(path).and_then(|file| file.take(LIMIT_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| told(io_text(&error)))?;
    if bytes.len() as u64 > LIMIT_BYTES {
        return Err(told(format!("no text longer than {LIMIT_BYTES} bytes is read; name a scenario or a card in RON")));
    }
    String::from_utf8(bytes).map_err(|_| told("it is not a text; name a scenario or a card in RON".to_owned()))
}

/// What the system says, in words.
pub(super) fn io_text(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file; look for a slip in the name".to_owned(),
        std::io::ErrorKind::IsADirectory => "this is a folder; name a file in it".to_owned(),
        _ => error.to_string(),
    }
}

/// The card files that a path names: one file, or all of a folder, each with its name and text.
///
/// # Errors
/// What cannot be read: what is wrong, in a clause.
pub fn card_texts(path: &Path) -> Result<Vec<(String, String)>, String> {
    let read = |path: &PathBuf| {
        let text = read_text(path).map_err(|error| error.to_string())?;
        Ok((path.display().to_string(), text))
    };
    card_paths(path)?.iter().map(read).collect()
}

/// The file that a path names, or all card files of a folder.
fn card_paths(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let files: Result<Vec<PathBuf>, std::io::Error> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut files = files.map_err(|error| format!("{}: {error}", path.display()))?;
    // What is no file could be read without end, or never say anything.
    files.retain(|file| file.is_file() && file.extension().is_some_and(|extension| extension == "ron"));
    files.sort();
    Ok(files)
}

/// The folders named with `--cards-from`, for all scenarios that this process reads.
static PERMITTED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Permits scenarios to name card files in this folder, too.
pub fn permit(folder: &Path) {
    PERMITTED.lock().unwrap_or_else(PoisonError::into_inner).push(folder.to_owned());
}

/// The card files that a scenario names. A scenario may come from a stranger, so these must be regular files in its folder,
/// or in a folder that the command line names ([`permit`]).
///
/// # Errors
/// As [`card_texts`], and a path that leads elsewhere.
pub fn card_texts_in(folder: &Path, name: &str) -> Result<Vec<(String, String)>, String> {
    const INSIDE: &str = "card files lie in the scenario's folder or in folders of it; put it there, or name its folder \
                          with --cards-from";
    let path = folder.join(name);
    let home = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() };
    let permitted = PERMITTED.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let roots: Vec<PathBuf> =
        std::iter::once(home).chain(permitted).filter_map(|root| root.canonicalize().ok()).collect();
    let is_inside = |path: &Path| roots.iter().any(|root| path.starts_with(root));
    let Ok(whole) = path.canonicalize() else {
        // Whether a file exists outside of the permitted folders is not revealed.
        let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        let there = Path::new(name).components().all(plain) || roots.len() > 1;
        return if there { card_texts(&path) } else { Err(format!("{name}: {INSIDE}")) };
    };
    if !is_inside(&whole) {
        return Err(format!("{name}: {INSIDE}"));
    }
    if !whole.is_file() && !whole.is_dir() {
        return Err(format!("{name}: this is no regular file; name a card file in RON"));
    }
    // Nor may what is in a folder be a link that leads elsewhere.
    let leaves = |path: &&PathBuf| path.canonicalize().is_ok_and(|whole| !is_inside(&whole));
    if let Some(file) = card_paths(&path)?.iter().find(leaves) {
        return Err(format!("{}: {INSIDE}", file.display()));
    }
    card_texts(&path)
}

impl Session {
    /// Opens a scenario: the game at its start, with the script as timelines. Where the script is wrong, the timeline ends there,
    /// with a label that says so, and the cursor stands there.
    pub(super) fn open_scenario(path: &Path, progress: &Progress) -> Result<Session, SessionError> {
        let (scenario, run) = play(path, &progress.part(0.0, 0.5))?;
        let mut session = Session::from_run(&run, &progress.part(0.5, 1.0))?;
        session.note_errors(run.errors);
        session.set_title(&scenario.name);
        session.card_files = CardFiles::of_scenario(path, &scenario)?;
        Ok(session)
    }

    /// What is wrong with the script that it was opened from: its timelines go up to there.
    pub fn script_errors(&self) -> &[ScriptError] {
        &self.script_errors
    }

    /// Labels the places where the script is wrong, and goes to the first.
    fn note_errors(&mut self, errors: Vec<ScriptError>) {
        // Where a timeline ends, if one does.
        let mut first: Option<(bool, Point)> = None;
        for ScriptError { error, timeline, inputs, ends } in &errors {
            let Some(found) = self.timeline_named(timeline) else { continue };
            let id = found.id();
            let Some(step) = found.commits().get(*inputs).map(|commit| commit.end_step()) else { continue };
            let text = format!("Error in line {}: {}", error.line, error.message);
            self.add_label(id, Label { step, text });
            if first.is_none_or(|(ended, _)| *ends && !ended) {
                first = Some((*ends, Point::new(id, step)));
            }
        }
        if let Some((_, point)) = first {
            self.switch(point.timeline);
            self.seek(point);
        }
        self.script_errors = errors;
    }
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
        assert_eq!(card_texts_in(&home, "cards").unwrap().len(), 1);
        std::os::unix::fs::symlink("/etc/passwd", cards.join("b.ron")).unwrap();
        let refused = card_texts_in(&home, "cards").unwrap_err();
        assert!(refused.contains("b.ron: card files lie in the scenario's folder"), "{refused}");
        fs::remove_file(cards.join("b.ron")).unwrap();
        std::os::unix::fs::symlink("a.ron", cards.join("b.ron")).unwrap();
        assert_eq!(card_texts_in(&home, "cards").unwrap().len(), 2);
    }
}
