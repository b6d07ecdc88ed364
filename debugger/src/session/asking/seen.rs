//! What one player may know: what `observe` gives that player, and no more. This file decides everything that the
//! window shows to a player: what events say, which objects are visible, and which part of a difference.

use retrace_core::fact::{Entry, EntryNo, Event, Manner, ObjectId, PlayerId};
use retrace_core::observe::{self, SeenEntry};
use retrace_core::state::{Game, evolve};

use crate::session::describe;
use crate::session::timeline::line::Timeline;

/// What stands for an event that says nothing to whoever looks.
pub const HIDDEN: &str = "Hidden";

/// What an entry says to somebody who sees everything, or to a player; nothing if it is not for them.
pub fn text(timeline: &Timeline, viewer: Option<PlayerId>, no: EntryNo) -> Option<String> {
    let Some(viewer) = viewer else { return timeline.text(no).map(str::to_owned) };
    let (step, entry) = timeline.entry(no)?;
    said(timeline, &timeline.game_at(step + 1), viewer, entry)
}

/// What entries say to whoever looks, with a word for those that say nothing.
pub fn words(viewer: Option<PlayerId>) -> impl Fn(&Timeline, EntryNo) -> String {
    move |timeline, no| text(timeline, viewer, no).unwrap_or_else(|| HIDDEN.to_owned())
}

/// What one entry after another says to whoever looks: it goes along with the game, which [`text()`] works out anew for each.
pub struct Reader<'t> {
    timeline: &'t Timeline,
    viewer: Option<PlayerId>,
    /// A step, and the game after it.
    at: Option<(usize, Game)>,
}

impl<'t> Reader<'t> {
    /// A reader at the beginning of a timeline.
    pub const fn new(timeline: &'t Timeline, viewer: Option<PlayerId>) -> Reader<'t> {
        Reader { timeline, viewer, at: None }
    }

    /// What an entry of a step says; nothing if it is not for whoever looks.
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

/// What an entry of a timeline says to a player, given the game after its step; nothing if it is not for them.
pub fn said(timeline: &Timeline, after: &Game, viewer: PlayerId, entry: &Entry) -> Option<String> {
    let whole = || timeline.text(entry.no).map(str::to_owned);
    match observe::entry(after, viewer, entry) {
        SeenEntry::Whole(_) => whole(),
        // That somebody draws is an event of its own.
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
        // Its text has no card in it.
        SeenEntry::Part { kind, .. } if kind == "Shuffled" => whole(),
        SeenEntry::Part { .. } => None,
    }
}

/// Whether somebody who sees everything, or a player, sees all of an entry.
pub fn sees_whole(timeline: &Timeline, viewer: Option<PlayerId>, no: EntryNo) -> bool {
    let Some(viewer) = viewer else { return true };
    timeline.entry(no).is_some_and(|(step, entry)| {
        matches!(observe::entry(&timeline.game_at(step + 1), viewer, entry), SeenEntry::Whole(_))
    })
}

/// Whether somebody who sees everything, or a player, sees an object: of one that is face down on the stack or the battlefield
/// everybody sees what is listed for it, and what is told of it is no more (CR 708.5).
pub fn sees(game: &Game, viewer: Option<PlayerId>, id: ObjectId) -> bool {
    viewer.is_none_or(|viewer| observe::may_follow(game, viewer, id) || observe::sees(game, viewer, id))
}

/// The name of what is beneath a face-down spell or permanent, for whoever may look at it (CR 708.5).
pub fn beneath(game: &Game, viewer: Option<PlayerId>, id: ObjectId) -> Option<&str> {
    let object = game.object(id).filter(|object| object.is_face_down())?;
    let may_look = viewer.is_none_or(|viewer| observe::sees_where_it_is(game, viewer, id));
    game.face(object.face_up_def()).filter(|_| may_look).map(|face| face.name.as_str())
}
