//! The known words nearest to an unknown one.

/// The most suggestions.
const MOST: usize = 3;

/// Returns the known words most like an unknown one, likeliest first: those that it misspells, or
/// otherwise those that contain it or are contained in it.
pub fn near<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = unknown.to_lowercase();
    let known: Vec<&str> = known.into_iter().collect();
    let edits = |word: &str| strsim::damerau_levenshtein(&word.to_lowercase(), &wanted);
    let first = |word: &str| word.chars().next().map(|letter| letter.to_ascii_lowercase());
    // A word that begins otherwise is rarely meant, and two changes of a short one make another.
    let close = |word: &str, edits: usize| {
        let most = word.chars().count().min(wanted.chars().count()) / 4;
        edits <= if first(word) == first(&wanted) { 1 + most } else { 1.max(most) }
    };
    let mut found: Vec<(usize, &str)> =
        known.iter().map(|word| (edits(word), *word)).filter(|(edits, word)| close(word, *edits)).collect();
    if found.is_empty() && wanted.chars().count() >= 3 {
        let inside = |word: &str| {
            let word = word.to_lowercase();
            word.contains(&wanted) || (word.chars().count() >= 3 && wanted.contains(&word))
        };
        found = known.iter().filter(|word| inside(word)).map(|word| (edits(word), *word)).collect();
    }
    found.sort();
    found.dedup();
    found.into_iter().take(MOST).map(|(_, word)| word).collect()
}

/// Returns them as a question that begins with `; `; empty if nothing is near.
pub(super) fn did_you_mean(near: &[&str]) -> String {
    let quoted: Vec<String> = near.iter().map(|word| format!("`{word}`")).collect();
    if quoted.is_empty() { String::new() } else { format!("; did you mean {}?", quoted.join(" or ")) }
}
