//! Descriptions of objects and players, numbers, and conditions.

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::ast::ability::TargetWhat;
use crate::card::ast::cost::OptionalCost;
use crate::card::ast::instruction::{Amass, Bid, FlipCoins, PlaySubgame, RollDice, Separate};
use crate::card::ast::keyword::{Keyword, KeywordName};
use crate::card::ast::trigger::PastEvent;
use crate::card::words::card_type::{CardType, Subtype, SubtypeSet, Supertype};
use crate::card::words::chosen::Linked;
use crate::card::words::comparison::{CoinSide, Comparison, Parity, RollValue};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Deed;
use crate::card::words::designation::Designation;
use crate::card::words::mana_symbol::{Color, ManaCost, ManaType};
use crate::card::words::marking::Marking;
use crate::card::words::noted::Noting;
use crate::card::words::reads::read_nothing;
use crate::card::words::refers::{Linking, Naming, Need, Own, Wording};
use crate::card::words::turn_step::{CombatPoint, DayNight, TurnStep};
use crate::card::words::zone_kind::ZoneKind;

read_nothing!(Keyword, KeywordName, Marking, Noting, OptionalCost);

/// The players or objects for which instructions are followed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[word(reads, of_no_object, method(needs: Need = Nothing))]
pub enum Each {
    /// Each of these players in APNAP order; `They` is that player (CR 608.2e, 608.2f).
    #[word(reads())]
    Player(Players),
    /// Each of these objects; `Affected` is that object (CR 608.2f).
    #[word(reads())]
    Object(Objects),
    /// Each of these players and objects: the players in APNAP order, each followed by the objects
    /// they control. Where it is done for one after another, the controller of the spell or ability
    /// chooses the order among these (CR 608.2f).
    #[word(reads())]
    Both(Players, Objects),
    /// Each vote for a word in the last vote, in the order in which they were cast; `They` is the
    /// voter (CR 701.32).
    #[word(reads(HISTORY), needs(Vote))]
    Vote(String),
}

impl Each {
    /// Whether something is done for objects, or players and objects.
    pub const fn is_of_objects(&self) -> bool {
        matches!(self, Each::Object(_) | Each::Both(..))
    }
}

/// How often instructions are repeated.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[word(of_no_object)]
pub enum Again {
    /// This many times in total.
    Times(Quantity),
    /// Once, and again as long as the condition holds.
    While(Condition),
    /// Once, and again as often as this player chooses.
    Wanted(Players),
    /// Once, and again until a repetition in which nothing of this kind was done:
    /// `UntilNone(Put)` is "until no one puts a card onto the battlefield" (CR 608.2c).
    UntilNone(Deed),
}

/// A description of objects. Without `In(zone)` it means permanents (CR 109.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(reads, method(needs: Need = Nothing, own: Own = Object))]
pub enum Filter {
    /// Every object.
    #[word(reads(NOTHING), alone, own(Nothing))]
    Any,
    /// The object with the ability (CR 201.4).
    #[word(reads(NOTHING), alone)]
    This,
    /// Objects that don't match the inner filter.
    #[word(reads(), alone, own(Nothing))]
    Not(Box<Filter>),
    /// Objects that match all of these filters.
    #[word(reads(), alone, own(Nothing))]
    All(Vec<Filter>),
    /// Objects that match at least one of these filters.
    #[word(reads(), alone, own(Nothing))]
    AnyOf(Vec<Filter>),
    /// Objects of a card type.
    #[word(reads(card_type(*_0)), alone, own(Nothing))]
    Type(CardType),
    /// Objects with a supertype.
    #[word(reads(SUPERTYPE), alone, own(Nothing))]
    Supertype(Supertype),
    /// Objects with a subtype.
    #[word(reads(subtype(*_0)), alone, own(Nothing))]
    Subtype(Subtype),
    /// Objects of a color.
    #[word(reads(COLOR), alone, own(Nothing))]
    Color(Color),
    /// Objects that share a color with one of these.
    #[word(reads(COLOR), own(Nothing))]
    SharesColor(Objects),
    /// Objects that share a subtype of a set with one of these: `SharesSubtype(Of(Creature), This)`
    /// is "shares a creature type with it" (CR 205.3).
    #[word(reads(SUBTYPES), own(Nothing))]
    SharesSubtype(SubtypeSet, Objects),
    /// Objects that share a card type with one of these (CR 205.2a).
    #[word(reads(CARD_TYPES), own(Nothing))]
    SharesCardType {
        /// With which objects.
        with: Objects,
        /// The only card types that count, such as the permanent types (CR 110.4); all if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        of: Vec<CardType>,
    },
    /// Objects without a color (CR 105.2c).
    #[word(reads(COLOR), alone, own(Nothing))]
    Colorless,
    /// Objects of exactly one color (CR 105.2a).
    #[word(reads(COLOR), alone, own(Nothing))]
    Monocolored,
    /// Objects of two or more colors (CR 105.2b).
    #[word(reads(COLOR), alone, own(Nothing))]
    Multicolored,
    /// Cards above one of these in the same graveyard (CR 404.2).
    #[word(reads(GRAVEYARD))]
    Above(Objects),
    /// Objects with a name (CR 201.2).
    #[word(reads(NAME), alone, own(Nothing))]
    Named(String),
    /// Cards that you exiled with cards of this name before you shuffled your deck to start the
    /// game (CR 607.2n).
    // Who "you" are changes with the control of the source.
    #[word(reads(ZONES, CONTROL), own(Nothing))]
    SetAside(String),
    /// Objects with the same name as one of these (CR 201.2a).
    #[word(reads(NAME), own(Nothing))]
    SameName(Objects),
    /// Objects with a name that share no name with any of these (CR 201.2c).
    #[word(reads(NAME), own(Nothing))]
    DifferentName(Objects),
    /// Objects with a keyword ability. Leave out its value to match any: `Keyword(Morph([]))`.
    #[word(reads(KEYWORD), alone, own(Nothing))]
    Keyword(Keyword),
    /// Objects with a keyword ability of this name, in any variant: `HasKeyword("landwalk")`
    /// (CR 702.1c).
    #[word(reads(KEYWORD), alone, own(Nothing))]
    HasKeyword(KeywordName),
    /// Spells: objects on the stack that are not abilities (CR 112.1).
    // An object in another zone is another one (CR 400.7).
    #[word(reads(STACK), alone)]
    Spell,
    /// Objects represented by a card (CR 108.2).
    // What a permanent is made of changes only by its leaving.
    #[word(reads(NOTHING), alone, own(Nothing))]
    Card,
    /// Tokens (CR 111.1).
    // What a permanent is made of changes only by its leaving.
    #[word(reads(NOTHING), alone, own(Nothing))]
    Token,
    /// Objects that one of these players controls, or owns if the object has no controller
    /// (CR 108.4a).
    #[word(reads(CONTROL), alone, own(Nothing))]
    ControlledBy(Players),
    /// Objects that one of these players owns.
    // Who owns it never changes.
    #[word(reads(), alone, own(Nothing))]
    OwnedBy(Players),
    /// Tapped permanents.
    #[word(reads(STATUS), alone, own(Nothing))]
    Tapped,
    /// Attacking creatures (CR 508.1k).
    #[word(reads(COMBAT), own(Nothing))]
    Attacking,
    /// Blocking creatures (CR 509.1g).
    #[word(reads(COMBAT), own(Nothing))]
    Blocking,
    /// Attacking creatures that have become blocked (CR 509.1h).
    #[word(reads(COMBAT), own(Nothing))]
    Blocked,
    /// Creatures attacking one of these players or planeswalkers (CR 508.1b, 508.6).
    #[word(reads(COMBAT))]
    AttackingThat {
        /// Which players; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Box<Filter>>,
    },
    /// Creatures blocking one of these.
    #[word(reads(COMBAT))]
    BlockingThat(Objects),
    /// Attacking creatures that one of these is blocking.
    #[word(reads(COMBAT))]
    BlockedBy(Objects),
    /// The only attacking creature (CR 506.5).
    #[word(reads(COMBAT), own(Nothing))]
    AttackingAlone,
    /// The only blocking creature (CR 506.5).
    #[word(reads(COMBAT), own(Nothing))]
    BlockingAlone,
    /// Creatures declared as attackers this turn (CR 508.4).
    #[word(reads(PAST_COMBAT), own(Nothing))]
    AttackedThisTurn,
    /// Objects that were dealt damage this turn by one of these, as it was at the time (CR 609.8).
    #[word(reads(PAST_DAMAGE))]
    DealtDamageBy(Objects),
    /// Creatures that were declared as blockers this turn or that an effect made block (CR 509.7).
    #[word(reads(PAST_COMBAT), own(Nothing))]
    BlockedThisTurn,
    /// Objects with a matching attachment: `HasAttached(Subtype("Aura"))` is "enchanted"
    /// (CR 301.5a, 303.4b).
    // What an Aura or Equipment is on.
    #[word(reads(ATTACHMENT), alone(**_0 == Filter::This))]
    HasAttached(Box<Filter>),
    /// Activated abilities on the stack (CR 113.3b).
    #[word(reads(STACK))]
    ActivatedAbility,
    /// Triggered abilities on the stack (CR 113.3c).
    #[word(reads(STACK))]
    TriggeredAbility,
    /// Abilities on the stack with a matching source (CR 113.7).
    #[word(reads(STACK))]
    FromSource(Box<Filter>),
    /// Spells and abilities with a target that matches now (CR 115.9b).
    #[word(reads(EVERYTHING))]
    Targets(Box<TargetWhat>),
    /// Spells and abilities whose only target matches (CR 115.9c).
    #[word(reads(EVERYTHING))]
    TargetsOnly(Box<TargetWhat>),
    /// Spells and abilities with exactly one target; one that was chosen twice counts twice
    /// (CR 115.9a).
    #[word(reads(STACK, ANNOUNCED))]
    SingleTarget,
    /// Auras, Equipment and Fortifications attached to a matching object.
    #[word(reads(ATTACHMENT))]
    AttachedTo(Box<Filter>),
    /// Auras attached to one of these players (CR 303.4b).
    #[word(reads(ATTACHMENT))]
    Enchanting(Players),
    /// Objects with at least one counter of a kind.
    #[word(reads(COUNTERS), alone, own(Nothing))]
    HasCounter(CounterKind),
    /// Objects whose power has this relation to a number: `Power(AtLeast, Fixed(3))`. "The greatest
    /// power" is `Power(AtLeast, Greatest(…))`.
    // CR 208.3: what is no creature has none.
    #[word(reads(POWER_TOUGHNESS, CREATURE), alone, own(Nothing))]
    Power(Comparison, Box<Quantity>),
    /// Objects whose toughness has this relation to a number.
    // CR 208.3: what is no creature has none.
    #[word(reads(POWER_TOUGHNESS, CREATURE), alone, own(Nothing))]
    Toughness(Comparison, Box<Quantity>),
    /// Objects whose mana value has this relation to a number.
    // The X of a spell is part of its mana value (CR 202.3e).
    #[word(reads(NAME, ANNOUNCED), alone, own(Nothing))]
    ManaValue(Comparison, Box<Quantity>),
    /// Objects with an odd or even mana value.
    // The X of a spell is part of its mana value (CR 202.3e).
    #[word(reads(NAME, ANNOUNCED), own(Nothing))]
    ManaValueIs(Parity),
    /// Objects in a zone. Without a zone, a filter means permanents (CR 109.2).
    // An object in another zone is another one (CR 400.7).
    #[word(reads(zone(*_0)), alone, own(Nothing))]
    In(ZoneKind),
    /// The objects of a reference.
    #[word(reads(), alone, own(Nothing))]
    Is(Objects),
    /// Objects of the chosen color (CR 607.2d).
    #[word(reads(COLOR), alone, needs(Link(Linking::Color)), own(Link))]
    ChosenColor,
    /// Objects of the chosen creature type or land type.
    #[word(reads(SUBTYPES), alone, needs(Link(Linking::Subtype)), own(Link))]
    ChosenSubtype,
    /// Objects of the chosen card type.
    #[word(reads(CARD_TYPES), alone, needs(Link(Linking::CardType)), own(Link))]
    ChosenCardType,
    /// Objects with the chosen name.
    #[word(reads(NAME), alone, needs(Link(Linking::Name)), own(Link))]
    ChosenName,
    /// Legendary objects, artifacts and Sagas (CR 700.6).
    #[word(reads(ARTIFACT, SUPERTYPE, SUBTYPES), alone, own(Nothing))]
    Historic,
    /// Spells that were cast, and permanents that were such spells: from this zone, or from any
    /// zone if it is `None`.
    #[word(reads(ZONES))]
    WasCast(Option<ZoneKind>),
    /// Spells whose optional additional cost was paid, and permanents that were such spells: "if it
    /// was kicked" (CR 400.7c, 607.2, 702.33d).
    // What is being announced changes with the frames (CR 601.2b).
    #[word(reads(PROPOSED))]
    #[word(found_by("if it was kicked"))]
    Paid {
        /// Which kind of cost.
        what: OptionalCost,
        /// Which of several of that kind, from 0 (CR 702.33f).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nth: Option<u8>,
    },
    /// Spells cast for an alternative cost, and permanents that were such spells (CR 118.9).
    #[word(reads(PROPOSED))]
    #[word(found_by("alternative cost"))]
    PaidInstead,
    /// Spells cast for the alternative cost of a keyword ability of this name, and permanents that
    /// were such spells: `PaidAs("madness")` is "if its madness cost was paid" (CR 118.9, 702.34a,
    /// 702.35).
    #[word(reads(PROPOSED))]
    #[word(found_by("alternative cost"))]
    PaidAs(KeywordName),
    /// Spells cast at a time when a sorcery couldn't be cast, and permanents that were such spells
    /// (CR 307.5a).
    #[word(reads(PROPOSED, TURN, STEP, ZONES))]
    CastUntimely,
    /// Face-down spells and permanents (CR 708).
    #[word(reads(STATUS), alone, own(Nothing))]
    FaceDown,
    /// Spells cast for the alternative cost that this ability offers, and permanents that were such
    /// spells: "if its evoke cost was paid" (CR 702.74a).
    #[word(reads(PROPOSED), needs(OwnCost), own(Link))]
    PaidThis,
    /// Objects with an activated ability, even one that doesn't function there (CR 602.1, 702.29b).
    #[word(reads(ABILITY, KEYWORD))]
    WithActivatedAbility,
    /// Spells that are the nth one their player has cast this turn, counted from 1.
    #[word(reads(PAST_CASTS))]
    NthCast(u32),
    /// Spells cast from a zone, and cards in that zone that would be cast (CR 601.2a).
    #[word(reads(PROPOSED))]
    CastFrom(ZoneKind),
    /// Objects with exactly one of these mana costs: `ManaCostIs(["{0}", "{1}"])` (CR 202.1).
    #[word(reads(NAME), alone)]
    ManaCostIs(Vec<ManaCost>),
    /// Spells cast as an Adventure, and copies of them (CR 716.3c).
    // What shows other characteristics becomes another object, or a copy of one.
    #[word(reads(EVERYTHING))]
    Adventure,
    /// Objects with an Adventure, whether or not they were cast as one (CR 716.2a).
    // What shows other characteristics becomes another object, or a copy of one.
    #[word(reads(EVERYTHING))]
    HasAdventure,
    /// Objects with no abilities of any kind (CR 113.3). A basic land type gives a mana ability
    /// (CR 305.6), so basic lands have one.
    #[word(reads(ABILITY), alone, own(Nothing))]
    NoAbilities,
    /// Objects with {X} in their mana cost, whatever its value (CR 107.3, 202.1).
    #[word(reads(NAME), alone)]
    XInManaCost,
    /// Permanents with a designation: `Marked(Renowned)` (CR 701.31b, 701.38b, 702.95b, 702.112b).
    /// Or cards in exile that one reserves, and spells and permanents that were such cards.
    // Effects mark permanents, too.
    #[word(reads(EVERYTHING), own(Nothing))]
    Marked(Marking),
    /// Objects that have a card type if no effects but copy effects are counted (CR 702.44a).
    #[word(reads(NAME), alone, own(Nothing))]
    TypeAsCopied(CardType),
    /// Permanents to which an effect that one of these players controls gives a designation:
    /// `MarkedBy(being: Goaded, by: You)` (CR 701.38d).
    #[word(reads(EVERYTHING), own(Nothing))]
    MarkedBy {
        /// The designation.
        being: Marking,
        /// The controllers of the effects.
        by: Players,
    },
    /// Creatures that are paired with one of these (CR 702.95b).
    #[word(reads(EVERYTHING))]
    PairedWith(Objects),
    /// Permanents that came under their controller's control since the beginning of that player's
    /// last upkeep: in an upkeep of theirs, the one before it (CR 702.30a).
    #[word(reads(CONTROL, TURN, STEP))]
    NewSinceUpkeep,
    /// Commanders, in whatever zone (CR 903.3).
    // What an object is made of changes only by its merging, and that changes everything.
    #[word(reads(NOTHING), alone, own(Nothing))]
    Commander,
    /// Objects with something that you noted as you drafted cards of this name, or that was chosen
    /// then: `Noted(Color, "Regicide")` (CR 905.2b).
    // Who "you" are changes with the control of the source.
    #[word(reads(COLOR, NAME, SUBTYPES, CONTROL), own(Nothing))]
    Noted(Noting, String),
    /// Objects that an event happened to during the last turn of their controller, counted like a
    /// trigger event: `LastTurn(Attacks(Any))` is "that attacked during its controller's last
    /// turn". The turn under way is nobody's last one (CR 609.8).
    #[word(reads(TURN, CONTROL), own(Nothing))]
    LastTurn(Box<PastEvent>),
    /// Spells that one of these players cast, and permanents that were such spells:
    /// `CastBy(who: You, from: Hand)` is "if you cast it from your hand" (CR 601.2i, 603.4).
    #[word(reads(ZONES))]
    CastBy {
        /// Who cast it.
        who: Players,
        /// From which zone; a hand, a graveyard or a library is that player's own. From any zone if
        /// left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<ZoneKind>,
    },
}

impl Filter {
    /// The default filter.
    pub(crate) const fn any() -> Filter {
        Filter::Any
    }

    /// Whether it describes the object with the ability.
    pub fn is_about_this(&self) -> bool {
        match self {
            Filter::This | Filter::Is(Objects::This) => true,
            Filter::All(parts) => parts.iter().any(Filter::is_about_this),
            _ => false,
        }
    }

    /// Whether only what is in combat fits: creatures (CR 506.3, 506.4).
    pub(crate) fn fights(&self) -> bool {
        match self {
            Filter::Attacking
            | Filter::Blocking
            | Filter::Blocked
            | Filter::AttackingThat { .. }
            | Filter::BlockingThat(_)
            | Filter::BlockedBy(_)
            | Filter::AttackingAlone
            | Filter::BlockingAlone => true,
            Filter::AnyOf(parts) => !parts.is_empty() && parts.iter().all(Filter::fights),
            _ => false,
        }
    }

    /// Whether only spells fit.
    pub fn is_of_spells(&self) -> bool {
        match self {
            Filter::Spell => true,
            Filter::All(parts) => parts.iter().any(Filter::is_of_spells),
            Filter::AnyOf(parts) => !parts.is_empty() && parts.iter().all(Filter::is_of_spells),
            _ => false,
        }
    }

    /// Whether it asks for characteristics, so that a card with undefined ones never matches
    /// (CR 701.8c).
    pub fn asks_for_characteristics(&self) -> bool {
        match self {
            Filter::Any
            | Filter::Card
            | Filter::Token
            | Filter::Commander
            | Filter::This
            | Filter::Is(_)
            | Filter::In(_)
            | Filter::OwnedBy(_)
            | Filter::ControlledBy(_) => false,
            Filter::Not(inner) => inner.asks_for_characteristics(),
            Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().any(Filter::asks_for_characteristics),
            _ => true,
        }
    }

    /// Whether each alternative says what type its objects are of.
    pub fn says_a_type(&self) -> bool {
        match self {
            Filter::Type(_) | Filter::Supertype(_) | Filter::Subtype(_) => true,
            Filter::ChosenCardType | Filter::ChosenSubtype => true,
            Filter::All(parts) => parts.iter().any(Filter::says_a_type),
            Filter::AnyOf(parts) => !parts.is_empty() && parts.iter().all(Filter::says_a_type),
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

    /// Whether it names a zone, and so describes where an object is now. A milled card is found in
    /// the public zone that it went to (CR 701.13c).
    pub fn names_a_zone(&self) -> bool {
        match self {
            Filter::In(_) | Filter::Is(Objects::ThisWay(Deed::Milled)) => true,
            Filter::Not(inner) => inner.names_a_zone(),
            Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().any(Filter::names_a_zone),
            _ => false,
        }
    }
}

/// A reference to objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(reads, method(needs: Need, own: Own = Object, naming: Naming = Once))]
pub enum Objects {
    /// The source of the ability, or the resolving spell (CR 201.4).
    #[word(reads(NOTHING), alone, needs(Nothing))]
    This,
    /// The objects chosen for a target: by its name, `Target("victim")`, or its position from 0,
    /// `Target(0)` (CR 115.1).
    #[word(reads(ZONES), needs(Target), own(Nothing))]
    Target(#[word(names(Target))] u8),
    /// The object that the trigger event involved.
    #[word(reads(ZONES), needs(EventObject), own(Nothing))]
    ThatObject,
    /// The current object, in a number or description that applies to each of several: the object a
    /// modification applies to, the current one of a `ForEach`, the attacking creature of a
    /// restriction.
    #[word(reads(AFFECTED), needs(Affected), own(Nothing))]
    Affected,
    /// What the object with the ability is attached to (CR 301.5e, 303.4m).
    #[word(reads(ATTACHMENT), alone, needs(Nothing))]
    AttachedTo,
    /// The objects used to pay the cost of this spell or ability: "the sacrificed creature"
    /// (CR 601.2h, 608.2h).
    #[word(reads(ZONES), needs(Payment))]
    PaidWith,
    /// The objects used to pay the costs of spells, or of the spells that permanents were:
    /// `Among(PaidFor(This), Type(Creature))` is "the creatures used to pay for it" (CR 400.7c).
    // What is being announced changes with the frames (CR 601.2b).
    #[word(reads(HISTORY, ZONES), needs(Nothing), own(Nothing))]
    PaidFor(Box<Objects>),
    /// The objects chosen by an instruction `Choose`: by name, `Chosen("spoils")`, or number,
    /// `Chosen(0)` (CR 608.2d).
    #[word(reads(ZONES), needs(Choice), own(Nothing))]
    Chosen(#[word(names(Choice))] u8),
    /// The objects of an earlier action of the resolving spell or ability: `ThisWay(Milled)` is
    /// "the cards milled this way" (CR 608.2c).
    #[word(reads(EVERYTHING), needs(Deed), own(Nothing))]
    #[word(found_by("if you do"))]
    ThisWay(Deed),
    /// In a granted ability, or an ability of a created token, the object whose ability granted it
    /// or created the token (CR 201.4a).
    #[word(reads(ZONES), needs(Granter), own(Link))]
    Granter,
    /// This specific object: what [`Objects::Granter`] becomes in an ability of a created token or
    /// emblem, and in copies of it (CR 201.4a). No card says it.
    #[word(unsaid, reads(ZONES), needs(Nothing), own(Nothing))]
    Exactly {
        /// Its number in the game.
        object: u32,
        /// Its name when the ability was created.
        name: String,
    },
    /// The tokens and copies created during this resolution (CR 701.6a).
    #[word(reads(ZONES), needs(Created), own(Nothing))]
    Created,
    /// This many cards from the top of players' libraries.
    #[word(reads(LIBRARY), needs(Nothing), own(Nothing), naming(Anew))]
    TopOfLibrary(Players, u32),
    /// Cards from the top of each library until enough of them match, or the whole library.
    /// `Reveal` them, and refer to them as `Among(ThisWay(Revealed), …)`; with `what: Any` it is
    /// "the top X cards".
    #[word(reads(LIBRARY), needs(Nothing), own(Nothing), naming(Anew))]
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
    #[word(reads(Filter::places(_0)), needs(Nothing), own(Nothing), naming(Anew))]
    #[word(found_by("destroy all, wrath"))]
    Each(Box<Filter>),
    /// The topmost matching card in players' graveyards (CR 404.2).
    #[word(reads(GRAVEYARD), needs(Nothing), own(Nothing), naming(Anew))]
    TopOfGraveyard(Players, Box<Filter>),
    /// The matching ones of some objects.
    #[word(reads(), needs(Nothing), own(Nothing), naming(Anew))]
    Among(Box<Objects>, Box<Filter>),
    /// The last of some objects, by their timestamps: "the last creature card exiled with it" is
    /// `Last(Among(Linked(Exiled), Type(Creature)))` (CR 613.7d, 613.7k).
    #[word(reads(ZONES), needs(Nothing), own(Nothing), naming(Anew))]
    Last(Box<Objects>),
    /// The objects that a linked ability of this object exiled, put onto the battlefield or had a
    /// player choose (CR 607.2a-d).
    #[word(reads(Linked::places(*_0)), needs(Link(Linking::Objects)), own(Link))]
    #[word(found_by("linked abilities: exiled with, the chosen"))]
    Linked(Linked),
    /// The objects locked in as the effect began (CR 611.2c).
    #[word(reads(ZONES), needs(Those), own(Nothing))]
    Those,
    /// In a replacement or prevention effect, the source that would deal the damage.
    #[word(reads(NOTHING), needs(DamageSource))]
    DamageSource,
    /// The creature that the card with the ability haunts (CR 702.55b).
    #[word(reads(ZONES), needs(Link(Linking::Haunt)), own(Link))]
    Haunted,
    /// A pile that objects were separated into: `Pile(0)` is the picked one, `Pile(1)` the other
    /// (CR 700.3).
    #[word(reads(ZONES), needs(Outcome(Separate::OUTCOME)), own(Nothing))]
    Pile(u8),
    /// Phased-out permanents that would match if they phased in (CR 702.26b). No other reference
    /// finds them.
    // What each of them would be hangs on everything.
    #[word(reads(EVERYTHING), needs(Nothing), own(Nothing), naming(Anew))]
    PhasedOut(Box<Filter>),
    /// The objects that an event happened to this turn, as they were then. A card that it moved to
    /// a public zone is found there too (CR 400.7d, 609.8).
    /// `Is(ThisTurn(IsDealtDamage(what: Any)))` matches what was dealt damage this turn.
    #[word(reads(), needs(Nothing))]
    ThisTurn(Box<PastEvent>),
    /// The objects with the most votes, or tied for the most, in the last vote of this resolution
    /// (CR 701.32).
    #[word(reads(HISTORY, ZONES), needs(Vote), own(Nothing))]
    MostVoted,
    /// The creature chosen to get the counters as this resolution amassed: "the Army you amassed"
    /// (CR 701.44b).
    #[word(reads(ZONES), needs(Outcome(Amass::OUTCOME)), own(Nothing))]
    Amassed,
    /// The permanents that convoked spells, or the spells that permanents were, and nothing else
    /// that they were paid with: `Among(Convoked(This), Type(Creature))` is "each creature that
    /// convoked it" (CR 400.7c, 702.51c).
    // What is being announced changes with the frames (CR 601.2b).
    #[word(reads(HISTORY, ZONES), needs(Nothing), own(Nothing))]
    Convoked(Box<Objects>),
}

impl Objects {
    /// Whether it means everything of a description, which may be nothing.
    pub const fn is_of_a_description(&self) -> bool {
        matches!(self, Objects::Each(_) | Objects::PhasedOut(_))
    }
}

impl Naming {
    /// How the controllers or owners of objects are named: as these are.
    fn of(objects: &Objects) -> Naming {
        objects.naming()
    }
}

/// A reference to players.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[word(reads, method(needs: Need, own: Own = Object, naming: Naming = Anew, said: Wording = None))]
pub enum Players {
    /// The controller of the spell or ability (CR 109.5).
    // Who "you" are changes with the control of the source.
    #[word(reads(CONTROL), alone, needs(Nothing), own(Nothing))]
    You,
    /// Your opponents (CR 102.2).
    // Who "you" are changes with the control of the source.
    #[word(reads(CONTROL), alone, needs(Nothing), own(Nothing))]
    Opponents,
    /// Each player.
    #[word(reads(NOTHING), alone, needs(Nothing), own(Nothing))]
    Each,
    /// The players chosen for a target: by its name, `Target("victim")`, or its position from 0.
    #[word(reads(NOTHING), needs(Target), own(Nothing))]
    Target(#[word(names(Target))] u8),
    /// The player that the trigger event involved.
    #[word(reads(NOTHING), needs(EventPlayer), own(Nothing))]
    ThatPlayer,
    /// The active player (CR 102.1).
    #[word(reads(TURN), needs(Nothing), own(Nothing), naming(Once), said(Some("the active player")))]
    Active,
    /// The player that an attacking creature is attacking, or the controller of the planeswalker
    /// that it is attacking (CR 508.5). The creature is the first that attacks, or attacked this
    /// turn, of these: the object that the text applies to, that of the trigger event, the object
    /// with the ability (also if it attacked in an earlier turn), what that is attached to, the
    /// targets, what was chosen. A restriction or requirement on attacking or being blocked, its
    /// condition, and a modification mean it for each creature (CR 508.5a), and while attackers are
    /// declared it is the player announced (CR 508.1b). Where a spell or ability that resolves
    /// speaks of no attacking creature, its controller chooses a defending player.
    // A creature that has stopped attacking is asked what it attacked last, this turn or the last.
    #[word(reads(COMBAT, CONTROL, TURN, AFFECTED), needs(Nothing), naming(Once), said(Some("defending player")))]
    Defending,
    /// The controllers of objects.
    #[word(reads(CONTROL), needs(Nothing), own(Nothing), naming(of(_0)))]
    ControllerOf(Box<Objects>),
    /// The owners of objects.
    #[word(reads(), needs(Nothing), own(Nothing), naming(of(_0)))]
    OwnerOf(Box<Objects>),
    /// The opponents of players (CR 102.2).
    #[word(reads(), needs(Nothing), own(Nothing))]
    OpponentsOf(Box<Players>),
    /// The player that the object with the ability is attached to (CR 303.4m).
    #[word(reads(ATTACHMENT), needs(Nothing), naming(Once), said(Some("enchanted player")))]
    Enchanted,
    /// The player chosen by a linked ability (CR 607.2d).
    #[word(reads(NOTHING), needs(Link(Linking::Player)), own(Link), said(Some("the chosen player")))]
    ChosenPlayer,
    /// The players chosen by an instruction `Choose`, by name or number (CR 608.2d).
    #[word(reads(NOTHING), needs(Choice), own(Nothing))]
    Chosen(#[word(names(Choice))] u8),
    /// The player who is choosing, doing something or being dealt damage, or the current player of
    /// a `ForEach`: "they" (CR 608.2e). What you choose or do in a `ForEach` is about its current
    /// player.
    #[word(reads(NOTHING), needs(They), own(Nothing))]
    They,
    /// The monarch, if there is one (CR 720.1).
    // When a player becomes the monarch, everything is forgotten.
    #[word(reads(NOTHING), needs(Nothing), own(Nothing), naming(Once), said(Some("the monarch")))]
    Monarch,
    /// The players that an event happened to this turn (CR 609.8).
    #[word(reads(), needs(Nothing))]
    ThisTurn(Box<PastEvent>),
    /// The players for whom a number is the greatest, in which `They` is the player:
    /// `WithMost(Life(They))` is "the player with the most life or tied for most life".
    #[word(reads(PLAYERS), needs(Nothing), own(Nothing), naming(Once))]
    WithMost(#[word(place(Compared))] Box<Quantity>),
    /// Those of some players who voted for a choice that another player didn't vote for, in the
    /// vote of the trigger event or the last vote of this resolution: `VotedOtherwise(Opponents,
    /// You)` (CR 701.32).
    #[word(reads(HISTORY), needs(Vote), own(Nothing))]
    VotedOtherwise(Box<Players>, Box<Players>),
    /// Some players without others: `OtherThan(Opponents, Defending)` is "each opponent other than
    /// defending player".
    #[word(reads(), needs(Nothing), own(Nothing))]
    OtherThan(Box<Players>, Box<Players>),
    /// The player still in the game who is nearest to the left of a player: the next in turn order
    /// (CR 101.4).
    #[word(reads(), needs(Nothing), own(Nothing), naming(Once))]
    LeftOf(Box<Players>),
    /// The player still in the game who is nearest to the right of a player.
    #[word(reads(), needs(Nothing), own(Nothing), naming(Once))]
    RightOf(Box<Players>),
    /// The winner of the last subgame of this resolution, if it had one (CR 722.1b).
    #[word(
        reads(HISTORY),
        alone,
        needs(Outcome(PlaySubgame::OUTCOME)),
        own(Nothing),
        said(Some("the winner of the subgame"))
    )]
    WonSubgame,
    /// The players who didn't win the last subgame of this resolution: all of them if it was a draw
    /// (CR 722.1b).
    #[word(
        reads(HISTORY),
        alone,
        needs(Outcome(PlaySubgame::OUTCOME)),
        own(Nothing),
        said(Some("each player who doesn't win the subgame"))
    )]
    DidntWinSubgame,
    /// Your teammates (CR 102.3).
    // Who "you" are changes with the control of the source.
    #[word(reads(CONTROL), alone, needs(Nothing), own(Nothing))]
    Teammates,
    /// Your team: you and your teammates; without teams, you (CR 102.4).
    // Who "you" are changes with the control of the source.
    #[word(reads(CONTROL), alone, needs(Nothing), own(Nothing), said(Some("your team")))]
    YourTeam,
    /// The attacking player: with shared turns, the controller of the creature that the creature
    /// with the ability is blocking (CR 506.2, 805.10c).
    // A creature that has stopped blocking is asked what it blocked last this turn.
    #[word(reads(COMBAT, CONTROL, TURN), needs(Nothing), naming(Once), said(Some("attacking player")))]
    Attacking,
    /// The players that you noted as you drafted cards of this name: `Noted("Cogwork Tracker")`
    /// (CR 905.2b).
    // Who "you" are changes with the control of the source.
    #[word(reads(CONTROL), needs(Nothing), own(Nothing))]
    Noted(String),
    /// Some players and others, in APNAP order: `And(You, ThatPlayer)` is "you and that player"
    /// (CR 101.4).
    #[word(reads(), needs(Nothing), own(Nothing))]
    And(Box<Players>, Box<Players>),
    /// Those of some players for whom a number is the greatest, in which `They` is the player:
    /// `MostAmong(Opponents, Life(They))` is "the opponent with the most life or tied for most
    /// life". The fewest is the most of the negative number:
    /// `MostAmong(Each, Times(-1, HandSize(They)))`.
    #[word(reads(PLAYERS), needs(Nothing), own(Nothing), naming(Once))]
    MostAmong(Box<Players>, #[word(place(Compared))] Box<Quantity>),
    /// The players that an event happened to, or who did it, during their own last turn:
    /// `LastTurn(Casts(Each, Any))` is "each player who cast a spell during their last turn". The
    /// turn under way is nobody's last one (CR 609.8).
    #[word(reads(TURN), needs(Nothing))]
    LastTurn(Box<PastEvent>),
    /// The player with the high bid: the last one of this resolution (CR 608.2c).
    #[word(reads(HISTORY), needs(Outcome(Bid::OUTCOME)), own(Nothing), naming(Once), said(Some("the high bidder")))]
    HighBidder,
}

const fn you() -> Players {
    Players::You
}

fn is_you(who: &Players) -> bool {
    *who == Players::You
}

fn one() -> Box<Quantity> {
    Box::new(Quantity::Fixed(1))
}

fn is_one(count: &Quantity) -> bool {
    *count == Quantity::Fixed(1)
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(reads, method(needs: Need = Nothing, own: Own = Object, said: Wording = None))]
pub enum Quantity {
    /// This number.
    #[word(reads(NOTHING), alone, own(Nothing))]
    Fixed(i32),
    /// The value of X, chosen or defined by the `x` of the body (CR 107.3).
    #[word(reads(ANNOUNCED), needs(X))]
    X,
    /// The amount of the event that triggered the ability or that is replaced.
    #[word(reads(NOTHING), needs(EventAmount), own(Nothing), said(Some("that number")))]
    ThatMuch,
    /// The number of matching objects.
    #[word(reads(Filter::places(_0)), own(Nothing))]
    #[word(found_by("for each"))]
    Count(Box<Filter>),
    /// The number of different names among matching objects (CR 201.2b).
    #[word(reads(NAME, Filter::places(_0)), own(Nothing))]
    DifferentNames(Box<Filter>),
    /// The number of card types among matching objects (CR 205.2).
    #[word(reads(TYPE, Filter::places(_0)), own(Nothing))]
    CardTypes(Box<Filter>),
    /// The power of an object, or the total power of several.
    #[word(reads(POWER_TOUGHNESS, CREATURE), own(Nothing))]
    Power(Objects),
    /// The toughness of an object, or the total toughness of several.
    #[word(reads(POWER_TOUGHNESS, CREATURE), own(Nothing))]
    Toughness(Objects),
    /// The mana value of an object, or the total mana value of several.
    #[word(reads(NAME, ANNOUNCED), own(Nothing))]
    ManaValue(Objects),
    /// The number of counters of a kind on objects.
    #[word(reads(COUNTERS), own(Nothing))]
    Counters(CounterKind, Objects),
    /// The number of counters of a kind that players have.
    #[word(reads(PLAYERS), own(Nothing))]
    PlayerCounters(CounterKind, Players),
    /// The life total of a player, or the sum for several.
    #[word(reads(PLAYERS), own(Nothing))]
    Life(Players),
    /// The starting life total of a player, or the sum for several (CR 103.3).
    // It never changes.
    #[word(reads(), own(Nothing))]
    StartingLife(Players),
    /// The number of cards in players' hands.
    #[word(reads(HAND), own(Nothing))]
    HandSize(Players),
    /// The number that was chosen, paid or noted for a linked ability (CR 607.2d-e, 607.2g).
    #[word(reads(NOTHING), needs(Link(Linking::Number)), own(Link))]
    ChosenNumber,
    /// The number of objects in a reference.
    #[word(reads(), own(Nothing))]
    #[word(found_by("for each"))]
    Number(Objects),
    /// Devotion to one color, or to several: `Devotion([Black], You)` (CR 700.5).
    #[word(reads(NAME, BATTLEFIELD, CONTROL), own(Nothing))]
    Devotion(Vec<Color>, Players),
    /// The number of creatures in players' parties (CR 700.8).
    #[word(reads(BATTLEFIELD, CONTROL, SUBTYPES, CREATURE), own(Nothing))]
    Party(Players),
    /// The number of coins in the last flips with this result (CR 705).
    #[word(reads(HISTORY), needs(Outcome(FlipCoins::OUTCOME)), own(Nothing))]
    Coins(CoinSide),
    /// A result of the last dice roll (CR 706.2).
    #[word(reads(HISTORY), needs(Outcome(RollDice::OUTCOME)), own(Nothing))]
    Roll(RollValue),
    /// Each recipient's share of what is divided among them (CR 601.2d, 608.2d).
    #[word(reads(AFFECTED), needs(Portion), own(Nothing), said(Some("that share")))]
    Portion,
    /// How much, or how many times, the resolving spell or ability has done something:
    /// `ThisWay(Milled)` is the number of cards milled. With players, only what those players did
    /// or what happened to them counts (CR 608.2h).
    // What has happened is compared with filters of all kinds.
    #[word(reads(EVERYTHING), needs(Deed), own(Nothing))]
    ThisWay(Deed, #[serde(default)] Option<Players>),
    /// A number multiplied: `Times(2, X)`.
    #[word(reads(), own(Nothing))]
    Times(i32, Box<Quantity>),
    /// The sum of numbers.
    #[word(reads(), own(Nothing))]
    Sum(Vec<Quantity>),
    /// The number of times an object's optional additional cost was paid: "for each time it was
    /// kicked" (CR 702.33).
    #[word(reads(PROPOSED))]
    #[word(found_by("if it was kicked"))]
    TimesPaid(OptionalCost, Objects),
    /// A number divided by another, rounded down by default (CR 107.1a).
    #[word(reads(), own(Nothing))]
    #[word(found_by("half, rounded up"))]
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
    #[word(reads(PAST_CASTS))]
    CastBefore(Objects),
    /// The greatest number of spells that one of these players cast last turn.
    #[word(reads(PAST_CASTS), own(Nothing))]
    CastLastTurn(Players),
    /// How many times an event has happened this turn, counted like a trigger event. "If a creature
    /// died this turn" is `Compare(TimesThisTurn(Moves(what: Type(Creature), from: Battlefield, to:
    /// Graveyard)), AtLeast, Fixed(1))`.
    #[word(reads())]
    TimesThisTurn(Box<PastEvent>),
    /// The total amount of an event this turn: `AmountThisTurn(GainsLife(You))` is the life you
    /// have gained.
    #[word(reads())]
    AmountThisTurn(Box<PastEvent>),
    /// The value of X of another object on the stack (CR 107.3e).
    #[word(reads(HISTORY), own(Nothing))]
    XOf(Objects),
    /// The number of creatures these players have attacked with this turn, wherever they are now
    /// (CR 609.8).
    #[word(reads(PAST_COMBAT, TURN), own(Nothing))]
    AttackedWith(Players),
    /// The value chosen for the variable additional cost printed on this object, when it was cast
    /// (CR 607.2j).
    #[word(reads(ANNOUNCED), needs(Link(Linking::Cost)), own(Link))]
    PaidAsCast,
    /// The level of a permanent, or the sum for several; 1 if it has no level (CR 717.2b, 717.2d).
    #[word(reads(LEVELS), own(Nothing))]
    Level(Objects),
    /// The amount of mana spent to cast an object, or the spell it was (CR 106.6, 400.7c, 601.2h).
    #[word(reads(HISTORY))]
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
    #[word(reads(HISTORY))]
    ColorsSpent(Objects),
    /// The number of subtypes of a set among matching objects: `Subtypes(BasicLand, …)` counts
    /// basic land types among lands (CR 305.6).
    #[word(reads(SUBTYPES, Filter::places(_1)), own(Nothing))]
    Subtypes(SubtypeSet, Box<Filter>),
    /// The number of colors among matching objects (CR 105.2).
    #[word(reads(COLOR, Filter::places(_0)), own(Nothing))]
    Colors(Box<Filter>),
    /// The greatest value of a number among several objects or players; 0 if there are none.
    #[word(reads(), own(Nothing))]
    Greatest(Box<OfEach>),
    /// The least value of a number among several objects or players; 0 if there are none.
    #[word(reads(), own(Nothing))]
    Least(Box<OfEach>),
    /// The number of turns these players have begun this game, including extra turns and the
    /// current turn (CR 102.1, 500.1).
    #[word(reads(TURN), own(Nothing))]
    TurnsTaken(Players),
    /// The number of these players: `PlayerCount(Opponents)` is "for each opponent you have"
    /// (CR 702.125a).
    #[word(reads(), own(Nothing))]
    PlayerCount(Players),
    /// The number of opponents that one of these players attacked with a creature this combat
    /// (CR 702.121a). Attacking a planeswalker is not attacking its controller.
    #[word(reads(PAST_COMBAT, TURN), own(Nothing))]
    OpponentsAttacked(Players),
    /// How often the optional cost that this ability offers was paid for its spell: "for each time
    /// its replicate cost was paid" (CR 702.56b, 702.78b).
    #[word(reads(PROPOSED), needs(OwnCost), own(Link), said(Some("the number of times that cost was paid")))]
    TimesPaidThis,
    /// The number of the keyword ability whose alternative cost was paid for the spell: 4 if it was
    /// cast for its "awaken 4" cost (CR 702.113a).
    #[word(reads(PROPOSED), said(Some("the number of that keyword ability")))]
    NumberPaidFor,
    /// The number of votes for a word in the last vote of this resolution (CR 701.32).
    #[word(reads(HISTORY), needs(Vote), own(Nothing))]
    Votes(String),
    /// How many times you have cast your commanders from the command zone this game (CR 903.8).
    #[word(
        reads(PLAYERS),
        own(Nothing),
        said(Some("the number of times you've cast your commander from the command zone this game"))
    )]
    CommanderCasts,
    /// The highest number that you noted as you drafted cards of this name; 0 if there is none
    /// (CR 905.2b).
    // Who "you" are changes with the control of the source.
    #[word(reads(CONTROL), own(Nothing))]
    HighestNoted(String),
    /// The number of mana symbols of some colors in the mana costs of objects:
    /// `ManaSymbols([Red], Each(ControlledBy(You)))` is "the number of red mana symbols in the mana
    /// costs of permanents you control". A symbol of several of the colors counts once (CR 107.4,
    /// 202.1).
    #[word(reads(NAME), own(Nothing))]
    ManaSymbols(Vec<Color>, Objects),
    /// The high bid: the last one of this resolution (CR 608.2c).
    #[word(reads(HISTORY), needs(Outcome(Bid::OUTCOME)), own(Nothing), said(Some("the high bid")))]
    HighBid,
    /// The number of counters of all kinds on objects (CR 122.1).
    #[word(reads(COUNTERS), own(Nothing))]
    AllCounters(Objects),
}

impl Quantity {
    /// Whether it asks something of the game, besides what the numbers within it do.
    pub const fn asks_the_game(&self) -> bool {
        !matches!(
            self,
            Quantity::Fixed(_)
                | Quantity::X
                | Quantity::ThatMuch
                | Quantity::Portion
                | Quantity::Times(..)
                | Quantity::Sum(_)
                | Quantity::Divided { .. }
        )
    }
}

/// A number for each of several objects or players: `(of: Power(Affected), each:
/// Object(Each(Type(Creature))))`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(reads)]
pub struct OfEach {
    /// The number; `Affected` is the current object and `They` the current player.
    pub of: Quantity,
    /// The objects or players.
    pub each: Each,
}

/// A condition that is true or false.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(reads, method(needs: Need = Nothing, own: Own = Object))]
pub enum Condition {
    /// Two numbers have this relation: `Compare(Count(Type(Land)), AtLeast, Fixed(7))`.
    #[word(reads(), own(Nothing))]
    #[word(found_by("intervening \"if\""))]
    Compare(Quantity, Comparison, Quantity),
    /// At least one object matches.
    #[word(reads(Filter::places(_0)), own(Nothing))]
    #[word(found_by("intervening \"if\""))]
    Exists(Filter),
    /// A reference has at least one object, and all of them match.
    #[word(reads(), own(Nothing))]
    Is(Objects, Filter),
    /// It is the turn of one of these players.
    #[word(reads(TURN), own(Nothing))]
    TurnOf(Players),
    /// It is this step of a turn.
    #[word(reads(TURN, STEP), own(Nothing))]
    During(TurnStep),
    /// It is day or night (CR 724.1). "It's neither day nor night" is
    /// `Not(AnyOf([ItIs(Day), ItIs(Night)]))`.
    #[word(reads(TURN), own(Nothing))]
    ItIs(DayNight),
    /// A step of this kind has ended this turn, even if another one follows (CR 503.2).
    #[word(reads(TURN, STEP), own(Nothing))]
    After(TurnStep),
    /// It is a part of the turn's first combat phase, or with `during`, of the current one
    /// (CR 506.6).
    #[word(reads(TURN, STEP), own(Nothing))]
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
    #[word(reads(NOTHING), needs(Link(Linking::Word)), own(Link))]
    ChosenWord(String),
    /// At least one of the last coin flips had this result (CR 705).
    #[word(reads(HISTORY), needs(Outcome(FlipCoins::OUTCOME)), own(Nothing))]
    Flip(CoinSide),
    /// One of these players is the monarch (CR 720.1).
    #[word(reads(), own(Nothing))]
    Monarch(Players),
    /// One of these players was the monarch as the turn began (CR 720.1).
    #[word(reads(TURN), own(Nothing))]
    WasMonarch(Players),
    /// The condition doesn't hold.
    #[word(reads(), own(Nothing))]
    Not(Box<Condition>),
    /// All of these hold.
    #[word(reads(), own(Nothing))]
    All(Vec<Condition>),
    /// At least one of these holds.
    #[word(reads(), own(Nothing))]
    AnyOf(Vec<Condition>),
    /// One of these players has a designation: `HasDesignation(You, Monarch)` is `Monarch(You)`
    /// (CR 702.131c).
    #[word(reads(), own(Nothing))]
    HasDesignation(Players, Designation),
    /// The player whom a linked `Offer` asked as the permanent entered accepted it: "tribute was
    /// paid" (CR 702.104b).
    #[word(reads(NOTHING), needs(Link(Linking::Offer)), own(Link))]
    Accepted,
    /// One of these players won the last clash of this resolution (CR 701.23d).
    #[word(reads(HISTORY), own(Nothing))]
    WonClash(Players),
    /// One of these players has completed a dungeon this game (CR 309.7).
    #[word(reads(PLAYERS), own(Nothing))]
    CompletedDungeon {
        /// Which players.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// Only the dungeon with this name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        named: Option<String>,
    },
    /// You removed a card with these characteristics from the draft with cards of this name
    /// (CR 905.2c): `RemovedFromDraft("Animus of Predation", Keyword(Flying))`.
    // What is printed never changes; who "you" are changes with the control of the source.
    #[word(reads(CONTROL), own(Nothing))]
    RemovedFromDraft(String, Filter),
    /// You guessed the name of a card correctly for a card of this name as you drafted (CR 905.2b).
    // Who "you" are changes with the control of the source.
    #[word(reads(CONTROL), own(Nothing))]
    GuessedRight(String),
    /// There is one of some players, and each of them is among others: `AreAmong(Monarch,
    /// Opponents)` (CR 102.2).
    #[word(reads(), own(Nothing))]
    AreAmong(Players, Players),
    /// An event has happened since the current step began: `ThisStep(IsAttacked(players: You))` is
    /// "you've been attacked this step" (CR 500.1, 508.3b).
    #[word(reads(STEP))]
    ThisStep(Box<PastEvent>),
}
