//! Entries in the words of one player: written from what `observe` shows of them, and from games
//! whose hidden objects have no names.

use retrace_core::fact::{Entry, Event, Manner, PlayerId, Step};
use retrace_core::observe::{self, SeenEntry};
use retrace_core::state::{Game, evolve, evolve_entry};

use super::{capitalized, list, object, player, zone};

/// The texts of the entries of steps for a player, in order; `None` for hidden ones. `before` is
/// the game before the steps.
pub fn seen(before: &Game, steps: &[Step], viewer: PlayerId) -> Vec<Option<String>> {
    let mut before = before.clone();
    let mut texts = Vec::new();
    for step in steps {
        let mut after = before.clone();
        evolve(&mut after, step);
        let veil = observe::veil(&before, &after, viewer);
        let (mut now, at_last) = (before.veiled(&veil), after.veiled(&veil));
        for entry in &step.entries {
            let seen = observe::entry(&after, viewer, entry);
            texts.push(said(&now, &at_last, seen, entry));
            evolve_entry(&mut now, entry);
        }
        before = after;
    }
    texts
}

/// Whether a player sees anything of an entry that has words, given the game after its step.
pub(crate) fn is_said(after: &Game, viewer: PlayerId, entry: &Entry) -> bool {
    match observe::entry(after, viewer, entry) {
        SeenEntry::Whole(_) | SeenEntry::Revealed { .. } | SeenEntry::LookedAt { .. } => true,
        SeenEntry::Part { objects, .. } if is_draw(entry) && objects.is_empty() => false,
        SeenEntry::Part { kind, zones, player, .. } => {
            zones.is_some() || kind == "Shuffled" || kind == "LookedAt" && player.is_some()
        }
    }
}

/// Whether it moves a drawn card. The draw itself is a separate event.
const fn is_draw(entry: &Entry) -> bool {
    matches!(entry.event, Event::Moved { manner: Manner::Draw, .. })
}

/// The text of an entry, given what a player sees of it, and the veiled games before it and after
/// its step; `None` if it is hidden.
fn said(now: &Game, after: &Game, seen: SeenEntry, entry: &Entry) -> Option<String> {
    let whole = || Some(super::entry(now, entry));
    match seen {
        SeenEntry::Whole(_) | SeenEntry::LookedAt { .. } => whole(),
        SeenEntry::Revealed { player: who, names } => Some(format!("{} reveals {}", player(after, who), list(&names))),
        SeenEntry::Part { objects, .. } if objects.is_empty() && is_draw(entry) => None,
        SeenEntry::Part { zones: Some((from, to)), objects, .. } => {
            let what = objects.last().map_or_else(|| "a card".to_owned(), |id| object(after, *id));
            Some(format!("{} goes from {} to {}", capitalized(&what), zone(after, from), zone(after, to)))
        }
        SeenEntry::Part { kind, player: Some(who), objects, .. } if kind == "LookedAt" && !objects.is_empty() => {
            let names: Vec<String> = objects.iter().map(|id| object(after, *id)).collect();
            Some(format!("{} looks at {}", player(after, who), list(&names)))
        }
        SeenEntry::Part { kind, player: Some(who), .. } if kind == "LookedAt" => {
            Some(format!("{} looks at cards of a library", player(after, who)))
        }
        // Its text names no card.
        SeenEntry::Part { kind, .. } if kind == "Shuffled" => whole(),
        SeenEntry::Part { .. } => None,
    }
}
