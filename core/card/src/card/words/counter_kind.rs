//! Kinds of counters (CR 122).

use retrace_words::Words;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A kind of counter (CR 122.1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[word(of_no_object)]
pub enum CounterKind {
    /// A counter that changes power and toughness, such as +1/+1 (CR 122.1a).
    PowerToughness(i8, i8),
    /// Loyalty (CR 306.5b).
    Loyalty,
    /// Energy counters, on players (CR 122.1).
    Energy,
    /// Poison counters, on players (CR 122.1d).
    Poison,
    /// Any other kind. It has a meaning only to the cards that name it, unless a rule gives it one:
    /// a counter with the name of a keyword, such as flying, gives that keyword (CR 122.1b).
    Named(String),
}

/// A word that isn't a kind of counter.
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
                // CR 122.1a: a zero takes the sign of the other number.
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
