//! Phased-out permanents (CR 702.26), for rules and effects that refer to them. Other lookups do
//! not find them ([`Game::object`]).

use crate::fact::{Entity, ObjectId};
use crate::state::{Game, Object, PhasedOut};

/// A phased-out permanent, followed by those that phased out with it and will phase in with it
/// (CR 702.26g).
pub(crate) fn with_attachments(game: &Game, id: ObjectId) -> Vec<ObjectId> {
    let mut found = vec![id];
    let mut next = 0;
    while let Some(host) = found.get(next).copied() {
        let phased = game.world().phased_out.iter();
        found.extend(phased.filter(|(_, it)| it.with == Some(host)).map(|(id, _)| *id));
        next += 1;
    }
    found
}

/// Whether the host of a phased-out permanent has left its zone or the game (CR 702.26i). Phasing
/// out changes no zone.
pub(crate) fn has_lost_host(game: &Game, phased: &PhasedOut) -> bool {
    match phased.object.attached_to {
        None => false,
        Some(Entity::Player(player)) => !game.plays(player),
        Some(Entity::Object(host)) => {
            !game.object(host).is_some_and(Object::is_permanent) && game.phased_out(host).is_none()
        }
    }
}
