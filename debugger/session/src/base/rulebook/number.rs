//! The numbers of sections, rules and subrules, and how a line of a text begins with one.

use std::fmt;

use retrace_core::rule::Rule;

/// The number of a section, a rule or a subrule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number {
    section: u16,
    rule: u16,
    letter: Option<char>,
}

impl Number {
    /// Reads a number: `508`, `508.1`, `508.1d`, with or without a full stop at the end.
    pub fn parse(text: &str) -> Option<Number> {
        let (number, rest) = Number::lead(text)?;
        matches!(rest, "" | ".").then_some(number)
    }

    /// The number that a text begins with, and the rest. Full-width digits count, as in Japanese
    /// texts.
    fn lead(text: &str) -> Option<(Number, &str)> {
        let (section, rest) = digits(text).filter(|(section, _)| (100..=999).contains(section))?;
        let whole = Some((Number { section, rule: 0, letter: None }, rest));
        let Some((rule, rest)) = rest.strip_prefix(['.', '．']).and_then(digits) else { return whole };
        let letter = rest.chars().next().filter(char::is_ascii_lowercase);
        let after = letter.map_or(rest, |_| &rest[1..]);
        if after.starts_with(|it: char| it.is_ascii_alphanumeric()) {
            return None;
        }
        Some((Number { section, rule, letter }, after))
    }

    /// The number that a line of a text begins with, and the rest of the line. A section needs a
    /// full stop (`508.`), unless the line is marked as a heading. A number that a closing mark
    /// follows is the end of a sentence and heads no rule.
    pub(super) fn head(line: &str, is_heading: bool) -> Option<(Number, &str)> {
        let (number, rest) = Number::lead(line)?;
        let stopped = rest.strip_prefix(['.', '．']);
        if number.rule == 0 && stopped.is_none() && !is_heading {
            return None;
        }
        let rest = stopped.unwrap_or(rest);
        match rest.chars().next() {
            None => Some((number, rest)),
            Some(first) if first.is_whitespace() || first == ':' => Some((number, rest[first.len_utf8()..].trim())),
            // Some lines lack the space: `104.4b` and the first character of the text.
            Some(first) if !first.is_ascii() && !is_closing(first) => Some((number, rest.trim())),
            Some(_) => None,
        }
    }

    /// Whether this is a section.
    pub(crate) fn is_section(self) -> bool {
        self.rule == 0
    }

    /// The chapter: the first digit.
    pub fn chapter(self) -> u16 {
        self.section / 100
    }

    /// Whether this number may be the next after another in a text without gaps, or the same in
    /// another language. Texts skip the letters l and o.
    pub(super) fn follows(self, before: Number) -> bool {
        let letter = |number: Number| number.letter.map_or(0, |letter| letter as u32 - 'a' as u32 + 1);
        let (was, is) = (letter(before), letter(self));
        self == before
            || (self.section, self.rule) == (before.section, before.rule) && is > was && is <= was + 2
            || self.section == before.section && self.rule == before.rule + 1 && is <= 1
            || self.section > before.section && self.rule <= 1 && is == 0
    }

    /// The rule of a subrule, or the section of a rule.
    pub fn parent(self) -> Option<Number> {
        match (self.rule, self.letter) {
            (0, _) => None,
            (_, Some(_)) => Some(Number { letter: None, ..self }),
            (_, None) => Some(Number { rule: 0, ..self }),
        }
    }

    /// Whether both are in the same section.
    pub(super) fn shares_section(self, other: Number) -> bool {
        self.section == other.section
    }
}

/// The integer of up to three digits that a text begins with, without leading zeros, and the rest.
fn digits(text: &str) -> Option<(u16, &str)> {
    let value = |it: char| match it {
        '0'..='9' => u16::try_from(it as u32 - '0' as u32).ok(),
        '０'..='９' => u16::try_from(it as u32 - '０' as u32).ok(),
        _ => None,
    };
    let mut number = 0u16;
    let mut rest = text;
    let mut count = 0;
    while let Some((first, digit)) = rest.chars().next().and_then(|it| Some((it, value(it)?))) {
        if count == 3 || (count == 0 && digit == 0) {
            return None;
        }
        number = number * 10 + digit;
        count += 1;
        rest = &rest[first.len_utf8()..];
    }
    (count > 0).then_some((number, rest))
}

/// Whether a character closes a sentence or a bracket.
fn is_closing(it: char) -> bool {
    matches!(it, '）' | '、' | '。' | '」' | '』' | '”' | '’' | '，' | '；' | '–' | '—' | '…')
}

impl From<Rule> for Number {
    fn from(rule: Rule) -> Number {
        // A citation is written like a number.
        Number::parse(&rule.to_string()).unwrap_or(Number { section: rule.section(), rule: 0, letter: None })
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.section)?;
        if self.rule > 0 {
            write!(f, ".{}", self.rule)?;
        }
        self.letter.map_or(Ok(()), |letter| write!(f, "{letter}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    #[test]
    fn a_line_begins_with_a_number_in_the_forms_that_texts_have() {
        let head = |line: &str| Number::head(line, false).map(|(number, rest)| (number.to_string(), rest.to_owned()));
        let is = |number: &str, rest: &str| Some((number.to_owned(), rest.to_owned()));
        assert_eq!(head("508.1a Then that."), is("508.1a", "Then that."));
        assert_eq!(head("508.1. First."), is("508.1", "First."));
        assert_eq!(head("508.1 First."), is("508.1", "First."));
        assert_eq!(head("508.1"), is("508.1", ""));
        assert_eq!(head("508. Attack"), is("508", "Attack"));
        assert_eq!(head("５０８．１a　まず"), is("508.1a", "まず"));
        assert_eq!(head("104.4b影響"), is("104.4b", "影響"));
        for none in ["508 cards", "508.1).", "508.1a, and", "508.1ab", "5080.1 x", "58.1 x", "508.1。", "508.1234", ""]
        {
            assert_eq!(head(none), None, "{none}");
        }
        assert_eq!(Number::head("508 Attack", true).map(|(it, _)| it), Some(number("508")));
        assert_eq!(Number::parse("508.0"), None);
        assert_eq!(Number::parse("508.1A"), None);
    }

    #[test]
    fn the_next_number_follows_and_a_reference_does_not() {
        for (before, after) in [
            ("508", "508.1"),
            ("508.1", "508.1a"),
            ("508.1a", "508.1b"),
            ("508.1k", "508.1m"),
            ("508.1k", "508.2"),
            ("508.9", "509"),
            ("508.9", "509.1"),
            ("508.1", "508.1"),
            ("123.4", "200"),
        ] {
            assert!(number(after).follows(number(before)), "{after} after {before}");
        }
        for (before, other) in [("508.1", "507.1"), ("508.1", "508.3"), ("508.1", "508.1d"), ("508.1", "704.5g")] {
            assert!(!number(other).follows(number(before)), "{other} after {before}");
        }
    }
}
