//! Zone changes that rules make, including those into and within libraries (CR 400, 401).

pub(super) mod library;
pub(super) mod moves;
pub(super) mod piles;
