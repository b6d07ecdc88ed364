//! The persistent containers, behind one module so that the crate under them can be changed here alone.
//!
//! Only the ordered map and the vector are used: their order is part of determinism (law 7), and the ordered set of
//! `im` has an advisory (see `docs/dependencies.md`). Values that change often sit behind an `Arc`, so that a version
//! shares what it did not touch.

pub use im::ordmap::DiffItem;
pub use im::{OrdMap as Map, Vector};
