//! Abilities (CR 113.3) as data.

use serde::{Deserialize, Serialize};

use super::chance::CoinSide;
use super::cost::Cost;
use super::effect::{Instruction, ManaOutput, ManaTerm, StaticEffect};
use super::filter::{Comparison, Condition, Filter, Players, Quantity};
use super::keyword::Keyword;
use super::mana::ManaType;
use super::words::{CounterKind, TurnStep, ZoneKind};

/// An ability of an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ability {
    /// What an instant or sorcery does as it resolves (CR 113.3a).
    Spell(SpellAbility),
    /// A cost, a colon, an effect (CR 113.3b, 602).
    Activated(ActivatedAbility),
    /// A trigger condition and an effect (CR 113.3c, 603).
    Triggered(TriggeredAbility),
    /// A statement (CR 113.3d, 604).
    Static(StaticAbility),
    /// A keyword that stands for other abilities (CR 702).
    Keyword(Keyword),
}

/// Targets and instructions: the part of an ability that goes on the stack and resolves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// One entry for each time that the text says "target" (CR 115.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetSpec>,
    /// What is done, in order (CR 608.2c).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instructions: Vec<Instruction>,
    /// What X is, where the text says so, and the player does not choose (CR 107.3c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<Box<Quantity>>,
    /// What is chosen from; the modes chosen are done after the instructions, in printed order (CR 700.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modes: Option<Box<Modes>>,
}

/// "Choose one \u{2014}": the modes of a modal spell or ability, and how many are chosen (CR 700.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modes {
    /// At least so many.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub min: u8,
    /// At most so many.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub max: u8,
    /// Other numbers instead, if a condition holds: "if it was kicked, choose both instead".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<OtherModes>,
    /// "You may choose the same mode more than once" (CR 700.2d).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeat: bool,
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

/// A mode (CR 700.2). Its instructions speak of its own targets, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    /// What choosing it costs in addition (CR 118.8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cost: Vec<Cost>,
    /// One entry for each time that its text says "target" (CR 700.2c).
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetSpec {
    /// Which objects or players.
    pub what: TargetWhat,
    /// At least so many.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub min: u8,
    /// At most so many.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub max: u8,
    /// Only if this holds as targets are chosen, such as that the spell was kicked (CR 601.2c); otherwise it is as though
    /// the word were not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// So many, where a number of the game says it: exactly, or up to that with `min: 0` (CR 601.2c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<Box<Quantity>>,
    /// Whether it is "another" target than those of the instances before it (CR 115.3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
    /// What is divided among the targets as they are announced (CR 601.2d).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divide: Option<Box<Quantity>>,
}

impl TargetSpec {
    /// One target.
    pub const fn one(what: TargetWhat) -> TargetSpec {
        TargetSpec { what, min: 1, max: 1, number: None, other: false, divide: None, condition: None }
    }
}

const fn one() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_one(n: &u8) -> bool {
    *n == 1
}

/// The kinds of things that can be targeted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TargetWhat {
    /// A creature, player or planeswalker (CR 115.4).
    AnyTarget,
    /// Objects that fit.
    Object(Filter),
    /// One of these players.
    Player(Players),
    /// One of these players, or an object that fits.
    PlayerOrObject(Players, Filter),
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

/// When an activated ability may be activated besides whenever its controller has priority (CR 602.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ActivationLimit {
    /// "Activate only as a sorcery" (CR 602.5d).
    AsSorcery,
    /// "Activate only as an instant": whenever the player has priority, also where it is a mana ability (CR 602.5e).
    AsInstant,
    /// "Activate only once each turn" (CR 602.5b).
    OncePerTurn,
    /// "Activate no more than so many times each turn" (CR 602.5b).
    TimesPerTurn(u32),
    /// "Activate only if ..."
    If(Condition),
}

/// An activated ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActivatedAbility {
    /// What is paid.
    pub cost: Vec<Cost>,
    /// Targets and instructions.
    pub body: Body,
    /// Restrictions on its use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<ActivationLimit>,
    /// The zone that it functions in (CR 113.6).
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
    /// Targets and instructions.
    pub body: Body,
    /// The zone that it functions in (CR 113.6); what triggers on the object leaving the battlefield looks back. An event
    /// that can't happen to it there functions where it can (CR 113.6k).
    #[serde(default = "battlefield", skip_serializing_if = "is_battlefield")]
    pub zone: ZoneKind,
    /// How often in a turn.
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
        matches!(self.when, TriggerEvent::TapsForMana { .. })
            && !self.body.has_targets()
            && self.body.texts().any(|(_, instructions)| could_add_mana(instructions))
    }
}

/// A trigger event (CR 603.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TriggerEvent {
    /// A creature is declared as an attacker (CR 508.3a).
    Attacks(Filter),
    /// A creature is declared as an attacker attacking one of these players or planeswalkers (CR 508.3a).
    AttacksThat {
        /// Which creature.
        what: Filter,
        /// Which players; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
    },
    /// A player or planeswalker is attacked; once however many creatures attack it (CR 508.3b).
    IsAttacked {
        /// Which players; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
    },
    /// A player attacks with at least so many creatures; once for each combat (CR 508.3c).
    AttacksWith {
        /// Who attacks.
        who: Players,
        /// With which creatures.
        what: Filter,
        /// With how many at the least.
        count: u32,
    },
    /// A creature is the only one that is declared as an attacker (CR 506.5).
    AttacksAlone(Filter),
    /// A creature is the only one that is declared as a blocker (CR 506.5).
    BlocksAlone(Filter),
    /// A creature comes to block so many creatures (CR 509.5e).
    BlocksMany {
        /// Which creature.
        what: Filter,
        /// How the number compares.
        number: (Comparison, u32),
    },
    /// A creature comes to be blocked by so many creatures (CR 509.5e).
    BlockedByMany {
        /// Which creature.
        what: Filter,
        /// How the number compares.
        number: (Comparison, u32),
    },
    /// A creature blocks; once however many it blocks (CR 509.5a).
    Blocks(Filter),
    /// A creature blocks a creature; once for each that it blocks, which is what "that object" is (CR 509.5b).
    BlocksCreature {
        /// Which creature blocks.
        what: Filter,
        /// Which creature it blocks.
        creature: Filter,
    },
    /// A creature becomes blocked; once however many block it (CR 509.5c).
    BecomesBlocked(Filter),
    /// A creature becomes blocked by a creature; once for each that blocks it, which is what "that object" is
    /// (CR 509.5d).
    BecomesBlockedBy {
        /// Which creature becomes blocked.
        what: Filter,
        /// Which creature blocks it.
        by: Filter,
    },
    /// A creature attacks and isn't blocked (CR 509.5g).
    AttacksUnblocked(Filter),
    /// An object changes zones (CR 603.6).
    Moves {
        /// Which object.
        what: Filter,
        /// Where from; any zone if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<ZoneKind>,
        /// Where to; any zone if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<ZoneKind>,
    },
    /// A turn step begins (CR 603.2b).
    BeginningOf(TurnStep, Players),
    /// A player casts a spell (CR 601.2i).
    Casts(Players, Filter),
    /// An object becomes the target of a spell or ability that one of these players controls (CR 601.2c).
    BecomesTarget {
        /// Which object.
        what: Filter,
        /// Whose spell or ability.
        by: Players,
    },
    /// A source deals damage.
    DealsDamage {
        /// Which source.
        source: Filter,
        /// Only combat damage.
        combat: bool,
        /// Only damage that is no combat damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        noncombat: bool,
        /// To these players; to anything if neither players nor objects are given.
        #[serde(default)]
        to_players: Option<Players>,
        /// To these objects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_objects: Option<Filter>,
    },
    /// A permanent is dealt more damage at once than would be lethal, or than its loyalty (CR 120.10).
    DealtExcessDamage(Filter),
    /// A player draws a card (CR 121.1).
    Draws(Players),
    /// A player gains life (CR 119.9).
    GainsLife(Players),
    /// A creature is tapped to pay the cost of a Vehicle's crew ability; the Vehicle is what "that object" is
    /// (CR 702.122b).
    Crews {
        /// Which creature.
        what: Filter,
        /// Which Vehicle.
        vehicle: Filter,
    },
    /// A player taps a permanent for mana (CR 106.12).
    TapsForMana {
        /// Who does.
        who: Players,
        /// Which permanent.
        what: Filter,
        /// Only if mana of this type was produced (CR 106.12a).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<ManaType>,
    },
    /// A player flips a coin, or one that comes out so (CR 705).
    FlipsCoin {
        /// Who does.
        who: Players,
        /// How it comes out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<CoinSide>,
    },
    /// A player rolls one or more dice; with a result, once for each die of which the result compares so (CR 706).
    RollsDice {
        /// Who does.
        who: Players,
        /// How the result compares with a number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<(Comparison, i32)>,
    },
    /// A condition is true; not again while the ability waits or is on the stack (CR 603.8).
    State(Condition),
    /// "When you do": what the resolving ability offered was done. Only of an ability that an instruction creates, which
    /// then triggers at once (CR 603.12).
    Done,
    /// "When ... this way": an event earlier in the resolution that creates the ability, once for each (CR 603.12).
    ThisWay(Box<TriggerEvent>),
    /// Any of these; each functions where it can happen (CR 113.6k).
    AnyOf(Vec<TriggerEvent>),
    /// One or more of these at once, for which the ability triggers a single time (CR 603.2c); where they happen to
    /// players, once for each player.
    OneOrMore(Box<TriggerEvent>),
    /// The nth time in a turn: "your second spell each turn"; counted for each player where players do it.
    Nth {
        /// Which time, from 1.
        nth: u32,
        /// What happens.
        when: Box<TriggerEvent>,
    },
    /// A permanent on the battlefield changes from untapped to tapped (CR 603.2f).
    BecomesTapped(Filter),
    /// A permanent on the battlefield changes from tapped to untapped (CR 603.2f).
    BecomesUntapped(Filter),
    /// A player activates an ability of an object (CR 602.2b).
    Activates {
        /// Who does.
        who: Players,
        /// The ability of which objects.
        what: Filter,
        /// Whether mana abilities count.
        mana: bool,
    },
    /// A triggered ability of an object triggers (CR 603.3b).
    Triggers(Filter),
    /// A player discards a card (CR 701.8).
    Discards {
        /// Who does.
        who: Players,
        /// Which card, as it is where it went.
        what: Filter,
    },
    /// A player sacrifices a permanent (CR 701.17).
    Sacrifices {
        /// Who does.
        who: Players,
        /// Which permanent, as it was.
        what: Filter,
    },
    /// A card is milled (CR 701.13).
    Mills {
        /// Who mills it.
        who: Players,
        /// Which card.
        what: Filter,
    },
    /// A player plays a land (CR 305.1).
    PlaysLand {
        /// Who does.
        who: Players,
        /// Which land.
        what: Filter,
    },
    /// A player creates a token (CR 111.1).
    Creates {
        /// Who does.
        who: Players,
        /// Which token.
        what: Filter,
    },
    /// A player shuffles their library (CR 701.20).
    Shuffles(Players),
    /// A player reveals a card (CR 701.16).
    Reveals {
        /// Who does.
        who: Players,
        /// Which card.
        what: Filter,
    },
    /// A card is revealed because of the static ability that this one is linked to (CR 603.11, 607.2h).
    RevealedThisWay(Filter),
    /// A counter is put on an object, also as it enters (CR 122.6); once for each counter.
    CountersPut {
        /// On which object.
        on: Filter,
        /// Of which kind; of any if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<CounterKind>,
        /// Only as it comes to have so many of the kind, once (CR 122.7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reaching: Option<u32>,
    },
    /// A counter is removed from an object; once for each counter.
    CountersRemoved {
        /// From which object.
        from: Filter,
        /// Of which kind; of any if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<CounterKind>,
        /// Only the last one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        last: bool,
    },
    /// A player gets a counter; once for each (CR 122.1).
    GetsCounters {
        /// Who does.
        who: Players,
        /// Of which kind.
        kind: CounterKind,
    },
    /// A player loses life (CR 119.9).
    LosesLife(Players),
    /// An object or player is dealt damage: once for all that is dealt to it at once (CR 603.2c).
    IsDealtDamage {
        /// Which objects; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<Filter>,
        /// Which players; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Players>,
        /// Only combat damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        combat: bool,
        /// Only damage that is no combat damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        noncombat: bool,
    },
    /// A permanent becomes attached to an object (CR 603.2f, 701.3).
    BecomesAttached {
        /// Which.
        what: Filter,
        /// To what.
        to: Filter,
    },
    /// A permanent becomes unattached from an object (CR 701.3d, 603.10c).
    BecomesUnattached {
        /// Which.
        what: Filter,
        /// From what.
        from: Filter,
    },
    /// A player loses control of an object (CR 603.10d).
    LosesControl {
        /// Who does.
        who: Players,
        /// Of which.
        what: Filter,
    },
    /// A player gains control of an object from another player.
    GainsControl {
        /// Who does.
        who: Players,
        /// Of which.
        what: Filter,
    },
    /// A spell or ability is countered (CR 701.5, 603.10e).
    IsCountered {
        /// Which.
        what: Filter,
        /// By a spell or ability that one of these players controls; by anything if none are given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// A permanent is destroyed (CR 701.7).
    IsDestroyed {
        /// Which.
        what: Filter,
        /// By a spell or ability that one of these players controls; by anything if none are given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// A player becomes the target of a spell or ability that one of these players controls.
    PlayerBecomesTarget {
        /// Which player.
        who: Players,
        /// Whose spell or ability.
        by: Players,
    },
}

impl TriggerEvent {
    /// The events of which any will do; itself, if it is one.
    pub fn alternatives(&self) -> Vec<&TriggerEvent> {
        match self {
            TriggerEvent::AnyOf(parts) => parts.iter().flat_map(TriggerEvent::alternatives).collect(),
            one => vec![one],
        }
    }

    /// What happens, without "one or more" and "for the first time each turn".
    pub fn innermost(&self) -> &TriggerEvent {
        match self {
            TriggerEvent::OneOrMore(inner) | TriggerEvent::Nth { when: inner, .. } => inner.innermost(),
            one => one,
        }
    }

    /// Whether an ability with it functions in a zone; `said` is what the ability says of that (CR 113.6b). What can't
    /// happen while the object is on the battlefield is looked for wherever it can (CR 113.6k).
    pub fn functions_in(&self, zone: ZoneKind, said: ZoneKind) -> bool {
        if said != ZoneKind::Battlefield {
            return zone == said;
        }
        let about_this = |what: &Filter| match what {
            Filter::This => true,
            Filter::All(parts) => parts.contains(&Filter::This),
            _ => false,
        };
        match self.innermost() {
            TriggerEvent::Casts(_, what) if about_this(what) => zone == ZoneKind::Stack,
            TriggerEvent::IsCountered { what, .. } if about_this(what) => zone == ZoneKind::Stack,
            TriggerEvent::Discards { what, .. } | TriggerEvent::Mills { what, .. } if about_this(what) => {
                zone != ZoneKind::Battlefield && zone.is_public()
            }
            TriggerEvent::Moves { what, from, to } if about_this(what) => match (from, to) {
                (Some(ZoneKind::Battlefield), _) | (_, Some(ZoneKind::Battlefield)) => zone == ZoneKind::Battlefield,
                // What leaves a graveyard, or goes where it is hidden, is looked back at (CR 603.10a).
                (Some(ZoneKind::Graveyard), _) => zone == ZoneKind::Graveyard,
                (_, Some(to)) if to.is_public() => zone == *to,
                (Some(from), _) => zone == *from,
                _ => zone.is_public(),
            },
            _ => zone == said,
        }
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
}
