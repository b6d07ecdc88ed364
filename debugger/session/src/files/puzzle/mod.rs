//! Puzzles of Forge (`.pzl`): boards with a goal, which become scenarios.
//!
//! | module | what |
//! |---|---|
//! | `part` | parts of a line, with their places |
//! | `token` | tokens, as cards that the scenario defines |
//! | `piece` | cards, with what is said of each |
//! | `goal` | the goal as a predicate |
//! | `state` | the sections, and what their lines say together |
//! | `written` | the scenario |
//!
//! A puzzle says some things that no board can. They are refused, with their place and what to do
//! instead; nothing is left out.

mod goal;
mod part;
mod piece;
mod state;
#[cfg(test)]
mod tests;
mod token;
mod written;

use std::path::Path;

use retrace_core::card::pool::Pool;
use retrace_core::message::Message;
use retrace_core::scenario::{Scenario, ScenarioError};

use crate::SessionError;
use crate::base::text::read_text_of;
use crate::cards::pool::bundled;
use part::Wrong;
use piece::Names;
use written::{Written, written};

/// The longest puzzle that is read, in bytes: a board with thousands of cards.
const MOST_BYTES: usize = 256 << 10;

/// A puzzle as a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedPuzzle {
    /// The text of the scenario.
    pub text: String,
    /// Its name.
    pub name: String,
    /// The goal, as a predicate that holds once it is reached; none if the puzzle names none.
    pub goal: Option<String>,
    /// The last turn in which it can be reached, if there is one.
    pub last_turn: Option<u32>,
}

/// Reads a puzzle file as a scenario. The scenario was run: its board is possible, and its script
/// plays as far as it goes.
///
/// # Errors
/// If the file cannot be read; everything in it that is wrong or that no scenario can say, with its
/// place and the remedy.
pub fn import_puzzle(path: &Path) -> Result<ImportedPuzzle, SessionError> {
    let text = read_text_of(path, "save the puzzle as one")?;
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    imported(&path.display().to_string(), &text, &stem, &bundled()?).map_err(SessionError::Scenario)
}

/// Reads a puzzle. `file` is its name in errors, `name` that of a puzzle without one.
fn imported(file: &str, text: &str, name: &str, pool: &Pool) -> Result<ImportedPuzzle, Vec<ScenarioError>> {
    let told = |(place, message): Wrong| ScenarioError::new(file, place, &Message::from(message));
    if text.len() > MOST_BYTES {
        return Err(vec![told(((1, 1), format!("no puzzle longer than {MOST_BYTES} bytes is read")))]);
    }
    let puzzle = state::read(file, text, &Names { pool })?;
    let written = written(&puzzle, name).map_err(|wrong| vec![told(wrong)])?;
    tried(file, &written, pool)?;
    let last_turn = puzzle.about.get("turns").and_then(|part| part.number().ok());
    let goal = puzzle.goal.map(|goal| goal.0);
    Ok(ImportedPuzzle { text: written.text, name: written.name, goal, last_turn })
}

/// Runs a scenario. Its errors get the places in the puzzle.
fn tried(file: &str, written: &Written, pool: &Pool) -> Result<(), Vec<ScenarioError>> {
    let told = |errors: Vec<ScenarioError>| {
        let moved = |error: ScenarioError| {
            let (line, column) = written.place(error.line);
            ScenarioError { file: file.to_owned(), line, column, ..error }
        };
        errors.into_iter().map(moved).collect::<Vec<_>>()
    };
    let scenario = Scenario::read(file, &written.text).map_err(|error| told(vec![error]))?;
    let run = scenario.run_with(pool, &mut |_, _| std::ops::ControlFlow::Continue(())).map_err(told)?;
    let Some(run) = run else { return Ok(()) };
    let errors: Vec<ScenarioError> = run.errors.into_iter().map(|error| error.error).collect();
    if !errors.is_empty() {
        return Err(told(errors));
    }
    // The goal comes last; whatever else does not hold came off as the board began.
    let apart = run.failures.iter().filter(|failure| written.attached.contains(&failure.line));
    let apart = apart.map(|failure| {
        let why = "this does not stay attached as the board begins; see what it is attached to";
        ScenarioError::new(file, written.place(failure.line), &Message::from(why.to_owned()))
    });
    let apart: Vec<ScenarioError> = apart.collect();
    if apart.is_empty() { Ok(()) } else { Err(apart) }
}
