//! Actions: what a rule or effect is about to do, before replacement and prevention effects apply.

use std::collections::BTreeMap;
use std::sync::Arc;

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::{Choosing, CounterKind, DayNight, Instead, ManaType, Marking, Phase, TurnStep, ZoneKind};
use crate::rule::Rule;

use super::canonical::Canonical;
use super::characteristics::{EffectKey, Origin};
use super::ids::{DefId, Entity, EntryNo, LossReason, ObjectId, PlayerId, Zone};
use super::object::{AbilityRef, Announcement, Note, Position, TriggerContext};

mod entering;

/// How an object changes zones: the keyword action or rule that moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant is named as the rule book names it")]
pub enum Manner {
    /// A plain "put" or "return".
    Put,
    Draw,
    Discard,
    Mill,
    Destroy,
    Sacrifice,
    Exile,
    Counter,
    /// To the stack, as a spell is proposed (CR 601.2a).
    Cast,
    /// A land, from hand to the battlefield as a special action (CR 116.2a).
    Play,
    /// A permanent spell becomes a permanent, or another spell has finished resolving (CR 608.2m,
    /// 608.3).
    Resolve,
    /// A spell whose targets are all illegal leaves the stack (CR 608.2b).
    NotResolve,
    /// A state-based action other than destruction (CR 704.5).
    StateBased,
    /// A what-if change.
    Edit,
    /// Into a library that is shuffled immediately (CR 701.20c), or exiled in a face-down pile that
    /// is: its cards move in the order that they have in the pile, the top one last.
    Shuffle,
    /// Out of the game, with its owner (CR 800.4a).
    LeftGame,
}

/// How a creature joins combat as it enters the battlefield; `None` if its controller is to choose
/// (CR 508.4, 509.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Joins {
    /// Attacking this player or planeswalker.
    Attacking(Option<Entity>),
    /// Blocking this attacking creature.
    Blocking(Option<ObjectId>),
    /// Attacking this player or a planeswalker of theirs; its controller is to choose.
    AttackingTheirs(PlayerId),
}

/// How a permanent enters the battlefield (CR 614.1c), or how an object enters exile or a library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "entering::Wire", try_from = "entering::Wire")]
pub struct Entering {
    /// The player under whose control it enters (CR 110.2).
    pub controller: Option<PlayerId>,
    /// Whether it enters tapped.
    pub tapped: bool,
    /// Whether it enters with its back face up (CR 712.8, 712.10a).
    pub back: bool,
    /// The object or player it enters attached to (CR 303.4).
    pub attached_to: Option<Entity>,
    /// Whether and how it enters face down.
    pub face_down: EntersFaceDown,
    /// The counters it enters with.
    pub counters: BTreeMap<CounterKind, u32>,
    /// Whether it enters attacking or blocking (CR 508.4, 509.7).
    pub joins: Option<Joins>,
    /// The choice still to be made for one of its abilities as it enters (CR 614.12a).
    pub choosing: Option<(Origin, Canonical<Choosing>)>,
    /// The optional payment as it enters that is not settled yet (CR 614.12a).
    pub paying: Option<Box<Paying>>,
    /// The choices made for its abilities.
    pub chosen: Vec<(Origin, Note)>,
    /// The copy effect for which it is still to be chosen what the object enters as (CR 614.12a,
    /// 707.5).
    pub copying: Option<Box<Copying>>,
    /// What it enters as (CR 707.5).
    pub copy: Option<Box<EntersAs>>,
    /// What the effect that puts it onto the battlefield makes it (CR 611.2e).
    pub being: Option<Box<Being>>,
    /// The player who arranges it with other cards put into the same library, if not their owner
    /// (CR 401.4, 701.22a).
    pub arranged_by: Option<PlayerId>,
    /// Whether its components that are commanders go to the command zone instead (CR 903.9c).
    pub commander: bool,
}

/// Whether an object enters a zone face down, with a back face that it shares, or in parts. On the
/// wire the first two variants are an optional list of players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EntersFaceDown {
    /// Face up.
    #[default]
    No,
    /// In exile face down; these players may look at it (CR 406.3).
    ToLookAt(Vec<PlayerId>),
    /// On the battlefield face down, with this definition while it stays so (CR 708.3).
    As(DefId),
    /// On the battlefield, with its back face up and combined with that of this card (CR 701.37a).
    MeldedWith(ObjectId),
    /// In exile, with the designation [`Marking::Foretold`].
    Foretold {
        /// The player who reserves it and may look at it.
        by: PlayerId,
        /// The keyword ability that it is given with the designation, if not a printed one.
        given: Option<AbilityRef>,
    },
    /// Face up, but for the components of a token that are cards: an effect on cards puts them into
    /// this zone (CR 723.3e).
    CardsTo(ZoneKind),
}

impl EntersFaceDown {
    /// In exile, with a designation that reserves it, for this player; `None` for any other
    /// designation.
    pub(crate) const fn reserved(being: Marking, by: PlayerId, given: Option<AbilityRef>) -> Option<EntersFaceDown> {
        match being {
            Marking::Foretold => Some(EntersFaceDown::Foretold { by, given }),
            _ => None,
        }
    }

    /// The designation that reserves it, who reserves it, and the ability that it is given.
    pub(crate) const fn reserves(&self) -> Option<(Marking, PlayerId, Option<AbilityRef>)> {
        match *self {
            EntersFaceDown::Foretold { by, given } => Some((Marking::Foretold, by, given)),
            _ => None,
        }
    }

    /// Returns its definition while face down on the battlefield.
    pub const fn listed(&self) -> Option<DefId> {
        match self {
            EntersFaceDown::As(def) => Some(*def),
            EntersFaceDown::No
            | EntersFaceDown::ToLookAt(_)
            | EntersFaceDown::MeldedWith(_)
            | EntersFaceDown::Foretold { .. }
            | EntersFaceDown::CardsTo(_) => None,
        }
    }

    /// Returns the players who may look at it, if it is face down in exile (CR 406.3).
    pub fn seen_by(&self) -> Option<&[PlayerId]> {
        match self {
            EntersFaceDown::ToLookAt(players) => Some(players),
            EntersFaceDown::Foretold { by, .. } => Some(std::slice::from_ref(by)),
            EntersFaceDown::No | EntersFaceDown::As(_) | EntersFaceDown::MeldedWith(_) | EntersFaceDown::CardsTo(_) => {
                None
            }
        }
    }
}

/// What a resolving spell or ability makes of a permanent that it puts onto the battlefield
/// (CR 611.2e).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Being {
    /// The definition of the continuous effect.
    pub def: DefId,
    /// Its source.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
}

/// A copy effect that applies to an entering object, before its choice is made (CR 614.12a, 707.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Copying {
    /// The effect.
    pub by: Applied,
    /// Its source: the entering object itself, or another.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// The text of the effect.
    pub how: Canonical<Instead>,
}

/// A payment offered as an object enters, to avoid something else (CR 614.12a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Paying {
    /// The effect.
    pub by: Applied,
    /// Its source: the entering object itself, or another.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// The text of the effect.
    pub how: Canonical<Instead>,
    /// Whether the player has agreed to pay.
    pub agreed: bool,
    /// The objects chosen so far to pay each part of the cost.
    pub with: Vec<Vec<ObjectId>>,
}

/// What an object enters the battlefield as. A later copy effect replaces all of it (CR 707.9e,
/// 707.9g).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EntersAs {
    /// The definition of the effect that gives its copiable values.
    pub def: DefId,
    /// The object it copies.
    pub of: Option<ObjectId>,
    /// The counters it enters with by the effect's exceptions.
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// The definition of the ability that triggers once it has entered this way.
    pub when: Option<DefId>,
}

/// Whom or what an action affects (CR 616.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Affected {
    /// An object: its controller or owner chooses.
    Object(ObjectId),
    /// A player.
    Player(PlayerId),
    /// The game itself: nobody chooses.
    Nobody,
}

impl Affected {
    const fn of(entity: Entity) -> Affected {
        match entity {
            Entity::Player(player) => Affected::Player(player),
            Entity::Object(object) => Affected::Object(object),
        }
    }

    /// CR 110.2, 303.4f: a permanent that enters affects the player under whose control it would.
    fn entering(object: ObjectId, to: Zone, entering: &Entering) -> Affected {
        match entering.controller {
            Some(player) if to == Zone::Battlefield => Affected::Player(player),
            _ => Affected::Object(object),
        }
    }
}

/// Something that would happen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[word(apart, method(pub(crate) affects: Affected))]
pub enum Action {
    /// An object changes zones.
    #[word(affects(entering(*object, *to, entering)))]
    Move {
        /// The object.
        object: ObjectId,
        /// The zone it goes to.
        to: Zone,
        /// Its position there.
        position: Position,
        /// How it moves.
        manner: Manner,
        /// How it enters, if it enters the battlefield.
        entering: Entering,
    },
    /// A permanent is destroyed: put into its owner's graveyard (CR 701.7a).
    #[word(affects(Object(*_0)))]
    Destroy(ObjectId),
    /// A source deals damage.
    #[word(affects(of(*to)))]
    Damage {
        /// The source.
        source: ObjectId,
        /// The recipient.
        to: Entity,
        /// The amount.
        amount: u32,
        /// Whether it is combat damage.
        combat: bool,
    },
    /// A player draws one card (CR 121.2).
    #[word(affects(Player(*_0)))]
    Draw(PlayerId),
    /// A player gains life.
    #[word(affects(Player(*player)))]
    GainLife {
        /// The player.
        player: PlayerId,
        /// The amount.
        amount: u32,
    },
    /// A player loses life.
    #[word(affects(Player(*player)))]
    LoseLife {
        /// The player.
        player: PlayerId,
        /// The amount.
        amount: u32,
    },
    /// Counters are put on an object or given to a player.
    #[word(affects(of(*on)))]
    PutCounters {
        /// The player who puts them there, if one does (CR 122.6a, 120.3b, 120.3d).
        by: Option<PlayerId>,
        /// The object or player.
        on: Entity,
        /// The kind of counter.
        kind: CounterKind,
        /// The number of counters.
        count: u32,
    },
    /// Counters are removed from an object or player.
    #[word(affects(of(*from)))]
    RemoveCounters {
        /// The object or player.
        from: Entity,
        /// The kind of counter.
        kind: CounterKind,
        /// The number of counters.
        count: u32,
    },
    /// Mana is added to a player's pool.
    #[word(affects(Player(*player)))]
    AddMana {
        /// The player.
        player: PlayerId,
        /// The type of each mana.
        mana: Vec<ManaType>,
        /// The object whose ability adds it.
        source: ObjectId,
        /// The player who taps that object for mana, if one does (CR 106.12).
        tapped: Option<PlayerId>,
        /// The definition with the terms of the mana, if it has any (CR 106.6).
        terms: Option<DefId>,
    },
    /// A permanent is attached to an object or player (CR 701.3a).
    #[word(affects(Object(*object)))]
    Attach {
        /// The permanent.
        object: ObjectId,
        /// The object or player it is attached to.
        to: Entity,
    },
    /// A permanent becomes unattached (CR 701.3d).
    #[word(affects(Object(*_0)))]
    Unattach(ObjectId),
    /// A permanent becomes tapped.
    #[word(affects(Object(*_0)))]
    Tap(ObjectId),
    /// A permanent becomes untapped.
    #[word(affects(Object(*_0)))]
    Untap(ObjectId),
    /// A token is created on the battlefield.
    #[word(affects(Player(entering.controller.unwrap_or(*player))))]
    CreateToken {
        /// The player who creates it, and owns it.
        player: PlayerId,
        /// Its definition.
        def: DefId,
        /// How it enters.
        entering: Entering,
    },
    /// An emblem is put into the command zone (CR 114.2).
    #[word(affects(Player(*player)))]
    CreateEmblem {
        /// The player who puts it there: its owner and controller.
        player: PlayerId,
        /// Its definition.
        def: DefId,
    },
    /// A turn step begins. It can be skipped (CR 614.10).
    #[word(affects(Player(*player)))]
    BeginTurnStep {
        /// The turn step.
        step: TurnStep,
        /// The player whose turn it is.
        player: PlayerId,
    },
    /// A turn begins. It can be skipped (CR 614.10).
    #[word(affects(Player(*player)))]
    BeginTurn {
        /// The player whose turn it is.
        player: PlayerId,
    },
    /// A phase begins. It can be skipped (CR 614.10).
    #[word(affects(Player(*player)))]
    BeginPhase {
        /// The phase.
        phase: Phase,
        /// The player whose turn it is.
        player: PlayerId,
    },
    /// A player flips a coin (CR 705).
    #[word(affects(Player(*player)))]
    FlipCoin {
        /// The player.
        player: PlayerId,
        /// The number of coins tossed for the flip. All but one are ignored.
        coins: u32,
    },
    /// A player rolls dice (CR 706).
    #[word(affects(Player(*player)))]
    RollDice {
        /// The player.
        player: PlayerId,
        /// The entry from which the rolls of this instruction are counted.
        group: EntryNo,
        /// The number of sides of each die.
        sides: u32,
        /// The number of dice.
        dice: u32,
        /// How many of the lowest results are ignored (CR 706.5).
        ignored: u32,
        /// The modifier added to each result (CR 706.2).
        plus: i32,
    },
    /// A player draws several cards, one after another (CR 121.2, 121.2a).
    #[word(affects(Player(*player)))]
    DrawCards {
        /// The player.
        player: PlayerId,
        /// The number of cards.
        count: u32,
    },
    /// A player creates tokens simultaneously (CR 614.16, 701.6a).
    #[word(affects(Player(*player)))]
    CreateTokens {
        /// The player.
        player: PlayerId,
        /// The kinds of token, and how many of each.
        tokens: Vec<TokenBatch>,
    },
    /// A player mills cards (CR 701.13a).
    #[word(affects(Player(*player)))]
    Mill {
        /// The player.
        player: PlayerId,
        /// The number of cards.
        count: u32,
    },
    /// A permanent is destroyed and can't be regenerated (CR 701.15c).
    #[word(affects(Object(*_0)))]
    DestroyForGood(ObjectId),
    /// A permanent regenerates: its damage is removed, and it is tapped and removed from combat
    /// (CR 701.15).
    #[word(affects(Object(*_0)))]
    Regenerate(ObjectId),
    /// A player loses the game (CR 104.3).
    #[word(affects(Player(*player)))]
    Lose {
        /// The player.
        player: PlayerId,
        /// The reason.
        reason: LossReason,
    },
    /// A player wins the game (CR 104.2b).
    #[word(affects(Player(*_0)))]
    Win(PlayerId),
    /// A player searches their library (CR 701.19).
    #[word(affects(Player(*player)))]
    Search {
        /// The player.
        player: PlayerId,
        /// The number of cards from the top to search, or `None` for the whole library
        /// (CR 701.19f).
        top: Option<u32>,
    },
    /// A permanent phases out (CR 702.26b).
    #[word(affects(Object(*object)))]
    PhaseOut {
        /// The permanent.
        object: ObjectId,
        /// The object it is attached to, if it phases out indirectly (CR 702.26g).
        with: Option<ObjectId>,
        /// Whether it phases out until an event happens, rather than until its controller's untap
        /// step (CR 610.4a).
        held: bool,
    },
    /// A permanent phases in (CR 702.26c).
    #[word(affects(Object(*object)))]
    PhaseIn {
        /// The permanent.
        object: ObjectId,
        /// Whether it phases in tapped.
        tapped: bool,
    },
    /// A permanent is turned face up (CR 708.8).
    #[word(affects(Object(*object)))]
    TurnFaceUp {
        /// The permanent.
        object: ObjectId,
        /// Whether a megamorph cost was paid for it (CR 702.37b).
        megamorph: bool,
        /// The X of the cost paid (CR 702.37f).
        x: Option<u32>,
        /// How effects modify it as it is turned face up (CR 614.1e).
        entering: Box<Entering>,
    },
    /// A permanent is turned face down (CR 708.2a).
    #[word(affects(Object(*object)))]
    TurnFaceDown {
        /// The permanent.
        object: ObjectId,
        /// Its definition while face down.
        def: DefId,
    },
    /// It becomes day or night (CR 724.1).
    #[word(affects(Nobody))]
    BecomeDayOrNight(DayNight),
    /// A permanent transforms (CR 701.28a).
    #[word(affects(Object(*object)))]
    Transform {
        /// The permanent.
        object: ObjectId,
        /// Whether its own daybound or nightbound ability transforms it. Nothing else transforms a
        /// permanent with such an ability (CR 702.145b, 702.145e).
        bound: bool,
        /// How effects modify it as it transforms (CR 712.16).
        entering: Box<Entering>,
    },
    /// A player searches zones other than just their own library (CR 701.19a).
    #[word(affects(Player(*player)))]
    SearchZones {
        /// The player.
        player: PlayerId,
        /// Whose zones.
        whose: PlayerId,
        /// Which zones.
        zones: Vec<ZoneKind>,
        /// The number of cards from the top of the library to search, or `None` for all of it
        /// (CR 701.19f).
        top: Option<u32>,
    },
}

impl Action {
    /// Returns whether it begins a part of the game that can be skipped (CR 614.10).
    pub(crate) const fn begins_a_part(&self) -> bool {
        matches!(self, Action::BeginTurn { .. } | Action::BeginPhase { .. } | Action::BeginTurnStep { .. })
    }

    /// Returns how a permanent enters, is created, turned face up or transformed (CR 614.1c,
    /// 614.1e).
    pub const fn entering(&self) -> Option<&Entering> {
        match self {
            Action::Move { entering, .. } | Action::CreateToken { entering, .. } => Some(entering),
            Action::TurnFaceUp { entering, .. } | Action::Transform { entering, .. } => Some(entering),
            _ => None,
        }
    }

    /// Whether a land is put onto the battlefield as it is played (CR 305.1).
    pub(crate) const fn plays_land(&self) -> bool {
        matches!(self, Action::Move { manner: Manner::Play, .. })
    }

    /// Like `entering`, but mutable.
    pub(crate) const fn entering_mut(&mut self) -> Option<&mut Entering> {
        match self {
            Action::Move { entering, .. } | Action::CreateToken { entering, .. } => Some(entering),
            Action::TurnFaceUp { entering, .. } | Action::Transform { entering, .. } => Some(entering),
            _ => None,
        }
    }

    /// Returns the objects the action affects.
    pub fn objects(&self) -> Vec<ObjectId> {
        let of = |entity: &Entity| entity.object().into_iter().collect::<Vec<_>>();
        match self {
            Action::Move { object, .. }
            | Action::Destroy(object)
            | Action::DestroyForGood(object)
            | Action::Regenerate(object)
            | Action::Attach { object, .. }
            | Action::Unattach(object)
            | Action::Tap(object)
            | Action::Untap(object)
            | Action::PhaseOut { object, .. }
            | Action::PhaseIn { object, .. }
            | Action::TurnFaceUp { object, .. }
            | Action::TurnFaceDown { object, .. }
            | Action::Transform { object, .. } => vec![*object],
            Action::Damage { source, to, .. } => std::iter::once(*source).chain(to.object()).collect(),
            Action::PutCounters { on, .. } => of(on),
            Action::RemoveCounters { from, .. } => of(from),
            Action::AddMana { source, .. } => vec![*source],
            _ => Vec::new(),
        }
    }
}

/// A batch of equal tokens, created simultaneously.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TokenBatch {
    /// The definition of each token.
    pub def: DefId,
    /// The number of tokens.
    pub count: u32,
    /// How they enter.
    pub entering: Entering,
}

/// Identifies a replacement or prevention effect. Each applies to an event only once (CR 614.5).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Applied {
    /// The effect of a static ability.
    Ability {
        /// The object with the ability.
        object: ObjectId,
        /// The ability.
        origin: Origin,
    },
    /// An effect that a resolution began.
    Effect(EffectKey),
    /// A self-replacement effect of what is resolving (CR 614.15): the entry with which the
    /// resolution began, and the position of the instruction.
    Own(EntryNo, Vec<u16>),
}

/// An action in the replacement pipeline.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Proposed {
    /// The action.
    pub action: Action,
    /// The entry that caused it.
    pub cause: Option<EntryNo>,
    /// The rule behind it.
    pub rule: Rule,
    /// The effects already applied to it, or to the action that contained it (CR 616.1f).
    pub applied: Vec<Applied>,
    /// Whether nothing more applies to it, so that it will happen.
    pub settled: bool,
    /// The index in the set of the action that contains this one.
    pub parent: Option<u32>,
}

impl Proposed {
    /// Creates an action to which no effect has been applied.
    pub const fn new(action: Action, cause: Option<EntryNo>, rule: Rule) -> Proposed {
        Proposed { action, cause, rule, applied: Vec::new(), settled: false, parent: None }
    }
}

/// A set of simultaneous actions in the replacement pipeline, with what has been determined about
/// it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Happening {
    /// The actions.
    pub actions: Vec<Proposed>,
    /// The objects whose owners have put them in order, in that order.
    pub arranged: Vec<ObjectId>,
    /// The indexes of the actions whose objects get timestamps in an order chosen by the players,
    /// earliest first (CR 613.7k).
    pub stamped: Vec<u32>,
    /// The effect chosen for the next action, while its player still has to say how much of the
    /// action it applies to (CR 615.7).
    pub chosen: Option<Applied>,
    /// What was prevented, and what happens immediately afterward (CR 615.5).
    pub after: Vec<Afterward>,
}

/// What an applied effect prevented, and its additional effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Afterward {
    /// The effect.
    pub effect: Applied,
    /// Its source.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// The announcement of the spell or ability that began it.
    pub announced: Option<Arc<Announcement>>,
    /// The event it applied to.
    pub context: TriggerContext,
    /// The objects it was begun for.
    pub those: Vec<ObjectId>,
    /// The additional instructions; `None` if it only prevents.
    pub text: Option<AbilityRef>,
    /// The effects that have already had their chance to affect the event (CR 614.5).
    pub applied: Vec<Applied>,
    /// The entry of its application.
    pub cause: EntryNo,
    /// Whether a turn, phase or turn step was skipped, so that the rest waits for the next one that
    /// begins (CR 614.10b).
    pub waits: bool,
    /// For a prevention effect: the source, recipient and amount of all prevented damage.
    pub prevented: Option<Vec<(ObjectId, Entity, u32)>>,
}
