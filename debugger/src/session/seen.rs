//! What one player sees of what happened, in words: what `observe` gives that player, and no more.

use retrace_core::fact::{EntryNo, Event, Manner, PlayerId};
use retrace_core::observe::{self, SeenEntry};

use super::describe;
use super::timeline::Timeline;

/// What an entry says to somebody who sees everything, or to a player; nothing if it is not for them.
pub fn text(timeline: &Timeline, viewer: Option<PlayerId>, no: EntryNo) -> Option<String> {
    let whole = || timeline.text(no).map(str::to_owned);
    let Some(viewer) = viewer else { return whole() };
    let (step, entry) = timeline.entry(no)?;
    let after = timeline.game_at(step + 1);
    match observe::entry(&after, viewer, entry) {
        SeenEntry::Whole(_) => whole(),
        // That somebody draws is an event of its own.
        SeenEntry::Part { objects, .. }
            if objects.is_empty() && matches!(entry.event, Event::Moved { manner: Manner::Draw, .. }) =>
        {
            None
        }
        SeenEntry::Part { zones: Some((from, to)), objects, .. } => {
            let what = objects.last().map_or_else(|| "A card".to_owned(), |id| describe::object(&after, *id));
            Some(format!("{what} goes from {} to {}", describe::zone(&after, from), describe::zone(&after, to)))
        }
        SeenEntry::Revealed { player, names } => {
            Some(format!("{} reveals {}", describe::player(&after, player), describe::list(&names)))
        }
        SeenEntry::LookedAt { .. } => whole(),
        SeenEntry::Part { kind, player: Some(player), .. } if kind == "LookedAt" => {
            Some(format!("{} looks at cards of a library", describe::player(&after, player)))
        }
        // Its text has no card in it.
        SeenEntry::Part { kind, .. } if kind == "Shuffled" => whole(),
        SeenEntry::Part { .. } => None,
    }
}
