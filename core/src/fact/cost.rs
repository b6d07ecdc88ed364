//! The parts of a total cost (CR 601.2f).

use serde::{Deserialize, Serialize};

use crate::card::{Cost, ManaCost, OptionalCost};

use super::action::Applied;
use super::canonical::Canonical;

/// One step in determining a total cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostStep {
    /// What is taken into account.
    pub by: CostBy,
    /// The mana part of the cost after this step.
    pub mana: ManaCost,
    /// The other parts of the cost after this step.
    pub other: Canonical<Vec<Cost>>,
}

/// What a total cost takes into account, in that order (CR 601.2f).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CostBy {
    /// The mana cost or activation cost.
    Base,
    /// An alternative cost, replacing it.
    Alternative(Applied),
    /// An optional additional cost.
    Optional(OptionalCost),
    /// The cost of the chosen modes, or of choosing more than one (CR 702.120).
    Modes,
    /// The text of a card that the spell gains.
    AddedText,
    /// An effect's additional cost or cost increase.
    Increase(Applied),
    /// An effect's cost reduction.
    Reduction(Applied),
    /// An effect that sets a minimum mana cost.
    AtLeast(Applied),
    /// An additional cost that comes with the permission to cast the spell.
    Permission,
    /// The additional cost of casting a commander from the command zone again (CR 903.8).
    Commander,
}
