//! Reading cards and scenarios: the bundled pool, card files, scenarios with the cards that they
//! name.

pub mod files;
pub mod pool;
pub mod scenario;
pub mod texts;
