//! Words that cards and rules share: zones, phases and steps of a turn, kinds of counters.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Keyword;

/// A kind of zone (CR 400.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
pub enum ZoneKind {
    Library,
    Hand,
    Battlefield,
    Graveyard,
    Stack,
    Exile,
    Command,
    /// Not a zone, but a place that cards come from and go to (CR 400.11).
    Outside,
    /// Only in games played for ante (CR 407).
    Ante,
}

impl ZoneKind {
    /// All of them.
    pub const ALL: [ZoneKind; 9] = [
        ZoneKind::Library,
        ZoneKind::Hand,
        ZoneKind::Battlefield,
        ZoneKind::Graveyard,
        ZoneKind::Stack,
        ZoneKind::Exile,
        ZoneKind::Command,
        ZoneKind::Outside,
        ZoneKind::Ante,
    ];

    /// Whether all players can see the faces of its cards (CR 400.2).
    pub const fn is_public(self) -> bool {
        !matches!(self, ZoneKind::Library | ZoneKind::Hand | ZoneKind::Outside)
    }

    /// Its name in running text.
    pub const fn word(self) -> &'static str {
        match self {
            ZoneKind::Library => "library",
            ZoneKind::Hand => "hand",
            ZoneKind::Battlefield => "battlefield",
            ZoneKind::Graveyard => "graveyard",
            ZoneKind::Stack => "stack",
            ZoneKind::Exile => "exile",
            ZoneKind::Command => "command zone",
            ZoneKind::Outside => "outside the game",
            ZoneKind::Ante => "ante zone",
        }
    }
}

/// Where in a library something is put (CR 401.4, 401.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Place {
    /// On top.
    #[default]
    Top,
    /// On the bottom.
    Bottom,
    /// So many from the top, counted from 1; at the bottom if the library is smaller.
    FromTop(u32),
}

impl Place {
    /// Whether it is the top, as where nothing else is said.
    pub const fn is_top(&self) -> bool {
        matches!(self, Place::Top)
    }
}

/// A phase of a turn (CR 500.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
pub enum Phase {
    Beginning,
    PrecombatMain,
    Combat,
    PostcombatMain,
    Ending,
}

impl Phase {
    /// The five phases in their order.
    pub const ALL: [Phase; 5] =
        [Phase::Beginning, Phase::PrecombatMain, Phase::Combat, Phase::PostcombatMain, Phase::Ending];

    /// The turn steps of the phase in their order. A main phase has none (CR 505.2); it stands here as one turn step of
    /// its own name, so that every point of a turn has one.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
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

/// The designations that the game itself can have (CR 724.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant is a word of the rules")]
pub enum DayNight {
    Day,
    Night,
}

impl DayNight {
    /// The other one.
    pub const fn other(self) -> DayNight {
        match self {
            DayNight::Day => DayNight::Night,
            DayNight::Night => DayNight::Day,
        }
    }

    /// What it is called in running text.
    pub const fn word(self) -> &'static str {
        match self {
            DayNight::Day => "day",
            DayNight::Night => "night",
        }
    }
}

impl TurnStep {
    /// All of them in the order of a turn.
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

    /// The phase that it belongs to.
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

/// A kind of counter (CR 122.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CounterKind {
    /// A counter that changes power and toughness, such as +1/+1 (CR 122.1a).
    PowerToughness(i8, i8),
    /// Loyalty (CR 306.5b).
    Loyalty,
    /// Energy, which players have (CR 122.1).
    Energy,
    /// Poison, which players have (CR 122.1d).
    Poison,
    /// A kind that only the cards that name it give a meaning to.
    Named(String),
}

impl CounterKind {
    /// The keyword ability that the counter gives (CR 122.1b).
    pub fn keyword(&self) -> Option<Keyword> {
        let CounterKind::Named(word) = self else { return None };
        let of = [
            Keyword::Flying,
            Keyword::FirstStrike,
            Keyword::DoubleStrike,
            Keyword::Deathtouch,
            Keyword::Haste,
            Keyword::Hexproof,
            Keyword::Indestructible,
            Keyword::Lifelink,
            Keyword::Menace,
            Keyword::Reach,
            Keyword::Trample,
            Keyword::Vigilance,
        ];
        of.into_iter().find(|keyword| keyword.word() == word)
    }

    /// Whether it changes characteristics (CR 122.1a-b).
    pub fn modifies(&self) -> bool {
        matches!(self, CounterKind::PowerToughness(..)) || self.keyword().is_some()
    }
}

/// A word that is no kind of counter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a kind of counter; write it as +1/+1, loyalty, energy, poison, or a word of its own")]
pub struct NotACounter(pub String);

impl FromStr for CounterKind {
    type Err = NotACounter;

    fn from_str(word: &str) -> Result<CounterKind, NotACounter> {
        let bad = || NotACounter(word.to_owned());
        if let Some((power, toughness)) = word.split_once('/') {
            let number = |text: &str| text.parse::<i8>().map_err(|_| bad());
            return Ok(CounterKind::PowerToughness(number(power)?, number(toughness)?));
        }
        match word {
            "" => Err(bad()),
            "loyalty" => Ok(CounterKind::Loyalty),
            "energy" => Ok(CounterKind::Energy),
            "poison" => Ok(CounterKind::Poison),
            name => Ok(CounterKind::Named(name.to_owned())),
        }
    }
}

impl fmt::Display for CounterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CounterKind::PowerToughness(power, toughness) => {
                // CR 122.1a: a zero takes the sign of its partner.
                let sign = |own: i8, other: i8| if own < 0 || (own == 0 && other < 0) { '-' } else { '+' };
                write!(
                    f,
                    "{}{}/{}{}",
                    sign(*power, *toughness),
                    power.unsigned_abs(),
                    sign(*toughness, *power),
                    toughness.unsigned_abs()
                )
            }
            CounterKind::Loyalty => f.write_str("loyalty"),
            CounterKind::Energy => f.write_str("energy"),
            CounterKind::Poison => f.write_str("poison"),
            CounterKind::Named(name) => f.write_str(name),
        }
    }
}
