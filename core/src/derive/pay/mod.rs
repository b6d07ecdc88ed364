//! What a player can do and pay: costs, mana sources, and the values of X.

pub mod able;
pub mod demand;
pub mod most;
pub mod payable;
pub mod production;
pub mod window;
pub mod x;
