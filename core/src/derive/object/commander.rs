//! Commanders: which objects are commanders, where they can be cast from, and the commander tax
//! (CR 903.3, 903.8).

use crate::card::Colors;
use crate::card::identity::color_identity;
use crate::fact::{CardId, ObjectId, PlayerId, Zone};
use crate::state::{Commander, Game, Object};

/// The commander cards that represent an object, or did when it was last known (CR 903.3,
/// 903.3b-c).
pub fn cards_of(game: &Game, id: ObjectId) -> Vec<CardId> {
    let world = game.world();
    if world.commanders().is_empty() {
        return Vec::new();
    }
    if let Some(object) = game.object_or_phased_out(id) {
        return world.commanders_in(object).map(|it| it.card).collect();
    }
    let Some(departed) = world.departed.get(&id) else { return Vec::new() };
    let pieces = departed.memory.as_deref().map_or(&[][..], |memory| memory.pieces.as_slice());
    let components = std::iter::once(departed.was.component).chain(pieces.iter().map(|piece| piece.component));
    let cards: Vec<CardId> = components.filter_map(|component| component.card()).collect();
    world.commanders().iter().map(|it| it.card).filter(|card| cards.contains(card)).collect()
}

/// Whether an object is a commander, or was one when it was last known.
pub fn is_commander(game: &Game, id: ObjectId) -> bool {
    !cards_of(game, id).is_empty()
}

/// The commanders that a player owns, in the order in which they were designated.
pub(crate) fn owned_by(game: &Game, player: PlayerId) -> impl Iterator<Item = &Commander> {
    let its = move |it: &&Commander| game.cards().get(&it.card).is_some_and(|record| record.owner == player);
    game.world().commanders().iter().filter(its)
}

/// Whether a player may cast an object because it is a commander of theirs in the command zone
/// (CR 903.8).
pub(crate) fn may_be_cast(game: &Game, player: PlayerId, id: ObjectId, from: Zone) -> bool {
    from == Zone::Command && game.object(id).is_some_and(|object| object.owner == player) && is_commander(game, id)
}

/// The commanders in the command zone that a player may cast from there.
pub(crate) fn castable(game: &Game, player: PlayerId) -> Vec<ObjectId> {
    if game.world().commanders().is_empty() {
        return Vec::new();
    }
    let there = game.zone(Zone::Command).iter().copied();
    there.filter(|id| may_be_cast(game, player, *id, Zone::Command)).collect()
}

/// The generic mana that a card in the command zone, or a spell cast from there, costs in addition
/// because it is a commander that the player has cast from there before (CR 903.8).
pub fn tax(game: &Game, player: PlayerId, id: ObjectId) -> Option<u32> {
    if game.world().commanders().is_empty() {
        return None;
    }
    let object = game.object(id)?;
    let times = game.world().commanders_in(object).map(|it| it.casts_by(player)).max().filter(|times| *times > 0)?;
    (cast_from(game, object) == Some(Zone::Command)).then_some(times.saturating_mul(2))
}

/// The zone from which a spell was cast, or a card would be cast.
pub(crate) fn cast_from(game: &Game, object: &Object) -> Option<Zone> {
    if object.zone != Zone::Stack {
        return Some(object.zone);
    }
    let departed = game.world().departed.iter().find(|(_, departed)| departed.became.contains(&object.id));
    departed.map(|(_, departed)| departed.was.zone)
}

/// The combined color identity of a player's commanders (CR 702.124c, 903.4).
pub fn identity(game: &Game, player: PlayerId) -> Colors {
    owned_by(game, player).fold(Colors::COLORLESS, |all, it| all.union(it.identity))
}

/// How many times a player has cast the commanders that they own from the command zone (CR 903.8).
pub fn casts(game: &Game, player: PlayerId) -> u32 {
    owned_by(game, player).map(|it| it.casts_by(player)).fold(0, u32::saturating_add)
}

/// Whether a card may come into a Commander game from outside: it has the name of no card that its
/// owner has in the game, and no color that the owner's commanders lack (CR 903.11).
pub(crate) fn may_come_in(game: &Game, object: &Object) -> bool {
    let Some(card) = game.card_of(object.face_up_def()).filter(|_| !game.world().commanders().is_empty()) else {
        return true;
    };
    let allowed = identity(game, object.owner);
    let is_same = |other: &Object| {
        other.owner == object.owner
            && !matches!(other.zone, Zone::Outside(_))
            && game.card_of(other.face_up_def()).is_some_and(|other| other.name() == card.name())
    };
    color_identity(card).iter().all(|color| allowed.has(color))
        && !game.world().objects.values().any(|other| is_same(other))
}
