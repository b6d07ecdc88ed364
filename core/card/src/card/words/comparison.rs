//! Comparisons of numbers, and the results of coin flips and die rolls (CR 705, 706).

use retrace_words::Words;
use serde::{Deserialize, Serialize};

/// The result of a coin flip: whether the call was right (CR 705.1), or the side that came up
/// (CR 705.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "the names say it")]
#[word(of_no_object)]
pub enum CoinSide {
    Won,
    Lost,
    Heads,
    Tails,
}

impl CoinSide {
    /// Whether a flip had this result.
    pub fn is(self, heads: bool, won: Option<bool>) -> bool {
        match self {
            CoinSide::Won => won == Some(true),
            CoinSide::Lost => won == Some(false),
            CoinSide::Heads => heads,
            CoinSide::Tails => !heads,
        }
    }
}

/// The value taken from the results of a roll (CR 706.2, 706.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "the names say it")]
#[word(of_no_object)]
pub enum RollValue {
    Total,
    Highest,
    Lowest,
}

impl RollValue {
    /// The value; 0 if nothing was rolled.
    pub fn of(self, results: &[i32]) -> i32 {
        let value = match self {
            RollValue::Total => Some(results.iter().copied().fold(0, i32::saturating_add)),
            RollValue::Highest => results.iter().copied().max(),
            RollValue::Lowest => results.iter().copied().min(),
        };
        value.unwrap_or(0)
    }
}

/// Whether a number is odd or even; zero is even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "the names say it")]
#[word(of_no_object)]
pub enum Parity {
    Odd,
    Even,
}

impl Parity {
    /// Whether a number has this parity.
    pub const fn holds(self, number: i32) -> bool {
        (number % 2 == 0) == matches!(self, Parity::Even)
    }
}

/// A relation between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "the names say it")]
#[word(of_no_object)]
pub enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    Greater,
}

impl Comparison {
    /// Whether `left` has this relation to `right`.
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
