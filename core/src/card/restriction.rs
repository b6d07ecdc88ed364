//! What can't be done (CR 101.2), what is done if able, and what attacking and blocking cost (CR 508.1, 509.1), as data.

use serde::{Deserialize, Serialize};

use super::cost::Cost;
use super::course::LossCause;
use super::filter::{Filter, Players, Quantity};
use super::mana::ManaType;
use super::permission::Timing;
use super::trigger::TriggerEvent;
use super::words::CounterKind;

/// A cost to attack or block, paid for each creature that does (CR 508.1h, 509.1d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Charge {
    /// Creatures can't attack unless a cost is paid.
    Attack {
        /// Which creatures.
        what: Filter,
        /// Only if they attack one of these players; whatever they attack if neither players nor
        /// objects are given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Only if they attack one of these planeswalkers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
        /// What is paid for each creature.
        cost: Vec<Cost>,
        /// What {X} in the cost is; the X of the spell or ability that the effect comes from if not
        /// given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<Quantity>,
    },
    /// Creatures can't block unless a cost is paid.
    Block {
        /// Which creatures.
        what: Filter,
        /// Only if they block one of these.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attackers: Option<Filter>,
        /// What is paid for each creature.
        cost: Vec<Cost>,
        /// What {X} in the cost is, as for attacking.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<Quantity>,
    },
}

/// How creatures assign combat damage (CR 510.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum CombatDamage {
    /// Creatures that fit assign damage equal to their toughness.
    Toughness(Filter),
    /// Creatures that fit assign none.
    NoDamage(Filter),
    /// Creatures that fit may assign it as though they weren't blocked.
    AsThoughUnblocked(Filter),
    /// Another player assigns it: "rather than the attacking player, you assign the combat damage" (CR 510.1).
    AssignedBy {
        /// The damage of which creatures.
        what: Filter,
        /// Who assigns it: the first of these players.
        who: Players,
        /// Whether that player divides it among the creatures that it fights as they choose, whatever their order and
        /// however much would be lethal.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        freely: bool,
    },
}

/// Something that can't be done (CR 101.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Restriction {
    /// Creatures can't be declared as attackers (CR 508.1c).
    CantAttack(Filter),
    /// Creatures can't attack one of these players, or one of these planeswalkers (CR 508.1c).
    CantAttackThat {
        /// Which creatures.
        what: Filter,
        /// Which players; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
    },
    /// Creatures can't be blocked by more creatures than this (CR 509.1b).
    MostBlockers {
        /// Which attackers.
        what: Filter,
        /// How many blockers at the most.
        count: u32,
    },
    /// Creatures can't be declared as blockers (CR 509.1b).
    CantBlock(Filter),
    /// Creatures can't be blocked by creatures that fit, which are all if none are described; in
    /// `by`, `Affected` is the attacking creature (CR 509.1b).
    CantBeBlockedBy {
        /// Which attackers.
        what: Filter,
        /// By which blockers.
        #[serde(default = "Filter::any")]
        by: Filter,
    },
    /// Creatures can't be blocked by fewer creatures than this (CR 509.1b).
    MinimumBlockers {
        /// Which attackers.
        what: Filter,
        /// How many blockers at the least.
        count: u32,
    },
    /// Creatures can't attack unless so many others do; with 1 it is "can't attack alone" (CR
    /// 508.1c, 506.5).
    NeedsOtherAttackers {
        /// Which creatures.
        what: Filter,
        /// How many others, at least.
        count: u32,
        /// Only such others count; `Affected` is the creature that needs them: `Power(Greater,
        /// Power(Affected))`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        like: Option<Filter>,
    },
    /// Creatures can't block unless so many others do; with 1 it is "can't block alone" (CR 509.1b,
    /// 506.5).
    NeedsOtherBlockers {
        /// Which creatures.
        what: Filter,
        /// How many others, at least.
        count: u32,
        /// Only such others count; `Affected` is the creature that needs them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        like: Option<Filter>,
    },
    /// No more creatures than this can attack each combat (CR 508.1c).
    MaximumAttackers(u32),
    /// No more creatures than this can block each combat (CR 509.1b).
    MaximumBlockers(u32),
    /// Permanents don't untap during their controllers' untap steps (CR 502.3).
    DoesntUntap(Filter),
    /// Players can't untap more than so many permanents during their untap steps (CR 502.3).
    MaximumUntapped {
        /// Whose.
        who: Players,
        /// Which permanents are counted.
        what: Filter,
        /// How many at the most.
        count: u32,
    },
    /// Players can't win the game (CR 104.2b, 104.3f).
    CantWin(Players),
    /// Players can't lose the game, or don't lose it for one cause (CR 104.3b-e).
    CantLose {
        /// Who.
        who: Players,
        /// For which cause alone; for whatever cause if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<LossCause>,
    },
    /// Players can't gain life (CR 119.7).
    CantGainLife(Players),
    /// Players can't lose life (CR 119.8).
    CantLoseLife(Players),
    /// Players can't pay life, but for 0 (CR 119.4b).
    CantPayLife(Players),
    /// Players can't draw cards (CR 121.3).
    CantDraw(Players),
    /// Players can't draw more cards than this each turn (CR 121.2b).
    MaximumDraws(Players, u32),
    /// Counters can't be put on objects, or given to players (CR 122.1).
    CantGetCounters {
        /// Which objects; none if not given.
        objects: Option<Filter>,
        /// Which players; none if not given.
        players: Option<Players>,
        /// Which kind of counters; any if not given.
        kind: Option<CounterKind>,
    },
    /// Spells can't be countered (CR 101.2, 113.6g).
    CantBeCountered(Filter),
    /// Objects or players can't be the targets of spells and abilities (CR 115, 702.11, 702.16b, 702.18).
    CantBeTargeted {
        /// Which objects; none if not given.
        objects: Option<Filter>,
        /// Which players; none if not given.
        players: Option<Players>,
        /// Whose spells and abilities.
        by: Players,
        /// Which spells, and abilities of which sources.
        #[serde(default = "Filter::any")]
        source: Filter,
    },
    /// Objects can't enter the battlefield (CR 400.4, 111.5). With a zone, the object is described
    /// as it is there; without one, as it would be on the battlefield.
    CantEnter(Filter),
    /// Players play with their hands revealed (CR 402.3, 701.16a).
    RevealHand(Players),
    /// The "legend rule" does not apply to permanents (CR 704.5j).
    NoLegendRule(Filter),
    /// Permanents can't have more counters of a kind (CR 704.5r).
    MaximumCounters {
        /// Which permanents.
        what: Filter,
        /// Of which kind.
        kind: CounterKind,
        /// How many at the most.
        count: u32,
    },
    /// Auras, Equipment and Fortifications can't be attached to objects or players (CR 702.16c-d).
    CantBeAttached {
        /// Which attachments.
        what: Filter,
        /// To which objects; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Filter>,
        /// To which players; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
    },
    /// Spells can't be cast (CR 601.3). A zone in the description is where the spell is cast from.
    CantCast {
        /// Who can't cast them.
        who: Players,
        /// Which spells.
        #[serde(default = "Filter::any")]
        what: Filter,
        /// When they can after all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        except: Option<Timing>,
    },
    /// Players can cast only so many spells each turn (CR 601.3).
    MaximumSpells {
        /// Each of which players.
        who: Players,
        /// Which spells.
        #[serde(default = "Filter::any")]
        what: Filter,
        /// How many.
        count: u32,
    },
    /// Lands can't be played (CR 305.2b).
    CantPlayLands {
        /// Who can't play them.
        who: Players,
        /// Which lands.
        what: Filter,
    },
    /// Activated abilities of objects can't be activated (CR 602.5).
    CantActivate {
        /// Who can't activate them.
        who: Players,
        /// Abilities of what.
        what: Filter,
        /// Whether mana abilities are excepted.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unless_mana: bool,
        /// When they can after all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        except: Option<Timing>,
    },
    /// Players don't lose unspent mana of these types as steps and phases end (CR 106.4, 500.4).
    KeepsMana {
        /// Who.
        who: Players,
        /// Which types.
        kinds: Vec<ManaType>,
    },
    /// Players play with the top card of their libraries revealed (CR 401.5).
    RevealTop(Players),
    /// Players can't search libraries (CR 101.2, 701.19).
    CantSearch(Players),
    /// Creatures can't be tapped to pay the cost of a crew ability (CR 702.122c).
    CantCrew(Filter),
    /// An event doesn't cause abilities of objects to trigger (CR 603.2).
    CantTrigger {
        /// Which event.
        because: TriggerEvent,
        /// The abilities of which objects.
        of: Filter,
    },
    /// Damage can't be prevented (CR 615.12).
    CantPreventDamage {
        /// By which source.
        #[serde(default = "Filter::any")]
        source: Filter,
        /// Only damage to these players; to anything if neither players nor objects are given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Only damage to these objects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
        /// Only combat damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        combat: bool,
    },
    /// Permanents can't transform, whatever would have them do so (CR 101.2, 701.28).
    CantTransform(Filter),
    /// Permanents can't be sacrificed (CR 101.2, 701.17a), be it at all or because of what some players control: "spells and
    /// abilities your opponents control can't cause you to sacrifice permanents".
    CantBeSacrificed {
        /// Which permanents.
        what: Filter,
        /// Only as spells and abilities that these players control resolve. Without it, costs can't be paid with them either.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// Permanents can't be regenerated (CR 701.15c).
    CantRegenerate(Filter),
    /// Permanents can't phase out (CR 702.26b).
    CantPhaseOut(Filter),
    /// Mana can't be spent to cast such spells (CR 106.6), or to activate abilities of such sources, where `ActivatedAbility`
    /// or `FromSource(…)` speaks of these: `All([ActivatedAbility, FromSource(Type(Artifact))])`.
    CantSpendMana(Filter),
    /// Players can't cycle cards (CR 702.29f).
    CantCycle(Players),
}

/// Something that creatures do in combat if able (CR 508.1d, 509.1c). Each effect counts once for
/// each creature; a declaration obeys as many as the restrictions allow.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Requirement {
    /// Creatures attack if able.
    Attack(Filter),
    /// Creatures attack one of these players or planeswalkers if able.
    AttackThat {
        /// Which creatures.
        what: Filter,
        /// Which players; none if not given.
        players: Option<Players>,
        /// Which planeswalkers; none if not given.
        objects: Option<Filter>,
    },
    /// Creatures block if able.
    Block(Filter),
    /// Creatures block attacking creatures if able, counted for each of those. "All creatures able
    /// to block it do so" is `BlockThat(what: Type(Creature), attackers: This)`.
    BlockThat {
        /// Which blockers.
        what: Filter,
        /// Which attackers.
        attackers: Filter,
    },
    /// Attacking creatures are blocked if able, by whatever creature.
    BeBlocked(Filter),
}
