//! Which names are hidden from a player, for the words that are written for them.

use crate::fact::{ObjectId, PlayerId};
use crate::state::{Game, Object, Veil};

use super::{eyes, may_follow, sees};

/// Returns a game whose words are for one player: objects that the player does not see have no
/// names.
pub fn veiled(game: &Game, viewer: PlayerId) -> Game {
    game.veiled(&over(vec![game.clone()], viewer))
}

/// Returns the veil for the words about a step, given the games before and after it. A player sees
/// an object that they see in one of them.
pub fn veil(before: &Game, after: &Game, viewer: PlayerId) -> Veil {
    over(vec![before.clone(), after.clone()], viewer)
}

/// The veil for a player who may have seen objects in these games.
fn over(games: Vec<Game>, viewer: PlayerId) -> Veil {
    Veil::new(move |id| hidden(&games, viewer, id))
}

fn hidden(games: &[Game], viewer: PlayerId, id: ObjectId) -> Option<&'static str> {
    if id == ObjectId::NONE || games.iter().enumerate().any(|(at, game)| knows(&games[..at], game, viewer, id)) {
        return None;
    }
    let is_face_down = |game: &Game| game.object(id).is_some_and(|it| it.face_down.is_some() || it.is_face_down());
    Some(if games.iter().any(is_face_down) { "a face-down card" } else { "a card" })
}

/// Returns whether a player knows what an object is in a game, given earlier ones.
fn knows(earlier: &[Game], game: &Game, viewer: PlayerId, id: ObjectId) -> bool {
    if game.object_or_phased_out(id).is_some() {
        return may_follow(game, viewer, id) || sees(game, viewer, id);
    }
    let there = |game: &Game| game.object(id).is_some_and(|object| is_hidden_in_exile(game, viewer, object));
    match earlier.iter().any(there) {
        // It has left exile face down, and is known if everybody sees what it became.
        true => {
            let became = game.world().departed.get(&id).map(|departed| departed.became.as_slice()).unwrap_or_default();
            !became.is_empty() && became.iter().all(|new| sees(game, viewer, *new))
        }
        false => sees(game, viewer, id),
    }
}

/// Returns whether a card is face down where a player may not look at it (CR 406.3).
fn is_hidden_in_exile(game: &Game, viewer: PlayerId, object: &Object) -> bool {
    object.face_down.as_ref().is_some_and(|seen_by| !eyes(game, viewer).any(|eye| seen_by.contains(&eye)))
}
