//! Actions: what a rule or an effect is about to do, before replacement and prevention have had their say.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::{Choosing, CounterKind, DayNight, Instead, ManaType, Phase, TurnStep};
use crate::rule::Rule;

use super::canonical::Canonical;
use super::characteristics::{EffectKey, Origin};
use super::ids::{DefId, Entity, EntryNo, LossReason, ObjectId, PlayerId, Zone};
use super::object::{AbilityRef, Announcement, Note, Position, TriggerContext};

mod entering;

/// The way in which an object changes zones: the keyword action or rule that moves it.
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
    /// Onto the stack, as a spell is proposed (CR 601.2a).
    Cast,
    /// A land from hand onto the battlefield as a special action (CR 116.2a).
    Play,
    /// A permanent spell becomes a permanent, or another spell has done what it does (CR 608.2m, 608.3).
    Resolve,
    /// A spell whose targets are all illegal (CR 608.2b).
    NotResolve,
    /// A state-based action that does not destroy (CR 704.5).
    StateBased,
    /// A what-if change.
    Edit,
    /// Into a library that is shuffled at once (CR 701.20c).
    Shuffle,
}

/// How a creature enters combat as it enters the battlefield; none where its controller is to choose (CR 508.4, 509.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Joins {
    /// Attacking this player or planeswalker.
    Attacking(Option<Entity>),
    /// Blocking this attacking creature.
    Blocking(Option<ObjectId>),
}

/// How a permanent enters the battlefield (CR 614.1c), or an object exile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "entering::Wire", try_from = "entering::Wire")]
pub struct Entering {
    /// Under whose control (CR 110.2).
    pub controller: Option<PlayerId>,
    /// Tapped.
    pub tapped: bool,
    /// With its back face up (CR 712.8, 712.10a).
    pub back: bool,
    /// Attached to this (CR 303.4).
    pub attached_to: Option<Entity>,
    /// Face down, and how.
    pub face_down: EntersFaceDown,
    /// With these counters.
    pub counters: BTreeMap<CounterKind, u32>,
    /// Attacking or blocking (CR 508.4, 509.7).
    pub joins: Option<Joins>,
    /// What is still to be chosen for an ability of it as it enters (CR 614.12a).
    pub choosing: Option<(Origin, Canonical<Choosing>)>,
    /// What may be paid as it enters, before that is settled (CR 614.12a).
    pub paying: Option<Box<Paying>>,
    /// What was chosen for its abilities.
    pub chosen: Vec<(Origin, Note)>,
    /// A copy effect for which it is still to be chosen as what it enters (CR 614.12a, 707.5).
    pub copying: Option<Box<Copying>>,
    /// As what it enters (CR 707.5).
    pub copy: Option<Box<EntersAs>>,
    /// What the effect that puts it onto the battlefield says that it is (CR 611.2e).
    pub being: Option<Box<Being>>,
}

/// Whether an object enters a zone face down, or with a back face that it shares. On the wire the first two are an optional
/// list of players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EntersFaceDown {
    /// Face up.
    #[default]
    No,
    /// In exile, for these players to look at (CR 406.3).
    ToLookAt(Vec<PlayerId>),
    /// On the battlefield: what it is as long as it remains face down, a definition (CR 708.3).
    As(DefId),
    /// On the battlefield, with its back face up and combined with that of this card (CR 701.37a).
    MeldedWith(ObjectId),
    /// In exile, foretold (CR 702.143a).
    Foretold {
        /// Who foretells it and may look at it.
        by: PlayerId,
        /// The foretell ability that it is given, besides what is printed on it.
        given: Option<AbilityRef>,
    },
}

impl EntersFaceDown {
    /// What it is on the battlefield as long as it remains face down.
    pub const fn listed(&self) -> Option<DefId> {
        match self {
            EntersFaceDown::As(def) => Some(*def),
            EntersFaceDown::No
            | EntersFaceDown::ToLookAt(_)
            | EntersFaceDown::MeldedWith(_)
            | EntersFaceDown::Foretold { .. } => None,
        }
    }

    /// Who may look at it in exile, if it is face down there (CR 406.3).
    pub fn seen_by(&self) -> Option<&[PlayerId]> {
        match self {
            EntersFaceDown::ToLookAt(players) => Some(players),
            EntersFaceDown::Foretold { by, .. } => Some(std::slice::from_ref(by)),
            EntersFaceDown::No | EntersFaceDown::As(_) | EntersFaceDown::MeldedWith(_) => None,
        }
    }
}

/// What a resolving spell or ability says that a permanent is which it puts onto the battlefield (CR 611.2e).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Being {
    /// The definition of the continuous effect.
    pub def: DefId,
    /// The object that it comes from.
    pub source: ObjectId,
    /// Who controls it.
    pub controller: PlayerId,
}

/// A copy effect that applies to what enters, before the choice that it asks for (CR 614.12a, 707.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Copying {
    /// The effect.
    pub by: Applied,
    /// The object that it comes from: what enters itself, or something else.
    pub source: ObjectId,
    /// Who controls it.
    pub controller: PlayerId,
    /// What it says.
    pub how: Canonical<Instead>,
}

/// What may be paid as something enters, so that something else does not happen (CR 614.12a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Paying {
    /// The effect.
    pub by: Applied,
    /// The object that it comes from: what enters itself, or something else.
    pub source: ObjectId,
    /// Who controls it.
    pub controller: PlayerId,
    /// What it says.
    pub how: Canonical<Instead>,
    /// Whether the player has said that they pay.
    pub agreed: bool,
    /// The objects that each part of the cost is paid with, as far as they are chosen.
    pub with: Vec<Vec<ObjectId>>,
}

/// As what an object enters the battlefield: a later copy effect takes its place with all that goes with it (CR 707.9e, 707.9g).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EntersAs {
    /// The definition of the effect that gives it its copiable values.
    pub def: DefId,
    /// What it copies.
    pub of: Option<ObjectId>,
    /// The counters that it enters with by the exceptions of the effect.
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// The definition of the ability that triggers when it has entered so.
    pub when: Option<DefId>,
}

/// What would happen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// An object changes zones.
    Move {
        /// Which.
        object: ObjectId,
        /// Where to.
        to: Zone,
        /// Where among the others there.
        position: Position,
        /// In which way.
        manner: Manner,
        /// How it enters, if it enters the battlefield.
        entering: Entering,
    },
    /// A permanent is destroyed: it is put into its owner's graveyard (CR 701.7a).
    Destroy(ObjectId),
    /// A source deals damage.
    Damage {
        /// The source.
        source: ObjectId,
        /// To whom or what.
        to: Entity,
        /// How much.
        amount: u32,
        /// Whether it is combat damage.
        combat: bool,
    },
    /// A player draws one card (CR 121.2).
    Draw(PlayerId),
    /// A player gains life.
    GainLife {
        /// Who.
        player: PlayerId,
        /// How much.
        amount: u32,
    },
    /// A player loses life.
    LoseLife {
        /// Who.
        player: PlayerId,
        /// How much.
        amount: u32,
    },
    /// Counters are put on an object or given to a player.
    PutCounters {
        /// Who puts them there, if a player does (CR 122.6a, 120.3b, 120.3d).
        by: Option<PlayerId>,
        /// On whom or what.
        on: Entity,
        /// Of which kind.
        kind: CounterKind,
        /// How many.
        count: u32,
    },
    /// Counters are removed from an object or player.
    RemoveCounters {
        /// From whom or what.
        from: Entity,
        /// Of which kind.
        kind: CounterKind,
        /// How many.
        count: u32,
    },
    /// Mana is added to a player's pool.
    AddMana {
        /// Whose.
        player: PlayerId,
        /// The types, unit by unit.
        mana: Vec<ManaType>,
        /// The object whose ability adds it.
        source: ObjectId,
        /// Who taps that object for mana, if it is that (CR 106.12).
        tapped: Option<PlayerId>,
        /// What is said of the mana: a definition that holds its terms (CR 106.6).
        terms: Option<DefId>,
    },
    /// A permanent is attached to an object or player (CR 701.3a).
    Attach {
        /// Which permanent.
        object: ObjectId,
        /// To what.
        to: Entity,
    },
    /// A permanent becomes unattached (CR 701.3d).
    Unattach(ObjectId),
    /// A permanent becomes tapped.
    Tap(ObjectId),
    /// A permanent becomes untapped.
    Untap(ObjectId),
    /// A token is created on the battlefield.
    CreateToken {
        /// Who creates it: its owner.
        player: PlayerId,
        /// What it is.
        def: DefId,
        /// How it enters.
        entering: Entering,
    },
    /// An emblem is put into the command zone (CR 114.2).
    CreateEmblem {
        /// Who puts it there: its owner and controller.
        player: PlayerId,
        /// What it is.
        def: DefId,
    },
    /// A turn step begins (CR 614.10: it can be skipped).
    BeginTurnStep {
        /// Which.
        step: TurnStep,
        /// In whose turn.
        player: PlayerId,
    },
    /// A turn begins (CR 614.10: it can be skipped).
    BeginTurn {
        /// Whose.
        player: PlayerId,
    },
    /// A phase begins (CR 614.10: it can be skipped).
    BeginPhase {
        /// Which.
        phase: Phase,
        /// In whose turn.
        player: PlayerId,
    },
    /// A player flips a coin (CR 705).
    FlipCoin {
        /// Who.
        player: PlayerId,
        /// How many coins are flipped for it, of which all but one are ignored.
        coins: u32,
    },
    /// A player rolls dice (CR 706).
    RollDice {
        /// Who.
        player: PlayerId,
        /// The entry from which on the rolls of one instruction are counted.
        group: EntryNo,
        /// How many sides each has.
        sides: u32,
        /// How many.
        dice: u32,
        /// How many of the lowest are ignored (CR 706.5).
        ignored: u32,
        /// What is added to each result (CR 706.2).
        plus: i32,
    },
    /// A player draws so many cards, one after another (CR 121.2, 121.2a).
    DrawCards {
        /// Who.
        player: PlayerId,
        /// How many.
        count: u32,
    },
    /// A player creates tokens, all at once (CR 614.16, 701.6a).
    CreateTokens {
        /// Who.
        player: PlayerId,
        /// Which, and how many of each.
        tokens: Vec<TokenBatch>,
    },
    /// A player mills cards (CR 701.13a).
    Mill {
        /// Who.
        player: PlayerId,
        /// How many.
        count: u32,
    },
    /// A permanent is destroyed and can't be regenerated (CR 701.15c).
    DestroyForGood(ObjectId),
    /// A permanent regenerates: damage is removed from it, it is tapped and leaves combat (CR 701.15).
    Regenerate(ObjectId),
    /// A player loses the game (CR 104.3).
    Lose {
        /// Who.
        player: PlayerId,
        /// Why.
        reason: LossReason,
    },
    /// A player wins the game (CR 104.2b).
    Win(PlayerId),
    /// A player searches their library (CR 701.19).
    Search {
        /// Who.
        player: PlayerId,
        /// Only so many cards from the top; all of it if not given (CR 701.19f).
        top: Option<u32>,
    },
    /// A permanent phases out (CR 702.26b).
    PhaseOut {
        /// Which.
        object: ObjectId,
        /// With what it is attached to, if it phases out indirectly (CR 702.26g).
        with: Option<ObjectId>,
        /// Whether it phases out until something happens, and not until its controller's untap step (CR 610.4a).
        held: bool,
    },
    /// A permanent phases in (CR 702.26c).
    PhaseIn {
        /// Which.
        object: ObjectId,
        /// Whether it is tapped as it phases in.
        tapped: bool,
    },
    /// A permanent is turned face up (CR 708.8).
    TurnFaceUp {
        /// Which.
        object: ObjectId,
        /// Whether a megamorph cost was paid for it (CR 702.37b).
        megamorph: bool,
        /// The X of what was paid (CR 702.37f).
        x: Option<u32>,
        /// What is said of how it is turned face up (CR 614.1e).
        entering: Box<Entering>,
    },
    /// A permanent is turned face down (CR 708.2a).
    TurnFaceDown {
        /// Which.
        object: ObjectId,
        /// What it is as long as it remains face down, a definition.
        def: DefId,
    },
    /// It becomes day or night (CR 724.1).
    BecomeDayOrNight(DayNight),
    /// A permanent transforms (CR 701.28a).
    Transform {
        /// Which.
        object: ObjectId,
        /// Whether its own daybound or nightbound ability does it: nothing else transforms what has one (CR 702.145b,
        /// 702.145e).
        bound: bool,
        /// What is said of how it transforms (CR 712.16).
        entering: Box<Entering>,
    },
}

impl Action {
    /// Whether it is the beginning of a part of the game, which can be skipped (CR 614.10).
    pub const fn begins_a_part(&self) -> bool {
        matches!(self, Action::BeginTurn { .. } | Action::BeginPhase { .. } | Action::BeginTurnStep { .. })
    }

    /// How a permanent enters or is created, or what is said of it as it is turned face up (CR 614.1c, 614.1e).
    pub const fn entering(&self) -> Option<&Entering> {
        match self {
            Action::Move { entering, .. } | Action::CreateToken { entering, .. } => Some(entering),
            Action::TurnFaceUp { entering, .. } | Action::Transform { entering, .. } => Some(entering),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub const fn entering_mut(&mut self) -> Option<&mut Entering> {
        match self {
            Action::Move { entering, .. } | Action::CreateToken { entering, .. } => Some(entering),
            Action::TurnFaceUp { entering, .. } | Action::Transform { entering, .. } => Some(entering),
            _ => None,
        }
    }

    /// The objects that it is about.
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

/// Tokens of one kind that are created at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TokenBatch {
    /// What each of them is.
    pub def: DefId,
    /// How many.
    pub count: u32,
    /// How they enter.
    pub entering: Entering,
}

/// Which replacement or prevention effect was applied: an effect applies once to an event (CR 614.5).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Applied {
    /// That of a static ability.
    Ability {
        /// The object with the ability.
        object: ObjectId,
        /// Which of its abilities.
        origin: Origin,
    },
    /// One that a resolution began.
    Effect(EffectKey),
    /// A part of what is resolving that replaces another part (CR 614.15): the entry with which the resolution began, and
    /// the place of the instruction.
    Own(EntryNo, Vec<u16>),
}

/// An action on its way through the pipeline.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Proposed {
    /// What would happen.
    pub action: Action,
    /// What brought it about.
    pub cause: Option<EntryNo>,
    /// The rule that makes it happen.
    pub rule: Rule,
    /// The effects that were applied to it, or to the action that contained it (CR 616.1f).
    pub applied: Vec<Applied>,
    /// Whether nothing more applies to it: it will happen.
    pub settled: bool,
    /// The action of the set that contains this one, by its place there.
    pub parent: Option<u32>,
}

impl Proposed {
    /// An action that nothing has been applied to.
    pub const fn new(action: Action, cause: Option<EntryNo>, rule: Rule) -> Proposed {
        Proposed { action, cause, rule, applied: Vec::new(), settled: false, parent: None }
    }
}

/// A set of simultaneous actions on its way through the pipeline, and what has been found out about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Happening {
    /// The actions.
    pub actions: Vec<Proposed>,
    /// The objects whose owners have arranged them, in the order in which they are put.
    pub arranged: Vec<ObjectId>,
    /// The actions, by their places, whose objects receive timestamps in an order that their players have said, the earliest
    /// first (CR 613.7k).
    pub stamped: Vec<u32>,
    /// The effect that was chosen for the next action, of which it is still to be said how much of that it applies to
    /// (CR 615.7).
    pub chosen: Option<Applied>,
    /// What was prevented, and what is done immediately afterward (CR 615.5).
    pub after: Vec<Afterward>,
}

/// What an effect that was applied has prevented, and what it does besides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Afterward {
    /// Which effect.
    pub effect: Applied,
    /// The object that it comes from.
    pub source: ObjectId,
    /// Who controls it.
    pub controller: PlayerId,
    /// What was announced for what began it.
    pub announced: Option<Arc<Announcement>>,
    /// What it is about.
    pub context: TriggerContext,
    /// The objects that it was begun for.
    pub those: Vec<ObjectId>,
    /// What is done; nothing if it only prevents.
    pub text: Option<AbilityRef>,
    /// The effects that have had their opportunity to affect that (CR 614.5).
    pub applied: Vec<Applied>,
    /// The application.
    pub cause: EntryNo,
    /// Whether a turn, phase or turn step was skipped: what is done waits for the next one that begins (CR 614.10b).
    pub waits: bool,
    /// What damage a prevention effect prevented: of which source, to whom or what, how much; none for other effects.
    pub prevented: Option<Vec<(ObjectId, Entity, u32)>>,
}
