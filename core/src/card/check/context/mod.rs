//! Where the words that refer to something mean something (CR 109.5, 201.4, 608.2c, 608.2h, 607).
//!
//! Each word of the language that names an object, a player or a number by how it is spoken of says here what it needs:
//! one declaration for each, in a match that names every variant. [`surroundings`] goes through a text and knows at each place what
//! there is; [`out_of_place`] refuses a card with a word that has nothing to refer to; what lasts longer than the resolution that
//! made it (a delayed triggered ability, CR 603.7c; a continuous effect, CR 608.2h, 611.2c) locks in what [`refers`] finds.
//!
//! A new word of these enums does not compile without its line. A new instruction, effect or event needs one only if what
//! there is inside it differs from what there is around it (`surroundings::Walk::word`).

mod idle;
mod lock;
mod needs;
mod out_of_place;
mod own;
mod surroundings;

pub(crate) use lock::{Reference, refers};
pub(crate) use out_of_place::out_of_place;
pub(crate) use own::{Reading, counts_turns, is_linked, names_sources, speaks_of_its_object};
pub(crate) use surroundings::told;

#[cfg(test)]
mod every_tests;
#[cfg(test)]
mod idle_tests;
#[cfg(test)]
mod tests;
