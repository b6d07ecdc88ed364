//! Cards: characteristics, costs and abilities as data (CR 2xx), card files, and rules text.
//!
//! A card is a value. Nothing here knows a game; `derive` and `rules` read these values to find out
//! what a card *does*.
//!
//! The floors, lowest first; each imports only those before it:
//!
//! | floor | what is on it |
//! |---|---|
//! | `dialect` | how a text is written as RON |
//! | `words` | words that contain no others: types, mana, zones, steps, counters; what declarations say of themselves |
//! | `ast` | the declarations of the card language |
//! | `action`, `keyword`, `token`, `layout` | what follows from one word: its instructions, its abilities, its faces |
//! | `together` | lists that are followed for several at once |
//! | `definition`, `expanded`, `language`, `mechanism`, `reword` | any text of the language as RON, reworded, with its keywords expanded; the mechanisms it names |
//! | `wording` | rows of wording, and the kernel that reads and writes by them |
//! | `text` | written rules text |
//! | `lexicon`, `written` | the table of words, and the syntax of card files |
//! | `check` | what a card can't say |
//! | `normal`, `read` | one form for what can be said in several; printed texts as abilities |
//! | `shelf`, `catalogue` | the existing cards, for games that ask |
//! | `file`, `identity`, `pool`, `page` | card files, color identities, cards by name, the page of words |

#[doc(hidden)]
pub mod action;
pub mod ast;
pub mod catalogue;
#[doc(hidden)]
pub mod check;
#[cfg(test)]
#[path = "corpus_tests.rs"]
mod corpus;
pub mod definition;
#[doc(hidden)]
pub mod dialect;
mod expanded;
pub mod file;
pub mod identity;
pub mod keyword;
pub mod language;
pub mod layout;
pub mod lexicon;
pub mod mechanism;
pub mod normal;
pub mod page;
pub mod pool;
pub mod read;
pub mod reword;
mod shelf;
pub mod text;
#[doc(hidden)]
pub mod together;
mod token;
mod wording;
pub mod words;
mod written;

pub use ast::ability::{
    Ability, ActivatedAbility, ActivationLimit, Body, ChapterSymbols, ClassLevelBar, Face, FaceDown, LevelSymbol, Mode,
    Modes, OtherModes, OwnPrice, SpellAbility, StaticAbility, TargetSpec, TargetWhat, Total, TriggerLimit,
    TriggeredAbility,
};
pub use ast::cost::{AbilityKind, Cost, CostChange, CostEffect, Costly, ManaOutput, ManaTerm, OptionalCost, SpentOn};
pub use ast::drafting::{ColorChooser, DraftDeed, Drafting, FaceUp};
pub use ast::effect::{
    Choosing, Duration, EnterAs, Exception, HandSize, Instead, Modification, Replacement, StaticEffect, TokenKind,
    Voting, Would,
};
pub use ast::filter::{Again, Condition, Each, Filter, Objects, OfEach, Players, Quantity};
pub use ast::instruction as verb;
pub use ast::instruction::{Ballot, CopyTargets, Exchanged, Instruction, Joining, Recipients, TableRow};
pub use ast::keyword::{AlternativeOf, DeckCondition, Keyword, KeywordName, ReservedCost};
pub use ast::restriction::{
    AnyMana, AsThough, CastingCost, Charge, CombatDamage, Otherwise, Permission, Requirement, Restriction, Timing,
};
pub use ast::trigger::{PastEvent, Several, TriggerEvent};
#[doc(hidden)]
pub use check::context::{
    Reading, Reference, Referent, counts_turns, creators, is_linked, names_sources, outlasts_the_turn, refers,
    speaks_of_its_object, told,
};
pub use definition::{Definition, DefinitionId};
#[doc(hidden)]
pub use dialect::written_whole;
#[doc(hidden)]
pub use expanded::any_text;
pub use keyword::symbols::{level_counter, lore_counter};
pub use layout::{
    BETWEEN_NAMES, Card, DoubleFaced, MeldCard, Merged, Room, Side, Source, Split, adventure_exiled,
    adventure_permission, names_of,
};
#[doc(hidden)]
pub use words::card_type::SUBTYPE_TABLES;
pub use words::card_type::{BasicLandType, CardType, CardTypes, Subtype, SubtypeSet, Supertype, Supertypes};
pub use words::chosen::{Kept, Linked, Rewording, Value, WordKind};
pub use words::comparison::{CoinSide, Comparison, Parity, RollValue};
pub use words::counter_kind::{CounterKind, NotACounter};
pub use words::deed::{Changing, Deed};
pub use words::designation::Designation;
pub use words::layer::Layer;
pub use words::mana_symbol::{Color, Colors, ManaCost, ManaSymbol, ManaType};
pub use words::marking::{Marking, Reserving};
pub use words::noted::{NoteKind, Noting};
pub use words::predefined::Predefined;
pub use words::printed_number::PrintedNumber;
#[doc(hidden)]
pub use words::reads::Asking;
pub use words::reads::Reads;
#[doc(hidden)]
pub use words::refers::{Keeper, Naming};
pub use words::turn_step::{AfterPhase, CombatPoint, DayNight, LossCause, Phase, StepPlace, TurnPart, TurnStep};
pub use words::zone_kind::{Place, ZoneKind, Zones};
