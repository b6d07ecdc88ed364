//! The seats of a game that is set up here: how many, and the players' names.

use std::ops::RangeInclusive;

/// How many players a game may have that is set up in the window. A scenario or a replay may have
/// more.
pub const SEATS: RangeInclusive<usize> = 2..=MOST_SEATS;

/// The most of them.
pub const MOST_SEATS: usize = 8;

/// The names of players at first.
const NAMES: [&str; MOST_SEATS] = ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"];

/// A name that none of these players has.
pub(crate) fn free_name<'a>(taken: impl IntoIterator<Item = &'a str>) -> String {
    let taken: Vec<&str> = taken.into_iter().map(str::trim).collect();
    let is_free = |name: &&str| !taken.iter().any(|it| it.eq_ignore_ascii_case(name));
    NAMES.into_iter().find(is_free).map_or_else(|| format!("Player {}", taken.len() + 1), str::to_owned)
}

/// What is wrong with the players of a game, given by their names, if anything: a name or how many
/// they are.
pub(crate) fn wrong_players<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<&'static str> {
    let names: Vec<&str> = names.into_iter().map(str::trim).collect();
    let same = |(place, name): (usize, &&str)| names.iter().take(place).any(|it| it.eq_ignore_ascii_case(name));
    if names.iter().any(|name| name.is_empty()) {
        Some("Each player needs a name.")
    } else if names.iter().enumerate().any(same) {
        Some("The names must differ.")
    } else if !SEATS.contains(&names.len()) {
        Some("A game has two to eight players.")
    } else {
        None
    }
}
