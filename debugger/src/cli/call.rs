//! One call of the program: what a command gets, and its result.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use retrace_core::plain::plain_json;
use retrace_core::predicate::PredicateError;

use super::lines::Lines;
use crate::shown::Shown;
use retrace_session::base::error::FilterError;
use retrace_session::cards::texts::CardFolders;
use retrace_session::session::Session;
use retrace_session::{Rulebook, SessionError};

/// What a command gets besides its own arguments.
pub(super) struct Call<'a> {
    /// Whether to answer as JSON.
    pub(super) json: bool,
    /// Where the answer is written.
    pub(super) out: &'a mut dyn Write,
    /// Where errors are written.
    pub(super) err: &'a mut dyn Write,
    /// The input.
    pub(super) lines: &'a mut dyn Lines,
    /// Shows a session in a window.
    pub(super) window: Window<'a>,
    /// The text of the rules, if given.
    pub(super) rules: Option<Arc<Rulebook>>,
    /// The folders that `--cards-from` names.
    pub(super) folders: CardFolders,
}

impl Call<'_> {
    /// Shows a session in a window.
    pub(super) fn show(&mut self, session: Session, shown: Shown) -> Result<Exit, Failure> {
        let session = session.with_rulebook(self.rules.clone()).with_card_folders(&self.folders);
        (self.window)(session, shown).map(|()| Exit::Yes).map_err(Failure::Told)
    }
}

/// The result of the program, as its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// 0
    Yes,
    /// 1
    No,
    /// 2
    Misuse,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Yes => ExitCode::SUCCESS,
            Exit::No => ExitCode::from(1),
            Exit::Misuse => ExitCode::from(2),
        }
    }
}

/// Why a command failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// A message, on one line.
    Told(String),
    /// Several messages, each on one line.
    Several(Vec<String>),
    /// An invalid predicate, reported with its text and the place of the error.
    Predicate(PredicateError),
    /// The answer could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Failure {
        match error {
            SessionError::Deck(errors) => Failure::Several(errors.0.iter().map(ToString::to_string).collect()),
            SessionError::Scenario(errors) => Failure::Several(errors.iter().map(ToString::to_string).collect()),
            error => Failure::Told(error.to_string()),
        }
    }
}

impl From<FilterError> for Failure {
    fn from(error: FilterError) -> Failure {
        Failure::Told(error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Output(error.into())
    }
}

pub(super) fn told<T>(why: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Told(why.into()))
}

/// Shows a session in a window and returns it when the window closes, or an error if no window can
/// be opened.
pub(super) type Window<'a> = &'a mut dyn FnMut(Session, Shown) -> Result<(), String>;

/// Reports an error on one line.
pub(super) fn complain(err: &mut dyn Write, why: &str) -> Exit {
    let line = why.split('\n').map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let line = shortened(&line);
    // If this cannot be written, there is nobody left to tell.
    let _written = writeln!(err, "retrace: {line}");
    Exit::Misuse
}

/// The longest message line, in characters: nobody reads longer ones to the end.
const LONGEST_LINE: usize = 1600;

/// The beginning and the end of a long line. The end holds the remedy.
fn shortened(line: &str) -> String {
    let length = line.chars().count();
    if length <= LONGEST_LINE {
        return line.to_owned();
    }
    let part = LONGEST_LINE / 2;
    let (first, last): (String, String) =
        (line.chars().take(part).collect(), line.chars().skip(length - part).collect());
    format!("{first} … ({} characters left out) … {last}", length - 2 * part)
}

/// Writes a JSON document.
pub(super) fn print_json(out: &mut dyn Write, value: &serde_json::Value) -> Result<(), Failure> {
    writeln!(out, "{}", plain_json(&serde_json::to_string_pretty(value)?))?;
    Ok(())
}
