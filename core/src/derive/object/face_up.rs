//! Face-down cards in exile as they would be played by those who may look at them: they are turned
//! face up just before (CR 406.3a-b, 601.3f).

use crate::card::CardType;
use crate::fact::{Characteristics, DefId, ObjectId, PlayerId};
use crate::state::Game;

use crate::derive::look::Look;

/// A card's characteristics as a player would play it: a face-down card that they may look at
/// counts as printed.
pub fn face(game: &Game, player: PlayerId, id: ObjectId) -> Option<&Characteristics> {
    let Some(object) = game.object(id) else { return game.characteristics(id) };
    if object.face_down.as_ref().is_some_and(|by| by.contains(&player)) {
        return game.printed(object.def).map(|printed| &printed.characteristics);
    }
    game.characteristics_of(object)
}

/// An object's characteristics once it is face up, whoever may look at it.
pub(crate) fn turned_up(game: &Game, id: ObjectId) -> Option<&Characteristics> {
    match game.object(id).filter(|object| object.face_down.is_some()) {
        Some(object) => game.printed(object.def).map(|printed| &printed.characteristics),
        None => game.characteristics(id),
    }
}

/// Whether a card is of a type, as a player would play it.
pub(crate) fn is_of_type(game: &Game, player: PlayerId, id: ObjectId, card_type: CardType) -> bool {
    face(game, player, id).is_some_and(|it| it.types.has(card_type))
}

/// Whether a card is face down and the player can't look at it.
pub(crate) fn is_hidden_from(game: &Game, player: PlayerId, id: ObjectId) -> bool {
    game.object(id).and_then(|object| object.face_down.as_ref()).is_some_and(|by| !by.contains(&player))
}

/// The game with a card as a player would play it.
pub(crate) struct FaceUpLook<'a> {
    /// The game.
    pub game: &'a Game,
    /// The player who would play it.
    pub player: PlayerId,
    /// The card.
    pub card: ObjectId,
    /// Its characteristics as cast, if different: bestowed (CR 702.103d).
    pub like: Option<&'a Characteristics>,
}

impl Look for FaceUpLook<'_> {
    fn game(&self) -> &Game {
        self.game
    }

    fn characteristics(&self, id: ObjectId) -> Option<&Characteristics> {
        if id != self.card {
            return self.game.characteristics(id);
        }
        self.like.or_else(|| face(self.game, self.player, id))
    }

    fn controller(&self, id: ObjectId) -> Option<PlayerId> {
        self.game.controller(id)
    }

    fn is_changed(&self, id: ObjectId) -> bool {
        Look::is_changed(self.game, id)
    }

    fn copiable_values(&self, id: ObjectId) -> Option<DefId> {
        Look::copiable_values(self.game, id)
    }

    fn more_devotion(&self, player: PlayerId) -> i32 {
        self.game.more_devotion(player)
    }
}
