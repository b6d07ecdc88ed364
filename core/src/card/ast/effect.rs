//! Static and continuous effects: modifications, replacement effects, copies (CR 611, 613, 614, 707).

use serde::{Deserialize, Serialize};

use crate::card::ast::ability::{Ability, Body, Face, TargetWhat};
use crate::card::ast::cost::{Cost, CostEffect};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::ast::keyword::{Keyword, KeywordName};
use crate::card::ast::restriction::{AsThough, Charge, CombatDamage, Permission, Requirement, Restriction};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::{CardType, Subtype, SubtypeSet, Supertype};
use crate::card::words::chosen::{Kept, Value, WordKind};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::{Color, Colors, ManaType};
use crate::card::words::predefined::Predefined;
use crate::card::words::turn_step::{DayNight, Phase, TurnPart, TurnStep};
use crate::card::words::zone_kind::{Place, ZoneKind, Zones};

/// What an effect makes of a maximum hand size (CR 402.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum HandSize {
    /// There is none.
    Unlimited,
    /// It is this number.
    Is(Quantity),
    /// It is increased by this number.
    Plus(Quantity),
    /// It is reduced by this number.
    Minus(Quantity),
}

/// A value to choose for linked abilities: "as this enters, choose a color" (CR 607.2d, 614.12).
/// They speak of it as `ChosenColor`, `ChosenSubtype`, `ChosenCardType`, `ChosenName`,
/// `ChosenPlayer`, `ChosenNumber` or `ChosenWord("…")`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Choosing {
    /// A color, or one of these colors (CR 105.4).
    Color(#[serde(default)] Vec<Color>),
    /// A colour that one of the objects which fit has: "a color of a permanent you control" (CR 105.2, 105.4).
    ColorAmong(Filter),
    /// A creature type (CR 205.3m).
    CreatureType,
    /// A basic land type (CR 205.3i).
    BasicLandType,
    /// One of these card types.
    CardType(Vec<CardType>),
    /// One of these players.
    Player(Players),
    /// An object that fits and is no target, which is then `Linked(Chosen)` (CR 614.12a).
    Object(Filter),
    /// A number.
    Number {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
    },
    /// The name of a card (CR 201.3).
    Name,
    /// The name of a card that fits as it is printed: "a nonland card name" (CR 201.3a).
    NameOf(Filter),
    /// One of these words: `Word(["Khans", "Dragons"])` (CR 607.2f).
    Word(Vec<String>),
    /// An amount of life, paid as the permanent enters; it is the chosen number (CR 607.2g).
    Life,
    /// Permanents, sacrificed as the permanent enters; how many is the chosen number (CR 607.2g).
    Sacrifice(Filter),
    /// Objects, exiled as the permanent enters; how many is the chosen number (CR 614.13).
    Exile(Filter),
    /// What an Aura is attached to as it is turned face up or transforms (CR 303.4k, 712.16).
    Host {
        /// Which objects or players.
        to: TargetWhat,
        /// Whether it need not be attached to anything.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        may: bool,
    },
}

impl Choosing {
    /// The values that may be chosen, where they are the same in every game: none of players, numbers and names.
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
            | Choosing::Host { .. } => Vec::new(),
        }
    }
}

/// What a copy effect says after "except" (CR 707.9).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Exception {
    /// A characteristic is different, or there is one more ability: `But(AddType(Enchantment))`. It
    /// is part of the copy's copiable values (CR 707.9a-b, 707.9d).
    But(Modification),
    /// The copy has this very ability (CR 707.9a).
    HasThisAbility,
    /// The copy keeps its own, which is not copied (CR 707.9c).
    Keeps(Kept),
    /// It has no mana cost (CR 707.9b).
    NoManaCost,
    /// The copy enters with these counters besides (CR 707.9e).
    EntersWith(CounterKind, Quantity),
    /// Exceptions that apply only if the copy would be such without them: `If(Type(Creature), […])`
    /// (CR 707.9f).
    If(Filter, Vec<Exception>),
}

/// "You may have it enter as a copy of any creature": `EnterAs(of: Type(Creature))` (CR 707.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnterAs {
    /// Of what; the controller of what enters chooses one, which is no target.
    pub of: Filter,
    /// Whether they may choose none.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub may: bool,
    /// Whether it enters tapped if it enters as a copy.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tapped: bool,
    /// Exceptions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Exception>,
    /// "When you do": a triggered ability; `ThatObject` is what was copied (CR 603.11, 707.9g).
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Duration {
    /// Until the cleanup step (CR 514.2).
    EndOfTurn,
    /// Until the combat phase ends (CR 511.2).
    EndOfCombat,
    /// As long as the condition holds (CR 611.2b).
    AsLongAs(Condition),
    /// Until the game ends.
    Indefinite,
    /// Until a part of the game of one of these players begins: `Until(Turn, You)` is "until your
    /// next turn" (CR 500.5).
    Until(TurnPart, Players),
    /// Through the next such step of one of these players: "during its controller's next untap
    /// step".
    Through(TurnStep, Players),
    /// Only while the next such part of the game of one of these players goes on, not before: "during target opponent's
    /// next turn" (CR 611.2a). What is under way as the effect is created is not the next.
    During(TurnPart, Players),
    /// While the part of the game that is under way goes on. No card says it: it is what `During` becomes as that part
    /// begins.
    Meanwhile(TurnPart),
    /// For the next event that it applies to: a replacement effect that is used up (CR 614.10a).
    Next,
    /// For the next event that it applies to this turn: "the next time … this turn" (CR 615.8).
    NextThisTurn,
    /// Until its controller loses control of the spell or the permanent that it becomes (CR
    /// 702.62a).
    WhileControlled,
    /// Until the spell, or the Aura that it becomes, ceases to be bestowed (CR 702.103b); no card says it.
    Bestowed,
}

/// What a static ability says, or an effect that `Establish` begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StaticEffect {
    /// Change the characteristics of objects, each modification in its layer (CR 613).
    Modify {
        /// Which objects.
        what: Filter,
        /// What changes.
        modifications: Vec<Modification>,
        /// Whether this is a characteristic-defining ability (CR 604.3).
        #[serde(default)]
        defining: bool,
    },
    /// Replace or prevent events (CR 614, 615). An effect applies once to an event and to what that
    /// becomes (CR 614.5).
    Replace(Replacement),
    /// Something can't be done (CR 101.2).
    Restrict(Restriction),
    /// Something is done in combat if able (CR 508.1d, 509.1c).
    Require(Requirement),
    /// The nth card that each of these players draws each turn is revealed as it is drawn (CR
    /// 603.11).
    RevealDrawn {
        /// Who draws.
        who: Players,
        /// Which card of a turn, counted from 1.
        nth: u32,
        /// Whether the player may do so, having looked at the card (CR 121.9).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        may: bool,
    },
    /// Players have another maximum hand size (CR 402.2).
    MaximumHandSize {
        /// Who.
        who: Players,
        /// The size, or the change of it.
        size: HandSize,
    },
    /// If the card is in your opening hand, you may do this before the game begins, with `zone:
    /// Hand` (CR 103.5).
    OpeningHand {
        /// Whether it may be done whenever the player could mulligan instead (CR 103.4b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        mulligan: bool,
        /// Whether the card is revealed for that: "if you do" (CR 103.5b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reveal: bool,
        /// What is done: `PutOntoBattlefield` to begin the game with it there (CR 103.5a).
        then: Vec<Instruction>,
    },
    /// The controller of permanents may choose not to untap them during their untap step (CR 502.3).
    MayStayTapped(Filter),
    /// Change what spells or activated abilities cost (CR 118.7-9, 601.2f).
    Cost(CostEffect),
    /// Allow what the rules don't (CR 305.2, 601.3, 609.4).
    Permit(Permission),
    /// Make abilities trigger an additional time on an event (CR 603.2d).
    TriggerAgain {
        /// Which event.
        because: TriggerEvent,
        /// The abilities of which objects; never delayed ones (CR 603.2e).
        of: Filter,
    },
    /// Give players hexproof, shroud or protection (CR 702.11c, 702.16b, 702.18a).
    PlayersHave {
        /// Who has it.
        who: Players,
        /// Which.
        keyword: Keyword,
    },
    /// Make attacking or blocking cost something (CR 508.1h, 509.1d).
    Charge(Charge),
    /// Creatures can block more than one creature each combat (CR 509.1a).
    BlocksMore {
        /// Which creatures.
        what: Filter,
        /// How many more; any number if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u32>,
    },
    /// Creatures assign combat damage in another way (CR 510.1).
    CombatDamage(CombatDamage),
    /// Creatures can do something as though they were otherwise (CR 609.4).
    AsThough(AsThough),
    /// The controller of creatures may exert them as they attack (CR 701.39d).
    MayExert(Filter),
    /// The devotion of players to each colour and each combination of colours is greater by a number, or less by one below
    /// zero (CR 700.5a).
    MoreDevotion {
        /// Whose.
        who: Players,
        /// By how much.
        more: Quantity,
    },
}

impl StaticEffect {
    /// The effects that it stands for: itself, or what a keyword ability of players means.
    pub fn spelled_out(self) -> Vec<StaticEffect> {
        match self {
            StaticEffect::PlayersHave { who, keyword } => keyword.effects_on_players(&who),
            effect => vec![effect],
        }
    }

    /// The copiable values that it gives, if it is a copy effect that has begun (CR 707.2).
    pub fn copiable(&self) -> Option<&Face> {
        match self {
            StaticEffect::Modify { modifications, .. } => match modifications.as_slice() {
                [Modification::Copiable(face)] => Some(face),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it says where its own object goes instead, from wherever it would go there: "from anywhere" (CR 113.6b).
    pub(crate) fn is_of_this_from_anywhere(&self) -> bool {
        let would = if let StaticEffect::Replace(replacement) = self { Some(&replacement.would) } else { None };
        matches!(would, Some(Would::Move { what: Filter::This, from: None, to: Some(_) }))
    }

    /// Whether all that it does is to give its own object abilities that change how that object is cast (CR 113.6e).
    pub(crate) fn grants_itself_how_it_is_cast(&self) -> bool {
        let StaticEffect::Modify { what, modifications, .. } = self else { return false };
        let grants = |modification: &Modification| match modification {
            Modification::Gain(ability) => ability.is_about_casting_this(),
            _ => false,
        };
        what.is_about_this() && !modifications.is_empty() && modifications.iter().all(grants)
    }
}

/// A change of characteristics, in the layer that its kind belongs to (CR 613.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Modification {
    /// Another controller (layer 2).
    Control(Players),
    /// A card type in addition (layer 4).
    AddType(CardType),
    /// It loses a card type, and the subtypes that go with it (layer 4, CR 205.1b).
    RemoveType(CardType),
    /// These card types instead of all others (layer 4, CR 205.1a).
    SetTypes(Vec<CardType>),
    /// A subtype in addition (layer 4).
    AddSubtype(Subtype),
    /// Every subtype of a set in addition, as far as its card types allow:
    /// `AddEverySubtype(Of(Creature))` (layer 4, CR 205.3d).
    AddEverySubtype(SubtypeSet),
    /// These subtypes of a card type instead of all others of it (layer 4, CR 205.1a, 305.7).
    SetSubtypes(CardType, Vec<Subtype>),
    /// The chosen creature type or land type in addition (layer 4, CR 607.2d).
    AddChosenSubtype,
    /// The chosen subtype instead of all others of a card type (layer 4, CR 205.1a, 305.7, 607.2d).
    SetChosenSubtype(CardType),
    /// A supertype in addition (layer 4).
    AddSupertype(Supertype),
    /// It loses a supertype (layer 4).
    RemoveSupertype(Supertype),
    /// These colors instead of all others (layer 5).
    SetColors(Colors),
    /// The chosen color instead of all others (layer 5, CR 607.2d).
    SetChosenColor,
    /// The chosen color in addition (layer 5, CR 607.2d).
    AddChosenColor,
    /// These colors in addition (layer 5).
    AddColors(Colors),
    /// An ability (layer 6).
    Gain(Box<Ability>),
    /// All activated abilities of objects; `This` in them is what gains them (layer 6, CR 201.4b).
    GainActivatedAbilities(Objects),
    /// Layer 6: it gains each keyword ability of these names that at least one of the objects has, in each variant
    /// (CR 702.1c).
    GainKeywordsOf {
        /// The names: `["flying", "landwalk", "protection"]`.
        named: Vec<KeywordName>,
        /// Which objects.
        of: Objects,
    },
    /// It loses a keyword ability (layer 6).
    LoseKeyword(Keyword),
    /// It loses a keyword ability and can't have or gain it (layer 6, CR 113.11).
    CantHaveKeyword(Keyword),
    /// It loses all abilities (layer 6).
    LoseAllAbilities,
    /// Layer 6: it loses all abilities except mana abilities, activated and triggered ones (CR 605.1, 613.1f).
    LoseAllButManaAbilities,
    /// Base power and toughness (layer 7b, or 7a in a characteristic-defining ability).
    SetPowerToughness(Quantity, Quantity),
    /// Base power alone (layer 7b, or 7a in a characteristic-defining ability, CR 208.4).
    SetPower(Quantity),
    /// Base toughness alone (layer 7b, or 7a in a characteristic-defining ability, CR 208.4).
    SetToughness(Quantity),
    /// So much more power and toughness: "+2/+1" (layer 7c).
    AddPowerToughness(Quantity, Quantity),
    /// Power and toughness are switched (layer 7d).
    SwitchPowerToughness,
    /// Copiable values (layer 1, CR 707.2); a copy effect becomes this as it begins. No card says
    /// it.
    Copiable(Box<Face>),
    /// The copiable values of an object, as they were when the effect first applied (layer 1, CR
    /// 707.2c).
    CopyOf(Objects),
    /// A word of its text becomes another: `ReplaceText(from: Color(Black), to: Color(Green))`
    /// (layer 3, CR 612.1).
    ReplaceText {
        /// Which word.
        from: Value,
        /// What stands in its place.
        to: Value,
    },
    /// All words of a kind in its text become the chosen one; of a static ability alone (layer 3,
    /// CR 607.2d, 612.2).
    ReplaceWords(WordKind),
    /// This name and no other (layer 3, CR 612.7).
    SetName(String),
    /// The names of all cards that fit as they are printed, besides its own (layer 3, CR 612.6).
    AddNames(Filter),
    /// The full text of an object: all that is printed on it (layer 3, CR 612.5).
    FullTextOf(Objects),
    /// An ability in its text (layer 3, CR 612.5).
    HasText(Box<Ability>),
}

/// A replacement or prevention effect (CR 614.1, 615.1): `(would: Enter(what: This), instead:
/// EnterTapped)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// What would happen.
    pub would: Would,
    /// What happens instead.
    pub instead: Instead,
}

/// What would happen, and is replaced or prevented.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Would {
    /// An object would change zones. With `what: This` and without `from` it is "from anywhere",
    /// and functions in every zone.
    Move {
        /// Which object, as it is where it comes from.
        what: Filter,
        /// Where from: a zone, one of several as in `[Hand, Graveyard]`, or `Not(Battlefield)` for anywhere else; any zone
        /// if none is given.
        #[serde(default)]
        from: Option<Zones>,
        /// Where to, in the same words; any zone if none is given.
        #[serde(default)]
        to: Option<Zones>,
    },
    /// An instant or sorcery spell would be put into a graveyard as it has resolved (CR 608.2m).
    FinishResolving(Filter),
    /// A permanent would enter the battlefield; it is described as it would be there (CR 614.12).
    Enter {
        /// Which permanent.
        #[serde(default = "this")]
        what: Filter,
    },
    /// Damage would be dealt. In `source`, `Affected` is what would be dealt it:
    /// `SharesColor(Affected)`.
    Damage {
        /// By which source.
        #[serde(default = "Filter::any")]
        source: Filter,
        /// To which players; none if not given.
        players: Option<Players>,
        /// To which objects; none if not given.
        objects: Option<Filter>,
        /// Only combat damage.
        #[serde(default)]
        combat: bool,
        /// Only noncombat damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        noncombat: bool,
        /// Only so much damage or more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at_least: Option<u32>,
    },
    /// A player would draw a card.
    Draw(Players),
    /// A player would draw a card other than the first in each of their draw steps.
    DrawBesides(Players),
    /// A player would draw so many cards or more by one instruction (CR 121.2a).
    DrawCards {
        /// Who.
        who: Players,
        /// How many at the least.
        at_least: u32,
    },
    /// A player would create one or more tokens (CR 614.16, 701.6).
    CreateTokens {
        /// Who.
        who: Players,
        /// Which tokens, as they are created (CR 701.6b).
        #[serde(default = "Filter::any")]
        what: Filter,
        /// Only if an effect would do so (CR 614.16).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        effect: bool,
    },
    /// Counters would be put on objects, also as they enter, or given to players (CR 122.6).
    PutCounters {
        /// Only those that these players put (CR 122.6a).
        #[serde(default)]
        by: Option<Players>,
        /// On which objects; on none if not given.
        #[serde(default)]
        objects: Option<Filter>,
        /// To which players; to none if not given.
        #[serde(default)]
        players: Option<Players>,
        /// Which kind; any if not given.
        #[serde(default)]
        kind: Option<CounterKind>,
        /// Only if an effect would do so (CR 614.16).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        effect: bool,
    },
    /// A player would gain life.
    GainLife(Players),
    /// A player would lose life.
    LoseLife(Players),
    /// Damage would reduce a life total below a number, all damage of that moment taken together
    /// (CR 120.4c).
    LifeBelow {
        /// Whose.
        who: Players,
        /// Less than this.
        below: u32,
    },
    /// A card would be discarded.
    Discard {
        /// Which card, as it is in the hand.
        what: Filter,
        /// Because of a spell or ability that one of these players controls; for whatever reason if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// A player would mill one or more cards (CR 701.13).
    Mill(Players),
    /// A player would search a library (CR 701.19).
    Search(Players),
    /// A player would lose the game.
    LoseGame(Players),
    /// A player would win the game.
    WinGame(Players),
    /// An extra turn of one of these players would begin (CR 500.7).
    ExtraTurn(Players),
    /// A permanent would be destroyed.
    Destroy(Filter),
    /// A permanent is tapped for mana, which would be added (CR 106.12b).
    TapForMana {
        /// By whom.
        who: Players,
        /// Which permanent.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A step of one of these players' turns would begin (CR 614.10).
    TurnStep(TurnStep, Players),
    /// A phase of one of these players' turns would begin (CR 614.10).
    Phase(Phase, Players),
    /// A turn of one of these players would begin (CR 614.10).
    Turn(Players),
    /// One of these players would flip a coin.
    FlipCoin(Players),
    /// One of these players would roll one or more dice.
    RollDice(Players),
    /// A permanent would be turned face up: "as this is turned face up" (CR 614.1e). It is
    /// described as it will be (CR 708.11).
    TurnFaceUp {
        /// Which permanent.
        what: Filter,
        /// Only if a megamorph cost was paid for it (CR 702.37b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        megamorph: bool,
    },
    /// A permanent would transform: "as this transforms" (CR 712.16). It is described as it will
    /// be.
    Transform {
        /// Which permanent.
        what: Filter,
    },
}

/// What happens instead.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Instead {
    /// The object goes to this zone of its owner. What would enter can go into exile, a graveyard,
    /// a hand or a library.
    GoTo(ZoneKind),
    /// The permanent enters tapped (CR 614.1c).
    EnterTapped,
    /// The permanent enters untapped (CR 614.1d).
    EnterUntapped,
    /// The object is put into its owner's library, at this place (CR 614.6).
    IntoLibrary(Place),
    /// The permanent enters with counters: `EnterWithCounters(PowerToughness(1, 1), Fixed(3))` (CR
    /// 614.1c).
    EnterWithCounters(CounterKind, Quantity),
    /// The permanent enters as a copy of something (CR 614.1c, 707.5).
    EnterAs(Box<EnterAs>),
    /// As the permanent enters, its controller chooses which of these lists of modifications it
    /// has, as part of its copiable values (CR 208.2b, 707.2). Of one list, nothing is chosen; what
    /// was chosen or paid before as it entered can be spoken of (CR 614.12a).
    BecomeOneOf(Vec<Vec<Modification>>),
    /// As the permanent enters, its controller may pay a cost; otherwise this happens (CR 614.1c,
    /// 614.12a, 614.13).
    UnlessPaid {
        /// The cost: life, counters, or objects that are chosen, but no mana.
        cost: Vec<Cost>,
        /// What happens if it is not paid, such as `EnterTapped`.
        instead: Box<Instead>,
    },
    /// Only so many cards from the top of the library are searched (CR 701.19f).
    SearchTop(u32),
    /// A value is chosen as the permanent enters, for linked abilities (CR 607.2d, 614.12a).
    Choose(Choosing),
    /// The damage is prevented (CR 615.1).
    Prevent,
    /// So much of the damage is prevented each time (CR 615.10); `ThatMuch` is all of it.
    PreventSome(Quantity),
    /// The next so much damage is prevented: a shield (CR 615.7).
    PreventNext(Quantity),
    /// The damage is dealt to something else (CR 614.9).
    DealTo {
        /// To whom or what.
        to: Recipients,
        /// Only the next so much of it; all of it if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<Quantity>,
    },
    /// The permanent regenerates (CR 614.8, 701.15).
    Regenerate,
    /// The object is shuffled into its owner's library.
    ShuffleIntoLibrary,
    /// The card is put onto the battlefield under its owner's control.
    OntoBattlefield,
    /// The permanent enters under the control of this player, which applies before all other
    /// effects (CR 616.1b).
    EnterUnder(Players),
    /// The amount is this number; `ThatMuch` is what it would be.
    Amount(Quantity),
    /// The life total is reduced to this number and no further.
    LeaveLife(u32),
    /// For each token, one of each of these is created instead: `Tokens([(predefined: Clue)])`.
    Tokens(Vec<TokenKind>),
    /// As many of these tokens are created besides.
    MoreTokens(Box<TokenKind>),
    /// These instructions are followed. `ThatMuch` is the amount, `ThatObject` and `ThatPlayer`
    /// what or whom it would happen to, `DamageSource` what would deal the damage.
    Do(Vec<Instruction>),
    /// That happens if the player affected wants it: "you may … instead".
    May(Box<Instead>),
    /// That happens, and these instructions are followed besides; `ThatMuch` is how much damage was
    /// prevented (CR 615.5).
    Also(Box<Instead>, Vec<Instruction>),
    /// The amount is multiplied.
    Multiply(u32),
    /// This mana is added instead of any other type and amount (CR 106.12b).
    Produce(Vec<ManaType>),
    /// The amount is so much greater.
    More(u32),
    /// Nothing happens (CR 614.1b, 614.10).
    Nothing,
    /// Two coins are flipped for each, and one is ignored.
    TwoCoins,
    /// One more die is rolled, and the lowest roll is ignored (CR 706.5).
    ExtraDie,
    /// So much is added to each result (CR 706.2).
    AddToRoll(Quantity),
    /// As the permanent enters, these permanents are turned face down (CR 708.2a).
    TurnFaceDown(Filter),
    /// The permanent enters with its back face up, if it is a transforming double-faced card (CR
    /// 702.145b, 712.9).
    EnterTransformed,
    /// As the permanent enters, it becomes day, or night (CR 724.1).
    ItBecomes(DayNight),
}

/// A token that a replacement effect speaks of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenKind {
    /// A predefined token, which `token` adds to (CR 111.10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predefined: Option<Predefined>,
    /// What it is.
    #[serde(default, skip_serializing_if = "Face::is_empty_box")]
    pub token: Box<Face>,
}

impl Instead {
    /// What becomes of the event itself, and what is done besides.
    pub fn parts(&self) -> (&Instead, &[Instruction]) {
        match self {
            Instead::May(inner) => inner.parts(),
            Instead::Also(inner, then) => (inner, then),
            instead => (instead, &[]),
        }
    }

    /// Whether it prevents damage (CR 615.1a).
    pub fn prevents(&self) -> bool {
        matches!(self.parts().0, Instead::Prevent | Instead::PreventSome(_) | Instead::PreventNext(_))
    }

    /// How much it applies to in all, if that is limited (CR 615.7).
    pub fn shield(&self) -> Option<&Quantity> {
        match self.parts().0 {
            Instead::PreventNext(amount) | Instead::DealTo { next: Some(amount), .. } => Some(amount),
            _ => None,
        }
    }

    /// The instructions in it.
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
