//! The bundled demonstration: the combat primer as a scenario.

use std::path::Path;

use retrace_core::fact::Prompt;
use retrace_core::rules;

use crate::cards::scenario;
use crate::cards::texts::CardFolders;
use crate::session::Session;
use crate::{Point, Progress, SessionError};

/// The file name of the demonstration.
pub const DEMO: &str = "examples/combat-primer.ron";

const TEXT: &str = include_str!("../../../../examples/combat-primer.ron");

impl Session {
    /// A session on the bundled demonstration, at the choice of blockers.
    ///
    /// # Errors
    /// None in practice: a test opens it.
    pub fn demo() -> Result<Session, SessionError> {
        let (scenario, run) =
            scenario::play_text(DEMO, TEXT, (Path::new(""), &CardFolders::default()), &Progress::default())?;
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
