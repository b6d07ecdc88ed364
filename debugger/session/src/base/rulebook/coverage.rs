//! What a text of the rules has, compared with the numbers of the edition that the engine
//! implements.

use std::collections::{BTreeMap, BTreeSet};

use retrace_core::rule;

use super::{Language, Number, Rulebook};

/// What a text has of the rules of the edition. Sections are not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The number of rules and subrules in the edition.
    pub edition: usize,
    /// Each language of the text, the preferred one first, with the rules of the edition that it
    /// lacks.
    pub languages: Vec<OfLanguage>,
    /// The rules that the edition does not have, each with its line.
    pub extra: Vec<(Number, usize)>,
    /// The rules whose number stands more than once in one language, each with its lines.
    pub doubled: Vec<(Number, Language, Vec<usize>)>,
    /// The numbers with no text after them, each with its line.
    pub empty: Vec<(Number, usize)>,
}

/// What a text has of the rules in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfLanguage {
    /// The language.
    pub language: Language,
    /// The number of rules and subrules, those of other editions as well.
    pub found: usize,
    /// The rules of the edition that are missing.
    pub missing: Vec<Number>,
}

impl Coverage {
    /// Whether the text has the rules of the edition, each once in each of its languages, and no
    /// others.
    pub fn is_complete(&self) -> bool {
        let lacks_nothing = self.languages.iter().all(|it| it.missing.is_empty());
        lacks_nothing && self.extra.is_empty() && self.doubled.is_empty() && self.empty.is_empty()
    }
}

impl Rulebook {
    /// Compares the text with the edition.
    pub fn coverage(&self) -> Coverage {
        let edition: BTreeSet<Number> = rule::edition().map(Number::from).collect();
        let mut found: BTreeMap<Language, BTreeSet<Number>> = BTreeMap::new();
        let (mut extra, mut doubled, mut empty) = (Vec::new(), Vec::new(), Vec::new());
        for (number, all) in self.rules.iter().filter(|(number, _)| !number.is_section()) {
            for said in all {
                found.entry(said.language).or_default().insert(*number);
                if !said.again.is_empty() {
                    let lines = std::iter::once(said.line).chain(said.again.iter().copied());
                    doubled.push((*number, said.language, lines.collect()));
                }
                if said.text.is_empty() {
                    empty.push((*number, said.line));
                }
            }
            let first = all.iter().map(|said| said.line).min();
            extra.extend(first.filter(|_| !edition.contains(number)).map(|line| (*number, line)));
        }
        let of = |language: &Language| {
            let found = found.remove(language).unwrap_or_default();
            let missing = edition.difference(&found).copied().collect();
            OfLanguage { language: *language, found: found.len(), missing }
        };
        let languages = self.languages.iter().map(of).collect();
        Coverage { edition: edition.len(), languages, extra, doubled, empty }
    }
}
