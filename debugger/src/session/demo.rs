//! The bundled demonstration: the combat primer, told as a scenario.

use std::path::Path;

use super::{Session, SessionError, scenarios};

/// The name that the demonstration is read under.
pub const DEMO: &str = "examples/combat-primer.ron";

const TEXT: &str = include_str!("../../../examples/combat-primer.ron");

impl Session {
    /// A session on the bundled demonstration.
    ///
    /// # Errors
    /// None for what is bundled; a test opens it.
    pub fn demo() -> Result<Session, SessionError> {
        let (scenario, run) = scenarios::play_text(DEMO, TEXT, Path::new(""))?;
        let mut session = Session::from_run(&run)?;
        session.set_title(&scenario.name);
        Ok(session)
    }
}
