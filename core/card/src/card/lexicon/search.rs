//! Finds words by what a person would type: names, meanings, and terms that players use.

use super::table::{Kind, Word, kinds, words};

/// A search result.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Its kind.
    pub kind: &'static Kind,
    /// The word.
    pub word: &'static Word,
    /// Whether the name or a player's term matches, not only the meaning.
    pub by_name: bool,
    /// Whether it matches every search term.
    pub whole: bool,
}

/// The words that match every search term, best first: exact name, part of the name, players'
/// terms, meaning. The name of a kind finds all its words. If no word matches every term, those
/// that match the most, if that is more than half of them: who has a whole sentence finds what it
/// is about.
pub fn search(wanted: &str) -> Vec<Found> {
    let wanted = wanted.trim();
    if let Some(kind) = kinds().iter().find(|kind| kind.name.eq_ignore_ascii_case(wanted) && !kind.is_struct) {
        let of_kind = kind.words.iter().filter(|word| word.is_for_cards()).map(|word| Found {
            kind,
            word,
            by_name: true,
            whole: true,
        });
        let others = words().filter(|(_, word)| word.name.eq_ignore_ascii_case(wanted));
        return others.map(|(kind, word)| Found { kind, word, by_name: true, whole: true }).chain(of_kind).collect();
    }
    let stems: Vec<String> = wanted.split_whitespace().map(stem).collect();
    let mut found: Vec<(usize, usize, Found)> = words()
        .filter(|(_, word)| word.is_for_cards())
        .filter_map(|(kind, word)| {
            let (missed, rank) = rank(kind, word, wanted, &stems)?;
            Some((missed, rank, Found { kind, word, by_name: missed == 0 && rank < 3, whole: missed == 0 }))
        })
        .collect();
    let fewest = found.iter().map(|(missed, ..)| *missed).min().filter(|missed| missed * 2 < stems.len().max(1));
    found.retain(|(missed, ..)| Some(*missed) == fewest);
    found.sort_by_key(|(_, rank, found)| (*rank, found.word.name.len(), found.word.name, found.kind.name));
    found.into_iter().map(|(.., found)| found).collect()
}

/// How many search terms a word does not match, and the rank of the match; lower is better.
fn rank(kind: &Kind, word: &Word, wanted: &str, stems: &[String]) -> Option<(usize, usize)> {
    if word.name.eq_ignore_ascii_case(wanted) {
        return Some((0, 0));
    }
    if stems.is_empty() {
        return None;
    }
    let name = parts(word.name);
    let missed =
        |text: &[String]| stems.iter().filter(|stem| !text.iter().any(|part| part.starts_with(stem.as_str()))).count();
    let said = word.found_by.iter().map(|said| prose(said));
    let fields = word.fields().iter().flat_map(|field| [field.name, field.about]);
    let texts = [word.about].into_iter().chain(fields).flat_map(prose);
    let whole = texts.chain(name.iter().cloned()).collect();
    // "Cast trigger" is a trigger event, but not each trigger event is what "trigger" finds.
    let named = missed(&name) < stems.len();
    let with_kind = named.then(|| name.iter().cloned().chain(parts(kind.name)).collect());
    let said = said.chain(with_kind).map(|said| (2, said));
    let ranked = [(1, name)].into_iter().chain(said).chain([(3, whole)]);
    ranked.map(|(rank, text)| (missed(&text), rank)).min().filter(|(missed, _)| *missed < stems.len())
}

fn prose(text: &str) -> Vec<String> {
    let words = text.split(|it: char| !it.is_alphanumeric() && it != '\'' && it != '/' && it != '+');
    words.filter(|it| !it.is_empty()).map(str::to_lowercase).collect()
}

/// Whether a text says only what the card language has words for, in any inflection: "kicker",
/// "draw a card", "sacrifices". Small words and numbers do not count.
pub fn is_said(text: &str) -> bool {
    let counts = |word: &&String| word.chars().count() > 3 && word.chars().all(char::is_alphabetic);
    let stems: Vec<String> = prose(text).iter().filter(counts).map(|word| stem(word)).collect();
    let is_a_part =
        |wanted: &String| words().any(|(_, word)| parts(word.name).iter().any(|part| stem(part) == *wanted));
    !stems.is_empty() && stems.iter().all(is_a_part)
}

/// The parts of a name, in lower case: `CantBeBlockedBy` is "cant be blocked by".
pub(crate) fn parts(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for letter in name.chars() {
        match parts.last_mut() {
            Some(last) if !letter.is_uppercase() => last.push(letter),
            _ => parts.push(letter.to_lowercase().to_string()),
        }
    }
    parts
}

/// A word without its inflection, so that "sacrificed" finds "sacrifice".
pub(crate) fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    let ending = ["ies", "ing", "ed", "es", "s", "e"]
        .into_iter()
        .find(|ending| word.strip_suffix(ending).is_some_and(|rest| rest.chars().count() >= 4));
    ending.and_then(|ending| word.strip_suffix(ending)).map_or(word.clone(), str::to_owned)
}
