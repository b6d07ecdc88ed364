//! Variants and their options (CR 8, 9).
//!
//! `table` is the list of what can be played: the seatings of chapter 8, and the options that a
//! game combines with one of them. A casual variant of chapter 9 is an option, too. Whatever is not
//! on the list is refused with the list. `check` reads a genesis by it.

mod check;
pub(in crate::rules) mod deploy;
pub(in crate::rules) mod range;
mod table;
#[cfg(test)]
mod tests;

pub(in crate::rules) use check::check;
pub use check::{LEAST_PLANES, LEAST_SCHEMES, MOST_OF_A_SCHEME, MOST_PHENOMENA};
pub use table::{
    OPTIONS, SEATINGS, Seat, SeatingError, Teams, VariantOption, may_start, named, seat, seating, settle_totals,
    starting_life, teams_of, words,
};
