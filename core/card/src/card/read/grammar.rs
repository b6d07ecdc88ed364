//! The grammar of the card language: all tables of rows and leaves.

use std::sync::LazyLock;

use super::category::Cat;
use super::kernel::Grammar;
use super::{body, leaves, nouns, references, rows};

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(made);

/// The grammar of the card language.
pub(crate) fn grammar() -> &'static Grammar {
    &GRAMMAR
}

fn made() -> Grammar {
    let mut grammar = Grammar::default();
    for row in rows::TABLES.iter().flat_map(|table| table.iter()) {
        grammar.rows.entry(row.category).or_default().push(row);
    }
    // What follows a subject is said by the rows of a clause.
    let clauses = grammar.rows.get(&Cat::Clause).cloned().unwrap_or_default();
    grammar.rows.insert(Cat::Deed, clauses.clone());
    grammar.rows.insert(Cat::Predicate, clauses);
    let statics = grammar.rows.get(&Cat::Static).cloned().unwrap_or_default();
    grammar.rows.insert(Cat::StaticPredicate, statics);
    let restricted = grammar.rows.get(&Cat::Restricted).cloned().unwrap_or_default();
    grammar.rows.insert(Cat::RestrictedPredicate, restricted);
    let tables = [leaves::LEAVES, nouns::LEAVES, references::LEAVES, body::LEAVES];
    grammar.leaves = tables.iter().flat_map(|table| table.iter().copied()).collect();
    grammar
}
