//! Rows of wording, by group. A row says a term of the card language and its words; the head of
//! [`rows!`](retrace_words::rows) says how.

mod actions;
mod again;
mod alternatives;
mod casting;
mod choosing;
mod conditions;
mod costs;
mod drafting;
mod effects;
mod events;
mod keywords;
mod limits;
mod mana;
mod nouns;
mod numbers;
mod paragraphs;
mod picking;
mod playing;
mod replacements;
mod restrictions;
mod sentences;
mod stack;
mod statics;
mod tokens;

use std::sync::LazyLock;

use super::category::Cat;
use super::kernel::{Agrees, Part, Row, Rows};

/// All tables.
static TABLES: &[&[Row]] = &[
    actions::ROWS,
    again::ROWS,
    alternatives::ROWS,
    casting::ROWS,
    choosing::ROWS,
    picking::ROWS,
    conditions::ROWS,
    costs::ROWS,
    drafting::ROWS,
    effects::ROWS,
    events::ROWS,
    keywords::ROWS,
    limits::ROWS,
    mana::ROWS,
    nouns::ROWS,
    numbers::ROWS,
    paragraphs::ROWS,
    playing::ROWS,
    replacements::ROWS,
    restrictions::ROWS,
    sentences::ROWS,
    stack::ROWS,
    statics::ROWS,
    tokens::ROWS,
];

/// All rows by their categories.
pub(crate) fn rows() -> &'static Rows {
    static ROWS: LazyLock<Rows> = LazyLock::new(|| {
        let mut rows = Rows::default();
        for row in TABLES.iter().flat_map(|table| table.iter()) {
            rows.0.entry(row.category).or_default().push(row);
        }
        // What follows a subject is said by the rows that begin with one. An event, a condition or
        // a number that begins a longer one is said by the same rows.
        for (category, of) in [
            (Cat::Deed, Cat::Clause),
            (Cat::Predicate, Cat::Clause),
            (Cat::StaticPredicate, Cat::Static),
            (Cat::RestrictedPredicate, Cat::Restricted),
            (Cat::Single, Cat::Event),
            (Cat::Premise, Cat::If),
            (Cat::Addend, Cat::Amount),
        ] {
            let same = rows.of(of).to_vec();
            rows.0.insert(category, same);
        }
        // What begins with a verb that agrees with whoever does it.
        let agrees = |parts: &&[Part]| matches!(parts, [Part::Verb(_, _, Agrees::Wanted), ..]);
        let acts = rows.of(Cat::Clause).iter().filter(|row| row.surfaces.iter().all(agrees));
        let acts = acts.copied().collect();
        rows.0.insert(Cat::Acts, acts);
        rows
    });
    &ROWS
}
