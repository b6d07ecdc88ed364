//! Abilities, their targets and modes, and the card faces that have them (CR 112, 113, 115, 700.2).

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::ast::cost::{Cost, CostChange, ManaOutput, ManaTerm, is_once, once};
use crate::card::ast::drafting::{DraftDeed, Drafting};
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Condition, Filter, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::{CardType, CardTypes, Subtype, Supertypes};
use crate::card::words::comparison::Comparison;
use crate::card::words::mana_symbol::{Colors, ManaCost, ManaSymbol, ManaType};
use crate::card::words::noted::NoteKind;
use crate::card::words::printed_number::PrintedNumber;
use crate::card::words::refers::Own;
use crate::card::words::zone_kind::ZoneKind;

/// A limit on the total of a choice: "with total mana value 8 or less" (CR 601.2c, 608.2d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct Total {
    /// The number to add up: of an object, [`Objects::Affected`](crate::card::Objects::Affected),
    /// or of a player, [`Players::They`].
    pub of: Quantity,
    /// The maximum total.
    pub at_most: Quantity,
}

/// An ability (CR 113.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[word(method(own: Own = Object), scope(Ability))]
pub enum Ability {
    /// The instructions of an instant or sorcery, followed as it resolves (CR 113.3a).
    Spell(SpellAbility),
    /// An activated ability: a cost and an effect (CR 113.3b, 602).
    Activated(ActivatedAbility),
    /// A triggered ability: a trigger event and an effect (CR 113.3c, 603).
    #[word(found_by("intervening \"if\""))]
    Triggered(TriggeredAbility),
    /// A static ability: an effect that is active while the ability functions (CR 113.3d, 604).
    Static(StaticAbility),
    /// A keyword ability: short for the abilities that its rule lists (CR 702).
    #[word(own(Nothing))]
    Keyword(Keyword),
}

/// What goes onto the stack and resolves: `(targets: […], instructions: […])`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(scope(Body))]
#[word(found_by("modal, choose one"))]
pub struct Body {
    /// An entry for each "target" in the text (CR 115.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetSpec>,
    /// The instructions, in order (CR 608.2c).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instructions: Vec<Instruction>,
    /// The value of X if the text defines it, so that nobody chooses it (CR 107.3c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<Box<Quantity>>,
    /// Limits on an X that the player chooses: `[(AtLeast, Fixed(1))]` is "X can't be 0"
    /// (CR 107.3a, 601.2b).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub x_limits: Vec<(Comparison, Quantity)>,
    /// The only types of mana that may be spent on X: "spend only black mana on X" (CR 601.2h). Any
    /// type, if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spend_on_x: Vec<ManaType>,
    /// The modes to choose from; the chosen ones follow the instructions, in printed order
    /// (CR 700.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modes: Option<Box<Modes>>,
    /// Whether it still resolves if all its targets have become illegal (CR 608.2b); what it does
    /// to them is then not done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub still_resolves: bool,
}

/// "Choose one —": the modes of a modal spell or ability (CR 700.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(found_by("modal, choose one"))]
pub struct Modes {
    /// The minimum number to choose.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub min: u8,
    /// The maximum number to choose.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub max: u8,
    /// Different numbers if a condition holds: "if it was kicked, choose both instead".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<OtherModes>,
    /// Whether the same mode may be chosen more than once (CR 700.2d).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeat: bool,
    /// Whether a mode can't be chosen again for this ability of this object: "choose one that
    /// hasn't been chosen" (CR 700.2b).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unchosen: bool,
    /// Who chooses (CR 700.2e).
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub by: Players,
    /// The modes.
    pub of: Vec<Mode>,
}

/// How many modes to choose if a condition holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct OtherModes {
    /// The condition.
    pub condition: Condition,
    /// The minimum number.
    pub min: u8,
    /// The maximum number.
    pub max: u8,
}

/// A mode (CR 700.2). Its instructions refer to its own targets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(scope(Mode))]
pub struct Mode {
    /// The additional cost of choosing it (CR 118.8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cost: Vec<Cost>,
    /// An entry for each "target" in its text (CR 700.2c).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetSpec>,
    /// The instructions.
    pub instructions: Vec<Instruction>,
}

impl Body {
    /// Whether it has a target, in any mode.
    pub fn has_targets(&self) -> bool {
        !self.targets.is_empty() || self.modes.iter().flat_map(|it| &it.of).any(|mode| !mode.targets.is_empty())
    }

    /// Whether it can be a further text of a spell, after another one (CR 702.47c, 702.102d):
    /// modes, and an X that a text defines, are of a spell's first text.
    pub fn can_follow(&self) -> bool {
        self.modes.is_none() && self.x.is_none()
    }

    /// Each list of targets with the instructions that refer to it: its own, and those of its
    /// modes.
    pub fn texts(&self) -> impl Iterator<Item = (&[TargetSpec], &[Instruction])> {
        let modes = self.modes.iter().flat_map(|modes| &modes.of);
        let modes = modes.map(|mode| (mode.targets.as_slice(), mode.instructions.as_slice()));
        std::iter::once((self.targets.as_slice(), self.instructions.as_slice())).chain(modes)
    }
}

const fn you() -> Players {
    Players::You
}

fn is_you(who: &Players) -> bool {
    *who == Players::You
}

/// What may be chosen for one instance of the word "target" (CR 115).
///
/// `as: "victim"` names it, and the instructions of its body or mode refer to it as
/// `Target("victim")`. Without a name they use its position, from 0: `Target(0)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(scope(Target))]
#[word(found_by("any number of, up to"))]
pub struct TargetSpec {
    /// What may be chosen.
    pub what: TargetWhat,
    /// The minimum number.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub min: u8,
    /// The maximum number; 255 for "any number of", with a minimum of 0.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub max: u8,
    /// A condition, such as that the spell was kicked; if it doesn't hold as targets are chosen,
    /// the spell or ability doesn't have this target (CR 601.2c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// A calculated number of targets: exactly this many, or up to this many with `min: 0`
    /// (CR 601.2c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<Box<Quantity>>,
    /// Whether it is "another" target, different from those before it (CR 115.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
    /// What is divided among the targets as they are announced (CR 601.2d); `Portion` is the share
    /// of each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divide: Option<Box<Quantity>>,
    /// A player other than the controller who chooses, after the controller has: the first of these
    /// players (CR 601.5b, 602.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Players>,
    /// A limit on the total of the targets as they are chosen: "with total mana value 8 or less"
    /// (CR 601.2c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Box<Total>>,
    /// Players for each of whom as many targets are chosen, one player after another; `They` is
    /// that player. `each: Opponents` with `min: 0` is "for each opponent, up to one target …".
    /// Where there are too few for a player, as many as there are (CR 601.2c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<Players>,
}

impl TargetSpec {
    /// One target.
    pub const fn one(what: TargetWhat) -> TargetSpec {
        TargetSpec {
            what,
            min: 1,
            max: 1,
            number: None,
            other: false,
            divide: None,
            condition: None,
            by: None,
            total: None,
            each: None,
        }
    }
}

const fn one() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_one(n: &u8) -> bool {
    *n == 1
}

/// What can be targeted or chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum TargetWhat {
    /// A creature, player or planeswalker (CR 115.4).
    AnyTarget,
    /// A matching object.
    Object(Filter),
    /// One of these players.
    Player(Players),
    /// One of these players, or a matching object.
    PlayerOrObject(Players, Filter),
    /// A matching source of damage; it can be chosen but not targeted (CR 609.7a).
    Source(Filter),
    /// What all of these allow, as for an Aura with several enchant abilities (CR 702.5).
    All(Vec<TargetWhat>),
}

/// The instructions of an instant or sorcery.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct SpellAbility {
    /// Targets and instructions.
    pub body: Body,
}

/// When an activated ability may be activated (CR 602.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum ActivationLimit {
    /// "Activate only as a sorcery" (CR 602.5d).
    AsSorcery,
    /// "Activate only as an instant", even if it is a mana ability (CR 602.5e).
    AsInstant,
    /// "Activate only once each turn" (CR 602.5b).
    #[word(found_by("once each turn"))]
    OncePerTurn,
    /// "Activate no more than twice each turn" (CR 602.5b).
    TimesPerTurn(u32),
    /// "Activate only if …" (CR 602.5).
    If(Condition),
    /// These players may activate it, in place of its source's controller (CR 701.2a):
    /// `ActivatedBy(Each)` is "any player may activate this ability". Its costs are paid, and its
    /// text followed, as for whoever activates it.
    ActivatedBy(Players),
    /// It functions in this zone as well (CR 702.49d).
    AlsoIn(ZoneKind),
}

/// An activated ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct ActivatedAbility {
    /// What it costs.
    pub cost: Vec<Cost>,
    /// What it does.
    pub body: Body,
    /// When it may be activated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<ActivationLimit>,
    /// The zone where it functions; if its cost can't be paid there, the zones where it can
    /// (CR 113.6, 113.6j).
    #[serde(default = "battlefield", skip_serializing_if = "is_battlefield")]
    pub zone: ZoneKind,
    /// What it changes of its own cost: "this ability costs {1} less to activate for each …"
    /// (CR 601.2f, 602.2b).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prices: Vec<OwnPrice>,
}

impl Default for ActivatedAbility {
    /// One of a permanent, without a cost or an effect.
    fn default() -> ActivatedAbility {
        let (cost, body, limits, prices) = (Vec::new(), Body::default(), Vec::new(), Vec::new());
        ActivatedAbility { cost, body, limits, zone: battlefield(), prices }
    }
}

/// What an ability changes of its own cost (CR 601.2f, 602.2b). The numbers and the condition may
/// refer to its targets.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(found_by("costs less, cheaper, reduction"))]
pub struct OwnPrice {
    /// By how much mana.
    pub mana: ManaCost,
    /// How many times that amount.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub times: Quantity,
    /// Whether it costs that much more, not less.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// "If …"
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

impl OwnPrice {
    /// What it changes of a cost.
    pub fn change(&self) -> CostChange {
        let (mana, times) = (self.mana.clone(), self.times.clone());
        match self.more {
            true => CostChange::More(vec![Cost::Times(times, Box::new(Cost::Mana(mana)))]),
            false => CostChange::Less { mana, times, least: 0 },
        }
    }
}

const fn battlefield() -> ZoneKind {
    ZoneKind::Battlefield
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_battlefield(zone: &ZoneKind) -> bool {
    matches!(zone, ZoneKind::Battlefield)
}

impl ActivatedAbility {
    /// Whether it functions in a zone: the one in `zone`, but any zone where its cost can be paid
    /// if that is the battlefield and the cost can't be paid there (CR 113.6, 113.6b, 113.6j).
    pub fn functions_in(&self, zone: ZoneKind) -> bool {
        let payable = |zone: ZoneKind| self.cost.iter().all(|part| part.can_be_paid_in(zone));
        if self.zone == ZoneKind::Battlefield && !payable(ZoneKind::Battlefield) {
            return payable(zone);
        }
        zone == self.zone || self.limits.contains(&ActivationLimit::AlsoIn(zone))
    }

    /// The players who may activate it in place of its source's controller (CR 701.2a).
    pub fn activated_by(&self) -> Option<&Players> {
        self.limits.iter().find_map(|limit| match limit {
            ActivationLimit::ActivatedBy(who) => Some(who),
            _ => None,
        })
    }

    /// Whether it is a loyalty ability: one with a loyalty symbol in its cost, on any permanent
    /// (CR 606.1, 606.2).
    pub fn is_loyalty(&self) -> bool {
        self.cost.iter().any(Cost::is_loyalty)
    }

    /// Whether it is a mana ability (CR 605.1): it has no target, is not a loyalty ability, and
    /// could add mana (CR 605.1a). Its other effects and its timing don't matter. An ability with a
    /// target is not one (CR 605.5a), nor is a spell (CR 605.5b).
    pub fn is_mana(&self) -> bool {
        // "{T}: Add {G}." is by far the most frequent.
        if let ([Cost::Tap], [Instruction::AddMana(_)], [], None) =
            (self.cost.as_slice(), self.body.instructions.as_slice(), self.body.targets.as_slice(), &self.body.modes)
        {
            return true;
        }
        !self.is_loyalty()
            && !self.body.has_targets()
            && self.body.texts().any(|(_, instructions)| could_add_mana(instructions))
    }

    /// The mana it adds, if it does nothing else and is simple enough for the mana solver.
    pub fn plain_mana(&self) -> Option<(&ManaOutput, &[ManaTerm])> {
        match self.body.instructions.as_slice() {
            _ if self.body.modes.is_some() => None,
            [Instruction::AddMana(verb::AddMana { who: Players::You, mana, terms })] => Some((mana, terms)),
            _ => None,
        }
    }
}

fn could_add_mana(instructions: &[Instruction]) -> bool {
    instructions.iter().any(|instruction| match instruction {
        Instruction::AddMana(_) => true,
        other => other.lists().into_iter().any(could_add_mana),
    })
}

/// A triggered ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct TriggeredAbility {
    /// The trigger event.
    pub when: TriggerEvent,
    /// The intervening "if" clause (CR 603.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What it does.
    pub body: Body,
    /// The zone where it functions; if the event can't happen to it there, the zones where it can
    /// (CR 113.6, 113.6k).
    #[serde(default = "battlefield", skip_serializing_if = "is_battlefield")]
    pub zone: ZoneKind,
    /// A limit per turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<TriggerLimit>,
    /// Whether it can't be countered (CR 603.1a).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncounterable: bool,
}

/// How often a triggered ability can trigger, or its effect be used, each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum TriggerLimit {
    /// "This ability triggers only once each turn."
    #[word(found_by("once each turn"))]
    OncePerTurn,
    /// "Do this only once each turn": it doesn't trigger again in a turn once its controller has
    /// done it (CR 603.2i).
    DoOncePerTurn,
}

impl TriggeredAbility {
    /// Whether one of its trigger events functions in a zone (CR 113.6k).
    pub fn functions_in(&self, zone: ZoneKind) -> bool {
        self.when.alternatives().iter().any(|when| when.functions_in(zone, self.zone))
    }

    /// Whether it triggers when another ability triggers (CR 603.3b).
    pub fn on_triggers(&self) -> bool {
        self.when.alternatives().iter().any(|when| matches!(when.innermost(), TriggerEvent::Triggers(_)))
    }

    /// Whether it is a mana ability (CR 605.1b): it has no target, triggers from a mana ability,
    /// and could add mana. Otherwise it is an ordinary triggered ability (CR 605.5, 605.5a).
    pub fn is_mana(&self) -> bool {
        self.when.is_of_mana()
            && !self.body.has_targets()
            && self.body.texts().any(|(_, instructions)| could_add_mana(instructions))
    }
}

/// A static ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct StaticAbility {
    /// "As long as …"
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// Its effect.
    pub effect: StaticEffect,
    /// The zone where it functions (CR 113.6).
    #[serde(default = "battlefield", skip_serializing_if = "is_battlefield")]
    pub zone: ZoneKind,
    /// Whether it functions everywhere except in `zone`, also outside the game (CR 113.6c).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub elsewhere: bool,
}

impl Ability {
    /// Whether it is a mana ability (CR 605.1).
    pub fn is_mana(&self) -> bool {
        match self {
            Ability::Activated(ability) => ability.is_mana(),
            Ability::Triggered(ability) => ability.is_mana(),
            Ability::Spell(_) | Ability::Static(_) | Ability::Keyword(_) => false,
        }
    }

    /// The printed text that stands for it, if it is one that is not executed.
    pub fn not_executed(&self) -> Option<&str> {
        match self {
            Ability::Static(StaticAbility { effect: StaticEffect::NotExecuted(text), .. }) => Some(text),
            _ => None,
        }
    }
}

/// What is printed on a card or one of its faces, or the characteristics of a token (CR 200.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// The name (CR 201); a token may leave it out (CR 111.4).
    #[serde(default)]
    pub name: String,
    /// The mana cost (CR 202). Without one, it can't be paid (CR 118.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<ManaCost>,
    /// The color indicator (CR 204).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color_indicator: Option<Colors>,
    /// The colors a copy effect gives. No card says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[word(unsaid)]
    pub colors_as_copied: Option<Colors>,
    /// Supertypes (CR 205.4).
    #[serde(default, skip_serializing_if = "Supertypes::is_empty_ref")]
    pub supertypes: Supertypes,
    /// Card types (CR 205.2).
    #[serde(default)]
    pub types: CardTypes,
    /// Subtypes (CR 205.3), in printed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subtypes: Vec<Subtype>,
    /// Abilities in printed order (CR 207).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
    /// Power (CR 208), given together with toughness: a number, or `"*"`, `"1+*"` and the like with
    /// an ability that defines it (CR 208.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<PrintedNumber>,
    /// Toughness (CR 208), like power.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toughness: Option<PrintedNumber>,
    /// Loyalty (CR 209).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loyalty: Option<u32>,
    /// The hand modifier of a vanguard card (CR 210).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hand_modifier: i32,
    /// The life modifier of a vanguard card (CR 211).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub life_modifier: i32,
    /// Whether the card is only for games played for ante (CR 407.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub for_ante: bool,
    /// Its characteristics while flipped: name, type line, text box, power and toughness
    /// (CR 710.1b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flipped: Option<Box<Face>>,
    /// Its characteristics as a spell cast as an Adventure (CR 716.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adventure: Option<Box<Face>>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_zero(number: &i32) -> bool {
    *number == 0
}

/// The characteristics of a face-down spell or permanent, and how it came to be face down.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct FaceDown {
    /// Its characteristics; a 2/2 creature if left out (CR 708.2a).
    #[serde(default = "FaceDown::unlisted", skip_serializing_if = "FaceDown::is_unlisted")]
    pub face: Face,
    /// Whether it was manifested, so that it may be turned face up for its mana cost (CR 701.34b).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub manifested: bool,
}

impl Default for FaceDown {
    /// CR 708.2a: the default if none are listed, and for a spell cast with a morph ability
    /// (CR 702.37c).
    fn default() -> FaceDown {
        FaceDown { face: FaceDown::unlisted(), manifested: false }
    }
}

impl FaceDown {
    /// A manifested card (CR 701.34a).
    pub fn manifested() -> FaceDown {
        FaceDown { manifested: true, ..FaceDown::default() }
    }

    /// A 2/2 creature with no text, no name, no subtypes and no mana cost (CR 708.2a).
    fn unlisted() -> Face {
        Face {
            types: std::iter::once(CardType::Creature).collect(),
            power: Some(2.into()),
            toughness: Some(2.into()),
            ..Face::default()
        }
    }

    fn is_unlisted(face: &Face) -> bool {
        *face == FaceDown::unlisted()
    }

    /// The alternative cost of a spell cast with a morph ability (CR 702.37a).
    pub fn morph_casting_cost() -> ManaCost {
        ManaCost(vec![ManaSymbol::Generic(3)])
    }
}

/// A level symbol: a creature whose number of level counters is in this range has this base power
/// and toughness and these abilities (CR 711.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct LevelSymbol {
    /// The minimum number of level counters.
    pub from: u32,
    /// The maximum number; without it the symbol is "LEVEL 6+" (CR 711.2b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// The base power.
    pub power: i32,
    /// The base toughness.
    pub toughness: i32,
    /// The abilities of its striation, in printed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
}

/// Chapter symbols of a Saga and their effect, which triggers when the Saga reaches that many lore
/// counters (CR 715.2). Adding lore counters and the final sacrifice follow from the subtype.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct ChapterSymbols {
    /// The chapter numbers: `[1, 2]` (CR 715.2c).
    pub at: Vec<u32>,
    /// What the chapter does.
    pub body: Body,
}

/// A class level bar: for a cost, at sorcery speed, the Class goes from the previous level to this
/// one and keeps these abilities from then on (CR 717.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct ClassLevelBar {
    /// The cost of the level.
    pub cost: Vec<Cost>,
    /// The level.
    pub level: u32,
    /// The abilities of its section, in printed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
}

impl Face {
    /// Its abilities that function during a draft (CR 905.2).
    pub fn drafting(&self) -> impl Iterator<Item = &Drafting> {
        self.abilities.iter().filter_map(|ability| match ability {
            Ability::Static(StaticAbility { effect: StaticEffect::DuringDraft(drafting), .. }) => Some(drafting),
            _ => None,
        })
    }

    /// What is noted for it as it is drafted.
    pub fn noted_as_drafted(&self) -> impl Iterator<Item = NoteKind> {
        self.drafting().flat_map(Drafting::deeds).filter_map(DraftDeed::notes)
    }

    /// The colors before any effect applies (CR 105.2, 202.2, 204.2).
    pub fn colors(&self) -> Colors {
        if let Some(colors) = self.colors_as_copied {
            return colors;
        }
        let indicated = self.color_indicator.unwrap_or(Colors::COLORLESS);
        indicated.union(self.cost.as_ref().map_or(Colors::COLORLESS, ManaCost::colors))
    }
}
