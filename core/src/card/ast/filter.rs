//! Descriptions of objects, players, numbers and conditions.

use serde::{Deserialize, Serialize};

use crate::card::ast::ability::TargetWhat;
use crate::card::ast::cost::OptionalCost;
use crate::card::ast::keyword::{Keyword, KeywordName};
use crate::card::ast::trigger::PastEvent;
use crate::card::words::card_type::{CardType, Subtype, SubtypeSet, Supertype};
use crate::card::words::chosen::Linked;
use crate::card::words::comparison::{CoinSide, Comparison, Parity, RollValue};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Deed;
use crate::card::words::mana_symbol::{Color, ManaCost, ManaType};
use crate::card::words::turn_step::{CombatPoint, DayNight, TurnStep};
use crate::card::words::zone_kind::ZoneKind;

/// What something is done for, one after another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Each {
    /// Each of these players in APNAP order, who is then `They` (CR 608.2e, 608.2f).
    Player(Players),
    /// Each of these objects, which is then `Affected` (CR 608.2f).
    Object(Objects),
    /// Each of these players and objects: one player in APNAP order after another, each together with the objects that
    /// they control, in an order that the controller of the spell or ability chooses (CR 608.2f).
    Both(Players, Objects),
}

/// How often a process is repeated.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Again {
    /// So many times in all.
    Times(Quantity),
    /// Once, and again as long as the condition holds.
    While(Condition),
    /// Once, and again as often as this player wants.
    Wanted(Players),
}

/// A description of objects. Without `In(zone)` it speaks of the battlefield (CR 109.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Filter {
    /// Every object.
    Any,
    /// The object with the ability (CR 201.4).
    This,
    /// Objects that the inner description leaves out.
    Not(Box<Filter>),
    /// Objects that all of these describe.
    All(Vec<Filter>),
    /// Objects that at least one of these describes.
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
    /// Objects that have a subtype of a set in common with one of these:
    /// `SharesSubtype(Of(Creature), This)` is "shares a creature type with it" (CR 205.3).
    SharesSubtype(SubtypeSet, Objects),
    /// Objects that have a card type in common with one of these (CR 205.2a).
    SharesCardType {
        /// With which objects.
        with: Objects,
        /// Only these card types count, such as the permanent types (CR 110.4); any if none are
        /// given.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        of: Vec<CardType>,
    },
    /// Objects without a colour (CR 105.2c).
    Colorless,
    /// Objects of exactly one colour (CR 105.2a).
    Monocolored,
    /// Objects of two or more colours (CR 105.2b).
    Multicolored,
    /// Cards above one of these in the same graveyard (CR 404.2).
    Above(Objects),
    /// Objects of a name (CR 201.2).
    Named(String),
    /// Objects that have the same name as one of these (CR 201.2a).
    SameName(Objects),
    /// Objects that have a name, and none in common with any of these (CR 201.2c).
    DifferentName(Objects),
    /// Objects with a keyword ability. What the keyword is written with may be left empty where any
    /// will do: `Keyword(Morph([]))`.
    Keyword(Keyword),
    /// Objects with a keyword ability of this name, whatever the card adds to it: `HasKeyword("landwalk")` (CR 702.1c).
    HasKeyword(KeywordName),
    /// Spells: objects on the stack that are not abilities (CR 112.1).
    Spell,
    /// Objects represented by a card (CR 108.2).
    Card,
    /// Tokens (CR 111.1).
    Token,
    /// Objects that one of these players controls, or owns where an object has no controller (CR
    /// 108.4a).
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
    /// Creatures attacking one of these players or planeswalkers (CR 508.1b, 508.6).
    AttackingThat {
        /// Which players; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Box<Filter>>,
    },
    /// Creatures blocking one of these.
    BlockingThat(Objects),
    /// Attacking creatures blocked by one of these.
    BlockedBy(Objects),
    /// The only attacking creature (CR 506.5).
    AttackingAlone,
    /// The only blocking creature (CR 506.5).
    BlockingAlone,
    /// Creatures that were declared as attackers this turn (CR 508.4).
    AttackedThisTurn,
    /// Objects dealt damage this turn by one of these, as they were then (CR 609.8).
    DealtDamageBy(Objects),
    /// Creatures that were declared as blockers this turn, or made to block by an effect (CR
    /// 509.7).
    BlockedThisTurn,
    /// Objects with something attached that fits: `HasAttached(Subtype("Aura"))` is "enchanted" (CR
    /// 301.5a, 303.4b).
    HasAttached(Box<Filter>),
    /// Activated abilities on the stack (CR 113.3b).
    ActivatedAbility,
    /// Triggered abilities on the stack (CR 113.3c).
    TriggeredAbility,
    /// Abilities on the stack whose source fits (CR 113.7).
    FromSource(Box<Filter>),
    /// Spells and abilities that target something that fits now (CR 115.9b).
    Targets(Box<TargetWhat>),
    /// Spells and abilities whose only target fits (CR 115.9c).
    TargetsOnly(Box<TargetWhat>),
    /// Spells and abilities with a single target, chosen once (CR 115.9a).
    SingleTarget,
    /// Auras, Equipment and Fortifications attached to an object that fits.
    AttachedTo(Box<Filter>),
    /// Auras that are attached to one of these players (CR 303.4b).
    Enchanting(Players),
    /// Objects with at least one counter of a kind.
    HasCounter(CounterKind),
    /// Objects whose power compares so with a number: `Power(AtLeast, Fixed(3))`. "The greatest
    /// power" is `Power(AtLeast, Greatest(…))`.
    Power(Comparison, Box<Quantity>),
    /// Objects whose toughness compares so with a number.
    Toughness(Comparison, Box<Quantity>),
    /// Objects whose mana value compares so with a number.
    ManaValue(Comparison, Box<Quantity>),
    /// Objects with an odd or an even mana value.
    ManaValueIs(Parity),
    /// Objects in a zone. A description without a zone speaks of the battlefield (CR 109.2).
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
    /// Spells that were cast, and permanents that were such spells: from this zone, or from
    /// anywhere if none is given.
    WasCast(Option<ZoneKind>),
    /// Spells whose optional additional cost was paid, and permanents that were such spells: "if it
    /// was kicked" (CR 400.7c, 607.2, 702.33d).
    Paid {
        /// Which kind of cost.
        what: OptionalCost,
        /// Which of several of that kind, from 0 (CR 702.33f).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nth: Option<u8>,
    },
    /// Spells whose alternative cost was paid, and permanents that were such spells (CR 118.9).
    PaidInstead,
    /// Spells for which the alternative cost of a keyword ability of this name was paid, and permanents that were such spells:
    /// `PaidAs("madness")` is "if its madness cost was paid" (CR 118.9, 702.34a, 702.35).
    PaidAs(KeywordName),
    /// Spells cast when a sorcery couldn't have been cast, and permanents that were such spells (CR
    /// 307.5a).
    CastUntimely,
    /// Face-down spells and permanents (CR 708).
    FaceDown,
    /// Foretold cards in exile, and spells and permanents that were foretold before they were cast
    /// (CR 702.143c).
    Foretold,
    /// Spells whose alternative cost, offered by the ability that speaks, was paid, and permanents
    /// that were such spells: "if its evoke cost was paid" (CR 702.74a).
    PaidThis,
    /// Objects that have an activated ability, wherever it functions (CR 602.1, 702.29b).
    WithActivatedAbility,
    /// Spells that are the nth that their player has cast this turn, counted from 1.
    NthCast(u32),
    /// Spells that were cast from a zone, and cards in it that would be (CR 601.2a).
    CastFrom(ZoneKind),
    /// Objects with one of these mana costs, symbol for symbol: `ManaCostIs(["{0}", "{1}"])` (CR
    /// 202.1).
    ManaCostIs(Vec<ManaCost>),
    /// Spells cast as an Adventure, and copies of them (CR 716.3c).
    Adventure,
    /// Objects that have an Adventure, used or not (CR 716.2a).
    HasAdventure,
    /// Objects with no abilities of any kind (CR 113.3). A basic land type brings a mana ability (CR 305.6), so a basic
    /// land has one.
    NoAbilities,
    /// Objects with {X} in their mana cost, whatever X is (CR 107.3, 202.1).
    XInManaCost,
}

impl Filter {
    /// What a description is that is left out.
    pub(crate) const fn any() -> Filter {
        Filter::Any
    }

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

/// A reference to objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Objects {
    /// The source of the ability, or the resolving spell (CR 201.4).
    This,
    /// The objects chosen for a target: by its name, `Target("victim")`, or its position from 0,
    /// `Target(0)` (CR 115.1).
    Target(u8),
    /// The object that the trigger event was about.
    ThatObject,
    /// The object itself, where a number or description is about each of several: each that a
    /// modification applies to, each of a `ForEach`, the attacking creature of a restriction.
    Affected,
    /// What the object with the ability is attached to (CR 301.5e, 303.4m).
    AttachedTo,
    /// The objects that the cost of this spell or ability was paid with: "the sacrificed creature"
    /// (CR 601.2h, 608.2h).
    PaidWith,
    /// The objects that the costs of spells, or of what they became, were paid with:
    /// `PaidFor(This)` is "each creature that convoked it" (CR 400.7c, 702.51c).
    PaidFor(Box<Objects>),
    /// What an instruction `Choose` has chosen: by its name, `Chosen("spoils")`, or its number,
    /// `Chosen(0)` (CR 608.2d).
    Chosen(u8),
    /// What the resolving spell or ability has done something to: `ThisWay(Milled)` is "the cards
    /// milled this way" (CR 608.2c).
    ThisWay(Deed),
    /// In an ability that is granted, or that a token is created with, the object whose ability does
    /// so (CR 201.4a).
    Granter,
    /// That very object: what [`Objects::Granter`] has come to in an ability that a token or emblem was created with, and in
    /// copies of it (CR 201.4a). No card says it.
    Exactly {
        /// Its number in the game.
        object: u32,
        /// Its name as the ability was created.
        name: String,
    },
    /// The tokens and copies that this resolution created (CR 701.6a).
    Created,
    /// So many cards from the top of players' libraries.
    TopOfLibrary(Players, u32),
    /// Cards from the top of each library until so many of them fit, or all cards if fewer do.
    /// `Reveal` them, and speak of them as `Among(ThisWay(Revealed), …)`; with `what: Any` it is
    /// "the top X cards".
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
    /// The topmost card that fits in players' graveyards (CR 404.2).
    TopOfGraveyard(Players, Box<Filter>),
    /// Those of some objects that fit.
    Among(Box<Objects>, Box<Filter>),
    /// What a linked ability of the object exiled, put onto the battlefield, or had chosen (CR
    /// 607.2a-d).
    Linked(Linked),
    /// The objects that the effect was begun for (CR 611.2c).
    Those,
    /// In a replacement or prevention effect, the source that would deal the damage.
    DamageSource,
    /// The creature that the card with the ability haunts (CR 702.55b).
    Haunted,
    /// A pile that objects were separated into: `Pile(0)` is the one that was picked, `Pile(1)` the
    /// other (CR 700.3).
    Pile(u8),
    /// Phased-out permanents that would fit if they phased in (CR 702.26b). No other words find
    /// one.
    PhasedOut(Box<Filter>),
    /// The objects that an event has happened to this turn, as they were then; a card that it moved
    /// to a public zone is found there too (CR 400.7d, 609.8). `Is(ThisTurn(IsDealtDamage(what:
    /// Any)))` describes what was dealt damage this turn.
    ThisTurn(Box<PastEvent>),
}

/// A reference to players.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Players {
    /// The controller of the spell or ability (CR 109.5).
    You,
    /// Each opponent of that player (CR 102.2).
    Opponents,
    /// Each player.
    Each,
    /// The players chosen for a target: by its name, `Target("victim")`, or its position from 0.
    Target(u8),
    /// The player that the trigger event was about.
    ThatPlayer,
    /// The active player (CR 102.1).
    Active,
    /// The player that the creature with the ability is attacking, or the controller of the
    /// planeswalker that it attacks (CR 508.5).
    Defending,
    /// The controllers of objects.
    ControllerOf(Box<Objects>),
    /// The owners of objects.
    OwnerOf(Box<Objects>),
    /// The opponents of players (CR 102.2).
    OpponentsOf(Box<Players>),
    /// The player that the object with the ability is attached to (CR 303.4m).
    Enchanted,
    /// The player that a linked ability had somebody choose (CR 607.2d).
    ChosenPlayer,
    /// The players that an instruction `Choose` has chosen, by its name or number (CR 608.2d).
    Chosen(u8),
    /// The player who is choosing, or for whom something is done one after another: "they" (CR
    /// 608.2e).
    They,
    /// The monarch, if there is one (CR 720.1).
    Monarch,
    /// The players that an event has happened to this turn (CR 609.8).
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
    /// A number.
    Fixed(i32),
    /// The value chosen for X, or that the body gives it with `x` (CR 107.3).
    X,
    /// The amount of the event that triggered the ability, or that is replaced.
    ThatMuch,
    /// How many objects fit.
    Count(Box<Filter>),
    /// How many different names the objects that fit have (CR 201.2b).
    DifferentNames(Box<Filter>),
    /// How many card types the objects that fit have (CR 205.2).
    CardTypes(Box<Filter>),
    /// The power of an object, or of several together.
    Power(Objects),
    /// The toughness of an object, or of several together.
    Toughness(Objects),
    /// The mana value of an object, or of several together.
    ManaValue(Objects),
    /// How many counters of a kind are on objects.
    Counters(CounterKind, Objects),
    /// How many counters of a kind players have.
    PlayerCounters(CounterKind, Players),
    /// The life total of a player, or of several together.
    Life(Players),
    /// The starting life total of players (the sum over several; CR 103.3).
    StartingLife(Players),
    /// How many cards players have in hand.
    HandSize(Players),
    /// The number that a linked ability had somebody choose, pay or note (CR 607.2d-e, 607.2g).
    ChosenNumber,
    /// How many objects a reference names.
    Number(Objects),
    /// Devotion to one color, or to several together: `Devotion([Black], You)` (CR 700.5).
    Devotion(Vec<Color>, Players),
    /// The number of creatures in players' parties (CR 700.8).
    Party(Players),
    /// How many of the coins flipped last came out so (CR 705).
    Coins(CoinSide),
    /// The result of the dice rolled last (CR 706.2).
    Roll(RollValue),
    /// Each recipient's share of what is divided among them (CR 601.2d, 608.2d).
    Portion,
    /// How much or how often the resolving spell or ability has done something: `ThisWay(Milled)`
    /// is the number of cards milled. With players, only what was done by or to them counts (CR
    /// 608.2h).
    ThisWay(Deed, #[serde(default)] Option<Players>),
    /// A number multiplied: `Times(2, X)`.
    Times(i32, Box<Quantity>),
    /// The sum of numbers.
    Sum(Vec<Quantity>),
    /// How many times an object's optional additional cost was paid: "for each time it was kicked"
    /// (CR 702.33).
    TimesPaid(OptionalCost, Objects),
    /// A number divided by another, rounded down unless it says otherwise (CR 107.1a).
    Divided {
        /// The number.
        of: Box<Quantity>,
        /// The divisor.
        by: u32,
        /// Whether to round up.
        #[serde(default)]
        up: bool,
    },
    /// How many other spells were cast this turn before a spell (CR 702.40a).
    CastBefore(Objects),
    /// The greatest number of spells that one of these players cast last turn.
    CastLastTurn(Players),
    /// How often an event has happened this turn, counted as a trigger event would be. "If a
    /// creature died this turn" is `Compare(TimesThisTurn(Moves(what: Type(Creature), from:
    /// Battlefield, to: Graveyard)), AtLeast, Fixed(1))`.
    TimesThisTurn(Box<PastEvent>),
    /// The total amount of an event this turn: `AmountThisTurn(GainsLife(You))` is the life you
    /// have gained.
    AmountThisTurn(Box<PastEvent>),
    /// The value of X of another object on the stack (CR 107.3e).
    XOf(Objects),
    /// How many creatures these players have attacked with this turn, wherever they are now (CR
    /// 609.8).
    AttackedWith(Players),
    /// The value chosen for the variable additional cost that is printed on this object, as it was
    /// cast (CR 607.2j).
    PaidAsCast,
    /// The level of a permanent, 1 if it has none, or of several together (CR 717.2b, 717.2d).
    Level(Objects),
    /// How much mana was spent to cast an object, or the spell that it was (CR 106.6, 400.7c,
    /// 601.2h).
    ManaSpent {
        /// On which objects.
        on: Objects,
        /// Only mana of this type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<ManaType>,
        /// Only mana from snow sources (CR 107.4h).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        snow: bool,
        /// Only mana from sources that fit, as they last existed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Box<Filter>>,
    },
    /// How many colors of mana were spent to cast an object, or the spell that it was (CR 106.1a,
    /// 601.2h).
    ColorsSpent(Objects),
    /// How many subtypes of a set the objects that fit have: `Subtypes(BasicLand, …)` counts basic
    /// land types among lands (CR 305.6).
    Subtypes(SubtypeSet, Box<Filter>),
    /// How many colors the objects that fit have (CR 105.2).
    Colors(Box<Filter>),
    /// The greatest value of a number for each of several objects or players; 0 if there are none.
    Greatest(Box<OfEach>),
    /// The least value of a number for each of several objects or players; 0 if there are none.
    Least(Box<OfEach>),
    /// How many turns these players have begun in this game, extra turns and the turn under way included (CR 102.1,
    /// 500.1).
    TurnsTaken(Players),
}

/// A number for each of several objects or players: `(of: Power(Affected), each:
/// Object(Each(Type(Creature))))`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfEach {
    /// The number: of an object, which is `Affected` in it, or of a player, who is `They`.
    pub of: Quantity,
    /// For which objects or players.
    pub each: Each,
}

/// Something that is true or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Condition {
    /// Two numbers compare so: `Compare(Count(Type(Land)), AtLeast, Fixed(7))`.
    Compare(Quantity, Comparison, Quantity),
    /// At least one object fits.
    Exists(Filter),
    /// The objects that a reference names all fit, and there is at least one.
    Is(Objects, Filter),
    /// It is the turn of one of these players.
    TurnOf(Players),
    /// It is this turn step.
    During(TurnStep),
    /// It is day, or night (CR 724.1). "It's neither day nor night" is `Not(AnyOf([ItIs(Day),
    /// ItIs(Night)]))`.
    ItIs(DayNight),
    /// A step of this kind has ended this turn, whether or not there will be another one (CR
    /// 503.2).
    After(TurnStep),
    /// A part of the first combat phase of the turn, or with `during` of the one under way (CR
    /// 506.6).
    Combat {
        /// Only during combat on the turn of one of these players (CR 506.6c); at any time if none
        /// are given (CR 506.6d).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        during: Option<Players>,
        /// Before this point of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<CombatPoint>,
        /// After this point of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<CombatPoint>,
    },
    /// A linked ability had somebody choose this word (CR 607.2f, 607.2m).
    ChosenWord(String),
    /// At least one of the coins flipped last came out so (CR 705).
    Flip(CoinSide),
    /// One of these players is the monarch (CR 720.1).
    Monarch(Players),
    /// One of these players was the monarch as the turn began (CR 720.1).
    WasMonarch(Players),
    /// The condition doesn't hold.
    Not(Box<Condition>),
    /// All of these hold.
    All(Vec<Condition>),
    /// At least one of these holds.
    AnyOf(Vec<Condition>),
}
