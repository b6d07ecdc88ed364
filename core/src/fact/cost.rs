//! What a total cost is made of (CR 601.2f).

use serde::{Deserialize, Serialize};

use crate::card::{Cost, ManaCost, OptionalCost};

use super::action::Applied;
use super::canonical::Canonical;

/// One thing that the determination of a total cost takes into account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostStep {
    /// What it is.
    pub by: CostBy,
    /// The mana of the cost after it.
    pub mana: ManaCost,
    /// What else is to be paid for it.
    pub other: Canonical<Vec<Cost>>,
}

/// What a total cost takes into account, in the order in which it does (CR 601.2f).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CostBy {
    /// The mana cost or activation cost.
    Base,
    /// An alternative cost instead.
    Alternative(Applied),
    /// An optional additional cost.
    Optional(OptionalCost),
    /// The cost of the chosen modes, or of more than one (CR 702.120).
    Modes,
    /// A card spliced onto the spell (CR 702.47).
    Splice,
    /// An additional cost or an increase by an effect.
    Increase(Applied),
    /// A reduction by an effect.
    Reduction(Applied),
    /// An effect that makes it no less than some mana.
    AtLeast(Applied),
}
