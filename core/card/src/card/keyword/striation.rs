//! The abilities of a striated text box's symbols: level up, levels, chapters, class levels.

use crate::card::ast::keyword::Keyword;

use super::meaning::{Meaning, Operands, cost, of};
use super::symbols;

/// CR 702.87a.
pub(super) static LEVEL_UP: Meaning = Meaning {
    operand: cost!(Keyword::LevelUp),
    activated: of!(Keyword::LevelUp(cost) => Some(symbols::level_up(cost))),
    ..Meaning::named("level up")
};

/// CR 711.2a-b.
pub(super) static LEVEL: Meaning = Meaning {
    operand: Operands::OWN,
    effects: of!(Keyword::Level(symbol) => vec![symbol.effect()]),
    condition: of!(Keyword::Level(symbol) => Some(symbol.condition())),
    ..Meaning::named("level symbol")
};

/// CR 715.2b-c.
pub(super) static CHAPTER: Meaning = Meaning {
    operand: Operands::OWN,
    triggered: of!(Keyword::Chapter(symbols) => symbols.abilities().collect()),
    ..Meaning::named("chapter symbol")
};

/// CR 717.2a.
pub(super) static CLASS_LEVEL: Meaning = Meaning {
    operand: Operands::OWN,
    effects: of!(Keyword::ClassLevel(bar) => vec![bar.effect()]),
    condition: of!(Keyword::ClassLevel(bar) => Some(bar.condition())),
    activated: of!(Keyword::ClassLevel(bar) => Some(bar.activated())),
    ..Meaning::named("class level bar")
};
