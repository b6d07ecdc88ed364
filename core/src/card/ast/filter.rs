//! Descriptions of objects and players, numbers, and conditions.

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

/// The players or objects for which instructions are repeated, one after another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Each {
    /// Each of these players in APNAP order; `They` is that player (CR 608.2e, 608.2f).
    Player(Players),
    /// Each of these objects; `Affected` is that object (CR 608.2f).
    Object(Objects),
    /// Each of these players and objects: the players in APNAP order, each followed by the objects
    /// they control, in an order that the controller of the spell or ability chooses (CR 608.2f).
    Both(Players, Objects),
}

/// How often instructions are repeated.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Again {
    /// This many times in total.
    Times(Quantity),
    /// Once, and again as long as the condition holds.
    While(Condition),
    /// Once, and again as often as this player chooses.
    Wanted(Players),
}

/// A description of objects. Without `In(zone)` it means permanents (CR 109.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Filter {
    /// Every object.
    Any,
    /// The object with the ability (CR 201.4).
    This,
    /// Objects that don't match the inner filter.
    Not(Box<Filter>),
    /// Objects that match all of these filters.
    All(Vec<Filter>),
    /// Objects that match at least one of these filters.
    AnyOf(Vec<Filter>),
    /// Objects of a card type.
    Type(CardType),
    /// Objects with a supertype.
    Supertype(Supertype),
    /// Objects with a subtype.
    Subtype(Subtype),
    /// Objects of a color.
    Color(Color),
    /// Objects that share a color with one of these.
    SharesColor(Objects),
    /// Objects that share a subtype of a set with one of these: `SharesSubtype(Of(Creature), This)`
    /// is "shares a creature type with it" (CR 205.3).
    SharesSubtype(SubtypeSet, Objects),
    /// Objects that share a card type with one of these (CR 205.2a).
    SharesCardType {
        /// With which objects.
        with: Objects,
        /// The only card types that count, such as the permanent types (CR 110.4); all if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        of: Vec<CardType>,
    },
    /// Objects without a color (CR 105.2c).
    Colorless,
    /// Objects of exactly one color (CR 105.2a).
    Monocolored,
    /// Objects of two or more colors (CR 105.2b).
    Multicolored,
    /// Cards above one of these in the same graveyard (CR 404.2).
    Above(Objects),
    /// Objects with a name (CR 201.2).
    Named(String),
    /// Objects with the same name as one of these (CR 201.2a).
    SameName(Objects),
    /// Objects with a name that share no name with any of these (CR 201.2c).
    DifferentName(Objects),
    /// Objects with a keyword ability. Leave out its value to match any: `Keyword(Morph([]))`.
    Keyword(Keyword),
    /// Objects with a keyword ability of this name, in any variant: `HasKeyword("landwalk")`
    /// (CR 702.1c).
    HasKeyword(KeywordName),
    /// Spells: objects on the stack that are not abilities (CR 112.1).
    Spell,
    /// Objects represented by a card (CR 108.2).
    Card,
    /// Tokens (CR 111.1).
    Token,
    /// Objects that one of these players controls, or owns if the object has no controller
    /// (CR 108.4a).
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
        /// Which players; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Box<Filter>>,
    },
    /// Creatures blocking one of these.
    BlockingThat(Objects),
    /// Attacking creatures that one of these is blocking.
    BlockedBy(Objects),
    /// The only attacking creature (CR 506.5).
    AttackingAlone,
    /// The only blocking creature (CR 506.5).
    BlockingAlone,
    /// Creatures declared as attackers this turn (CR 508.4).
    AttackedThisTurn,
    /// Objects that were dealt damage this turn by one of these, as it was at the time (CR 609.8).
    DealtDamageBy(Objects),
    /// Creatures that were declared as blockers this turn or that an effect made block (CR 509.7).
    BlockedThisTurn,
    /// Objects with a matching attachment: `HasAttached(Subtype("Aura"))` is "enchanted"
    /// (CR 301.5a, 303.4b).
    HasAttached(Box<Filter>),
    /// Activated abilities on the stack (CR 113.3b).
    ActivatedAbility,
    /// Triggered abilities on the stack (CR 113.3c).
    TriggeredAbility,
    /// Abilities on the stack with a matching source (CR 113.7).
    FromSource(Box<Filter>),
    /// Spells and abilities with a target that matches now (CR 115.9b).
    Targets(Box<TargetWhat>),
    /// Spells and abilities whose only target matches (CR 115.9c).
    TargetsOnly(Box<TargetWhat>),
    /// Spells and abilities with exactly one target; one that was chosen twice counts twice
    /// (CR 115.9a).
    SingleTarget,
    /// Auras, Equipment and Fortifications attached to a matching object.
    AttachedTo(Box<Filter>),
    /// Auras attached to one of these players (CR 303.4b).
    Enchanting(Players),
    /// Objects with at least one counter of a kind.
    HasCounter(CounterKind),
    /// Objects whose power has this relation to a number: `Power(AtLeast, Fixed(3))`. "The greatest
    /// power" is `Power(AtLeast, Greatest(…))`.
    Power(Comparison, Box<Quantity>),
    /// Objects whose toughness has this relation to a number.
    Toughness(Comparison, Box<Quantity>),
    /// Objects whose mana value has this relation to a number.
    ManaValue(Comparison, Box<Quantity>),
    /// Objects with an odd or even mana value.
    ManaValueIs(Parity),
    /// Objects in a zone. Without a zone, a filter means permanents (CR 109.2).
    In(ZoneKind),
    /// The objects of a reference.
    Is(Objects),
    /// Objects of the chosen color (CR 607.2d).
    ChosenColor,
    /// Objects of the chosen creature type or land type.
    ChosenSubtype,
    /// Objects of the chosen card type.
    ChosenCardType,
    /// Objects with the chosen name.
    ChosenName,
    /// Legendary objects, artifacts and Sagas (CR 700.6).
    Historic,
    /// Spells that were cast, and permanents that were such spells: from this zone, or from any
    /// zone if it is `None`.
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
    /// Spells cast for an alternative cost, and permanents that were such spells (CR 118.9).
    PaidInstead,
    /// Spells cast for the alternative cost of a keyword ability of this name, and permanents that
    /// were such spells: `PaidAs("madness")` is "if its madness cost was paid" (CR 118.9, 702.34a,
    /// 702.35).
    PaidAs(KeywordName),
    /// Spells cast at a time when a sorcery couldn't be cast, and permanents that were such spells
    /// (CR 307.5a).
    CastUntimely,
    /// Face-down spells and permanents (CR 708).
    FaceDown,
    /// Foretold cards in exile, and spells and permanents that were foretold cards (CR 702.143c).
    Foretold,
    /// Spells cast for the alternative cost that this ability offers, and permanents that were such
    /// spells: "if its evoke cost was paid" (CR 702.74a).
    PaidThis,
    /// Objects with an activated ability, even one that doesn't function there (CR 602.1, 702.29b).
    WithActivatedAbility,
    /// Spells that are the nth one their player has cast this turn, counted from 1.
    NthCast(u32),
    /// Spells cast from a zone, and cards in that zone that would be cast (CR 601.2a).
    CastFrom(ZoneKind),
    /// Objects with exactly one of these mana costs: `ManaCostIs(["{0}", "{1}"])` (CR 202.1).
    ManaCostIs(Vec<ManaCost>),
    /// Spells cast as an Adventure, and copies of them (CR 716.3c).
    Adventure,
    /// Objects with an Adventure, whether or not they were cast as one (CR 716.2a).
    HasAdventure,
    /// Objects with no abilities of any kind (CR 113.3). A basic land type gives a mana ability
    /// (CR 305.6), so basic lands have one.
    NoAbilities,
    /// Objects with {X} in their mana cost, whatever its value (CR 107.3, 202.1).
    XInManaCost,
}

impl Filter {
    /// The default filter.
    pub(crate) const fn any() -> Filter {
        Filter::Any
    }

    /// Whether it describes the object with the ability.
    pub fn is_about_this(&self) -> bool {
        match self {
            Filter::This => true,
            Filter::All(parts) => parts.contains(&Filter::This),
            _ => false,
        }
    }

    /// Whether it describes what the card with the ability haunts.
    pub fn is_about_haunted(&self) -> bool {
        match self {
            Filter::Is(reference) => *reference == Objects::Haunted,
            Filter::All(parts) => parts.iter().any(Filter::is_about_haunted),
            _ => false,
        }
    }

    /// Whether it names a zone, and so describes where an object is now.
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
    /// The object that the trigger event involved.
    ThatObject,
    /// The current object, in a number or description that applies to each of several: the object a
    /// modification applies to, the current one of a `ForEach`, the attacking creature of a
    /// restriction.
    Affected,
    /// What the object with the ability is attached to (CR 301.5e, 303.4m).
    AttachedTo,
    /// The objects used to pay the cost of this spell or ability: "the sacrificed creature"
    /// (CR 601.2h, 608.2h).
    PaidWith,
    /// The objects used to pay the costs of spells, or of the spells that permanents were:
    /// `PaidFor(This)` is "each creature that convoked it" (CR 400.7c, 702.51c).
    PaidFor(Box<Objects>),
    /// The objects chosen by an instruction `Choose`: by name, `Chosen("spoils")`, or number,
    /// `Chosen(0)` (CR 608.2d).
    Chosen(u8),
    /// The objects of an earlier action of the resolving spell or ability: `ThisWay(Milled)` is
    /// "the cards milled this way" (CR 608.2c).
    ThisWay(Deed),
    /// In a granted ability, or an ability of a created token, the object whose ability granted it
    /// or created the token (CR 201.4a).
    Granter,
    /// This specific object: what [`Objects::Granter`] becomes in an ability of a created token or
    /// emblem, and in copies of it (CR 201.4a). No card says it.
    Exactly {
        /// Its number in the game.
        object: u32,
        /// Its name when the ability was created.
        name: String,
    },
    /// The tokens and copies created during this resolution (CR 701.6a).
    Created,
    /// This many cards from the top of players' libraries.
    TopOfLibrary(Players, u32),
    /// Cards from the top of each library until enough of them match, or the whole library.
    /// `Reveal` them, and refer to them as `Among(ThisWay(Revealed), …)`; with `what: Any` it is
    /// "the top X cards".
    TopUntil {
        /// Whose libraries.
        whose: Players,
        /// Which cards to look for.
        what: Box<Filter>,
        /// How many of them.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        count: Box<Quantity>,
    },
    /// Every matching object.
    Each(Box<Filter>),
    /// The topmost matching card in players' graveyards (CR 404.2).
    TopOfGraveyard(Players, Box<Filter>),
    /// The matching ones of some objects.
    Among(Box<Objects>, Box<Filter>),
    /// The objects that a linked ability of this object exiled, put onto the battlefield or had a
    /// player choose (CR 607.2a-d).
    Linked(Linked),
    /// The objects locked in as the effect began (CR 611.2c).
    Those,
    /// In a replacement or prevention effect, the source that would deal the damage.
    DamageSource,
    /// The creature that the card with the ability haunts (CR 702.55b).
    Haunted,
    /// A pile that objects were separated into: `Pile(0)` is the picked one, `Pile(1)` the other
    /// (CR 700.3).
    Pile(u8),
    /// Phased-out permanents that would match if they phased in (CR 702.26b). No other reference
    /// finds them.
    PhasedOut(Box<Filter>),
    /// The objects that an event happened to this turn, as they were then. A card that it moved to
    /// a public zone is found there too (CR 400.7d, 609.8).
    /// `Is(ThisTurn(IsDealtDamage(what: Any)))` matches what was dealt damage this turn.
    ThisTurn(Box<PastEvent>),
}

/// A reference to players.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Players {
    /// The controller of the spell or ability (CR 109.5).
    You,
    /// Your opponents (CR 102.2).
    Opponents,
    /// Each player.
    Each,
    /// The players chosen for a target: by its name, `Target("victim")`, or its position from 0.
    Target(u8),
    /// The player that the trigger event involved.
    ThatPlayer,
    /// The active player (CR 102.1).
    Active,
    /// The player that the creature with the ability is attacking, or the controller of the
    /// planeswalker that it is attacking (CR 508.5).
    Defending,
    /// The controllers of objects.
    ControllerOf(Box<Objects>),
    /// The owners of objects.
    OwnerOf(Box<Objects>),
    /// The opponents of players (CR 102.2).
    OpponentsOf(Box<Players>),
    /// The player that the object with the ability is attached to (CR 303.4m).
    Enchanted,
    /// The player chosen by a linked ability (CR 607.2d).
    ChosenPlayer,
    /// The players chosen by an instruction `Choose`, by name or number (CR 608.2d).
    Chosen(u8),
    /// The player who is choosing, or the current player of a `ForEach`: "they" (CR 608.2e).
    They,
    /// The monarch, if there is one (CR 720.1).
    Monarch,
    /// The players that an event happened to this turn (CR 609.8).
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
    /// The value of X, chosen or defined by the `x` of the body (CR 107.3).
    X,
    /// The amount of the event that triggered the ability or that is replaced.
    ThatMuch,
    /// The number of matching objects.
    Count(Box<Filter>),
    /// The number of different names among matching objects (CR 201.2b).
    DifferentNames(Box<Filter>),
    /// The number of card types among matching objects (CR 205.2).
    CardTypes(Box<Filter>),
    /// The power of an object, or the total power of several.
    Power(Objects),
    /// The toughness of an object, or the total toughness of several.
    Toughness(Objects),
    /// The mana value of an object, or the total mana value of several.
    ManaValue(Objects),
    /// The number of counters of a kind on objects.
    Counters(CounterKind, Objects),
    /// The number of counters of a kind that players have.
    PlayerCounters(CounterKind, Players),
    /// The life total of a player, or the sum for several.
    Life(Players),
    /// The starting life total of a player, or the sum for several (CR 103.3).
    StartingLife(Players),
    /// The number of cards in players' hands.
    HandSize(Players),
    /// The number that was chosen, paid or noted for a linked ability (CR 607.2d-e, 607.2g).
    ChosenNumber,
    /// The number of objects in a reference.
    Number(Objects),
    /// Devotion to one color, or to several: `Devotion([Black], You)` (CR 700.5).
    Devotion(Vec<Color>, Players),
    /// The number of creatures in players' parties (CR 700.8).
    Party(Players),
    /// The number of coins in the last flips with this result (CR 705).
    Coins(CoinSide),
    /// A result of the last dice roll (CR 706.2).
    Roll(RollValue),
    /// Each recipient's share of what is divided among them (CR 601.2d, 608.2d).
    Portion,
    /// How much, or how many times, the resolving spell or ability has done something:
    /// `ThisWay(Milled)` is the number of cards milled. With players, only what those players did
    /// or what happened to them counts (CR 608.2h).
    ThisWay(Deed, #[serde(default)] Option<Players>),
    /// A number multiplied: `Times(2, X)`.
    Times(i32, Box<Quantity>),
    /// The sum of numbers.
    Sum(Vec<Quantity>),
    /// The number of times an object's optional additional cost was paid: "for each time it was
    /// kicked" (CR 702.33).
    TimesPaid(OptionalCost, Objects),
    /// A number divided by another, rounded down by default (CR 107.1a).
    Divided {
        /// The number.
        of: Box<Quantity>,
        /// The divisor.
        by: u32,
        /// Whether to round up.
        #[serde(default)]
        up: bool,
    },
    /// The number of other spells cast before a spell this turn (CR 702.40a).
    CastBefore(Objects),
    /// The greatest number of spells that one of these players cast last turn.
    CastLastTurn(Players),
    /// How many times an event has happened this turn, counted like a trigger event. "If a creature
    /// died this turn" is `Compare(TimesThisTurn(Moves(what: Type(Creature), from: Battlefield, to:
    /// Graveyard)), AtLeast, Fixed(1))`.
    TimesThisTurn(Box<PastEvent>),
    /// The total amount of an event this turn: `AmountThisTurn(GainsLife(You))` is the life you
    /// have gained.
    AmountThisTurn(Box<PastEvent>),
    /// The value of X of another object on the stack (CR 107.3e).
    XOf(Objects),
    /// The number of creatures these players have attacked with this turn, wherever they are now
    /// (CR 609.8).
    AttackedWith(Players),
    /// The value chosen for the variable additional cost printed on this object, when it was cast
    /// (CR 607.2j).
    PaidAsCast,
    /// The level of a permanent, or the sum for several; 1 if it has no level (CR 717.2b, 717.2d).
    Level(Objects),
    /// The amount of mana spent to cast an object, or the spell it was (CR 106.6, 400.7c, 601.2h).
    ManaSpent {
        /// On which objects.
        on: Objects,
        /// Only mana of this type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<ManaType>,
        /// Only mana from snow sources (CR 107.4h).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        snow: bool,
        /// Only mana from matching sources, as they last existed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Box<Filter>>,
    },
    /// The number of colors of mana spent to cast an object, or the spell it was (CR 106.1a,
    /// 601.2h).
    ColorsSpent(Objects),
    /// The number of subtypes of a set among matching objects: `Subtypes(BasicLand, …)` counts
    /// basic land types among lands (CR 305.6).
    Subtypes(SubtypeSet, Box<Filter>),
    /// The number of colors among matching objects (CR 105.2).
    Colors(Box<Filter>),
    /// The greatest value of a number among several objects or players; 0 if there are none.
    Greatest(Box<OfEach>),
    /// The least value of a number among several objects or players; 0 if there are none.
    Least(Box<OfEach>),
    /// The number of turns these players have begun this game, including extra turns and the
    /// current turn (CR 102.1, 500.1).
    TurnsTaken(Players),
}

/// A number for each of several objects or players: `(of: Power(Affected), each:
/// Object(Each(Type(Creature))))`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfEach {
    /// The number; `Affected` is the current object and `They` the current player.
    pub of: Quantity,
    /// The objects or players.
    pub each: Each,
}

/// A condition that is true or false.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Condition {
    /// Two numbers have this relation: `Compare(Count(Type(Land)), AtLeast, Fixed(7))`.
    Compare(Quantity, Comparison, Quantity),
    /// At least one object matches.
    Exists(Filter),
    /// A reference has at least one object, and all of them match.
    Is(Objects, Filter),
    /// It is the turn of one of these players.
    TurnOf(Players),
    /// It is this step of a turn.
    During(TurnStep),
    /// It is day or night (CR 724.1). "It's neither day nor night" is
    /// `Not(AnyOf([ItIs(Day), ItIs(Night)]))`.
    ItIs(DayNight),
    /// A step of this kind has ended this turn, even if another one follows (CR 503.2).
    After(TurnStep),
    /// It is a part of the turn's first combat phase, or with `during`, of the current one
    /// (CR 506.6).
    Combat {
        /// Only during combat on the turn of one of these players (CR 506.6c); at any time if left
        /// out (CR 506.6d).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        during: Option<Players>,
        /// Before this point of combat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<CombatPoint>,
        /// After this point of combat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<CombatPoint>,
    },
    /// This word was chosen for a linked ability (CR 607.2f, 607.2m).
    ChosenWord(String),
    /// At least one of the last coin flips had this result (CR 705).
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
