//! What is printed: characteristics, costs and abilities as data (CR 2xx), card files, and rules text written out.
//!
//! A card is a value. Nothing here knows a game; what a card *does* is read from these values by `derive` and `rules`.

pub mod ability;
pub mod as_though;
pub(crate) mod becomes;
pub mod chance;
pub mod choosing;
pub mod companion;
mod context;
pub mod copying;
pub mod cost;
pub mod course;
pub mod deed;
pub mod definition;
pub mod effect;
pub mod face_down;
pub mod faces;
pub mod file;
pub mod filter;
pub mod instruction;
pub mod keyword;
pub mod lexicon;
pub mod mana;
pub mod permission;
pub mod pool;
pub mod printed_number;
pub mod production;
pub mod replacement;
pub mod restriction;
pub mod reword;
mod sense;
pub mod subtypes;
pub mod symbols;
pub mod text;
mod token;
mod tree;
pub mod trigger;
pub mod types;
pub mod words;
mod written;
mod zoned;
pub mod zones;

pub use ability::{
    Ability, ActivatedAbility, Body, Mode, Modes, SpellAbility, StaticAbility, TargetSpec, TargetWhat, TriggerLimit,
    TriggeredAbility,
};
pub use as_though::{AsThough, Otherwise};
pub use chance::{CoinSide, RollValue, TableRow};
pub use choosing::{Choosing, Linked, Total, Value};
pub use companion::DeckCondition;
pub(crate) use context::{
    Reading, Reference, counts_turns, is_linked, names_sources, refers, speaks_of_its_object, told,
};
pub use copying::{CopyTargets, EnterAs, Exception, Kept, Rewording, WordKind};
pub use cost::{AbilityKind, Cost, CostChange, CostEffect, Costly, OptionalCost};
pub use course::{AfterPhase, HandSize, LossCause, StepPlace, TurnPart};
pub use deed::{Again, Changing, Deed, Each};
pub use definition::{Card, Definition, DefinitionId, Face};
pub use effect::{Duration, Modification, StaticEffect};
pub use face_down::FaceDown;
pub use faces::{DoubleFaced, MeldCard, Merged, Side, Source, Split};
pub use filter::{CombatPoint, Comparison, Condition, Filter, Objects, OfEach, Parity, Players, Quantity};
pub use instruction::{Instruction, Joining, Recipients};
pub use keyword::{ForetellCost, Keyword, KeywordName};
pub use mana::{Color, Colors, ManaCost, ManaSymbol, ManaType};
pub use permission::{AnyMana, CastingCost, Permission, Timing};
pub use printed_number::PrintedNumber;
pub use production::{ManaTerm, SpentOn};
pub use replacement::{Instead, Replacement, TokenKind, Would};
pub use restriction::{Charge, CombatDamage, Requirement, Restriction};
pub use symbols::{ChapterSymbols, ClassLevelBar, LevelSymbol};
pub use token::Predefined;
pub use trigger::{PastEvent, TriggerEvent};
pub use types::{CardType, CardTypes, Subtype, SubtypeSet, Supertype, Supertypes};
pub use words::{CounterKind, DayNight, Phase, Place, TurnStep, ZoneKind};
pub use zones::Zones;
