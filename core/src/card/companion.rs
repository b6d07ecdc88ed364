//! What a companion asks of the deck (CR 702.139).

use serde::{Deserialize, Serialize};

use super::filter::Filter;

/// What is said of the cards of a starting deck (CR 702.139a-b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum DeckCondition {
    /// Each card that fits the one description fits the other as well.
    Each {
        /// Which cards; all of them if not given.
        #[serde(default = "any", skip_serializing_if = "is_any")]
        what: Box<Filter>,
        /// What each of them is.
        is: Box<Filter>,
    },
    /// No two cards that fit have a name in common (CR 201.2a).
    DifferentNames(Box<Filter>),
    /// The cards that fit have a card type in common.
    SharedCardType(Box<Filter>),
    /// No card has one mana symbol more than once in its mana cost.
    NoSymbolTwice,
}

fn any() -> Box<Filter> {
    Box::new(Filter::Any)
}

fn is_any(filter: &Filter) -> bool {
    *filter == Filter::Any
}
