//! Numbers as words.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::card::wording::inflection::number_word;

/// A number in words, from one.
pub(crate) fn in_words(word: &str) -> Option<u32> {
    static WORDS: LazyLock<BTreeMap<String, u32>> =
        LazyLock::new(|| (1..=20).map(|n| (number_word(i64::from(n)), n)).collect());
    WORDS.get(word).copied()
}
