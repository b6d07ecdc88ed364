//! Phases, steps and other parts of a turn (CR 5xx), and day and night (CR 724).

use retrace_words::Words;
use serde::{Deserialize, Serialize};

/// A phase of a turn (CR 500.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
#[word(of_no_object)]
pub enum Phase {
    Beginning,
    PrecombatMain,
    Combat,
    PostcombatMain,
    Ending,
}

impl Phase {
    /// The five phases in order.
    pub const ALL: [Phase; 5] =
        [Phase::Beginning, Phase::PrecombatMain, Phase::Combat, Phase::PostcombatMain, Phase::Ending];

    /// The turn steps of the phase in order. A main phase has no steps (CR 505.2); it counts as one
    /// turn step of the same name, so that every point of a turn is in one.
    pub const fn turn_steps(self) -> &'static [TurnStep] {
        match self {
            Phase::Beginning => &[TurnStep::Untap, TurnStep::Upkeep, TurnStep::Draw],
            Phase::PrecombatMain => &[TurnStep::PrecombatMain],
            Phase::Combat => &[
                TurnStep::BeginningOfCombat,
                TurnStep::DeclareAttackers,
                TurnStep::DeclareBlockers,
                TurnStep::CombatDamage,
                TurnStep::EndOfCombat,
            ],
            Phase::PostcombatMain => &[TurnStep::PostcombatMain],
            Phase::Ending => &[TurnStep::End, TurnStep::Cleanup],
        }
    }

    /// Whether it is a main phase.
    pub const fn is_main(self) -> bool {
        matches!(self, Phase::PrecombatMain | Phase::PostcombatMain)
    }

    /// Its name in running text.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Beginning => "beginning phase",
            Phase::PrecombatMain => "precombat main phase",
            Phase::Combat => "combat phase",
            Phase::PostcombatMain => "postcombat main phase",
            Phase::Ending => "ending phase",
        }
    }
}

/// A step of a turn, or a main phase, which has no steps (CR 500.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
#[word(of_no_object)]
pub enum TurnStep {
    Untap,
    Upkeep,
    Draw,
    PrecombatMain,
    BeginningOfCombat,
    DeclareAttackers,
    DeclareBlockers,
    CombatDamage,
    EndOfCombat,
    PostcombatMain,
    End,
    Cleanup,
}

/// The designations of the game (CR 724.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "each variant is a word of the rules")]
#[word(of_no_object)]
pub enum DayNight {
    Day,
    Night,
}

impl DayNight {
    /// The other designation.
    pub const fn other(self) -> DayNight {
        match self {
            DayNight::Day => DayNight::Night,
            DayNight::Night => DayNight::Day,
        }
    }

    /// Its name in running text.
    pub const fn word(self) -> &'static str {
        match self {
            DayNight::Day => "day",
            DayNight::Night => "night",
        }
    }
}

impl TurnStep {
    /// All turn steps in order.
    pub const ALL: [TurnStep; 12] = [
        TurnStep::Untap,
        TurnStep::Upkeep,
        TurnStep::Draw,
        TurnStep::PrecombatMain,
        TurnStep::BeginningOfCombat,
        TurnStep::DeclareAttackers,
        TurnStep::DeclareBlockers,
        TurnStep::CombatDamage,
        TurnStep::EndOfCombat,
        TurnStep::PostcombatMain,
        TurnStep::End,
        TurnStep::Cleanup,
    ];

    /// Its phase.
    pub const fn phase(self) -> Phase {
        match self {
            TurnStep::Untap | TurnStep::Upkeep | TurnStep::Draw => Phase::Beginning,
            TurnStep::PrecombatMain => Phase::PrecombatMain,
            TurnStep::PostcombatMain => Phase::PostcombatMain,
            TurnStep::End | TurnStep::Cleanup => Phase::Ending,
            _ => Phase::Combat,
        }
    }

    /// Whether it is a main phase.
    pub const fn is_main(self) -> bool {
        matches!(self, TurnStep::PrecombatMain | TurnStep::PostcombatMain)
    }

    /// Its name in running text.
    pub const fn word(self) -> &'static str {
        match self {
            TurnStep::Untap => "untap step",
            TurnStep::Upkeep => "upkeep",
            TurnStep::Draw => "draw step",
            TurnStep::PrecombatMain => "precombat main phase",
            TurnStep::BeginningOfCombat => "beginning of combat",
            TurnStep::DeclareAttackers => "declare attackers step",
            TurnStep::DeclareBlockers => "declare blockers step",
            TurnStep::CombatDamage => "combat damage step",
            TurnStep::EndOfCombat => "end of combat",
            TurnStep::PostcombatMain => "postcombat main phase",
            TurnStep::End => "end step",
            TurnStep::Cleanup => "cleanup step",
        }
    }
}

/// A part of the game that can be skipped (CR 500.10) or be the end of a duration (CR 500.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
pub enum TurnPart {
    /// A turn.
    Turn,
    /// A phase.
    Phase(Phase),
    /// A turn step.
    Step(TurnStep),
}

/// The phase after which to add phases (CR 500.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum AfterPhase {
    /// The current phase.
    This,
    /// The current phase if it is a main phase; otherwise no phase is added.
    ThisMain,
    /// The next such phase of this turn.
    Next(Phase),
}

/// Where to add steps in the current phase (CR 500.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum StepPlace {
    /// Directly after the current step.
    AfterThis,
    /// Directly after the next such step of the phase.
    After(TurnStep),
    /// Directly before the next such step of the phase.
    Before(TurnStep),
}

/// A state-based reason for a player to lose the game (CR 104.3b-d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
pub enum LossCause {
    /// 0 or less life (CR 704.5a).
    Life,
    /// A draw from an empty library (CR 704.5b).
    EmptyLibrary,
    /// Ten or more poison counters (CR 704.5c).
    Poison,
}

/// A point in the combat phase (CR 506.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[word(of_no_object)]
pub enum CombatPoint {
    /// Attackers are declared: the declare attackers step begins (CR 506.6a).
    Attackers,
    /// Blockers are declared: the declare blockers step begins (CR 506.6b).
    Blockers,
    /// The combat damage step.
    DamageStep,
    /// The end of combat step.
    EndStep,
    /// Combat as a whole.
    Whole,
}
