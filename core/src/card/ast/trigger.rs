//! Trigger events (CR 603.2), as data.

use serde::{Deserialize, Serialize};

use crate::card::ast::filter::{Condition, Filter, Players};
use crate::card::words::comparison::{CoinSide, Comparison};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::ManaType;
use crate::card::words::turn_step::{DayNight, TurnStep};
use crate::card::words::zone_kind::{ZoneKind, Zones};

/// The event that a triggered ability triggers on (CR 603.2). If the event can't happen on the
/// battlefield, the ability functions where it can, so `zone` is rarely needed: `Casts(You, This)`,
/// `Discards(who: You, what: This)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TriggerEvent {
    /// A creature is declared as an attacker (CR 508.3a).
    Attacks(Filter),
    /// A creature is declared as an attacker attacking one of these players or planeswalkers
    /// (CR 508.3a).
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
    /// `ThatPlayer` is the attacking player, `ThatObject` the planeswalker.
    IsAttacked {
        /// Which players; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
    },
    /// A player attacks with at least this many matching creatures; once each combat (CR 508.3c).
    AttacksWith {
        /// Who attacks.
        who: Players,
        /// Which creatures.
        what: Filter,
        /// The minimum number.
        count: u32,
    },
    /// A creature is declared as the only attacker (CR 506.5).
    AttacksAlone(Filter),
    /// A creature is declared as the only blocker (CR 506.5).
    BlocksAlone(Filter),
    /// A creature blocks this number of creatures: `number: (AtLeast, 2)` (CR 509.5e).
    BlocksMany {
        /// Which creature.
        what: Filter,
        /// The number.
        number: (Comparison, u32),
    },
    /// A creature becomes blocked by this number of creatures: `number: (AtLeast, 2)` (CR 509.5e).
    BlockedByMany {
        /// Which creature.
        what: Filter,
        /// The number.
        number: (Comparison, u32),
    },
    /// A creature blocks, once for any number of creatures (CR 509.5a).
    Blocks(Filter),
    /// A creature blocks a creature, once for each creature it blocks; `ThatObject` is the blocked
    /// creature (CR 509.5b).
    BlocksCreature {
        /// Which creature blocks.
        what: Filter,
        /// Which creature it blocks.
        #[serde(default = "Filter::any")]
        creature: Filter,
    },
    /// A creature becomes blocked, once for any number of blockers (CR 509.5c).
    BecomesBlocked(Filter),
    /// A creature becomes blocked by a creature, once for each blocker; `ThatObject` is the
    /// blocking creature (CR 509.5d).
    BecomesBlockedBy {
        /// Which creature becomes blocked.
        what: Filter,
        /// Which creature blocks it.
        #[serde(default = "Filter::any")]
        by: Filter,
    },
    /// A creature attacks and isn't blocked (CR 509.5g).
    AttacksUnblocked(Filter),
    /// An object changes zones: "enters" is `to: Battlefield`, "dies" is `from: Battlefield, to:
    /// Graveyard` (CR 603.6).
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
    BeginningOf(TurnStep, Players),
    /// A player casts a spell (CR 601.2i).
    Casts(Players, Filter),
    /// An object becomes the target of a spell or ability that one of these players controls
    /// (CR 601.2c).
    BecomesTarget {
        /// Which object.
        what: Filter,
        /// Whose spell or ability.
        by: Players,
    },
    /// A source deals damage. Without `to_players` and `to_objects`, simultaneous damage to several
    /// recipients is one event.
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
    DealtExcessDamage(Filter),
    /// A player draws a card (CR 121.1).
    Draws(Players),
    /// A player gains life (CR 119.9).
    GainsLife(Players),
    /// A creature is tapped for a Vehicle's crew ability; `ThatObject` is the Vehicle
    /// (CR 702.122b).
    Crews {
        /// Which creature.
        what: Filter,
        /// Which Vehicle.
        #[serde(default = "Filter::any")]
        vehicle: Filter,
    },
    /// A player taps a permanent for mana (CR 106.12).
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
    FlipsCoin {
        /// Which player.
        who: Players,
        /// Only this result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<CoinSide>,
    },
    /// A player rolls one or more dice; with a `result`, once for each matching die:
    /// `result: (AtLeast, 20)` (CR 706).
    RollsDice {
        /// Which player.
        who: Players,
        /// The result, compared with a number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<(Comparison, i32)>,
    },
    /// A condition becomes true: a state trigger. It doesn't trigger again while the ability waits
    /// to be put on the stack or is on it (CR 603.8).
    State(Condition),
    /// "When you do": the player took the option that the resolving ability offered. Only in a
    /// `Delay` (CR 603.12).
    Done,
    /// An earlier event of this resolution, once for each: "when … this way". Only in a `Delay`
    /// (CR 603.12).
    ThisWay(Box<TriggerEvent>),
    /// Any of these events; the ability functions where each of them can happen (CR 113.6k).
    AnyOf(Vec<TriggerEvent>),
    /// One or more such events at once: the ability triggers only once for each player or object
    /// that they happen to; `ThatMuch` is their number (CR 603.2c).
    OneOrMore(Box<TriggerEvent>),
    /// The nth such event of a turn: "your second spell each turn". Events of players are counted
    /// for each player.
    Nth {
        /// Which one, counted from 1.
        nth: u32,
        /// The event.
        when: Box<TriggerEvent>,
    },
    /// A permanent becomes tapped (CR 603.2f).
    BecomesTapped(Filter),
    /// A permanent becomes untapped (CR 603.2f).
    BecomesUntapped(Filter),
    /// A permanent is turned face up (CR 708.8).
    TurnedFaceUp(Filter),
    /// A permanent transforms (CR 701.28e).
    Transforms {
        /// Which permanent.
        what: Filter,
        /// What it transforms into, as it is immediately afterward.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        into: Option<Filter>,
    },
    /// A mutating creature spell merges with this creature as it resolves (CR 702.140d).
    Mutates(Filter),
    /// It becomes day or night (CR 724.1).
    ItBecomes {
        /// Which of the two; either if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<DayNight>,
        /// Only as the game loses the other designation: "day becomes night" (CR 724.1a).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        changes: bool,
    },
    /// A player foretells a card (CR 702.143c).
    Foretells(Players),
    /// A player activates an ability of an object (CR 602.2b).
    Activates {
        /// Which player.
        who: Players,
        /// Of which object.
        #[serde(default = "Filter::any")]
        what: Filter,
        /// Whether mana abilities count.
        #[serde(default)]
        mana: bool,
    },
    /// A triggered ability of an object triggers (CR 603.3b).
    Triggers(Filter),
    /// A player discards a card (CR 701.8).
    Discards {
        /// Which player.
        who: Players,
        /// Which card, as it is in the zone it went to.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A player sacrifices a permanent (CR 701.17).
    Sacrifices {
        /// Which player.
        who: Players,
        /// Which permanent, as it was.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A card is milled (CR 701.13).
    Mills {
        /// Which player.
        who: Players,
        /// Which card.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A player plays a land (CR 305.1).
    PlaysLand {
        /// Which player.
        who: Players,
        /// Which land.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A player copies a spell: puts a copy onto the stack under their control (CR 707.10).
    Copies {
        /// Which player.
        who: Players,
        /// Which spell, described by its copy.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A player creates a token (CR 111.1).
    Creates {
        /// Which player.
        who: Players,
        /// Which token.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A player shuffles their library (CR 701.20).
    Shuffles(Players),
    /// A player searches a library or part of one (CR 701.19f).
    Searches(Players),
    /// A player reveals a card (CR 701.16).
    Reveals {
        /// Which player.
        who: Players,
        /// Which card.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A card is revealed by the linked static ability (CR 603.11, 607.2h).
    RevealedThisWay(Filter),
    /// A counter is put on an object, including as it enters, once for each counter (CR 122.6).
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
    GetsCounters {
        /// Which player.
        who: Players,
        /// Which kind.
        kind: CounterKind,
    },
    /// A player loses life (CR 119.9).
    LosesLife(Players),
    /// An object or player is dealt damage, once for all simultaneous damage to it (CR 603.2c).
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
    BecomesAttached {
        /// Which permanent.
        what: Filter,
        /// To which object.
        #[serde(default = "Filter::any")]
        to: Filter,
    },
    /// A permanent becomes unattached from an object; `ThatObject` is that object (CR 701.3d,
    /// 603.10c).
    BecomesUnattached {
        /// Which permanent.
        what: Filter,
        /// From which object.
        #[serde(default = "Filter::any")]
        from: Filter,
    },
    /// A player loses control of an object (CR 603.10d).
    LosesControl {
        /// Which player.
        who: Players,
        /// Which object.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A player gains control of an object from another player.
    GainsControl {
        /// Which player.
        who: Players,
        /// Which object.
        #[serde(default = "Filter::any")]
        what: Filter,
    },
    /// A spell or ability is countered (CR 701.5, 603.10e).
    IsCountered {
        /// Which spell or ability.
        what: Filter,
        /// Only by a spell or ability that one of these players controls; by anything if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// A permanent is destroyed (CR 701.7).
    IsDestroyed {
        /// Which permanent.
        what: Filter,
        /// Only by a spell or ability that one of these players controls; by anything if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Players>,
    },
    /// Damage is prevented, once for all damage that an effect prevents at once. `ThatObject` is
    /// its source, `ThatMuch` the amount (CR 615.13).
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
    PhasesOut(Filter),
    /// A permanent phases in (CR 702.26c).
    PhasesIn(Filter),
    /// A player becomes the target of a spell or ability that one of these players controls.
    PlayerBecomesTarget {
        /// Which player.
        who: Players,
        /// Whose spell or ability.
        by: Players,
    },
    /// The number of lore counters on the Saga with the ability reaches this number (CR 107.15a,
    /// 715.2b). No card says it: a chapter symbol does.
    Chapter(u32),
    /// A permanent's level changes (CR 717.2b).
    BecomesLevel {
        /// Which permanent.
        what: Filter,
        /// To which level; any level if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u32>,
    },
    /// A player cycles a card: discards it to pay the cost of a cycling ability (CR 702.29c).
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
    FinishesResolving(Filter),
    /// A card is exiled by the linked static ability (CR 702.35a).
    ExiledThisWay(Filter),
    /// A player exerts a permanent (CR 701.39).
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
    Champions {
        /// Which permanent, as it was.
        what: Filter,
        /// By which champion.
        by: Filter,
    },
    /// A player becomes the monarch (CR 720.3).
    BecomesMonarch(Players),
}

const fn any() -> Filter {
    Filter::Any
}

fn is_any(filter: &Filter) -> bool {
    *filter == Filter::Any
}

/// A trigger event that can be counted afterward, because the record of past events has everything
/// it asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "TriggerEvent", into = "TriggerEvent")]
pub struct PastEvent(TriggerEvent);

impl PastEvent {
    /// The event.
    pub const fn event(&self) -> &TriggerEvent {
        &self.0
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
        if event.can_be_told_afterward() {
            return Ok(PastEvent(event));
        }
        Err(
            "how often this has happened in a turn cannot be told afterward: only an ability that triggers on it can know",
        )
    }
}

impl TriggerEvent {
    fn can_be_told_afterward(&self) -> bool {
        match self {
            TriggerEvent::AnyOf(parts) => parts.iter().all(TriggerEvent::can_be_told_afterward),
            TriggerEvent::OneOrMore(inner) => inner.can_be_told_afterward(),
            TriggerEvent::Activates { mana, .. } => *mana,
            TriggerEvent::Transforms { into, .. } => into.is_none(),
            TriggerEvent::CountersPut { reaching, .. } => reaching.is_none(),
            TriggerEvent::CountersRemoved { last, .. } => !last,
            TriggerEvent::Moves { .. }
            | TriggerEvent::FinishesResolving(_)
            | TriggerEvent::Discards { .. }
            | TriggerEvent::Mills { .. }
            | TriggerEvent::Cycles { .. }
            | TriggerEvent::Sacrifices { .. }
            | TriggerEvent::IsDestroyed { .. }
            | TriggerEvent::PlaysLand { .. }
            | TriggerEvent::Copies { .. }
            | TriggerEvent::Creates { .. }
            | TriggerEvent::DealsDamage { .. }
            | TriggerEvent::IsDealtDamage { .. }
            | TriggerEvent::DamageIsPrevented { .. }
            | TriggerEvent::Attacks(_)
            | TriggerEvent::AttacksThat { .. }
            | TriggerEvent::AttacksWith { .. }
            | TriggerEvent::AttacksUnblocked(_)
            | TriggerEvent::BlocksCreature { .. }
            | TriggerEvent::BecomesBlockedBy { .. }
            | TriggerEvent::Casts(..)
            | TriggerEvent::BecomesTarget { .. }
            | TriggerEvent::PlayerBecomesTarget { .. }
            | TriggerEvent::IsCountered { .. }
            | TriggerEvent::BecomesAttached { .. }
            | TriggerEvent::GainsControl { .. }
            | TriggerEvent::LosesControl { .. }
            | TriggerEvent::BecomesTapped(_)
            | TriggerEvent::BecomesUntapped(_)
            | TriggerEvent::TapsForMana { .. }
            | TriggerEvent::AddsMana { .. }
            | TriggerEvent::TurnedFaceUp(_)
            | TriggerEvent::Mutates(_)
            | TriggerEvent::Foretells(_)
            | TriggerEvent::Draws(_)
            | TriggerEvent::GainsLife(_)
            | TriggerEvent::LosesLife(_)
            | TriggerEvent::GetsCounters { .. }
            | TriggerEvent::BecomesMonarch(_)
            | TriggerEvent::Searches(_)
            | TriggerEvent::Shuffles(_)
            | TriggerEvent::Reveals { .. }
            | TriggerEvent::FlipsCoin { .. }
            | TriggerEvent::RollsDice { .. } => true,
            _ => false,
        }
    }

    /// The alternatives of an "any of" event; otherwise the event alone.
    pub fn alternatives(&self) -> Vec<&TriggerEvent> {
        match self {
            TriggerEvent::AnyOf(parts) => parts.iter().flat_map(TriggerEvent::alternatives).collect(),
            one => vec![one],
        }
    }

    /// The event inside "one or more" and "for the first time each turn".
    pub fn innermost(&self) -> &TriggerEvent {
        match self {
            TriggerEvent::OneOrMore(inner) | TriggerEvent::Nth { when: inner, .. } => inner.innermost(),
            one => one,
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
            TriggerEvent::Casts(_, what) | TriggerEvent::Copies { what, .. } if about_this(what) => {
                zone == ZoneKind::Stack
            }
            TriggerEvent::IsCountered { what, .. } if about_this(what) => zone == ZoneKind::Stack,
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
