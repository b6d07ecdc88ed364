//! The expectations of a script.

use serde::Deserialize;

use crate::card::{
    CardType, Color, Condition, CounterKind, DayNight, Filter, Keyword, ManaCost, Subtype, Supertype, TurnStep,
    ZoneKind,
};
use crate::fact::{LossReason, PromptKind};

use super::file::of_cards;
use super::refs::{Cited, OfferedItem, Ref};

/// One thing that must hold.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expectation {
    /// An object exists.
    Exists(Ref),
    /// An object no longer exists; whatever it became is another object (CR 400.7).
    Gone(Ref),
    /// The zone of an object.
    Zone {
        /// The object.
        of: Ref,
        /// The zone.
        is: ZoneKind,
    },
    /// The controller of an object.
    Controller {
        /// The object.
        of: Ref,
        /// The player.
        is: String,
    },
    /// The owner of an object.
    Owner {
        /// The object.
        of: Ref,
        /// The player.
        is: String,
    },
    /// An object's name.
    Name {
        /// The object.
        of: Ref,
        /// The name.
        is: String,
    },
    /// All of an object's card types.
    Types {
        /// The object.
        of: Ref,
        /// The types.
        are: Vec<CardType>,
    },
    /// All of an object's supertypes.
    Supertypes {
        /// The object.
        of: Ref,
        /// The supertypes.
        are: Vec<Supertype>,
    },
    /// All of an object's subtypes.
    Subtypes {
        /// The object.
        of: Ref,
        /// The subtypes.
        are: Vec<Subtype>,
    },
    /// All of an object's colours.
    Colors {
        /// The object.
        of: Ref,
        /// The colours.
        are: Vec<Color>,
    },
    /// An object's mana value.
    ManaValue {
        /// The object.
        of: Ref,
        /// The number.
        is: i32,
    },
    /// An object's power and toughness.
    PT {
        /// The object.
        of: Ref,
        /// Its power and toughness.
        is: (i32, i32),
    },
    /// An object's power.
    Power {
        /// The object.
        of: Ref,
        /// The number.
        is: i32,
    },
    /// An object's toughness.
    Toughness {
        /// The object.
        of: Ref,
        /// The number.
        is: i32,
    },
    /// An object is attached to something (CR 301.5, 303.4).
    Attached {
        /// The object.
        of: Ref,
        /// The object or player it is attached to.
        to: Ref,
    },
    /// An object is attached to nothing.
    Unattached(Ref),
    /// An object has a keyword ability.
    Keyword {
        /// The object.
        of: Ref,
        /// The keyword.
        #[serde(deserialize_with = "of_cards")]
        is: Keyword,
    },
    /// How many abilities an object has.
    Abilities {
        /// The object.
        of: Ref,
        /// The number.
        are: usize,
    },
    /// The layer-by-layer explanation of an object's characteristics: every effect, in the order
    /// applied.
    Explained {
        /// The object.
        of: Ref,
        /// The effects.
        by: Vec<Explained>,
    },
    /// How many counters of a kind an object or player has.
    Counters {
        /// The object or player.
        on: Ref,
        /// The kind.
        kind: CounterKind,
        /// The number.
        is: u32,
    },
    /// How much damage is marked on an object.
    Damage {
        /// The object.
        on: Ref,
        /// The amount.
        is: u32,
    },
    /// A permanent is tapped.
    Tapped(Ref),
    /// A permanent is untapped.
    Untapped(Ref),
    /// A permanent is phased out (CR 702.26b).
    PhasedOut(Ref),
    /// A player may see what an object is: because of its zone, or because of a choice they have to
    /// make (CR 400.2).
    Sees {
        /// The player.
        who: String,
        /// The object.
        what: Ref,
    },
    /// A creature has not been under its controller's control since their turn began (CR 302.6).
    Sick(Ref),
    /// A creature is attacking.
    Attacking {
        /// The creature.
        of: Ref,
        /// The player or planeswalker attacked. Not checked if omitted.
        what: Option<Ref>,
    },
    /// A creature is blocking.
    Blocking {
        /// The creature.
        of: Ref,
        /// The creatures it blocks, in damage assignment order. Not checked if omitted.
        what: Option<Vec<Ref>>,
    },
    /// An attacking creature is blocked (CR 509.1h).
    Blocked {
        /// The creature.
        of: Ref,
        /// The creatures that block it, in damage assignment order. Not checked if omitted.
        by: Option<Vec<Ref>>,
    },
    /// An attacking creature is unblocked (CR 509.1h).
    Unblocked(Ref),
    /// A player's life total.
    Life {
        /// The player.
        of: String,
        /// The total.
        is: i32,
    },
    /// How many cards are in a player's hand.
    HandSize {
        /// The player.
        of: String,
        /// The number.
        is: usize,
    },
    /// How many cards are in a player's library.
    LibrarySize {
        /// The player.
        of: String,
        /// The number.
        is: usize,
    },
    /// The mana in a player's pool, as letters in any order: `"GGR"`.
    Mana {
        /// The player.
        of: String,
        /// The mana.
        is: String,
    },
    /// A player could pay this from the pool and with plain mana abilities.
    CanPay {
        /// The player.
        who: String,
        /// The cost.
        cost: ManaCost,
    },
    /// The names of the objects in a zone. In a library, a graveyard and the stack the top first,
    /// elsewhere in any order.
    Contents {
        /// The zone.
        zone: ZoneKind,
        /// The player whose zone it is. For the battlefield, only what this player controls; for
        /// exile, only what this player owns.
        of: Option<String>,
        /// The names.
        are: Vec<String>,
    },
    /// What is on the stack, the top first: spells, and abilities by their source.
    Stack(Vec<Ref>),
    /// How many objects fit a filter.
    Count {
        /// The filter. Without a zone it applies to the battlefield.
        #[serde(deserialize_with = "of_cards")]
        what: Box<Filter>,
        /// Who "you" is in it; the active player if omitted.
        you: Option<String>,
        /// The number.
        is: usize,
    },
    /// A predicate holds, written in the predicate language.
    Holds(String),
    /// A condition of a card holds.
    Condition {
        /// The condition.
        #[serde(deserialize_with = "of_cards")]
        holds: Box<Condition>,
        /// Who "you" is in it; the active player if omitted.
        you: Option<String>,
    },
    /// The present turn and step.
    Turn(TurnIs),
    /// Who has priority.
    Priority(String),
    /// The pending choice.
    Choice {
        /// The player who chooses.
        of: Option<String>,
        /// The player who decides: that player, or whoever controls them (CR 718.5).
        by: Option<String>,
        /// The kind of choice.
        kind: Option<PromptKind>,
        /// Some of the offers.
        #[serde(default)]
        offers: Vec<OfferedItem>,
        /// Things that are not offered.
        #[serde(default)]
        withholds: Vec<OfferedItem>,
        /// The least and greatest number of items to choose.
        range: Option<(u32, u32)>,
        /// The rule behind it.
        rule: Option<Cited>,
        /// The mana to pay (CR 601.2f).
        cost: Option<ManaCost>,
    },
    /// Something has happened.
    Event(EventPattern),
    /// How the game ended, or that it has not.
    Result(Outcome),
    /// A player has lost.
    Lost {
        /// The player.
        player: String,
        /// The reason.
        reason: LossReason,
    },
    /// A player has been shown an object by something that happened (CR 101.4a, 701.16a).
    Told {
        /// The player.
        who: String,
        /// The object.
        of: Ref,
        /// The label to look from; the start of the script if omitted.
        since: Option<String>,
    },
    /// The inner expectation does not hold.
    Not(Box<Expectation>),
}

/// One effect of an explanation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explained {
    /// The number of the layer: `"2"` to `"7d"`.
    pub layer: String,
    /// The source of the effect.
    pub source: Ref,
    /// Power and toughness after it. Not checked if omitted.
    pub gives: Option<(i32, i32)>,
}

/// A place in the turn structure. Fields left out are not checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TurnIs {
    /// The number of the turn.
    pub number: Option<u32>,
    /// The active player.
    pub active: Option<String>,
    /// The turn step.
    pub step: Option<TurnStep>,
    /// Whether it is day or night (CR 724.1).
    pub day_night: Option<DayNight>,
}

/// A pattern for events.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventPattern {
    /// The kind of event.
    pub kind: String,
    /// The first thing it concerns: the source of damage, the creature that attacks or blocks.
    pub subject: Option<Ref>,
    /// Objects and players it concerns, in the order in which the event gives them.
    #[serde(default)]
    pub about: Vec<Ref>,
    /// The amount, if it has one.
    pub amount: Option<u32>,
    /// The turn step, if it has one.
    pub step: Option<TurnStep>,
    /// The rule it cites, or one that covers it.
    pub rule: Option<Cited>,
    /// The label to look from; the start of the script if omitted.
    pub since: Option<String>,
    /// How often it happened; at least once if omitted.
    pub count: Option<usize>,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Outcome {
    /// The game is not over.
    Undecided,
    /// This player won.
    Won(String),
    /// The game is a draw.
    Draw,
}
