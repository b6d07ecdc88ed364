//! The predefined tokens, by name (CR 111.10).

use retrace_words::Words;
use serde::{Deserialize, Serialize};

/// A token that the rules define (CR 111.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Words)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
#[word(of_no_object)]
pub enum Predefined {
    Treasure,
    Food,
    Gold,
    Walker,
    Clue,
    Shard,
}
