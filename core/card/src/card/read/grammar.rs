//! The grammar of the card language: all rows and leaves.

use std::sync::LazyLock;

use super::{becoming, body, leaves, nouns, picking, references, replacing, tokens};
use crate::card::wording::kernel::Grammar;
use crate::card::wording::rows::rows;

/// The grammar of the card language.
pub(crate) fn grammar() -> &'static Grammar {
    static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
        let tables = [
            leaves::LEAVES,
            tokens::LEAVES,
            nouns::LEAVES,
            references::LEAVES,
            body::LEAVES,
            replacing::LEAVES,
            becoming::LEAVES,
            picking::LEAVES,
        ];
        Grammar { rows: rows(), leaves: tables.iter().flat_map(|table| table.iter().copied()).collect() }
    });
    &GRAMMAR
}
