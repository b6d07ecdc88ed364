//! The citation: a number of the Comprehensive Rules, edition of 2021-09-24.
//!
//! The compiler checks the shape of a citation, and a test in `tests/` checks it against the list
//! of the edition's numbers. It stands beside an event and is not part of the event's identity.

use std::fmt;
use std::str::FromStr;

/// The edition of the Comprehensive Rules that the engine implements.
pub const EDITION: &str = "2021-09-24";

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The numbers of all rules and subrules of [the edition](EDITION), in the order of the book.
pub fn edition() -> impl Iterator<Item = Rule> {
    include_str!("rule-ids.txt").split_ascii_whitespace().filter_map(Rule::parse)
}

/// The number of a rule, such as `613.8a`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    section: u16,
    number: u16,
    letter: u8,
}

/// Why a text is not a rule number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a rule number; write it as 508.1 or 508.1d")]
pub struct NotARule(pub String);

impl Rule {
    /// Reads a number of the form `ddd.d+[a-z]?`: three digits, up to three more, at most one
    /// letter. Leading zeros are refused, so each rule has one spelling.
    pub const fn parse(text: &str) -> Option<Rule> {
        let bytes = text.as_bytes();
        if bytes.len() < 5 || bytes[3] != b'.' {
            return None;
        }
        let mut section = 0u16;
        let mut i = 0;
        while i < 3 {
            if !bytes[i].is_ascii_digit() {
                return None;
            }
            section = section * 10 + (bytes[i] - b'0') as u16;
            i += 1;
        }
        i = 4;
        let mut number = 0u16;
        while i < bytes.len() && bytes[i].is_ascii_digit() {
            if i > 6 {
                return None;
            }
            number = number * 10 + (bytes[i] - b'0') as u16;
            i += 1;
        }
        if i == 4 || bytes[4] == b'0' || section < 100 {
            return None;
        }
        let letter = if i == bytes.len() {
            0
        } else if i + 1 == bytes.len() && bytes[i].is_ascii_lowercase() {
            bytes[i]
        } else {
            return None;
        };
        Some(Rule { section, number, letter })
    }

    /// Like [`Rule::parse`], for the [`rule!`](crate::rule!) macro, which evaluates it at
    /// compile time.
    #[doc(hidden)]
    pub const fn literal(text: &str) -> Rule {
        match Rule::parse(text) {
            Some(rule) => rule,
            None => panic!("not a rule number"),
        }
    }

    /// The number as one integer, a small one for most rules: number, letter (0 for none) and
    /// section, from the high bits.
    pub const fn packed(self) -> u32 {
        let letter = if self.letter == 0 { 0 } else { (self.letter - b'a') as u32 + 1 };
        (self.number as u32) << 15 | letter << 10 | self.section as u32
    }

    /// The inverse of [`Rule::packed`]; `None` for an integer that is no rule.
    pub const fn from_packed(packed: u32) -> Option<Rule> {
        let (section, letter, number) = (packed & 0x3ff, packed >> 10 & 0x1f, packed >> 15);
        if section < 100 || section > 999 || letter > 26 || number > 999 {
            return None;
        }
        let letter = if letter == 0 { 0 } else { b'a' + letter as u8 - 1 };
        Some(Rule { section: section as u16, number: number as u16, letter })
    }

    /// The section, such as 613.
    pub const fn section(self) -> u16 {
        self.section
    }

    /// Whether this is `other` or one of its subrules: `508.1` covers `508.1d`.
    pub const fn covers(self, other: Rule) -> bool {
        self.section == other.section
            && self.number == other.number
            && (self.letter == 0 || self.letter == other.letter)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.section, self.number)?;
        if self.letter != 0 {
            write!(f, "{}", self.letter as char)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CR {self}")
    }
}

impl FromStr for Rule {
    type Err = NotARule;

    fn from_str(text: &str) -> Result<Rule, NotARule> {
        Rule::parse(text).ok_or_else(|| NotARule(text.to_owned()))
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            (self.section, self.number, self.letter).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        if deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            text.parse().map_err(D::Error::custom)
        } else {
            let (section, number, letter) = <(u16, u16, u8)>::deserialize(deserializer)?;
            let fits = (100..1000).contains(&section) && number < 1000 && (letter == 0 || letter.is_ascii_lowercase());
            if fits { Ok(Rule { section, number, letter }) } else { Err(D::Error::custom("not a rule number")) }
        }
    }
}

/// Cites a rule: `rule!("613.8a")`.
#[macro_export]
macro_rules! rule {
    ($number:literal) => {{
        const RULE: $crate::rule::Rule = $crate::rule::Rule::literal($number);
        RULE
    }};
}

#[cfg(test)]
mod tests {
    use super::Rule;

    #[test]
    fn a_number_reads_back_as_it_was_written() {
        for text in ["100.1", "508.1d", "613.10", "702.140c"] {
            assert_eq!(Rule::parse(text).map(|r| r.to_string()).as_deref(), Some(text));
        }
        for text in ["", "508", "508.", "508.d", "50.1", "508.1dd", "508.1D", "508.1234", "051.2", "508.01", "508.0"] {
            assert_eq!(Rule::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_packed_rule_is_the_same_rule() {
        for text in ["100.1", "508.1k", "702.140c", "999.999z"] {
            let rule = Rule::literal(text);
            assert_eq!(Rule::from_packed(rule.packed()), Some(rule));
        }
        for wrong in [0, 1 << 15 | 99, 1 << 15 | 27 << 10 | 508, u32::MAX] {
            assert_eq!(Rule::from_packed(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_rule_covers_its_subrules_only() {
        let r = |t| Rule::literal(t);
        assert!(r("508.1").covers(r("508.1d")));
        assert!(r("508.1d").covers(r("508.1d")));
        assert!(!r("508.1d").covers(r("508.1")));
        assert!(!r("508.1").covers(r("508.2")));
    }
}
