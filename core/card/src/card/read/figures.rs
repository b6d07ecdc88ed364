//! Numbers as words and in digits.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::card::wording::inflection::number_word;

/// A number in words, from one.
pub(crate) fn in_words(word: &str) -> Option<u32> {
    static WORDS: LazyLock<BTreeMap<String, u32>> =
        LazyLock::new(|| (1..=20).map(|n| (number_word(i64::from(n)), n)).collect());
    WORDS.get(word).copied()
}

/// A number in digits, without a sign.
pub(super) fn in_digits(word: &str) -> Option<u32> {
    let digits = word.chars().all(|c| c.is_ascii_digit());
    word.parse().ok().filter(|n| digits && *n <= 1_000_000)
}
