//! The state: a game, its world, its objects; and [`evolve()`], the only code that changes a game.

pub mod anew;
pub mod aspects;
pub mod cache;
pub mod combat;
pub mod commanders;
pub mod designations;
pub mod evolve;
pub mod functioning;
pub mod game;
pub mod layers;
pub mod object;
pub mod offers;
pub mod player;
pub mod seating;
pub mod turn_markers;
pub mod veil;
pub mod world;

#[cfg(test)]
mod tests;

pub use anew::KeptOtherwise;
pub use cache::{DefinitionValues, Derived, Listening, StaticPart, Summary};
pub use combat::{Attacker, Blocker, Combat};
pub use commanders::Commander;
pub use designations::Designations;
pub(crate) use evolve::MOST_AT_ONCE;
pub(crate) use evolve::{Followed, Frames, evolve_counted, evolve_move, implies_moves};
pub use evolve::{evolve, evolve_entry};
pub use functioning::{Functioning, OnRules};
pub use game::{Game, Interned};
pub use object::{Object, ObjectMemory, Reserved};
pub use offers::{Asked, Offer, Steadiness};
pub use player::Player;
pub use seating::{AttackOption, Fate, Seating};
pub use turn_markers::{Marker, Markers, Strand};
pub use veil::Veil;
pub use world::{
    ContinuousEffect, DelayedTrigger, Departed, DraftNote, Fragments, Games, HeldControl, ManaBond, Others, PhasedOut,
    PlayerControl, Schedule, TeamOrder, Turn, Until, Waiting, WaitingTrigger, World,
};
