//! The pipeline: actions are proposed, replaced or prevented, and happen at once (CR 614–616).
//!
//! [`perform`] is its front. Whatever changes the game other than by the course of the turn goes through it.

pub(super) mod about;
pub(super) mod afterward;
pub(super) mod apply;
pub(super) mod arrange;
pub(super) mod bands;
pub(super) mod candidates;
#[cfg(test)]
mod combination_tests;
pub(super) mod damage;
pub(super) mod drawing;
pub(super) mod happen;
pub(super) mod joining;
pub(super) mod leaving;
pub(super) mod open;
pub(super) mod order;
pub(super) mod perform;
pub(super) mod plain;
pub(super) mod shield;
pub(super) mod stage;
pub(super) mod timestamps;
pub(super) mod unless;
