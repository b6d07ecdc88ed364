//! Scenarios: reads one with the card files that it names, plays it, and makes a session of its
//! run.

use std::path::Path;

use retrace_core::scenario::ScriptError;

use crate::cards::scenario::play;
use crate::cards::texts::CardFolders;
use crate::session::Session;
use crate::{CardFiles, Label, Point, Progress, SessionError};

impl Session {
    /// Opens a scenario: the game at its start, with the script as timelines. Where the script is
    /// wrong, its timeline ends with a label that says so, and the cursor is there.
    pub(crate) fn open_scenario(
        path: &Path,
        folders: &CardFolders,
        progress: &Progress,
    ) -> Result<Session, SessionError> {
        let (scenario, run) = play(path, folders, &progress.part(0.0, 0.5))?;
        let mut session = Session::from_run(&run, &progress.part(0.5, 1.0))?;
        session.note_errors(run.errors);
        session.set_title(&scenario.name);
        session.card_files = CardFiles::of_scenario(path, folders, &scenario)?;
        Ok(session)
    }

    /// Errors in the script that the session was opened from: its timelines end there.
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
