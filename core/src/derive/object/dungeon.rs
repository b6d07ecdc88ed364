//! Dungeons: their rooms, and where the venture marker is (CR 309).
//!
//! The rooms are the room abilities, the topmost first. The checks of cards see to it that their
//! arrows lead downward and to one bottommost room.

use crate::card::{CardType, Room};
use crate::derive::look::Look;
use crate::fact::{DefId, ObjectId, PlayerId, Zone};
use crate::state::{Game, Object};

/// The rooms of a dungeon in the game, the topmost first; none for anything else.
pub(crate) fn rooms_of(game: &Game, def: DefId) -> Vec<Room<'_>> {
    game.face(def).map(|face| face.rooms().collect()).unwrap_or_default()
}

/// The dungeon card that a player owns in the command zone; at most one (CR 309.3).
pub(crate) fn owned_by(game: &Game, player: PlayerId) -> Option<&Object> {
    let mut command = game.zone(Zone::Command).iter().filter_map(|id| game.object(*id));
    command.find(|object| object.owner == player && is_dungeon(game, object.id))
}

/// Whether an object is a dungeon card.
pub(crate) fn is_dungeon(game: &Game, id: ObjectId) -> bool {
    game.characteristics(id).is_some_and(|it| it.types.has(CardType::Dungeon))
}

/// The rooms that can be next on a dungeon, by their places: where the arrows lead that point away
/// from the present room (CR 309.5a). None in the bottommost room.
pub(crate) fn next_rooms(game: &Game, dungeon: &Object) -> Vec<u8> {
    let rooms = rooms_of(game, dungeon.def);
    let present = dungeon.rooms().last().copied().unwrap_or(0);
    let leads_to = rooms.get(usize::from(present)).map_or(&[][..], |room| room.leads_to);
    let place = |name: &String| rooms.iter().position(|room| room.name == name);
    leads_to.iter().filter_map(place).filter_map(|place| u8::try_from(place).ok()).collect()
}

/// The names of the rooms that the venture marker has been in, the present one last.
pub fn way(game: &Game, dungeon: &Object) -> Vec<String> {
    let rooms = rooms_of(game, dungeon.def);
    let name = |place: &u8| rooms.get(usize::from(*place)).map(|room| room.name.to_owned());
    dungeon.rooms().iter().filter_map(name).collect()
}
