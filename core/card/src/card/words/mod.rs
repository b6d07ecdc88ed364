//! Words that cards and rules share and that contain no other words: types, mana, zones, parts of a
//! turn, counters.

pub mod card_type;
pub mod chosen;
pub mod comparison;
pub mod counter_kind;
pub mod deed;
#[cfg(test)]
mod derived;
pub mod designation;
pub mod layer;
pub mod mana_symbol;
pub mod marking;
pub mod noted;
pub mod predefined;
pub mod printed_number;
pub mod reads;
#[doc(hidden)]
pub mod refers;
pub mod schema;
pub mod subtypes;
#[doc(hidden)]
pub mod term;
#[doc(hidden)]
pub mod tree;
pub mod turn_step;
pub mod zone_kind;
