//! Variants and their options (CR 8, 9).
//!
//! `seatings` is the list of what can be played: the seatings of chapter 8, and the options that a
//! game combines with one of them. A casual variant of chapter 9 is an option, too. Whatever is not
//! on the list is refused with the list. `check` reads a genesis by it.
//!
//! Each variant has its file: `commander` (CR 903), `conspiracies` (CR 314, 905), `planes` (CR 901)
//! and `schemes` (CR 904), with their supplementary decks in `supplement`; `deploy` (CR 804),
//! `range` (CR 801) and `turn_markers` (CR 807.4) are options and the grand melee.

mod check;
pub(in crate::rules) mod commander;
pub(in crate::rules) mod conspiracies;
pub(in crate::rules) mod deploy;
pub(in crate::rules) mod planes;
pub(in crate::rules) mod range;
pub(in crate::rules) mod schemes;
mod seatings;
pub(in crate::rules) mod supplement;
#[cfg(test)]
mod tests;
pub(in crate::rules) mod turn_markers;

pub(in crate::rules) use check::check;
pub use check::{LEAST_PLANES, LEAST_SCHEMES, MOST_OF_A_SCHEME, MOST_PHENOMENA};
pub use seatings::{
    OPTIONS, SEATINGS, Seat, SeatingError, Teams, VariantOption, may_start, named, seat, seating, settle_totals,
    starting_life, teams_of, words,
};
