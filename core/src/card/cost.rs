//! Costs (CR 118): what a player pays to cast a spell or activate an ability.

use serde::{Deserialize, Serialize};

use super::filter::{Filter, Objects};
use super::mana::ManaCost;
use super::words::CounterKind;

/// One part of a cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cost {
    /// Mana (CR 118.3a).
    Mana(ManaCost),
    /// The tap symbol: tap this permanent (CR 107.5).
    Tap,
    /// The untap symbol: untap this permanent (CR 107.6).
    Untap,
    /// Life (CR 118.3b, 119.4).
    Life(u32),
    /// Counters that the player has, such as energy (CR 107.14).
    PlayerCounters(CounterKind, u32),
    /// Counters removed from this permanent.
    RemoveCounters(CounterKind, u32),
    /// A loyalty cost: put (positive) or remove (negative) that many loyalty counters (CR 606.4).
    Loyalty(i32),
    /// Sacrifice this permanent (CR 701.17).
    SacrificeThis,
    /// Sacrifice so many permanents that fit.
    Sacrifice(u32, Filter),
    /// Tap any number of untapped permanents of the player's that fit, with total power of at least so much. Whether
    /// they came under control this turn does not matter (CR 302.6).
    TapTotalPower(u32, Filter),
    /// Unattach a permanent from what it is attached to (CR 701.3d).
    Unattach(Objects),
    /// Discard so many cards that fit.
    Discard(u32, Filter),
}
