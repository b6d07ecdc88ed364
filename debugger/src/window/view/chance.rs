//! The form of the chance dialog.

use retrace_core::fact::{ObjectId, PlayerId};

use retrace_session::session::Session;

/// The typed data of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChanceForm {
    pub(in crate::window) die: u32,
    pub(in crate::window) seed: u64,
    /// The player whose library it is about.
    pub(in crate::window) player: PlayerId,
    pub(in crate::window) filter: String,
    /// The cards that the next shuffle puts on top, in order.
    pub(in crate::window) on_top: Vec<ObjectId>,
    /// The result of the last request, and whether it was refused.
    pub(crate) said: Option<(String, bool)>,
}

impl ChanceForm {
    /// A form for the game at the cursor.
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
