//! What one player may know: exactly what `observe` shows that player. This file decides what the
//! window shows to a player: the text of events, the visible objects, and the visible part of a
//! difference.

use retrace_core::fact::{Entry, EntryNo, Event, Manner, ObjectId, PlayerId};
use retrace_core::observe::{self, SeenEntry};
use retrace_core::state::{Game, evolve};

use crate::session::describe;
use crate::session::timeline::line::Timeline;

/// The text for an event that is hidden from the viewer.
pub const HIDDEN: &str = "Hidden";

/// The text of an entry for a player or an observer who sees everything; `None` if it is hidden.
pub fn text(timeline: &Timeline, viewer: Option<PlayerId>, no: EntryNo) -> Option<String> {
    let Some(viewer) = viewer else { return timeline.text(no).map(str::to_owned) };
    let (step, entry) = timeline.entry(no)?;
    said(timeline, &timeline.game_at(step + 1), viewer, entry)
}

/// The text of entries for a viewer, with a placeholder for hidden ones.
pub fn words(viewer: Option<PlayerId>) -> impl Fn(&Timeline, EntryNo) -> String {
    move |timeline, no| text(timeline, viewer, no).unwrap_or_else(|| HIDDEN.to_owned())
}

/// Reads the text of successive entries for a viewer. It carries the game along, which [`text()`]
/// computes anew for each entry.
pub struct Reader<'t> {
    timeline: &'t Timeline,
    viewer: Option<PlayerId>,
    /// A step and the game after it.
    at: Option<(usize, Game)>,
}

impl<'t> Reader<'t> {
    /// A reader at the start of a timeline.
    pub const fn new(timeline: &'t Timeline, viewer: Option<PlayerId>) -> Reader<'t> {
        Reader { timeline, viewer, at: None }
    }

    /// The text of an entry in a step; `None` if it is hidden from the viewer.
    pub fn text(&mut self, step: usize, entry: &Entry) -> Option<String> {
        let Some(viewer) = self.viewer else { return self.timeline.text(entry.no).map(str::to_owned) };
        said(self.timeline, self.after(step), viewer, entry)
    }

    fn after(&mut self, step: usize) -> &Game {
        let game = match self.at.take() {
            Some((at, game)) if at == step => game,
            Some((at, mut game)) if at + 1 == step => match self.timeline.step_at(step) {
                Some(next) => {
                    evolve(&mut game, next);
                    game
                }
                None => self.timeline.game_at(step + 1),
            },
            _ => self.timeline.game_at(step + 1),
        };
        &self.at.insert((step, game)).1
    }
}

/// The text of an entry for a player, given the game after its step; `None` if it is hidden.
pub fn said(timeline: &Timeline, after: &Game, viewer: PlayerId, entry: &Entry) -> Option<String> {
    let whole = || timeline.text(entry.no).map(str::to_owned);
    match observe::entry(after, viewer, entry) {
        SeenEntry::Whole(_) => whole(),
        // The draw itself is a separate event.
        SeenEntry::Part { objects, .. }
            if objects.is_empty() && matches!(entry.event, Event::Moved { manner: Manner::Draw, .. }) =>
        {
            None
        }
        SeenEntry::Part { zones: Some((from, to)), objects, .. } => {
            let what = objects.last().map_or_else(|| "A card".to_owned(), |id| describe::object(after, *id));
            Some(format!("{what} goes from {} to {}", describe::zone(after, from), describe::zone(after, to)))
        }
        SeenEntry::Revealed { player, names } => {
            Some(format!("{} reveals {}", describe::player(after, player), describe::list(&names)))
        }
        SeenEntry::LookedAt { .. } => whole(),
        SeenEntry::Part { kind, player: Some(player), objects, .. } if kind == "LookedAt" && !objects.is_empty() => {
            let names: Vec<String> = objects.iter().map(|id| describe::object(after, *id)).collect();
            Some(format!("{} looks at {}", describe::player(after, player), describe::list(&names)))
        }
        SeenEntry::Part { kind, player: Some(player), .. } if kind == "LookedAt" => {
            Some(format!("{} looks at cards of a library", describe::player(after, player)))
        }
        // Its text names no card.
        SeenEntry::Part { kind, .. } if kind == "Shuffled" => whole(),
        SeenEntry::Part { .. } => None,
    }
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
