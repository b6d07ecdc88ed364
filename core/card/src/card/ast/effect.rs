//! Static and continuous effects: modifications, replacement effects, copies (CR 611, 613, 614,
//! 707).

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::ast::ability::{Ability, Body, Face, TargetWhat};
use crate::card::ast::cost::{AbilityKind, Cost, CostEffect, Costly};
use crate::card::ast::drafting::Drafting;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::ast::keyword::{Keyword, KeywordName};
use crate::card::ast::restriction::{AsThough, Charge, CombatDamage, Permission, Requirement, Restriction};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::{CardType, Subtype, SubtypeSet, Supertype};
use crate::card::words::chosen::{Kept, Value, WordKind};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Deeds;
use crate::card::words::layer::Layer;
use crate::card::words::mana_symbol::{Color, Colors, ManaType};
use crate::card::words::marking::Marking;
use crate::card::words::predefined::Predefined;
use crate::card::words::reads::Reads;
use crate::card::words::refers::{Linking, Need, Own, Provides, Told};
use crate::card::words::turn_step::{DayNight, Phase, TurnPart, TurnStep};
use crate::card::words::zone_kind::{Place, ZoneKind, Zones};

/// A change to a maximum hand size (CR 402.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum HandSize {
    /// No maximum.
    Unlimited,
    /// This number.
    Is(Quantity),
    /// Increased by this number.
    Plus(Quantity),
    /// Reduced by this number.
    Minus(Quantity),
}

/// A value that linked abilities refer to: "as this enters, choose a color" (CR 607.2d, 614.12).
/// They refer to it as `ChosenColor`, `ChosenSubtype`, `ChosenCardType`, `ChosenName`,
/// `ChosenPlayer`, `ChosenNumber` or `ChosenWord("…")`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(method(provides: Provides = NOTHING))]
pub enum Choosing {
    /// Any color, or one of these (CR 105.4).
    #[word(provides(COLOR, VALUE))]
    Color(#[serde(default)] Vec<Color>),
    /// A color of one of the matching objects: "a color of a permanent you control" (CR 105.2,
    /// 105.4).
    #[word(provides(COLOR))]
    ColorAmong(Filter),
    /// A creature type (CR 205.3m).
    #[word(provides(SUBTYPE, VALUE))]
    CreatureType,
    /// A basic land type (CR 205.3i).
    #[word(provides(SUBTYPE, VALUE))]
    BasicLandType,
    /// One of these card types.
    #[word(provides(CARD_TYPE))]
    CardType(Vec<CardType>),
    /// One of these players.
    #[word(provides(PLAYER))]
    Player(Players),
    /// A matching object, chosen without targeting; `Linked(Chosen)` refers to it (CR 614.12a).
    #[word(provides(CHOSEN, THERE))]
    Object(Filter),
    /// A number.
    #[word(provides(NUMBER))]
    Number {
        /// The minimum.
        min: u32,
        /// The maximum.
        max: u32,
    },
    /// A card name (CR 201.3).
    #[word(provides(NAME))]
    Name,
    /// The name of a card whose printed characteristics match: "a nonland card name" (CR 201.3a).
    #[word(provides(NAME))]
    NameOf(Filter),
    /// One of these words: `Word(["Khans", "Dragons"])` (CR 607.2f).
    #[word(provides(WORD))]
    Word(Vec<String>),
    /// An amount of life, paid as the permanent enters; the amount is the chosen number
    /// (CR 607.2g).
    #[word(provides(NUMBER))]
    Life,
    /// Matching permanents, sacrificed as the permanent enters; their number is the chosen number
    /// (CR 607.2g).
    #[word(provides(NUMBER, CHOSEN, GONE))]
    Sacrifice(Filter),
    /// Matching objects, exiled as the permanent enters; their number is the chosen number
    /// (CR 614.13).
    #[word(provides(NUMBER, EXILED))]
    Exile(Filter),
    /// What an Aura is attached to as it is turned face up or transforms (CR 303.4k, 712.16).
    Host {
        /// Which objects or players.
        to: TargetWhat,
        /// Whether the player may choose nothing.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        may: bool,
    },
    /// Matching permanents, sacrificed as the permanent enters; it enters with this many counters
    /// for each: `SacrificeFor(Type(Creature), PowerToughness(1, 1), 2)` (CR 614.13, 702.82a).
    #[word(provides(NUMBER, CHOSEN))]
    SacrificeFor(Filter, CounterKind, u32),
    /// Matching cards in hand, revealed as the permanent enters; it enters with this many counters
    /// for each: `RevealFor(Type(Artifact), PowerToughness(1, 1), 1)` (CR 614.12a). Cards that
    /// enter at the same time may be revealed too.
    #[word(provides(NUMBER))]
    RevealFor(Filter, CounterKind, u32),
    /// Like `RevealFor`, but neither this card nor a card that enters at the same time may be
    /// revealed, as amplify says:
    /// `RevealOthersFor(Subtype("Zombie"), PowerToughness(1, 1), 2)` (CR 702.38a).
    #[word(provides(NUMBER))]
    RevealOthersFor(Filter, CounterKind, u32),
}

impl Choosing {
    /// The values to choose from, if they are the same in every game. Empty for players, numbers
    /// and names.
    pub fn values(&self) -> Vec<Value> {
        let subtypes = |names: &'static [&'static str]| names.iter().filter_map(|name| Subtype::named(name).ok());
        match self {
            Choosing::Color(colors) if colors.is_empty() => Color::ALL.into_iter().map(Value::Color).collect(),
            Choosing::Color(colors) => colors.iter().copied().map(Value::Color).collect(),
            Choosing::CreatureType => subtypes(&crate::card::words::subtypes::CREATURE).map(Value::Subtype).collect(),
            Choosing::BasicLandType => {
                let basic = |subtype: &Subtype| crate::card::words::card_type::BasicLandType::of(*subtype).is_some();
                subtypes(&crate::card::words::subtypes::LAND).filter(basic).map(Value::Subtype).collect()
            }
            Choosing::CardType(kinds) => kinds.iter().copied().map(Value::CardType).collect(),
            Choosing::Word(words) => words.iter().cloned().map(Value::Word).collect(),
            Choosing::ColorAmong(_)
            | Choosing::Player(_)
            | Choosing::Object(_)
            | Choosing::Number { .. }
            | Choosing::Name
            | Choosing::NameOf(_)
            | Choosing::Life
            | Choosing::Sacrifice(_)
            | Choosing::Exile(_)
            | Choosing::Host { .. }
            | Choosing::SacrificeFor(..)
            | Choosing::RevealFor(..)
            | Choosing::RevealOthersFor(..) => Vec::new(),
        }
    }
}

/// An exception to a copy effect: "except …" (CR 707.9).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum Exception {
    /// A changed characteristic or an additional ability: `But(AddType(Enchantment))`. It becomes
    /// part of the copiable values (CR 707.9a-b, 707.9d).
    But(Modification),
    /// The copy has this ability too (CR 707.9a).
    HasThisAbility,
    /// The copy keeps this characteristic of its own instead of copying it (CR 707.9c).
    Keeps(Kept),
    /// The copy has no mana cost (CR 707.9b).
    NoManaCost,
    /// The copy enters with these additional counters (CR 707.9e).
    EntersWith(CounterKind, Quantity),
    /// Exceptions that apply only to a copy that matches without them: `If(Type(Creature), […])`
    /// (CR 707.9f).
    If(Filter, Vec<Exception>),
}

/// "You may have it enter as a copy of any creature": `EnterAs(of: Type(Creature))` (CR 707.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct EnterAs {
    /// What to copy; the controller of the entering permanent chooses one, without targeting.
    pub of: Filter,
    /// Whether the player may choose nothing.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub may: bool,
    /// Whether it enters tapped if it copies something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tapped: bool,
    /// Exceptions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Exception>,
    /// "When you do": a triggered ability; `ThatObject` is the copied object (CR 603.11, 707.9g).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Box<Body>>,
}

const fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_yes(yes: &bool) -> bool {
    *yes
}

/// How long a continuous effect lasts (CR 611.2a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[word(method(needs: Need = Nothing, own: Own = Object))]
pub enum Duration {
    /// Until the cleanup step (CR 514.2).
    #[word(own(Nothing))]
    #[word(found_by("until end of turn"))]
    EndOfTurn,
    /// Until the combat phase ends (CR 511.2).
    #[word(own(Nothing))]
    EndOfCombat,
    /// As long as a condition holds (CR 611.2b).
    AsLongAs(Condition),
    /// Until the game ends.
    #[word(own(Nothing))]
    Indefinite,
    /// Until a turn, phase or step of one of these players begins: `Until(Turn, You)` is "until
    /// your next turn" (CR 500.5).
    Until(TurnPart, Players),
    /// Until the end of the next such step of one of these players: "during its controller's next
    /// untap step". A step in progress as the effect begins doesn't count. `Through(Cleanup, You)`
    /// is "until the end of your next turn": a turn in progress doesn't count, whoever's it is. The
    /// effect ends with those that last until end of turn (CR 514.2).
    Through(TurnStep, Players),
    /// Only during the next such turn, phase or step of one of these players: "during target
    /// opponent's next turn" (CR 611.2a). One already in progress as the effect begins doesn't
    /// count.
    During(TurnPart, Players),
    /// Until the end of the current turn, phase or step. No card says it: `During` becomes this as
    /// its part begins.
    #[word(unsaid)]
    Meanwhile(TurnPart),
    /// For the next event it applies to, as for a replacement effect that is used up (CR 614.10a).
    Next,
    /// For the next event it applies to this turn: "the next time … this turn" (CR 615.8).
    NextThisTurn,
    /// Until its controller loses control of the spell or the permanent it becomes (CR 702.62a).
    WhileControlled,
    /// Until the spell, or the Aura that it becomes, stops being bestowed (CR 702.103b); no card
    /// says it.
    #[word(unsaid)]
    Bestowed,
    /// Until one of these players planeswalks: `UntilPlaneswalk(Each)` is "until a player
    /// planeswalks" (CR 901.11).
    UntilPlaneswalk(Players),
    /// Only during the extra turn or the extra phase of this kind that an earlier instruction of
    /// the same text adds: `DuringThat(Turn)` is "during that turn", `DuringThat(Phase(Combat))`
    /// "that combat". "At the beginning of that turn's end step" is a `Delay` until `DuringThat`
    /// (CR 500.7, 500.8). If several are added, it is during each of them; if it is skipped, never.
    #[word(needs(Added), own(Nothing))]
    DuringThat(TurnPart),
    /// During the turn or phase that this event added. No card says it: `DuringThat` becomes this
    /// as the effect begins.
    #[word(unsaid)]
    DuringAdded(TurnPart, u64),
}

impl Duration {
    /// Whether it is in a future part of the game, before which nothing of it is felt.
    pub const fn waits(&self) -> bool {
        matches!(self, Duration::During(..) | Duration::DuringThat(_) | Duration::DuringAdded(..))
    }
}

/// The effect of a static ability, or one that `Establish` begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum StaticEffect {
    /// Change characteristics of objects, each modification in its layer (CR 613).
    #[word(found_by("anthem, lord, pump, gets +1/+1", "characteristic-defining ability, */*"))]
    Modify {
        /// Which objects.
        what: Filter,
        /// The changes.
        modifications: Vec<Modification>,
        /// Whether this is a characteristic-defining ability (CR 604.3).
        #[serde(default)]
        defining: bool,
    },
    /// Replace or prevent events (CR 614, 615). An effect applies only once to an event, including
    /// modified forms of that event (CR 614.5).
    Replace(Replacement),
    /// Make something impossible (CR 101.2).
    Restrict(Restriction),
    /// Require creatures to do something in combat if able (CR 508.1d, 509.1c).
    Require(Requirement),
    /// Reveal the nth card that each of these players draws each turn, as it is drawn (CR 603.11).
    RevealDrawn {
        /// Who draws.
        who: Players,
        /// Which card of the turn, counted from 1.
        nth: u32,
        /// Whether revealing is optional, after looking at the card (CR 121.9).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        may: bool,
    },
    /// Change the maximum hand size of players (CR 402.2).
    #[word(found_by("no maximum hand size"))]
    MaximumHandSize {
        /// Whose.
        who: Players,
        /// The size, or a change to it.
        size: HandSize,
    },
    /// Allow an action before the game begins if the card is in the opening hand; use with
    /// `zone: Hand` (CR 103.5).
    OpeningHand {
        /// Whether the action is available any time the player could mulligan, instead (CR 103.4b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        mulligan: bool,
        /// Whether the player reveals the card to do so: "if you do" (CR 103.5b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reveal: bool,
        /// The instructions; `PutOntoBattlefield` begins the game with the card on the battlefield
        /// (CR 103.5a).
        #[word(place(Resolution))]
        then: Vec<Instruction>,
    },
    /// Allow the controllers of permanents not to untap them during their untap step (CR 502.3).
    MayStayTapped(Filter),
    /// Change what spells or activated abilities cost (CR 118.7-9, 601.2f).
    #[word(found_by("costs more, tax"))]
    Cost(CostEffect),
    /// Allow something that the rules don't (CR 305.2, 601.3, 609.4).
    Permit(Permission),
    /// Make abilities trigger an additional time (CR 603.2d).
    TriggerAgain {
        /// The event that triggers them.
        because: TriggerEvent,
        /// The objects whose abilities trigger again. Delayed triggered abilities don't
        /// (CR 603.2e).
        of: Filter,
    },
    /// Give players hexproof, shroud or protection (CR 702.11c, 702.16b, 702.18a).
    PlayersHave {
        /// Who has it.
        who: Players,
        /// Which keyword.
        keyword: Keyword,
    },
    /// Make attacking or blocking cost something (CR 508.1h, 509.1d).
    Charge(Charge),
    /// Let creatures block additional creatures each combat (CR 509.1a).
    BlocksMore {
        /// Which creatures.
        what: Filter,
        /// How many more; any number if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u32>,
    },
    /// Change how creatures assign combat damage (CR 510.1).
    CombatDamage(CombatDamage),
    /// Let creatures do something "as though" (CR 609.4).
    #[word(found_by("as though"))]
    AsThough(AsThough),
    /// Let the controllers of creatures exert them as they attack (CR 701.39d).
    MayExert(Filter),
    /// Increase players' devotion to each color and each combination of colors, or reduce it with a
    /// negative number (CR 700.5a).
    MoreDevotion {
        /// Whose.
        who: Players,
        /// By how much.
        more: Quantity,
    },
    /// Change how players vote (CR 701.32).
    Voting(Voting),
    /// Let players look at additional cards each time they surveil (CR 701.42b). Each such effect
    /// is used or not as its player likes.
    SurveilMore {
        /// Who.
        who: Players,
        /// How many more cards.
        more: Quantity,
    },
    /// Control players while they search libraries: "you control your opponents while they're
    /// searching their libraries" is `ControlSearchers(Opponents)` (CR 718.2). What they find goes
    /// where the search says: there is no word for exiling it instead.
    ControlSearchers(Players),
    /// A deck can have up to this many cards with the card's name, or any number of them, whatever
    /// the format says (CR 100.2a, 101.1, 903.5b).
    #[word(found_by("any number of cards named"))]
    CopiesInDeck(Option<u32>),
    /// The card can be designated as a commander, though it is no legendary creature (CR 903.3a).
    CanBeCommander,
    /// Let you do something as you cascade, once the cards are exiled: `ThisWay(Exiled)`
    /// (CR 702.85b).
    AsYouCascade(#[word(place(Within))] Vec<Instruction>),
    /// Make one of these players the starting player, a random one if there are several (CR 103.1c,
    /// 314.5a); use with `zone: Command`, in a conspiracy.
    StartingPlayer(Players),
    /// Let the owner choose something before the game begins if this card is a commander, such as a
    /// color. A characteristic-defining ability of the card is linked to it, in whatever zone the
    /// card is: `SetChosenColor` (CR 607.2p, 903.4b).
    AsCommander(Choosing),
    /// Let the owner reveal this card from their deck before they shuffle it to start the game, and
    /// exile cards that they drafted and that are not in the deck: cards of the sideboard; use with
    /// `zone: Library`. `SetAside` finds them (CR 607.2n).
    BeforeShuffling {
        /// Which cards.
        exile: Filter,
        /// How many at least.
        #[serde(default = "one_card", skip_serializing_if = "is_one_card")]
        least: u32,
        /// How many at most; any number if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<u32>,
    },
    /// Do something while cards are drafted, before there is a game; use with `zone: Outside`. What
    /// is noted then is told of in the game by the name of the card (CR 905.2).
    DuringDraft(Drafting),
    /// A printed text that is not read: it stands on the card, and nothing comes of it.
    #[word(found_by("partial, not executed"))]
    NotExecuted(String),
    /// Untap permanents during the untap step of players other than their controller: "untap all
    /// permanents you control during each other player's untap step" (CR 502.3). Nobody chooses
    /// whether they untap, and what keeps permanents from untapping during the untap step of their
    /// controller doesn't apply.
    UntapDuring {
        /// Which permanents.
        what: Filter,
        /// During whose untap steps.
        of: Players,
    },
}

const fn one_card() -> u32 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_one_card(count: &u32) -> bool {
    *count == 1
}

/// A change to how players vote (CR 701.32).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub enum Voting {
    /// Players get an additional vote, cast together with their own (CR 701.32d).
    More {
        /// Which players.
        who: Players,
        /// Whether it is optional: "you may vote an additional time".
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        may: bool,
    },
    /// Another player chooses how players vote. Of several such effects, the latest counts.
    ChosenBy {
        /// Whose votes.
        whose: Players,
        /// Who chooses: the first of these players.
        by: Players,
    },
}

impl StaticEffect {
    /// Whether it changes characteristics, control or devotion, and not the rules (CR 613.1,
    /// 613.11, 700.5a).
    pub const fn is_of_layers(&self) -> bool {
        matches!(self, StaticEffect::Modify { .. } | StaticEffect::MoreDevotion { .. })
    }

    /// Whether it restricts, requires or charges each creature that attacks or would attack, so
    /// that "the defending player" is determined for each, in its condition too (CR 508.5a).
    pub const fn is_of_each_attacker(&self) -> bool {
        match self {
            StaticEffect::Restrict(restriction) => matches!(
                restriction,
                Restriction::CantAttack(_)
                    | Restriction::CantAttackThat { .. }
                    | Restriction::CantBeBlockedBy { .. }
                    | Restriction::MinimumBlockers { .. }
                    | Restriction::MostBlockers { .. }
            ),
            StaticEffect::Require(requirement) => matches!(
                requirement,
                Requirement::Attack(_) | Requirement::AttackThat { .. } | Requirement::BeBlocked(_)
            ),
            StaticEffect::Charge(charge) => matches!(charge, Charge::Attack { .. }),
            _ => false,
        }
    }

    /// The copiable values it gives, if it is a copy effect that has begun (CR 707.2).
    pub fn copiable(&self) -> Option<&Face> {
        match self {
            StaticEffect::Modify { modifications, .. } => match modifications.as_slice() {
                [Modification::Copiable(face)] => Some(face),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it matters which ability generates it. One linked to that one could refer to what it
    /// does: it exiles in place of an event, or gives an ability, which counts as printed on the
    /// object that gives it to itself (CR 607.1a, 607.2b). Or it takes that very ability away
    /// (CR 113.10), which is linked to itself in this (CR 607.1c).
    pub fn can_be_linked(&self) -> bool {
        match self {
            StaticEffect::Replace(replacement) => replacement.instead.exiles(),
            StaticEffect::Modify { modifications, .. } => modifications.iter().any(|it| match it {
                Modification::Gain(ability) => !matches!(**ability, Ability::Keyword(_)),
                Modification::LoseThisAbility => true,
                _ => false,
            }),
            _ => false,
        }
    }

    /// Whether it replaces where its own object goes "from anywhere" (CR 113.6b).
    pub(crate) fn is_of_this_from_anywhere(&self) -> bool {
        let would = if let StaticEffect::Replace(replacement) = self { Some(&replacement.would) } else { None };
        matches!(would, Some(Would::Move { what: Filter::This, from: None, to: Some(_) }))
    }

    /// The zones in which alone its own object can be what it is about, if those are not the
    /// battlefield: it functions there (CR 113.6b).
    pub(crate) fn zones_of_this(&self) -> Option<Zones> {
        match self {
            StaticEffect::Replace(replacement) => match &replacement.would {
                Would::Move { what: Filter::This, from, .. } => from.filter(|it| !it.has(ZoneKind::Battlefield)),
                Would::Discard { what: Filter::This, .. } => Some(Zones::only(ZoneKind::Hand)),
                _ => None,
            },
            StaticEffect::Cost(CostEffect {
                of: Costly::Abilities { of: Filter::This, kind: AbilityKind::Cycling, .. },
                ..
            }) => Some(Zones::only(ZoneKind::Hand)),
            _ => None,
        }
    }
}

/// A change to characteristics, applied in its layer (CR 613.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
// `twice`: doing it a second time at once, with the same values, changes nothing.
#[word(
    reads,
    method(layer: Layer, writes: Reads, twice: bool = false, needs: Need = Nothing, own: Own = Object)
)]
pub enum Modification {
    /// Change the controller (layer 2).
    #[word(reads(), layer(Control), writes(CONTROL))]
    #[word(found_by("gain control, steal"))]
    Control(Players),
    /// Add a card type (layer 4).
    // Types bring and take the mana abilities of basic land types (CR 305.6).
    #[word(reads(NOTHING), layer(Type), writes(card_type(*_0), ACTIVATED), own(Nothing), twice)]
    AddType(CardType),
    /// Remove a card type and its subtypes (layer 4, CR 205.1b).
    // Subtypes may go with the types that they belong to (CR 205.1a).
    #[word(reads(NOTHING), layer(Type), writes(CARD_TYPES, SUBTYPES, ACTIVATED), own(Nothing), twice)]
    RemoveType(CardType),
    /// Set the card types, replacing all others (layer 4, CR 205.1a).
    // Subtypes may go with the types that they belong to (CR 205.1a).
    #[word(reads(NOTHING), layer(Type), writes(CARD_TYPES, SUBTYPES, ACTIVATED), own(Nothing), twice)]
    SetTypes(Vec<CardType>),
    /// Add a subtype (layer 4).
    // CR 205.3d: an object gets only subtypes that one of its types has.
    #[word(reads(AFFECTED, types_with(*_0)), layer(Type), writes(subtype(*_0), ACTIVATED), own(Nothing), twice)]
    AddSubtype(Subtype),
    /// Add every subtype of a set that the card types allow: `AddEverySubtype(Of(Creature))` (layer
    /// 4, CR 205.3d).
    #[word(reads(AFFECTED, types_with_set(*_0)), layer(Type), writes(subtypes(*_0), ACTIVATED), own(Nothing), twice)]
    AddEverySubtype(SubtypeSet),
    /// Set the subtypes of a card type, replacing all others of that type (layer 4, CR 205.1a,
    /// 305.7).
    #[word(reads(AFFECTED, types_with_any(_1)), layer(Type), writes(set_subtypes(*_0)), own(Nothing), twice)]
    SetSubtypes(CardType, Vec<Subtype>),
    /// Add the chosen creature type or land type (layer 4, CR 607.2d).
    #[word(reads(AFFECTED, CARD_TYPES), layer(Type), writes(SUBTYPES, ACTIVATED), needs(Link(Linking::Subtype)))]
    AddChosenSubtype,
    /// Set the chosen subtype, replacing all others of a card type (layer 4, CR 205.1a, 305.7,
    /// 607.2d).
    #[word(reads(AFFECTED, CARD_TYPES), layer(Type), writes(set_subtypes(*_0)), needs(Link(Linking::Subtype)))]
    SetChosenSubtype(CardType),
    /// Set the subtypes of a card type to those that an object has, replacing all others of that
    /// type: `SetSubtypesOf(Creature, Last(Linked(Exiled)))` (layer 4, CR 205.1a).
    #[word(reads(AFFECTED, CARD_TYPES, SUBTYPES), layer(Type), writes(set_subtypes(*_0)))]
    SetSubtypesOf(CardType, Objects),
    /// Add a supertype (layer 4).
    #[word(reads(NOTHING), layer(Type), writes(SUPERTYPE), twice)]
    AddSupertype(Supertype),
    /// Remove a supertype (layer 4).
    #[word(reads(NOTHING), layer(Type), writes(SUPERTYPE), twice)]
    RemoveSupertype(Supertype),
    /// Set the colors, replacing all others (layer 5).
    #[word(reads(NOTHING), layer(Color), writes(COLOR), own(Nothing), twice)]
    SetColors(Colors),
    /// Set the chosen color, replacing all others (layer 5, CR 607.2d).
    #[word(reads(NOTHING), layer(Color), writes(COLOR), needs(Link(Linking::Color)))]
    SetChosenColor,
    /// Add the chosen color (layer 5, CR 607.2d).
    #[word(reads(NOTHING), layer(Color), writes(COLOR), needs(Link(Linking::Color)))]
    AddChosenColor,
    /// Add colors (layer 5).
    #[word(reads(NOTHING), layer(Color), writes(COLOR), own(Nothing), twice)]
    AddColors(Colors),
    /// Add an ability (layer 6).
    // `derive::look::reads` says which abilities.
    #[word(reads(NOTHING), layer(Ability), writes(ABILITY))]
    Gain(Box<Ability>),
    /// Add all activated abilities of objects; `This` in them is the object that gains them (layer
    /// 6, CR 201.4b).
    #[word(reads(ABILITY), layer(Ability), writes(ACTIVATED))]
    GainActivatedAbilities(Objects),
    /// Add the named keyword abilities that at least one of the objects has, in each variant (layer
    /// 6, CR 702.1c).
    #[word(reads(KEYWORD), layer(Ability), writes(ABILITY))]
    GainKeywordsOf {
        /// The names: `["flying", "landwalk", "protection"]`.
        named: Vec<KeywordName>,
        /// Which objects.
        of: Objects,
    },
    /// Remove a keyword ability (layer 6).
    #[word(reads(NOTHING), layer(Ability), writes(ABILITY))]
    LoseKeyword(Keyword),
    /// Remove a keyword ability; the object can't have or gain it (layer 6, CR 113.11).
    #[word(reads(NOTHING), layer(Ability), writes(ABILITY))]
    CantHaveKeyword(Keyword),
    /// Remove all abilities (layer 6).
    #[word(reads(NOTHING), layer(Ability), writes(ABILITY), own(Nothing))]
    LoseAllAbilities,
    /// Remove all abilities except activated and triggered mana abilities (layer 6, CR 605.1,
    /// 613.1f).
    #[word(reads(NOTHING), layer(Ability), writes(ABILITY))]
    LoseAllButManaAbilities,
    /// Set base power and toughness (layer 7b, or 7a in a characteristic-defining ability).
    #[word(reads(), layer(PowerToughnessSetting), writes(POWER_TOUGHNESS), own(Nothing), twice)]
    #[word(found_by("characteristic-defining ability, */*"))]
    SetPowerToughness(Quantity, Quantity),
    /// Set base power alone (layer 7b, or 7a in a characteristic-defining ability, CR 208.4).
    #[word(reads(), layer(PowerToughnessSetting), writes(POWER_TOUGHNESS), own(Nothing), twice)]
    SetPower(Quantity),
    /// Set base toughness alone (layer 7b, or 7a in a characteristic-defining ability, CR 208.4).
    #[word(reads(), layer(PowerToughnessSetting), writes(POWER_TOUGHNESS), own(Nothing), twice)]
    SetToughness(Quantity),
    /// Add to power and toughness: "+2/+1" (layer 7c).
    #[word(reads(), layer(PowerToughnessChanging), writes(POWER_TOUGHNESS), own(Nothing))]
    #[word(found_by("anthem, lord, pump, gets +1/+1"))]
    AddPowerToughness(Quantity, Quantity),
    /// Switch power and toughness (layer 7d).
    #[word(reads(NOTHING), layer(PowerToughnessSwitching), writes(POWER_TOUGHNESS), own(Nothing))]
    SwitchPowerToughness,
    /// Set the copiable values; a copy effect becomes this as it begins (layer 1, CR 707.2). No
    /// card says it.
    #[word(unsaid, reads(NOTHING), layer(Copy), writes(EVERYTHING))]
    Copiable(Box<Face>),
    /// Copy the copiable values of an object, as they were when the effect first applied (layer 1,
    /// CR 707.2c).
    // What it copies is noted when it first applies.
    #[word(reads(NOTHING), layer(Copy), writes(EVERYTHING))]
    CopyOf(Objects),
    /// Replace a word in the text: `ReplaceText(from: Color(Black), to: Color(Green))` (layer 3,
    /// CR 612.1).
    #[word(reads(NOTHING), layer(Text), writes(TYPE, ABILITY))]
    ReplaceText {
        /// Which word.
        from: Value,
        /// Its replacement.
        to: Value,
    },
    /// Replace all words of a kind in the text with the chosen one; only in a static ability (layer
    /// 3, CR 607.2d, 612.2).
    #[word(reads(NOTHING), layer(Text), writes(TYPE, ABILITY), needs(Link(Linking::Any)))]
    ReplaceWords(WordKind),
    /// Set the name, replacing all others (layer 3, CR 612.7).
    #[word(reads(NOTHING), layer(Text), writes(NAME))]
    SetName(String),
    /// Add the names of all cards whose printed characteristics match (layer 3, CR 612.6).
    // Cards as they are printed never change.
    #[word(reads(NOTHING), layer(Text), writes(NAME))]
    AddNames(Filter),
    /// Add the full printed text of an object (layer 3, CR 612.5).
    #[word(reads(NAME), layer(Text), writes(EVERYTHING))]
    FullTextOf(Objects),
    /// Add an ability to the text (layer 3, CR 612.5).
    #[word(reads(NOTHING), layer(Text), writes(ABILITY))]
    HasText(Box<Ability>),
    /// Give a designation for as long as the effect lasts, which changes no characteristics
    /// (CR 701.38b, 702.95b). No card says it: keyword actions and abilities do.
    #[word(unsaid, reads(NOTHING), layer(Ability), writes(LEVELS), own(Nothing))]
    Mark(Marking),
    /// Remove the ability that says so, and no other like it: "this creature loses this ability"
    /// (layer 6, CR 113.10, 613.1f). Only in `Modify(what: This, …)` of an activated or triggered
    /// ability.
    #[word(reads(NOTHING), layer(Ability), writes(ABILITY), own(Link))]
    LoseThisAbility,
}

impl Modification {
    /// The player to whom it gives control.
    pub const fn given_control(&self) -> Option<&Players> {
        if let Modification::Control(who) = self { Some(who) } else { None }
    }
}

/// A replacement or prevention effect (CR 614.1, 615.1): `(would: Enter(what: This), instead:
/// EnterTapped)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// The event to replace.
    pub would: Would,
    /// What happens instead.
    pub instead: Instead,
}

/// An event to replace or prevent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(method(tells: Told))]
pub enum Would {
    /// An object would change zones. With `what: This` and no `from`, it means "from anywhere" and
    /// functions in every zone.
    #[word(tells(OBJECT, PLAYER))]
    #[word(found_by("dies"))]
    Move {
        /// Which object, as it is in the zone it leaves.
        what: Filter,
        /// From which zone: one zone, several as in `[Hand, Graveyard]`, or `Not(Battlefield)` for
        /// any other; any zone if left out.
        #[serde(default)]
        from: Option<Zones>,
        /// To which zone, written like `from`; any zone if left out.
        #[serde(default)]
        to: Option<Zones>,
    },
    /// An instant or sorcery spell would be put into a graveyard as it finishes resolving
    /// (CR 608.2m).
    #[word(tells(OBJECT, PLAYER))]
    FinishResolving(Filter),
    /// A permanent would enter the battlefield; its characteristics are those it would have there
    /// (CR 614.12).
    #[word(tells(OBJECT))]
    #[word(found_by("enters tapped", "enters the battlefield, landfall", "enters with counters"))]
    Enter {
        /// Which permanent.
        #[serde(default = "this")]
        what: Filter,
    },
    /// Damage would be dealt. In `source`, `Affected` is what the damage would be dealt to:
    /// `SharesColor(Affected)`.
    #[word(tells(OBJECT, PLAYER, AMOUNT, SOURCE))]
    #[word(found_by("prevent damage, shield"))]
    Damage {
        /// Dealt by which source.
        #[serde(default = "Filter::any")]
        source: Filter,
        /// Dealt to which players; to none if left out.
        players: Option<Players>,
        /// Dealt to which objects; to none if left out.
        objects: Option<Filter>,
        /// Combat damage only.
        #[serde(default)]
        combat: bool,
        /// Noncombat damage only.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        noncombat: bool,
        /// Only this much damage or more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
    },
    /// A player would draw a card.
    #[word(tells(PLAYER, AMOUNT))]
    Draw(Players),
    /// A player would draw a card other than the first one in each of their draw steps.
    #[word(tells(PLAYER, AMOUNT))]
    DrawBesides(Players),
    /// A player would draw at least this many cards with one instruction (CR 121.2a).
    #[word(tells(PLAYER, AMOUNT))]
    DrawCards {
        /// Which player.
        who: Players,
        /// The minimum number.
        at_least: u32,
    },
    /// A player would create one or more tokens (CR 614.16, 701.6).
    #[word(tells(PLAYER, AMOUNT))]
    CreateTokens {
        /// Which player.
        who: Players,
        /// Which tokens, as they are created (CR 701.6b).
        #[serde(default = "Filter::any")]
        what: Filter,
        /// Only if an effect would create them (CR 614.16).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        effect: bool,
    },
    /// Counters would be put on objects, including as they enter, or given to players (CR 122.6).
    #[word(tells(OBJECT, PLAYER, AMOUNT))]
    PutCounters {
        /// Only counters that these players put (CR 122.6a).
        #[serde(default)]
        by: Option<Players>,
        /// On which objects; on none if left out.
        #[serde(default)]
        objects: Option<Filter>,
        /// On which players; on none if left out.
        #[serde(default)]
        players: Option<Players>,
        /// Which kind; any kind if left out.
        #[serde(default)]
        kind: Option<CounterKind>,
        /// Only if an effect would put them (CR 614.16).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        effect: bool,
    },
    /// A player would gain life.
    #[word(tells(PLAYER, AMOUNT))]
    GainLife(Players),
    /// A player would lose life.
    #[word(tells(PLAYER, AMOUNT))]
    LoseLife(Players),
    /// Damage would reduce a life total below a number, counting all simultaneous damage together
    /// (CR 120.4c).
    #[word(tells(PLAYER, AMOUNT))]
    LifeBelow {
        /// Whose.
        who: Players,
        /// The number.
        below: u32,
    },
    /// A card would be discarded.
    #[word(tells(OBJECT, PLAYER))]
    Discard {
        /// Which card, as it is in hand.
        what: Filter,
        /// Only because of a spell or ability that one of these players controls; for any reason if
        /// left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// A player would mill one or more cards (CR 701.13).
    #[word(tells(PLAYER, AMOUNT))]
    Mill(Players),
    /// A player would search a library (CR 701.19).
    #[word(tells(PLAYER))]
    Search(Players),
    /// A player would lose the game.
    #[word(tells(PLAYER))]
    LoseGame(Players),
    /// A player would win the game.
    #[word(tells(PLAYER))]
    WinGame(Players),
    /// An extra turn of one of these players would begin (CR 500.7).
    #[word(tells(NOTHING))]
    ExtraTurn(Players),
    /// A permanent would be destroyed.
    #[word(tells(OBJECT, PLAYER))]
    Destroy(Filter),
    /// A permanent is tapped for mana, and that mana would be added (CR 106.12b).
    #[word(tells(NOTHING))]
    TapForMana {
        /// Tapped by whom.
        who: Players,
        /// Which permanent.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A step of one of these players' turns would begin (CR 614.10).
    #[word(tells(NOTHING))]
    TurnStep(TurnStep, Players),
    /// A phase of one of these players' turns would begin (CR 614.10).
    #[word(tells(NOTHING))]
    Phase(Phase, Players),
    /// A turn of one of these players would begin (CR 614.10).
    #[word(tells(NOTHING))]
    Turn(Players),
    /// One of these players would flip a coin.
    #[word(tells(NOTHING))]
    FlipCoin(Players),
    /// One of these players would roll one or more dice.
    #[word(tells(NOTHING))]
    RollDice(Players),
    /// A permanent would be turned face up: "as this is turned face up" (CR 614.1e). Its
    /// characteristics are those it would have (CR 708.11).
    #[word(tells(OBJECT, PLAYER))]
    TurnFaceUp {
        /// Which permanent.
        what: Filter,
        /// Only if its megamorph cost was paid (CR 702.37b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        megamorph: bool,
    },
    /// A permanent would transform: "as this transforms" (CR 712.16). Its characteristics are those
    /// it would have.
    #[word(tells(OBJECT, PLAYER))]
    Transform {
        /// Which permanent.
        what: Filter,
    },
}

/// What happens instead of an event.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(examples, method(provides: Provides = NOTHING, deeds: Deeds = NONE))]
pub enum Instead {
    /// The object goes to this zone of its owner. A permanent that would enter can go to exile, a
    /// graveyard, a hand or a library.
    #[word(deeds(EXILED, PUT))]
    #[word(example(Exile))]
    GoTo(ZoneKind),
    /// The permanent enters tapped (CR 614.1c).
    #[word(found_by("enters tapped"))]
    EnterTapped,
    /// The permanent enters untapped (CR 614.1d).
    EnterUntapped,
    /// The object is put into its owner's library at this position (CR 614.6).
    #[word(deeds(PUT))]
    #[word(example(Top))]
    IntoLibrary(Place),
    /// The permanent enters with counters: `EnterWithCounters(PowerToughness(1, 1), Fixed(3))`
    /// (CR 614.1c).
    #[word(example(PowerToughness(1, 1), Fixed(1)))]
    #[word(found_by("enters with counters"))]
    EnterWithCounters(CounterKind, Quantity),
    /// The permanent enters as a copy (CR 614.1c, 707.5).
    #[word(provides(CHOSEN, THERE))]
    #[word(example(Box::new(EnterAs {
        of: Filter::Type(CardType::Creature),
        may: true,
        tapped: false,
        except: Vec::new(),
        when: None
    })))]
    #[word(found_by("copy, clone"))]
    EnterAs(Box<EnterAs>),
    /// As the permanent enters, its controller chooses one of these lists of modifications, which
    /// becomes part of its copiable values (CR 208.2b, 707.2). A single list applies without a
    /// choice. The modifications can refer to earlier choices and payments as it enters
    /// (CR 614.12a).
    #[word(example(vec![
        vec![Modification::SetPowerToughness(Quantity::Fixed(3), Quantity::Fixed(1))],
        vec![Modification::SetPowerToughness(Quantity::Fixed(4), Quantity::Fixed(1))],
    ]))]
    BecomeOneOf(Vec<Vec<Modification>>),
    /// As the permanent enters, its controller may pay a cost; if they don't, this happens
    /// (CR 614.1c, 614.12a, 614.13).
    #[word(example(vec![Cost::Life(1)], false, Box::new(Instead::EnterTapped)))]
    UnlessPaid {
        /// The cost: life, counters or chosen objects, but not mana.
        cost: Vec<Cost>,
        /// Whether they must pay if they can, as with a text that doesn't say "may" (CR 118.12).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        must: bool,
        /// What happens if it isn't paid, such as `EnterTapped`.
        instead: Box<Instead>,
    },
    /// Only this many cards from the top of the library are searched (CR 701.19f).
    #[word(example(1))]
    SearchTop(u32),
    /// As the permanent enters, its controller chooses a value for linked abilities (CR 607.2d,
    /// 614.12a).
    #[word(example(CreatureType))]
    #[word(found_by("choose or name a value, such as a color"))]
    Choose(Choosing),
    /// The damage is prevented (CR 615.1).
    #[word(found_by("prevent damage, shield"))]
    Prevent,
    /// This much of the damage is prevented each time (CR 615.10); `ThatMuch` is all the damage.
    #[word(example(Fixed(1)))]
    PreventSome(Quantity),
    /// A shield that prevents the next damage, up to this much (CR 615.7).
    #[word(example(Fixed(1)))]
    #[word(found_by("prevent damage, shield"))]
    PreventNext(Quantity),
    /// The damage is redirected to another recipient (CR 614.9).
    #[word(example(Players(Players::You), None))]
    DealTo {
        /// The new recipient.
        to: Recipients,
        /// Only the next damage, up to this much; all of it if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<Quantity>,
    },
    /// The permanent regenerates (CR 614.8, 701.15).
    Regenerate,
    /// The object is shuffled into its owner's library.
    ShuffleIntoLibrary,
    /// The card is put onto the battlefield under its owner's control.
    #[word(deeds(PUT), provides(PUT))]
    OntoBattlefield,
    /// The permanent enters under this player's control; applied before other effects (CR 616.1b).
    #[word(example(Opponents))]
    EnterUnder(Players),
    /// The amount becomes this number; `ThatMuch` is the original amount.
    #[word(example(Fixed(7)))]
    Amount(Quantity),
    /// The life total is reduced to this number and no lower.
    #[word(example(5))]
    LeaveLife(u32),
    /// Instead of each token, one of each of these is created: `Tokens([(predefined: Clue)])`.
    #[word(deeds(CREATED))]
    #[word(example(vec![TokenKind { predefined: Some(Predefined::Clue), ..TokenKind::default() }]))]
    Tokens(Vec<TokenKind>),
    /// The same number of these additional tokens is created.
    #[word(deeds(CREATED))]
    #[word(example(Box::new(TokenKind { predefined: Some(Predefined::Clue), ..TokenKind::default() })))]
    MoreTokens(Box<TokenKind>),
    /// These instructions are followed. `ThatMuch` is the amount, `ThatObject` and `ThatPlayer` are
    /// the object and player it would happen to, and `DamageSource` is the source of the damage.
    #[word(scope(Replacement))]
    #[word(example(Vec::new()))]
    Do(#[word(place(Resolution))] Vec<Instruction>),
    /// This happens if the affected player chooses so: "you may … instead".
    #[word(example(Box::new(Instead::Do(Vec::new()))))]
    May(Box<Instead>),
    /// This happens, and these instructions are followed as well; `ThatMuch` is the amount of
    /// damage prevented (CR 615.5).
    #[word(scope(Replacement))]
    #[word(example(Box::new(Instead::Nothing), Vec::new()))]
    Also(Box<Instead>, #[word(place(Resolution))] Vec<Instruction>),
    /// The amount is multiplied by this number.
    #[word(example(2))]
    Multiply(u32),
    /// This mana is added instead of any other type and amount (CR 106.12b).
    #[word(example(vec![ManaType::Red]))]
    Produce(Vec<ManaType>),
    /// The amount is increased by this number.
    #[word(example(1))]
    More(u32),
    /// Nothing happens (CR 614.1b, 614.10).
    #[word(found_by("skip"))]
    Nothing,
    /// Two coins are flipped for each flip, and one is ignored.
    TwoCoins,
    /// One additional die is rolled, and the lowest roll is ignored (CR 706.5).
    ExtraDie,
    /// This number is added to each result (CR 706.2).
    #[word(example(Fixed(1)))]
    AddToRoll(Quantity),
    /// As the permanent enters, these permanents are turned face down (CR 708.2a).
    #[word(example(Type(CardType::Creature)))]
    TurnFaceDown(Filter),
    /// The permanent enters with its back face up if it is a transforming double-faced card
    /// (CR 702.145b, 712.9).
    EnterTransformed,
    /// As the permanent enters, it becomes day or night (CR 724.1).
    #[word(example(Night))]
    ItBecomes(DayNight),
    /// As the permanent enters, a player chooses whether one thing happens to it or another, if
    /// any (CR 614.12a). `Accepted` in a linked ability asks for the choice.
    #[word(provides(OFFER))]
    #[word(example(You, Box::new(Instead::EnterTapped), None))]
    Offer {
        /// Who chooses.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// What happens if that player accepts.
        then: Box<Instead>,
        /// What happens otherwise; nothing if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        otherwise: Option<Box<Instead>>,
    },
    /// The permanent enters with these changes, which last as long as it stays: `[Gain(…)]`
    /// (CR 611.2e, 614.1c).
    #[word(example(vec![Modification::AddType(CardType::Artifact)]))]
    EnterBeing(Vec<Modification>),
    /// The object is revealed first, and then this happens: `Reveal(ShuffleIntoLibrary)`
    /// (CR 614.6, 701.16a).
    #[word(deeds(REVEALED), example(Box::new(Instead::ShuffleIntoLibrary)))]
    Reveal(Box<Instead>),
}

const fn you() -> Players {
    Players::You
}

fn is_you(who: &Players) -> bool {
    *who == Players::You
}

/// A token that a replacement effect creates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct TokenKind {
    /// A predefined token; `token` adds to it (CR 111.10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predefined: Option<Predefined>,
    /// Its characteristics.
    #[serde(default, skip_serializing_if = "Face::is_empty_box")]
    pub token: Box<Face>,
}

impl Instead {
    /// The replacement of the event itself, and the additional instructions.
    pub fn parts(&self) -> (&Instead, &[Instruction]) {
        match self {
            Instead::May(inner) | Instead::Reveal(inner) => inner.parts(),
            Instead::Also(inner, then) => (inner.parts().0, then),
            instead => (instead, &[]),
        }
    }

    /// Whether it prevents damage (CR 615.1a).
    pub fn prevents(&self) -> bool {
        matches!(self.parts().0, Instead::Prevent | Instead::PreventSome(_) | Instead::PreventNext(_))
    }

    /// Whether the object is revealed before anything happens to it.
    pub fn reveals(&self) -> bool {
        match self {
            Instead::Reveal(_) => true,
            Instead::May(inner) | Instead::Also(inner, _) => inner.reveals(),
            _ => false,
        }
    }

    /// The total amount it can apply to, if limited (CR 615.7).
    pub fn shield(&self) -> Option<&Quantity> {
        match self.parts().0 {
            Instead::PreventNext(amount) | Instead::DealTo { next: Some(amount), .. } => Some(amount),
            _ => None,
        }
    }

    /// Whether objects are exiled in place of the event (CR 607.2a).
    pub fn exiles(&self) -> bool {
        match self.parts().0 {
            Instead::GoTo(zone) => *zone == ZoneKind::Exile,
            Instead::Do(instructions) => matches!(instructions.first(), Some(Instruction::Exile(_))),
            Instead::UnlessPaid { instead, .. } => instead.exiles(),
            Instead::Offer { then, otherwise, .. } => {
                then.exiles() || otherwise.as_ref().is_some_and(|instead| instead.exiles())
            }
            _ => false,
        }
    }

    /// The instructions it contains.
    pub fn instructions(&self) -> &[Instruction] {
        match self {
            Instead::Do(instructions) | Instead::Also(_, instructions) => instructions,
            Instead::May(inner) => inner.instructions(),
            _ => &[],
        }
    }
}

const fn this() -> Filter {
    Filter::This
}
