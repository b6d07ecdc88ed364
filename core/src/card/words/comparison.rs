//! Comparisons of numbers, and the results of coins and dice (CR 705, 706).

use serde::{Deserialize, Serialize};

/// How a flipped coin came out: as it was called (CR 705.1), or the side that came up (CR 705.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum CoinSide {
    Won,
    Lost,
    Heads,
    Tails,
}

impl CoinSide {
    /// Whether a flip came out so.
    pub fn is(self, heads: bool, won: Option<bool>) -> bool {
        match self {
            CoinSide::Won => won == Some(true),
            CoinSide::Lost => won == Some(false),
            CoinSide::Heads => heads,
            CoinSide::Tails => !heads,
        }
    }
}

/// What is looked at of the results of a roll (CR 706.2, 706.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum RollValue {
    Total,
    Highest,
    Lowest,
}

impl RollValue {
    /// Its value; nothing was rolled: 0.
    pub fn of(self, results: &[i32]) -> i32 {
        let value = match self {
            RollValue::Total => Some(results.iter().copied().fold(0, i32::saturating_add)),
            RollValue::Highest => results.iter().copied().max(),
            RollValue::Lowest => results.iter().copied().min(),
        };
        value.unwrap_or(0)
    }
}

/// Whether a number can be halved; zero is even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Parity {
    Odd,
    Even,
}

impl Parity {
    /// Whether a number is so.
    pub const fn holds(self, number: i32) -> bool {
        (number % 2 == 0) == matches!(self, Parity::Even)
    }
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    Greater,
}

impl Comparison {
    /// Whether `left` compares so with `right`.
    pub const fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Equal => left == right,
            Comparison::AtLeast => left >= right,
            Comparison::Greater => left > right,
        }
    }
}
