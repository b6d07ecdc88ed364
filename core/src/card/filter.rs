//! What the words of an ability refer to: objects, players, numbers and conditions, as data.
//!
//! `derive` gives them their meaning on a board. A filter without a zone speaks of the battlefield, as the wording of
//! cards does (CR 109.2).

use serde::{Deserialize, Serialize};

use super::ability::TargetWhat;
use super::chance::{CoinSide, RollValue};
use super::choosing::Linked;
use super::cost::OptionalCost;
use super::deed::{Deed, Each};
use super::mana::{Color, ManaCost, ManaType};
use super::trigger::PastEvent;
use super::types::{CardType, Subtype, SubtypeSet, Supertype};
use super::words::{CounterKind, DayNight, TurnStep, ZoneKind};
use super::{Keyword, KeywordName};

/// A description of objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Filter {
    /// Every object.
    Any,
    /// The object with the ability (CR 201.4).
    This,
    /// What the inner description leaves out.
    Not(Box<Filter>),
    /// What all of these describe.
    All(Vec<Filter>),
    /// What at least one of these describes.
    AnyOf(Vec<Filter>),
    /// Objects of a card type.
    Type(CardType),
    /// Objects with a supertype.
    Supertype(Supertype),
    /// Objects with a subtype.
    Subtype(Subtype),
    /// Objects of a colour.
    Color(Color),
    /// Objects that share a colour with one of these.
    SharesColor(Objects),
    /// Objects that have a subtype of a set in common with one of these: "shares a creature type" (CR 205.3).
    SharesSubtype(SubtypeSet, Objects),
    /// Objects that have a card type in common with one of these (CR 205.2a).
    SharesCardType {
        /// With what.
        with: Objects,
        /// Only these count, such as the permanent types (CR 110.4); any, if none are given.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        of: Vec<CardType>,
    },
    /// Objects without a colour (CR 105.2c).
    Colorless,
    /// Objects of exactly one colour (CR 105.2a).
    Monocolored,
    /// Objects of two or more colours (CR 105.2b).
    Multicolored,
    /// Cards that lie above one of these in the same graveyard (CR 404.2).
    Above(Objects),
    /// Objects of a name (CR 201.2).
    Named(String),
    /// Objects that have the same name as one of these (CR 201.2a).
    SameName(Objects),
    /// Objects that have a name, and none in common with any of these (CR 201.2c).
    DifferentName(Objects),
    /// Objects with a keyword ability.
    Keyword(Keyword),
    /// Objects with a keyword ability of this name, whatever the card adds to it: `HasKeyword("landwalk")` (CR 702.1c).
    HasKeyword(KeywordName),
    /// Spells: objects on the stack that are no abilities (CR 112.1).
    Spell,
    /// Objects represented by a card (CR 108.2).
    Card,
    /// Tokens (CR 111.1).
    Token,
    /// Objects that one of these players controls; where there is no controller, owns (CR 108.4a).
    ControlledBy(Players),
    /// Objects that one of these players owns.
    OwnedBy(Players),
    /// Tapped permanents.
    Tapped,
    /// Attacking creatures (CR 508.1k).
    Attacking,
    /// Blocking creatures (CR 509.1g).
    Blocking,
    /// Attacking creatures that have become blocked (CR 509.1h).
    Blocked,
    /// Attacking creatures that are attacking one of these players or planeswalkers (CR 508.1b, 508.6).
    AttackingThat {
        /// Which players; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Box<Filter>>,
    },
    /// Blocking creatures that are blocking one of these.
    BlockingThat(Objects),
    /// Attacking creatures that one of these is blocking.
    BlockedBy(Objects),
    /// The only attacking creature (CR 506.5).
    AttackingAlone,
    /// The only blocking creature (CR 506.5).
    BlockingAlone,
    /// Creatures that were declared as attackers this turn (CR 508.4).
    AttackedThisTurn,
    /// Objects that were dealt damage this turn by one of these, as they were then (CR 609.8).
    DealtDamageBy(Objects),
    /// Creatures that were declared as blockers this turn, or that an effect made block (CR 509.7).
    BlockedThisTurn,
    /// Objects that something is attached to which fits: enchanted or equipped ones (CR 301.5a, 303.4b).
    HasAttached(Box<Filter>),
    /// Activated abilities on the stack (CR 113.3b).
    ActivatedAbility,
    /// Triggered abilities on the stack (CR 113.3c).
    TriggeredAbility,
    /// Abilities on the stack whose source fits (CR 113.7).
    FromSource(Box<Filter>),
    /// Spells and abilities that target something, as it is now (CR 115.9b).
    Targets(Box<TargetWhat>),
    /// Spells and abilities that target one thing only, which is this (CR 115.9c).
    TargetsOnly(Box<TargetWhat>),
    /// Spells and abilities for which one target was chosen, once (CR 115.9a).
    SingleTarget,
    /// Attachments that are attached to an object that fits.
    AttachedTo(Box<Filter>),
    /// Auras that are attached to one of these players (CR 303.4b).
    Enchanting(Players),
    /// Objects with at least one counter of a kind.
    HasCounter(CounterKind),
    /// Objects whose power compares so with a number.
    Power(Comparison, Box<Quantity>),
    /// Objects whose toughness compares so with a number.
    Toughness(Comparison, Box<Quantity>),
    /// Objects whose mana value compares so with a number.
    ManaValue(Comparison, Box<Quantity>),
    /// Objects whose mana value is odd or even.
    ManaValueIs(Parity),
    /// Objects in a zone; without one of these a filter speaks of the battlefield.
    In(ZoneKind),
    /// The objects that a reference names.
    Is(Objects),
    /// Objects of the chosen colour (CR 607.2d).
    ChosenColor,
    /// Objects of the chosen creature type or land type.
    ChosenSubtype,
    /// Objects of the chosen card type.
    ChosenCardType,
    /// Objects with the chosen name.
    ChosenName,
    /// Legendary objects, artifacts and Sagas (CR 700.6).
    Historic,
    /// Spells that were cast, from this zone if one is given, and permanents that were such spells.
    WasCast(Option<ZoneKind>),
    /// Spells for which an optional additional cost was paid, and permanents that such spells became: kicked ones
    /// (CR 400.7c, 607.2, 702.33d).
    Paid {
        /// Which kind of cost.
        what: OptionalCost,
        /// Which of several of that kind, from 0 (CR 702.33f).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nth: Option<u8>,
    },
    /// Spells for which an alternative cost was paid, and permanents that such spells became (CR 118.9).
    PaidInstead,
    /// Spells that were cast when a sorcery couldn't have been cast, and permanents that such spells became (CR 307.5a).
    CastUntimely,
    /// Face-down spells and permanents (CR 708).
    FaceDown,
    /// Foretold cards in exile, and spells and permanents that were one before they were cast (CR 702.143c).
    Foretold,
    /// Spells for which the alternative cost was paid that the speaking ability offers, and permanents that such spells
    /// became: "if its evoke cost was paid" (CR 702.74a).
    PaidThis,
    /// Objects that have an activated ability, wherever it functions (CR 602.1, 702.29b).
    WithActivatedAbility,
    /// Spells that are the nth that their player has cast this turn, from 1.
    NthCast(u32),
    /// Spells that were cast from a zone; cards in it, which would be (CR 601.2a).
    CastFrom(ZoneKind),
    /// Objects whose mana cost is one of these: the same symbols, whatever they come to (CR 202.1).
    ManaCostIs(Vec<ManaCost>),
    /// Spells that were cast as an Adventure, and copies of them (CR 716.3c).
    Adventure,
    /// Objects that have an Adventure: the alternative characteristics exist, whether they are used or not (CR 716.2a).
    HasAdventure,
    /// Objects with no abilities of any kind (CR 113.3). A basic land type brings a mana ability (CR 305.6), so a basic
    /// land has one.
    NoAbilities,
    /// Objects with {X} in their mana cost, whatever X is (CR 107.3, 202.1).
    XInManaCost,
}

impl Filter {
    /// Whether it speaks of the object whose ability it is in.
    pub fn is_about_this(&self) -> bool {
        match self {
            Filter::This => true,
            Filter::All(parts) => parts.contains(&Filter::This),
            _ => false,
        }
    }

    /// Whether it speaks of what the card with the ability haunts.
    pub fn is_about_haunted(&self) -> bool {
        match self {
            Filter::Is(reference) => *reference == Objects::Haunted,
            Filter::All(parts) => parts.iter().any(Filter::is_about_haunted),
            _ => false,
        }
    }

    /// Whether it says in which zone something is: such a description is of where an object is now.
    pub fn names_a_zone(&self) -> bool {
        match self {
            Filter::In(_) => true,
            Filter::Not(inner) => inner.names_a_zone(),
            Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().any(Filter::names_a_zone),
            _ => false,
        }
    }
}

/// Whether a number can be halved; zero is even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Parity {
    Odd,
    Even,
}

impl Parity {
    /// Whether a number is so.
    pub const fn holds(self, number: i32) -> bool {
        (number % 2 == 0) == matches!(self, Parity::Even)
    }
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    Greater,
}

impl Comparison {
    /// Whether `left` compares so with `right`.
    pub const fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Equal => left == right,
            Comparison::AtLeast => left >= right,
            Comparison::Greater => left > right,
        }
    }
}

/// A reference to objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Objects {
    /// The source of the ability, or the resolving spell (CR 201.4).
    This,
    /// The objects chosen for the target with this index (CR 115.1).
    Target(u8),
    /// The object that the trigger event was about.
    ThatObject,
    /// Each object that a modification applies to, where a number is about that object itself.
    Affected,
    /// What the object with the ability is attached to (CR 301.5e, 303.4m).
    AttachedTo,
    /// The objects that the cost of the spell or ability was paid with: "the sacrificed creature" (CR 601.2h, 608.2h).
    PaidWith,
    /// The objects that the costs of spells, or of what they became, were paid with: "each creature that convoked it"
    /// (CR 400.7c, 702.51c).
    PaidFor(Box<Objects>),
    /// What was chosen, as it resolved, in this place (CR 608.2d).
    Chosen(u8),
    /// What the resolving spell or ability did this to (CR 608.2c): what was discarded, looked at, … this way.
    ThisWay(Deed),
    /// The object whose ability granted the ability that speaks: the name of another object in a granted ability
    /// (CR 201.4a).
    Granter,
    /// That very object: what [`Objects::Granter`] has come to in an ability that a token or emblem was created with, and in
    /// copies of it (CR 201.4a). No card says it.
    Exactly {
        /// Its number in the game.
        object: u32,
        /// Its name as the ability was created.
        name: String,
    },
    /// The tokens that this resolution created (CR 701.6a).
    Created,
    /// So many cards from the top of the libraries of players.
    TopOfLibrary(Players, u32),
    /// The cards on top of each player's library until among them are so many that fit; all of them, if there are fewer.
    TopUntil {
        /// Whose libraries.
        whose: Players,
        /// What is looked for.
        what: Box<Filter>,
        /// How many of it.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        count: Box<Quantity>,
    },
    /// Every object that fits.
    Each(Box<Filter>),
    /// The topmost card that fits in the graveyards of players (CR 404.2).
    TopOfGraveyard(Players, Box<Filter>),
    /// Those of the objects that a reference names which fit.
    Among(Box<Objects>, Box<Filter>),
    /// What a linked ability of the object exiled, or put onto the battlefield (CR 607.2a-c).
    Linked(Linked),
    /// The objects that the effect was begun for (CR 611.2c).
    Those,
    /// What would deal the damage that is replaced or prevented.
    DamageSource,
    /// What the card with the ability haunts (CR 702.55b).
    Haunted,
    /// The nth pile that objects were separated into, from 0: the one that was picked, then the other (CR 700.3).
    Pile(u8),
    /// The phased-out permanents that fit, as each would be if it phased in (CR 702.26b).
    PhasedOut(Box<Filter>),
    /// The objects that occurrences of an event this turn were about, whatever they are now; of those that it moved to
    /// where everybody can see them, what they became there too (CR 400.7d, 609.8).
    ThisTurn(Box<PastEvent>),
}

/// A reference to players.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Players {
    /// The controller of the ability (CR 109.5).
    You,
    /// Each opponent of that player (CR 102.2).
    Opponents,
    /// Each player.
    Each,
    /// The players chosen for the target with this index.
    Target(u8),
    /// The player that the trigger event was about.
    ThatPlayer,
    /// The active player (CR 102.1).
    Active,
    /// The player that the creature with the ability is attacking, or the controller of the planeswalker that it is
    /// attacking (CR 508.5).
    Defending,
    /// The controllers of objects.
    ControllerOf(Box<Objects>),
    /// The owners of objects.
    OwnerOf(Box<Objects>),
    /// The opponents of players (CR 102.2).
    OpponentsOf(Box<Players>),
    /// The player that the object with the ability is attached to (CR 303.4m).
    Enchanted,
    /// The player whom a linked ability had somebody choose (CR 607.2d).
    ChosenPlayer,
    /// The players chosen, as it resolved, in this place (CR 608.2d).
    Chosen(u8),
    /// The player who is choosing, or for whom something is being done one player after another: "they" (CR 608.2e).
    They,
    /// The monarch, if there is one (CR 720.1).
    Monarch,
    /// The players that occurrences of an event this turn were about (CR 609.8).
    ThisTurn(Box<PastEvent>),
}

fn one() -> Box<Quantity> {
    Box::new(Quantity::Fixed(1))
}

fn is_one(count: &Quantity) -> bool {
    *count == Quantity::Fixed(1)
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Quantity {
    /// This number.
    Fixed(i32),
    /// The value chosen for X (CR 107.3).
    X,
    /// The amount that the trigger event was about.
    ThatMuch,
    /// How many objects fit.
    Count(Box<Filter>),
    /// How many different names there are among the objects that fit (CR 201.2b).
    DifferentNames(Box<Filter>),
    /// How many card types there are among the objects that fit (CR 205.2).
    CardTypes(Box<Filter>),
    /// The power of an object (the sum over several).
    Power(Objects),
    /// The toughness of an object (the sum over several).
    Toughness(Objects),
    /// The mana value of an object (the sum over several).
    ManaValue(Objects),
    /// How many counters of a kind are on objects.
    Counters(CounterKind, Objects),
    /// How many counters of a kind players have.
    PlayerCounters(CounterKind, Players),
    /// The life total of players (the sum over several).
    Life(Players),
    /// The starting life total of players (the sum over several; CR 103.3).
    StartingLife(Players),
    /// How many cards are in the hands of players.
    HandSize(Players),
    /// The number that a linked ability had somebody choose or pay (CR 607.2d, 607.2g).
    ChosenNumber,
    /// How many objects a reference names.
    Number(Objects),
    /// Devotion to one colour, or to several together (CR 700.5).
    Devotion(Vec<Color>, Players),
    /// The number of creatures in the parties of players (CR 700.8).
    Party(Players),
    /// How many of the coins that were flipped last came out so (CR 705).
    Coins(CoinSide),
    /// The result of the dice that were rolled last (CR 706.2).
    Roll(RollValue),
    /// What each recipient has of what was divided among them (CR 601.2d, 608.2d).
    Portion,
    /// How much the resolving spell or ability did this, to these players or by them if they are given (CR 608.2h).
    ThisWay(Deed, Option<Players>),
    /// So many times another number.
    Times(i32, Box<Quantity>),
    /// The sum of numbers.
    Sum(Vec<Quantity>),
    /// How many times an optional additional cost was paid for an object: "for each time it was kicked" (CR 702.33).
    TimesPaid(OptionalCost, Objects),
    /// A number divided by another, rounded up or down (CR 107.1a).
    Divided {
        /// The number.
        of: Box<Quantity>,
        /// What it is divided by.
        by: u32,
        /// Whether it is rounded up.
        up: bool,
    },
    /// How many other spells were cast this turn before a spell was (CR 702.40a).
    CastBefore(Objects),
    /// The most spells that one of these players cast in the turn before this one.
    CastLastTurn(Players),
    /// How often an event has occurred this turn, as it would have caused an ability to trigger.
    TimesThisTurn(Box<PastEvent>),
    /// What the occurrences of an event this turn come to: how much life was gained, how much damage was dealt.
    AmountThisTurn(Box<PastEvent>),
    /// The value of X of another object on the stack (CR 107.3e).
    XOf(Objects),
    /// How many creatures these players attacked with this turn, wherever they are now (CR 609.8).
    AttackedWith(Players),
    /// The value chosen for the variable additional cost that is printed on this object, as it was cast (CR 607.2j).
    PaidAsCast,
    /// The level of a permanent, 1 of one that has none (the sum over several; CR 717.2b, 717.2d).
    Level(Objects),
    /// How much mana was spent to cast spells, and permanents that were such spells (CR 106.6, 400.7c, 601.2h).
    ManaSpent {
        /// To cast what.
        on: Objects,
        /// Of which type; of any, if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<ManaType>,
        /// Only mana from snow sources (CR 107.4h).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        snow: bool,
        /// Only mana from sources that fit, as they were when they last were there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Box<Filter>>,
    },
    /// How many colours there are among the mana spent on objects (CR 106.1a, 601.2h).
    ColorsSpent(Objects),
    /// How many subtypes of a set there are among the objects that fit: basic land types among lands (CR 305.6).
    Subtypes(SubtypeSet, Box<Filter>),
    /// How many colours there are among the objects that fit (CR 105.2).
    Colors(Box<Filter>),
    /// The greatest of what a number is for each of these; 0 if there are none.
    Greatest(Box<OfEach>),
    /// The least of what a number is for each of these; 0 if there are none.
    Least(Box<OfEach>),
    /// How many turns these players have begun in this game, extra turns and the turn under way included (CR 102.1,
    /// 500.1).
    TurnsTaken(Players),
}

/// A number of each of several objects or players.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfEach {
    /// The number: of an object, which is [`Objects::Affected`] in it, or of a player, who is [`Players::They`].
    pub of: Quantity,
    /// Of what or whom.
    pub each: Each,
}

/// A point in the combat phase (CR 506.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatPoint {
    /// Attackers are declared: the declare attackers step begins (CR 506.6a).
    Attackers,
    /// Blockers are declared: the declare blockers step begins (CR 506.6b).
    Blockers,
    /// The combat damage step.
    DamageStep,
    /// The end of combat step.
    EndStep,
    /// Combat as a whole.
    Whole,
}

/// Something that is true or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Condition {
    /// Two numbers compare so.
    Compare(Quantity, Comparison, Quantity),
    /// At least one object fits.
    Exists(Filter),
    /// The objects that a reference names all fit a description, and there is at least one.
    Is(Objects, Filter),
    /// It is the turn of one of these players.
    TurnOf(Players),
    /// It is this turn step.
    During(TurnStep),
    /// It is day, or night (CR 724.1).
    ItIs(DayNight),
    /// A step of this kind has ended this turn, whether or not there will be another one (CR 503.2).
    After(TurnStep),
    /// It is before or after a point in combat: of the first combat phase of the turn, or, if it is to be during combat, of
    /// the combat phase that is under way (CR 506.6).
    Combat {
        /// During combat on the turn of one of these players (CR 506.6c); at any time if none are given (CR 506.6d).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        during: Option<Players>,
        /// Before this point.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<CombatPoint>,
        /// After this point.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<CombatPoint>,
    },
    /// A linked ability had somebody choose this word (CR 607.2f, 607.2m).
    ChosenWord(String),
    /// At least one of the coins that were flipped last came out so (CR 705).
    Flip(CoinSide),
    /// One of these players is the monarch (CR 720.1).
    Monarch(Players),
    /// One of these players was the monarch as the turn began (CR 720.1).
    WasMonarch(Players),
    /// The inner condition does not hold.
    Not(Box<Condition>),
    /// All of these hold.
    All(Vec<Condition>),
    /// At least one of these holds.
    AnyOf(Vec<Condition>),
}
