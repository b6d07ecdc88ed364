//! What is wrong with a file that cannot be opened: the places in its text, or what a damaged store
//! has lost and what of it can be saved.

use std::path::{Path, PathBuf};

use retrace_store::{Report, Saved, fsck};

use crate::base::text::read_text;
use crate::store::log::{in_file, is_store};
use crate::{Progress, SessionError};

/// Why a file could not be opened, with what somebody needs to make it right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The file or folder.
    pub path: PathBuf,
    /// The error in a sentence.
    pub error: String,
    /// What the file is.
    pub what: What,
}

/// What a file is that could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A text, with the places where something is wrong.
    Text {
        /// The text.
        text: String,
        /// The places.
        places: Vec<Misread>,
    },
    /// A store.
    Store {
        /// What is damaged, a line each.
        findings: Vec<String>,
        /// What is left of each timeline: its name, a word ([`word_of`]), and how much.
        timelines: Vec<(String, &'static str, String)>,
        /// Whether something can be saved.
        can_save: bool,
    },
}

/// A place in a text where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and the remedy.
    pub why: String,
}

impl Trouble {
    /// What is wrong with a file that could not be opened; `None` if there is no more to say than
    /// the error does: there is no such file, or another window has it.
    pub fn of(path: &Path, error: &SessionError, progress: &Progress) -> Option<Trouble> {
        let what = match error {
            SessionError::Cancelled => return None,
            SessionError::Scenario(errors) => {
                let here = path.display().to_string();
                let misread = |it: &retrace_core::scenario::ScenarioError| {
                    // A card file that the scenario names has another text.
                    let own = it.file == here;
                    let why = if own { it.whole.clone() } else { it.told(true) };
                    Misread { line: if own { it.line } else { 1 }, column: if own { it.column } else { 1 }, why }
                };
                What::Text { text: read_text(path).ok()?, places: errors.iter().map(misread).collect() }
            }
            _ if is_store(path) => {
                let report = fsck::check(path).ok()?;
                // Nothing is wrong with it: it is open elsewhere, or cannot be read.
                if report.in_use.is_some() || report.is_whole() || progress.check().is_err() {
                    return None;
                }
                What::of_store(&report)
            }
            _ => return None,
        };
        Some(Trouble { path: path.to_owned(), error: error.to_string(), what })
    }

    /// A folder beside a damaged store for what is saved of it.
    pub fn salvage_folder(&self) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push("-saved");
        let first = self.path.with_file_name(&name);
        let numbered = (2u32..).map(|number| {
            let mut other = name.clone();
            other.push(format!("-{number}"));
            self.path.with_file_name(other)
        });
        std::iter::once(first).chain(numbered).find(|path| !path.exists()).unwrap_or_default()
    }
}

/// Writes what verifies of a damaged store into a new one, which must not exist. Returns what was
/// saved, a line for each timeline.
///
/// # Errors
/// If nothing can be saved, or the new store cannot be written.
pub fn salvage(store: &Path, into: &Path) -> Result<Vec<String>, SessionError> {
    let (_, saved) = fsck::salvage(store, into).map_err(|error| in_file(store, &error))?;
    Ok(saved.iter().map(|saved| format!("{}: {}", saved.timeline, left_of(saved))).collect())
}

/// Whether a timeline of a damaged store is left, in a word.
pub fn word_of(saved: &Saved) -> &'static str {
    match (saved.is_whole(), saved.events) {
        (true, _) => "WHOLE",
        (false, 0) => "LOST",
        (false, _) => "PART",
    }
}

/// How much of a timeline of a damaged store is left, and where it came from.
pub fn left_of(saved: &Saved) -> String {
    let Saved { events, of, from_database, from_journal, lost, .. } = saved;
    let source = match (from_database, from_journal) {
        (_, 0) => String::new(),
        (0, _) => ", made again from the journal".to_owned(),
        (stored, made) => format!(", {stored} commits from the database and {made} made again from the journal"),
    };
    match (lost, of) {
        (None, _) => format!("{events} events verify{source}"),
        (Some(why), Some(of)) => {
            format!("{events} of {of} events{source}; events {events} to {} are lost: {why}", of.saturating_sub(1))
        }
        (Some(why), None) => format!("{events} events{source}; what came after them is lost: {why}"),
    }
}

impl What {
    fn of_store(report: &Report) -> What {
        let timelines: Vec<_> =
            report.timelines.iter().map(|saved| (saved.timeline.clone(), word_of(saved), left_of(saved))).collect();
        What::Store {
            findings: report.findings.iter().map(ToString::to_string).collect(),
            can_save: !timelines.is_empty(),
            timelines,
        }
    }
}
