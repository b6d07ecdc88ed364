//! The card language as data: everything an ability can say. These eight files refer to one
//! another, as no others do.
//!
//! Add new variants at the end of an enum: a variant's position is its number on the wire.

pub mod ability;
pub mod cost;
pub mod effect;
pub mod filter;
pub mod instruction;
pub mod keyword;
pub mod restriction;
pub mod trigger;
