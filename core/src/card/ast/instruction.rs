//! One instruction of a spell ability or of the effect of an activated or triggered ability (CR 608.2), as data.

use serde::{Deserialize, Serialize};

use crate::card::ast::ability::{Ability, Body, Face, FaceDown, TargetWhat, Total};
use crate::card::ast::cost::{Cost, ManaOutput, ManaTerm};
use crate::card::ast::effect::{Choosing, Duration, Exception, Modification, Replacement, StaticEffect};
use crate::card::ast::filter::{Again, Condition, Each, Filter, Objects, Players, Quantity};
use crate::card::ast::keyword::ForetellCost;
use crate::card::ast::restriction::CastingCost;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::chosen::Rewording;
use crate::card::words::comparison::CoinSide;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Changing;
use crate::card::words::predefined::Predefined;
use crate::card::words::turn_step::{AfterPhase, DayNight, Phase, StepPlace, TurnPart, TurnStep};
use crate::card::words::zone_kind::{Place, ZoneKind};

/// A row of a results table (CR 706.3a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRow {
    /// The least result that the row is for.
    pub from: i32,
    /// The greatest; without it the row is "N+".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<i32>,
    /// What happens.
    pub then: Vec<Instruction>,
}

impl TableRow {
    /// Whether it is for a result.
    pub fn has(&self, result: i32) -> bool {
        self.from <= result && self.to.is_none_or(|to| result <= to)
    }
}

/// What the targets of a copy of a spell or ability are (CR 707.10).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CopyTargets {
    /// Those of what is copied.
    #[default]
    Same,
    /// The copy's controller may choose new ones (CR 707.10c).
    MayChoose,
    /// One copy for each of these that the spell or ability could target (CR 707.10d).
    ForEach(TargetWhat),
    /// Each of these; there is a copy for each that it could target (CR 707.10e).
    These(Recipients),
}

impl CopyTargets {
    /// Whether the copy has the targets of what is copied.
    pub fn is_same(&self) -> bool {
        *self == CopyTargets::Same
    }
}

/// Who or what is dealt damage, or what something is attached to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Recipients {
    /// Whatever was chosen for a target: by its name, `Target("victim")`, or its position from 0
    /// (CR 115.4).
    Target(u8),
    /// Objects.
    Objects(Objects),
    /// Players.
    Players(Players),
    /// Players and objects.
    Both(Players, Objects),
    /// Whatever was chosen as it resolved, in this place; the one whose turn it is where `ForEach` names the place
    /// (CR 608.2d, 608.2f).
    Chosen(u8),
}

/// How a creature comes to attack or block without being declared (CR 508.4, 509.7). Nothing
/// triggers on its attacking or blocking, and no restriction, requirement or cost applies to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
}

/// One instruction of a spell ability or of the effect of an activated or triggered ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Instruction {
    /// Deal damage (CR 120).
    DealDamage {
        /// What deals it.
        #[serde(default = "this")]
        source: Objects,
        /// How much.
        amount: Quantity,
        /// To whom or what.
        to: Recipients,
        /// Who or what is dealt the damage beyond what is lethal instead; the permanent is then
        /// `Affected`: `Players(ControllerOf(Affected))` (CR 120.4a).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        excess: Option<Recipients>,
    },
    /// Two creatures deal damage equal to their power to each other (CR 701.12a).
    Fight {
        /// One of them.
        what: Objects,
        /// The other.
        with: Objects,
    },
    /// Gain life (CR 119.3).
    GainLife {
        /// Who does.
        #[serde(default = "you")]
        who: Players,
        /// How much.
        amount: Quantity,
    },
    /// Lose life (CR 119.3).
    LoseLife {
        /// Who does.
        who: Players,
        /// How much.
        amount: Quantity,
    },
    /// Set life totals to a number (CR 119.5).
    SetLife {
        /// Whose; `They` is that player in the number.
        who: Players,
        /// The number.
        to: Quantity,
    },
    /// Two players exchange life totals (CR 701.10c). For "two target players" say the same in both
    /// fields.
    ExchangeLife {
        /// One of them, or both.
        who: Players,
        /// The other.
        with: Players,
    },
    /// Exchange control of two permanents (CR 701.10b). For "two target creatures" say the same in
    /// both fields.
    ExchangeControl {
        /// One of them, or both.
        what: Objects,
        /// The other.
        with: Objects,
    },
    /// Cards of one zone change places with cards of another, all of them one player's (CR 701.10d-f). A zone may be empty;
    /// what takes the place of something attached is attached to the same (CR 701.10e).
    ExchangeCards {
        /// Which cards.
        what: Objects,
        /// The zone that they are in.
        from: ZoneKind,
        /// With which cards.
        with: Objects,
        /// The zone that those are in.
        and: ZoneKind,
    },
    /// Draw cards, one after another (CR 121.2).
    Draw {
        /// Who does.
        #[serde(default = "you")]
        who: Players,
        /// How many.
        #[serde(default = "once")]
        count: Quantity,
    },
    /// Discard cards of the player's choice (CR 701.8).
    Discard {
        /// Who does.
        who: Players,
        /// How many.
        #[serde(default = "once")]
        count: Quantity,
        /// Whether the cards are chosen at random (CR 701.8b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        at_random: bool,
    },
    /// Their owners discard these cards, which another player or an earlier instruction chose (CR 701.8b).
    DiscardThose(Objects),
    /// The controller of the spell or ability sacrifices those of these permanents that they control: "sacrifice it"
    /// (CR 701.17a). What another player controls stays.
    SacrificeThose(Objects),
    /// Players sacrifice those of these permanents that they control (CR 701.17a): with
    /// `who: ControllerOf(Target(0)), what: Target(0)` "that creature's controller sacrifices it".
    SacrificeTheirs {
        /// Who does.
        who: Players,
        /// Which permanents.
        what: Objects,
    },
    /// Choose objects or players, which are not targets (CR 115.10, 608.2d). Later instructions
    /// speak of them by the name or number of `into`: `Chosen("spoils")`.
    Choose {
        /// Who chooses, each for themselves in APNAP order; `They` is that player.
        #[serde(default = "you")]
        who: Players,
        /// What may be chosen, written as for targets; also a source of damage, `Source(…)` (CR
        /// 609.7a).
        what: TargetWhat,
        /// How many.
        #[serde(default = "once")]
        count: Quantity,
        /// Whether fewer may be chosen.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        up_to: bool,
        /// Whether they are chosen at random.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        at_random: bool,
        /// What the player divides among those chosen, at least one each (CR 608.2d); `Portion` is
        /// each one's share.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        divide: Option<Box<Quantity>>,
        /// Whether only what hasn't been chosen yet as the spell or ability resolves may be chosen: "that hasn't been chosen
        /// this way". Otherwise several players may choose the same.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unchosen: bool,
        /// A limit on what each player chooses together: "with total power 4 or less".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total: Option<Box<Total>>,
        /// The name by which later instructions speak of what was chosen, as in `Chosen("victim")`, or a number.
        into: u8,
    },
    /// Do something for each of several, one after another (CR 608.2f).
    ForEach {
        /// For whom or what.
        each: Each,
        /// The name, or number, by which the list and lists within it speak of the one that it is being done for:
        /// `Chosen("one")`. What is `Affected`, or `They`, is the one of the innermost list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        into: Option<u8>,
        /// What is done.
        then: Vec<Instruction>,
    },
    /// Repeat a process.
    Repeat {
        /// What is done.
        then: Vec<Instruction>,
        /// How often.
        again: Again,
    },
    /// Change the targets of spells or abilities (CR 115.7).
    ChangeTargets {
        /// Who changes them.
        #[serde(default = "you")]
        who: Players,
        /// Of which spell or ability.
        of: Objects,
        /// How many of them.
        which: Changing,
        /// What they are changed to; any legal target if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Box<TargetWhat>>,
    },
    /// Put cards from the top of a library into a graveyard (CR 701.13).
    Mill {
        /// Who does.
        who: Players,
        /// How many.
        count: Quantity,
    },
    /// Destroy permanents (CR 701.7).
    Destroy(Objects),
    /// Destroy permanents; they can't be regenerated (CR 701.15c).
    DestroyForGood(Objects),
    /// Regenerate permanents: create a shield for each (CR 701.15a).
    Regenerate(Objects),
    /// Phase permanents out, with what is attached to them (CR 702.26b).
    PhaseOut(Objects),
    /// Phase permanents in (CR 702.26c).
    PhaseIn(Objects),
    /// Phase permanents in and others out, all at once.
    PhaseInAndOut {
        /// What phases in.
        back: Objects,
        /// What phases out.
        out: Objects,
    },
    /// Phase permanents out until something happens; then they phase in at once (CR 610.4).
    PhaseOutUntil {
        /// Which.
        what: Objects,
        /// What ends it.
        until: TriggerEvent,
        /// Whether they are tapped as they phase in.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tapped: bool,
    },
    /// Exile objects (CR 701.11).
    Exile(Objects),
    /// Exile objects face down (CR 406.3).
    ExileFaceDown {
        /// What is exiled.
        what: Objects,
        /// Who may look at them for as long as they remain there; nobody if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        look: Option<Players>,
    },
    /// Foretell cards of a hand: exile them face down, foretold (CR 702.143a). No card says it: the special action does.
    Foretell {
        /// Which.
        what: Objects,
        /// What they may be cast for besides what is printed on them.
        #[serde(default)]
        cost: Option<ForetellCost>,
    },
    /// Cards in exile become foretold (CR 702.143d).
    BecomeForetold {
        /// Which.
        what: Objects,
        /// What they may be cast for besides their own foretell cost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<ForetellCost>,
    },
    /// Turn permanents face down (CR 708.2a).
    TurnFaceDown(Objects),
    /// Turn permanents face up (CR 708.7), or cards in exile (CR 406.3).
    TurnFaceUp {
        /// Which.
        what: Objects,
        /// Whether a megamorph cost was paid for it, as a special action (CR 702.37b). No card says it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        megamorph: bool,
    },
    /// Manifest cards (CR 701.34): those of a library one at a time (CR 701.34d).
    Manifest {
        /// Who does, and controls them.
        #[serde(default = "you")]
        who: Players,
        /// Which cards.
        what: Objects,
    },
    /// Put objects that you own into the ante zone, in a game for ante (CR 407.4).
    Ante(Objects),
    /// Change who owns cards, in a game for ante (CR 407.3).
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
    /// Sacrifice permanents of the player's choice (CR 701.17). `They` is that player in the
    /// description and in the number.
    Sacrifice {
        /// Who does.
        who: Players,
        /// Which may be chosen.
        what: Filter,
        /// How many.
        #[serde(default = "once")]
        count: Quantity,
    },
    /// Counter spells or abilities (CR 701.5).
    Counter(Objects),
    /// Counter spells, and put those countered this way somewhere else than into a graveyard (CR
    /// 608.2c, 701.5a).
    CounterInto {
        /// Which spells.
        what: Objects,
        /// Where to; a library means its top.
        into: ZoneKind,
    },
    /// Put objects into a zone of their owners: return to hand, put into a library or graveyard (CR
    /// 400.3).
    Put {
        /// What moves.
        what: Objects,
        /// Where to.
        into: ZoneKind,
        /// Where in a library.
        #[serde(default, skip_serializing_if = "Place::is_top")]
        place: Place,
        /// Whether several go there in a random order, not in one that their owner chooses (CR
        /// 401.4).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        random: bool,
    },
    /// Players shuffle objects into their libraries (CR 701.20c-e).
    ShuffleInto {
        /// What goes there.
        what: Objects,
        /// Whose libraries are shuffled.
        whose: Players,
    },
    /// Put objects onto the battlefield (CR 110.2a). An Aura enters attached to what its controller
    /// chooses, unless it is said.
    PutOntoBattlefield {
        /// What moves.
        what: Objects,
        /// Under whose control.
        control: Players,
        /// Whether it enters tapped.
        #[serde(default)]
        tapped: bool,
        /// Whether it enters attacking or blocking (CR 508.4, 509.7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joining: Option<Joining>,
        /// What it enters attached to (CR 303.4h-i).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attached_to: Option<Recipients>,
        /// The counters that it enters with: `[(Named("rust"), Fixed(2))]`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counters: Vec<(CounterKind, Quantity)>,
        /// What it is besides, as it enters: `[AddType(Enchantment)]` (CR 611.2e).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        being: Vec<Modification>,
        /// Whether it enters face down, and what it is then: `()` is a 2/2 creature (CR 708.3).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face_down: Option<Box<FaceDown>>,
        /// Whether it enters with its back face up (CR 712.10a).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        transformed: bool,
    },
    /// Turn transforming double-faced permanents over (CR 701.28a).
    Transform(Objects),
    /// Meld the two cards of a meld pair (CR 701.37a). Anything else stays where it is.
    Meld(Objects),
    /// It becomes day or night (CR 724.1).
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
        /// What the mana may be spent on, and what follows if it is (CR 106.6).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        terms: Vec<ManaTerm>,
    },
    /// Players lose all unspent mana, and another player adds it (CR 106.13).
    TakeMana {
        /// Who loses it.
        from: Players,
        /// Who gets it.
        to: Players,
    },
    /// Put counters on objects (CR 122.6).
    PutCounters {
        /// On what.
        on: Objects,
        /// Of which kind.
        kind: CounterKind,
        /// How many.
        #[serde(default = "once")]
        count: Quantity,
    },
    /// Remove counters from objects.
    RemoveCounters {
        /// From what.
        from: Objects,
        /// Of which kind.
        kind: CounterKind,
        /// How many.
        count: Quantity,
    },
    /// Move counters from one object to another: both or neither (CR 122.5).
    MoveCounters {
        /// From what.
        from: Objects,
        /// Onto what.
        to: Objects,
        /// Of which kind; all kinds if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<CounterKind>,
        /// How many; all if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<Quantity>,
    },
    /// Put the counters on an object that another has, or had as it left (CR 122.8).
    PutSameCounters {
        /// Whose counters.
        of: Objects,
        /// On what.
        on: Objects,
    },
    /// Give players counters, such as energy (CR 122.1).
    GetCounters {
        /// Who gets them.
        who: Players,
        /// Of which kind.
        kind: CounterKind,
        /// How many.
        count: Quantity,
    },
    /// Attach Auras, Equipment or Fortifications to an object or player (CR 701.3a). If there are
    /// several to attach to, the controller of each attachment chooses one (CR 301.5c, 303.4d).
    Attach {
        /// What is attached.
        what: Objects,
        /// What it is attached to.
        to: Recipients,
    },
    /// Unattach Equipment from what they are attached to (CR 701.3d).
    Unattach(Objects),
    /// Search a library for cards (CR 701.19). Cards with a stated quality, anything more than
    /// `Card`, may be left unfound (CR 701.19b). `Shuffle` is an instruction of its own.
    Search {
        /// Who searches their library.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// Which cards; `Card` is any.
        what: Filter,
        /// How many, at most.
        #[serde(default = "once")]
        count: Quantity,
        /// A limit on what is found together: "with total mana value 6 or less".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total: Option<Box<Total>>,
        /// Whether what is found is shown to all players.
        #[serde(default)]
        reveal: bool,
        /// Where what is found goes. Of a library the other cards are shuffled, and then it is put there: "then shuffle and
        /// put that card on top" (CR 701.20b).
        into: ZoneKind,
        /// Where in the library.
        #[serde(default, skip_serializing_if = "Place::is_top")]
        place: Place,
        /// Whether it enters the battlefield tapped, with `into: Battlefield`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tapped: bool,
    },
    /// Look at hidden cards. They are then `ThisWay(LookedAt)`.
    LookAt {
        /// Who looks.
        #[serde(default = "you")]
        who: Players,
        /// At what.
        what: Objects,
    },
    /// Look at the top cards of a library and put any number of them on the bottom (CR 701.18). For
    /// several players use `ForEach`.
    Scry {
        /// The one player who does.
        #[serde(default = "you")]
        who: Players,
        /// How many cards.
        count: Quantity,
    },
    /// Look at the top cards of a library and put any number of them into the graveyard (CR
    /// 701.42). For several players use `ForEach`.
    Surveil {
        /// The one player who does.
        #[serde(default = "you")]
        who: Players,
        /// How many cards.
        count: Quantity,
    },
    /// Shuffle libraries (CR 701.20).
    Shuffle(Players),
    /// Show cards to all players (CR 701.16a).
    Reveal(Objects),
    /// Cards that this resolution has exiled haunt a creature (CR 702.55b).
    Haunt {
        /// Which cards.
        what: Objects,
        /// What they haunt.
        creature: Objects,
    },
    /// Tap permanents (CR 701.21a).
    Tap(Objects),
    /// Untap permanents (CR 701.21b).
    Untap(Objects),
    /// Create tokens (CR 111): `CreateTokens(who: You, count: Fixed(1), predefined: Treasure)`, or
    /// with `token: (types: [Creature], subtypes: ["Goblin"], power: 1, toughness: 1)`.
    CreateTokens {
        /// Who creates them.
        #[serde(default = "you")]
        who: Players,
        /// How many.
        #[serde(default = "once")]
        count: Quantity,
        /// A predefined token, which `token` adds to (CR 111.10).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        predefined: Option<Predefined>,
        /// What each token is; without a name it is called by its subtypes (CR 111.4).
        #[serde(default, skip_serializing_if = "Face::is_empty_box")]
        token: Box<Face>,
        /// What they enter attached to (CR 303.4i).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attached_to: Option<Recipients>,
        /// Power and toughness that are worked out: `(X, X)` (CR 111.3).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<(Quantity, Quantity)>,
        /// Whether they enter tapped.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tapped: bool,
        /// Whether they enter attacking or blocking (CR 508.4, 509.7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joining: Option<Joining>,
    },
    /// Remove all damage that is marked on permanents (CR 120.6).
    RemoveDamage(Objects),
    /// Remove creatures and planeswalkers from combat (CR 506.4).
    RemoveFromCombat(Objects),
    /// Attacking creatures become blocked, though nothing blocks them (CR 509.1h).
    BecomeBlocked(Objects),
    /// Blocked creatures become unblocked (CR 509.1h).
    BecomeUnblocked(Objects),
    /// Creatures on the battlefield become attacking creatures (CR 508.4).
    Attack {
        /// Which creatures.
        what: Objects,
        /// What they are attacking.
        joining: Joining,
    },
    /// Creatures on the battlefield block an attacking creature (CR 509.6).
    Block {
        /// Which creatures block.
        what: Objects,
        /// The attacking creatures; each blocks one of them.
        attacker: Filter,
        /// Who chooses it if there are several.
        chosen_by: Players,
    },
    /// A player chooses anew which player or planeswalker creatures are attacking (CR 508.7).
    Reselect {
        /// Who chooses.
        who: Players,
        /// Which attacking creatures.
        what: Objects,
    },
    /// Players get an emblem (CR 114.2).
    GetEmblem {
        /// Who does.
        #[serde(default = "you")]
        who: Players,
        /// All that it has.
        abilities: Vec<Ability>,
    },
    /// Begin a continuous effect on the characteristics of objects: "gets +2/+2 until end of turn"
    /// (CR 611.2).
    Modify {
        /// What is affected; locked in as the effect begins (CR 611.2c).
        what: Objects,
        /// What changes.
        modifications: Vec<Modification>,
        /// For how long.
        duration: Duration,
    },
    /// Begin a continuous effect on the rules: a replacement or prevention effect, a restriction, a
    /// requirement, a permission (CR 611.2). With the duration `NextThisTurn` it is "the next time
    /// … this turn" (CR 615.8).
    Establish {
        /// The effect.
        effect: StaticEffect,
        /// For how long.
        duration: Duration,
        /// The objects that are `Those` in the effect, determined as it begins; if there are none,
        /// nothing begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<Objects>,
        /// Whether there is one effect for each of them (CR 615.11).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        apiece: bool,
    },
    /// Create a delayed triggered ability (CR 603.7), or a reflexive one, which triggers at once
    /// (CR 603.12): with `when: ThisWay(…)` for each such event of the resolution so far, with
    /// `when: Done` as "when you do" in the `then` of `May` or `MayPay`. A body without targets
    /// speaks of the targets of what creates it.
    Delay {
        /// What it waits for.
        when: TriggerEvent,
        /// What it does.
        body: Box<Body>,
        /// How long it lasts and triggers each time; without it, it triggers only once (CR 603.7b).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Duration>,
    },
    /// Objects become copies of another (CR 707.4).
    BecomeCopy {
        /// Which objects.
        what: Objects,
        /// The object that they become copies of.
        of: Objects,
        /// Exceptions (CR 707.9).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<Exception>,
        /// For how long.
        duration: Duration,
    },
    /// Create tokens that are copies of objects (CR 707.2).
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
        /// Whether they enter attacking or blocking, and what (CR 508.4, 509.7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joining: Option<Joining>,
    },
    /// Copy spells or abilities: put copies of them onto the stack (CR 707.10).
    CopySpell {
        /// Who copies, each in APNAP order, and controls the copies.
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
    /// Copy cards where they are. The copies are `Created`, and `MayPlay` lets them be cast during
    /// this resolution (CR 707.12).
    CopyCards(Objects),
    /// Copy a card, by its name, outside of the game (CR 707.13).
    CopyNamed(String),
    /// Replace words in the text of objects (CR 612).
    ChangeText {
        /// The text of what.
        what: Objects,
        /// Which words.
        words: Rewording,
        /// For how long.
        duration: Duration,
    },
    /// Follow instructions with something in them replaced: "if … this way, … instead" (CR 614.15).
    /// That replacement applies before any other.
    Instead {
        /// What would happen, and what happens instead.
        replacement: Box<Replacement>,
        /// What is done.
        then: Vec<Instruction>,
    },
    /// A player may have something done.
    May {
        /// Who decides.
        #[serde(default = "you")]
        who: Players,
        /// What is done then.
        then: Vec<Instruction>,
    },
    /// A player may cast or play some of these cards now, whatever the time (CR 608.2g).
    MayPlay {
        /// Who may.
        #[serde(default = "you")]
        who: Players,
        /// Which cards, from wherever they are.
        what: Objects,
        /// How many, one after another; any number if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u8>,
        /// Whether lands may be played as well (CR 305.2b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lands: bool,
        /// What a spell costs.
        #[serde(default, skip_serializing_if = "CastingCost::is_usual")]
        cost: CastingCost,
        /// Whether it is not "may" but "if able" (CR 118.8c).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        must: bool,
        /// What happens instead of something that would happen to a spell that is cast so, for as long as it is on the
        /// stack: "if that spell would be put into a graveyard, exile it instead" (CR 400.7g, 614.1a). `This` is the spell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead: Option<Box<Replacement>>,
    },
    /// Do something unless a player pays a cost (CR 118.12).
    Unless {
        /// Who may pay; of several, each in turn until one does.
        who: Players,
        /// What is paid.
        cost: Vec<Cost>,
        /// What is done if it is not paid.
        then: Vec<Instruction>,
    },
    /// A player may pay a cost: "you may pay {2}. If you do, …; if you don't, …" (CR 118.12).
    MayPay {
        /// Who may pay; of several, each in turn until one does.
        #[serde(default = "you")]
        who: Players,
        /// What is paid.
        cost: Vec<Cost>,
        /// Whether it is paid without a choice if it can be: "sacrifice it. If you do, …" (CR
        /// 118.12).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        must: bool,
        /// What is done if it is paid: "if you do".
        #[serde(default)]
        then: Vec<Instruction>,
        /// What is done if it is not paid: "if you don't".
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Instruction>,
    },
    /// Do something only if a condition holds.
    If {
        /// The condition.
        condition: Condition,
        /// What is done if it holds.
        then: Vec<Instruction>,
        /// What is done if it doesn't.
        #[serde(default)]
        otherwise: Vec<Instruction>,
    },
    /// Choose a value, such as a color or a name, for linked abilities to speak of (CR 607.2d).
    ChooseValue(Choosing),
    /// Note a number, which linked abilities speak of as `ChosenNumber` (CR 607.2e).
    NoteNumber(Quantity),
    /// Exile objects until an event, which returns them at once to where they were (CR 610.3).
    ExileUntil {
        /// What is exiled.
        what: Objects,
        /// Until what happens.
        until: TriggerEvent,
    },
    /// A player separates objects into two piles, and another picks one: `Pile(0)`; the other is
    /// `Pile(1)` (CR 700.3).
    Separate {
        /// Who separates.
        who: Players,
        /// What.
        what: Objects,
        /// Who picks a pile: `Pile(0)` is that one from now on, `Pile(1)` the other.
        picks: Players,
    },
    /// Players take extra turns after this one (CR 500.7).
    ExtraTurn {
        /// Who does.
        #[serde(default = "you")]
        who: Players,
        /// How many each.
        #[serde(default = "once")]
        count: Quantity,
        /// Whether each follows the next turn that the player takes: "after that turn".
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        after_next: bool,
    },
    /// Add phases to this turn, in this order (CR 500.8).
    ExtraPhases {
        /// After which phase.
        after: AfterPhase,
        /// Which.
        phases: Vec<Phase>,
    },
    /// Add steps to the phase under way (CR 500.9).
    ExtraSteps {
        /// Which.
        step: TurnStep,
        /// How many.
        count: Quantity,
        /// Where.
        place: StepPlace,
    },
    /// Players skip their next turns, phases or steps of a kind (CR 614.10a).
    Skip {
        /// Who does.
        who: Players,
        /// What is skipped.
        what: TurnPart,
        /// How many of them.
        count: Quantity,
    },
    /// Flip coins, one after another (CR 705). `Flip(Won)` and `Coins(Won)` ask how they came out.
    FlipCoins {
        /// Who does, in APNAP order.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// How many each.
        count: Quantity,
        /// Whether the player calls the flip, and so wins or loses it (CR 705.1, 705.2).
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        called: bool,
        /// The result that ends the flipping early.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<CoinSide>,
    },
    /// Roll dice (CR 706). `Roll(Total)` is the result.
    RollDice {
        /// Who does.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// How many each.
        count: Quantity,
        /// How many sides each die has (CR 706.1a).
        sides: u32,
        /// What is added to each result (CR 706.2).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plus: Option<Quantity>,
        /// How many of the lowest rolls are ignored (CR 706.5).
        #[serde(default, skip_serializing_if = "is_zero")]
        ignore_lowest: u32,
        /// The results table (CR 706.3).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        table: Vec<TableRow>,
    },
    /// In a results table: roll the same again (CR 706.3c).
    RollAgain,
    /// Players win the game (CR 104.2b).
    Win(Players),
    /// Players lose the game (CR 104.3e).
    Lose(Players),
    /// The game is a draw (CR 104.4c).
    DrawGame,
    /// End the turn: everything on the stack is exiled (CR 719.1). What the text says after it is
    /// still done.
    EndTurn,
    /// End the combat phase (CR 719.2).
    EndCombatPhase,
    /// A player becomes the monarch (CR 720.3).
    BecomeMonarch(Players),
    /// A player controls others, each during the next turn that they take: "you control target
    /// player during that player's next turn" (CR 718.1).
    ControlNextTurn {
        /// Who controls.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// Whom.
        whom: Players,
    },
    /// Restart the game (CR 721.1). In what comes after it, which is done just before the first
    /// turn, `Those` are the cards left in exile.
    RestartGame {
        /// The cards that are left in exile (CR 721.5).
        leaving: Objects,
    },
    /// Choose any number of permanents and players with counters, and give each another counter of each kind
    /// that it has (CR 701.27a).
    Proliferate,
}

fn you() -> Players {
    Players::You
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
