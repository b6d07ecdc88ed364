//! What follows from a state: characteristics by layers, filters and quantities, restrictions, explanations.
//!
//! Everything here is a question to a [`Game`](crate::state::Game) and changes nothing. What is computed for a whole
//! board is computed once per version of the state and kept outside of what is stored ([`Derived`](crate::state::Derived)).

pub mod able;
pub mod activating;
mod active;
pub mod as_though;
pub mod attach;
pub mod attachment;
pub mod bestow;
pub mod casting;
mod combat_time;
pub mod companion;
pub mod copiable;
pub mod cost;
pub mod deeds;
pub mod demand;
mod devotion;
pub(crate) mod equal;
pub mod explain;
pub mod face_down;
pub mod face_up;
pub mod faces;
pub mod filter;
mod foretell;
pub mod fragmented;
pub mod hypothetical;
pub mod instances;
pub mod key;
pub mod layers;
pub mod links;
pub mod look;
pub mod mana;
pub mod merged;
pub(crate) mod monarch;
pub mod names;
pub mod occurrences;
mod overridden;
pub mod payable;
pub mod permit;
pub mod phased_out;
pub mod printed;
pub mod production;
pub mod queries;
mod reads;
pub mod scope;
pub mod special;
pub mod spending;
pub mod statics;
pub mod targets;
pub mod timestamps;
pub mod told;
pub mod totals;
pub mod x;

pub use active::now as spell_now;
pub use explain::{Application, Because, Dependency, Explanation, NotApplied, explain};
pub use layers::Layer;
pub use look::Look;
pub use printed::AsPrinted;
pub use scope::Scope;
