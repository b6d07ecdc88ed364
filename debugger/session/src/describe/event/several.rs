//! Tells apart several abilities of one source.

use retrace_core::derive::object::telling_apart;
use retrace_core::fact::{AbilityRef, ObjectId, Origin};
use retrace_core::state::Game;

/// Tells a triggered ability from the others of its source: ` (“…”)`. Empty if there are no
/// others.
pub(super) fn said_of_several(game: &Game, source: ObjectId, origin: Option<&Origin>, text: AbilityRef) -> String {
    let said = telling_apart::of_several(game, source, origin, text);
    said.map(|said| format!(" (\u{201c}{said}\u{201d})")).unwrap_or_default()
}
