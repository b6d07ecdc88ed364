//! The form of a fixed chance, as far as it is filled in.

use retrace_core::fact::{ObjectId, PlayerId};

use crate::session::session::Session;

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChanceForm {
    pub(in crate::window) die: u32,
    pub(in crate::window) seed: u64,
    /// Whose library it is about.
    pub(in crate::window) player: PlayerId,
    pub(in crate::window) filter: String,
    /// The cards that the next shuffle is to put on top, in order.
    pub(in crate::window) on_top: Vec<ObjectId>,
    /// What came of the last of it, and whether it was refused.
    pub(crate) said: Option<(String, bool)>,
}

impl ChanceForm {
    /// A form on the game at the cursor.
    pub(crate) fn new(session: &Session) -> ChanceForm {
        let game = session.game();
        let player = game.world().turn.active;
        let seed = game.seed().wrapping_add(1);
        ChanceForm { die: 6, seed, player, filter: String::new(), on_top: Vec::new(), said: None }
    }

    /// The form after something was fixed.
    pub(crate) fn after(&self, session: &Session, said: Option<(String, bool)>) -> ChanceForm {
        let seed = session.game().seed().wrapping_add(1);
        ChanceForm { seed, on_top: Vec::new(), said, ..self.clone() }
    }
}
