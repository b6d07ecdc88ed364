//! Designations of players and of the game: the monarch (CR 720), day and night (CR 724).
//!
//! Those that come from a keyword or an instruction alone are where that is: the city's blessing in
//! `keyword::ascend`.

pub(super) mod day_night;
pub(super) mod monarch;
