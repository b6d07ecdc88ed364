//! Actions of a resolution that a later part refers to as "this way" (CR 608.2c), and ways to
//! change targets (CR 115.7).

use serde::{Deserialize, Serialize};

/// An action of the resolving spell or ability: "this way" (CR 608.2c, 608.2h).
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
    /// Returned, or moved in any other way than these.
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
    /// Mana paid for costs that the resolution asks for (CR 118.12), without what was spent on
    /// other things meanwhile.
    ManaPaid,
}

/// How many targets of a spell or ability change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Changing {
    /// "Change the target": all or none (CR 115.7a).
    TheTargets,
    /// "Change a target": one (CR 115.7b).
    ATarget,
    /// "Change any targets": any number (CR 115.7c).
    AnyTargets,
    /// "Choose new targets": any number; unchanged ones may be illegal (CR 115.7d).
    NewTargets,
}
