//! Words for coins and dice (CR 705, 706).

use serde::{Deserialize, Serialize};

use super::instruction::Instruction;

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

/// A row of a results table (CR 706.3a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRow {
    /// The least result that the row is for.
    pub from: i32,
    /// The greatest; without it the row is "N+".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<i32>,
    /// What happens.
    pub then: Vec<Instruction>,
}

impl TableRow {
    /// Whether it is for a result.
    pub fn has(&self, result: i32) -> bool {
        self.from <= result && self.to.is_none_or(|to| result <= to)
    }
}
