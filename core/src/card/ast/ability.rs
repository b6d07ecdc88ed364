//! Abilities, their targets and modes, and the face that they are printed on (CR 112, 113, 115, 700.2).

use serde::{Deserialize, Serialize};

use crate::card::ast::cost::{Cost, CostEffect, Costly, ManaOutput, ManaTerm};
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Condition, Filter, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::Restriction;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::{CardType, CardTypes, Subtype, Supertypes};
use crate::card::words::comparison::Comparison;
use crate::card::words::mana_symbol::{Colors, ManaCost, ManaSymbol, ManaType};
use crate::card::words::printed_number::PrintedNumber;
use crate::card::words::zone_kind::ZoneKind;

/// A limit on what is chosen together: "with total mana value 8 or less" (CR 601.2c, 608.2d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Total {
    /// The number of each of them: of an object, which is [`Objects::Affected`](crate::card::Objects::Affected) in it, or of a
    /// player, who is [`Players::They`].
    pub of: Quantity,
    /// The most that their numbers may add up to.
    pub at_most: Quantity,
}

/// An ability (CR 113.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ability {
    /// What an instant or sorcery does as it resolves (CR 113.3a).
    Spell(SpellAbility),
    /// An activated ability: a cost, and what it does (CR 113.3b, 602).
    Activated(ActivatedAbility),
    /// A triggered ability: a trigger event, and what it does (CR 113.3c, 603).
    Triggered(TriggeredAbility),
    /// A static ability: what is so as long as it functions (CR 113.3d, 604).
    Static(StaticAbility),
    /// A keyword ability, which stands for the abilities that its rule spells out (CR 702).
    Keyword(Keyword),
}

/// What goes onto the stack and resolves: `(targets: […], instructions: […])`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// An entry for each time that the text says "target" (CR 115.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetSpec>,
    /// What is done, in order (CR 608.2c).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instructions: Vec<Instruction>,
    /// What X is where the text defines it, so that nobody chooses it (CR 107.3c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<Box<Quantity>>,
    /// What X must be where its player chooses it: `[(AtLeast, Fixed(1))]` is "X can't be 0"
    /// (CR 107.3a, 601.2b).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub x_limits: Vec<(Comparison, Quantity)>,
    /// The types of mana that alone may be spent on X: "spend only black mana on X" (CR 601.2h).
    /// Any type, if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spend_on_x: Vec<ManaType>,
    /// What is chosen from; the chosen modes follow the instructions, in printed order (CR 700.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modes: Option<Box<Modes>>,
}

/// "Choose one —": the modes of a modal spell or ability (CR 700.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modes {
    /// At least so many are chosen.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub min: u8,
    /// At most so many are chosen.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub max: u8,
    /// Other numbers if a condition holds: "if it was kicked, choose both instead".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<OtherModes>,
    /// Whether the same mode may be chosen more than once (CR 700.2d).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeat: bool,
    /// Whether only modes may be chosen that haven't been chosen for this ability of this object before: "choose one that
    /// hasn't been chosen" (CR 700.2b).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unchosen: bool,
    /// Who chooses (CR 700.2e).
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub by: Players,
    /// The modes.
    pub of: Vec<Mode>,
}

/// How many modes are chosen if a condition holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherModes {
    /// The condition.
    pub condition: Condition,
    /// At least so many.
    pub min: u8,
    /// At most so many.
    pub max: u8,
}

/// A mode (CR 700.2). Its instructions speak of its own targets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    /// What choosing it costs in addition (CR 118.8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cost: Vec<Cost>,
    /// An entry for each time that its text says "target" (CR 700.2c).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetSpec>,
    /// What is done.
    pub instructions: Vec<Instruction>,
}

impl Body {
    /// Whether it has a target, in whatever mode.
    pub fn has_targets(&self) -> bool {
        !self.targets.is_empty() || self.modes.iter().flat_map(|it| &it.of).any(|mode| !mode.targets.is_empty())
    }

    /// All lists of targets with the instructions that speak of them: its own, and those of its modes.
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
/// `as: "victim"` gives it a name, by which the instructions of its body or mode speak of it: `Target("victim")`. Without a
/// name it is spoken of by its position, from 0: `Target(0)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetSpec {
    /// What may be chosen.
    pub what: TargetWhat,
    /// At least so many.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub min: u8,
    /// At most so many.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub max: u8,
    /// Only if this holds as targets are chosen, such as that the spell was kicked; otherwise it is
    /// as though the word were not there (CR 601.2c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// So many, where it is a number of the game: exactly so many, or up to that with `min: 0` (CR
    /// 601.2c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<Box<Quantity>>,
    /// Whether it is "another" target than those before it (CR 115.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
    /// What is divided among the targets as they are announced (CR 601.2d); `Portion` is what each
    /// has of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divide: Option<Box<Quantity>>,
    /// Who chooses, after the controller has, if not the controller: the first of these players (CR
    /// 601.5b, 602.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Players>,
    /// A limit on the targets together, as they are chosen: "with total mana value 8 or less" (CR 601.2c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Box<Total>>,
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TargetWhat {
    /// A creature, player or planeswalker (CR 115.4).
    AnyTarget,
    /// An object that fits.
    Object(Filter),
    /// One of these players.
    Player(Players),
    /// One of these players, or an object that fits.
    PlayerOrObject(Players, Filter),
    /// A source of damage that fits, to choose and not to target (CR 609.7a).
    Source(Filter),
    /// What all of these allow: an Aura with several enchant abilities (CR 702.5).
    All(Vec<TargetWhat>),
}

/// The instructions of an instant or sorcery.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpellAbility {
    /// Targets and instructions.
    pub body: Body,
}

/// When an activated ability may be activated (CR 602.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ActivationLimit {
    /// "Activate only as a sorcery" (CR 602.5d).
    AsSorcery,
    /// "Activate only as an instant", also where it is a mana ability (CR 602.5e).
    AsInstant,
    /// "Activate only once each turn" (CR 602.5b).
    OncePerTurn,
    /// "Activate no more than twice each turn" (CR 602.5b).
    TimesPerTurn(u32),
    /// "Activate only if …" (CR 602.5).
    If(Condition),
}

/// An activated ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActivatedAbility {
    /// What is paid.
    pub cost: Vec<Cost>,
    /// What it does.
    pub body: Body,
    /// When it may be activated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<ActivationLimit>,
    /// The zone that it functions in; if its cost can't be paid there, where it can (CR 113.6,
    /// 113.6j).
    #[serde(default = "battlefield", skip_serializing_if = "is_battlefield")]
    pub zone: ZoneKind,
}

const fn battlefield() -> ZoneKind {
    ZoneKind::Battlefield
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_battlefield(zone: &ZoneKind) -> bool {
    matches!(zone, ZoneKind::Battlefield)
}

impl ActivatedAbility {
    /// Whether it functions in a zone: where it says, and otherwise on the battlefield, or wherever its cost can be paid if
    /// it can't be paid there (CR 113.6, 113.6b, 113.6j).
    pub fn functions_in(&self, zone: ZoneKind) -> bool {
        let payable = |zone: ZoneKind| self.cost.iter().all(|part| part.can_be_paid_in(zone));
        if self.zone == ZoneKind::Battlefield && !payable(ZoneKind::Battlefield) {
            return payable(zone);
        }
        zone == self.zone
    }

    /// Whether it is a loyalty ability: one with a loyalty symbol in its cost, whoever has it (CR 606.1, 606.2).
    pub fn is_loyalty(&self) -> bool {
        self.cost.iter().any(Cost::is_loyalty)
    }

    /// Whether it is a mana ability, whatever else it does and whenever it may be activated (CR 605.1): no target, not a
    /// loyalty ability, and it could add mana (CR 605.1a). With a target it is none (CR 605.5a), nor is a spell (CR 605.5b).
    pub fn is_mana(&self) -> bool {
        !self.is_loyalty()
            && !self.body.has_targets()
            && self.body.texts().any(|(_, instructions)| could_add_mana(instructions))
    }

    /// The mana that it adds and nothing else it does, where that is so simple that a solver can count on it.
    pub fn plain_mana(&self) -> Option<(&ManaOutput, &[ManaTerm])> {
        match self.body.instructions.as_slice() {
            _ if self.body.modes.is_some() => None,
            [Instruction::AddMana { who: Players::You, mana, terms }] => Some((mana, terms)),
            _ => None,
        }
    }
}

fn could_add_mana(instructions: &[Instruction]) -> bool {
    instructions.iter().any(|instruction| match instruction {
        Instruction::AddMana { .. } => true,
        Instruction::May { then, .. }
        | Instruction::Unless { then, .. }
        | Instruction::ForEach { then, .. }
        | Instruction::Repeat { then, .. } => could_add_mana(then),
        Instruction::If { then, otherwise, .. } | Instruction::MayPay { then, otherwise, .. } => {
            could_add_mana(then) || could_add_mana(otherwise)
        }
        Instruction::RollDice { table, .. } => table.iter().any(|row| could_add_mana(&row.then)),
        _ => false,
    })
}

/// A triggered ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TriggeredAbility {
    /// What it waits for.
    pub when: TriggerEvent,
    /// The intervening "if" clause (CR 603.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What it does.
    pub body: Body,
    /// The zone that it functions in; if the event can't happen to it there, where it can (CR
    /// 113.6, 113.6k).
    #[serde(default = "battlefield", skip_serializing_if = "is_battlefield")]
    pub zone: ZoneKind,
    /// How often in a turn it triggers or is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<TriggerLimit>,
    /// Whether it says that it can't be countered (CR 603.1a).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncounterable: bool,
}

/// How often in a turn a triggered ability triggers, or is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TriggerLimit {
    /// "This ability triggers only once each turn."
    OncePerTurn,
    /// "Do this only once each turn": it does not trigger once its controller has done this in a turn (CR 603.2i).
    DoOncePerTurn,
}

impl TriggeredAbility {
    /// Whether one of its trigger events functions in a zone (CR 113.6k).
    pub fn functions_in(&self, zone: ZoneKind) -> bool {
        self.when.alternatives().iter().any(|when| when.functions_in(zone, self.zone))
    }

    /// Whether it triggers on another ability triggering (CR 603.3b).
    pub fn on_triggers(&self) -> bool {
        self.when.alternatives().iter().any(|when| matches!(when.innermost(), TriggerEvent::Triggers(_)))
    }

    /// Whether it is a mana ability (CR 605.1b): no target, triggers from a mana ability, could add mana. What misses one
    /// of these is an ordinary triggered ability (CR 605.5, 605.5a).
    pub fn is_mana(&self) -> bool {
        matches!(self.when, TriggerEvent::TapsForMana { .. } | TriggerEvent::AddsMana { .. })
            && !self.body.has_targets()
            && self.body.texts().any(|(_, instructions)| could_add_mana(instructions))
    }
}

/// A static ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaticAbility {
    /// "As long as ..."
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What it says.
    pub effect: StaticEffect,
    /// The zone that it functions in (CR 113.6).
    #[serde(default = "battlefield", skip_serializing_if = "is_battlefield")]
    pub zone: ZoneKind,
    /// Whether it says that it doesn't function in that zone, and so does everywhere else, also outside the game (CR 113.6c).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub elsewhere: bool,
}

impl StaticAbility {
    /// Whether it functions in a zone (CR 113.6b-c). What gives its own object an ability that changes how that object is
    /// cast functions only on the stack (CR 113.6e).
    pub fn functions_in(&self, zone: ZoneKind) -> bool {
        if self.elsewhere {
            return zone != self.zone;
        }
        // CR 113.6b: "from anywhere".
        if self.zone == ZoneKind::Battlefield && self.effect.is_of_this_from_anywhere() {
            return true;
        }
        let on_stack = self.zone == ZoneKind::Battlefield && self.effect.grants_itself_how_it_is_cast();
        zone == if on_stack { ZoneKind::Stack } else { self.zone }
    }
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

    /// Whether it restricts or changes how the object that has it is cast (CR 113.6d-e).
    pub fn is_about_casting_this(&self) -> bool {
        match self {
            Ability::Keyword(keyword) => keyword.is_about_casting(),
            Ability::Static(ability) => match &ability.effect {
                StaticEffect::Cost(CostEffect { of: Costly::Spells(what), .. })
                | StaticEffect::Restrict(Restriction::CantCast { what, .. }) => what.is_about_this(),
                StaticEffect::Permit(permission) => permission.is_of_this(),
                _ => false,
            },
            Ability::Spell(_) | Ability::Activated(_) | Ability::Triggered(_) => false,
        }
    }
}

/// What is printed on a card or a face of it, or what a token is (CR 200.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// The name (CR 201); a token's may be left out (CR 111.4).
    #[serde(default)]
    pub name: String,
    /// The mana cost (CR 202); none where no cost is printed, which cannot be paid (CR 118.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<ManaCost>,
    /// The colour indicator (CR 204).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color_indicator: Option<Colors>,
    /// The colors that a copy effect gives. No card says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
    /// Power, together with toughness (CR 208): a number, or `"*"`, `"1+*"` and the like beside an
    /// ability that defines it (CR 208.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<PrintedNumber>,
    /// Toughness (CR 208), as for power.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toughness: Option<PrintedNumber>,
    /// Loyalty (CR 209).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loyalty: Option<u32>,
    /// Whether it can only be played with for ante (CR 407.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub for_ante: bool,
    /// What it is instead while it is flipped: name, type line, text box, power and toughness (CR 710.1b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flipped: Option<Box<Face>>,
    /// What it is as a spell that is cast as an Adventure (CR 716.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adventure: Option<Box<Face>>,
}

/// What a face-down spell or permanent is, and what allowed it to be so.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaceDown {
    /// Its characteristics; a 2/2 creature if left out (CR 708.2a).
    #[serde(default = "FaceDown::unlisted", skip_serializing_if = "FaceDown::is_unlisted")]
    pub face: Face,
    /// Whether it was manifested, and so may be turned face up for its mana cost (CR 701.34b).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub manifested: bool,
}

impl Default for FaceDown {
    /// CR 708.2a: what nothing is listed for, and what was cast with a morph ability (CR 702.37c).
    fn default() -> FaceDown {
        FaceDown { face: FaceDown::unlisted(), manifested: false }
    }
}

impl FaceDown {
    /// What is manifested (CR 701.34a).
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

    /// What a spell costs that is cast with a morph ability, rather than its mana cost (CR 702.37a).
    pub fn morph_casting_cost() -> ManaCost {
        ManaCost(vec![ManaSymbol::Generic(3)])
    }
}

/// What a level symbol stands for: while a creature has so many level counters, it has these base power and toughness and
/// these abilities (CR 711.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelSymbol {
    /// At least so many level counters.
    pub from: u32,
    /// At most so many; without it the symbol is "LEVEL 6+" (CR 711.2b).
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

/// Chapter symbols of a Saga and the effect beside them, which triggers as the number of lore
/// counters is reached (CR 715.2). That a Saga gets its counters and is sacrificed in the end
/// follows from its subtype.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChapterSymbols {
    /// The numerals: `[1, 2]` (CR 715.2c).
    pub at: Vec<u32>,
    /// What the chapter does.
    pub body: Body,
}

/// A class level bar: for a cost, as a sorcery, the level becomes this from the one before, and
/// from then on the Class has these abilities (CR 717.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassLevelBar {
    /// What is paid for the level.
    pub cost: Vec<Cost>,
    /// The level.
    pub level: u32,
    /// The abilities of its section, in printed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<Ability>,
}

impl Face {
    /// Its colours before any effect (CR 105.2, 202.2, 204.2).
    pub fn colors(&self) -> Colors {
        if let Some(colors) = self.colors_as_copied {
            return colors;
        }
        let indicated = self.color_indicator.unwrap_or(Colors::COLORLESS);
        indicated.union(self.cost.as_ref().map_or(Colors::COLORLESS, ManaCost::colors))
    }
}
