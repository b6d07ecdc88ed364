//! Zone changes that rules make, including those into and within libraries (CR 400, 401), and those
//! of dungeons (CR 309).

pub(super) mod dungeon;
pub(super) mod library;
pub(super) mod piles;
pub(super) mod zone_changes;
