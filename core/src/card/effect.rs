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
    /// Until such a part of the game of one of these players begins: "until your next turn" (CR 500.5).
    Until(TurnPart, Players),
    /// Through the next such turn step of one of these players: "during its controller's next untap step".
    Through(TurnStep, Players),
    /// For the next event that it applies to: a replacement effect that is used up (CR 614.10a).
    Next,
    /// For the next event that it applies to, and no longer than until the cleanup step: "the next time … this turn"
    /// (CR 615.8).
    NextThisTurn,
    /// Until its controller loses control of what it is about: of a spell, or the permanent that it becomes (CR 702.62a).
    WhileControlled,
    /// Until the spell, or the Aura that it becomes, ceases to be bestowed (CR 702.103b); no card says it.
    Bestowed,
}

/// What a static ability, or an effect that an instruction began, says for as long as it lasts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StaticEffect {
    /// Characteristics of objects are changed (CR 613).
    Modify {
        /// Which objects.
        what: Filter,
        /// What changes.
        modifications: Vec<Modification>,
        /// Whether this is a characteristic-defining ability (CR 604.3).
        defining: bool,
    },
    /// Events are replaced or prevented (CR 614, 615).
    Replace(Replacement),
    /// Something can't be done (CR 101.2).
    Restrict(Restriction),
    /// Something is done in combat if able (CR 508.1d, 509.1c).
    Require(Requirement),
    /// The nth card that each of these players draws each turn is revealed as it is drawn (CR 603.11).
    RevealDrawn {
        /// Who draws.
        who: Players,
        /// Which card of a turn, from 1.
        nth: u32,
        /// Whether the player may do so, once they have looked at the card (CR 121.9).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        may: bool,
    },
    /// Players have another maximum hand size (CR 402.2).
    MaximumHandSize {
        /// Who.
        who: Players,
        /// What becomes of it.
        size: HandSize,
    },
    /// If the card is in your opening hand, you may do this before the game begins (CR 103.5). Of a card in a hand.
    OpeningHand {
        /// Whether it may be done any time the player could mulligan instead (CR 103.4b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        mulligan: bool,
        /// Whether it is revealed for that; "if you do" (CR 103.5b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reveal: bool,
        /// What is done: `PutOntoBattlefield` to begin the game with it there (CR 103.5a).
        then: Vec<Instruction>,
    },
    /// The controller of permanents may choose not to untap them during their untap step (CR 502.3).
    MayStayTapped(Filter),
    /// Spells or activated abilities cost more, less, or something else (CR 118.7-9, 601.2f).
    Cost(CostEffect),
    /// Something may be done that the rules don't allow by themselves (CR 305.2, 601.3, 609.4).
    Permit(Permission),
    /// An event that causes a triggered ability of some objects to trigger makes it trigger an additional time (CR 603.2d).
    TriggerAgain {
        /// Which event.
        because: TriggerEvent,
        /// The abilities of which objects; never delayed ones (CR 603.2e).
        of: Filter,
    },
    /// Players have a keyword ability that is no object's: hexproof, shroud, protection (CR 702.11c, 702.16b, 702.18a).
    PlayersHave {
        /// Who has it.
        who: Players,
        /// Which.
        keyword: Keyword,
    },
    /// Attacking or blocking costs something (CR 508.1h, 509.1d).
    Charge(Charge),
    /// Creatures can block more creatures than one each combat (CR 509.1a).
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
    /// Their controller may exert creatures as they attack (CR 701.39d).
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
    /// Layer 2: another controller.
    Control(Players),
    /// Layer 4: it is a card type in addition.
    AddType(CardType),
    /// Layer 4: it loses a card type, and the subtypes that go with it (CR 205.1b).
    RemoveType(CardType),
    /// Layer 4: these card types instead of all others (CR 205.1a).
    SetTypes(Vec<CardType>),
    /// Layer 4: it has a subtype in addition.
    AddSubtype(Subtype),
    /// Layer 4: it has every subtype of a set in addition, as far as its card types allow (CR 205.3d).
    AddEverySubtype(SubtypeSet),
    /// Layer 4: these subtypes of a card type instead of all others of it (CR 205.1a, 305.7).
    SetSubtypes(CardType, Vec<Subtype>),
    /// Layer 4: it has the chosen creature type or land type in addition (CR 607.2d).
    AddChosenSubtype,
    /// Layer 4: the chosen subtype instead of all others of a card type (CR 205.1a, 305.7, 607.2d).
    SetChosenSubtype(CardType),
    /// Layer 4: it has a supertype in addition.
    AddSupertype(Supertype),
    /// Layer 4: it loses a supertype.
    RemoveSupertype(Supertype),
    /// Layer 5: these colours instead of all others.
    SetColors(Colors),
    /// Layer 5: the chosen colour instead of all others (CR 607.2d).
    SetChosenColor,
    /// Layer 5: the chosen colour in addition (CR 607.2d).
    AddChosenColor,
    /// Layer 5: these colours in addition.
    AddColors(Colors),
    /// Layer 6: it gains an ability.
    Gain(Box<Ability>),
    /// Layer 6: it gains all activated abilities of objects; "this" in them is the object that gains them (CR 201.4b).
    GainActivatedAbilities(Objects),
    /// Layer 6: it gains each keyword ability of these names that at least one of the objects has, in each variant
    /// (CR 702.1c).
    GainKeywordsOf {
        /// The names: `["flying", "landwalk", "protection"]`.
        named: Vec<KeywordName>,
        /// Which objects.
        of: Objects,
    },
    /// Layer 6: it loses a keyword ability.
    LoseKeyword(Keyword),
    /// Layer 6: it loses a keyword ability, and can't have or gain it (CR 113.11).
    CantHaveKeyword(Keyword),
    /// Layer 6: it loses all abilities.
    LoseAllAbilities,
    /// Layer 6: it loses all abilities except mana abilities, activated and triggered ones (CR 605.1, 613.1f).
    LoseAllButManaAbilities,
    /// Layer 7b, or 7a in a characteristic-defining ability: power and toughness become numbers.
    SetPowerToughness(Quantity, Quantity),
    /// Layer 7b, or 7a in a characteristic-defining ability: power alone becomes a number (CR 208.4).
    SetPower(Quantity),
    /// Layer 7b, or 7a in a characteristic-defining ability: toughness alone becomes a number (CR 208.4).
    SetToughness(Quantity),
    /// Layer 7c: so much is added to power and toughness.
    AddPowerToughness(Quantity, Quantity),
    /// Layer 7d: power and toughness change places.
    SwitchPowerToughness,
    /// Layer 1: its copiable values are these (CR 707.2); what a copy effect comes to as it begins.
    Copiable(Box<Face>),
    /// Layer 1: it has the copiable values of an object, as they were when the effect first applied (CR 707.2c).
    CopyOf(Objects),
    /// Layer 3: a word of its text is another (CR 612.1).
    ReplaceText {
        /// Which word.
        from: Value,
        /// What stands in its place.
        to: Value,
    },
    /// Layer 3: all words of a kind in its text are the chosen one (CR 607.2d, 612.2).
    ReplaceWords(WordKind),
    /// Layer 3: it has this name and no other (CR 612.7).
    SetName(String),
    /// Layer 3: it has the names of all cards that are printed so, besides its own (CR 612.6).
    AddNames(Filter),
    /// Layer 3: it has the full text of an object: all that is printed on it (CR 612.5).
    FullTextOf(Objects),
    /// Layer 3: its text says this besides (CR 612.5).
    HasText(Box<Ability>),
}
