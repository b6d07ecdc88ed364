//! Where words that refer to something have a referent (CR 109.5, 201.4, 608.2c, 608.2h, 607).
//!
//! Each word of the language that refers to an object, player or number by context declares what it
//! needs (`#[word(needs(…))]`), and each event what it provides (`tells(…)`). [`surroundings`]
//! traverses a text and knows at each place what is available; `out_of_place` refuses a card with
//! a word that has no referent; whatever outlasts the resolution that created it (a delayed
//! triggered ability, CR 603.7c; a continuous effect, CR 608.2h, 611.2c) locks in what [`refers`]
//! finds.
//!
//! An operand in which more can be referred to than around its word says so (`#[word(place(…))]`).
//! Only what depends on more than one word is in `surroundings::Walk::of_kind`.

mod idle;
mod lock;
mod nodes;
mod out_of_place;
mod own;
mod surroundings;

pub use lock::{Reference, Referent, refers};
pub use nodes::told;
pub(crate) use out_of_place::out_of_place;
pub use own::{Reading, counts_turns, creators, is_linked, names_sources, outlasts_the_turn, speaks_of_its_object};

#[cfg(test)]
mod idle_tests;
#[cfg(test)]
mod tests;
