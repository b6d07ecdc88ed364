//! A veil over names: what a game is called with when its words are for one player.
//!
//! A veiled game is the same game; only its names of objects that the player does not see are
//! others. All words for a player are written from a veiled game, so no sentence can name what is
//! hidden. `observe` says what is.

use std::fmt;
use std::sync::Arc;

use crate::fact::ObjectId;

type Hides = dyn Fn(ObjectId) -> Option<&'static str> + Send + Sync;

/// What it is made of, behind one pointer: a game has room for no more.
struct Cloth {
    hides: Box<Hides>,
}

/// A veil over the names of a game.
#[derive(Clone)]
pub struct Veil(Arc<Cloth>);

impl Veil {
    /// Creates a veil from what a hidden object is called in place of its name; `None` if it is not
    /// hidden.
    pub fn new(hides: impl Fn(ObjectId) -> Option<&'static str> + Send + Sync + 'static) -> Veil {
        Veil(Arc::new(Cloth { hides: Box::new(hides) }))
    }

    /// Returns what an object is called under the veil; `None` if it keeps its name.
    pub fn name(&self, id: ObjectId) -> Option<&'static str> {
        (self.0.hides)(id)
    }
}

impl fmt::Debug for Veil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Veil")
    }
}
