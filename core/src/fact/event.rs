//! Events, entries and steps.
//!
//! The numbers are the wire's: an event keeps its number and its fields for ever; a changed one gets a new number, and
//! the old one an upcast (`wire`).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::{
    Cost, CounterKind, DayNight, Definition, Duration, Phase, StepPlace, TriggerEvent, TurnPart, TurnStep,
};
use crate::rule::Rule;

use super::action::{Action, Afterward, Applied, Manner};
use super::advance::FrameChange;
use super::characteristics::{Link, Origin};
use super::choice::Answer;
use super::cost::CostStep;
use super::frame::Frame;
use super::ids::{CardId, DefId, EffectId, Entity, EntryNo, ManaId, ObjectId, PlayerId, Timestamp, TriggerId, Zone};
use super::input::{Chance, Edit};
use super::object::{
    AbilityRef, Announcement, DrawReveal, ManaUnit, NewObject, Note, Piece, Position, Snapshot, TriggerContext,
};
use super::wire::Canonical;

/// Which part of a step an entry belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Part {
    /// What came from outside.
    Input,
    /// What was replaced or prevented on the way to the batch (CR 616).
    Replacement,
    /// The batch: what happened at once.
    Batch,
    /// What follows from what is derived: removed from combat, control changed, an effect over.
    Consequence,
    /// What triggered on the batch (CR 603.2).
    Trigger,
    /// The change of the call stack.
    Frame,
}

/// One numbered fact with what brought it about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its place in the game.
    pub no: EntryNo,
    /// Which part of its step it belongs to.
    pub part: Part,
    /// The earlier entry that brought it about; none for genesis and inputs.
    pub cause: Option<EntryNo>,
    /// The rule that made it happen. It stands beside the event: it is no part of its identity.
    pub rule: Rule,
    /// The fact.
    pub event: Event,
}

/// What happens at once, and what is noticed of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The entries in order.
    pub entries: Vec<Entry>,
}

/// Why a player lost the game (CR 104.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LossReason {
    /// CR 104.3a
    Conceded,
    /// CR 704.5a
    Life,
    /// CR 704.5b
    EmptyLibrary,
    /// CR 704.5c
    Poison,
    /// CR 104.3e
    Effect,
}

/// How a game ended (CR 104.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// This player won.
    Won(PlayerId),
    /// Nobody did (CR 104.4).
    Draw,
}

macro_rules! events {
    ($($(#[$doc:meta])* $number:literal $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? })+) => {
        /// A fact.
        #[allow(missing_docs, reason = "a field without a comment of its own is told by its name and type")]
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Event {
            $($(#[$doc])* $name { $($(#[$field_doc])* $field: $type),* },)+
        }

        impl Event {
            /// The names and numbers of all kinds of events.
            pub const KINDS: &'static [(u16, &'static str)] = &[$(($number, stringify!($name))),+];

            /// The number of its kind on the wire.
            pub const fn number(&self) -> u16 {
                match self { $(Event::$name { .. } => $number,)+ }
            }

            /// The name of its kind.
            pub const fn name(&self) -> &'static str {
                match self { $(Event::$name { .. } => stringify!($name),)+ }
            }

            /// Writes its fields in order.
            pub(super) fn encode_fields<W: super::wire::Sink>(&self, sink: &mut W) -> Result<(), super::wire::WireError> {
                match self {
                    $(Event::$name { $($field),* } => { $(sink.put($field)?;)* Ok(()) })+
                }
            }

            /// Reads the fields of the kind with this number.
            pub(super) fn decode_fields<S: super::wire::Source>(
                number: u16,
                source: &mut S,
            ) -> Result<Event, super::wire::WireError> {
                match number {
                    $($number => Ok(Event::$name { $($field: source.take()?),* }),)+
                    _ => Err(super::wire::WireError::UnknownEvent(number)),
                }
            }
        }
    };
}

events! {
    /// The game exists: how many players, the seed (CR 103.1).
    1 Began { players: Vec<(String, i32)>, starting_player: PlayerId, seed: u64 }
    /// A definition came into the game's table.
    2 Defined {
        /// Its place there.
        id: DefId,
        /// What it is; on the wire its canonical text.
        definition: Canonical<Definition>,
    }
    /// A card exists: who owns it, what is printed on it.
    3 CardIntroduced { card: CardId, owner: PlayerId, def: DefId }
    /// An object came into being without a zone change: at the start, in a set-up, a token, an ability on the stack.
    4 Created { object: Box<NewObject> }
    /// An object changed zones; what left is gone, what it became is new (CR 400.7).
    5 Moved {
        object: ObjectId,
        from: Zone,
        became: Vec<NewObject>,
        manner: Manner,
        was: Arc<Snapshot>,
    }
    /// An object ceased to exist (CR 111.7, 608.2m, 704.5d-e).
    6 Ceased { object: ObjectId, was: Arc<Snapshot> }
    /// A permanent became tapped (CR 701.21a).
    7 Tapped { object: ObjectId }
    /// A permanent became untapped (CR 701.21b).
    8 Untapped { object: ObjectId }
    /// Counters were put on an object or given to a player (CR 122.6).
    9 CountersPut { on: Entity, kind: CounterKind, count: u32, timestamp: Timestamp }
    /// Counters were removed.
    10 CountersRemoved { from: Entity, kind: CounterKind, count: u32 }
    /// A player gained life (CR 119.3).
    11 LifeGained { player: PlayerId, amount: u32 }
    /// A player lost life (CR 119.3).
    12 LifeLost { player: PlayerId, amount: u32 }
    /// A source dealt damage; what it led to is told by entries of its own (CR 120.3).
    13 DamageDealt { source: ObjectId, to: Entity, amount: u32, combat: bool }
    /// Damage was marked on a creature (CR 120.3e); by a source with deathtouch (CR 702.2b) or not.
    14 DamageMarked { object: ObjectId, amount: u32, deathtouch: bool }
    /// All damage was removed from a permanent (CR 514.2).
    15 DamageRemoved { object: ObjectId }
    /// Mana was added to a pool (CR 106.4).
    16 ManaAdded { player: PlayerId, units: Vec<ManaUnit> }
    /// Mana was spent (CR 106.4, 601.2h).
    17 ManaSpent { player: PlayerId, units: Vec<ManaId> }
    /// Unspent mana emptied from a pool as a step or phase ended (CR 500.4).
    18 ManaEmptied { player: PlayerId }
    /// A permanent was tapped for mana (CR 106.12).
    19 TappedForMana { player: PlayerId, object: ObjectId }
    /// A player drew a card (CR 121.1); the zone change is the entry that this one causes.
    20 Drew { player: PlayerId }
    /// A player was to draw from an empty library (CR 121.4, 704.5b).
    21 DrewFromEmpty { player: PlayerId }
    /// A player put their library into this order, top first (CR 701.20).
    22 Shuffled { player: PlayerId, order: Vec<ObjectId> }
    /// A permanent was attached to an object or player (CR 701.3a), and has a new timestamp (CR 701.3c).
    23 Attached { object: ObjectId, to: Entity, timestamp: Timestamp }
    /// A permanent became unattached (CR 701.3d).
    24 Unattached { object: ObjectId }
    /// A player showed cards to all players (CR 701.16a), each with what is printed on it.
    25 Revealed { player: PlayerId, cards: Vec<(ObjectId, DefId)> }
    /// A player looked at cards, and nobody else did (CR 701.19a), each with what is printed on it.
    26 LookedAt { player: PlayerId, cards: Vec<(ObjectId, DefId)> }
    /// Creatures crewed a Vehicle: they were tapped to pay the cost of its crew ability (CR 702.122b).
    170 Crewed { object: ObjectId, by: Vec<ObjectId> }

    /// A turn began (CR 500.1).
    30 TurnBegan { player: PlayerId, number: u32 }
    /// A phase began.
    31 PhaseBegan { phase: Phase }
    /// A turn step began; a main phase counts as one.
    32 TurnStepBegan { step: TurnStep }
    /// A turn step ended.
    33 TurnStepEnded { step: TurnStep }
    /// A phase ended.
    34 PhaseEnded { phase: Phase }
    /// A player received priority (CR 117.3).
    35 PriorityReceived { player: PlayerId }
    /// A player passed priority (CR 117.3d).
    36 PriorityPassed { player: PlayerId }
    /// A turn step, phase or turn was skipped (CR 614.10).
    37 Skipped { step: TurnStep }

    /// A player decided.
    40 Decided { player: PlayerId, answer: Answer }
    /// A player conceded (CR 104.3a).
    41 Conceded { player: PlayerId }
    /// A what-if change was made.
    42 Edited { edit: Edit }
    /// The next random result was fixed.
    43 ChanceFixed { chance: Chance }
    /// The generator started again.
    44 Reseeded { seed: u64 }
    /// A random result was drawn: so many numbers of the generator are used up.
    45 RandomUsed { draws: u64 }

    /// A frame was put on the call stack.
    50 FramePushed { frame: Frame }
    /// The top frame went on to this state.
    51 FrameChanged { frame: Frame }
    /// The top frame is done.
    52 FramePopped {}
    /// Frames were abandoned down to this depth (CR 104.1, 719, 800.4).
    53 FramesUnwound { depth: u32 }
    /// A proposal began: the world is kept as it is, to come back to (CR 726.1).
    54 Checkpointed {}
    /// The world is again what it was at the latest checkpoint (CR 726.1).
    55 Restored {}
    /// The top frame changed in this.
    56 FrameAdvanced { change: FrameChange }

    /// What was announced for a spell or ability on the stack (CR 601.2b-d).
    60 Announced { object: ObjectId, announced: Arc<Announcement> }
    /// An object or player became the target of a spell or ability (CR 601.2c).
    59 BecameTarget { target: Entity, of: ObjectId }
    /// A spell became cast (CR 601.2i).
    61 BecameCast { object: ObjectId, player: PlayerId }
    /// An ability became activated (CR 602.2b).
    62 BecameActivated { source: ObjectId, origin: Origin, player: PlayerId }
    /// An ability triggered (CR 603.2).
    63 Triggered {
        id: TriggerId,
        source: ObjectId,
        origin: Option<Box<Origin>>,
        controller: PlayerId,
        text: AbilityRef,
        context: Box<TriggerContext>,
        /// For a delayed triggered ability: what was announced for what created it.
        announced: Option<Arc<Announcement>>,
        /// Whether it is a triggered mana ability, which resolves at once (CR 605.4a).
        mana: bool,
        /// Which delayed triggered ability it is. If it triggers only once, its controller chooses one of the events that it
        /// triggered on at once (CR 603.7b).
        delayed: Option<TriggerId>,
    }
    /// A triggered ability that waited was put onto the stack, or came to nothing (CR 603.3).
    64 TriggerTaken { id: TriggerId }
    /// A delayed triggered ability was created (CR 603.7).
    65 TriggerDelayed {
        id: TriggerId,
        source: ObjectId,
        controller: PlayerId,
        text: AbilityRef,
        context: Box<TriggerContext>,
        announced: Arc<Announcement>,
        /// How long it lasts, if it does not trigger only once (CR 603.7b).
        until: Option<Canonical<Duration>>,
    }
    /// A delayed triggered ability is used up (CR 603.7b).
    66 DelayEnded { id: TriggerId }
    /// The targets of a spell or ability were changed (CR 115.7).
    150 TargetsChanged { object: ObjectId, targets: Vec<Vec<Entity>> }
    /// A spell or ability began to resolve (CR 608.1).
    67 ResolutionBegan { object: ObjectId }
    /// A spell or ability was countered (CR 701.5a).
    68 Countered { object: ObjectId }
    /// A spell or ability does not resolve, since all its targets are illegal (CR 608.2b), or its condition does not
    /// hold (CR 603.4).
    69 DidNotResolve { object: ObjectId }

    /// A continuous effect began (CR 611.2).
    70 EffectBegan {
        id: EffectId,
        /// The definition of what it says.
        def: DefId,
        source: ObjectId,
        controller: PlayerId,
        timestamp: Timestamp,
        duration: Canonical<Duration>,
        /// The objects that it is locked on (CR 611.2c); none where it speaks for itself.
        objects: Option<Arc<Vec<ObjectId>>>,
        /// What its words "target" and X mean: what was announced for what began it; none if nothing was.
        announced: Option<Arc<Announcement>>,
        /// What its word "that" means: what the ability that began it triggered on.
        trigger: Option<Box<TriggerContext>>,
    }
    /// A continuous effect ended (CR 514.2, 611.2).
    71 EffectEnded { id: EffectId }
    /// A replacement or prevention effect was applied (CR 614, 615).
    72 Replaced { effect: Box<Applied>, before: Box<Action>, after: Vec<Action> }
    /// Several replacement or prevention effects could be applied to an action, and this player chose among these
    /// (CR 616.1).
    223 Considered { action: Box<Action>, player: PlayerId, effects: Vec<Applied> }
    /// A shield has so much left (CR 615.7).
    220 ShieldReduced { id: EffectId, left: u32 }
    /// Damage was prevented by an effect, all of it at once: of which source, to whom or what, how much (CR 615.1, 615.13).
    221 DamagePrevented { effect: Box<Applied>, damage: Vec<(ObjectId, Entity, u32)> }
    /// A permanent regenerated (CR 701.15).
    222 Regenerated { object: ObjectId }
    /// An object is under another player's control (CR 613.1b).
    73 ControlChanged { object: ObjectId, from: PlayerId, to: PlayerId }

    /// A combat phase has its defending player (CR 506.2).
    80 CombatBegan { attacking: PlayerId, defending: PlayerId }
    /// A creature was declared as an attacker (CR 508.1k).
    81 Attacked { object: ObjectId, target: Entity }
    /// A creature was declared as a blocker (CR 509.1g).
    82 Blocked { object: ObjectId, attackers: Vec<ObjectId> }
    /// An attacking creature became blocked (CR 509.1h).
    83 BecameBlocked { object: ObjectId, by: Vec<ObjectId> }
    /// An attacking creature is unblocked (CR 509.1h).
    84 WentUnblocked { object: ObjectId }
    /// The damage assignment order of a creature (CR 509.2-3).
    85 DamageOrdered { object: ObjectId, order: Vec<ObjectId> }
    /// Which creatures deal damage in this combat damage step (CR 510.4).
    86 DamageStepBegan { first_strike: bool, creatures: Vec<ObjectId> }
    /// How a creature assigned its combat damage (CR 510.1).
    87 DamageAssigned { object: ObjectId, to: Vec<(Entity, u32)> }
    /// A permanent was removed from combat (CR 506.4).
    88 RemovedFromCombat { object: ObjectId }
    /// The combat phase is over (CR 511.3).
    89 CombatEnded {}

    /// A creature was put onto the battlefield attacking, or an effect said that it is attacking (CR 508.4).
    130 BecameAttacking { object: ObjectId, target: Entity }
    /// A creature was put onto the battlefield blocking (CR 509.7).
    131 BecameBlocking { object: ObjectId, attackers: Vec<ObjectId> }
    /// It was chosen anew what a creature is attacking (CR 508.7).
    132 AttackReselected { object: ObjectId, target: Entity }
    /// A blocked creature became unblocked (CR 509.1h).
    133 BecameUnblocked { object: ObjectId }
    /// A permanent is no longer a blocking creature, but still a planeswalker that is being attacked (CR 506.4d).
    134 StoppedBlocking { object: ObjectId }
    /// A permanent is no longer a planeswalker that is being attacked, but still a blocking creature (CR 506.4d).
    135 StoppedBeingAttacked { object: ObjectId }
    /// Whether a declaration obeys the most requirements that can be obeyed was not found out in time: it obeys so many,
    /// and no more than so many are possible (CR 508.1d, 509.1c).
    136 MaximumUnproved { obeyed: u32, possible: u32 }
    /// A player did what a triggered ability says to do only once each turn (CR 603.2i).
    140 DidOnce { source: ObjectId, origin: Origin, player: PlayerId }

    /// Something was noted of what an ability of an object did, for those linked to it (CR 607.2).
    141 Noted { object: ObjectId, link: Box<Link>, note: Note }
    /// What was exiled until something happens is to come back then (CR 610.3).
    142 UntilBegan {
        id: EffectId,
        source: ObjectId,
        controller: PlayerId,
        /// What ends it.
        until: Canonical<TriggerEvent>,
        announced: Arc<Announcement>,
        /// What is in exile, and where it was.
        objects: Vec<(ObjectId, Zone)>,
    }
    /// What was waited for has happened: the objects come back next (CR 610.3).
    143 UntilMet { id: EffectId }
    /// The objects come back (CR 610.3).
    144 UntilDone { id: EffectId }

    /// A player lost the game (CR 104.3).
    90 Lost { player: PlayerId, reason: LossReason }
    /// A player won the game (CR 104.2b).
    91 Won { player: PlayerId }
    /// A player left the game (CR 104.5, 800.4a).
    92 LeftGame { player: PlayerId }
    /// The game ended (CR 104.1).
    93 Ended { result: GameResult }
    /// A player took a mulligan or kept (CR 103.4).
    94 MulliganDecided { player: PlayerId, keep: bool }
    /// State-based actions were checked with these players having drawn from an empty library since (CR 704.5b).
    95 EmptyDrawsSettled {}
    /// An object was put elsewhere in the library that it is in; it changed no zone (CR 401.4, 401.7).
    160 Rearranged { object: ObjectId, position: Position }
    /// An object was exiled face down; these players may look at it for as long as it remains there (CR 406.3).
    161 ExiledFaceDown { object: ObjectId, seen_by: Vec<PlayerId> }
    /// The card on top of a library is shown from now on, to all or to its owner, or none is any more (CR 401.5).
    190 TopShown { player: PlayerId, object: Option<ObjectId>, revealed: bool }
    /// A card was drawn while a spell was being cast or an ability activated: it is kept face down until that is done
    /// (CR 121.8). Effects have it revealed then, or let it be.
    191 DrawnFaceDown { object: ObjectId, reveals: Vec<DrawReveal> }
    /// A card was turned face up: one drawn face down (CR 121.8), or one in exile that is about to be played (CR 406.3a).
    192 TurnedFaceUp { object: ObjectId }
    /// A spell or a permanent came into being face down: what is beneath (CR 708.3, 708.4).
    270 EnteredFaceDown { object: ObjectId, beneath: DefId }
    /// A permanent was turned face down; what it is then, and its new timestamp (CR 613.7f, 708.2a).
    271 PermanentTurnedFaceDown { object: ObjectId, def: DefId, timestamp: Timestamp }
    /// A permanent was turned face up; its new timestamp, and the X of what was paid for it (CR 613.7f, 702.37f, 708.8).
    272 PermanentTurnedFaceUp { object: ObjectId, timestamp: Timestamp, x: Option<u32> }
    /// A player showed what it costs to turn a permanent face up (CR 702.37e, 701.34b).
    273 TurningCostShown { player: PlayerId, object: ObjectId, cost: Canonical<Vec<Cost>> }
    /// Effects let a player reveal a card as it is drawn (CR 121.9).
    193 RevealOffered { object: ObjectId, reveals: Vec<DrawReveal> }
    /// The game is played for ante (CR 407.1).
    162 PlayedForAnte {}
    /// A card has another owner (CR 407.2, 407.3).
    163 OwnerChanged { object: ObjectId, to: PlayerId }
    /// A player revealed a card from outside the game as their companion (CR 103.2b).
    180 CompanionRevealed { player: PlayerId, card: ObjectId }
    /// Deathtouch damage since the last check was seen to (CR 704.5h).
    96 DeathtouchSettled { objects: Vec<ObjectId> }

    /// A player gets an extra turn, before those that were added already (CR 500.7).
    120 ExtraTurnAdded { player: PlayerId }
    /// The extra turn that was added last is about to begin (CR 500.7).
    121 ExtraTurnTaken { player: PlayerId }
    /// Phases were added to the turn, after the phase under way or the next one of a kind (CR 500.8).
    122 PhasesAdded { after: Option<Phase>, phases: Vec<Phase> }
    /// Turn steps were added to the phase under way (CR 500.9).
    123 StepsAdded { place: StepPlace, step: TurnStep, count: u32 }
    /// A turn or phase was skipped (CR 500.10).
    124 PartSkipped { part: TurnPart, player: PlayerId }
    /// What an effect has done besides having a turn, phase or turn step skipped waits for the next one that begins
    /// (CR 614.10b).
    250 Postponed { then: Box<Afterward> }
    /// What waited for that is done now, before anything else in it.
    251 PostponedBegan {}
    /// A permanent transformed: it shows the other face of its card, with a new timestamp (CR 613.7g, 701.28a).
    280 Transformed { object: ObjectId, def: DefId, timestamp: Timestamp }
    /// The game has become day or night, and lost the other designation if it had it (CR 724.1).
    320 BecameDayOrNight { was: Option<DayNight>, is: DayNight }
    /// A card in exile became foretold, in this turn; as a player foretold it, or as an effect said so (CR 702.143c-d).
    321 BecameForetold {
        object: ObjectId,
        by: Option<PlayerId>,
        turn: u32,
        /// The foretell ability that it was given, besides what is printed on it.
        given: Option<AbilityRef>,
    }
    /// A spell was a foretold card before it was cast, or a permanent such a spell (CR 702.143c).
    322 WasForetold { object: ObjectId, turn: u32, given: Option<AbilityRef> }
    /// A permanent flipped: from now on it is what its alternative characteristics say (CR 710.2).
    281 Flipped { object: ObjectId }
    /// A player searched their library, or so many cards on top of it (CR 701.19); what they looked at is told besides.
    252 Searched { player: PlayerId, top: Option<u32> }
    /// What an object was right after something had happened to it: for effects that look back at it later (CR 609.8).
    345 Witnessed { object: ObjectId, was: Arc<Snapshot> }
    /// The level of a permanent became another one (CR 717.2a-b).
    260 BecameLevel { object: ObjectId, level: u32 }
    /// A player cycled a card: it was discarded to pay the activation cost of a cycling ability (CR 702.29c).
    290 Cycled { player: PlayerId, object: ObjectId }
    /// A permanent was championed: it was exiled as the direct result of a champion ability (CR 702.72c).
    291 Championed { object: ObjectId, by: ObjectId }
    /// A player exerted a permanent, as it attacked by the ability of this link, or for a cost (CR 701.39a).
    292 Exerted { player: PlayerId, object: ObjectId, link: Option<Box<Link>> }
    /// Attacking creatures are a band (CR 702.22c).
    293 Banded { creatures: Vec<ObjectId> }
    /// The state is noted, by its key, to find a loop; or what was noted is forgotten, since a player chose (CR 104.4b).
    128 LoopMarked { key: Option<[u8; 32]> }
    /// The state in which a player received priority is noted, to find a loop that several players keep up (CR 725.3).
    240 StateMarked { key: [u8; 32] }
    /// What a player chose to do in the state noted last, as a key of its own (CR 725.3).
    241 ActMarked { player: PlayerId, act: [u8; 32] }
    /// Coins were tossed for one flip, and came up heads or not; which of them counts is told by the flip.
    125 CoinsTossed { player: PlayerId, heads: Vec<bool> }
    /// A player flipped a coin, and won or lost the flip if it was called (CR 705).
    126 CoinFlipped { player: PlayerId, group: EntryNo, heads: bool, won: Option<bool> }
    /// A player rolled dice with so many sides: the natural results that count, those that are ignored, and what is added to
    /// each result (CR 706.2, 706.5).
    127 DiceRolled { player: PlayerId, group: EntryNo, sides: u32, natural: Box<[u32]>, ignored: Box<[u32]>, plus: i32 }

    /// The total cost of a spell or ability was determined, and is not what is printed: what it was at first, and after
    /// each thing that changed it (CR 601.2f).
    100 CostDetermined { object: ObjectId, player: PlayerId, steps: Vec<CostStep> }
    /// The cards that are spliced onto a spell were shown, and their texts are part of it (CR 702.47a).
    101 SplicedOnto { spell: ObjectId, cards: Vec<ObjectId> }

    /// Some unspent mana emptied from a pool as a step or phase ended, and other mana did not (CR 106.4, 500.4).
    110 ManaLost { player: PlayerId, units: Vec<ManaId> }
    /// Something is said of mana that was added: how it may be spent, or what comes of that (CR 106.6).
    111 ManaBound {
        units: Vec<ManaId>,
        /// The definition that holds the terms.
        def: DefId,
        source: ObjectId,
        controller: PlayerId,
    }
    /// A player lost all unspent mana, and it went to another player's pool, or to theirs (CR 106.13).
    112 ManaTaken { from: PlayerId, to: PlayerId }
    /// A permanent phased out, directly or with what it is attached to (CR 702.26b, 702.26g).
    300 PhasedOut {
        object: ObjectId,
        /// What it was.
        was: Arc<Snapshot>,
        /// What it is attached to and phased out with, if it phased out indirectly.
        with: Option<ObjectId>,
        /// Whether something else than an untap step is to phase it in (CR 610.4a).
        held: bool,
    }
    /// A permanent phased in, unattached if what it was attached to has left meanwhile (CR 702.26c, 702.26i).
    301 PhasedIn { object: ObjectId, unattached: bool }
    /// What phased out until something happens is to phase in then (CR 610.4).
    302 PhasedUntil {
        id: EffectId,
        source: ObjectId,
        controller: PlayerId,
        /// What ends it.
        until: Canonical<TriggerEvent>,
        announced: Arc<Announcement>,
        /// What has phased out, and the entry with which it did.
        objects: Box<[(ObjectId, EntryNo)]>,
        /// Whether it is tapped as it phases in.
        tapped: bool,
    }
    /// A triggered ability that waited to be put onto the stack ceased to exist (CR 719.1a).
    303 TriggerCeased { id: TriggerId }
    /// An object merged with a permanent, on top of it or under it, and is no object of its own any more (CR 723.2).
    304 Merged {
        object: ObjectId,
        into: ObjectId,
        /// Whether it lies on top of what was there.
        top: bool,
        /// Whether it is the other half of a combined back face (CR 713.2).
        half: bool,
        timestamp: Timestamp,
        was: Arc<Snapshot>,
    }
    /// What a merged permanent is represented by, the topmost first, and what it is thereby (CR 702.140e, 723.2a).
    305 Composed {
        object: ObjectId,
        pieces: Box<[Piece]>,
        def: DefId,
        /// What is beneath, if the topmost is face down (CR 723.2e).
        beneath: Option<DefId>,
    }
    /// The game ended without a result and began anew, with nothing but the cards that are outside the game and those that
    /// were left in exile; all others are created after it (CR 721.1-2).
    306 Restarted {
        starting_player: PlayerId,
        /// The life total that each player begins with (CR 103.3).
        life: i32,
        /// What was left in exile, in that order (CR 721.5).
        left: Box<[ObjectId]>,
    }
    /// A player became the monarch, and the one who was ceased to be (CR 720.3).
    340 BecameMonarch { player: PlayerId, was: Option<PlayerId> }
    /// A player is to be controlled by another during the next turn that they take (CR 718.1).
    341 PlayerControlAwaited { player: PlayerId, by: PlayerId }
    /// A player is controlled by another from now on, as their turn begins (CR 718.1).
    342 PlayerControlBegan { player: PlayerId, by: PlayerId }
    /// A player is not controlled any more, as the next turn begins (CR 718.1).
    343 PlayerControlEnded { player: PlayerId, by: PlayerId }
    /// A player takes an extra turn directly after the next turn that they take (CR 500.7).
    344 ExtraTurnAwaited { player: PlayerId }
}

impl Event {
    /// The objects that the event is about, the main one first.
    pub fn objects(&self) -> Vec<ObjectId> {
        fn entity(entity: Entity, then: Option<ObjectId>) -> Vec<ObjectId> {
            then.into_iter().chain(entity.object()).collect()
        }
        match self {
            Event::Created { object } => vec![object.id],
            Event::Postponed { then } => vec![then.source],
            Event::Moved { object, became, .. } => {
                std::iter::once(*object).chain(became.iter().map(|new| new.id)).collect()
            }
            Event::Ceased { object, .. }
            | Event::Rearranged { object, .. }
            | Event::ExiledFaceDown { object, .. }
            | Event::DrawnFaceDown { object, .. }
            | Event::TurnedFaceUp { object }
            | Event::EnteredFaceDown { object, .. }
            | Event::PermanentTurnedFaceDown { object, .. }
            | Event::PermanentTurnedFaceUp { object, .. }
            | Event::TurningCostShown { object, .. }
            | Event::RevealOffered { object, .. }
            | Event::OwnerChanged { object, .. }
            | Event::Tapped { object }
            | Event::Untapped { object }
            | Event::Unattached { object }
            | Event::DamageMarked { object, .. }
            | Event::DamageRemoved { object }
            | Event::TappedForMana { object, .. }
            | Event::Announced { object, .. }
            | Event::CostDetermined { object, .. }
            | Event::BecameCast { object, .. }
            | Event::ResolutionBegan { object }
            | Event::Countered { object }
            | Event::TargetsChanged { object, .. }
            | Event::DidNotResolve { object }
            | Event::ControlChanged { object, .. }
            | Event::WentUnblocked { object }
            | Event::BecameUnblocked { object }
            | Event::StoppedBlocking { object }
            | Event::StoppedBeingAttacked { object }
            | Event::Regenerated { object }
            | Event::BecameLevel { object, .. }
            | Event::Witnessed { object, .. }
            | Event::PhasedOut { object, .. }
            | Event::PhasedIn { object, .. }
            | Event::Cycled { object, .. }
            | Event::Exerted { object, .. }
            | Event::Transformed { object, .. }
            | Event::BecameForetold { object, .. }
            | Event::WasForetold { object, .. }
            | Event::Flipped { object }
            | Event::Composed { object, .. }
            | Event::RemovedFromCombat { object } => vec![*object],
            Event::CompanionRevealed { card, .. } => vec![*card],
            Event::TopShown { object, .. } => object.iter().copied().collect(),
            Event::DamagePrevented { damage, .. } => {
                damage.iter().flat_map(|(source, to, _)| entity(*to, Some(*source))).collect()
            }
            Event::CountersPut { on, .. } => entity(*on, None),
            Event::CountersRemoved { from, .. } => entity(*from, None),
            Event::DamageDealt { source, to, .. } => entity(*to, Some(*source)),
            Event::BecameActivated { source, .. }
            | Event::ManaBound { source, .. }
            | Event::Triggered { source, .. }
            | Event::TriggerDelayed { source, .. } => vec![*source],
            Event::EffectBegan { source, objects, .. } => {
                std::iter::once(*source).chain(objects.iter().flat_map(|objects| objects.iter()).copied()).collect()
            }
            Event::Attacked { object, target }
            | Event::BecameAttacking { object, target }
            | Event::AttackReselected { object, target } => entity(*target, Some(*object)),
            Event::Attached { object, to, .. } => entity(*to, Some(*object)),
            Event::BecameTarget { target, of } => match target {
                Entity::Object(target) => vec![*target, *of],
                Entity::Player(_) => vec![*of],
            },
            Event::SplicedOnto { spell, cards } => std::iter::once(*spell).chain(cards.iter().copied()).collect(),
            Event::Revealed { cards, .. } | Event::LookedAt { cards, .. } => {
                cards.iter().map(|(card, _)| *card).collect()
            }
            Event::Blocked { object, attackers } | Event::BecameBlocking { object, attackers } => {
                std::iter::once(*object).chain(attackers.iter().copied()).collect()
            }
            Event::BecameBlocked { object, by } => std::iter::once(*object).chain(by.iter().copied()).collect(),
            Event::Banded { creatures } => creatures.clone(),
            Event::Championed { object, by } => vec![*object, *by],
            Event::Merged { object, into, .. } => vec![*object, *into],
            Event::Crewed { object, by } => std::iter::once(*object).chain(by.iter().copied()).collect(),
            Event::DamageOrdered { object, order } => std::iter::once(*object).chain(order.iter().copied()).collect(),
            Event::DamageAssigned { object, to } => {
                std::iter::once(*object).chain(to.iter().filter_map(|(to, _)| to.object())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the event tells of the course of the game, not of the bookkeeping of the call stack and the generator.
    pub const fn is_story(&self) -> bool {
        !matches!(
            self,
            Event::FramePushed { .. }
                | Event::FrameChanged { .. }
                | Event::FrameAdvanced { .. }
                | Event::FramePopped {}
                | Event::FramesUnwound { .. }
                | Event::Checkpointed {}
                | Event::RandomUsed { .. }
                | Event::Defined { .. }
                | Event::TriggerTaken { .. }
                | Event::EmptyDrawsSettled {}
                | Event::DeathtouchSettled { .. }
                | Event::LoopMarked { .. }
                | Event::TopShown { .. }
                | Event::StateMarked { .. }
                | Event::Witnessed { .. }
                | Event::ActMarked { .. }
        )
    }
}
