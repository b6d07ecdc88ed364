//! Data only: ids, events, steps, actions, choices, inputs, frames, snapshots, and their wire
//! forms.
//!
//! A fact is in the past tense, and complete enough to be folded without running any rule.
//!
//! The floors, lowest first; each uses only those above it in this table:
//!
//! | floor | what is on it |
//! |---|---|
//! | `canonical`, `casual`, `counter_map`, `ids`, `noted`, `variant` | ids, and how pieces of the card language are stored |
//! | `characteristics` | an object's characteristics, and the identity of its abilities |
//! | `action`, `memory`, `object` | objects, proposed actions, and what effects remember |
//! | `choice`, `cost` | choices and answers, and the parts of a total cost |
//! | `frame`, `input` | the call stack, and what comes from outside |
//! | `advance` | changes of a frame |
//! | `event`, `wire` | events, and the bytes of everything stored |
//! | `genesis` | everything a game starts from |

pub mod action;
pub mod advance;
mod canonical;
mod casual;
pub mod characteristics;
pub mod choice;
pub mod cost;
pub(crate) mod counter_map;
pub mod event;
pub mod frame;
pub mod genesis;
pub mod ids;
pub mod input;
pub mod memory;
mod noted;
pub mod object;
pub mod variant;
pub mod wire;

pub(crate) use action::Affected;
pub use action::{
    Action, Afterward, Applied, Being, Copying, Entering, EntersAs, EntersFaceDown, Happening, Joins, Manner, Paying,
    Proposed, TokenBatch,
};
pub use canonical::Canonical;
pub use casual::{Casual, planar_die};
pub use characteristics::{AbilityInstance, Characteristics, EffectKey, Link, Origin};
pub use choice::{
    Act, Answer, Assignment, Choice, CostItem, Declarable, Domain, Help, Item, Prompt, PromptKind, Share, Sum,
};
pub use cost::{CostBy, CostStep};
pub(crate) use event::Reservation;
pub use event::{Course, Entry, Event, EventNames, GameResult, Part, Seen, Step};
pub use frame::{
    AssistStep, CostShare, Ending, Fact, FlipFrame, Frame, InTurn, Iteration, ProposalFrame, ProposalStage, Proposing,
    ResolveFrame, TogetherFrame, TurnStepStage,
};
pub use genesis::{Genesis, Placed, PlacedHost, PlacedKind, PlayerSetup, SetUp};
pub use ids::LossReason;
pub use ids::{CardId, DefId, EffectId, Entity, EntryNo, ManaId, ObjectId, PlayerId, Timestamp, TriggerId, Zone};
pub use input::{Addition, Chance, Edit, Input};
pub use memory::{Apiece, Further, Memory};
pub use noted::{Noted, NotedFor};
pub use object::{
    AbilityRef, AddedText, Announcement, Chosen, Component, DrawReveal, Intent, ManaUnit, NewObject, Note, Piece,
    Position, Snapshot, StackAbility, Status, SymbolsPaid, TriggerContext, VotedFor,
};
pub use variant::Variant;
