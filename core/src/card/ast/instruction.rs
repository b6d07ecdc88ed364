//! One instruction of a spell ability or of the effect of an activated or triggered ability
//! (CR 608.2), as data.

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::ast::ability::{Ability, Body, Face, FaceDown, TargetWhat, Total};
use crate::card::ast::cost::{Cost, ManaOutput, ManaTerm};
use crate::card::ast::effect::{Choosing, Duration, Exception, Modification, Replacement, StaticEffect};
use crate::card::ast::filter::{Again, Condition, Each, Filter, Objects, Players, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::CastingCost;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::chosen::Rewording;
use crate::card::words::comparison::CoinSide;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::{Changing, Deeds};
use crate::card::words::marking::Marking;
use crate::card::words::predefined::Predefined;
use crate::card::words::refers::{Need, Own};
use crate::card::words::turn_step::{AfterPhase, DayNight, Phase, StepPlace, TurnPart, TurnStep};
use crate::card::words::zone_kind::{Place, ZoneKind};

/// A row of a results table (CR 706.3a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
pub struct TableRow {
    /// The lowest result of the row.
    pub from: i32,
    /// The highest result; without it the row is "N+".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<i32>,
    /// What the row does.
    pub then: Vec<Instruction>,
}

impl TableRow {
    /// Whether the row covers this result.
    pub fn has(&self, result: i32) -> bool {
        self.from <= result && self.to.is_none_or(|to| result <= to)
    }
}

/// What a copy of a spell or ability targets (CR 707.10).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum CopyTargets {
    /// The same targets as the original.
    #[default]
    Same,
    /// The copy's controller may choose new ones (CR 707.10c).
    MayChoose,
    /// A copy for each of these that the original could target; each copy targets one (CR 707.10d).
    /// The original's own controller is asked, whoever copies it: a copy may get a target that is
    /// illegal for it.
    ForEach(TargetWhat),
    /// A copy for each of these that the copy could target (CR 707.10e).
    These(Recipients),
}

impl CopyTargets {
    /// Whether the copy keeps the targets of the original.
    pub fn is_same(&self) -> bool {
        *self == CopyTargets::Same
    }
}

/// Who or what is dealt damage, or has something attached to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[word(method(needs: Need, own: Own = Object))]
pub enum Recipients {
    /// What was chosen for a target: by its name, `Target("victim")`, or its position from 0
    /// (CR 115.4).
    #[word(needs(Target), own(Nothing))]
    Target(u8),
    /// Objects.
    #[word(needs(Nothing), own(Nothing))]
    Objects(Objects),
    /// Players.
    #[word(needs(Nothing), own(Nothing))]
    Players(Players),
    /// Players and objects.
    #[word(needs(Nothing), own(Nothing))]
    Both(Players, Objects),
    /// What was chosen under this name on resolution; inside a `ForEach` that uses the name, the
    /// one whose turn it is (CR 608.2d, 608.2f).
    #[word(needs(Choice), own(Nothing))]
    Chosen(u8),
}

/// How a creature enters combat without being declared (CR 508.4, 509.7). It triggers no "attacks"
/// or "blocks" ability, and no restriction, requirement or cost applies to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum Joining {
    /// Attacking a player or planeswalker that its controller chooses (CR 508.4).
    Attacking,
    /// Attacking this player.
    AttackingPlayer(Players),
    /// Attacking what this creature is attacking.
    AttackingLike(Objects),
    /// Blocking an attacking creature that its controller chooses (CR 509.7).
    Blocking,
    /// Blocking this attacking creature.
    BlockingThat(Objects),
    /// Attacking this player or a planeswalker of theirs that its controller chooses (CR 508.4).
    AttackingTheirs(Players),
}

/// The choices of a vote (CR 701.32b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum Ballot {
    /// Words, each connected to an effect: `Words(["time", "knowledge"])`.
    Words(Vec<String>),
    /// Matching objects.
    Objects(Filter),
}

/// A number that can be exchanged for another (CR 701.10g).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
pub enum Exchanged {
    /// A player's life total.
    Life(Players),
    /// A creature's power.
    Power(Objects),
    /// A creature's toughness.
    Toughness(Objects),
}

/// One instruction of a spell ability or of the effect of an activated or triggered ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(method(own: Own = Object, deeds: Deeds = NONE))]
pub enum Instruction {
    /// Deal damage (CR 120).
    #[word(deeds(DAMAGE_DEALT, LIFE_GAINED, LIFE_LOST))]
    DealDamage {
        /// What deals it.
        #[serde(default = "this")]
        source: Objects,
        /// How much.
        amount: Quantity,
        /// To whom or what.
        to: Recipients,
        /// Who or what is dealt the damage in excess of lethal damage instead; `Affected` is the
        /// permanent, so `Players(ControllerOf(Affected))` is its controller (CR 120.4a).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        excess: Option<Recipients>,
    },
    /// Two creatures fight: each deals damage equal to its power to the other (CR 701.12a).
    #[word(deeds(DAMAGE_DEALT, LIFE_GAINED, LIFE_LOST))]
    Fight {
        /// One of them.
        what: Objects,
        /// The other.
        with: Objects,
    },
    /// Gain life (CR 119.3).
    #[word(own(Nothing), deeds(LIFE_GAINED))]
    GainLife {
        /// Who gains it.
        #[serde(default = "you")]
        who: Players,
        /// How much.
        amount: Quantity,
    },
    /// Lose life (CR 119.3).
    #[word(own(Nothing), deeds(LIFE_LOST))]
    LoseLife {
        /// Who loses it.
        who: Players,
        /// How much.
        amount: Quantity,
    },
    /// Set life totals to a number (CR 119.5).
    #[word(own(Nothing), deeds(LIFE_GAINED, LIFE_LOST))]
    SetLife {
        /// Whose life totals; in `to`, `They` is that player.
        who: Players,
        /// The new life total.
        to: Quantity,
    },
    /// Two players exchange life totals (CR 701.10c). For "two target players", give both fields
    /// the same value.
    #[word(deeds(LIFE_GAINED, LIFE_LOST))]
    ExchangeLife {
        /// One of them, or both.
        who: Players,
        /// The other.
        with: Players,
    },
    /// Redistribute any number of life totals: you choose whose former life total each of these
    /// players has from now on (CR 119.7, 119.8, 810.9f).
    #[word(deeds(LIFE_GAINED, LIFE_LOST))]
    RedistributeLife(Players),
    /// Exchange control of two permanents or spells (CR 701.10b). For "two target creatures", give
    /// both fields the same value.
    ExchangeControl {
        /// One of them, or both.
        what: Objects,
        /// The other.
        with: Objects,
    },
    /// Exchange cards in one zone for cards in another, all owned by one player (CR 701.10d-f).
    /// Either zone may be empty. A card that replaces an attached one is attached to the same
    /// object (CR 701.10e).
    #[word(own(Link), deeds(EXILED, PUT))]
    ExchangeCards {
        /// Which cards.
        what: Objects,
        /// The zone of those cards.
        from: ZoneKind,
        /// The cards they are exchanged for.
        with: Objects,
        /// The zone of the cards in `with`.
        and: ZoneKind,
    },
    /// Draw cards, one at a time (CR 121.2).
    #[word(own(Nothing), deeds(DRAWN))]
    Draw {
        /// Who draws.
        #[serde(default = "you")]
        who: Players,
        /// How many.
        #[serde(default = "once")]
        count: Quantity,
    },
    /// Discard cards of the player's choice (CR 701.8).
    #[word(own(Nothing), deeds(DISCARDED))]
    Discard {
        /// Who discards.
        who: Players,
        /// How many.
        #[serde(default = "once")]
        count: Quantity,
        /// Whether they are discarded at random (CR 701.8b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        at_random: bool,
    },
    /// The owners of these cards discard them; another player or an earlier instruction chose them
    /// (CR 701.8b).
    #[word(own(Nothing), deeds(DISCARDED))]
    DiscardThose(Objects),
    /// The controller of the spell or ability sacrifices these permanents: "sacrifice it"
    /// (CR 701.17a). Permanents that another player controls stay.
    #[word(own(Nothing), deeds(SACRIFICED))]
    SacrificeThose(Objects),
    /// Players sacrifice these permanents, each only those they control (CR 701.17a):
    /// `who: ControllerOf(Target(0)), what: Target(0)` is "that creature's controller sacrifices
    /// it".
    #[word(own(Nothing), deeds(SACRIFICED))]
    SacrificeTheirs {
        /// Who sacrifices.
        who: Players,
        /// Which permanents.
        what: Objects,
    },
    /// Choose objects or players without targeting them (CR 115.10, 608.2d). Later instructions
    /// refer to them by the name or number in `into`: `Chosen("spoils")`.
    #[word(own(Link))]
    Choose {
        /// Who chooses, in APNAP order, each for themselves; `They` is that player.
        #[serde(default = "you")]
        who: Players,
        /// What may be chosen, written like a target, or a source of damage: `Source(…)`
        /// (CR 609.7a).
        what: TargetWhat,
        /// How many.
        #[serde(default = "once")]
        count: Quantity,
        /// Whether fewer may be chosen. "Any number of" is this with the number that there are as
        /// the `count`: `Count(…)` of the same filter.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        up_to: bool,
        /// Whether the choice is random.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        at_random: bool,
        /// What the player divides among the chosen ones, at least one each (CR 608.2d); `Portion`
        /// is the share of each.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        divide: Option<Box<Quantity>>,
        /// Whether what was already chosen during this resolution is excluded: "that hasn't been
        /// chosen this way". Otherwise several players may choose the same one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unchosen: bool,
        /// A limit on the total of each player's choice: "with total power 4 or less".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total: Option<Box<Total>>,
        /// The name by which later instructions refer to the choice, as in `Chosen("victim")`, or a
        /// number.
        into: u8,
    },
    /// Follow instructions once for each of several players or objects, for all at the same time
    /// where possible (CR 608.2f): for each instruction, first all choices in APNAP order (CR
    /// 101.4), then everything at once. `They`, `Affected`, `Created`, `ThisWay` and what is chosen
    /// are those of each one; afterwards they are those of all. What can't be done at the same
    /// time, such as casting spells or searching for each object, is done for one after another. A
    /// list within the list is followed at the same time for all of its members, too.
    #[word(own(Nothing))]
    ForEach {
        /// The players or objects.
        each: Each,
        /// The name or number for the current one, as in `Chosen("one")`, usable in nested lists
        /// too. `Affected` and `They` always mean the current one of the innermost list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        into: Option<u8>,
        /// The instructions.
        then: Vec<Instruction>,
        /// Whether each one follows the whole list before the next begins, you first if you are
        /// among them: "starting with you, each player …" (CR 101.4).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        in_turn: bool,
    },
    /// Repeat a process.
    Repeat {
        /// The instructions.
        then: Vec<Instruction>,
        /// How often, or until when.
        again: Again,
    },
    /// Change the targets of spells or abilities (CR 115.7).
    ChangeTargets {
        /// Who changes them.
        #[serde(default = "you")]
        who: Players,
        /// Which spell or ability.
        of: Objects,
        /// How many of its targets.
        which: Changing,
        /// The new target; any legal target if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Box<TargetWhat>>,
    },
    /// Mill cards: put them from the top of a library into a graveyard (CR 701.13).
    #[word(own(Nothing), deeds(MILLED))]
    Mill {
        /// Who mills.
        who: Players,
        /// How many.
        count: Quantity,
    },
    /// Destroy permanents (CR 701.7).
    #[word(own(Nothing), deeds(DESTROYED))]
    Destroy(Objects),
    /// Destroy permanents that can't be regenerated (CR 701.15c).
    #[word(own(Nothing), deeds(DESTROYED))]
    DestroyForGood(Objects),
    /// Regenerate permanents: create a regeneration shield for each (CR 701.15a).
    Regenerate(Objects),
    /// Phase permanents out, with everything attached to them (CR 702.26b).
    PhaseOut(Objects),
    /// Phase permanents in (CR 702.26c).
    PhaseIn(Objects),
    /// Phase some permanents in and others out simultaneously.
    PhaseInAndOut {
        /// What phases in.
        back: Objects,
        /// What phases out.
        out: Objects,
    },
    /// Phase permanents out until an event happens; they phase in immediately after it (CR 610.4).
    #[word(own(Link))]
    PhaseOutUntil {
        /// Which permanents.
        what: Objects,
        /// The event.
        until: TriggerEvent,
        /// Whether they phase in tapped.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tapped: bool,
    },
    /// Exile objects (CR 701.11).
    #[word(own(Link), deeds(EXILED))]
    Exile(Objects),
    /// Exile objects face down (CR 406.3).
    #[word(own(Link), deeds(EXILED))]
    ExileFaceDown {
        /// What is exiled.
        what: Objects,
        /// Who may look at them while they remain in exile; nobody if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        look: Option<Players>,
        /// The designation that reserves them for who exiles them, who may look at them. No card
        /// says it: special actions do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        being: Option<Marking>,
        /// A keyword ability that they are given with it, besides their printed ones. No card says
        /// it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gaining: Option<Box<Keyword>>,
    },
    /// Turn permanents face down (CR 708.2a).
    TurnFaceDown(Objects),
    /// Turn permanents face up (CR 708.7), or cards in exile (CR 406.3).
    TurnFaceUp {
        /// Which permanents or cards.
        what: Objects,
        /// Whether this is the special action that pays a megamorph cost (CR 702.37b). No card says
        /// it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        megamorph: bool,
    },
    /// Manifest cards (CR 701.34); those from a library one at a time (CR 701.34d).
    #[word(own(Link), deeds(PUT))]
    Manifest {
        /// Who manifests and controls them.
        #[serde(default = "you")]
        who: Players,
        /// Which cards.
        what: Objects,
    },
    /// Put objects that you own into the ante zone, in a game played for ante (CR 407.4).
    #[word(deeds(PUT))]
    Ante(Objects),
    /// Change the owner of cards, in a game played for ante (CR 407.3).
    ChangeOwner {
        /// Which cards.
        what: Objects,
        /// The new owner.
        to: Players,
    },
    /// Set the level of permanents (CR 717.2a).
    SetLevel {
        /// Which permanents.
        what: Objects,
        /// The level.
        level: u32,
    },
    /// Sacrifice permanents of the player's choice (CR 701.17). In `what` and `count`, `They` is
    /// that player.
    #[word(own(Nothing), deeds(SACRIFICED))]
    Sacrifice {
        /// Who sacrifices.
        who: Players,
        /// Which permanents may be chosen.
        what: Filter,
        /// How many.
        #[serde(default = "once")]
        count: Quantity,
    },
    /// Counter spells or abilities (CR 701.5).
    #[word(deeds(COUNTERED))]
    Counter(Objects),
    /// Counter spells and put each spell countered this way into a zone other than the graveyard
    /// (CR 608.2c, 701.5a).
    #[word(own(Link), deeds(EXILED, COUNTERED))]
    CounterInto {
        /// Which spells.
        what: Objects,
        /// The zone; a library means its top.
        into: ZoneKind,
    },
    /// Put objects into their owners' hands, libraries or graveyards (CR 400.3).
    #[word(own(Link), deeds(EXILED, PUT))]
    Put {
        /// Which objects.
        what: Objects,
        /// The zone.
        into: ZoneKind,
        /// The position in a library.
        #[serde(default, skip_serializing_if = "Place::is_top")]
        place: Place,
        /// Whether several go there in a random order rather than one that their owner chooses
        /// (CR 401.4).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        random: bool,
    },
    /// Shuffle objects into their owners' libraries (CR 701.20c-e).
    #[word(own(Link), deeds(PUT))]
    ShuffleInto {
        /// Which objects.
        what: Objects,
        /// Whose libraries are shuffled.
        whose: Players,
    },
    /// Put objects onto the battlefield (CR 110.2a). The controller of an Aura chooses what it
    /// enters attached to, unless `attached_to` says so.
    #[word(own(Link), deeds(PUT))]
    PutOntoBattlefield {
        /// Which objects.
        what: Objects,
        /// Who controls them.
        control: Players,
        /// Whether they enter tapped.
        #[serde(default)]
        tapped: bool,
        /// Whether they enter attacking or blocking (CR 508.4, 509.7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joining: Option<Joining>,
        /// What they enter attached to (CR 303.4h-i).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attached_to: Option<Recipients>,
        /// The counters they enter with: `[(Named("rust"), Fixed(2))]`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counters: Vec<(CounterKind, Quantity)>,
        /// Changes that apply as they enter: `[AddType(Enchantment)]` (CR 611.2e).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        being: Vec<Modification>,
        /// Whether they enter face down, and as what: `()` is a 2/2 creature (CR 708.3).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face_down: Option<Box<FaceDown>>,
        /// Whether they enter with the back face up (CR 712.10a).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        transformed: bool,
    },
    /// Transform double-faced permanents (CR 701.28a).
    Transform(Objects),
    /// Meld the two cards of a meld pair (CR 701.37a). Any other cards stay where they are.
    #[word(deeds(PUT))]
    Meld(Objects),
    /// It becomes day or night (CR 724.1).
    #[word(own(Nothing))]
    ItBecomes(DayNight),
    /// Flip permanents (CR 710.2).
    Flip(Objects),
    /// Add mana to a pool (CR 106.4).
    AddMana {
        /// Whose pool.
        #[serde(default = "you")]
        who: Players,
        /// Which mana.
        mana: ManaOutput,
        /// What the mana may be spent on, and the consequences of spending it (CR 106.6).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        terms: Vec<ManaTerm>,
    },
    /// Players lose all unspent mana, and another player adds that mana (CR 106.13).
    TakeMana {
        /// Who loses it.
        from: Players,
        /// Who gets it.
        to: Players,
    },
    /// Put counters on objects (CR 122.6).
    #[word(own(Nothing), deeds(COUNTERS_PUT))]
    PutCounters {
        /// On what.
        on: Objects,
        /// Which kind.
        kind: CounterKind,
        /// How many.
        #[serde(default = "once")]
        count: Quantity,
    },
    /// Remove counters from objects.
    #[word(own(Nothing), deeds(COUNTERS_REMOVED))]
    RemoveCounters {
        /// From what.
        from: Objects,
        /// Which kind.
        kind: CounterKind,
        /// How many.
        count: Quantity,
    },
    /// Move counters from one object to another (CR 122.5). If either half is impossible, nothing
    /// happens.
    #[word(own(Nothing), deeds(COUNTERS_PUT, COUNTERS_REMOVED))]
    MoveCounters {
        /// From what.
        from: Objects,
        /// Onto what.
        to: Objects,
        /// Which kind; all kinds if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<CounterKind>,
        /// How many; all if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<Quantity>,
    },
    /// Put counters on an object that match those on another, or those it had when it left
    /// (CR 122.8).
    #[word(own(Nothing), deeds(COUNTERS_PUT))]
    PutSameCounters {
        /// Whose counters.
        of: Objects,
        /// On what.
        on: Objects,
    },
    /// Give players counters, such as energy (CR 122.1).
    #[word(own(Nothing), deeds(COUNTERS_PUT))]
    GetCounters {
        /// Who gets them.
        who: Players,
        /// Which kind.
        kind: CounterKind,
        /// How many.
        count: Quantity,
    },
    /// Attach Auras, Equipment or Fortifications to an object or player (CR 701.3a). If `to` offers
    /// several, the controller of each attachment chooses one (CR 301.5c, 303.4d).
    Attach {
        /// What is attached.
        what: Objects,
        /// What it is attached to.
        to: Recipients,
    },
    /// Unattach Equipment from what they are attached to (CR 701.3d).
    Unattach(Objects),
    /// Search a library, or other zones, for cards (CR 701.19). The player may fail to find cards
    /// with a stated quality in a hidden zone, that is, anything but `Card` (CR 701.19b). `Shuffle`
    /// is an instruction of its own; several searches before it are one (CR 701.19h). Several
    /// players search at once and decide in APNAP order (CR 701.19i).
    #[word(own(Link), deeds(EXILED, PUT, LOOKED_AT, REVEALED))]
    Search {
        /// Who searches.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// Whose zones are searched, in place of the searching player's own:
        /// `whose: Target(0)` is "search target player's library".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whose: Option<Players>,
        /// The zones that are searched: `[Graveyard, Hand, Library]`.
        #[serde(default = "library", skip_serializing_if = "is_library")]
        zones: Vec<ZoneKind>,
        /// Which cards; `Card` is any card.
        what: Filter,
        /// The maximum number.
        #[serde(default = "once")]
        count: Quantity,
        /// A limit on the total of the cards found: "with total mana value 6 or less".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total: Option<Box<Total>>,
        /// Whether the cards found are revealed.
        #[serde(default)]
        reveal: bool,
        /// Where the cards found go. If into the library, the rest is shuffled first: "then shuffle
        /// and put that card on top" (CR 701.20b).
        into: ZoneKind,
        /// The position in the library.
        #[serde(default, skip_serializing_if = "Place::is_top")]
        place: Place,
        /// Whether they enter the battlefield tapped, with `into: Battlefield`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tapped: bool,
    },
    /// Look at hidden cards. Later instructions refer to them as `ThisWay(LookedAt)`.
    #[word(deeds(LOOKED_AT, REVEALED))]
    LookAt {
        /// Who looks.
        #[serde(default = "you")]
        who: Players,
        /// Which cards.
        what: Objects,
    },
    /// Scry: look at the top cards of a library and put any number of them on the bottom
    /// (CR 701.18). Several players look at once and decide in APNAP order (CR 701.18c).
    #[word(own(Nothing), deeds(PUT, LOOKED_AT))]
    Scry {
        /// Who scries.
        #[serde(default = "you")]
        who: Players,
        /// How many cards.
        count: Quantity,
    },
    /// Surveil: look at the top cards of a library and put any number of them into the graveyard
    /// (CR 701.42). Several players look at once and decide in APNAP order.
    #[word(own(Nothing), deeds(EXILED, PUT, LOOKED_AT))]
    Surveil {
        /// Who surveils.
        #[serde(default = "you")]
        who: Players,
        /// How many cards.
        count: Quantity,
    },
    /// Shuffle libraries (CR 701.20).
    Shuffle(Players),
    /// Reveal cards to all players (CR 701.16a).
    #[word(deeds(REVEALED))]
    Reveal(Objects),
    /// Cards exiled during this resolution haunt a creature (CR 702.55b).
    #[word(own(Link))]
    Haunt {
        /// Which cards.
        what: Objects,
        /// The creature.
        creature: Objects,
    },
    /// Tap permanents (CR 701.21a).
    #[word(own(Nothing), deeds(TAPPED))]
    Tap(Objects),
    /// Untap permanents (CR 701.21b).
    #[word(own(Nothing), deeds(UNTAPPED))]
    Untap(Objects),
    /// Create tokens (CR 111): `CreateTokens(who: You, count: Fixed(1), predefined: Treasure)`, or
    /// with `token: (types: [Creature], subtypes: ["Goblin"], power: 1, toughness: 1)`.
    #[word(own(Nothing), deeds(CREATED))]
    CreateTokens {
        /// Who creates them.
        #[serde(default = "you")]
        who: Players,
        /// How many.
        #[serde(default = "once")]
        count: Quantity,
        /// A predefined token; `token` adds to it (CR 111.10).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        predefined: Option<Predefined>,
        /// The characteristics of each token. Without a name, its subtypes are its name (CR 111.4).
        #[serde(default, skip_serializing_if = "Face::is_empty_box")]
        token: Box<Face>,
        /// What they enter attached to (CR 303.4i).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attached_to: Option<Recipients>,
        /// Calculated power and toughness: `(X, X)` (CR 111.3).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<(Quantity, Quantity)>,
        /// Whether they enter tapped.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tapped: bool,
        /// Whether they enter attacking or blocking (CR 508.4, 509.7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joining: Option<Joining>,
    },
    /// Remove all damage marked on permanents (CR 120.6).
    #[word(own(Nothing))]
    RemoveDamage(Objects),
    /// Remove creatures and planeswalkers from combat (CR 506.4).
    #[word(own(Nothing))]
    RemoveFromCombat(Objects),
    /// Attacking creatures become blocked without being blocked by a creature (CR 509.1h).
    BecomeBlocked(Objects),
    /// Blocked creatures become unblocked (CR 509.1h).
    BecomeUnblocked(Objects),
    /// Creatures on the battlefield become attacking creatures (CR 508.4).
    Attack {
        /// Which creatures.
        what: Objects,
        /// What they attack.
        joining: Joining,
    },
    /// Creatures on the battlefield block attacking creatures (CR 509.6).
    Block {
        /// Which creatures block.
        what: Objects,
        /// Which attacking creatures; each blocks one of them.
        attacker: Filter,
        /// Who chooses the attacking creature if there are several.
        chosen_by: Players,
    },
    /// A player chooses anew which player or planeswalker attacking creatures attack (CR 508.7).
    Reselect {
        /// Who chooses.
        who: Players,
        /// Which attacking creatures.
        what: Objects,
    },
    /// Players get an emblem (CR 114.2).
    #[word(own(Link))]
    GetEmblem {
        /// Who gets it.
        #[serde(default = "you")]
        who: Players,
        /// Its abilities.
        abilities: Vec<Ability>,
    },
    /// Begin a continuous effect that changes the characteristics of objects: "gets +2/+2 until end
    /// of turn" (CR 611.2).
    #[word(own(Nothing))]
    Modify {
        /// The affected objects, locked in as the effect begins (CR 611.2c).
        what: Objects,
        /// The changes.
        modifications: Vec<Modification>,
        /// For how long.
        duration: Duration,
    },
    /// Begin a continuous effect that changes the rules: a replacement or prevention effect,
    /// restriction, requirement or permission (CR 611.2). The duration `NextThisTurn` means "the
    /// next time … this turn" (CR 615.8).
    Establish {
        /// The effect.
        effect: StaticEffect,
        /// For how long.
        duration: Duration,
        /// The objects that `Those` means in the effect, determined as it begins. If there are
        /// none, no effect begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<Objects>,
        /// Whether each of them gets an effect of its own (CR 615.11).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        apiece: bool,
    },
    /// Create a delayed triggered ability (CR 603.7), or a reflexive one, which triggers at once
    /// (CR 603.12). With `when: ThisWay(…)` it triggers for each such event of the resolution so
    /// far; `when: Done`, in the `then` of `May` or `MayPay`, is "when you do". A body without
    /// targets refers to the targets of the ability that creates it.
    Delay {
        /// The trigger event.
        when: TriggerEvent,
        /// What it does.
        body: Box<Body>,
        /// How long it lasts; it then triggers each time. Without it, it triggers only once
        /// (CR 603.7b).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Duration>,
    },
    /// Objects become copies of another (CR 707.4).
    BecomeCopy {
        /// Which objects.
        what: Objects,
        /// The object to copy.
        of: Objects,
        /// Exceptions (CR 707.9).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<Exception>,
        /// For how long.
        duration: Duration,
    },
    /// Create tokens that are copies of objects (CR 707.2).
    #[word(own(Link), deeds(CREATED))]
    CreateCopies {
        /// Who creates them.
        #[serde(default = "you")]
        who: Players,
        /// How many of each.
        #[serde(default = "once")]
        count: Quantity,
        /// Of which objects.
        of: Objects,
        /// Exceptions (CR 707.9).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<Exception>,
        /// Whether they enter tapped.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tapped: bool,
        /// Whether they enter attacking or blocking, and whom (CR 508.4, 509.7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joining: Option<Joining>,
        /// The designation that they have from the start, which is not copied (CR 702.128b).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        marked: Option<Marking>,
    },
    /// Copy spells or abilities: put copies onto the stack (CR 707.10).
    #[word(deeds(CREATED))]
    CopySpell {
        /// Who copies them, in APNAP order, and controls the copies.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// Which spells or abilities.
        of: Objects,
        /// How many copies of each.
        #[serde(default = "once", skip_serializing_if = "is_once")]
        count: Quantity,
        /// Exceptions (CR 707.9).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<Exception>,
        /// What the copies target.
        #[serde(default, skip_serializing_if = "CopyTargets::is_same")]
        targets: CopyTargets,
    },
    /// Copy cards in place. `Created` refers to the copies, and `MayPlay` allows casting them
    /// during this resolution (CR 707.12).
    #[word(own(Link), deeds(CREATED))]
    CopyCards(Objects),
    /// Create a copy of the card of this name, from outside the game (CR 707.13).
    #[word(own(Link), deeds(CREATED))]
    CopyNamed(String),
    /// Replace words in the text of objects (CR 612).
    ChangeText {
        /// Whose text.
        what: Objects,
        /// Which words.
        words: Rewording,
        /// For how long.
        duration: Duration,
    },
    /// Follow instructions with a replacement: "if … this way, … instead" (CR 614.15). It applies
    /// before any other replacement effect.
    Instead {
        /// What would happen, and what happens instead.
        replacement: Box<Replacement>,
        /// The instructions.
        then: Vec<Instruction>,
    },
    /// A player may choose to follow instructions.
    #[word(own(Nothing))]
    May {
        /// Who decides.
        #[serde(default = "you")]
        who: Players,
        /// The instructions to follow then.
        then: Vec<Instruction>,
    },
    /// A player may cast or play some of these cards now, ignoring timing (CR 608.2g). For another
    /// cost than their own, those without legal targets are not offered.
    #[word(own(Link))]
    MayPlay {
        /// Who may.
        #[serde(default = "you")]
        who: Players,
        /// Which cards, in any zone.
        what: Objects,
        /// How many, one after another; any number if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u8>,
        /// Whether lands may be played too (CR 305.2b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lands: bool,
        /// What each spell costs.
        #[serde(default, skip_serializing_if = "CastingCost::is_usual")]
        cost: CastingCost,
        /// Whether they must do so "if able" rather than "may" (CR 118.8c).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        must: bool,
        /// A replacement effect for a spell cast this way, while it is on the stack: "if that spell
        /// would be put into a graveyard, exile it instead" (CR 400.7g, 614.1a). `This` is the
        /// spell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead: Option<Box<Replacement>>,
    },
    /// Follow instructions unless a player pays a cost (CR 118.12).
    #[word(deeds(MANA_PAID))]
    Unless {
        /// Who may pay; several players in turn, until one does.
        who: Players,
        /// The cost.
        cost: Vec<Cost>,
        /// The instructions if nobody pays.
        then: Vec<Instruction>,
    },
    /// A player may pay a cost: "you may pay {2}. If you do, …; if you don't, …" (CR 118.12).
    #[word(deeds(MANA_PAID))]
    MayPay {
        /// Who may pay; several players in turn, until one does.
        #[serde(default = "you")]
        who: Players,
        /// The cost.
        cost: Vec<Cost>,
        /// Whether they must pay if they can: "sacrifice it. If you do, …" (CR 118.12).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        must: bool,
        /// "If you do": the instructions if it is paid.
        #[serde(default)]
        then: Vec<Instruction>,
        /// "If you don't": the instructions if it is not paid.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Instruction>,
    },
    /// Follow instructions only if a condition holds.
    #[word(own(Nothing))]
    If {
        /// The condition.
        condition: Condition,
        /// The instructions if it holds.
        then: Vec<Instruction>,
        /// The instructions if it doesn't.
        #[serde(default)]
        otherwise: Vec<Instruction>,
    },
    /// Choose a value, such as a color or a name, that linked abilities refer to (CR 607.2d). All
    /// players learn it: there are no words for secret choices, guesses and bids.
    #[word(own(Link))]
    ChooseValue(Choosing),
    /// Note a number that linked abilities refer to as `ChosenNumber` (CR 607.2e).
    #[word(own(Link))]
    NoteNumber(Quantity),
    /// Exile objects until an event, after which they return immediately (CR 610.3).
    #[word(own(Link), deeds(EXILED))]
    ExileUntil {
        /// Which objects.
        what: Objects,
        /// The event.
        until: TriggerEvent,
    },
    /// A player separates objects into two piles and another picks one (CR 700.3). `Pile(0)` is the
    /// picked pile, `Pile(1)` the other.
    Separate {
        /// Who separates.
        who: Players,
        /// Which objects.
        what: Objects,
        /// Who picks a pile; from then on `Pile(0)` is that one and `Pile(1)` the other.
        picks: Players,
    },
    /// Players take extra turns after this one (CR 500.7).
    ExtraTurn {
        /// Who takes them.
        #[serde(default = "you")]
        who: Players,
        /// How many each.
        #[serde(default = "once")]
        count: Quantity,
        /// Whether each comes after that player's next turn rather than after this one: "after that
        /// turn".
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        after_next: bool,
    },
    /// Add phases to this turn, in the given order (CR 500.8).
    ExtraPhases {
        /// After which phase.
        after: AfterPhase,
        /// The phases.
        phases: Vec<Phase>,
    },
    /// Add steps to the current phase (CR 500.9).
    ExtraSteps {
        /// The step.
        step: TurnStep,
        /// How many.
        count: Quantity,
        /// Where.
        place: StepPlace,
    },
    /// Players skip their next turns, phases or steps of a kind (CR 614.10a).
    Skip {
        /// Who skips.
        who: Players,
        /// What is skipped.
        what: TurnPart,
        /// How many.
        count: Quantity,
    },
    /// Flip coins, one after another (CR 705). `Flip(Won)` and `Coins(Won)` refer to the results.
    FlipCoins {
        /// Who flips, in APNAP order.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// How many each.
        count: Quantity,
        /// Whether the player calls each flip, and so wins or loses it (CR 705.1, 705.2).
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        called: bool,
        /// A result that ends the flipping early.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<CoinSide>,
    },
    /// Roll dice (CR 706). `Roll(Total)` is the result.
    RollDice {
        /// Who rolls.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// How many each.
        count: Quantity,
        /// How many sides each die has (CR 706.1a).
        sides: u32,
        /// What is added to each result (CR 706.2).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plus: Option<Quantity>,
        /// How many of the lowest rolls to ignore (CR 706.5).
        #[serde(default, skip_serializing_if = "is_zero")]
        ignore_lowest: u32,
        /// The results table (CR 706.3).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        table: Vec<TableRow>,
    },
    /// In a results table: roll again (CR 706.3c).
    RollAgain,
    /// Players win the game (CR 104.2b).
    #[word(own(Nothing))]
    Win(Players),
    /// Players lose the game (CR 104.3e).
    #[word(own(Nothing))]
    Lose(Players),
    /// The game is a draw (CR 104.4c).
    #[word(own(Nothing))]
    DrawGame,
    /// End the turn, exiling everything on the stack (CR 719.1). The rest of the text is still
    /// followed.
    EndTurn,
    /// End the combat phase (CR 719.2).
    EndCombatPhase,
    /// A player becomes the monarch (CR 720.3).
    #[word(own(Nothing))]
    BecomeMonarch(Players),
    /// A player controls others during each one's next turn: "you control target player during that
    /// player's next turn" (CR 718.1).
    ControlNextTurn {
        /// Who controls.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// Who is controlled.
        whom: Players,
    },
    /// Control players while objects resolve: "you control target player until this spell finishes
    /// resolving" is `ControlWhileResolving(whom: Target(0), what: This)`. With another spell as
    /// `what`, the player is controlled as that one resolves (CR 718.2).
    ControlWhileResolving {
        /// Who controls.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// Who is controlled.
        whom: Players,
        /// Which spells or abilities.
        what: Objects,
    },
    /// Restart the game (CR 721.1). The instructions after it are followed just before the first
    /// turn; `Those` are then the cards left in exile.
    RestartGame {
        /// The cards left in exile (CR 721.5).
        leaving: Objects,
    },
    /// Choose any number of permanents and players with counters; each gets another counter of each
    /// kind it has (CR 701.27a).
    #[word(deeds(ANY))]
    Proliferate,
    /// Permanents explore, one after another. Each one's controller reveals the top card of their
    /// library and takes it if it is a land; otherwise the permanent gets a +1/+1 counter, and the
    /// card may go to the graveyard (CR 701.40a).
    Explore(Objects),
    /// Choose a creature token you control, and create a token that is a copy of it (CR 701.30a).
    #[word(deeds(ANY))]
    Populate,
    /// Choose a creature with the least toughness among those you control, and put this many +1/+1
    /// counters on it (CR 701.33a).
    Bolster(Quantity),
    /// Put this many +1/+1 counters on the permanent with the ability if it has none
    /// (CR 701.43a).
    Adapt(Quantity),
    /// Permanents get a designation that means nothing by itself (CR 701.31b, 702.112b), or cards
    /// in exile one that reserves them for a later turn. `Marked` asks for it. Keyword actions and
    /// abilities give the former, and cards only the latter.
    #[word(own(Link))]
    Mark {
        /// Which permanents or cards.
        what: Objects,
        /// The designation.
        being: Marking,
        /// A number noted with it, which `BecomesMarked` tells (CR 701.31c).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<Quantity>,
        /// For cards in exile: a keyword ability that they are given with the designation, besides
        /// their printed ones, so that they may be cast for its cost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gaining: Option<Box<Keyword>>,
    },
    /// Until your next turn, permanents can't attack or block, and their activated abilities can't
    /// be activated (CR 701.29a).
    Detain(Objects),
    /// If the permanent with the ability isn't monstrous, it gets this many +1/+1 counters and
    /// becomes monstrous (CR 701.31a).
    Monstrosity(Quantity),
    /// Create a Clue token (CR 701.36a).
    #[word(deeds(ANY))]
    Investigate,
    /// Create a 0/0 black Zombie Army creature token unless you control an Army creature, then put
    /// this many +1/+1 counters on an Army creature of yours (CR 701.44a).
    Amass(Quantity),
    /// Look at the top cards of an opponent's library and put any number of them on the bottom
    /// (CR 701.22a).
    #[word(own(Nothing))]
    Fateseal(Quantity),
    /// You and an opponent each reveal the top card of your library and may put it on the bottom;
    /// whoever revealed the greatest mana value wins (CR 701.23). `WonClash` asks who won.
    #[word(own(Nothing), deeds(ANY))]
    Clash,
    /// Put a +1/+1 counter on each of these targets (CR 701.35a).
    Support(Objects),
    /// Until your next turn, creatures attack each combat if able, and attack a player other than
    /// you if able (CR 701.38).
    Goad(Objects),
    /// You may discard a card to draw a card; if you don't discard, you may take a Lesson card that
    /// you own from outside the game (CR 701.45a).
    #[word(deeds(ANY))]
    Learn,
    /// Each player votes, beginning with one of them and in turn order (CR 701.32a). Players with
    /// several votes cast them all when it is their turn (CR 701.32d). `Votes("time")` counts the
    /// votes for a word; `MostVoted` are the objects with the most votes.
    Vote {
        /// Who votes first.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        first: Players,
        /// What they vote for.
        on: Ballot,
    },
    /// Venture into the dungeon: move your venture marker to the next room of your dungeon, or
    /// bring a dungeon into the game (CR 701.46).
    #[word(own(Nothing))]
    Venture,
    /// Double the power and toughness of creatures, or one of the two: each gets +X/+Y, where X and
    /// Y are its power and toughness now, even if they are less than zero (CR 701.9a-c). Doubling
    /// anything else is said with its number: `SetLife(who: You, to: Times(2, Life(You)))`.
    #[word(own(Nothing))]
    Double {
        /// Which creatures.
        what: Objects,
        /// Whether their power is doubled.
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        power: bool,
        /// Whether their toughness is doubled.
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        toughness: bool,
        /// For how long.
        duration: Duration,
    },
    /// Exchange two numbers, each of one player or creature (CR 701.10g). Nothing happens unless
    /// both can change.
    #[word(own(Nothing), deeds(LIFE_GAINED, LIFE_LOST))]
    ExchangeNumbers {
        /// One of them.
        one: Exchanged,
        /// The other.
        other: Exchanged,
        /// For how long a power or toughness is changed.
        #[serde(default = "indefinitely", skip_serializing_if = "is_indefinite")]
        duration: Duration,
    },
    /// Players play a subgame with their libraries as their decks, and this game waits for its end
    /// (CR 722). `WonSubgame` and `DidntWinSubgame` are the players by its result.
    #[word(own(Nothing))]
    PlaySubgame,
    /// A player planeswalks (CR 701.24). Nothing happens unless they are the planar controller.
    #[word(own(Nothing))]
    Planeswalk(Players),
    /// Roll the planar die (CR 901.9).
    RollPlanarDie,
    /// Abandon ongoing schemes (CR 701.26).
    Abandon(Objects),
}

fn library() -> Vec<ZoneKind> {
    vec![ZoneKind::Library]
}

fn is_library(zones: &[ZoneKind]) -> bool {
    zones == [ZoneKind::Library]
}

const fn indefinitely() -> Duration {
    Duration::Indefinite
}

fn is_indefinite(duration: &Duration) -> bool {
    *duration == Duration::Indefinite
}

fn you() -> Players {
    Players::You
}

impl Instruction {
    /// The lists of instructions that are followed as part of it, in some course of a game.
    pub fn lists(&self) -> Vec<&[Instruction]> {
        match self {
            Instruction::May { then, .. }
            | Instruction::Unless { then, .. }
            | Instruction::ForEach { then, .. }
            | Instruction::Instead { then, .. }
            | Instruction::Repeat { then, .. } => vec![then],
            Instruction::If { then, otherwise, .. } | Instruction::MayPay { then, otherwise, .. } => {
                vec![then, otherwise]
            }
            Instruction::RollDice { table, .. } => table.iter().map(|row| row.then.as_slice()).collect(),
            _ => Vec::new(),
        }
    }
}

fn this() -> Objects {
    Objects::This
}

fn is_you(who: &Players) -> bool {
    *who == Players::You
}

const fn once() -> Quantity {
    Quantity::Fixed(1)
}

fn is_once(count: &Quantity) -> bool {
    *count == once()
}

const fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_yes(yes: &bool) -> bool {
    *yes
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_zero(n: &u32) -> bool {
    *n == 0
}
