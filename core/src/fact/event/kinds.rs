//! The kinds of events.
//!
//! Events are stored by number. An event keeps its number and fields for ever. A changed event gets
//! a new number, and the old one an upcast (`wire`).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::catalogue::CatalogueId;
use crate::card::{
    Color, Colors, Cost, CounterKind, DayNight, Definition, Designation, Duration, Marking, Phase, Reads, StepPlace,
    TriggerEvent, TurnPart, TurnStep, ZoneKind,
};
use crate::fact::action::{Action, Afterward, Applied, Manner};
use crate::fact::advance::FrameChange;
use crate::fact::canonical::Canonical;
use crate::fact::characteristics::{Link, Origin};
use crate::fact::choice::Answer;
use crate::fact::cost::CostStep;
use crate::fact::frame::{Frame, InTurn};
use crate::fact::ids::{
    CardId, DefId, EffectId, Entity, EntryNo, LossReason, ManaId, ObjectId, PlayerId, Timestamp, TriggerId, Zone,
};
use crate::fact::input::{Chance, Edit};
use crate::fact::noted::Noted;
use crate::fact::object::{
    AbilityRef, Announcement, DrawReveal, ManaUnit, NewObject, Note, Piece, Position, Snapshot, TriggerContext,
    VotedFor,
};
use crate::fact::variant::Variant;
use crate::fact::wire::{Sink, Source, WireError};

use super::GameResult;
use super::told::{Course, EventNames, RefersTo, Say, Seen, many, parties};

events! {
    /// The game began with these players, this seed and this card catalogue (CR 103.1, 108.1).
    1 Began {
        players: Vec<(String, i32)>,
        starting_player: PlayerId,
        seed: u64,
        /// The catalogue of cards.
        catalogue: Box<CatalogueId>,
    }
        => hidden(), said_apart();
    /// A definition was added to the game's table.
    2 Defined {
        /// Its index in the table.
        id: DefId,
        /// The definition. It is stored as its canonical text.
        definition: Canonical<Definition>,
    }
        => aside(), hidden(), touches(), unsettles(), said_apart();
    /// A card was introduced: its owner and its printed definition.
    3 CardIntroduced { card: CardId, owner: PlayerId, def: DefId }
        => hidden(owner), touches(), unsettles(), said_apart();
    /// An object came into being without a zone change: at the start, in a set-up, a token, or an
    /// ability on the stack.
    4 Created { object: Box<NewObject> }
        => objects(object.id), seen_apart(), said_apart();
    /// An object changed zones. The old object is gone; the objects it became are new (CR 400.7).
    5 Moved {
        object: ObjectId,
        from: Zone,
        became: Vec<NewObject>,
        manner: Manner,
        was: Arc<Snapshot>,
    }
        => about(object), objects(object, became), seen_apart(), said_apart();
    /// An object ceased to exist (CR 111.7, 608.2m, 704.5d-e).
    6 Ceased { object: ObjectId, was: Arc<Snapshot> }
        => objects(object), says("{object} ceases to exist", object);
    /// A permanent became tapped (CR 701.21a).
    7 Tapped { object: ObjectId }
        => objects(object), touches(STATUS), says("{object} becomes tapped", object);
    /// A permanent became untapped (CR 701.21b).
    8 Untapped { object: ObjectId }
        => objects(object), touches(STATUS), says("{object} untaps", object);
    /// Counters were put on an object or given to a player (CR 122.6).
    9 CountersPut { on: Entity, kind: CounterKind, count: u32, timestamp: Timestamp }
        => about(on), amount(*count), said_apart();
    /// Counters were removed.
    10 CountersRemoved { from: Entity, kind: CounterKind, count: u32 }
        => about(from), amount(*count), said_apart();
    /// A player gained life (CR 119.3).
    11 LifeGained { player: PlayerId, amount: u32 }
        => player(player), amount(*amount), touches(PLAYERS), unsettles(),
            says("{player} gains {amount} life", player, amount);
    /// A player lost life (CR 119.3).
    12 LifeLost { player: PlayerId, amount: u32 }
        => player(player), amount(*amount), touches(PLAYERS), unsettles(),
            says("{player} loses {amount} life", player, amount);
    /// A source dealt damage. The results of the damage have entries of their own (CR 120.3).
    13 DamageDealt { source: ObjectId, to: Entity, amount: u32, combat: bool }
        => about(source, to), amount(*amount), touches(), unsettles(), said_apart();
    /// Damage was marked on a creature (CR 120.3e). `deathtouch` says whether its source has
    /// deathtouch (CR 702.2b).
    14 DamageMarked { object: ObjectId, amount: u32, deathtouch: bool }
        => objects(object), amount(*amount), touches(), unsettles(), said_apart();
    /// All damage was removed from a permanent (CR 514.2).
    15 DamageRemoved { object: ObjectId }
        => objects(object), touches(), unsettles(),
            says("all damage is removed from {object}", object);
    /// Mana was added to a pool (CR 106.4).
    16 ManaAdded { player: PlayerId, units: Vec<ManaUnit> }
        => player(player), amount(many(units)), touches(), said_apart();
    /// Mana was spent (CR 106.4, 601.2h).
    17 ManaSpent { player: PlayerId, units: Vec<ManaId> }
        => player(player), amount(many(units)), touches(), said_apart();
    /// Unspent mana emptied from a pool as a step or phase ended (CR 500.4).
    18 ManaEmptied { player: PlayerId }
        => player(player), touches(), said_apart();
    /// A permanent was tapped for mana (CR 106.12).
    19 TappedForMana { player: PlayerId, object: ObjectId }
        => objects(object), doers(player), touches(),
            says("{player} taps {object} for mana", player, object);
    /// A player drew a card (CR 121.1). The zone change is a separate entry caused by this one.
    20 Drew { player: PlayerId }
        => player(player), touches(), says("{player} draws a card", player);
    /// A player tried to draw from an empty library (CR 121.4, 704.5b).
    21 DrewFromEmpty { player: PlayerId }
        => player(player), touches(), unsettles(),
            says("{player} is to draw from an empty library", player);
    /// A player shuffled their library into this order, top first (CR 701.20).
    22 Shuffled { player: PlayerId, order: Vec<ObjectId> }
        => player(player), hidden(player), touches(LIBRARY), unsettles(),
            says("{player} shuffles their library", player);
    /// A permanent was attached to an object or player (CR 701.3a) and got a new timestamp
    /// (CR 701.3c).
    23 Attached { object: ObjectId, to: Entity, timestamp: Timestamp }
        => objects(object, to), says("{object} is attached to {to}", object, to);
    /// A permanent became unattached (CR 701.3d).
    24 Unattached { object: ObjectId }
        => objects(object), says("{object} becomes unattached", object);
    /// A player revealed cards to all players (CR 701.16a). Each comes with its printed definition.
    25 Revealed { player: PlayerId, cards: Vec<(ObjectId, DefId)> }
        => objects(cards), seen_apart(), touches(), said_apart();
    /// A player looked at cards that nobody else saw (CR 701.19a). Each comes with its printed
    /// definition.
    26 LookedAt { player: PlayerId, cards: Vec<(ObjectId, DefId)> }
        => player(player), objects(cards), seen_apart(), touches(), said_apart();
    /// Creatures crewed a Vehicle: they were tapped to pay its crew cost (CR 702.122b).
    170 Crewed { object: ObjectId, by: Vec<ObjectId> }
        => objects(object, by), touches(), says("{object} is crewed by {by}", object, by);

    /// A turn began (CR 500.1).
    30 TurnBegan { player: PlayerId, number: u32 }
        => player(player), touches(TURN, STEP), said_apart();
    /// A phase began.
    31 PhaseBegan { phase: Phase }
        => touches(STEP), says("the {phase} begins", phase);
    /// A turn step began; a main phase counts as one.
    32 TurnStepBegan { step: TurnStep }
        => step(*step), touches(STEP), said_apart();
    /// A turn step ended.
    33 TurnStepEnded { step: TurnStep }
        => step(*step), touches(STEP), said_apart();
    /// A phase ended.
    34 PhaseEnded { phase: Phase }
        => touches(STEP), says("the {phase} ends", phase);
    /// A player received priority (CR 117.3).
    35 PriorityReceived { player: PlayerId }
        => player(player), touches(), says("{player} receives priority", player);
    /// A player passed priority (CR 117.3d).
    36 PriorityPassed { player: PlayerId }
        => player(player), touches(), says("{player} passes", player);
    /// A turn step, phase or turn was skipped (CR 614.10).
    37 Skipped { step: TurnStep }
        => step(*step), touches(), unsettles(), said_apart();

    /// A player answered a question.
    40 Decided { player: PlayerId, answer: Answer }
        => player(player), seen_apart(), touches(), said_apart();
    /// A player conceded (CR 104.3a).
    41 Conceded { player: PlayerId }
        => player(player), says("{player} concedes", player);
    /// A what-if change was made.
    42 Edited { edit: Edit }
        => seen_apart(), said_apart();
    /// The next random result was fixed.
    43 ChanceFixed { chance: Chance }
        => hidden(), said_apart();
    /// The generator started again.
    44 Reseeded { seed: u64 }
        => hidden(), says("what if: the generator starts again from {seed}", seed);
    /// A random result was drawn. It used up this many numbers of the generator.
    45 RandomUsed { draws: u64 }
        => aside(), touches(), said_apart();

    /// A frame was put on the call stack.
    50 FramePushed { frame: Frame }
        => aside(), hidden(), touches(), said_apart();
    /// The top frame was replaced by this one.
    51 FrameChanged { frame: Frame }
        => aside(), hidden(), touches(), said_apart();
    /// The top frame finished.
    52 FramePopped {}
        => aside(), touches(), said_apart();
    /// Frames were abandoned down to this depth (CR 104.1, 719, 800.4).
    53 FramesUnwound { depth: u32 }
        => aside(), touches(), unsettles(), says("call stack: what was under way is abandoned");
    /// A proposal began. The world is saved so that it can be restored (CR 726.1).
    54 Checkpointed {}
        => aside(), touches(), says("the game is kept as it is, to come back to");
    /// The world was restored from the latest checkpoint (CR 726.1).
    55 Restored {}
        => says("the proposal is taken back");
    /// The top frame changed as described.
    56 FrameAdvanced { change: FrameChange }
        => aside(), hidden(), touches(), said_apart();
    /// The next phase of the turn, or turn step of the phase, was taken off the list in the top
    /// frame, and its frame was put on the call stack.
    57 FrameTaken { frame: Frame }
        => aside(), hidden(), touches(), said_apart();

    /// The choices for a spell or ability on the stack were announced (CR 601.2b-d).
    60 Announced { object: ObjectId, announced: Arc<Announcement> }
        => objects(object), touches(ANNOUNCED), said_apart();
    /// An object or player became the target of a spell or ability (CR 601.2c).
    59 BecameTarget { target: Entity, of: ObjectId }
        => objects(target, of), touches(), says("{target} becomes a target of {of}", target, of);
    /// A spell became cast (CR 601.2i).
    61 BecameCast { object: ObjectId, player: PlayerId }
        => objects(object), doers(player), course(Stack), touches(),
            says("{player} has cast {object}", player, object);
    /// An ability became activated (CR 602.2b).
    62 BecameActivated { source: ObjectId, origin: Origin, player: PlayerId }
        => objects(source),
            doers(player),
            course(Stack),
            touches(), says("{player} has activated an ability of {source}", player, source);
    /// An ability triggered (CR 603.2).
    63 Triggered {
        id: TriggerId,
        source: ObjectId,
        origin: Option<Box<Origin>>,
        controller: PlayerId,
        text: AbilityRef,
        context: Box<TriggerContext>,
        /// For a delayed triggered ability: the announcement of the spell or ability that created
        /// it.
        announced: Option<Arc<Announcement>>,
        /// Whether it is a triggered mana ability, which resolves at once (CR 605.4a).
        mana: bool,
        /// The delayed triggered ability that this is. If it triggers only once, its controller
        /// chooses one of the simultaneous events it triggered on (CR 603.7b).
        delayed: Option<TriggerId>,
    }
        => objects(source), doers(controller), course(Triggers), touches(), said_apart();
    /// A waiting triggered ability was put onto the stack, or was dropped (CR 603.3).
    64 TriggerTaken { id: TriggerId }
        => aside(), touches(), said_apart();
    /// A delayed triggered ability was created (CR 603.7).
    65 TriggerDelayed {
        id: TriggerId,
        source: ObjectId,
        controller: PlayerId,
        text: AbilityRef,
        context: Box<TriggerContext>,
        announced: Arc<Announcement>,
        /// How long it lasts, unless it triggers only once (CR 603.7b).
        until: Option<Canonical<Duration>>,
    }
        => objects(source), course(Triggers), touches(),
            says("a delayed trigger of {source} is set up", source);
    /// A delayed triggered ability is used up (CR 603.7b).
    66 DelayEnded { id: TriggerId }
        => course(Triggers), touches(), said_apart();
    /// The targets of a spell or ability were changed (CR 115.7).
    150 TargetsChanged { object: ObjectId, targets: Vec<Vec<Entity>> }
        => objects(object), course(Stack), touches(ANNOUNCED), said_apart();
    /// A spell or ability began to resolve (CR 608.1).
    67 ResolutionBegan { object: ObjectId }
        => objects(object), course(Stack), touches(), says("{object} resolves", object);
    /// A spell or ability was countered (CR 701.5a).
    68 Countered { object: ObjectId }
        => objects(object), course(Stack), touches(), unsettles(),
            says("{object} is countered", object);
    /// A spell or ability does not resolve, because all its targets are illegal (CR 608.2b) or its
    /// condition is false (CR 603.4).
    69 DidNotResolve { object: ObjectId }
        => objects(object), course(Stack), touches(), unsettles(),
            says("{object} does not resolve", object);

    /// A continuous effect began (CR 611.2).
    70 EffectBegan {
        id: EffectId,
        /// The definition of the effect.
        def: DefId,
        source: ObjectId,
        controller: PlayerId,
        timestamp: Timestamp,
        duration: Canonical<Duration>,
        /// The objects it is locked on (CR 611.2c); `None` if the effect itself determines what it
        /// affects.
        objects: Option<Arc<Vec<ObjectId>>>,
        /// What "target" and X mean in it: the announcement of the spell or ability that began it,
        /// if any.
        announced: Option<Arc<Announcement>>,
        /// What "that" means in it: the event that triggered the ability that began it.
        trigger: Option<Box<TriggerContext>>,
    }
        => objects(source, objects), said_apart();
    /// A continuous effect ended (CR 514.2, 611.2).
    71 EffectEnded { id: EffectId }
        => said_apart();
    /// A replacement or prevention effect was applied (CR 614, 615).
    72 Replaced { effect: Box<Applied>, before: Box<Action>, after: Vec<Action> }
        => course(Replacements), seen_apart(), touches(), unsettles(), said_apart();
    /// Several replacement or prevention effects applied to one action, and this player chose
    /// between them (CR 616.1).
    223 Considered { action: Box<Action>, player: PlayerId, effects: Vec<Applied> }
        => course(Replacements), seen_apart(), touches(), unsettles(), said_apart();
    /// A shield was partly used up; `left` is what remains (CR 615.7).
    220 ShieldReduced { id: EffectId, left: u32 }
        => amount(*left), course(Replacements), touches(), unsettles(),
            says("the shield has {left} left", left);
    /// An effect prevented damage, all of it at once: each source, recipient and amount (CR 615.1,
    /// 615.13).
    221 DamagePrevented { effect: Box<Applied>, damage: Vec<(ObjectId, Entity, u32)> }
        => about(parties(damage)),
            objects(damage),
            amount(damage.iter().map(|(_, _, amount)| *amount).sum()),
            course(Replacements),
            touches(), unsettles(), said_apart();
    /// A permanent regenerated (CR 701.15).
    222 Regenerated { object: ObjectId }
        => objects(object), course(Replacements), touches(), unsettles(),
            says("{object} regenerates", object);
    /// Another player gained control of an object (CR 613.1b).
    73 ControlChanged { object: ObjectId, from: PlayerId, to: PlayerId }
        => objects(object), doers(from, to), says("{object} goes from {from} to {to}", object, from, to);

    /// Combat began, with this defending player (CR 506.2).
    80 CombatBegan { attacking: PlayerId, defending: PlayerId }
        => doers(attacking, defending),
            touches(COMBAT), said_apart();
    /// A creature was declared as an attacker (CR 508.1k).
    81 Attacked { object: ObjectId, target: Entity }
        => about(object, target), touches(COMBAT),
            says("{object} attacks {target}", object, target);
    /// A creature was declared as a blocker (CR 509.1g).
    82 Blocked { object: ObjectId, attackers: Vec<ObjectId> }
        => objects(object, attackers), touches(COMBAT),
            says("{object} blocks {attackers}", object, attackers);
    /// An attacking creature became blocked (CR 509.1h).
    83 BecameBlocked { object: ObjectId, by: Vec<ObjectId> }
        => objects(object, by), touches(COMBAT), said_apart();
    /// An attacking creature became unblocked, since nothing was declared as blocking it
    /// (CR 509.1h).
    84 WentUnblocked { object: ObjectId }
        => objects(object), touches(COMBAT), says("{object} is unblocked", object);
    /// The damage assignment order of a creature was set (CR 509.2-3).
    85 DamageOrdered { object: ObjectId, order: Vec<ObjectId> }
        => objects(object, order), touches(), said_apart();
    /// A combat damage step began, in which these creatures deal damage (CR 510.4).
    86 DamageStepBegan { first_strike: bool, creatures: Vec<ObjectId> }
        => touches(COMBAT), said_apart();
    /// A creature assigned its combat damage (CR 510.1).
    87 DamageAssigned { object: ObjectId, to: Vec<(Entity, u32)> }
        => about(object, to), amount(to.iter().map(|(_, amount)| *amount).sum()), touches(),
            said_apart();
    /// A permanent was removed from combat (CR 506.4).
    88 RemovedFromCombat { object: ObjectId }
        => objects(object), touches(COMBAT), unsettles(),
            says("{object} is removed from combat", object);
    /// The combat phase ended (CR 511.3).
    89 CombatEnded {}
        => touches(COMBAT), says("combat is over");

    /// A creature was put onto the battlefield attacking, or an effect made it attack (CR 508.4).
    130 BecameAttacking { object: ObjectId, target: Entity }
        => about(object, target), touches(COMBAT),
            says("{object} is attacking {target}", object, target);
    /// A creature was put onto the battlefield blocking (CR 509.7).
    131 BecameBlocking { object: ObjectId, attackers: Vec<ObjectId> }
        => objects(object, attackers), touches(COMBAT),
            says("{object} is blocking {attackers}", object, attackers);
    /// An effect changed what a creature is attacking (CR 508.7).
    132 AttackReselected { object: ObjectId, target: Entity }
        => about(object, target), touches(COMBAT),
            says("{object} is attacking {target} instead", object, target);
    /// A blocked creature became unblocked through an effect (CR 509.1h).
    133 BecameUnblocked { object: ObjectId }
        => objects(object), touches(COMBAT), says("{object} becomes unblocked", object);
    /// A permanent is no longer a blocking creature, but still a planeswalker being attacked
    /// (CR 506.4d).
    134 StoppedBlocking { object: ObjectId }
        => objects(object), touches(COMBAT), says("{object} is no longer blocking", object);
    /// A permanent is no longer a planeswalker being attacked, but still a blocking creature
    /// (CR 506.4d).
    135 StoppedBeingAttacked { object: ObjectId }
        => objects(object), touches(COMBAT), says("{object} is no longer attacked", object);
    /// The search for the most requirements a declaration can obey ran out of time. The declaration
    /// obeys `obeyed`, and at most `possible` can be obeyed (CR 508.1d, 509.1c).
    136 MaximumUnproved { obeyed: u32, possible: u32 }
        =>
            touches(),
            says("{obeyed} requirements are obeyed; whether up to {possible} could be was not found out", obeyed, possible);
    /// A player used a triggered ability that works only once each turn (CR 603.2i).
    140 DidOnce { source: ObjectId, origin: Origin, player: PlayerId }
        => touches(), says("{player} has done this turn what {source} says", player, source);

    /// A fact about what an ability did was noted, for abilities linked to it (CR 607.2).
    141 Noted { object: ObjectId, link: Box<Link>, note: Note }
        => seen_apart(), said_apart();
    /// Objects were exiled until an event happens (CR 610.3).
    142 UntilBegan {
        id: EffectId,
        source: ObjectId,
        controller: PlayerId,
        /// The event that ends it.
        until: Canonical<TriggerEvent>,
        announced: Arc<Announcement>,
        /// The exiled objects, and the zones they came from.
        objects: Vec<(ObjectId, Zone)>,
    }
        => touches(), said_apart();
    /// The awaited event happened: the exiled objects return next (CR 610.3).
    143 UntilMet { id: EffectId }
        => touches(), said_apart();
    /// The exiled objects returned (CR 610.3).
    144 UntilDone { id: EffectId }
        => touches(), said_apart();

    /// A player lost the game (CR 104.3).
    90 Lost { player: PlayerId, reason: LossReason }
        => player(player), said_apart();
    /// A player won the game (CR 104.2b).
    91 Won { player: PlayerId }
        => player(player), says("{player} wins the game", player);
    /// A player left the game (CR 104.5, 800.4a).
    92 LeftGame { player: PlayerId }
        => player(player), says("{player} leaves the game", player);
    /// The game ended (CR 104.1).
    93 Ended { result: GameResult }
        => said_apart();
    /// A player took a mulligan or kept (CR 103.4).
    94 MulliganDecided { player: PlayerId, keep: bool }
        => player(player), touches(), unsettles(), said_apart();
    /// State-based actions were checked for draws from an empty library, so these draws no longer
    /// count (CR 704.5b).
    95 EmptyDrawsSettled {}
        => aside(), touches(), unsettles(), says("draws from empty libraries have been seen to");
    /// An object moved within its library, which is no zone change (CR 401.4, 401.7).
    160 Rearranged { object: ObjectId, position: Position }
        => objects(object), hidden(), touches(LIBRARY), unsettles(), said_apart();
    /// An object was exiled face down. These players may look at it as long as it stays there
    /// (CR 406.3).
    161 ExiledFaceDown { object: ObjectId, seen_by: Vec<PlayerId> }
        => objects(object), says("{object} is exiled face down", object);
    /// The top card of a library is now visible, to all players or only to its owner; or no longer
    /// visible (CR 401.5).
    190 TopShown { player: PlayerId, object: Option<ObjectId>, revealed: bool }
        => objects(object), aside(), seen_apart(), touches(), said_apart();
    /// A card was drawn while a spell was being cast or an ability activated. It stays face down
    /// until that is done (CR 121.8). Effects then reveal it or allow its player to.
    191 DrawnFaceDown { object: ObjectId, reveals: Vec<DrawReveal> }
        => objects(object), seen_apart(), says("{object} is drawn face down", object);
    /// A card was turned face up: one drawn face down (CR 121.8), or an exiled one about to be
    /// played (CR 406.3a).
    192 TurnedFaceUp { object: ObjectId }
        => objects(object), seen_apart(), says("{object} is turned face up", object);
    /// A spell or permanent came into being face down; `beneath` is its real definition (CR 708.3,
    /// 708.4).
    270 EnteredFaceDown { object: ObjectId, beneath: DefId }
        => objects(object), seen_apart(), said_apart();
    /// A permanent was turned face down, with its face-down definition and its new timestamp
    /// (CR 613.7f, 708.2a).
    271 PermanentTurnedFaceDown { object: ObjectId, def: DefId, timestamp: Timestamp }
        => objects(object), says("{object} is turned face down", object);
    /// A permanent was turned face up, with its new timestamp and the X of the cost paid
    /// (CR 613.7f, 702.37f, 708.8).
    272 PermanentTurnedFaceUp { object: ObjectId, timestamp: Timestamp, x: Option<u32> }
        => objects(object), says("{object} is turned face up", object);
    /// A player showed the cost to turn a permanent face up (CR 702.37e, 701.34b).
    273 TurningCostShown { player: PlayerId, object: ObjectId, cost: Canonical<Vec<Cost>> }
        => player(player), objects(object), touches(), said_apart();
    /// Effects allow a player to reveal a card as they draw it (CR 121.9).
    193 RevealOffered { object: ObjectId, reveals: Vec<DrawReveal> }
        => objects(object), seen_apart(), touches(),
            says("{object} may be revealed as it is drawn", object);
    /// The game is played for ante (CR 407.1).
    162 PlayedForAnte {}
        => says("the game is played for ante");
    /// A card changed owners (CR 407.2, 407.3).
    163 OwnerChanged { object: ObjectId, to: PlayerId }
        => objects(object), says("{to} becomes the owner of {object}", to, object);
    /// A player revealed a card from outside the game as their companion (CR 103.2b).
    180 CompanionRevealed { player: PlayerId, card: ObjectId }
        => player(player), objects(card), says("{player} reveals {card} as their companion", player, card);
    /// Deathtouch damage since the last check was dealt with (CR 704.5h).
    96 DeathtouchSettled { objects: Vec<ObjectId> }
        => aside(), touches(), unsettles(),
            says("deathtouch damage has been seen to on {objects}", objects);

    /// A player gets an extra turn, before any extra turns added earlier (CR 500.7).
    120 ExtraTurnAdded { player: PlayerId }
        => player(player), touches(), says("{player} is given an extra turn", player);
    /// The most recently added extra turn is about to begin (CR 500.7).
    121 ExtraTurnTaken { player: PlayerId }
        => player(player), touches(), says("the extra turn of {player} is next", player);
    /// Phases were added to the turn, after the current phase or the next one of a kind (CR 500.8).
    122 PhasesAdded { after: Option<Phase>, phases: Vec<Phase> }
        => touches(), said_apart();
    /// Turn steps were added to the current phase (CR 500.9).
    123 StepsAdded { place: StepPlace, step: TurnStep, count: u32 }
        => amount(*count), step(*step), touches(), said_apart();
    /// A turn or phase was skipped (CR 500.10).
    124 PartSkipped { part: TurnPart, player: PlayerId }
        => player(player), touches(), said_apart();
    /// An effect skips a turn, phase or turn step and does something else; the rest waits for the
    /// next one that begins (CR 614.10b).
    250 Postponed { then: Box<Afterward> }
        => objects(then.source), touches(), said_apart();
    /// The postponed instructions are carried out now, before anything else in this turn, phase or
    /// turn step.
    251 PostponedBegan {}
        => touches(), says("what waited for this is done first");
    /// A permanent transformed: it shows its other face and gets a new timestamp (CR 613.7g,
    /// 701.28a).
    280 Transformed { object: ObjectId, def: DefId, timestamp: Timestamp }
        => objects(object), said_apart();
    /// It became day or night; the game loses the other designation (CR 724.1).
    320 BecameDayOrNight { was: Option<DayNight>, is: DayNight }
        => said_apart();
    /// A card in exile became foretold this turn, by a player's action or an effect
    /// (CR 702.143c-d).
    321 BecameForetold {
        object: ObjectId,
        by: Option<PlayerId>,
        turn: u32,
        /// The foretell ability that the effect gave it, if not a printed one.
        given: Option<AbilityRef>,
    }
        => objects(object),
            says_by(by, "{by} foretells {object}", "{object} becomes foretold", object);
    /// A spell was cast from a foretold card, or a permanent came from such a spell (CR 702.143c).
    322 WasForetold { object: ObjectId, turn: u32, given: Option<AbilityRef> }
        => objects(object), says("{object} was foretold", object);
    /// A permanent flipped: it now has its alternative characteristics (CR 710.2).
    281 Flipped { object: ObjectId }
        => objects(object), says("{object} is flipped", object);
    /// A player searched their library, or this many cards from its top (CR 701.19). What they saw
    /// has its own entry.
    252 Searched { player: PlayerId, top: Option<u32> }
        => player(player), touches(), said_apart();
    /// A player searched zones other than just their own library, or this many cards from the top
    /// of a library among them (CR 701.19). What they saw has its own entry.
    390 SearchedZones { player: PlayerId, whose: PlayerId, zones: Vec<ZoneKind>, top: Option<u32> }
        => player(player), touches(), said_apart();
    /// A snapshot of an object right after an event, for effects that look back at it later
    /// (CR 609.8).
    345 Witnessed { object: ObjectId, was: Arc<Snapshot> }
        => objects(object), aside(), hidden(), touches(),
            says("what {object} is now is kept in mind", object);
    /// A permanent reached a new level (CR 717.2a-b).
    260 BecameLevel { object: ObjectId, level: u32 }
        => objects(object), amount(*level), touches(LEVELS), unsettles(),
            says("{object} becomes level {level}", object, level);
    /// A player cycled a card: they discarded it to pay for a cycling ability (CR 702.29c).
    290 Cycled { player: PlayerId, object: ObjectId }
        => objects(object), doers(player), seen_apart(), touches(),
            says("{player} cycles {object}", player, object);
    /// A permanent was championed: a champion ability exiled it (CR 702.72c).
    291 Championed { object: ObjectId, by: ObjectId }
        => objects(object, by), touches(), says("{object} is championed by {by}", object, by);
    /// A player exerted a permanent: as it attacked, by the ability of this link, or for a cost
    /// (CR 701.39a).
    292 Exerted { player: PlayerId, object: ObjectId, link: Option<Box<Link>> }
        => objects(object), doers(player), touches(),
            says("{player} exerts {object}", player, object);
    /// Attacking creatures formed a band (CR 702.22c).
    293 Banded { creatures: Vec<ObjectId> }
        => objects(creatures), touches(), says("{creatures} form a band", creatures);
    /// The key of the state was noted, to detect a loop; or the notes were cleared, because a
    /// player chose (CR 104.4b).
    128 LoopMarked { key: Option<[u8; 32]> }
        => aside(), hidden(), touches(), said_apart();
    /// The state in which a player received priority was noted, to detect a loop that involves
    /// several players (CR 725.3).
    240 StateMarked { key: [u8; 32] }
        => aside(), hidden(), touches(),
            says("the state is noted, to find a loop that several players keep up");
    /// What the state looked like in which a player received priority, which no state did this
    /// turn: states with the same key look alike. So it cannot be part of such a loop yet (CR
    /// 725.3).
    242 LikenessMarked { likeness: u64 }
        => aside(), hidden(), touches(),
            says("what the state looks like is noted, to find a loop that several players keep up");
    /// A player's choice in the last noted state, as a key (CR 725.3).
    241 ActMarked { player: PlayerId, act: [u8; 32] }
        => aside(), hidden(), touches(),
            says("what {player} does here is noted, to find such a loop", player);
    /// Coins were tossed for one flip, with these results. The flip says which of them counts.
    125 CoinsTossed { player: PlayerId, heads: Vec<bool> }
        => player(player), touches(), said_apart();
    /// A player flipped a coin; `won` holds the result if they called it (CR 705).
    126 CoinFlipped { player: PlayerId, group: EntryNo, heads: bool, won: Option<bool> }
        => player(player), touches(), said_apart();
    /// A player rolled dice: the natural results that count, those ignored, and the modifier added
    /// to each (CR 706.2, 706.5).
    127 DiceRolled { player: PlayerId, group: EntryNo, sides: u32, natural: Box<[u32]>, ignored: Box<[u32]>, plus: i32 }
        => player(player),
            amount(natural.iter().map(|n| n.saturating_add_signed(*plus)).fold(0, u32::saturating_add)),
            touches(), said_apart();

    /// The total cost of a spell or ability was determined, and differs from the printed one: the
    /// initial cost, and the cost after each change (CR 601.2f).
    100 CostDetermined { object: ObjectId, player: PlayerId, steps: Vec<CostStep> }
        => objects(object), touches(), said_apart();
    /// A spell gained the texts of cards that were revealed in a hand (CR 702.47b).
    101 TextsAdded as "SplicedOnto" { spell: ObjectId, cards: Vec<ObjectId> }
        => objects(spell, cards), touches(), says("{spell} gains the text of {cards}", cards, spell);

    /// Part of a player's unspent mana emptied as a step or phase ended (CR 106.4, 500.4).
    110 ManaLost { player: PlayerId, units: Vec<ManaId> }
        => player(player), amount(many(units)), touches(), said_apart();
    /// Mana was added with terms: a restriction on spending it, or an effect of spending it
    /// (CR 106.6).
    111 ManaBound {
        units: Vec<ManaId>,
        /// The definition with these terms.
        def: DefId,
        source: ObjectId,
        controller: PlayerId,
    }
        => objects(source), touches(), said_apart();
    /// A player lost all unspent mana, and a player (possibly the same) added it to their pool
    /// (CR 106.13).
    112 ManaTaken { from: PlayerId, to: PlayerId }
        => player(from), doers(to), touches(),
            says("{from} loses all unspent mana, and {to} adds it", from, to);
    /// A permanent phased out, directly or with what it is attached to (CR 702.26b, 702.26g).
    300 PhasedOut {
        object: ObjectId,
        /// Its snapshot before it phased out.
        was: Arc<Snapshot>,
        /// The object it is attached to and phased out with, if it phased out indirectly.
        with: Option<ObjectId>,
        /// Whether something other than an untap step will phase it in (CR 610.4a).
        held: bool,
    }
        => objects(object), said_apart();
    /// A permanent phased in; unattached if what it was attached to has left meanwhile (CR 702.26c,
    /// 702.26i).
    301 PhasedIn { object: ObjectId, unattached: bool }
        => objects(object), said_apart();
    /// Objects phased out until an event happens (CR 610.4).
    302 PhasedUntil {
        id: EffectId,
        source: ObjectId,
        controller: PlayerId,
        /// The event that ends it.
        until: Canonical<TriggerEvent>,
        announced: Arc<Announcement>,
        /// The objects that phased out, each with the entry in which it did.
        objects: Box<[(ObjectId, EntryNo)]>,
        /// Whether they phase in tapped.
        tapped: bool,
    }
        => said_apart();
    /// A triggered ability waiting to be put onto the stack ceased to exist (CR 719.1a).
    303 TriggerCeased { id: TriggerId }
        => touches(), unsettles(), said_apart();
    /// An object merged with a permanent, and is no longer a separate object (CR 723.2).
    304 Merged {
        object: ObjectId,
        into: ObjectId,
        /// Whether it is on top of the permanent.
        top: bool,
        /// Whether it is the other half of a combined back face (CR 713.2).
        half: bool,
        timestamp: Timestamp,
        was: Arc<Snapshot>,
    }
        => objects(object, into), said_apart();
    /// A merged permanent has these components, topmost first, and so these characteristics
    /// (CR 702.140e, 723.2a).
    305 Composed {
        object: ObjectId,
        pieces: Box<[Piece]>,
        def: DefId,
        /// Its real definition, if the topmost component is face down (CR 723.2e).
        beneath: Option<DefId>,
    }
        => objects(object), seen_apart(), said_apart();
    /// The game restarted without a result. Only cards outside the game and those left in exile
    /// remain; all other objects are created anew after this (CR 721.1-2).
    306 Restarted {
        starting_player: PlayerId,
        /// The starting life total of each player (CR 103.3).
        life: i32,
        /// The cards left in exile, in their order there (CR 721.5).
        left: Box<[ObjectId]>,
    }
        => player(starting_player), said_apart();
    /// A player became the monarch, and the previous monarch ceased to be (CR 720.3).
    340 BecameMonarch { player: PlayerId, was: Option<PlayerId> }
        => player(player), says("{player} becomes the monarch", player);
    /// A player will be controlled by another during their next turn (CR 718.1).
    341 PlayerControlAwaited { player: PlayerId, by: PlayerId }
        => player(player),
            doers(by),
            touches(),
            says("{by} is to control {player} during that player's next turn", by, player);
    /// Another player now controls this player, as the turn begins (CR 718.1).
    342 PlayerControlBegan { player: PlayerId, by: PlayerId }
        => player(player), doers(by), touches(),
            says("{by} controls {player} during this turn", by, player);
    /// Another player no longer controls this player, as the next turn begins (CR 718.1).
    343 PlayerControlEnded { player: PlayerId, by: PlayerId }
        => player(player), doers(by), touches(),
            says("{by} no longer controls {player}", by, player);
    /// A player controls another while an object resolves (CR 718.2).
    346 PlayerControlHeld { player: PlayerId, by: PlayerId, object: ObjectId }
        => player(player), object(object), doers(by), touches(),
            says("{by} controls {player} while {object} resolves", by, player, object);
    /// A player no longer controls another, as the object has left the stack (CR 718.2).
    347 PlayerControlReleased { player: PlayerId, by: PlayerId, object: ObjectId }
        => player(player), object(object), doers(by), touches(),
            says("{by} no longer controls {player} because of {object}", by, player, object);
    /// A player will take an extra turn right after their next turn (CR 500.7).
    344 ExtraTurnAwaited { player: PlayerId }
        => player(player), touches(),
            says("{player} is to take an extra turn after their next one", player);
    /// A player got a designation (CR 702.131c). The monarch's event is `BecameMonarch`.
    361 Designated { player: PlayerId, designation: Designation }
        => player(player), says("{player} {designation}", player, designation);
    /// A permanent explored: what it and this player, its controller, did is complete (CR 701.40b).
    362 Explored { object: ObjectId, player: PlayerId }
        => objects(object), doers(player), touches(), says("{object} explores", object);
    /// A permanent got a designation that means nothing by itself (CR 701.31b, 702.112b).
    363 BecameMarked {
        object: ObjectId,
        being: Marking,
        /// The number noted with it (CR 701.31c).
        number: u32,
    }
        => objects(object), amount(*number), touches(LEVELS), unsettles(),
            says("{object} becomes {being}", object, being);
    /// A creature exploited a creature: that one was sacrificed as its exploit ability resolved
    /// (CR 702.110b).
    364 Exploited { object: ObjectId, by: ObjectId }
        => objects(by, object), touches(), says("{by} exploits {object}", by, object);
    /// A player and an opponent clashed, and one of them won, if any (CR 701.23).
    365 Clashed { player: PlayerId, opponent: PlayerId, winner: Option<PlayerId> }
        => player(player), doers(opponent), touches(), says("{player} and {opponent} clash", player, opponent);
    /// A player cast a vote (CR 701.32a).
    366 Voted { player: PlayerId, vote: VotedFor }
        => about(player, vote), touches(), says("{player} votes for {vote}", player, vote);
    /// Players finished voting, with these votes in the order in which they were cast (CR 701.32).
    367 VotingFinished {
        /// The controller of the spell or ability.
        player: PlayerId,
        votes: Box<[(PlayerId, VotedFor)]>,
    }
        => player(player), amount(many(votes)), touches(), says("the players finish voting");
    /// A player moved their venture marker into a room of their dungeon (CR 309.4a, 309.5a).
    368 VentureMarkerMoved {
        player: PlayerId,
        dungeon: ObjectId,
        /// The room, by its place on the dungeon from 0, the topmost first.
        room: u8,
        name: String,
    }
        => objects(dungeon), doers(player), touches(), unsettles(),
            says("{player} moves their venture marker into {name} of {dungeon}", player, name, dungeon);
    /// A player completed a dungeon, which was removed from the game (CR 309.7).
    369 DungeonCompleted { player: PlayerId, dungeon: ObjectId, def: DefId }
        => objects(dungeon), doers(player), touches(PLAYERS), says("{player} completes {dungeon}", player, dungeon);
    /// A subgame began, and the game so far waits for its end. The cards of the libraries leave the
    /// main game; they are created in the subgame after this (CR 722.2).
    370 SubgameBegan {
        starting_player: PlayerId,
        /// The starting life total of each player (CR 103.3).
        life: i32,
    }
        => player(starting_player), says("a subgame begins; {starting_player} is the starting player", starting_player);
    /// A subgame ended with this result, and the main game continues (CR 722.5).
    371 SubgameEnded {
        result: GameResult,
        /// The entry with which the subgame began.
        began: EntryNo,
    }
        => said_apart();
    /// A game around a subgame is at hand for a moment, as a card leaves it for the subgame
    /// (CR 722.4a).
    372 SubgameHalted {
        /// How many games it is outward from the subgame.
        outward: u32,
    }
        => says("a card leaves the game around the subgame");
    /// The subgame is at hand again (CR 722.4a).
    373 SubgameResumed {}
        => says("the subgame goes on");
    /// The objects that a player owned outside the battlefield and the stack left a game that goes
    /// on with that player (CR 800.4a).
    380 ObjectsLeft { player: PlayerId }
        => player(player), says("everything that {player} owns leaves the game", player);
    /// A player makes the choices that an object requires of a player who has left (CR 800.4g).
    381 StoodIn { player: PlayerId, by: PlayerId }
        => player(player), doers(by), touches(), says("{by} chooses instead of {player}", by, player);
    /// The controller of a spell or ability decided which of several players does what it asks of
    /// one of them (CR 601.5a, 602.3a).
    382 OneNamed { object: ObjectId, player: PlayerId }
        => about(object, player), touches(), says("{player} is the one that {object} means", player, object);
    /// The players took their seats for a game with teams or options (CR 800.2). Without this event
    /// each plays alone, without options.
    391 Seated {
        variant: Box<Variant>,
        /// The players of each team in seating order; empty if each plays alone.
        teams: Box<[Vec<PlayerId>]>,
    }
        => says("the players are seated for {variant}", variant);
    /// As a turn began, the players within each player's range of influence were determined
    /// (CR 801.2c).
    392 RangesSettled {
        /// For each seat a set of seats in its range, as bits: the lowest is the first seat.
        within: Box<[u16]>,
    }
        => says("the ranges of influence are determined");
    /// A card was designated as a commander (CR 903.3).
    410 CommanderDesignated {
        player: PlayerId,
        card: CardId,
        /// Its color identity (CR 903.4).
        identity: Colors,
    }
        => player(player), said_apart();
    /// A player cast a commander from the command zone (CR 903.8).
    411 CommanderCast {
        player: PlayerId,
        card: CardId,
        object: ObjectId,
        /// How many times that player has done so by now.
        times: u32,
    }
        => objects(object), doers(player), amount(*times), touches(PLAYERS),
            says("{player} has cast {object} from the command zone, time {times}", player, object, times);
    /// The owner of a commander in a graveyard or in exile decided whether it goes to the command
    /// zone (CR 903.9a).
    412 CommanderDecided {
        player: PlayerId,
        card: CardId,
        object: ObjectId,
        /// Whether it goes there.
        goes: bool,
    }
        => objects(object), doers(player), touches(), unsettles(), said_apart();
    /// A commander dealt this much combat damage to a player (CR 903.10a).
    413 CommanderDamaged {
        card: CardId,
        object: ObjectId,
        player: PlayerId,
        amount: u32,
    }
        => objects(object), doers(player), amount(*amount), touches(PLAYERS), unsettles(),
            says("{amount} of the combat damage to {player} is from a commander, {object}", amount, player, object);
    /// A player begins a game with this life total, since a vanguard modifies the usual one or they
    /// are an archenemy (CR 902.4, 904.5).
    414 StartingLifeModified { player: PlayerId, life: i32 }
        => player(player), touches(PLAYERS), says("{player} begins with {life} life", player, life);
    /// A player became the planar controller (CR 901.6).
    415 PlanarControllerChanged {
        player: PlayerId,
        /// The face-up planes and phenomena, and the abilities on the stack that go with them
        /// (CR 901.10b). The player controls them.
        objects: Box<[ObjectId]>,
        /// The abilities of phenomena that wait to be put onto the stack, likewise.
        waiting: Box<[TriggerId]>,
    }
        => player(player), says("{player} is the planar controller", player);
    /// A player's supplementary deck was shuffled into this order, top first (CR 901.4, 904.4).
    416 SupplementShuffled { player: PlayerId, zone: Zone, order: Vec<ObjectId> }
        => player(player), hidden(player), touches(), said_apart();
    /// A player planeswalked away from planes and phenomena and to another one (CR 701.24b).
    417 Planeswalked {
        player: PlayerId,
        from: Vec<ObjectId>,
        to: Option<ObjectId>,
    }
        => player(player), objects(to, from), touches(), unsettles(), said_apart();
    /// A player rolled the planar die, which shows a number: 1 stands for {PW}, 6 for {CHAOS}, all
    /// others for a blank face (CR 901.3a).
    418 PlanarDieRolled {
        player: PlayerId,
        natural: u32,
        /// Whether it was the special action (CR 901.9).
        action: bool,
    }
        => player(player), touches(), said_apart();
    /// An archenemy set a scheme in motion, which is face up now (CR 701.25b).
    419 SetInMotion { player: PlayerId, scheme: ObjectId }
        => player(player), objects(scheme), touches(), unsettles(), says("{player} sets {scheme} in motion", player, scheme);
    /// An ongoing scheme was abandoned, and goes under its owner's scheme deck (CR 701.26b).
    420 SchemeAbandoned { player: PlayerId, scheme: ObjectId }
        => player(player), objects(scheme), touches(), unsettles(), says("{player} abandons {scheme}", player, scheme);
    /// A player may look at a face-down card from now on, since they control the permanent that
    /// exiled it (CR 702.75a).
    421 LookAllowed { player: PlayerId, object: ObjectId }
        => objects(object), doers(player), touches(), says("{player} may look at {object} from now on", player, object);
    /// As a conspiracy was put into the command zone, it was turned face down, and its controller
    /// secretly chose card names (CR 702.106a).
    422 AgendaHidden { player: PlayerId, object: ObjectId, names: Vec<String> }
        => objects(object), doers(player), seen_apart(), said_apart();
    /// A conspiracy was turned face up, which reveals the chosen names (CR 702.106c). It has a new
    /// timestamp (CR 613.7j).
    423 AgendaRevealed { player: PlayerId, object: ObjectId, names: Vec<String>, timestamp: Timestamp }
        => objects(object), doers(player), said_apart();
    /// Players with turn markers take their first turns (CR 807.4b).
    430 MarkersHandedOut {
        /// The players who have the markers, in the order of their numbers, from 1.
        holders: Vec<PlayerId>,
    }
        => about(holders), says("{holders} have turn markers", holders);
    /// The game went on with the turn of another turn marker: these turns go on at the same time
    /// (CR 807.4).
    431 TurnTakenUp {
        marker: u32,
        /// The player who has that marker.
        player: PlayerId,
        /// The marker whose turn waits from now on.
        from: u32,
    }
        => player(player), says("the game goes on with turn marker {marker}, which {player} has", marker, player);
    /// A turn marker was passed to the next player to the left (CR 807.4c).
    432 MarkerPassed { marker: u32, from: PlayerId, to: PlayerId }
        => player(to), doers(from), says("{from} passes turn marker {marker} to {to}", from, marker, to);
    /// A player who received a turn marker has to wait, since another one is too close
    /// (CR 807.4d).
    433 TurnAwaited { marker: u32, player: PlayerId }
        => player(player), touches(),
            says("{player} waits with turn marker {marker}: another one is too close", player, marker);
    /// A turn marker was designated for removal once more (CR 807.4e).
    434 MarkerDesignated { marker: u32, player: PlayerId, times: u32 }
        => player(player), touches(),
            says("turn marker {marker}, which {player} has, is designated for removal", marker, player);
    /// A turn marker was removed (CR 807.4g).
    435 MarkerRemoved { marker: u32, player: PlayerId }
        => player(player), says("turn marker {marker}, which {player} has, is removed", marker, player);
    /// A waiting triggered ability goes onto the stack of this turn marker (CR 807.5b).
    436 StackChosen { id: TriggerId, player: PlayerId, marker: u32 }
        => player(player), says("{player} chooses the stack of turn marker {marker}", player, marker);
    /// The damage of one turn was removed from a permanent, and that of other turns stays
    /// (CR 514.2).
    437 DamageWoreOff { object: ObjectId, amount: u32 }
        => objects(object), amount(*amount), touches(), unsettles(),
            says("{amount} damage is removed from {object}", amount, object);
    /// A planar controller ceased to be one, and nobody follows, since there are fewer turn markers
    /// (CR 901.14b).
    438 PlanarControllerCeased { player: PlayerId }
        => player(player), says("{player} is no planar controller any more", player);
    /// Somebody else became a planar controller before the one at the time leaves a game in which
    /// there are several (CR 901.6).
    439 PlanarControllerFollowed {
        player: PlayerId,
        before: PlayerId,
        /// The planes and phenomena and the abilities on stacks that go with them, as in
        /// [`Event::PlanarControllerChanged`].
        objects: Box<[ObjectId]>,
        /// The abilities of phenomena that wait to be put onto a stack, likewise.
        waiting: Box<[TriggerId]>,
    }
        => player(player), doers(before), says("{player} is a planar controller in place of {before}", player, before);
    /// A team said which of its players is the next to do what an instruction asks of several of
    /// them (CR 805.6).
    440 NextOfTeam {
        object: ObjectId,
        /// The place of the instruction.
        place: Box<[u16]>,
        player: PlayerId,
    }
        => about(object, player), touches(), says("{player} is the next of the team for {object}", player, object);
    /// A player revealed a card of their deck before shuffling it, and is about to exile cards that
    /// are not in the deck (CR 607.2n).
    441 RevealedFromDeck {
        player: PlayerId,
        card: ObjectId,
        /// The name of the card, by which abilities find the exiled cards.
        name: String,
    }
        => about(card, player), touches(), says("{player} reveals {card} from their deck", player, card);
    /// A player did not reveal such a card.
    442 KeptInDeck { player: PlayerId, card: ObjectId }
        => player(player), hidden(player), touches(), says("{player} does not reveal {card}", player, card);
    /// A player exiled cards that are not in their deck, with the card that they revealed
    /// (CR 607.2n).
    443 ExiledBeforehand { player: PlayerId, card: ObjectId, objects: Vec<ObjectId> }
        => player(player), objects(objects),
            says("{player} exiles {objects} with {card}", player, objects, card);
    /// Something that a player noted for cards of a name as they drafted is known in the game
    /// (CR 905.2b).
    444 NotedInDraft {
        player: PlayerId,
        /// The name of the cards.
        card: String,
        noted: Box<Noted>,
        /// The definition of the card that was removed from the draft.
        def: Option<DefId>,
    }
        => player(player), touches(), says("{player} noted {noted} for {card}", player, noted, card);
    /// An effect made a player the starting player, as the game began (CR 103.1c).
    450 StartingPlayerNamed { player: PlayerId }
        => player(player), touches(TURN), says("{player} is the starting player", player);
    /// A team chose one of its players, whose life total an effect sets (CR 810.9d).
    451 MemberNamed { object: ObjectId, player: PlayerId }
        => about(object, player), touches(), says("{player} is the one of the team that {object} affects", player, object);
    /// A player chose a color for their commander before the game began (CR 903.4b).
    452 CommanderColorChosen { player: PlayerId, card: CardId, color: Color }
        => player(player), said_apart();
    /// It was noted who has been asked and who is still to be asked by an instruction that asks
    /// several players one after another, because who they are changes meanwhile: somebody leaves
    /// (CR 101.4, 800.4a).
    453 StillToAsk { turns: Box<InTurn> }
        => aside(), touches(), says("it is noted who is still to be asked");
    /// A resolution follows a list of instructions for each of several players or objects, and this
    /// is one of them (CR 608.2f). What is done for it has this entry as its cause.
    454 AppliedFor { object: ObjectId, to: Entity }
        => about(object, to), touches(), says("{object} does this for {to}", object, to);
    /// A player bid this much life (CR 608.2d).
    460 Bid { player: PlayerId, amount: u32 }
        => player(player), amount(*amount), touches(), says("{player} bids {amount} life", player, amount);
    /// A player scried: what they did with the cards that they looked at is complete (CR 701.18a).
    461 Scried { player: PlayerId, cards: u32 }
        => player(player), amount(*cards), touches(), says("{player} scries {cards}", player, cards);
    /// A player surveilled: what they did with the cards that they looked at is complete
    /// (CR 701.42a).
    462 Surveilled { player: PlayerId, cards: u32 }
        => player(player), amount(*cards), touches(), says("{player} surveils {cards}", player, cards);
}
