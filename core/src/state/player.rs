//! A player as the state holds them (CR 102).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::card::CounterKind;
use crate::fact::{EntryNo, ManaUnit, ObjectId, PlayerId};
use crate::persist::{Shared, Vector};

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The seat.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// The life total (CR 119).
    pub life: i32,
    /// The life total that the player began the game with, or would have begun a game with that starts from a set-up
    /// (CR 103.3).
    pub starting_life: i32,
    /// Counters (CR 122.1).
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// The mana pool (CR 106.4).
    pub mana: Vec<ManaUnit>,
    /// The library, top first.
    pub library: Shared<Vector<ObjectId>>,
    /// The hand, in the order in which the cards came.
    pub hand: Shared<Vector<ObjectId>>,
    /// The graveyard, the last card put there last.
    pub graveyard: Shared<Vector<ObjectId>>,
    /// The cards outside the game that the player owns: the sideboard (CR 400.11a).
    pub outside: Shared<Vector<ObjectId>>,
    /// The entry with which the latest turn of theirs began (CR 302.6).
    pub turn_began: EntryNo,
    /// How many turns of theirs have begun (CR 500.1). Before a set-up players are taken to have taken turns one after
    /// another.
    pub turns: u32,
    /// Whether they have been to draw from an empty library since state-based actions were checked (CR 704.5b).
    pub drew_from_empty: bool,
    /// The card outside the game that they revealed as their companion (CR 103.2b).
    pub companion: Option<ObjectId>,
    /// The card on top of the library that is shown, and whether to all (CR 401.5).
    pub shown: Option<(ObjectId, bool)>,
    /// Whether they have lost and left the game (CR 104.5).
    pub left: bool,
}

/// The starting life total, where nothing else is said (CR 103.3).
pub(crate) const STARTING_LIFE: i32 = 20;

impl Player {
    /// A player with a life total, and with nothing else.
    pub fn new(id: PlayerId, name: String, life: i32) -> Player {
        Player {
            id,
            name,
            life,
            starting_life: STARTING_LIFE,
            counters: BTreeMap::new(),
            mana: Vec::new(),
            library: Shared::default(),
            hand: Shared::default(),
            graveyard: Shared::default(),
            outside: Shared::default(),
            turn_began: EntryNo(0),
            turns: 0,
            drew_from_empty: false,
            companion: None,
            shown: None,
            left: false,
        }
    }

    /// How many counters of a kind the player has.
    pub fn counters_of(&self, kind: &CounterKind) -> u32 {
        self.counters.get(kind).copied().unwrap_or(0)
    }
}
