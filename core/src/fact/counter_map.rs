//! A map of counters by kind. Text formats write the kinds as words, because JSON keys must be
//! text.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::CounterKind;

pub(crate) fn serialize<S: Serializer>(
    counters: &BTreeMap<CounterKind, u32>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        let words: BTreeMap<String, u32> = counters.iter().map(|(kind, count)| (kind.to_string(), *count)).collect();
        words.serialize(serializer)
    } else {
        counters.serialize(serializer)
    }
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<CounterKind, u32>, D::Error> {
    if deserializer.is_human_readable() {
        let words = BTreeMap::<String, u32>::deserialize(deserializer)?;
        let read = |(word, count): (String, u32)| word.parse().map(|kind| (kind, count)).map_err(D::Error::custom);
        words.into_iter().map(read).collect()
    } else {
        BTreeMap::deserialize(deserializer)
    }
}
