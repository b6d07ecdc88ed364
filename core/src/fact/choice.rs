//! Choices and answers. A choice is a domain with constraints on the whole answer, never a flag for a mechanic.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::card::{AnyMana, ManaCost, ManaSymbol, ManaType, OptionalCost, Side, Subtype, Value};
use crate::rule::Rule;

use super::action::Applied;
use super::characteristics::Origin;
use super::ids::{DefId, Entity, ManaId, ObjectId, PlayerId, TriggerId, Zone};
use super::object::{ManaUnit, SymbolsPaid};

/// What the game waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Whose choice it is.
    pub player: PlayerId,
    /// Who may answer: another player may make the choices of the one whose they are (CR 718.5).
    pub answered_by: PlayerId,
    /// What it is about.
    pub prompt: Prompt,
    /// The rule that asks.
    pub rule: Rule,
    /// What may be answered.
    pub domain: Domain,
    /// Whether the proposal under way may be backed out of instead (CR 726.1).
    pub back_out: bool,
}

/// What a choice is about, for whoever shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Prompt {
    /// What to do with priority (CR 117.1).
    Priority,
    /// Whether to keep the opening hand (CR 103.4).
    Mulligan,
    /// Which cards to put on the bottom after mulligans (CR 103.4).
    BottomAfterMulligan,
    /// Which creatures attack what (CR 508.1a).
    Attackers,
    /// Which creatures block what (CR 509.1a).
    Blockers,
    /// The damage assignment order of an attacking creature (CR 509.2) or a blocking one (CR 509.3).
    DamageOrder(ObjectId),
    /// Before which other creature a creature comes in a damage assignment order, if not last: in the order of the first,
    /// the second (CR 509.6, 509.7).
    DamagePlacement(ObjectId, ObjectId),
    /// What a creature that enters attacking or blocking, or becomes attacking, is to attack or block (CR 508.4, 509.6,
    /// 509.7), or what an attacking creature is to attack from now on (CR 508.7).
    Joining(ObjectId),
    /// How combat damage is assigned (CR 510.1).
    CombatDamage,
    /// The value of X (CR 601.2b).
    ChooseX(ObjectId),
    /// What is chosen for the nth instance of "target" of a spell or ability (CR 601.2c).
    Targets(ObjectId, u8),
    /// How something is divided among the targets of the nth instance of "target" of a spell or ability (CR 601.2d).
    Division(ObjectId, u8),
    /// How something is divided among what a resolving instruction chose (CR 608.2d).
    Distribution(ObjectId),
    /// What the target of a spell or ability is to be: which spell or ability, the instance of "target", the place among
    /// what was chosen for it, and what was chosen (CR 115.7).
    NewTarget {
        /// The spell or ability whose target may change.
        of: ObjectId,
        /// The instance of "target".
        instance: u8,
        /// What the target is now.
        now: Entity,
    },
    /// Whether to repeat a process (CR 608.2d).
    Again(ObjectId),
    /// Which of the cards on top of the library go to its bottom (CR 701.18a).
    ToBottom(ObjectId),
    /// Which of the cards on top of the library go to the graveyard (CR 701.42a).
    ToGraveyard(ObjectId),
    /// How a cost is paid (CR 601.2g-h).
    Payment(ObjectId),
    /// What is sacrificed or discarded to pay a cost (CR 601.2h).
    PayWith(ObjectId),
    /// The order in which triggered abilities are put onto the stack (CR 603.3b).
    TriggerOrder,
    /// Which replacement or prevention effect to apply (CR 616.1).
    Replacement,
    /// How much of the damage that this would deal an effect applies to, or whether it applies to any of it, where it could
    /// apply to other damage that is dealt at the same time as well (CR 615.7).
    Shield(ObjectId),
    /// Whether to do what a resolving spell or ability offers (CR 608.2d).
    May(ObjectId),
    /// Whether to pay a cost so that something is not done (CR 118.12).
    Unless(ObjectId),
    /// What an Aura enters the battlefield attached to (CR 303.4f), or what an attachment becomes attached to where several
    /// are possible (CR 301.5c, 303.4d).
    Host(ObjectId),
    /// As what a permanent enters the battlefield: a copy of something (CR 707.5), or one of several things (CR 208.2b).
    EntersAs(ObjectId),
    /// Which objects a resolving instruction is done with.
    Objects(ObjectId),
    /// Which value is chosen for an object (CR 607.2d, 614.12a).
    Value(ObjectId),
    /// Which objects make up the first of two piles (CR 700.3).
    Separate(ObjectId),
    /// Which of two piles (CR 700.3).
    Pile(ObjectId),
    /// Which type of mana to add.
    ManaType(ObjectId),
    /// What to discard down to the maximum hand size (CR 514.1).
    DiscardToHandSize,
    /// Which legendary permanent to keep (CR 704.5j).
    LegendRule,
    /// The order in which cards are put into a library or graveyard at once, the topmost first (CR 401.4, 404.3).
    Arrange(Zone),
    /// Which mana abilities that were activated for a reversed action stand (CR 726.1).
    StandingMana,
    /// What untaps, of what need not or cannot untap all together (CR 502.3).
    Untap,
    /// Where an object goes that would be moved to several places at once (CR 400.6).
    WhereTo(ObjectId),
    /// Whether to reveal a card as it is drawn (CR 121.9).
    RevealDrawn(ObjectId),
    /// Whether a coin is called heads (CR 705.1).
    CallCoin(ObjectId),
    /// Whether, of several coins, the one that came up heads counts.
    KeepHeads(ObjectId),
    /// Whether a game that seems to go on for ever is a draw (CR 104.4b).
    CallDraw,
    /// Which card of the opening hand to act with before the game begins (CR 103.5).
    OpeningHand,
    /// Which card from outside the game to reveal as a companion, if any (CR 103.2b).
    Companion,
    /// Which modes are chosen (CR 700.2a).
    Modes(ObjectId),
    /// Which costs are paid, and how: the mana cost or an alternative one, optional ones besides, what symbols stand for,
    /// in which order (CR 601.2b, 601.2f, 601.2h).
    Costs(ObjectId),
    /// How many times an optional additional cost is paid (CR 601.2b).
    TimesPaid(ObjectId),
    /// Which cards are spliced onto the spell (CR 702.47a).
    Splice(ObjectId),
    /// Which effect a spell is cast with, where several allow it in different ways (CR 601.2b, 601.3); with none, it is
    /// cast as the rules allow.
    Permission(ObjectId),
    /// The order in which objects that receive timestamps at once receive them, the earliest first (CR 613.7k).
    Timestamps,
    /// Which attacking creature joins the band that is being formed, or begins another one (CR 508.1e).
    Band,
    /// Whether a mutating creature spell is put on top of the creature that it merges with, not under it (CR 702.140c).
    OnTop(ObjectId),
}

/// What an answer may be. Answers name objects, never positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Domain {
    /// So many of these, each at most once.
    Pick {
        /// What is offered.
        options: Vec<Item>,
        /// At least so many.
        min: u32,
        /// At most so many.
        max: u32,
    },
    /// Some of these, each at most once, with a limit on what their numbers add up to: creatures by their power, for crew
    /// (CR 702.122a), targets with a total mana value (CR 601.2c).
    Gather {
        /// What is offered.
        options: Vec<Item>,
        /// The number of each.
        weights: Vec<i32>,
        /// What the numbers add up to.
        sum: Sum,
    },
    /// All of these, in an order.
    Order(Vec<Item>),
    /// Yes or no.
    Confirm,
    /// A number.
    Number {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
    },
    /// For each of some objects, which of its possibilities it does, if any: attackers and blockers.
    Declare {
        /// Who may do what.
        options: Vec<Declarable>,
    },
    /// For each source, how its total is divided.
    Divide(Vec<Share>),
    /// Mana from a pool, or more mana first.
    Pay {
        /// What is still to pay, X already a number.
        cost: ManaCost,
        /// The mana in the pool.
        pool: Vec<ManaUnit>,
        /// The mana abilities that may be activated first; none any more once an object has helped to pay.
        sources: Vec<Act>,
        /// The objects that may be used up instead of mana, each with the symbols that it can stand for (CR 702.51a).
        help: Vec<Help>,
        /// As what the mana may be spent, if not as what it is (CR 609.4b).
        as_though: Option<AnyMana>,
    },
}

/// What the numbers of what is picked of a [`Domain::Gather`] add up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Sum {
    /// So much at the least, of however many.
    AtLeast(i32),
    /// So much at the most, of so many; of none it doesn't matter.
    AtMost {
        /// The most.
        most: i32,
        /// At least so many are picked.
        min: u32,
        /// At most so many are picked.
        max: u32,
    },
}

impl Sum {
    /// Whether so many may be picked, whose numbers add up to a total.
    pub fn allows(self, count: usize, total: i64) -> bool {
        match self {
            Sum::AtLeast(least) => total >= i64::from(least),
            Sum::AtMost { most, min, max } => {
                (min as usize..=max as usize).contains(&count) && (count == 0 || total <= i64::from(most))
            }
        }
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sum::AtLeast(least) => write!(f, "at least {least} in all"),
            Sum::AtMost { most, min, max } if min == max => write!(f, "{min} with at most {most} in all"),
            Sum::AtMost { most, min, max } => write!(f, "{min} to {max} with at most {most} in all"),
        }
    }
}

impl Domain {
    /// The sum of the numbers of what is picked of a [`Domain::Gather`].
    pub fn gathered(options: &[Item], weights: &[i32], picked: &[Item]) -> i64 {
        let weighed = options.iter().zip(weights).filter(|(item, _)| picked.contains(item));
        weighed.map(|(_, weight)| i64::from(*weight)).sum()
    }
}

/// An object that pays for a symbol of a cost instead of mana.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Help {
    /// The object: an untapped creature, for convoke (CR 702.51a), or a card of the graveyard, for delve (CR 702.66a).
    pub object: ObjectId,
    /// The symbols of the cost that it can pay for; one mana of generic mana is `Generic(1)`.
    pub pays: Vec<ManaSymbol>,
}

/// A creature that may be declared, and for what.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Declarable {
    /// The attacker or blocker.
    pub object: ObjectId,
    /// What it may attack or block.
    pub to: Vec<Entity>,
    /// How many of these it may be declared for at once: one, unless an effect lets it block more (CR 509.1a).
    pub at_most: u32,
}

/// An object and what it is made to do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Assignment {
    /// The attacker or blocker.
    pub object: ObjectId,
    /// What it attacks or blocks.
    pub to: Vec<Entity>,
}

/// A total to divide among recipients, in damage assignment order (CR 510.1c-d).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// What deals the damage.
    pub source: ObjectId,
    /// How much.
    pub total: u32,
    /// To whom or what, in order.
    pub among: Vec<Entity>,
    /// How much of this source's damage is lethal to each, leaving out what other sources assign (CR 510.1c); none for
    /// a recipient that need not be assigned lethal damage before the next.
    pub lethal: Vec<Option<u32>>,
    /// The damage that a single source must assign to count as lethal whatever else is: 1 with deathtouch (CR 702.2c).
    pub deathtouch: bool,
    /// What all of it may be assigned to instead, as though the source weren't blocked (CR 510.1c, 609.4).
    pub unblocked: Option<Entity>,
    /// What each recipient gets at least (CR 601.2d).
    pub least: u32,
}

/// Something that can be picked or ordered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Item {
    /// An object or a player.
    Entity(Entity),
    /// Something to do.
    Act(Act),
    /// A triggered ability that waits.
    Trigger(TriggerId),
    /// A replacement or prevention effect, and the action of the set that it would be applied to.
    Effect(Applied, u32),
    /// A type of mana.
    Mana(ManaType),
    /// The name of a card (CR 201.3).
    Name(String),
    /// A subtype (CR 205.3e).
    Subtype(Subtype),
    /// A mana ability that was activated while paying, by its place among them.
    Activation(u32),
    /// A value to choose.
    Value(Value),
    /// A pile: that of the objects separated first, or the other.
    Pile(u8),
    /// A mode, by its place; which time, where it may be chosen several times (CR 700.2d).
    Mode(u8, u8),
    /// A cost, or what changes it.
    Cost(CostItem),
    /// A zone that an object goes to.
    Zone(Zone),
    /// A token or emblem that would be created: what it is, and the place of its creation among what would happen.
    Created(DefId, u32),
}

/// Something to choose about a cost.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CostItem {
    /// The mana cost itself (CR 601.2f).
    ManaCost,
    /// The alternative cost that an effect offers (CR 118.9).
    Alternative(Applied),
    /// An optional additional cost: the nth of its kind (CR 118.8b).
    Optional(OptionalCost, u8),
    /// The nth of the costs of which one is paid.
    Option(u8),
    /// How symbols are paid (CR 118.13).
    Symbols(SymbolsPaid),
    /// A reduction, by its place among those that apply (CR 601.2f).
    Reduction(Applied, u32),
    /// What a hybrid symbol of a reduction stands for (CR 118.7e).
    Half(ManaSymbol),
    /// The nth part of the total cost (CR 601.2h).
    Part(u8),
}

/// Something that a player may do with priority, or while paying.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Act {
    /// Pass priority (CR 117.3d).
    Pass,
    /// Play a land (CR 116.2a).
    Play(ObjectId),
    /// Cast a spell (CR 601).
    Cast(ObjectId),
    /// Activate an ability (CR 602).
    Activate(ObjectId, Origin),
    /// Take the special action that an effect from this object allows (CR 116.2c-e).
    Special(ObjectId, Applied),
    /// Cast a card face down, with a morph ability (CR 702.37c).
    CastFaceDown(ObjectId),
    /// Cast a spell as what another set of characteristics of its card says: a half (CR 709.3), both (CR 702.102a), an
    /// Adventure (CR 716.3), a modal card's back face (CR 712.7).
    CastAs(ObjectId, Side),
    /// Play a land with this face up (CR 712.8).
    PlayAs(ObjectId, Side),
}

impl Act {
    /// The card that it casts as a face-up spell, and as which side of it, if not as the card is.
    pub const fn casts(&self) -> Option<(ObjectId, Option<Side>)> {
        match self {
            Act::Cast(id) => Some((*id, None)),
            Act::CastAs(id, side) => Some((*id, Some(*side))),
            _ => None,
        }
    }

    /// The card that it plays as a land, and with which face up.
    pub const fn plays(&self) -> Option<(ObjectId, Option<Side>)> {
        match self {
            Act::Play(id) => Some((*id, None)),
            Act::PlayAs(id, side) => Some((*id, Some(*side))),
            _ => None,
        }
    }

    /// What it is done with: the card that is played, the object whose ability is activated or whose effect allows it.
    pub const fn object(&self) -> Option<ObjectId> {
        match self {
            Act::Pass => None,
            Act::Play(id)
            | Act::Cast(id)
            | Act::Activate(id, _)
            | Act::Special(id, _)
            | Act::CastFaceDown(id)
            | Act::CastAs(id, _)
            | Act::PlayAs(id, _) => Some(*id),
        }
    }
}

/// An answer to a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// To [`Domain::Pick`] and [`Domain::Gather`].
    Picked(Vec<Item>),
    /// To [`Domain::Order`].
    Ordered(Vec<Item>),
    /// To [`Domain::Confirm`].
    Confirmed(bool),
    /// To [`Domain::Number`].
    Number(u32),
    /// To [`Domain::Declare`]: only those that do something.
    Declared(Vec<Assignment>),
    /// To [`Domain::Divide`]: for each source, in the order of the shares, how much goes to whom.
    Divided(Vec<(ObjectId, Vec<(Entity, u32)>)>),
    /// To [`Domain::Pay`]: spend these units; Phyrexian symbols that no unit pays are paid with life.
    Paid(Vec<ManaId>),
    /// To [`Domain::Pay`]: activate this mana ability first.
    Mana(Box<Act>),
    /// To [`Domain::Pay`]: this object pays for one symbol of the cost.
    Helped(ObjectId, ManaSymbol),
    /// Take the proposal back (CR 726.1).
    BackOut,
}
