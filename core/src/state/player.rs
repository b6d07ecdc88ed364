//! The state of a player (CR 102).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::card::CounterKind;
use crate::fact::variant::STARTING_LIFE;
use crate::fact::{DefId, EntryNo, ManaUnit, ObjectId, PlayerId};
use crate::persist::Shared;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The seat.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// The life total (CR 119).
    pub life: i32,
    /// The life total that the player began the game with. In a game that starts from a set-up: the
    /// one they would have begun with (CR 103.3).
    pub starting_life: i32,
    /// Counters (CR 122.1).
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// The mana pool (CR 106.4).
    pub mana: Vec<ManaUnit>,
    /// The library, top first.
    pub library: Shared<Vec<ObjectId>>,
    /// The hand, in the order the cards were added.
    pub hand: Shared<Vec<ObjectId>>,
    /// The graveyard, top card last.
    pub graveyard: Shared<Vec<ObjectId>>,
    /// The player's cards outside the game: the sideboard (CR 400.11a).
    pub outside: Shared<Vec<ObjectId>>,
    /// The entry in which their latest turn began (CR 302.6).
    pub turn_began: EntryNo,
    /// The entries in which the last upkeep of theirs began, and the one before it (CR 702.30a).
    pub upkeeps: (EntryNo, EntryNo),
    /// How many turns they have begun (CR 500.1). Players are assumed to have taken turns in order
    /// before a set-up.
    pub turns: u32,
    /// Whether they have tried to draw from an empty library since state-based actions were last
    /// checked (CR 704.5b).
    pub drew_from_empty: bool,
    /// The companion that they revealed from outside the game (CR 103.2b).
    pub companion: Option<ObjectId>,
    /// The visible top card of the library, and whether all players may see it (CR 401.5).
    pub shown: Option<(ObjectId, bool)>,
    /// The dungeons that they have completed, in order (CR 309.7).
    pub dungeons: Shared<Vec<DefId>>,
    /// Whether they have lost and left the game (CR 104.5).
    pub left: bool,
}

impl Player {
    /// Creates a player with a life total and nothing else.
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
            upkeeps: (EntryNo(0), EntryNo(0)),
            turns: 0,
            drew_from_empty: false,
            companion: None,
            shown: None,
            dungeons: Shared::default(),
            left: false,
        }
    }

    /// Returns the number of the player's counters of a kind.
    pub fn counters_of(&self, kind: &CounterKind) -> u32 {
        self.counters.get(kind).copied().unwrap_or(0)
    }
}
