//! The bundled demonstration: the combat primer as a scenario.

use std::path::Path;

use retrace_core::fact::Prompt;
use retrace_core::rules;

use crate::cards::scenario;
use crate::cards::texts::CardFolders;
use crate::session::Session;
use crate::{Point, Progress, SessionError};

/// The file name of the demonstration, and its text.
const DEMO: retrace_examples::File = retrace_examples::PRIMER;

impl Session {
    /// A session on the bundled demonstration, at the choice of blockers.
    ///
    /// # Errors
    /// None in practice: a test opens it.
    pub fn demo() -> Result<Session, SessionError> {
        let (scenario, run) =
            scenario::play_text(DEMO.0, DEMO.1, (Path::new(""), &CardFolders::default()), &Progress::default())?;
        let mut session = Session::from_run(&run, &Progress::default())?;
        session.set_title(&scenario.name);
        session.demo = true;
        // The most instructive place: an attack, with blockers about to be declared.
        let main = session.current();
        let at_blocks = |step: &usize| {
            let game = main.game_at(*step);
            rules::pending(&game).choices().iter().any(|choice| choice.prompt == Prompt::Blockers)
        };
        let blocks = main.decision_points().find(at_blocks);
        if let Some(step) = blocks {
            session.seek(Point::new(session.cursor().timeline, step));
        }
        Ok(session)
    }
}
