//! Keyword abilities, expanded to the ordinary abilities that their rules spell out (CR 702).
//!
//! A keyword whose rule only changes what the machinery does with the object (when it may be cast, whether attacking
//! taps it) expands to nothing; the module of `rules` or `derive` that owns that machinery asks for it.

mod parts;
mod statics;
pub mod symbols;
mod triggered;

pub use parts::bestowed;
