//! What abilities do: instructions that a resolving object follows, the effects of static abilities, modifications of
//! characteristics, replacement and prevention effects, restrictions — each as data.

use serde::{Deserialize, Serialize};

use super::ability::Ability;
use super::as_though::AsThough;
use super::choosing::Value;
use super::copying::WordKind;
use super::cost::CostEffect;
use super::course::{HandSize, TurnPart};
use super::definition::Face;
use super::filter::{Condition, Filter, Objects, Players, Quantity};
use super::instruction::Instruction;
use super::keyword::{Keyword, KeywordName};
use super::mana::Colors;
pub use super::production::{ManaOutput, ManaTerm, SpentOn};
use super::replacement::{Replacement, Would};
use super::restriction::{Charge, CombatDamage, Requirement, Restriction};
use super::trigger::TriggerEvent;

use super::permission::Permission;
use super::types::{CardType, Subtype, SubtypeSet, Supertype};
use super::words::TurnStep;

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
    pub(super) fn is_of_this_from_anywhere(&self) -> bool {
        let would = if let StaticEffect::Replace(replacement) = self { Some(&replacement.would) } else { None };
        matches!(would, Some(Would::Move { what: Filter::This, from: None, to: Some(_) }))
    }

    /// Whether all that it does is to give its own object abilities that change how that object is cast (CR 113.6e).
    pub(super) fn grants_itself_how_it_is_cast(&self) -> bool {
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
