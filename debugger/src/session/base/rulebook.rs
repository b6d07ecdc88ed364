//! The text of the rules, if the reader supplies one: none is bundled. The official text in any
//! language will do. Each rule is a line that begins with its number (`100.`, `508.1.`, `508.1d`);
//! the lines up to the next empty line, such as examples, belong to it. The contents, the glossary
//! and anything else in between are left out.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::io::Read;
use std::path::Path;

use retrace_core::rule::Rule;

use crate::session::SessionError;

/// The largest file that is read, in bytes; the official text has about one million.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;

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
        let text = text.strip_suffix('.').unwrap_or(text);
        let number = |digits: &str, most: usize| -> Option<u16> {
            let fits = !digits.is_empty() && digits.len() <= most && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| fits && !digits.starts_with('0'))
        };
        let Some((section, rest)) = text.split_once('.') else {
            return number(text, 3).filter(|it| *it >= 100).map(|section| Number { section, rule: 0, letter: None });
        };
        let section = number(section, 3).filter(|it| *it >= 100)?;
        let letter = rest.chars().last().filter(char::is_ascii_lowercase);
        let rule = number(rest.strip_suffix(char::is_lowercase).unwrap_or(rest), 3)?;
        Some(Number { section, rule, letter })
    }

    /// The rule of a subrule, or the section of a rule.
    pub fn parent(self) -> Option<Number> {
        match (self.rule, self.letter) {
            (0, _) => None,
            (_, Some(_)) => Some(Number { letter: None, ..self }),
            (_, None) => Some(Number { rule: 0, ..self }),
        }
    }
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

/// The text of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulebook {
    rules: BTreeMap<Number, String>,
}

impl Rulebook {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file is missing, too large or not a text of the rules: names the line and what is
    /// wrong with it.
    pub fn read(path: &Path) -> Result<Rulebook, SessionError> {
        let name = path.display();
        let wrong = |why: String| SessionError::File(why);
        let mut bytes = Vec::new();
        // Endless files, such as devices, are not read to their end.
        let read = std::fs::File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(|error| wrong(format!("{name}: {error}")))?;
        if bytes.len() as u64 > MAX_BYTES {
            let why = format!("{name}: more than {MAX_BYTES} bytes are no text of the rules; name the official text");
            return Err(wrong(why));
        }
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
            wrong(format!("{name}:{line}: this is not UTF-8; save the text as UTF-8"))
        })?;
        Rulebook::of(text).map_err(|(line, why)| wrong(format!("{name}:{line}: {why}")))
    }

    /// Reads a text. An error is the wrong line, and why.
    fn of(text: &str) -> Result<Rulebook, (usize, String)> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut rules: BTreeMap<Number, String> = BTreeMap::new();
        let mut lines: BTreeMap<Number, usize> = BTreeMap::new();
        let mut last: Option<Number> = None;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            let lead = line.split_whitespace().next().unwrap_or_default();
            let Some(number) = Number::parse(lead) else {
                match last.and_then(|last| rules.get_mut(&last)).filter(|_| !line.is_empty()) {
                    Some(rule) => {
                        rule.push('\n');
                        rule.push_str(line);
                    }
                    None => last = None,
                }
                continue;
            };
            let said = line[lead.len()..].trim();
            if said.is_empty() {
                return Err((index + 1, format!("rule {number} has no text on its line")));
            }
            match rules.entry(number) {
                Entry::Vacant(free) => {
                    free.insert(said.to_owned());
                }
                // The contents list sections before the sections themselves.
                Entry::Occupied(mut there) if number.rule == 0 => {
                    there.insert(said.to_owned());
                }
                Entry::Occupied(_) => {
                    let before = lines.get(&number).copied().unwrap_or_default();
                    return Err((index + 1, format!("rule {number} stands here again, after line {before}")));
                }
            }
            lines.insert(number, index + 1);
            last = Some(number);
        }
        if rules.keys().all(|number| number.rule == 0) {
            let why = "no line begins with the number of a rule, such as 508.1a; name the official text of the rules";
            return Err((1, why.to_owned()));
        }
        Ok(Rulebook { rules })
    }

    /// The number of sections, rules and subrules.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The text of a rule.
    pub fn text(&self, number: Number) -> Option<&str> {
        self.rules.get(&number).map(String::as_str)
    }

    /// The rules of a section, or the subrules of a rule.
    pub fn parts(&self, of: Number) -> impl Iterator<Item = (Number, &str)> {
        let rules = self.rules.range(of..).take_while(move |(number, _)| number.section == of.section);
        rules.filter(move |(number, _)| number.parent() == Some(of)).map(|(number, text)| (*number, text.as_str()))
    }

    /// The previous and the next one, in the order of the text.
    pub fn neighbours(&self, of: Number) -> (Option<Number>, Option<Number>) {
        let before = self.rules.range(..of).next_back().map(|(number, _)| *number);
        let after = self.rules.range(of..).map(|(number, _)| *number).find(|number| *number > of);
        (before, after)
    }

    /// A rule and its parts, as text.
    pub fn tell(&self, number: Number) -> Option<String> {
        let mut text = format!("{number} {}\n", self.text(number)?);
        for (part, said) in self.parts(number) {
            text.push_str(&format!("\n{part} {said}\n"));
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Some Rules\n\nContents\n\n508. Attack\n\n509. Block\n\nCredits\n\n508. Attack\n\n508.1. First, this.\n\
                        Example: so.\n\n508.1a Then that.\n\n508.10. Last.\n\n509. Block\n\n509.1. More.\n\nGlossary\n\n\
                        Attack\nTo do so.\n";

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    #[test]
    fn rules_are_found_with_their_examples_parts_and_neighbours() {
        let book = Rulebook::of(TEXT).unwrap();
        assert_eq!(book.text(number("508.1")), Some("First, this.\nExample: so."));
        assert_eq!(book.text(number("509.1")), Some("More."), "the glossary is no part of it");
        let parts = |of: &str| book.parts(number(of)).map(|(it, _)| it.to_string()).collect::<Vec<_>>();
        assert_eq!(parts("508"), ["508.1", "508.10"]);
        assert_eq!(parts("508.1"), ["508.1a"]);
        assert_eq!(book.neighbours(number("508.1a")), (Some(number("508.1")), Some(number("508.10"))));
        assert_eq!(number("508.1a").parent(), Some(number("508.1.")));
        assert_eq!(Number::from(retrace_core::rule::Rule::parse("508.1a").unwrap()), number("508.1a"));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let wrong = |text: &str| Rulebook::of(text).unwrap_err();
        assert_eq!(wrong("nothing\nhere\n").0, 1);
        assert_eq!(wrong("508.1. One.\n\n508.1. Two.\n"), (3, "rule 508.1 stands here again, after line 1".to_owned()));
        assert_eq!(wrong("x\n508.1a\n").0, 2);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rules.txt");
        std::fs::write(&path, b"508.1. One.\n\xff\n").unwrap();
        let error = Rulebook::read(&path).unwrap_err().to_string();
        assert!(error.contains("rules.txt:2: this is not UTF-8"), "{error}");
    }
}
