//! Trigger events (CR 603.2), as data.

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::ast::filter::{Condition, Filter, Players};
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::{CoinSide, Comparison};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::ManaType;
use crate::card::words::marking::Marking;
use crate::card::words::reads::{Asking, Reads};
use crate::card::words::refers::Told;
use crate::card::words::turn_step::{DayNight, TurnStep};
use crate::card::words::zone_kind::{ZoneKind, Zones};

/// The event that a triggered ability triggers on (CR 603.2). If the event can't happen on the
/// battlefield, the ability functions where it can, so `zone` is rarely needed: `Casts(You, This)`,
/// `Discards(who: You, what: This)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
// The player of an event that is `of_its_controller` is who controls its object. After an event
// that `moves` its object, what it was is another object (CR 400.7).
#[word(method(told_afterward: bool = false, of_players: bool = false, moves: bool = false, of_its_controller: bool = false, implies: Implied = Implied::Nothing, tells: Told))]
pub enum TriggerEvent {
    /// A creature is declared as an attacker (CR 508.3a).
    #[word(implies(Implied::Creature), told_afterward, tells(OBJECT, PLAYER))]
    Attacks(Filter),
    /// A creature is declared as an attacker attacking one of these players or planeswalkers
    /// (CR 508.3a).
    #[word(implies(Implied::Creature), told_afterward, tells(OBJECT, PLAYER))]
    AttacksThat {
        /// Which creature.
        what: Filter,
        /// Which players; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
    },
    /// A player or planeswalker is attacked, once for any number of attackers (CR 508.3b).
    /// `ThatPlayer` is the attacking player, of several one that the controller of the ability
    /// chooses (CR 805.10c), and `ThatObject` the planeswalker.
    #[word(told_afterward, of_players(players.is_some() && objects.is_none()), tells(OBJECT, PLAYER, AMOUNT))]
    IsAttacked {
        /// Which players; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
    },
    /// A player attacks with at least this many matching creatures, once for each such player
    /// (CR 508.3c). `ThatPlayer` is the defending player; of several, one that the controller of
    /// the ability chooses (CR 508.5a, 802.2a).
    #[word(implies(Implied::Creature), told_afterward, of_players, tells(PLAYER, AMOUNT))]
    AttacksWith {
        /// Who attacks.
        who: Players,
        /// Which creatures.
        what: Filter,
        /// The minimum number.
        count: u32,
    },
    /// A creature is declared as the only attacker (CR 506.5).
    #[word(implies(Implied::Creature), tells(OBJECT, PLAYER))]
    AttacksAlone(Filter),
    /// A creature is declared as the only blocker, by any player (CR 506.5).
    #[word(implies(Implied::Creature), tells(OBJECT, AMOUNT))]
    BlocksAlone(Filter),
    /// A creature blocks this number of creatures: `number: (AtLeast, 2)` (CR 509.5e).
    #[word(implies(Implied::Creature), tells(OBJECT, AMOUNT))]
    BlocksMany {
        /// Which creature.
        what: Filter,
        /// The number.
        number: (Comparison, u32),
    },
    /// A creature becomes blocked by this number of creatures: `number: (AtLeast, 2)` (CR 509.5e).
    #[word(implies(Implied::Creature), tells(OBJECT, AMOUNT))]
    BlockedByMany {
        /// Which creature.
        what: Filter,
        /// The number.
        number: (Comparison, u32),
    },
    /// A creature blocks, once for any number of creatures (CR 509.5a).
    #[word(implies(Implied::Creature), tells(OBJECT, AMOUNT))]
    Blocks(Filter),
    /// A creature blocks a creature, once for each creature it blocks; `ThatObject` is the blocked
    /// creature (CR 509.5b).
    #[word(implies(Implied::Creature), told_afterward, tells(OBJECT))]
    BlocksCreature {
        /// Which creature blocks.
        what: Filter,
        /// Which creature it blocks.
        #[serde(default = "Filter::any")]
        creature: Filter,
    },
    /// A creature becomes blocked, once for any number of blockers (CR 509.5c).
    #[word(implies(Implied::Creature), tells(OBJECT, AMOUNT))]
    BecomesBlocked(Filter),
    /// A creature becomes blocked by a creature, once for each blocker; `ThatObject` is the
    /// blocking creature (CR 509.5d).
    #[word(implies(Implied::Creature), told_afterward, tells(OBJECT))]
    BecomesBlockedBy {
        /// Which creature becomes blocked.
        what: Filter,
        /// Which creature blocks it.
        #[serde(default = "Filter::any")]
        by: Filter,
    },
    /// A creature attacks and isn't blocked (CR 509.5g).
    #[word(implies(Implied::Creature), told_afterward, tells(OBJECT))]
    AttacksUnblocked(Filter),
    /// An object changes zones: "enters" is `to: Battlefield`, "dies" is `from: Battlefield, to:
    /// Graveyard` (CR 603.6).
    #[word(moves(*to != Some(Zones::only(ZoneKind::Battlefield))), told_afterward, of_its_controller, tells(OBJECT, PLAYER))]
    #[word(found_by("dies", "enters the battlefield, landfall"))]
    Moves {
        /// Which object.
        what: Filter,
        /// From which zone: one zone, several as in `[Hand, Graveyard]`, or `Not(Battlefield)` for
        /// any other; any zone if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Zones>,
        /// To which zone, written like `from`; any zone if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Zones>,
    },
    /// A step of these players' turns begins: `BeginningOf(Upkeep, You)` (CR 603.2b).
    #[word(of_players, tells(PLAYER))]
    BeginningOf(TurnStep, Players),
    /// A player casts a spell (CR 601.2i).
    #[word(implies(Implied::Spell), told_afterward, of_players, tells(OBJECT, PLAYER))]
    Casts(Players, Filter),
    /// An object becomes the target of a spell or ability that one of these players controls
    /// (CR 601.2c).
    #[word(told_afterward, tells(OBJECT, PLAYER))]
    BecomesTarget {
        /// Which object.
        what: Filter,
        /// Whose spell or ability.
        by: Players,
    },
    /// A source deals damage. Without `to_players` and `to_objects`, simultaneous damage to several
    /// recipients is one event. With `to_objects`, `ThatObject` is the object that is dealt damage,
    /// otherwise the source; `DamageSource` is always the source.
    #[word(told_afterward, of_players(to_players.is_some()), tells(OBJECT, PLAYER, AMOUNT, SOURCE))]
    DealsDamage {
        /// Which source.
        #[serde(default = "Filter::any")]
        source: Filter,
        /// Only combat damage.
        #[serde(default)]
        combat: bool,
        /// Only noncombat damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        noncombat: bool,
        /// Only damage to these players.
        #[serde(default)]
        to_players: Option<Players>,
        /// Only damage to these objects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_objects: Option<Filter>,
    },
    /// A permanent is dealt excess damage: more than lethal damage, or more than its loyalty
    /// (CR 120.10).
    #[word(of_its_controller, tells(OBJECT, PLAYER, AMOUNT))]
    DealtExcessDamage(Filter),
    /// A player draws a card (CR 121.1).
    #[word(told_afterward, of_players, tells(PLAYER))]
    Draws(Players),
    /// A player gains life (CR 119.9).
    #[word(told_afterward, of_players, tells(PLAYER, AMOUNT))]
    GainsLife(Players),
    /// A creature is tapped for a Vehicle's crew ability; `ThatObject` is the Vehicle
    /// (CR 702.122b).
    #[word(implies(Implied::Creature), of_its_controller, tells(OBJECT, PLAYER))]
    Crews {
        /// Which creature.
        what: Filter,
        /// Which Vehicle.
        #[serde(default = "Filter::any")]
        vehicle: Filter,
    },
    /// A player taps a permanent for mana (CR 106.12).
    #[word(told_afterward, of_players, tells(OBJECT, PLAYER))]
    TapsForMana {
        /// Which player.
        who: Players,
        /// Which permanent.
        #[serde(default = "Filter::any")]
        what: Filter,
        /// Only if mana of this type was produced (CR 106.12a).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<ManaType>,
        /// Only if mana of the chosen color was produced (CR 106.12a, 607.2d).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        chosen: bool,
    },
    /// A spell or ability adds one or more mana to a player's pool at once (CR 106.4). A triggered
    /// ability on this event that could add mana is a mana ability (CR 605.1b). `ThatObject` is the
    /// spell or the source of the ability, `ThatMuch` the amount of mana of that type.
    #[word(told_afterward, of_players, tells(OBJECT, PLAYER, AMOUNT))]
    AddsMana {
        /// Who gets the mana.
        who: Players,
        /// Which spell, or which source of an ability.
        #[serde(default = "any", skip_serializing_if = "is_any")]
        source: Filter,
        /// Only mana of this type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<ManaType>,
        /// Only mana of the chosen color (CR 607.2d).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        chosen: bool,
    },
    /// A player flips a coin (CR 705).
    #[word(told_afterward, of_players, tells(PLAYER))]
    FlipsCoin {
        /// Which player.
        who: Players,
        /// Only this result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<CoinSide>,
    },
    /// A player rolls one or more dice; with a `result`, once for each matching die:
    /// `result: (AtLeast, 20)` (CR 706).
    #[word(told_afterward, of_players, tells(PLAYER, AMOUNT))]
    RollsDice {
        /// Which player.
        who: Players,
        /// The result, compared with a number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<(Comparison, i32)>,
    },
    /// A condition becomes true: a state trigger. It doesn't trigger again while the ability waits
    /// to be put on the stack or is on it (CR 603.8).
    #[word(tells(NOTHING))]
    State(Condition),
    /// "When you do": the player took the option that the resolving ability offered. Only in a
    /// `Delay` (CR 603.12).
    #[word(tells(NOTHING))]
    #[word(found_by("reflexive: when you do"))]
    Done,
    /// An earlier event of this resolution, once for each: "when … this way". Only in a `Delay`
    /// (CR 603.12).
    #[word(implies(_0.implies()), moves(_0.moves()), tells(NOTHING))]
    #[word(found_by("reflexive: when you do"))]
    ThisWay(Box<TriggerEvent>),
    /// Any of these events, once for an event that is several of them (CR 603.2c). The ability
    /// functions where each of them can happen (CR 113.6k).
    #[word(implies(_0.first().map_or(Implied::Nothing, TriggerEvent::implies)),
        moves(_0.iter().any(TriggerEvent::moves)),
        told_afterward(_0.iter().all(TriggerEvent::told_afterward)),
        of_players(_0.iter().all(TriggerEvent::of_players)),
        tells(NOTHING)
    )]
    AnyOf(Vec<TriggerEvent>),
    /// One or more such events at once: the ability triggers only once; of events of players once
    /// for each player, of attacks and damage once for each player or permanent that is named as
    /// attacked or dealt damage, of counters once for each object. `ThatMuch` is the sum of their
    /// amounts, or their number where they have none (CR 603.2c). `ThatPlayer` needs events that
    /// are told apart so.
    #[word(implies(_0.implies()), moves(_0.moves()), told_afterward(_0.told_afterward()), of_players(_0.of_players()), tells(NOTHING))]
    OneOrMore(Box<TriggerEvent>),
    /// The nth such event of a turn: "your second spell each turn". Events of players are counted
    /// for each player.
    #[word(implies(when.implies()), moves(when.moves()), of_players(when.of_players()), tells(NOTHING))]
    Nth {
        /// Which one, counted from 1.
        nth: u32,
        /// The event.
        when: Box<TriggerEvent>,
    },
    /// A permanent becomes tapped (CR 603.2f).
    #[word(told_afterward, of_its_controller, tells(OBJECT, PLAYER))]
    BecomesTapped(Filter),
    /// A permanent becomes untapped (CR 603.2f).
    #[word(told_afterward, tells(OBJECT, PLAYER))]
    BecomesUntapped(Filter),
    /// A permanent is turned face up (CR 708.8).
    #[word(told_afterward, of_its_controller, tells(OBJECT, PLAYER))]
    TurnedFaceUp(Filter),
    /// A permanent transforms (CR 701.28e).
    #[word(told_afterward(into.is_none()), of_its_controller, tells(OBJECT, PLAYER))]
    Transforms {
        /// Which permanent.
        what: Filter,
        /// What it transforms into, as it is immediately afterward.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        into: Option<Filter>,
    },
    /// A mutating creature spell merges with this creature as it resolves (CR 702.140d).
    #[word(told_afterward, of_its_controller, tells(OBJECT, PLAYER))]
    Mutates(Filter),
    /// It becomes day or night (CR 724.1).
    #[word(tells(NOTHING))]
    ItBecomes {
        /// Which of the two; either if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<DayNight>,
        /// Only as the game loses the other designation: "day becomes night" (CR 724.1a).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        changes: bool,
    },
    /// A player activates an ability of an object (CR 602.2b).
    #[word(told_afterward(*mana), of_players, tells(OBJECT, PLAYER))]
    Activates {
        /// Which player.
        who: Players,
        /// Of which object: a permanent, if it says a type and names no zone (CR 109.2).
        #[serde(default = "Filter::any")]
        what: Filter,
        /// Whether mana abilities count.
        #[serde(default)]
        mana: bool,
        /// Only boast abilities: "whenever a creature boasts" (CR 702.142b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        boast: bool,
    },
    /// A triggered ability of an object triggers (CR 603.3b).
    #[word(tells(OBJECT, PLAYER))]
    Triggers(Filter),
    /// A player discards a card (CR 701.8).
    #[word(implies(Implied::Card), moves, told_afterward, of_players, tells(OBJECT, PLAYER))]
    Discards {
        /// Which player.
        who: Players,
        /// Which card, as it is in the zone it went to.
        #[serde(default = "Filter::any")]
        what: Filter,
        /// Only because of a spell or ability that one of these players controls, who is then
        /// `ThatPlayer`; for any reason if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// A player sacrifices a permanent (CR 701.17).
    #[word(moves, told_afterward, of_players, tells(OBJECT, PLAYER))]
    Sacrifices {
        /// Which player.
        who: Players,
        /// Which permanent, as it was.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A card is milled (CR 701.13).
    #[word(implies(Implied::Card), moves, told_afterward, of_players, tells(OBJECT, PLAYER))]
    Mills {
        /// Which player.
        who: Players,
        /// Which card.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A player plays a land (CR 305.1).
    #[word(implies(Implied::Land), told_afterward, of_players, tells(OBJECT, PLAYER))]
    PlaysLand {
        /// Which player.
        who: Players,
        /// Which land.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A player copies a spell: puts a copy onto the stack under their control (CR 707.10).
    #[word(implies(Implied::Spell), told_afterward, of_players, tells(OBJECT, PLAYER))]
    Copies {
        /// Which player.
        who: Players,
        /// Which spell, described by its copy.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A player creates a token (CR 111.1).
    #[word(told_afterward, of_players, tells(OBJECT, PLAYER))]
    Creates {
        /// Which player.
        who: Players,
        /// Which token.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A player shuffles their library (CR 701.20).
    #[word(told_afterward, of_players, tells(PLAYER))]
    Shuffles(Players),
    /// A player searches a library or part of one (CR 701.19f).
    #[word(told_afterward, of_players, tells(PLAYER))]
    Searches(Players),
    /// A player reveals a card (CR 701.16).
    #[word(implies(Implied::Card), told_afterward, of_players, tells(OBJECT, PLAYER))]
    Reveals {
        /// Which player.
        who: Players,
        /// Which card.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A card is revealed by the linked static ability (CR 603.11, 607.2h).
    #[word(implies(Implied::Card), tells(OBJECT, PLAYER))]
    RevealedThisWay(Filter),
    /// A counter is put on an object, including as it enters, once for each counter (CR 122.6).
    #[word(told_afterward(reaching.is_none()), tells(OBJECT, PLAYER))]
    CountersPut {
        /// On which object.
        on: Filter,
        /// Which kind; any kind if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<CounterKind>,
        /// Only the counter that brings the total of its kind to this number, once (CR 122.7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reaching: Option<u32>,
    },
    /// A counter is removed from an object, once for each counter.
    #[word(told_afterward(!last), tells(OBJECT, PLAYER))]
    CountersRemoved {
        /// From which object.
        from: Filter,
        /// Which kind; any kind if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<CounterKind>,
        /// Only the last counter.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        last: bool,
    },
    /// A player gets a counter, once for each (CR 122.1).
    #[word(told_afterward, of_players, tells(PLAYER))]
    GetsCounters {
        /// Which player.
        who: Players,
        /// Which kind.
        kind: CounterKind,
    },
    /// A player loses life, once for all that they lose at once (CR 119.3, 603.2c).
    #[word(told_afterward, of_players, tells(PLAYER, AMOUNT))]
    LosesLife(Players),
    /// An object or player is dealt damage, once for all simultaneous damage to it (CR 603.2c).
    #[word(told_afterward, of_players(who.is_some() && what.is_none()), tells(OBJECT, PLAYER, AMOUNT))]
    IsDealtDamage {
        /// Which objects; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<Filter>,
        /// Which players; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Players>,
        /// Only combat damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        combat: bool,
        /// Only noncombat damage.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        noncombat: bool,
    },
    /// A permanent becomes attached to an object; `ThatObject` is that object (CR 603.2f, 701.3).
    #[word(told_afterward, tells(OBJECT, PLAYER))]
    BecomesAttached {
        /// Which permanent.
        what: Filter,
        /// To which object.
        #[serde(default = "Filter::any")]
        to: Filter,
    },
    /// A permanent becomes unattached from an object; `ThatObject` is that object (CR 701.3d,
    /// 603.10c).
    #[word(tells(OBJECT, PLAYER))]
    BecomesUnattached {
        /// Which permanent.
        what: Filter,
        /// From which object.
        #[serde(default = "Filter::any")]
        from: Filter,
    },
    /// A player loses control of an object (CR 603.10d).
    #[word(told_afterward, of_players, tells(OBJECT, PLAYER))]
    LosesControl {
        /// Which player.
        who: Players,
        /// Which object.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A player gains control of an object from another player.
    #[word(told_afterward, of_players, tells(OBJECT, PLAYER))]
    GainsControl {
        /// Which player.
        who: Players,
        /// Which object.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A spell or ability is countered (CR 701.5, 603.10e).
    #[word(implies(Implied::Spell), moves, told_afterward, tells(OBJECT, PLAYER))]
    IsCountered {
        /// Which spell or ability.
        what: Filter,
        /// Only by a spell or ability that one of these players controls; by anything if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// A permanent is destroyed (CR 701.7).
    #[word(moves, told_afterward, tells(OBJECT, PLAYER))]
    IsDestroyed {
        /// Which permanent.
        what: Filter,
        /// Only by a spell or ability that one of these players controls; by anything if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// Damage is prevented, once for all damage that an effect prevents at once. `ThatObject` is
    /// its source, `ThatMuch` the amount (CR 615.13).
    #[word(told_afterward, of_players(players.is_some() && objects.is_none()), tells(OBJECT, PLAYER, AMOUNT))]
    DamageIsPrevented {
        /// From which source.
        #[serde(default = "Filter::any")]
        source: Filter,
        /// To which players; to anything if `objects` is left out too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// To which objects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
    },
    /// A permanent phases out (CR 603.10b, 702.26b).
    #[word(tells(OBJECT, PLAYER))]
    PhasesOut(Filter),
    /// A permanent phases in (CR 702.26c).
    #[word(tells(OBJECT, PLAYER))]
    PhasesIn(Filter),
    /// A player becomes the target of a spell or ability that one of these players controls.
    #[word(told_afterward, of_players, tells(OBJECT, PLAYER))]
    PlayerBecomesTarget {
        /// Which player.
        who: Players,
        /// Whose spell or ability.
        by: Players,
    },
    /// The number of lore counters on the Saga with the ability reaches this number (CR 107.15a,
    /// 715.2b). No card says it: a chapter symbol does.
    #[word(unsaid, tells(OBJECT, PLAYER, AMOUNT))]
    Chapter(u32),
    /// A permanent's level changes (CR 717.2b).
    #[word(tells(OBJECT, PLAYER, AMOUNT))]
    BecomesLevel {
        /// Which permanent.
        what: Filter,
        /// To which level; any level if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u32>,
    },
    /// A player cycles a card: discards it to pay the cost of a cycling ability (CR 702.29c).
    #[word(implies(Implied::Card), moves, told_afterward, of_players, tells(OBJECT, PLAYER))]
    Cycles {
        /// Which player.
        who: Players,
        /// Which card, as it is in the zone it went to.
        what: Filter,
        /// Whether discarding it in any other way counts too; cycling it counts only once
        /// (CR 702.29d).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        or_discards: bool,
    },
    /// A spell is put into a graveyard as the final step of its resolution (CR 608.2m).
    #[word(moves, told_afterward, tells(OBJECT, PLAYER))]
    FinishesResolving(Filter),
    /// A card is exiled by the linked static ability (CR 702.35a).
    #[word(implies(Implied::Card), moves, tells(OBJECT))]
    ExiledThisWay(Filter),
    /// A player exerts a permanent (CR 701.39).
    #[word(implies(Implied::Creature), of_players, tells(OBJECT, PLAYER))]
    Exerts {
        /// Which player.
        who: Players,
        /// Which permanent.
        what: Filter,
        /// Only if the linked static ability allowed it: "when you do" (CR 701.39d).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        this_way: bool,
    },
    /// A permanent is championed: exiled as the direct result of a champion ability (CR 702.72c).
    #[word(tells(OBJECT, PLAYER))]
    Champions {
        /// Which permanent, as it was.
        what: Filter,
        /// By which champion.
        by: Filter,
    },
    /// A player becomes the monarch (CR 720.3).
    #[word(told_afterward, of_players, tells(PLAYER))]
    BecomesMonarch(Players),
    /// A permanent explores. One that has left the battlefield is described as it last was
    /// (CR 701.40b-c).
    #[word(told_afterward, tells(OBJECT, PLAYER))]
    Explores(Filter),
    /// A permanent gets a designation; `ThatMuch` is the number noted with it (CR 701.31c,
    /// 702.112b). Or a card in exile gets one that reserves it for a later turn.
    #[word(told_afterward, of_players(by.is_some()), tells(OBJECT, PLAYER, AMOUNT))]
    BecomesMarked {
        /// Which permanent or card.
        what: Filter,
        /// The designation.
        being: Marking,
        /// Only as one of these players reserves a card: "you foretell a card" is
        /// `BecomesMarked(what: Any, being: Foretold, by: You)`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// A creature exploits a creature: its controller sacrifices one as the exploit ability
    /// resolves (CR 702.110b). `ThatObject` is the sacrificed creature.
    #[word(implies(Implied::Creature), told_afterward, tells(OBJECT, PLAYER))]
    Exploits(Filter),
    /// A player clashes, as both players of a clash do (CR 701.23b).
    #[word(told_afterward, of_players, tells(PLAYER))]
    Clashes {
        /// Which player.
        who: Players,
        /// Only if that player wins (CR 701.23d).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        wins: bool,
    },
    /// Players finish voting (CR 701.32). `VotedOtherwise` refers to that vote.
    #[word(told_afterward, tells(VOTE))]
    FinishVoting,
    /// The owner of the dungeon with the ability moves their venture marker into this room
    /// (CR 309.4c). The rooms of a dungeon are its abilities with this event, the topmost first.
    #[word(tells(NOTHING))]
    EntersRoom {
        /// The name of the room.
        name: String,
        /// The rooms to which its arrows lead; none for the bottommost room.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leads_to: Vec<String>,
    },
    /// A player ventures into the dungeon (CR 701.46).
    #[word(told_afterward, of_players, tells(PLAYER))]
    Ventures(Players),
    /// A player completes a dungeon (CR 309.7).
    #[word(told_afterward, of_players, tells(PLAYER))]
    CompletesDungeon(Players),
    /// A player loses or leaves the game, but not as it ends in a draw (CR 603.9).
    #[word(told_afterward, of_players, tells(PLAYER))]
    LosesGame(Players),
    /// A creature evolves: one or more +1/+1 counters are put on it as its evolve ability resolves
    /// (CR 702.100b).
    #[word(implies(Implied::Creature), tells(OBJECT, PLAYER))]
    Evolves(Filter),
    /// A player rolls {CHAOS} on the planar die (CR 901.9b).
    #[word(told_afterward, of_players, tells(PLAYER))]
    RollsChaos(Players),
    /// A player rolls {PW} on the planar die (CR 901.9c).
    #[word(told_afterward, of_players, tells(PLAYER))]
    RollsPlaneswalker(Players),
    /// A player planeswalks to a plane (CR 701.24d).
    #[word(tells(OBJECT, PLAYER))]
    PlaneswalksTo(Filter),
    /// A player planeswalks away from a plane (CR 603.10g, 701.24d).
    #[word(tells(OBJECT, PLAYER))]
    PlaneswalksAway(Filter),
    /// A player encounters a phenomenon: they move it off a planar deck and turn it face up
    /// (CR 311.5).
    #[word(tells(OBJECT, PLAYER))]
    Encounters(Filter),
    /// A player sets a scheme in motion (CR 701.25).
    #[word(tells(OBJECT, PLAYER))]
    SetsInMotion(Filter),
    /// Another event, if a condition holds as it happens: "attacks while you control a token". The
    /// condition is part of the event, so it isn't asked again as the ability resolves (CR 603.2,
    /// 603.4).
    #[word(implies(when.implies()), moves(when.moves()), of_players(when.of_players()), of_its_controller(when.of_its_controller()), tells(NOTHING))]
    While {
        /// The event.
        when: Box<TriggerEvent>,
        /// The condition.
        condition: Condition,
    },
    /// A creature is declared as an attacker together with at least this many others (CR 508.3a).
    #[word(implies(Implied::Creature), told_afterward, tells(OBJECT, PLAYER))]
    #[word(found_by("battalion"))]
    AttacksTogether {
        /// Which creature.
        what: Filter,
        /// Which others.
        #[serde(default = "Filter::any")]
        others: Filter,
        /// The minimum number of others.
        count: u32,
    },
    /// A player scries; `ThatMuch` is the number of cards looked at. A player who is to look at no
    /// cards does not scry (CR 701.18b).
    #[word(told_afterward, of_players, tells(PLAYER, AMOUNT))]
    Scries(Players),
    /// A player surveils; `ThatMuch` is the number of cards looked at (CR 701.42).
    #[word(told_afterward, of_players, tells(PLAYER, AMOUNT))]
    Surveils(Players),
}

/// What an event implies of its objects: only creatures attack, only cards are discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Implied {
    /// Nothing.
    Nothing,
    /// They are creatures.
    Creature,
    /// They are cards.
    Card,
    /// They are spells.
    Spell,
    /// They are lands.
    Land,
}

impl Implied {
    /// It as a description; none if nothing is implied.
    pub const fn filter(self) -> Option<Filter> {
        match self {
            Implied::Nothing => None,
            Implied::Creature => Some(Filter::Type(CardType::Creature)),
            Implied::Card => Some(Filter::Card),
            Implied::Spell => Some(Filter::Spell),
            Implied::Land => Some(Filter::Type(CardType::Land)),
        }
    }
}

const fn any() -> Filter {
    Filter::Any
}

fn is_any(filter: &Filter) -> bool {
    *filter == Filter::Any
}

/// A trigger event that can be counted afterward, because the record of past events has everything
/// it asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(try_from = "TriggerEvent", into = "TriggerEvent")]
pub struct PastEvent(pub(in crate::card) TriggerEvent);

impl PastEvent {
    /// The event.
    pub const fn event(&self) -> &TriggerEvent {
        &self.0
    }
}

impl Asking for PastEvent {
    fn reads(&self) -> Reads {
        self.0.heard() | self.0.compared_with()
    }

    fn is_of_the_object_alone(&self) -> bool {
        false
    }
}

impl From<PastEvent> for TriggerEvent {
    fn from(past: PastEvent) -> TriggerEvent {
        past.0
    }
}

impl TryFrom<TriggerEvent> for PastEvent {
    type Error = &'static str;

    fn try_from(event: TriggerEvent) -> Result<PastEvent, &'static str> {
        if event.told_afterward() {
            return Ok(PastEvent(event));
        }
        Err(
            "how often this has happened in a turn cannot be told afterward: only an ability that triggers on it can know",
        )
    }
}

/// By what several events at once are told apart, if an ability triggers on one or more of them: it
/// triggers once for each (CR 603.2c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Several {
    /// By the player who acted, or to whom it happened.
    ByPlayer,
    /// By the player or permanent that is attacked or dealt damage.
    ByRecipient,
    /// By the object that they tell: the one with the counters, the spell or ability with the
    /// targets, the Vehicle.
    ByObject,
    /// Not at all, so that the player whom they tell is not one.
    InAll,
}

impl TriggerEvent {
    /// The alternatives of an "any of" event; otherwise the event alone.
    pub fn alternatives(&self) -> Vec<&TriggerEvent> {
        match self {
            TriggerEvent::AnyOf(parts) => parts.iter().flat_map(TriggerEvent::alternatives).collect(),
            one => vec![one],
        }
    }

    /// The event inside "one or more", "for the first time each turn" and "while …".
    pub fn innermost(&self) -> &TriggerEvent {
        match self {
            TriggerEvent::OneOrMore(inner)
            | TriggerEvent::Nth { when: inner, .. }
            | TriggerEvent::While { when: inner, .. } => inner.innermost(),
            one => one,
        }
    }

    /// The event without the condition that has to hold as it happens.
    pub fn without_condition(&self) -> &TriggerEvent {
        match self {
            TriggerEvent::While { when, .. } => when.without_condition(),
            one => one,
        }
    }

    /// Whether it is a zone change itself (CR 603.6), not something that also makes one, such as a
    /// sacrifice, a discard or the creation of a token.
    pub fn is_zone_change(&self) -> bool {
        matches!(self.innermost(), TriggerEvent::Moves { .. })
    }

    /// By what "one or more" such events at once are told apart (CR 603.2c).
    pub fn several(&self) -> Several {
        match self.innermost() {
            TriggerEvent::AttacksThat { .. } | TriggerEvent::DealsDamage { to_objects: Some(_), .. } => {
                Several::ByRecipient
            }
            TriggerEvent::CountersPut { .. }
            | TriggerEvent::CountersRemoved { .. }
            | TriggerEvent::BecomesTarget { .. }
            | TriggerEvent::Crews { .. } => Several::ByObject,
            when if when.of_players() => Several::ByPlayer,
            _ => Several::InAll,
        }
    }

    /// Whether it is tapping for mana, or mana being added (CR 605.1b).
    pub fn is_of_mana(&self) -> bool {
        match self.innermost() {
            TriggerEvent::TapsForMana { .. } | TriggerEvent::AddsMana { .. } => true,
            TriggerEvent::AnyOf(parts) => !parts.is_empty() && parts.iter().all(TriggerEvent::is_of_mana),
            _ => false,
        }
    }

    /// The kinds of events that it can be; no other event has to be looked at for it.
    pub fn heard(&self) -> Reads {
        match self {
            TriggerEvent::AnyOf(parts) => parts.iter().fold(Reads::NOTHING, |all, part| all | part.heard()),
            TriggerEvent::OneOrMore(inner) | TriggerEvent::ThisWay(inner) => inner.heard(),
            TriggerEvent::Nth { when, .. } | TriggerEvent::While { when, .. } => when.heard(),
            TriggerEvent::Moves { .. }
            | TriggerEvent::Discards { .. }
            | TriggerEvent::Mills { .. }
            | TriggerEvent::Sacrifices { .. }
            | TriggerEvent::IsDestroyed { .. }
            | TriggerEvent::PlaysLand { .. }
            | TriggerEvent::Creates { .. }
            | TriggerEvent::FinishesResolving(_) => Reads::PAST_MOVES,
            TriggerEvent::Attacks(_)
            | TriggerEvent::AttacksThat { .. }
            | TriggerEvent::IsAttacked { .. }
            | TriggerEvent::AttacksWith { .. }
            | TriggerEvent::AttacksAlone(_)
            | TriggerEvent::AttacksTogether { .. }
            | TriggerEvent::AttacksUnblocked(_)
            | TriggerEvent::Blocks(_)
            | TriggerEvent::BlocksAlone(_)
            | TriggerEvent::BlocksCreature { .. }
            | TriggerEvent::BlocksMany { .. }
            | TriggerEvent::BlockedByMany { .. }
            | TriggerEvent::BecomesBlocked(_)
            | TriggerEvent::BecomesBlockedBy { .. } => Reads::PAST_COMBAT,
            TriggerEvent::DealsDamage { .. }
            | TriggerEvent::IsDealtDamage { .. }
            | TriggerEvent::DealtExcessDamage(_) => Reads::PAST_DAMAGE,
            TriggerEvent::Casts(..) => Reads::PAST_CASTS,
            TriggerEvent::BecomesTapped(_) | TriggerEvent::BecomesUntapped(_) => Reads::PAST_STATUS,
            TriggerEvent::BeginningOf(..) => Reads::PAST_STEPS,
            TriggerEvent::Draws(_) | TriggerEvent::GainsLife(_) | TriggerEvent::LosesLife(_) => Reads::PAST_PLAYERS,
            TriggerEvent::TapsForMana { .. } | TriggerEvent::AddsMana { .. } => Reads::PAST_MANA,
            // Objects enter attached and with counters, and leave the battlefield so. Spells and
            // abilities are copied.
            TriggerEvent::Cycles { .. }
            | TriggerEvent::Copies { .. }
            | TriggerEvent::BecomesAttached { .. }
            | TriggerEvent::BecomesUnattached { .. }
            | TriggerEvent::LosesControl { .. }
            | TriggerEvent::CountersPut { .. }
            | TriggerEvent::Chapter(_) => Reads::PAST_MOVES | Reads::PAST_REST,
            // These look at whatever has happened.
            TriggerEvent::State(_) | TriggerEvent::Triggers(_) | TriggerEvent::Done => Reads::EVERYTHING,
            _ => Reads::PAST_REST,
        }
    }

    /// The aspects of a game that what happened is compared with.
    fn compared_with(&self) -> Reads {
        match self {
            TriggerEvent::OneOrMore(inner) => inner.compared_with(),
            TriggerEvent::Casts(who, what) => who.reads() | what.reads(),
            TriggerEvent::Moves { what, .. } | TriggerEvent::Attacks(what) => what.reads(),
            TriggerEvent::Draws(who) | TriggerEvent::GainsLife(who) | TriggerEvent::LosesLife(who) => who.reads(),
            // Filters of all kinds.
            _ => Reads::PRESENT,
        }
    }

    /// Whether an ability with this event functions in a zone; `said` is the zone the ability gives
    /// (CR 113.6b). An event that can't happen while the object is on the battlefield functions
    /// wherever it can happen (CR 113.6k).
    pub fn functions_in(&self, zone: ZoneKind, said: ZoneKind) -> bool {
        if said != ZoneKind::Battlefield {
            return zone == said;
        }
        let about_this = Filter::is_about_this;
        match self.innermost() {
            TriggerEvent::AnyOf(parts) => parts.iter().any(|part| part.functions_in(zone, said)),
            TriggerEvent::Casts(_, what) | TriggerEvent::Copies { what, .. } if about_this(what) => {
                zone == ZoneKind::Stack
            }
            TriggerEvent::IsCountered { what, .. } if about_this(what) => zone == ZoneKind::Stack,
            // CR 309.4c
            TriggerEvent::EntersRoom { .. } => zone == ZoneKind::Command,
            TriggerEvent::Discards { what, .. }
            | TriggerEvent::Mills { what, .. }
            | TriggerEvent::Cycles { what, .. }
                if about_this(what) =>
            {
                zone != ZoneKind::Battlefield && zone.is_public()
            }
            TriggerEvent::ExiledThisWay(what) if about_this(what) => zone == ZoneKind::Exile,
            TriggerEvent::FinishesResolving(what) if about_this(what) => zone == ZoneKind::Graveyard,
            // CR 702.55c: only a card in exile haunts anything.
            TriggerEvent::Moves { what, .. } if what.is_about_haunted() => zone == ZoneKind::Exile,
            TriggerEvent::Moves { what, from, to } if about_this(what) => {
                one_by_one(*from).any(|from| one_by_one(*to).any(|to| move_is_seen_in(from, to, zone)))
            }
            _ => zone == said,
        }
    }
}

/// Each named zone; a single `None` if no zone is named.
fn one_by_one(zones: Option<Zones>) -> impl Iterator<Item = Option<ZoneKind>> {
    zones.into_iter().flat_map(Zones::iter).map(Some).chain(zones.is_none().then_some(None))
}

/// Whether the ability of an object that moves this way triggers on the move in a zone (CR 113.6k).
fn move_is_seen_in(from: Option<ZoneKind>, to: Option<ZoneKind>, zone: ZoneKind) -> bool {
    match (from, to) {
        (Some(ZoneKind::Battlefield), _) | (_, Some(ZoneKind::Battlefield)) => zone == ZoneKind::Battlefield,
        // A move from a graveyard or to a hidden zone looks back in time (CR 603.10a).
        (Some(ZoneKind::Graveyard), _) => zone == ZoneKind::Graveyard,
        (_, Some(to)) if to.is_public() => zone == to,
        (Some(from), _) => zone == from,
        _ => zone.is_public(),
    }
}
