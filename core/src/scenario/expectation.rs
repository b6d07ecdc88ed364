//! What a script may expect.

use serde::Deserialize;

use crate::card::{
    CardType, Color, Condition, CounterKind, DayNight, Filter, Keyword, ManaCost, Subtype, Supertype, TurnStep,
    ZoneKind,
};
use crate::fact::LossReason;

use super::refs::{Cited, Offer, Ref};

/// One thing that must hold.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expectation {
    /// An object exists.
    Exists(Ref),
    /// An object exists no more; what it became is another (CR 400.7).
    Gone(Ref),
    /// Which zone an object is in.
    Zone {
        /// The object.
        of: Ref,
        /// The zone.
        is: ZoneKind,
    },
    /// Who controls an object.
    Controller {
        /// The object.
        of: Ref,
        /// The player.
        is: String,
    },
    /// Who owns an object.
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
    /// An object's card types, all of them.
    Types {
        /// The object.
        of: Ref,
        /// The types.
        are: Vec<CardType>,
    },
    /// An object's supertypes, all of them.
    Supertypes {
        /// The object.
        of: Ref,
        /// The supertypes.
        are: Vec<Supertype>,
    },
    /// An object's subtypes, all of them.
    Subtypes {
        /// The object.
        of: Ref,
        /// The subtypes.
        are: Vec<Subtype>,
    },
    /// An object's colours, all of them.
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
        /// Power and toughness.
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
        /// The object or player that it is attached to.
        to: Ref,
    },
    /// An object is attached to nothing.
    Unattached(Ref),
    /// An object has a keyword ability.
    Keyword {
        /// The object.
        of: Ref,
        /// The keyword.
        is: Keyword,
    },
    /// How many abilities an object has.
    Abilities {
        /// The object.
        of: Ref,
        /// How many.
        are: usize,
    },
    /// The layer-by-layer explanation of an object's characteristics: every effect, in the order applied.
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
        /// How many.
        is: u32,
    },
    /// How much damage is marked on an object.
    Damage {
        /// The object.
        on: Ref,
        /// How much.
        is: u32,
    },
    /// A permanent is tapped.
    Tapped(Ref),
    /// A permanent is untapped.
    Untapped(Ref),
    /// A permanent is phased out (CR 702.26b).
    PhasedOut(Ref),
    /// A player may see what an object is: where it is, or because of the choice that they have to answer (CR 400.2).
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
        /// Whom or what, if that is to be asked.
        what: Option<Ref>,
    },
    /// A creature is blocking.
    Blocking {
        /// The creature.
        of: Ref,
        /// What, in damage assignment order, if that is to be asked.
        what: Option<Vec<Ref>>,
    },
    /// An attacking creature is blocked (CR 509.1h).
    Blocked {
        /// The creature.
        of: Ref,
        /// By what, in damage assignment order, if that is to be asked.
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
        /// How many.
        is: usize,
    },
    /// How many cards are in a player's library.
    LibrarySize {
        /// The player.
        of: String,
        /// How many.
        is: usize,
    },
    /// The mana in a player's pool, as letters in any order: `"GGR"`.
    Mana {
        /// The player.
        of: String,
        /// The mana.
        is: String,
    },
    /// A player could pay this with the pool and plain mana abilities.
    CanPay {
        /// The player.
        who: String,
        /// The cost.
        cost: ManaCost,
    },
    /// The names of what is in a zone: of a library, graveyard or the stack the top first, elsewhere in any order.
    Contents {
        /// The zone.
        zone: ZoneKind,
        /// Whose; of the battlefield, what this player controls, of exile, what this player owns.
        of: Option<String>,
        /// The names.
        are: Vec<String>,
    },
    /// What is on the stack, the top first: spells, and abilities by their source.
    Stack(Vec<Ref>),
    /// How many objects fit a filter.
    Count {
        /// The filter; without a zone it speaks of the battlefield.
        what: Box<Filter>,
        /// Who is "you" in it; the active player, if not given.
        you: Option<String>,
        /// How many.
        is: usize,
    },
    /// A predicate holds: a text of the predicate language.
    Holds(String),
    /// A condition of a card holds.
    Condition {
        /// The condition.
        holds: Box<Condition>,
        /// Who is "you" in it; the active player, if not given.
        you: Option<String>,
    },
    /// Where in the turn the game stands.
    Turn(TurnIs),
    /// Who has priority.
    Priority(String),
    /// What the game waits for.
    Choice {
        /// Whose choice it is.
        of: Option<String>,
        /// What it is about.
        kind: Option<PromptKind>,
        /// What is offered, among others.
        #[serde(default)]
        offers: Vec<Offer>,
        /// What is not offered.
        #[serde(default)]
        withholds: Vec<Offer>,
        /// How many are picked, at least and at most; the least and greatest number.
        range: Option<(u32, u32)>,
        /// The rule that asks.
        rule: Option<Cited>,
        /// The mana that is to be paid (CR 601.2f).
        cost: Option<ManaCost>,
    },
    /// Something has happened.
    Event(EventPattern),
    /// How the game ended, if it did.
    Result(Outcome),
    /// A player has lost.
    Lost {
        /// Who.
        player: String,
        /// Why.
        reason: LossReason,
    },
    /// What a player is told of what has happened speaks of an object (CR 101.4a, 701.16a).
    Told {
        /// Who.
        who: String,
        /// The object.
        of: Ref,
        /// Since when.
        since: Option<String>,
    },
    /// The inner one does not hold.
    Not(Box<Expectation>),
}

/// One effect of an explanation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explained {
    /// The number of the layer: `"2"` to `"7d"`.
    pub layer: String,
    /// What the effect comes from.
    pub source: Ref,
    /// Power and toughness after it, if that is to be asked.
    pub gives: Option<(i32, i32)>,
}

/// Where in the turn the game stands; what is not given is not asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TurnIs {
    /// The number of the turn.
    pub number: Option<u32>,
    /// Whose it is.
    pub active: Option<String>,
    /// The turn step.
    pub step: Option<TurnStep>,
    /// Whether it is day or night (CR 724.1).
    pub day_night: Option<DayNight>,
}

/// A description of events.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventPattern {
    /// The name of its kind.
    pub kind: String,
    /// What it is about first of all: the source of damage, the creature that attacks or blocks.
    pub subject: Option<Ref>,
    /// Objects and players that it is about, in the order in which the event tells them.
    #[serde(default)]
    pub about: Vec<Ref>,
    /// The amount, where it has one.
    pub amount: Option<u32>,
    /// The turn step, where it tells one.
    pub step: Option<TurnStep>,
    /// The rule that it cites, or one that covers it.
    pub rule: Option<Cited>,
    /// The label since which it is looked for; the start of the script, if not given.
    pub since: Option<String>,
    /// How often it happened; at least once, if not given.
    pub count: Option<usize>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Outcome {
    /// It goes on.
    Undecided,
    /// This player won.
    Won(String),
    /// Nobody did.
    Draw,
}

/// What a choice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs, reason = "each variant is told by the variant of `Prompt` with its name")]
pub enum PromptKind {
    Unless,
    Host,
    EntersAs,
    /// CR 702.140c
    OnTop,
    Division,
    Distribution,
    NewTarget,
    Again,
    ToBottom,
    ToGraveyard,
    Priority,
    Mulligan,
    BottomAfterMulligan,
    Attackers,
    Blockers,
    DamageOrder,
    DamagePlacement,
    Joining,
    CombatDamage,
    ChooseX,
    Targets,
    Payment,
    PayWith,
    TriggerOrder,
    Replacement,
    Shield,
    May,
    Objects,
    ManaType,
    Value,
    Separate,
    Pile,
    DiscardToHandSize,
    LegendRule,
    Arrange,
    Timestamps,
    StandingMana,
    Untap,
    CallCoin,
    KeepHeads,
    RevealDrawn,
    WhereTo,
    Band,
    CallDraw,
    OpeningHand,
    Companion,
    Modes,
    Costs,
    TimesPaid,
    Splice,
    Permission,
}
