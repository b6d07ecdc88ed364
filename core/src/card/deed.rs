//! What a resolution does and is asked about: deeds that a later part refers to with "this way" (CR 608.2c, 608.2h), what
//! is gone through one by one (CR 608.2f), how often something is repeated, how targets are changed (CR 115.7).

use serde::{Deserialize, Serialize};

use super::filter::{Condition, Objects, Players, Quantity};

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

/// What something is done for, one after another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Each {
    /// Each of these players in APNAP order, who is then `They` (CR 608.2e, 608.2f).
    Player(Players),
    /// Each of these objects, which is then `Affected` (CR 608.2f).
    Object(Objects),
    /// Each of these players and objects: one player in APNAP order after another, each together with the objects that
    /// they control, in an order that the controller of the spell or ability chooses (CR 608.2f).
    Both(Players, Objects),
}

/// How often a process is repeated.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Again {
    /// So many times in all.
    Times(Quantity),
    /// Once, and again as long as the condition holds.
    While(Condition),
    /// Once, and again as often as this player wants.
    Wanted(Players),
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
