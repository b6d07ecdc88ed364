//! The pipeline: actions are proposed, replaced or prevented, and happen at once (CR 614–616).
//!
//! [`perform`] is its front. Every change of the game, other than by the course of the turn, goes
//! through it.
//!
//! The floors, the lowest first; each uses those before it:
//!
//! | floor | what is on it |
//! |---|---|
//! | `about`, `arrange`, `bands`, `damage`, `drawing`, `open`, `combat_progress` | what an action is about, and orders in it |
//! | `joining` | who joins combat |
//! | `departing`, `happen`, `leaving`, `timestamps` | actions as events; players who leave |
//! | `arrives`, `putters`, `adventure`, `candidates`, `commander` | what enters, and with whose counters; the effects that could apply |
//! | `afterward`, `shield`, `under` | what follows; shields that run out; who is to control what enters |
//! | `apply` | applying one effect |
//! | `unless` | costs paid in place of it |
//! | `commuting` | whether the order of effects matters |
//! | `asked` | what the players are asked |
//! | `perform`, `together` | the front; actions for several at once |

pub(super) mod about;
mod adventure;
pub(super) mod afterward;
pub(super) mod apply;
pub(super) mod arrange;
mod arrives;
pub(super) mod asked;
pub(super) mod bands;
pub(in crate::rules) mod candidates;
pub(super) mod combat_progress;
#[cfg(test)]
mod combination_tests;
mod commander;
pub(super) mod commuting;
pub(super) mod damage;
pub(super) mod departing;
pub(super) mod drawing;
pub(super) mod happen;
pub(super) mod joining;
pub(super) mod leaving;
pub(super) mod open;
pub(super) mod perform;
mod putters;
pub(super) mod shield;
pub(super) mod timestamps;
pub(super) mod together;
pub(super) mod under;
pub(super) mod unless;
