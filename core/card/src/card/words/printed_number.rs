//! Printed power and toughness: a number, or a star, alone or with a number (CR 208.1, 208.2).

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A printed power or toughness: `2`, or a star as in `"*"`, `"1+*"`, `"*+1"`, `"7-*"` (CR 208.1,
/// 208.2).
///
/// An ability of the card defines the star (CR 208.2a) or has it chosen as the card enters
/// (CR 208.2b); otherwise it is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PrintedNumber {
    /// A number.
    Number(i32),
    /// A star with a number.
    Star {
        /// The number; 0 if there is none.
        plus: i32,
        /// Whether the star is subtracted from the number.
        less: bool,
        /// Whether the star comes first.
        first: bool,
    },
}

impl PrintedNumber {
    /// The number, with a star as 0 (CR 208.2a-b).
    pub const fn value(self) -> i32 {
        match self {
            PrintedNumber::Number(number) => number,
            PrintedNumber::Star { plus, .. } => plus,
        }
    }

    /// Whether it contains a star.
    pub const fn has_star(self) -> bool {
        matches!(self, PrintedNumber::Star { .. })
    }
}

impl From<i32> for PrintedNumber {
    fn from(number: i32) -> PrintedNumber {
        PrintedNumber::Number(number)
    }
}

impl fmt::Display for PrintedNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrintedNumber::Number(number) => write!(f, "{number}"),
            PrintedNumber::Star { plus: 0, less: false, .. } => f.write_str("*"),
            PrintedNumber::Star { plus, first: true, .. } => write!(f, "*{plus:+}"),
            PrintedNumber::Star { plus, less, .. } => write!(f, "{plus}{}*", if *less { '-' } else { '+' }),
        }
    }
}

/// Why a text isn't a printed power or toughness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no power or toughness; write a number, or a star as in \"*\", \"1+*\", \"*+1\" or \"7-*\"")]
pub struct NotPrinted(String);

impl FromStr for PrintedNumber {
    type Err = NotPrinted;

    fn from_str(text: &str) -> Result<PrintedNumber, NotPrinted> {
        let bad = || NotPrinted(text.to_owned());
        let number = |text: &str| text.parse::<i32>().ok().filter(|it| *it != 0).ok_or_else(bad);
        match text.split_once('*') {
            None => text.parse().map(PrintedNumber::Number).map_err(|_| bad()),
            Some(("", "")) => Ok(PrintedNumber::Star { plus: 0, less: false, first: true }),
            Some(("", after)) if after.starts_with(['+', '-']) => {
                Ok(PrintedNumber::Star { plus: number(after)?, less: false, first: true })
            }
            Some((before, "")) => {
                let (sum, less) = match (before.strip_suffix('+'), before.strip_suffix('-')) {
                    (Some(sum), _) => (sum, false),
                    (None, Some(sum)) => (sum, true),
                    (None, None) => return Err(bad()),
                };
                Ok(PrintedNumber::Star { plus: number(sum)?, less, first: false })
            }
            Some(_) => Err(bad()),
        }
    }
}

impl Serialize for PrintedNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            PrintedNumber::Number(number) => serializer.serialize_i32(*number),
            star @ PrintedNumber::Star { .. } => serializer.collect_str(star),
        }
    }
}

impl<'de> Deserialize<'de> for PrintedNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PrintedNumber, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = PrintedNumber;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, or a star as in \"*\" or \"1+*\"")
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<PrintedNumber, E> {
        let number = i32::try_from(number).map_err(|_| E::custom(format!("{number} is too great or too small")))?;
        Ok(PrintedNumber::Number(number))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<PrintedNumber, E> {
        let number = i32::try_from(number).map_err(|_| E::custom(format!("{number} is too great")))?;
        Ok(PrintedNumber::Number(number))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<PrintedNumber, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::file::ron_options;

    #[test]
    fn what_is_printed_is_read_and_written() {
        for (text, value) in [("4", 4), ("-1", -1), ("\"*\"", 0), ("\"1+*\"", 1), ("\"*+2\"", 2), ("\"7-*\"", 7)] {
            let printed: Option<PrintedNumber> = ron_options().from_str(text).unwrap();
            assert_eq!(printed.map(PrintedNumber::value), Some(value), "{text}");
            assert_eq!(ron_options().to_string(&printed).unwrap(), text);
        }
        for text in ["\"**\"", "\"1*\"", "\"0+*\"", "\"x\"", "\"*1\"", "99999999999", "Star"] {
            assert!(ron_options().from_str::<PrintedNumber>(text).is_err(), "{text}");
        }
    }
}
