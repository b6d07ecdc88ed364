//! Targets (CR 115), and what an attachment can be attached to (CR 303.4, 301.5).

pub mod as_though;
pub mod attach;
pub mod targets;
pub mod totals;
