//! The text of the rules, if the reader supplies one: none is bundled. Official texts, translations
//! and bilingual texts will do, as plain text, Markdown or HTML, in Unicode or an older encoding.
//!
//! Each rule begins a line with its number (`100.`, `508.1.`, `508.1d`). The lines up to the next
//! empty line belong to it, and so do the examples after that. The contents, the glossary and
//! anything else in between are left out.

mod coverage;
mod decode;
mod language;
mod markup;
mod number;

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use crate::SessionError;

pub use coverage::Coverage;
pub use language::Language;
pub use number::Number;

/// The largest file that is read, in bytes; the official text has about one million.
pub(crate) const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// The words before an example, in the languages of [`Language`].
const EXAMPLES: [&str; 13] = [
    "Example",
    "EXAMPLE",
    "Beispiel",
    "Exemple",
    "Esempio",
    "Ejemplo",
    "Exemplo",
    "Пример",
    "例",
    "예:",
    "예시",
    "보기",
    "示例",
];

/// What a text says of a rule in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    language: Language,
    /// The line of the number, from 1.
    line: usize,
    text: String,
    /// The lines where the same number stands again, in the same language. Their texts are at the
    /// end of `text`.
    again: Vec<usize>,
}

/// The text of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rulebook {
    rules: BTreeMap<Number, Vec<Said>>,
    /// The languages, the preferred one first.
    languages: Vec<Language>,
}

/// A rule as it stands in the text.
struct Found {
    number: Number,
    line: usize,
    text: String,
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
        let read = decode::decode(&bytes).and_then(|text| Rulebook::of(&text));
        read.map_err(|(line, why)| wrong(format!("{name}:{line}: {why}")))
    }

    /// Reads a text. An error is the wrong line, and why.
    fn of(text: &str) -> Result<Rulebook, (usize, String)> {
        let found = Lines::of(text).read();
        if found.iter().all(|found| found.number.is_section()) {
            let why = "no line begins with the number of a rule, such as 508.1a; name the official text of the rules";
            return Err((1, why.to_owned()));
        }
        let texts: Vec<&str> = found.iter().map(|found| found.text.as_str()).collect();
        let of_each = language::languages(&texts);
        let mut rules: BTreeMap<Number, Vec<Said>> = BTreeMap::new();
        for (Found { number, line, text }, language) in found.into_iter().zip(of_each) {
            let all = rules.entry(number).or_default();
            match all.iter_mut().find(|said| said.language == language) {
                None => all.push(Said { language, line, text, again: Vec::new() }),
                // The contents list sections before the sections themselves.
                Some(said) if number.is_section() => *said = Said { language, line, text, again: Vec::new() },
                Some(said) => {
                    said.text.push_str(&format!("\n({number} again, in line {line}:) {text}"));
                    said.again.push(line);
                }
            }
        }
        let languages = by_preference(&rules);
        Ok(Rulebook { rules, languages })
    }

    /// The same text, with one of its languages preferred.
    ///
    /// # Errors
    /// If the text has no rule in that language: names those that it has.
    pub fn in_language(mut self, language: Language) -> Result<Rulebook, SessionError> {
        let Some(place) = self.languages.iter().position(|it| *it == language) else {
            let names: Vec<&str> = self.languages.iter().map(|it| it.code()).collect();
            let why = format!("the text has no rules in {}; it has: {}", language.name(), names.join(", "));
            return Err(SessionError::File(why));
        };
        self.languages[..=place].rotate_right(1);
        Ok(self)
    }

    /// The languages of the text, the one that [`Rulebook::text`] prefers first.
    pub fn languages(&self) -> &[Language] {
        &self.languages
    }

    /// The number of sections, rules and subrules.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The text of a rule, in the preferred language if it has that. A rule whose number stands
    /// twice has both texts.
    pub fn text(&self, number: Number) -> Option<&str> {
        self.preferred(self.rules.get(&number)?).map(|said| said.text.as_str())
    }

    /// The language that [`Rulebook::text`] answers in.
    pub fn language(&self, number: Number) -> Option<Language> {
        self.preferred(self.rules.get(&number)?).map(|said| said.language)
    }

    fn preferred<'a>(&self, all: &'a [Said]) -> Option<&'a Said> {
        self.languages.iter().find_map(|language| all.iter().find(|said| said.language == *language))
    }

    /// The rules of a section, or the subrules of a rule.
    pub fn parts(&self, of: Number) -> impl Iterator<Item = (Number, &str)> {
        let rules = self.rules.range(of..).take_while(move |(number, _)| number.shares_section(of));
        let parts = rules.filter(move |(number, _)| number.parent() == Some(of));
        parts.filter_map(|(number, all)| Some((*number, self.preferred(all)?.text.as_str())))
    }

    /// The previous and the next one, in the order of the numbers.
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

/// The languages of a text. Of those with at least half as many rules as the most frequent one,
/// that which comes first in the text is preferred.
fn by_preference(rules: &BTreeMap<Number, Vec<Said>>) -> Vec<Language> {
    let mut counts: BTreeMap<Language, (usize, usize)> = BTreeMap::new();
    for said in rules.values().flatten() {
        let (count, first) = counts.entry(said.language).or_insert((0, said.line));
        *count += 1;
        *first = said.line.min(*first);
    }
    let most = counts.values().map(|(count, _)| *count).max().unwrap_or_default();
    let mut languages: Vec<Language> = counts.keys().copied().collect();
    languages.sort_by_key(|language| {
        let (count, first) = counts[language];
        let is_main = count * 2 >= most;
        (!is_main, if is_main { first } else { usize::MAX - count }, *language)
    });
    languages
}

/// A text on its way into rules, line by line.
struct Lines<'a> {
    text: &'a str,
    is_marked_up: bool,
    found: Vec<Found>,
    /// Whether what comes next can belong to the last rule found.
    is_open: bool,
    /// What stood between the last line with text and this one.
    gap: Gap,
}

/// What stands between two lines with text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    None,
    /// Empty lines.
    Empty,
    /// A page of a document ends: the paragraph may go on.
    Page,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Lines<'a> {
        let is_marked_up = markup::is_marked_up(text);
        Lines { text, is_marked_up, found: Vec::new(), is_open: false, gap: Gap::Empty }
    }

    fn read(mut self) -> Vec<Found> {
        for (index, line) in self.text.lines().enumerate() {
            let (plain, is_heading) = match self.is_marked_up {
                true => markup::plain(line),
                false => (line.into(), false),
            };
            if plain.contains('\u{c}') {
                self.gap = Gap::Page;
            }
            let plain = plain.trim_matches(|it: char| it.is_whitespace() || it == '\u{feff}' || it == '\u{200b}');
            if plain.is_empty() {
                self.gap = if self.gap == Gap::Page { Gap::Page } else { Gap::Empty };
            } else if plain.len() <= 4 && plain.bytes().all(|byte| byte.is_ascii_digit()) {
                // The number of a page stands alone on its line.
                self.gap = Gap::Page;
            } else {
                self.line(index + 1, plain, is_heading);
                self.gap = Gap::None;
            }
        }
        self.found
    }

    fn line(&mut self, no: usize, line: &str, is_heading: bool) {
        if let Some((number, rest)) = Number::head(line, is_heading)
            && (is_heading || self.begins_a_rule(number, rest))
        {
            self.found.push(Found { number, line: no, text: rest.to_owned() });
            self.is_open = true;
            return;
        }
        let is_example = EXAMPLES.iter().any(|word| line.trim_start_matches(['*', '_']).starts_with(word));
        let Some(last) = self.found.last_mut().filter(|_| self.is_open) else { return };
        let goes_on = match self.gap {
            Gap::None => !is_heading && !is_chapter(line),
            Gap::Page => !ends_a_sentence(&last.text),
            Gap::Empty => last.text.is_empty(),
        };
        if is_example || goes_on {
            join(&mut last.text, line, is_example);
        } else {
            self.is_open = false;
        }
    }

    /// Whether a number at the beginning of a line is that of a rule, and no reference in a
    /// sentence that a document has broken there.
    fn begins_a_rule(&self, number: Number, rest: &str) -> bool {
        let Some(last) = self.found.last().filter(|_| self.is_open && self.gap != Gap::Empty) else { return true };
        if number.follows(last.number) && !rest.starts_with(|it: char| it.is_lowercase()) {
            return true;
        }
        let is_title = number.is_section() && rest.chars().count() <= 80 && !rest.starts_with(char::is_lowercase);
        is_title || (ends_a_sentence(&last.text) && (number > last.number || !number.shares_section(last.number)))
    }
}

/// Whether a line is the title of a chapter: `5. Turn Structure`.
fn is_chapter(line: &str) -> bool {
    let mut letters = line.chars();
    letters.next().is_some_and(|it| it.is_ascii_digit()) && letters.next() == Some('.') && letters.next() == Some(' ')
}

fn ends_a_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?', '。', '．', '！', '？', ')', '）', '”', '"', '」', '』', ':', '：'])
}

/// Adds a line to a text: on a line of its own an example, or an item of a list; otherwise as the
/// rest of a line that was broken.
fn join(text: &mut String, line: &str, is_example: bool) {
    let is_item = line.starts_with(['•', '*', '-', '–', '·']);
    let has_spaces = |it: Option<char>| it.is_some_and(|it| it.is_ascii() || it.is_alphabetic() && !is_wide(it));
    if text.is_empty() {
    } else if is_example || is_item || ends_a_sentence(text) {
        text.push('\n');
    } else if has_spaces(text.chars().last()) || has_spaces(line.chars().next()) {
        text.push(' ');
    }
    text.push_str(line);
}

/// Whether a character belongs to a script that is written without spaces.
fn is_wide(it: char) -> bool {
    matches!(it, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
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

    /// What each rule of a text says.
    fn rules(text: &str) -> Vec<(String, String)> {
        let book = Rulebook::of(text).unwrap();
        let texts = book.rules.iter().filter(|(number, _)| !number.is_section());
        texts.map(|(number, all)| (number.to_string(), all[0].text.clone())).collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(one, other)| ((*one).to_owned(), (*other).to_owned())).collect()
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
    fn lines_that_a_document_broke_are_put_together_and_references_at_their_beginning_head_no_rule() {
        let text = "508. Declare Attackers\n508.1. First, the active player does what\n704.5g says (see rule\n\
                    508.1d). Then that.\n508.1a A subrule which goes on to the next page, as rule\n\n\u{c}\n117\n\n\
                    117.3 tells.\n508.1b The next\none.\nExample: so it\nis.\n509. Block\n509.1. Last.\n";
        assert_eq!(
            rules(text),
            pairs(&[
                ("508.1", "First, the active player does what 704.5g says (see rule 508.1d). Then that."),
                ("508.1a", "A subrule which goes on to the next page, as rule 117.3 tells."),
                ("508.1b", "The next one.\nExample: so it is."),
                ("509.1", "Last."),
            ])
        );
    }

    #[test]
    fn pages_of_websites_are_read() {
        let text = "---\ntitle: 7. Rules\n---\n{% include toc.md %}\n<br><a name=\"702\"></a>\n\n### 702. Keywords\n\n\
                    <a name=\"702.1\"></a>\n<p class=\"x\">**702.1.** See [704.5g](/700#704.5g).</p>\n\
                    <p class=\"example\"> **Example:** So.</p>\n\n<p>**702.1a** Then.</p>\n\n**702.2** Bold alone.\n";
        assert_eq!(
            rules(text),
            pairs(&[("702.1", "See 704.5g.\nExample: So."), ("702.1a", "Then."), ("702.2", "Bold alone.")])
        );
    }

    #[test]
    fn an_example_after_an_empty_line_belongs_to_the_rule_and_other_paragraphs_do_not() {
        let text =
            "508.1. First.\n\nExample: so.\n\nA paragraph of the page.\n\n508.2.\nIts text.\n\n508.3.\n\nIts text.\n";
        assert_eq!(
            rules(text),
            pairs(&[("508.1", "First.\nExample: so."), ("508.2", "Its text."), ("508.3", "Its text.")])
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        assert_eq!(Rulebook::of("nothing\nhere\n").unwrap_err().0, 1);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rules.txt");
        std::fs::write(&path, b"\xef\xbb\xbf508.1. One.\n\xff\n").unwrap();
        let error = Rulebook::read(&path).unwrap_err().to_string();
        assert!(error.contains("rules.txt:2: this is neither UTF-8"), "{error}");
    }
}
