//! Answers computed from a state: characteristics by layers, filters and quantities, restrictions,
//! explanations.
//!
//! Everything here reads a [`Game`](crate::state::Game) and changes nothing. Results for a whole
//! board are computed once per version of the state, and cached beside it in
//! [`Derived`](crate::state::Derived), outside of the stored state.
//!
//! The floors, the lowest first; each uses those before it:
//!
//! | floor | contents |
//! |---|---|
//! | `look`, `monarch` | how objects look to an effect, and what a text reads of a game |
//! | `object` | single objects and what they say |
//! | `filter`, `key` | filters, references, quantities, past events; states compared |
//! | `layers`, `target` | characteristics by layers, with their explanation; targets |
//! | `pay` | what a player can do and pay |
//! | `cast` | casting and activating, and what it costs |
//! | `mana`, `queries`, `turn_markers` | paying with mana abilities; questions to a game; turn markers |
//! | `permit` | what a player can do with priority |

pub mod cast;
pub mod filter;
pub mod key;
pub mod layers;
pub mod look;
pub mod mana;
pub(crate) mod monarch;
pub mod object;
pub mod pay;
pub mod permit;
pub mod queries;
pub mod target;
pub mod turn_markers;

pub use layers::Layer;
pub use layers::explain::{Application, Because, Dependency, Explanation, NotApplied, explain};
pub use look::Look;
pub use look::scope::Scope;
pub use object::active::now as spell_now;
pub(crate) use object::printed::AsPrinted;
