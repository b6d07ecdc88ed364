//! Permanents that are phased out (CR 702.26): nothing that looks for an object finds one ([`Game::object`]). What is here is
//! for the rules and effects that speak of phased-out permanents.

use crate::card::Filter;
use crate::fact::{Entity, Entry, Event, ObjectId, Part};
use crate::rule;
use crate::state::{Game, Object, PhasedOut, evolve_entry};

use super::filter::{Scope, matches};

/// A permanent that is phased out, and those that have phased out with it and phase in with it (CR 702.26g), it first.
pub fn with_attachments(game: &Game, id: ObjectId) -> Vec<ObjectId> {
    let mut found = vec![id];
    let mut next = 0;
    while let Some(host) = found.get(next).copied() {
        let phased = game.world().phased_out.iter();
        found.extend(phased.filter(|(_, it)| it.with == Some(host)).map(|(id, _)| *id));
        next += 1;
    }
    found
}

/// Whether what a phased-out permanent is attached to has left the zone that it was in, or the game (CR 702.26i). Phasing out
/// changes no zone.
pub fn has_lost_host(game: &Game, phased: &PhasedOut) -> bool {
    match phased.object.attached_to {
        None => false,
        Some(Entity::Player(player)) => game.player(player).is_none_or(|player| player.left),
        Some(Entity::Object(host)) => {
            !game.object(host).is_some_and(Object::is_permanent) && game.phased_out(host).is_none()
        }
    }
}

/// The phased-out permanents that fit a filter, by id: as each would be if it phased in, with what phases in with it. What
/// is phased out with something else does not phase in by itself (CR 702.26g), so it is not among them.
pub fn matching(game: &Game, scope: &Scope<'_>, filter: &Filter) -> Vec<ObjectId> {
    let fits = |id: &ObjectId| {
        let mut view = game.clone();
        for id in with_attachments(game, *id) {
            let unattached = game.phased_out(id).is_some_and(|phased| has_lost_host(game, phased));
            let event = Event::PhasedIn { object: id, unattached };
            let no = view.counters().entry;
            let entry = Entry { no, part: Part::Batch, cause: None, rule: rule!("702.26c"), event };
            evolve_entry(&mut view, &entry);
        }
        matches(&view, scope, filter, *id)
    };
    let directly = game.world().phased_out.iter().filter(|(_, phased)| phased.with.is_none()).map(|(id, _)| *id);
    directly.filter(fits).collect()
}
