//! A call of the program: what a command is given, and what comes of it.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use retrace_core::plain::plain_json;
use retrace_core::predicate::PredicateError;

use super::lines::Lines;
use crate::session::base::error::FilterError;
use crate::session::cards::texts::CardFolders;
use crate::session::session::Session;
use crate::session::{Rulebook, SessionError};
use crate::window::Shown;

/// What a command is given besides its own arguments.
pub(super) struct Call<'a> {
    /// Whether the answer is to be JSON.
    pub(super) json: bool,
    /// Where the answer goes.
    pub(super) out: &'a mut dyn Write,
    /// Where complaints go.
    pub(super) err: &'a mut dyn Write,
    /// What is read.
    pub(super) lines: &'a mut dyn Lines,
    /// What shows a session in a window.
    pub(super) window: Window<'a>,
    /// The text of the rules, if one was named.
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

/// What the program says by its exit code.
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

/// Why a command could not answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// What is told, in one line.
    Told(String),
    /// Several things, each told in a line.
    Several(Vec<String>),
    /// A predicate that is none, told with its text and the place in it.
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

/// What shows a session in a window; it comes back when the window is closed, or says why there is none.
pub(super) type Window<'a> = &'a mut dyn FnMut(Session, Shown) -> Result<(), String>;

/// Tells what is wrong in one line.
pub(super) fn complain(err: &mut dyn Write, why: &str) -> Exit {
    let line = why.split('\n').map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let line = shortened(&line);
    // Nobody is left to be told if this cannot be written.
    let _written = writeln!(err, "retrace: {line}");
    Exit::Misuse
}

/// The longest line that is told, in characters: one that nobody reads to its end says nothing.
const LONGEST_LINE: usize = 1600;

/// The beginning and the end of a long line: the end has what to do about it.
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
