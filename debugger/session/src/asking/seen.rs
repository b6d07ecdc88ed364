//! What one player may know: exactly what `observe` shows that player. This file decides what the
//! window shows to a player: the text of events, the visible objects, and the visible part of a
//! difference.

use retrace_core::fact::{EntryNo, ObjectId, PlayerId};
use retrace_core::observe::{self, SeenEntry};
use retrace_core::state::Game;

use crate::timeline::line::Timeline;

/// The text for an event that is hidden from the viewer.
pub const HIDDEN: &str = "Hidden";

/// The text of an entry for a player or an observer who sees everything; `None` if it is hidden.
pub fn text(timeline: &Timeline, viewer: Option<PlayerId>, no: EntryNo) -> Option<String> {
    match viewer {
        Some(viewer) => timeline.text_for(viewer, no),
        None => timeline.text(no).map(str::to_owned),
    }
}

/// The text of entries for a viewer, with a placeholder for hidden ones.
pub fn words(viewer: Option<PlayerId>) -> impl Fn(&Timeline, EntryNo) -> String {
    move |timeline, no| text(timeline, viewer, no).unwrap_or_else(|| HIDDEN.to_owned())
}

/// The game whose words are for a viewer (`None` sees everything): what they do not see has no
/// name in it.
pub fn game(game: &Game, viewer: Option<PlayerId>) -> Game {
    viewer.map_or_else(|| game.clone(), |viewer| observe::veiled(game, viewer))
}

/// Whether a viewer (`None` sees everything) sees all of an entry.
pub fn sees_whole(timeline: &Timeline, viewer: Option<PlayerId>, no: EntryNo) -> bool {
    let Some(viewer) = viewer else { return true };
    timeline.entry(no).is_some_and(|(step, entry)| {
        matches!(observe::entry(&timeline.game_at(step + 1), viewer, entry), SeenEntry::Whole(_))
    })
}

/// Whether a viewer (`None` sees everything) sees an object. Everyone sees the listed
/// characteristics of a face-down spell or permanent, and those are all that is shown (CR 708.5).
pub fn sees(game: &Game, viewer: Option<PlayerId>, id: ObjectId) -> bool {
    viewer.is_none_or(|viewer| observe::may_follow(game, viewer, id) || observe::sees(game, viewer, id))
}

/// The name of the card beneath a face-down spell or permanent, for a viewer who may look at it
/// (CR 708.5).
pub fn beneath(game: &Game, viewer: Option<PlayerId>, id: ObjectId) -> Option<&str> {
    let object = game.object(id).filter(|object| object.is_face_down())?;
    let may_look = viewer.is_none_or(|viewer| observe::sees_where_it_is(game, viewer, id));
    game.face(object.face_up_def()).filter(|_| may_look).map(|face| face.name.as_str())
}
