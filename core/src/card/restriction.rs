//! What can't be done (CR 101.2), what is done if able, and what attacking and blocking cost (CR 508.1, 509.1), as data.

use serde::{Deserialize, Serialize};

use super::cost::Cost;
use super::course::LossCause;
use super::filter::{Filter, Players, Quantity};
use super::mana::ManaType;
use super::permission::Timing;
use super::trigger::TriggerEvent;
use super::words::CounterKind;

/// A cost to attack or to block, paid for each creature that does (CR 508.1h, 509.1d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Charge {
    /// Creatures can't attack unless a cost is paid.
    Attack {
        /// Which creatures.
        what: Filter,
        /// Only if they attack one of these players or planeswalkers; whatever they attack if none of both are given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
        /// What is paid for each.
        cost: Vec<Cost>,
        /// What X is; what was chosen for X where the effect comes from a spell or ability, if not given.
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
        /// What is paid for each.
        cost: Vec<Cost>,
        /// What X is, as for attacking.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<Quantity>,
    },
}

/// How creatures assign combat damage otherwise than equal to their power and to what they fight (CR 510.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatDamage {
    /// Equal to their toughness.
    Toughness(Filter),
    /// None at all.
    NoDamage(Filter),
    /// As though they weren't blocked, if their controller likes.
    AsThoughUnblocked(Filter),
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
    /// Creatures can't be blocked by others that fit; `by: Any` makes them unblockable (CR 509.1b).
    CantBeBlockedBy {
        /// Which attackers.
        what: Filter,
        /// By which blockers.
        by: Filter,
    },
    /// Creatures can't be blocked by fewer creatures than this (CR 509.1b).
    MinimumBlockers {
        /// Which attackers.
        what: Filter,
        /// How many blockers at the least.
        count: u32,
    },
    /// Creatures can't attack unless at least so many others do; one other for "can't attack alone" (CR 508.1c, 506.5).
    NeedsOtherAttackers {
        /// Which creatures.
        what: Filter,
        /// How many others at the least.
        count: u32,
        /// Only others that fit this count; it may speak of the creature itself as what is [affected](super::Objects::Affected).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        like: Option<Filter>,
    },
    /// Creatures can't block unless at least so many others do; one other for "can't block alone" (CR 509.1b, 506.5).
    NeedsOtherBlockers {
        /// Which creatures.
        what: Filter,
        /// How many others at the least.
        count: u32,
        /// Only others that fit this count; it may speak of the creature itself as what is [affected](super::Objects::Affected).
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
        source: Filter,
    },
    /// Objects can't enter the battlefield (CR 400.4, 111.5). A description that names a zone is of the object there, one
    /// that names none of what it would be on the battlefield.
    CantEnter(Filter),
    /// Players play with their hands revealed (CR 402.3, 701.16a).
    RevealHand(Players),
    /// Permanents are not put into graveyards for being legendary and of one name: the "legend rule" (CR 704.5j) doesn't apply
    /// to them.
    NoLegendRule(Filter),
    /// Permanents can't have more counters of a kind than so many (CR 704.5r).
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
    /// Spells can't be cast (CR 601.3). What is said of a spell's zone is where it is cast from.
    CantCast {
        /// By whom.
        who: Players,
        /// Which spells.
        what: Filter,
        /// But then they can.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        except: Option<Timing>,
    },
    /// No more spells than this can be cast each turn (CR 601.3).
    MaximumSpells {
        /// By each of whom.
        who: Players,
        /// Which spells.
        what: Filter,
        /// How many.
        count: u32,
    },
    /// Lands can't be played (CR 305.2b).
    CantPlayLands {
        /// By whom.
        who: Players,
        /// Which lands.
        what: Filter,
    },
    /// Activated abilities can't be activated (CR 602.5).
    CantActivate {
        /// By whom.
        who: Players,
        /// Abilities of what.
        what: Filter,
        /// Whether mana abilities can be activated all the same.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unless_mana: bool,
        /// But then they can.
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
    /// An event doesn't cause abilities of some objects to trigger (CR 603.2).
    CantTrigger {
        /// Which event.
        because: TriggerEvent,
        /// The abilities of which objects.
        of: Filter,
    },
    /// Damage can't be prevented (CR 615.12).
    CantPreventDamage {
        /// By which source.
        source: Filter,
        /// To which players or objects; to anything if neither is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// To which objects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
        /// Only combat damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        combat: bool,
    },
    /// Permanents can't transform, whatever would have them do so (CR 101.2, 701.28).
    CantTransform(Filter),
    /// Permanents can't be regenerated (CR 701.15c).
    CantRegenerate(Filter),
    /// Permanents can't phase out (CR 702.26b).
    CantPhaseOut(Filter),
    /// Mana can't be spent to cast spells.
    CantSpendMana(Filter),
    /// Players can't cycle cards (CR 702.29f).
    CantCycle(Players),
}

/// Something that creatures do in combat if able (CR 508.1d, 509.1c). Each effect is counted for each creature.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Requirement {
    /// Creatures attack.
    Attack(Filter),
    /// Creatures attack one of these players, or one of these planeswalkers.
    AttackThat {
        /// Which creatures.
        what: Filter,
        /// Which players; none if not given.
        players: Option<Players>,
        /// Which planeswalkers; none if not given.
        objects: Option<Filter>,
    },
    /// Creatures block.
    Block(Filter),
    /// Creatures block attacking creatures; counted for each of those.
    BlockThat {
        /// Which blockers.
        what: Filter,
        /// Which attackers.
        attackers: Filter,
    },
    /// Attacking creatures are blocked, by whatever creature.
    BeBlocked(Filter),
}
