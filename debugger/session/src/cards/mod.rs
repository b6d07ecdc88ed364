//! Reading cards and scenarios: the bundled pool, card files, scenarios with the cards that they
//! name.

pub mod files;
mod foreign;
pub mod library;
pub mod pool;
pub mod printed;
pub mod reading;
pub mod scenario;
pub mod texts;
