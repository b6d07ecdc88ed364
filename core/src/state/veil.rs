//! A veil over names: what a game is called with when its words are for one player.
//!
//! A veiled game is the same game; only [`name_of`](Game::name_of) answers otherwise, for objects
//! that the player does not see. All words for a player are written from a veiled game, so no
//! sentence can name what is hidden. `observe` says what is.

use std::sync::Arc;

use crate::fact::{ObjectId, PlayerId};

use super::Game;

/// What a hidden object is called in place of its name; `None` if it is not hidden. The games are
/// those in which the player may have seen it.
pub type Hides = fn(games: &[Game], viewer: PlayerId, id: ObjectId) -> Option<&'static str>;

#[derive(Debug)]
struct Worn {
    viewer: PlayerId,
    games: Vec<Game>,
    hides: Hides,
}

/// A veil over the names of a game.
#[derive(Clone, Debug)]
pub struct Veil(Arc<Worn>);

impl Veil {
    /// Creates a veil for a player who may have seen objects in these games.
    pub fn new(viewer: PlayerId, games: Vec<Game>, hides: Hides) -> Veil {
        Veil(Arc::new(Worn { viewer, games, hides }))
    }

    /// Returns what an object is called under the veil; `None` if it keeps its name.
    pub fn name(&self, id: ObjectId) -> Option<&'static str> {
        (self.0.hides)(&self.0.games, self.0.viewer, id)
    }
}

impl Game {
    /// Returns the same game, with names veiled.
    pub fn veiled(&self, veil: &Veil) -> Game {
        let mut game = self.clone();
        game.veil = Some(veil.clone());
        game
    }

    /// Returns what a hidden object is called in a veiled game; `None` if nothing hides its name.
    pub(crate) fn veiled_name(&self, id: ObjectId) -> Option<&'static str> {
        self.veil.as_ref()?.name(id)
    }
}
