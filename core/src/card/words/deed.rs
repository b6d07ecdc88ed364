//! What a resolution has done, for a later part to refer to as "this way" (CR 608.2c), and how targets change (CR 115.7).

use serde::{Deserialize, Serialize};

/// Something that the resolving spell or ability has done: "this way" (CR 608.2c, 608.2h).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Deed {
    Discarded,
    Sacrificed,
    Destroyed,
    Exiled,
    Milled,
    Drawn,
    Countered,
    Created,
    /// Returned, or moved in no other of these ways.
    Put,
    Tapped,
    Untapped,
    CountersPut,
    CountersRemoved,
    DamageDealt,
    LifeGained,
    LifeLost,
    LookedAt,
    Revealed,
}

/// How many of the targets of a spell or ability are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Changing {
    /// "Change the target": all of them or none (CR 115.7a).
    TheTargets,
    /// "Change a target": one (CR 115.7b).
    ATarget,
    /// "Change any targets": any number (CR 115.7c).
    AnyTargets,
    /// "Choose new targets": any number, and those that stay may be illegal (CR 115.7d).
    NewTargets,
}
