//! Choices and answers. A choice is a domain with constraints on the whole answer, never a flag for
//! one mechanic.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::card::{AnyMana, CounterKind, ManaCost, ManaSymbol, ManaType, OptionalCost, Side, Subtype, Value};
use crate::rule;
use crate::rule::Rule;

use super::action::Applied;
use super::characteristics::Origin;
use super::ids::{DefId, Entity, ManaId, ObjectId, PlayerId, TriggerId, Zone};
use super::object::{ManaUnit, SymbolsPaid};

/// A choice that the game waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The player whose choice it is.
    pub player: PlayerId,
    /// The player who answers. Another player may make this player's choices (CR 718.5).
    pub answered_by: PlayerId,
    /// The question.
    pub prompt: Prompt,
    /// The rule behind it.
    pub rule: Rule,
    /// The possible answers.
    pub domain: Domain,
    /// Whether the player may instead back out of the current proposal (CR 726.1).
    pub back_out: bool,
}

impl Choice {
    /// Whether it is who of a team is the next to do something (CR 805.6): not whom something
    /// affects.
    pub fn asks_order_in_team(&self) -> bool {
        matches!(self.prompt, Prompt::Which(_)) && [rule!("805.6"), rule!("805.6a")].contains(&self.rule)
    }

    /// Whether the player says only whether they do something, and does so by picking themselves:
    /// where each of several players may do it (CR 101.4, 608.2d).
    pub fn asks_whether(&self) -> bool {
        let Domain::Pick { options, min: 0, .. } = &self.domain else { return false };
        matches!(self.prompt, Prompt::Objects(_)) && *options == [Item::Entity(Entity::Player(self.player))]
    }
}

/// Declares the questions: a row for each, with its word in searches.
macro_rules! prompts {
    ($(
        $(#[$meta:meta])* $name:ident $(($($of:ty),+))? $({ $($(#[$doc:meta])* $field:ident: $type:ty),+ $(,)? })?
        => $word:literal;
    )+) => {
        /// The question of a choice, for display.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Prompt {
            $($(#[$meta])* $name $(($($of),+))? $({ $($(#[$doc])* $field: $type),+ })?,)+
        }

        /// The kind of a question, without what it is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum PromptKind {
            $($(#[$meta])* $name,)+
        }

        impl PromptKind {
            /// All kinds.
            pub const ALL: &'static [PromptKind] = &[$(PromptKind::$name),+];

            /// Its word in searches.
            pub const fn word(self) -> &'static str {
                match self { $(PromptKind::$name => $word,)+ }
            }
        }

        impl Prompt {
            /// Its kind.
            pub const fn kind(&self) -> PromptKind {
                match self { $(Prompt::$name { .. } => PromptKind::$name,)+ }
            }
        }
    };
}

prompts! {
    /// The action to take with priority (CR 117.1).
    Priority => "priority";
    /// Whether to keep the opening hand (CR 103.4).
    Mulligan => "mulligan";
    /// The cards to put on the bottom after mulligans (CR 103.4).
    BottomAfterMulligan => "bottom_after_mulligan";
    /// The attackers and what they attack (CR 508.1a).
    Attackers => "attackers";
    /// The blockers and what they block (CR 509.1a).
    Blockers => "blockers";
    /// The damage assignment order of an attacking creature (CR 509.2) or a blocking one
    /// (CR 509.3).
    DamageOrder(ObjectId) => "damage_order";
    /// The creature before which a creature is placed in a damage assignment order, if not last.
    /// The order belongs to the first creature; the second is placed (CR 509.6, 509.7).
    DamagePlacement(ObjectId, ObjectId) => "damage_placement";
    /// What an entering or newly attacking creature attacks or blocks (CR 508.4, 509.6, 509.7), or
    /// what an attacking creature attacks from now on (CR 508.7).
    Joining(ObjectId) => "joining";
    /// The assignment of combat damage (CR 510.1).
    CombatDamage => "combat_damage";
    /// The value of X (CR 601.2b).
    ChooseX(ObjectId) => "choose_x";
    /// The targets for the nth instance of "target" of a spell or ability (CR 601.2c).
    Targets(ObjectId, u8) => "targets";
    /// The division among the targets of the nth instance of "target" of a spell or ability
    /// (CR 601.2d).
    Division(ObjectId, u8) => "division";
    /// The division among the objects and players chosen for a resolving instruction (CR 608.2d).
    Distribution(ObjectId) => "distribution";
    /// A new target for a spell or ability (CR 115.7).
    NewTarget {
        /// The spell or ability whose target may change.
        of: ObjectId,
        /// The instance of "target".
        instance: u8,
        /// The current target.
        now: Entity,
    } => "new_target";
    /// Whether to repeat a process (CR 608.2d).
    Again(ObjectId) => "again";
    /// The cards on top of the library to put on its bottom (CR 701.18a).
    ToBottom(ObjectId) => "to_bottom";
    /// The cards on top of the library to put into the graveyard (CR 701.42a).
    ToGraveyard(ObjectId) => "to_graveyard";
    /// How to pay a cost (CR 601.2g-h).
    Payment(ObjectId) => "payment";
    /// The objects to sacrifice or discard for a cost (CR 601.2h).
    PayWith(ObjectId) => "pay_with";
    /// The order in which triggered abilities are put onto the stack (CR 603.3b).
    TriggerOrder => "trigger_order";
    /// The replacement or prevention effect to apply (CR 616.1).
    Replacement => "replacement";
    /// How much of the damage dealt by this source an effect applies to, or whether it applies to
    /// any of it, if the effect could also apply to other damage dealt at the same time (CR 615.7).
    Shield(ObjectId) => "shield";
    /// Whether to do something optional as a spell or ability resolves (CR 608.2d).
    May(ObjectId) => "may";
    /// Which of several things to do as a spell or ability resolves (CR 608.2d).
    Either(ObjectId) => "either";
    /// Whether to pay a cost to avoid something (CR 118.12).
    Unless(ObjectId) => "unless";
    /// What an entering Aura is attached to (CR 303.4f), or what an attachment becomes attached to
    /// if several hosts are possible (CR 301.5c, 303.4d).
    Host(ObjectId) => "host";
    /// What a permanent enters as: a copy of something (CR 707.5), or one of several alternatives
    /// (CR 208.2b).
    EntersAs(ObjectId) => "enters as";
    /// The objects for a resolving instruction.
    Objects(ObjectId) => "objects";
    /// A value for an object (CR 607.2d, 614.12a).
    Value(ObjectId) => "value";
    /// The objects of the first of two piles (CR 700.3).
    Separate(ObjectId) => "separate";
    /// One of two piles (CR 700.3).
    Pile(ObjectId) => "pile";
    /// The type of mana to add.
    ManaType(ObjectId) => "mana_type";
    /// The cards to discard down to the maximum hand size (CR 514.1).
    DiscardToHandSize => "discard_to_hand_size";
    /// The legendary permanent to keep (CR 704.5j).
    LegendRule => "legend_rule";
    /// The order in which cards are put into a library or graveyard at the same time, topmost first
    /// (CR 401.4, 404.3).
    Arrange(Zone) => "arrange";
    /// The mana abilities of a reversed action that stand (CR 726.1).
    StandingMana => "standing_mana";
    /// The permanents that untap, of those that need not or cannot all untap (CR 502.3).
    Untap => "untap";
    /// The destination of an object that would move to several places at once (CR 400.6).
    WhereTo(ObjectId) => "where_to";
    /// Whether to reveal a card as it is drawn (CR 121.9).
    RevealDrawn(ObjectId) => "reveal_drawn";
    /// Whether a coin is called heads (CR 705.1).
    CallCoin(ObjectId) => "call_coin";
    /// Whether the coin that came up heads counts, of several coins.
    KeepHeads(ObjectId) => "keep_heads";
    /// Whether a game that seems to go on forever is a draw (CR 104.4b).
    CallDraw => "call_draw";
    /// The card of the opening hand to act with before the game begins (CR 103.5).
    OpeningHand => "opening_hand";
    /// The card from outside the game to reveal as a companion, if any (CR 103.2b).
    Companion => "companion";
    /// The modes (CR 700.2a).
    Modes(ObjectId) => "modes";
    /// How to pay: the mana cost or an alternative cost, optional costs, how to pay symbols, and
    /// the order of payment (CR 601.2b, 601.2f, 601.2h).
    Costs(ObjectId) => "costs";
    /// How many times to pay an optional additional cost (CR 601.2b).
    TimesPaid(ObjectId) => "times_paid";
    /// The cards in hand whose texts the spell gains (CR 702.47a).
    #[serde(rename = "Splice")]
    AddedTexts(ObjectId) => "splice";
    /// The permission to cast a spell with, if several allow it in different ways (CR 601.2b,
    /// 601.3). With none, it is cast as the rules allow.
    Permission(ObjectId) => "permission";
    /// The timestamp order of objects that get timestamps at the same time, earliest first
    /// (CR 613.7k).
    Timestamps => "timestamps";
    /// The attacking creature that joins the current band or begins another (CR 508.1e).
    Band => "band";
    /// Whether to put a mutating creature spell on top of the creature it merges with, rather than
    /// under it (CR 702.140c).
    OnTop(ObjectId) => "on top";
    /// Who makes the choices of this player, who has left the game (CR 800.4g).
    StandIn(PlayerId) => "stand_in";
    /// Which of several players a spell or ability means, where it asks something of one of them
    /// (CR 601.5a, 602.3a).
    Which(ObjectId) => "which";
    /// Whether a commander goes to the command zone (CR 903.9a-b).
    CommandZone(ObjectId) => "command_zone";
    /// The conspiracies that a player puts into the command zone as the game begins (CR 905.4).
    Conspiracies => "conspiracies";
    /// The card names that a player secretly chooses for a conspiracy (CR 702.106a, 702.106f).
    Agenda(ObjectId) => "agenda";
    /// The turn marker, by the player who has it, onto whose stack a triggered ability of this
    /// object is put (CR 807.5b).
    Stack(ObjectId) => "stack";
    /// Whose former life total this player has from now on, as an object redistributes them
    /// (CR 810.9f).
    LifeTotal(ObjectId, PlayerId) => "life_total";
    /// The order in which the players of a team draw in their draw step, the first one first
    /// (CR 805.6a).
    DrawOrder => "draw_order";
    /// The counters to remove from an object as a spell or ability resolves (CR 608.2d).
    Counters(ObjectId) => "counters";
}

/// The possible answers to a choice. Answers name objects, never positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Domain {
    /// Some of these items, each at most once.
    Pick {
        /// The items offered.
        options: Vec<Item>,
        /// The fewest items.
        min: u32,
        /// The most items.
        max: u32,
    },
    /// Some of these items, each at most once, with a limit on the sum of their weights: creatures
    /// by power, for crew (CR 702.122a), or targets by total mana value (CR 601.2c).
    Gather {
        /// The items offered.
        options: Vec<Item>,
        /// The weight of each item.
        weights: Vec<i32>,
        /// The limit on the sum.
        sum: Sum,
    },
    /// All of these items, in an order.
    Order(Vec<Item>),
    /// Yes or no.
    Confirm,
    /// A number.
    Number {
        /// The smallest number.
        min: u32,
        /// The largest number.
        max: u32,
    },
    /// For attackers or blockers: one of its options, or none, for each object.
    Declare {
        /// The objects and their options.
        options: Vec<Declarable>,
    },
    /// A division of the total of each source.
    Divide(Vec<Share>),
    /// Mana from the pool, or a mana ability first.
    Pay {
        /// The remaining cost, with X already a number.
        cost: ManaCost,
        /// The mana in the pool.
        pool: Vec<ManaUnit>,
        /// The mana abilities that may be activated first. Empty once an object has helped to pay.
        sources: Vec<Act>,
        /// The objects that may pay instead of mana, each with the symbols it can pay for
        /// (CR 702.51a).
        help: Vec<Help>,
        /// How the mana may be spent as though it were other mana (CR 609.4b).
        as_though: Option<AnyMana>,
    },
}

/// A limit on the sum of the weights picked for a [`Domain::Gather`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Sum {
    /// At least this much, from any number of items.
    AtLeast(i32),
    /// At most this much, from a limited number of items. With no items, any limit holds.
    AtMost {
        /// The largest sum.
        most: i32,
        /// The fewest items.
        min: u32,
        /// The most items.
        max: u32,
    },
}

impl Sum {
    /// Returns whether this many items with this total may be picked.
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
    /// Returns the sum of the weights of the items picked for a [`Domain::Gather`].
    pub fn gathered(options: &[Item], weights: &[i32], picked: &[Item]) -> i64 {
        let weighed = options.iter().zip(weights).filter(|(item, _)| picked.contains(item));
        weighed.map(|(_, weight)| i64::from(*weight)).sum()
    }
}

/// An object that pays for a symbol of a cost instead of mana.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Help {
    /// The object: an untapped creature for convoke (CR 702.51a), or a card in the graveyard for
    /// delve (CR 702.66a).
    pub object: ObjectId,
    /// The symbols that it can pay for. One generic mana is `Generic(1)`.
    pub pays: Vec<ManaSymbol>,
}

/// A creature that may attack or block, with its options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Declarable {
    /// The attacker or blocker.
    pub object: ObjectId,
    /// What it may attack or block.
    pub to: Vec<Entity>,
    /// The most it may attack or block at once: one, unless an effect lets it block more
    /// (CR 509.1a).
    pub at_most: u32,
}

/// An attacker or blocker with its assignment.
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
    /// The source of the damage.
    pub source: ObjectId,
    /// The total.
    pub total: u32,
    /// The recipients, in order.
    pub among: Vec<Entity>,
    /// The lethal damage from this source for each recipient, ignoring damage from other sources
    /// (CR 510.1c). `None` for a recipient that need not be assigned lethal damage before the next.
    pub lethal: Vec<Option<u32>>,
    /// The damage that is always lethal from this source: 1 with deathtouch (CR 702.2c).
    pub deathtouch: bool,
    /// The player or planeswalker that all of it may be assigned to, as though the source weren't
    /// blocked (CR 510.1c, 609.4).
    pub unblocked: Option<Entity>,
    /// The planeswalker that must be assigned as much damage as its loyalty before the next
    /// recipient is, even by a source with deathtouch (CR 702.19c).
    pub past: Option<Entity>,
    /// The least that each recipient gets (CR 601.2d).
    pub least: u32,
}

/// An item that can be picked or ordered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Item {
    /// An object or a player.
    Entity(Entity),
    /// An action to take.
    Act(Act),
    /// A waiting triggered ability.
    Trigger(TriggerId),
    /// A replacement or prevention effect, and the index of the action it would apply to.
    Effect(Applied, u32),
    /// A type of mana.
    Mana(ManaType),
    /// The name of a card (CR 201.3), secretly chosen (CR 702.106a).
    Name(String),
    /// A subtype (CR 205.3e).
    Subtype(Subtype),
    /// A mana ability activated while paying, by its index.
    Activation(u32),
    /// A value to choose.
    Value(Value),
    /// One of two piles, where 0 is the one separated first.
    Pile(u8),
    /// A mode by its index, and which time it is chosen, if it may be chosen several times
    /// (CR 700.2d).
    Mode(u8, u8),
    /// A cost, or a change of one.
    Cost(CostItem),
    /// A zone to move an object to.
    Zone(Zone),
    /// A token or emblem that would be created: its definition, and the index of its creation among
    /// the actions.
    Created(DefId, u32),
    /// A counter on an object: its kind, and which of that kind, if several may be chosen.
    Counter(CounterKind, u32),
}

/// An item of a choice about costs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CostItem {
    /// The mana cost itself (CR 601.2f).
    ManaCost,
    /// The alternative cost of an effect (CR 118.9).
    Alternative(Applied),
    /// An optional additional cost: the nth of its kind (CR 118.8b).
    Optional(OptionalCost, u8),
    /// The nth option of a cost that is one of several.
    Option(u8),
    /// How symbols are paid (CR 118.13).
    Symbols(SymbolsPaid),
    /// A reduction, by its index among those that apply (CR 601.2f).
    Reduction(Applied, u32),
    /// The half of a hybrid symbol in a reduction (CR 118.7e).
    Half(ManaSymbol),
    /// The nth part of the total cost (CR 601.2h).
    Part(u8),
}

/// An action that a player may take with priority, or while paying.
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
    /// Cast a card face down, using morph (CR 702.37c).
    CastFaceDown(ObjectId),
    /// Cast a spell with another set of characteristics of its card: one half (CR 709.3), both
    /// halves (CR 702.102a), an Adventure (CR 716.3), or a modal card's back face (CR 712.7).
    CastAs(ObjectId, Side),
    /// Play a land with this face up (CR 712.8).
    PlayAs(ObjectId, Side),
}

impl Act {
    /// Returns the card that it casts face up, and the side if it is not the default one.
    pub const fn casts(&self) -> Option<(ObjectId, Option<Side>)> {
        match self {
            Act::Cast(id) => Some((*id, None)),
            Act::CastAs(id, side) => Some((*id, Some(*side))),
            _ => None,
        }
    }

    /// Returns the card that it plays as a land, and the face that is up.
    pub const fn plays(&self) -> Option<(ObjectId, Option<Side>)> {
        match self {
            Act::Play(id) => Some((*id, None)),
            Act::PlayAs(id, side) => Some((*id, Some(*side))),
            _ => None,
        }
    }

    /// Returns the object it uses: the card played, or the object whose ability is activated or
    /// whose effect allows the action.
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
    /// To [`Domain::Declare`]: only the creatures that attack or block.
    Declared(Vec<Assignment>),
    /// To [`Domain::Divide`]: for each source, in the order of the shares, each recipient's amount.
    Divided(Vec<(ObjectId, Vec<(Entity, u32)>)>),
    /// To [`Domain::Pay`]: spend these units. Phyrexian symbols that no unit pays for are paid with
    /// life.
    Paid(Vec<ManaId>),
    /// To [`Domain::Pay`]: activate this mana ability first.
    Mana(Box<Act>),
    /// To [`Domain::Pay`]: use this object to pay for one symbol of the cost.
    Helped(ObjectId, ManaSymbol),
    /// Back out of the proposal (CR 726.1).
    BackOut,
}
