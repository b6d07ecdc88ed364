//! What follows from a state: characteristics by layers, filters and quantities, restrictions,
//! explanations.
//!
//! Everything here is a question to a [`Game`](crate::state::Game) and changes nothing. Values for
//! a whole board are computed once per version of the state and cached apart from what is stored
//! ([`Derived`](crate::state::Derived)).
//!
//! The floors, the lowest first; each uses those before it:
//!
//! | floor | what is on it |
//! |---|---|
//! | `look`, `hypothetical`, `names`, `reads` | how objects look, and what a text asks of a game |
//! | `scope`, `attachment`, `monarch`, `phased_out` | who speaks, and short answers about one thing |
//! | `combat_time`, `face_up`, `instances`, `links`, `overridden`, `printed`, `told` | what one object or text says |
//! | `active` | what is cast, as the effects see it |
//! | `bestow`, `equal`, `key`, `merged`, `timestamps` | objects compared and put together |
//! | `faces`, `filter`, `fragmented` | filters, references and quantities, and what has happened |
//! | `able`, `as_though`, `attach`, `copiable`, `demand`, `devotion`, `production`, `statics`, `totals`, `x` | what may be, and what is copied |
//! | `explain`, `layers`, `payable`, `targets` | characteristics by layers, with their explanation; targets |
//! | `foretell` | cards in exile that can be cast |
//! | `casting`, `cost` | casting, and what it costs |
//! | `activating`, `companion`, `face_down` | abilities that can be activated |
//! | `queries`, `spending` | a game asked for all of that |
//! | `mana` | mana from abilities for a cost |
//! | `permit`, `special` | what a player may do with priority |

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
