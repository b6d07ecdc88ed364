//! The suites of Retrace that cross crates live in `suite/`.
