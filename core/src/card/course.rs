//! Words for the course of a game: parts of a turn that are added or skipped (CR 500.7-500.10), maximum hand sizes
//! (CR 402.2), and why a player would lose (CR 104.3).

use serde::{Deserialize, Serialize};

use super::filter::Quantity;
use super::words::{Phase, TurnStep};

/// A part of the game that can be skipped (CR 500.10), or that something lasts until (CR 500.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum TurnPart {
    /// A turn.
    Turn,
    /// A phase.
    Phase(Phase),
    /// A turn step.
    Step(TurnStep),
}

/// The phase that phases are added after (CR 500.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AfterPhase {
    /// The one under way.
    This,
    /// The one under way, if it is a main phase; otherwise none is added.
    ThisMain,
    /// The next such phase of this turn.
    Next(Phase),
}

/// Where turn steps are added in the phase under way (CR 500.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StepPlace {
    /// Directly after the one under way.
    AfterThis,
    /// Directly after the next such turn step of the phase.
    After(TurnStep),
    /// Directly before the next such turn step of the phase.
    Before(TurnStep),
}

/// What an effect makes of a maximum hand size (CR 402.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum HandSize {
    /// There is none.
    Unlimited,
    /// It is this number.
    Is(Quantity),
    /// It is increased by this number.
    Plus(Quantity),
    /// It is reduced by this number.
    Minus(Quantity),
}

/// Why a player would lose the game as a state-based action (CR 104.3b-d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LossCause {
    /// 0 or less life (CR 704.5a).
    Life,
    /// A draw from an empty library (CR 704.5b).
    EmptyLibrary,
    /// Ten or more poison counters (CR 704.5c).
    Poison,
}
