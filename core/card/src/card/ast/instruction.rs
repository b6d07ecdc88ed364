//! One instruction of a spell ability or of the effect of an activated or triggered ability
//! (CR 608.2), as data.
//!
//! Each is a declaration of its own, which says what it is told and what the checks need to know of
//! it; how it is carried out stands under `rules::resolve`. [`Instruction`] lists them all.

use retrace_words::Words;
use serde::{Deserialize, Serialize};

use crate::card::ast::ability::{Ability, Body, Face, FaceDown, TargetWhat, Total};
use crate::card::ast::cost::{Cost, ManaOutput, ManaTerm, is_once, once};
use crate::card::ast::effect::{Choosing, Duration, Exception, Modification, Replacement, StaticEffect};
use crate::card::ast::filter::{Again, Condition, Each, Filter, Objects, Players, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::CastingCost;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::chosen::Rewording;
use crate::card::words::comparison::CoinSide;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Changing;
use crate::card::words::marking::Marking;
use crate::card::words::predefined::Predefined;
use crate::card::words::refers::{Need, Own};
use crate::card::words::turn_step::{AfterPhase, DayNight, Phase, StepPlace, TurnPart, TurnStep};
use crate::card::words::zone_kind::{Place, ZoneKind};
use crate::rule;

/// One instruction of a spell ability or of the effect of an activated or triggered ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(each_of(crate::card::verb))]
#[allow(missing_docs, reason = "each has its own declaration, with its meaning")]
pub enum Instruction {
    DealDamage(DealDamage),
    Fight(Fight),
    GainLife(GainLife),
    LoseLife(LoseLife),
    SetLife(SetLife),
    ExchangeLife(ExchangeLife),
    RedistributeLife(RedistributeLife),
    ExchangeControl(ExchangeControl),
    ExchangeCards(ExchangeCards),
    Draw(Draw),
    Discard(Discard),
    DiscardThose(DiscardThose),
    SacrificeThose(SacrificeThose),
    SacrificeTheirs(SacrificeTheirs),
    Choose(Choose),
    ForEach(ForEach),
    Repeat(Repeat),
    ChangeTargets(ChangeTargets),
    Mill(Mill),
    Destroy(Destroy),
    DestroyForGood(DestroyForGood),
    Regenerate(Regenerate),
    PhaseOut(PhaseOut),
    PhaseIn(PhaseIn),
    PhaseInAndOut(PhaseInAndOut),
    PhaseOutUntil(PhaseOutUntil),
    Exile(Exile),
    ExileFaceDown(ExileFaceDown),
    TurnFaceDown(TurnFaceDown),
    TurnFaceUp(TurnFaceUp),
    Manifest(Manifest),
    Ante(Ante),
    ChangeOwner(ChangeOwner),
    SetLevel(SetLevel),
    Sacrifice(Sacrifice),
    Counter(Counter),
    CounterInto(CounterInto),
    Put(Put),
    ShuffleInto(ShuffleInto),
    PutOntoBattlefield(PutOntoBattlefield),
    Transform(Transform),
    Meld(Meld),
    ItBecomes(ItBecomes),
    Flip(Flip),
    AddMana(AddMana),
    TakeMana(TakeMana),
    PutCounters(PutCounters),
    RemoveCounters(RemoveCounters),
    MoveCounters(MoveCounters),
    PutSameCounters(PutSameCounters),
    GetCounters(GetCounters),
    Attach(Attach),
    Unattach(Unattach),
    Search(Search),
    LookAt(LookAt),
    Scry(Scry),
    Surveil(Surveil),
    Shuffle(Shuffle),
    Reveal(Reveal),
    Haunt(Haunt),
    Tap(Tap),
    Untap(Untap),
    CreateTokens(CreateTokens),
    RemoveDamage(RemoveDamage),
    RemoveFromCombat(RemoveFromCombat),
    BecomeBlocked(BecomeBlocked),
    BecomeUnblocked(BecomeUnblocked),
    Attack(Attack),
    Block(Block),
    Reselect(Reselect),
    GetEmblem(GetEmblem),
    Modify(Modify),
    Establish(Establish),
    Delay(Delay),
    BecomeCopy(BecomeCopy),
    CreateCopies(CreateCopies),
    CopySpell(CopySpell),
    CopyCards(CopyCards),
    CopyNamed(CopyNamed),
    ChangeText(ChangeText),
    Instead(Instead),
    May(May),
    Either(Either),
    MayPlay(MayPlay),
    Unless(Unless),
    MayPay(MayPay),
    If(If),
    ChooseValue(ChooseValue),
    NoteNumber(NoteNumber),
    ExileUntil(ExileUntil),
    Separate(Separate),
    ExtraTurn(ExtraTurn),
    ExtraPhases(ExtraPhases),
    ExtraSteps(ExtraSteps),
    Skip(Skip),
    FlipCoins(FlipCoins),
    RollDice(RollDice),
    RollAgain,
    Win(Win),
    Lose(Lose),
    DrawGame,
    EndTurn,
    EndCombatPhase,
    BecomeMonarch(BecomeMonarch),
    ControlNextTurn(ControlNextTurn),
    ControlWhileResolving(ControlWhileResolving),
    RestartGame(RestartGame),
    Proliferate,
    Explore(Explore),
    Populate,
    Bolster(Bolster),
    Adapt(Adapt),
    Mark(Mark),
    Detain(Detain),
    Monstrosity(Monstrosity),
    Investigate,
    Amass(Amass),
    Fateseal(Fateseal),
    Clash,
    Support(Support),
    Goad(Goad),
    Learn,
    Vote(Vote),
    Venture,
    Double(Double),
    ExchangeNumbers(ExchangeNumbers),
    PlaySubgame,
    Planeswalk(Planeswalk),
    RollPlanarDie,
    Abandon(Abandon),
    Bid(Bid),
    ExilePile(ExilePile),
    EndEffect(EndEffect),
    AtOnce(AtOnce),
    RemoveAllCounters(RemoveAllCounters),
    RemoveAnyCounters(RemoveAnyCounters),
    MoreCounters(MoreCounters),
}

impl Instruction {
    /// The lists of instructions that are followed as part of it, in some course of a game.
    pub fn lists(&self) -> Vec<&[Instruction]> {
        match self {
            Instruction::May(May { then, .. })
            | Instruction::Unless(Unless { then, .. })
            | Instruction::ForEach(ForEach { then, .. })
            | Instruction::Instead(Instead { then, .. })
            | Instruction::Repeat(Repeat { then, .. }) => vec![then],
            Instruction::If(If { then, otherwise, .. }) | Instruction::MayPay(MayPay { then, otherwise, .. }) => {
                vec![then, otherwise]
            }
            Instruction::RollDice(RollDice { table, .. }) => table.iter().map(|row| row.then.as_slice()).collect(),
            Instruction::AtOnce(AtOnce(parts)) => vec![parts],
            Instruction::Either(Either { of, .. }) => of.iter().map(Vec::as_slice).collect(),
            _ => Vec::new(),
        }
    }

    /// The place in which it keeps what is chosen, or the current one of a list.
    pub(crate) const fn kept_in(&self) -> Option<u8> {
        match self {
            Instruction::Choose(choose) => Some(choose.into),
            Instruction::ForEach(list) => list.into,
            _ => None,
        }
    }
}

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
    Target(#[word(names(Target))] u8),
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
    Chosen(#[word(names(Choice))] u8),
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

// Instructions about damage and life (CR 119, 120).

/// Deal damage (CR 120).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), deeds(DAMAGE_DEALT, LIFE_GAINED, LIFE_LOST))]
#[word(found_by("burn"))]
pub struct DealDamage {
    /// What deals it.
    #[serde(default = "this")]
    pub source: Objects,
    /// How much.
    #[word(place(recipient(to)))]
    pub amount: Quantity,
    /// To whom or what.
    pub to: Recipients,
    /// Who or what is dealt the damage in excess of lethal damage instead; `Affected` is the
    /// permanent, so `Players(ControllerOf(Affected))` is its controller (CR 120.4a).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[word(place(Affected))]
    pub excess: Option<Recipients>,
}

/// Deal several amounts of damage at the same time, as one event: "deals 2 damage to any target and
/// 1 damage to another target" (CR 120.4, 608.2c). The parts are `DealDamage` instructions, or `If`
/// around them: what of it is dealt, and to whom, is found out before any of it is dealt.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce), own(Nothing))]
pub struct AtOnce(pub Vec<Instruction>);

/// Two creatures fight: each deals damage equal to its power to the other (CR 701.12a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), deeds(DAMAGE_DEALT, LIFE_GAINED, LIFE_LOST))]
pub struct Fight {
    /// One of them.
    pub what: Objects,
    /// The other.
    pub with: Objects,
}

/// Gain life (CR 119.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(LIFE_GAINED))]
pub struct GainLife {
    /// Who gains it.
    #[serde(default = "you")]
    pub who: Players,
    /// How much.
    #[word(place(doer(who)))]
    pub amount: Quantity,
}

/// Lose life (CR 119.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(LIFE_LOST))]
pub struct LoseLife {
    /// Who loses it.
    pub who: Players,
    /// How much.
    #[word(place(doer(who)))]
    pub amount: Quantity,
}

/// Set life totals to a number (CR 119.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(LIFE_GAINED, LIFE_LOST))]
pub struct SetLife {
    /// Whose life totals; in `to`, `They` is that player.
    pub who: Players,
    /// The new life total.
    #[word(place(doer(who)))]
    pub to: Quantity,
}

/// Two players exchange life totals (CR 701.10c). For "two target players", give both fields
/// the same value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn), deeds(LIFE_GAINED, LIFE_LOST))]
pub struct ExchangeLife {
    /// One of them, or both.
    pub who: Players,
    /// The other.
    pub with: Players,
}

/// Redistribute any number of life totals: you choose whose former life total each of these
/// players has from now on (CR 119.7, 119.8, 810.9f).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn), deeds(LIFE_GAINED, LIFE_LOST))]
pub struct RedistributeLife(pub Players);

/// Remove all damage marked on permanents (CR 120.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(Whole), own(Nothing))]
pub struct RemoveDamage(pub Objects);

/// Exchange two numbers, each of one player or creature (CR 701.10g). Nothing happens unless
/// both can change.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole), own(Nothing), deeds(LIFE_GAINED, LIFE_LOST))]
pub struct ExchangeNumbers {
    /// One of them.
    pub one: Exchanged,
    /// The other.
    pub other: Exchanged,
    /// For how long a power or toughness is changed.
    #[serde(default = "indefinitely", skip_serializing_if = "is_indefinite")]
    pub duration: Duration,
}

// Instructions about counters and mana (CR 106, 122).

/// Add mana to a pool (CR 106.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce))]
pub struct AddMana {
    /// Whose pool.
    #[serde(default = "you")]
    pub who: Players,
    /// Which mana.
    pub mana: ManaOutput,
    /// What the mana may be spent on, and the consequences of spending it (CR 106.6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<ManaTerm>,
}

/// Players lose all unspent mana, and another player adds that mana (CR 106.13).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole))]
pub struct TakeMana {
    /// Who loses it.
    pub from: Players,
    /// Who gets it.
    pub to: Players,
}

/// Put counters on objects (CR 122.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(COUNTERS_PUT))]
pub struct PutCounters {
    /// On what.
    pub on: Objects,
    /// Which kind.
    pub kind: CounterKind,
    /// How many.
    #[serde(default = "once")]
    #[word(place(Affected))]
    pub count: Quantity,
}

/// Remove counters from objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(COUNTERS_REMOVED))]
pub struct RemoveCounters {
    /// From what.
    pub from: Objects,
    /// Which kind.
    pub kind: CounterKind,
    /// How many.
    #[word(place(Affected))]
    pub count: Quantity,
}

/// Remove all counters of all kinds from objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce), own(Nothing), deeds(COUNTERS_REMOVED))]
pub struct RemoveAllCounters(pub Objects);

/// Remove counters of any kinds from an object: you choose which, or all of them if there are no
/// more (CR 608.2d). Of several objects, from one after another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn), own(Nothing), deeds(COUNTERS_REMOVED))]
pub struct RemoveAnyCounters {
    /// From what.
    pub from: Objects,
    /// How many.
    #[serde(default = "once")]
    #[word(place(Affected))]
    pub count: Quantity,
}

/// Put more counters of each kind that objects and players have on them: one, or as many as there
/// are: "double the number of each kind of counter" (CR 701.9e).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(COUNTERS_PUT))]
#[word(found_by("double the number of each kind of counter"))]
pub struct MoreCounters {
    /// Who or what has them.
    pub on: Recipients,
    /// Whether as many are put there as there are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub double: bool,
}

/// Move counters from one object to another (CR 122.5). If either half is impossible, nothing
/// happens.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(COUNTERS_PUT, COUNTERS_REMOVED))]
pub struct MoveCounters {
    /// From what.
    pub from: Objects,
    /// Onto what.
    pub to: Objects,
    /// Which kind; all kinds if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<CounterKind>,
    /// How many; all if left out. With it, `kind` is needed: there is no word for counters whose
    /// kinds are chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Quantity>,
}

/// Put counters on an object that match those on another, or those it had when it left
/// (CR 122.8).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(COUNTERS_PUT))]
pub struct PutSameCounters {
    /// Whose counters.
    pub of: Objects,
    /// On what.
    pub on: Objects,
}

/// Give players counters, such as energy (CR 122.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(COUNTERS_PUT))]
pub struct GetCounters {
    /// Who gets them.
    pub who: Players,
    /// Which kind.
    pub kind: CounterKind,
    /// How many.
    #[word(place(doer(who)))]
    pub count: Quantity,
}

/// Choose any number of permanents and players with counters; each gets another counter of each
/// kind it has (CR 701.27a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
#[word(verb, together(InTurn), deeds(ANY))]
pub struct Proliferate;

/// Choose a creature with the least toughness among those you control, and put this many +1/+1
/// counters on it (CR 701.33a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn))]
pub struct Bolster(pub Quantity);

/// Put this many +1/+1 counters on the permanent with the ability if it has none
/// (CR 701.43a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn))]
pub struct Adapt(pub Quantity);

// Instructions about cards in hands and libraries (CR 121, 701).

/// Draw cards, one at a time (CR 121.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(OfPlayers), own(Nothing), deeds(DRAWN))]
#[word(found_by("draw a card"))]
pub struct Draw {
    /// Who draws.
    #[serde(default = "you")]
    pub who: Players,
    /// How many.
    #[serde(default = "once")]
    #[word(place(doer(who)))]
    pub count: Quantity,
}

/// Discard cards of the player's choice (CR 701.8).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(DISCARDED))]
pub struct Discard {
    /// Who discards.
    pub who: Players,
    /// How many.
    #[serde(default = "once")]
    #[word(place(doer(who)))]
    pub count: Quantity,
    /// Whether they are discarded at random (CR 701.8b).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_random: bool,
}

/// The owners of these cards discard them; another player or an earlier instruction chose them
/// (CR 701.8b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce), own(Nothing), deeds(DISCARDED))]
pub struct DiscardThose(pub Objects);

/// Mill cards: put them from the top of a library into a graveyard (CR 701.13).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(MILLED))]
pub struct Mill {
    /// Who mills.
    pub who: Players,
    /// How many.
    #[word(place(doer(who)))]
    pub count: Quantity,
}

/// Search a library, or other zones, for cards (CR 701.19). The player may fail to find cards
/// with a stated quality in a hidden zone, that is, anything but `Card` (CR 701.19b). `Shuffle`
/// is an instruction of its own; several searches before it are one (CR 701.19h). Several
/// players search at once and decide in APNAP order (CR 701.19i).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(OfPlayers), own(Link), deeds(EXILED, PUT, LOOKED_AT, REVEALED, SEARCHED))]
#[word(found_by("tutor"))]
pub struct Search {
    /// Who searches.
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub who: Players,
    /// Whose zones are searched, in place of the searching player's own:
    /// `whose: Target(0)` is "search target player's library".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whose: Option<Players>,
    /// The zones that are searched: `[Graveyard, Hand, Library]`.
    #[serde(default = "library", skip_serializing_if = "is_library")]
    pub zones: Vec<ZoneKind>,
    /// Which cards; `Card` is any card.
    pub what: Filter,
    /// Further cards that are found besides, one or as many as `count` for each of these
    /// descriptions: `what: Subtype("Forest"), and: [Subtype("Plains")]` is "a Forest card and a
    /// Plains card". No card is found for two of them, and all go there at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub and: Vec<Filter>,
    /// The maximum number.
    #[serde(default = "once")]
    pub count: Quantity,
    /// Whether fewer may be found even where they would have to be: in a public zone, or of any
    /// cards (CR 701.19b, 701.19d). "Up to two cards", "any number of cards with that name".
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub up_to: bool,
    /// A limit on the total of the cards found: "with total mana value 6 or less".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Box<Total>>,
    /// Whether the cards found are revealed.
    #[serde(default)]
    pub reveal: bool,
    /// Where the cards found go. If into the library, the rest is shuffled first: "then shuffle
    /// and put that card on top" (CR 701.20b).
    pub into: ZoneKind,
    /// The position in the library.
    #[serde(default, skip_serializing_if = "Place::is_top")]
    pub place: Place,
    /// Whether they enter the battlefield tapped, with `into: Battlefield`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tapped: bool,
    /// Whether they are exiled in a face-down pile that is shuffled, with `into: Exile`, as by
    /// `ExilePile`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pile: bool,
}

/// Look at hidden cards. Later instructions refer to them as `ThisWay(LookedAt)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(OfPlayers), deeds(LOOKED_AT, REVEALED))]
pub struct LookAt {
    /// Who looks.
    #[serde(default = "you")]
    pub who: Players,
    /// Which cards.
    pub what: Objects,
}

/// Scry: look at the top cards of a library and put any number of them on the bottom
/// (CR 701.18). Several players look at once and decide in APNAP order (CR 701.18c).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(OfPlayers), own(Nothing), deeds(PUT, LOOKED_AT))]
pub struct Scry {
    /// Who scries.
    #[serde(default = "you")]
    pub who: Players,
    /// How many cards.
    pub count: Quantity,
}

/// Surveil: look at the top cards of a library and put any number of them into the graveyard
/// (CR 701.42). Several players look at once and decide in APNAP order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(OfPlayers), own(Nothing), deeds(EXILED, PUT, LOOKED_AT))]
pub struct Surveil {
    /// Who surveils.
    #[serde(default = "you")]
    pub who: Players,
    /// How many cards.
    pub count: Quantity,
}

/// Shuffle libraries (CR 701.20).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(OfPlayers))]
pub struct Shuffle(pub Players);

/// Reveal cards to all players (CR 701.16a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce), deeds(REVEALED))]
pub struct Reveal(pub Objects);

/// Permanents explore, one after another. Each one's controller reveals the top card of their
/// library and takes it if it is a land; otherwise the permanent gets a +1/+1 counter, and the
/// card may go to the graveyard (CR 701.40a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn))]
pub struct Explore(pub Objects);

/// Look at the top cards of an opponent's library and put any number of them on the bottom
/// (CR 701.22a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn), own(Nothing))]
pub struct Fateseal(pub Quantity);

/// You and an opponent each reveal the top card of your library and may put it on the bottom;
/// whoever revealed the greatest mana value wins (CR 701.23). `WonClash` asks who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
#[word(verb, together(InTurn), own(Nothing), deeds(ANY))]
pub struct Clash;

// Instructions that move objects between zones (CR 400, 701.5, 701.11).

/// Exchange control of permanents or spells that one player controls for those that another
/// controls (CR 701.10b). It happens as a whole or not at all. For "two target creatures", give
/// both fields the same value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole))]
#[word(found_by("gain control, steal"))]
pub struct ExchangeControl {
    /// One of them, several that one player controls, or both.
    pub what: Objects,
    /// The other, or several that another player controls.
    pub with: Objects,
}

/// Exchange cards in one zone for cards in another, all owned by one player (CR 701.10d-f).
/// Either zone may be empty. A card that replaces an attached one is attached to the same
/// object (CR 701.10e).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Link), deeds(EXILED, PUT))]
pub struct ExchangeCards {
    /// Which cards.
    pub what: Objects,
    /// The zone of those cards.
    pub from: ZoneKind,
    /// The cards they are exchanged for.
    pub with: Objects,
    /// The zone of the cards in `with`.
    pub and: ZoneKind,
}

/// Exile objects (CR 701.11).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce), own(Link), deeds(EXILED), provides(EXILED))]
#[word(found_by("blink, flicker"))]
pub struct Exile(pub Objects);

/// Exile objects face down (CR 406.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Link), deeds(EXILED), provides(EXILED))]
pub struct ExileFaceDown {
    /// What is exiled.
    pub what: Objects,
    /// Who may look at them while they remain in exile; nobody if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<Players>,
    /// The designation that reserves them for who exiles them, who may look at them. No card
    /// says it: special actions do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[word(unsaid)]
    pub being: Option<Marking>,
    /// A keyword ability that they are given with it, besides their printed ones. No card says
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[word(unsaid)]
    pub gaining: Option<Box<Keyword>>,
}

/// Exile objects in a face-down pile and shuffle that pile: nobody may look at the cards, and
/// nobody knows their order or can tell which is which (CR 406.3, 701.20a). For linked abilities
/// `Linked(TopOfPile)` is the top card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn), own(Link), deeds(EXILED), provides(EXILED))]
pub struct ExilePile(pub Objects);

/// Put objects that you own into the ante zone, in a game played for ante (CR 407.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce), deeds(PUT))]
pub struct Ante(pub Objects);

/// Change the owner of cards, in a game played for ante (CR 407.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole))]
pub struct ChangeOwner {
    /// Which cards.
    pub what: Objects,
    /// The new owner.
    pub to: Players,
}

/// Counter spells or abilities (CR 701.5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(Whole), deeds(COUNTERED))]
pub struct Counter(pub Objects);

/// Counter spells and put each spell countered this way into a zone other than the graveyard
/// (CR 608.2c, 701.5a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole), own(Link), deeds(EXILED, COUNTERED))]
pub struct CounterInto {
    /// Which spells.
    pub what: Objects,
    /// The zone; a library means its top.
    pub into: ZoneKind,
}

/// Put objects into their owners' hands, libraries or graveyards (CR 400.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Link), deeds(EXILED, PUT))]
#[word(found_by("bounce, return to hand"))]
pub struct Put {
    /// Which objects.
    pub what: Objects,
    /// The zone.
    pub into: ZoneKind,
    /// The position in a library.
    #[serde(default, skip_serializing_if = "Place::is_top")]
    pub place: Place,
    /// Whether several go there in a random order rather than one that their owner chooses
    /// (CR 401.4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub random: bool,
}

/// Shuffle objects into their owners' libraries (CR 701.20c-e).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(OfPlayers), own(Link), deeds(PUT))]
pub struct ShuffleInto {
    /// Which objects.
    pub what: Objects,
    /// Whose libraries are shuffled.
    pub whose: Players,
}

/// Put objects onto the battlefield (CR 110.2a). The controller of an Aura chooses what it
/// enters attached to, unless `attached_to` says so.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Link), deeds(PUT), provides(PUT))]
#[word(found_by("blink, flicker", "enters with counters", "reanimate"))]
pub struct PutOntoBattlefield {
    /// Which objects.
    pub what: Objects,
    /// Who controls them.
    #[word(place(Affected))]
    pub control: Players,
    /// Whether they enter tapped.
    #[serde(default)]
    pub tapped: bool,
    /// Whether they enter attacking or blocking (CR 508.4, 509.7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joining: Option<Joining>,
    /// What they enter attached to (CR 303.4h-i).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<Recipients>,
    /// The counters they enter with: `[(Named("rust"), Fixed(2))]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<(CounterKind, Quantity)>,
    /// Changes that apply as they enter: `[AddType(Enchantment)]` (CR 611.2e).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub being: Vec<Modification>,
    /// Whether they enter face down, and as what: `()` is a 2/2 creature (CR 708.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face_down: Option<Box<FaceDown>>,
    /// Whether they enter with the back face up (CR 712.10a).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub transformed: bool,
}

/// Cards exiled during this resolution haunt a creature (CR 702.55b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole), own(Link), provides(HAUNTED, EXILED))]
pub struct Haunt {
    /// Which cards.
    pub what: Objects,
    /// The creature.
    pub creature: Objects,
}

/// Exile objects until an event, after which they return immediately (CR 610.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Link), deeds(EXILED), provides(EXILED))]
#[word(found_by("blink, flicker"))]
pub struct ExileUntil {
    /// Which objects.
    pub what: Objects,
    /// The event.
    #[word(place(Awaited))]
    pub until: TriggerEvent,
}

// Instructions about permanents (CR 701).

/// The controller of the spell or ability sacrifices these permanents: "sacrifice it"
/// (CR 701.17a). Permanents that another player controls stay.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce), own(Nothing), deeds(SACRIFICED))]
pub struct SacrificeThose(pub Objects);

/// Players sacrifice these permanents, each only those they control (CR 701.17a):
/// `who: ControllerOf(Target(0)), what: Target(0)` is "that creature's controller sacrifices
/// it".
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(SACRIFICED))]
pub struct SacrificeTheirs {
    /// Who sacrifices.
    pub who: Players,
    /// Which permanents.
    pub what: Objects,
}

/// Destroy permanents (CR 701.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce), own(Nothing), deeds(DESTROYED))]
#[word(found_by("destroy all, wrath"))]
pub struct Destroy(pub Objects);

/// Destroy permanents that can't be regenerated (CR 701.15c).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce), own(Nothing), deeds(DESTROYED))]
#[word(found_by("regenerate, can't be regenerated"))]
pub struct DestroyForGood(pub Objects);

/// Phase permanents out, with everything attached to them (CR 702.26b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce))]
pub struct PhaseOut(pub Objects);

/// Phase permanents in (CR 702.26c).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce))]
pub struct PhaseIn(pub Objects);

/// Phase some permanents in and others out simultaneously.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce))]
pub struct PhaseInAndOut {
    /// What phases in.
    pub back: Objects,
    /// What phases out.
    pub out: Objects,
}

/// Phase permanents out until an event happens; they phase in immediately after it (CR 610.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Link))]
pub struct PhaseOutUntil {
    /// Which permanents.
    pub what: Objects,
    /// The event.
    #[word(place(Awaited))]
    pub until: TriggerEvent,
    /// Whether they phase in tapped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tapped: bool,
}

/// Turn permanents face down (CR 708.2a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce))]
pub struct TurnFaceDown(pub Objects);

/// Turn permanents face up (CR 708.7), or cards in exile (CR 406.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole))]
pub struct TurnFaceUp {
    /// Which permanents or cards.
    pub what: Objects,
    /// Whether this is the special action that pays a megamorph cost (CR 702.37b). No card says
    /// it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[word(unsaid)]
    pub megamorph: bool,
}

/// Manifest cards (CR 701.34); those from a library one at a time (CR 701.34d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(OfPlayers), own(Link), deeds(PUT), provides(PUT))]
pub struct Manifest {
    /// Who manifests and controls them.
    #[serde(default = "you")]
    pub who: Players,
    /// Which cards.
    pub what: Objects,
}

/// Set the level of permanents (CR 717.2a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole))]
pub struct SetLevel {
    /// Which permanents.
    pub what: Objects,
    /// The level.
    pub level: u32,
}

/// Sacrifice permanents of the player's choice (CR 701.17). In `what` and `count`, `They` is
/// that player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(SACRIFICED))]
pub struct Sacrifice {
    /// Who sacrifices.
    pub who: Players,
    /// Which permanents may be chosen.
    #[word(place(doer(who)))]
    pub what: Filter,
    /// How many.
    #[serde(default = "once")]
    #[word(place(doer(who)))]
    pub count: Quantity,
}

/// Transform double-faced permanents (CR 701.28a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(Whole))]
pub struct Transform(pub Objects);

/// Meld the two cards of a meld pair (CR 701.37a). Any other cards stay where they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn), deeds(PUT), provides(PUT))]
pub struct Meld(pub Objects);

/// It becomes day or night (CR 724.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn), own(Nothing))]
pub struct ItBecomes(pub DayNight);

/// Flip permanents (CR 710.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(Whole))]
pub struct Flip(pub Objects);

/// Attach Auras, Equipment or Fortifications to an object or player (CR 701.3a). If `to` offers
/// several, the controller of each attachment chooses one (CR 301.5c, 303.4d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce))]
pub struct Attach {
    /// What is attached.
    pub what: Objects,
    /// What it is attached to.
    pub to: Recipients,
}

/// Unattach Equipment from what they are attached to (CR 701.3d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce))]
pub struct Unattach(pub Objects);

/// Tap permanents (CR 701.21a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce), own(Nothing), deeds(TAPPED))]
pub struct Tap(pub Objects);

/// Untap permanents (CR 701.21b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce), own(Nothing), deeds(UNTAPPED))]
pub struct Untap(pub Objects);

/// Permanents get a designation that means nothing by itself (CR 701.31b, 702.112b), or cards
/// in exile one that reserves them for a later turn. `Marked` asks for it. Keyword actions and
/// abilities give the former, and cards only the latter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole), own(Link))]
pub struct Mark {
    /// Which permanents or cards.
    pub what: Objects,
    /// The designation.
    pub being: Marking,
    /// A number noted with it, which `BecomesMarked` tells (CR 701.31c).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<Quantity>,
    /// For cards in exile: a keyword ability that they are given with the designation, besides
    /// their printed ones, so that they may be cast for its cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gaining: Option<Box<Keyword>>,
}

// Instructions that change what attacks and blocks (CR 506 to 509).

/// Remove creatures and planeswalkers from combat (CR 506.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(Whole), own(Nothing))]
pub struct RemoveFromCombat(pub Objects);

/// Attacking creatures become blocked without being blocked by a creature (CR 509.1h).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(Whole))]
pub struct BecomeBlocked(pub Objects);

/// Blocked creatures become unblocked (CR 509.1h).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(Whole))]
pub struct BecomeUnblocked(pub Objects);

/// Creatures on the battlefield become attacking creatures (CR 508.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn))]
pub struct Attack {
    /// Which creatures.
    pub what: Objects,
    /// What they attack.
    pub joining: Joining,
}

/// Creatures on the battlefield block attacking creatures (CR 509.6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn))]
pub struct Block {
    /// Which creatures block.
    pub what: Objects,
    /// Which attacking creatures; each blocks one of them.
    pub attacker: Filter,
    /// Who chooses the attacking creature if there are several.
    pub chosen_by: Players,
}

/// A player chooses anew which player or planeswalker attacking creatures attack (CR 508.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn))]
pub struct Reselect {
    /// Who chooses.
    pub who: Players,
    /// Which attacking creatures.
    pub what: Objects,
}

// Instructions that create tokens, copies and emblems, or change texts (CR 111, 114, 612, 707).

/// Create tokens (CR 111): `CreateTokens(who: You, count: Fixed(1), predefined: Treasure)`, or
/// with `token: (types: [Creature], subtypes: ["Goblin"], power: 1, toughness: 1)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Nothing), deeds(CREATED), provides(PUT))]
pub struct CreateTokens {
    /// Who creates them.
    #[serde(default = "you")]
    pub who: Players,
    /// How many.
    #[serde(default = "once")]
    #[word(place(doer(who)))]
    pub count: Quantity,
    /// A predefined token; `token` adds to it (CR 111.10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predefined: Option<Predefined>,
    /// The characteristics of each token. Without a name, its subtypes are its name (CR 111.4).
    #[serde(default, skip_serializing_if = "Face::is_empty_box")]
    #[word(place(Given))]
    pub token: Box<Face>,
    /// What they enter attached to (CR 303.4i).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached_to: Option<Recipients>,
    /// Calculated power and toughness: `(X, X)` (CR 111.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[word(place(doer(who)))]
    pub size: Option<(Quantity, Quantity)>,
    /// Whether they enter tapped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tapped: bool,
    /// Whether they enter attacking or blocking (CR 508.4, 509.7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joining: Option<Joining>,
}

/// Players get an emblem (CR 114.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Link))]
pub struct GetEmblem {
    /// Who gets it.
    #[serde(default = "you")]
    pub who: Players,
    /// Its abilities.
    #[word(place(Given))]
    pub abilities: Vec<Ability>,
}

/// Objects become copies of another (CR 707.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole))]
#[word(found_by("copy, clone"))]
pub struct BecomeCopy {
    /// Which objects.
    pub what: Objects,
    /// The object to copy.
    pub of: Objects,
    /// Exceptions (CR 707.9).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Exception>,
    /// For how long.
    pub duration: Duration,
}

/// Create tokens that are copies of objects (CR 707.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Link), deeds(CREATED), provides(PUT))]
#[word(found_by("copy, clone"))]
pub struct CreateCopies {
    /// Who creates them.
    #[serde(default = "you")]
    pub who: Players,
    /// How many of each.
    #[serde(default = "once")]
    #[word(place(doer(who)))]
    pub count: Quantity,
    /// Of which objects.
    pub of: Objects,
    /// Exceptions (CR 707.9).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Exception>,
    /// Whether they enter tapped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tapped: bool,
    /// Whether they enter attacking or blocking, and whom (CR 508.4, 509.7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joining: Option<Joining>,
    /// The designation that they have from the start, which is not copied (CR 702.128b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marked: Option<Marking>,
}

/// Copy spells or abilities: put copies onto the stack (CR 707.10).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn), deeds(CREATED))]
pub struct CopySpell {
    /// Who copies them, in APNAP order, and controls the copies.
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub who: Players,
    /// Which spells or abilities.
    pub of: Objects,
    /// How many copies of each.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub count: Quantity,
    /// Exceptions (CR 707.9).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Exception>,
    /// What the copies target.
    #[serde(default, skip_serializing_if = "CopyTargets::is_same")]
    pub targets: CopyTargets,
}

/// Copy cards in place. `Created` refers to the copies, and `MayPlay` allows casting them
/// during this resolution (CR 707.12).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn), own(Link), deeds(CREATED))]
pub struct CopyCards(pub Objects);

/// Create a copy of the card of this name, from outside the game (CR 707.13).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn), own(Link), deeds(CREATED))]
pub struct CopyNamed(pub String);

/// Replace words in the text of objects (CR 612).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn))]
pub struct ChangeText {
    /// Whose text.
    pub what: Objects,
    /// Which words.
    pub words: Rewording,
    /// For how long.
    pub duration: Duration,
}

/// Choose a creature token you control, and create a token that is a copy of it (CR 701.30a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
#[word(verb, together(InTurn), deeds(ANY))]
pub struct Populate;

// Instructions that begin continuous effects and create delayed abilities (CR 603.7, 611.2).

/// Regenerate permanents: create a regeneration shield for each (CR 701.15a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(Whole))]
#[word(found_by("regenerate, can't be regenerated"))]
pub struct Regenerate(pub Objects);

/// Begin a continuous effect that changes the characteristics of objects: "gets +2/+2 until end
/// of turn" (CR 611.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole), own(Nothing))]
#[word(found_by("gain control, steal", "until end of turn"))]
pub struct Modify {
    /// The affected objects, locked in as the effect begins (CR 611.2c).
    pub what: Objects,
    /// The changes.
    pub modifications: Vec<Modification>,
    /// For how long.
    pub duration: Duration,
}

/// Begin a continuous effect that changes the rules: a replacement or prevention effect,
/// restriction, requirement or permission (CR 611.2). The duration `NextThisTurn` means "the
/// next time … this turn" (CR 615.8).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole))]
#[word(found_by("delayed: at the beginning of the next end step"))]
pub struct Establish {
    /// The effect.
    #[word(place(begun_for(of)))]
    pub effect: StaticEffect,
    /// For how long.
    #[word(place(begun_for(of)))]
    pub duration: Duration,
    /// The objects that `Those` means in the effect, determined as it begins. If there are
    /// none, no effect begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Objects>,
    /// Whether each of them gets an effect of its own (CR 615.11).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub apiece: bool,
}

/// End the continuous effects that the text has begun before it allows this: "you may pay {1} to
/// end this effect" (CR 116.2c). Only in the `then` of a `SpecialAction` that an `Establish`
/// permits, after the instructions that begin those effects:
/// `Establish(effect: Permit(SpecialAction(who: You, cost: [Mana("{1}")], then: [EndEffect])), …)`.
/// What allows the action ends with them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole), own(Nothing))]
pub struct EndEffect {
    /// The ids of the effects, known once the action is allowed. No card says it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[word(unsaid)]
    pub these: Vec<u32>,
}

/// Create a delayed triggered ability (CR 603.7), or a reflexive one, which triggers at once
/// (CR 603.12). With `when: ThisWay(…)` it triggers for each such event of the resolution so
/// far; `when: Done`, in the `then` of `May` or `MayPay`, is "when you do". A body without
/// targets refers to the targets of the ability that creates it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole), scope(Delayed))]
#[word(found_by("delayed: at the beginning of the next end step"))]
pub struct Delay {
    /// The trigger event.
    #[word(place(Awaited))]
    pub when: TriggerEvent,
    /// What it does.
    #[word(place(Delayed))]
    pub body: Box<Body>,
    /// How long it lasts; it then triggers each time. Without it, it triggers only once
    /// (CR 603.7b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Duration>,
}

/// Double the power and toughness of creatures, or one of the two: each gets +X/+Y, where X and
/// Y are its power and toughness now, even if they are less than zero (CR 701.9a-c). Doubling
/// anything else is said with its number: `SetLife(who: You, to: Times(2, Life(You)))`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole), own(Nothing))]
pub struct Double {
    /// Which creatures.
    pub what: Objects,
    /// Whether their power is doubled.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub power: bool,
    /// Whether their toughness is doubled.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub toughness: bool,
    /// For how long.
    pub duration: Duration,
}

// Instructions that ask, and lists that are followed under a condition or more than once (CR
// 608.2).

/// Choose objects or players without targeting them (CR 115.10, 608.2d). Later instructions
/// refer to them by the name or number in `into`: `Chosen("spoils")`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), own(Link))]
#[word(found_by("any number of, up to", "choose or name a value, such as a color"))]
pub struct Choose {
    /// Who chooses, in APNAP order, each for themselves; `They` is that player.
    #[serde(default = "you")]
    pub who: Players,
    /// What may be chosen, written like a target, or a source of damage: `Source(…)`
    /// (CR 609.7a).
    #[word(place(doer(who)))]
    pub what: TargetWhat,
    /// How many.
    #[serde(default = "once")]
    #[word(place(doer(who)))]
    pub count: Quantity,
    /// Whether fewer may be chosen. "Any number of" is this with the number that there are as
    /// the `count`: `Count(…)` of the same filter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub up_to: bool,
    /// Whether the choice is random.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_random: bool,
    /// What the player divides among the chosen ones, at least one each (CR 608.2d); `Portion`
    /// is the share of each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divide: Option<Box<Quantity>>,
    /// Whether what was already chosen during this resolution is excluded: "that hasn't been
    /// chosen this way". Otherwise several players may choose the same one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unchosen: bool,
    /// A limit on the total of each player's choice: "with total power 4 or less".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Box<Total>>,
    /// The name by which later instructions refer to the choice, as in `Chosen("victim")`, or a
    /// number.
    #[word(names(NewChoice))]
    pub into: u8,
}

/// Follow instructions once for each of several players or objects, for all at the same time
/// where possible (CR 608.2f): for each instruction, first all choices in APNAP order (CR
/// 101.4), then everything at once. `They`, `Affected`, `Created`, `ThisWay` and what is chosen
/// are those of each one; afterwards they are those of all. What can't be done at the same
/// time, such as casting spells or searching for each object, is done for one after another. A
/// list within the list is followed at the same time for all of its members, too.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AsItsList), own(Nothing))]
#[word(found_by("for each"))]
pub struct ForEach {
    /// The players or objects.
    pub each: Each,
    /// The name or number for the current one, as in `Chosen("one")`, usable in nested lists
    /// too. `Affected` and `They` always mean the current one of the innermost list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[word(names(NewChoice))]
    pub into: Option<u8>,
    /// The instructions.
    #[word(place(each(each)))]
    pub then: Vec<Instruction>,
    /// Whether each one follows the whole list before the next begins, you first if you are
    /// among them: "starting with you, each player …" (CR 101.4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_turn: bool,
}

/// Repeat a process.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn))]
#[word(found_by("repeat, again, loop"))]
pub struct Repeat {
    /// The instructions.
    pub then: Vec<Instruction>,
    /// How often, or until when.
    pub again: Again,
}

/// Change the targets of spells or abilities (CR 115.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn))]
pub struct ChangeTargets {
    /// Who changes them.
    #[serde(default = "you")]
    pub who: Players,
    /// Which spell or ability.
    pub of: Objects,
    /// How many of its targets.
    pub which: Changing,
    /// The new target; any legal target if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Box<TargetWhat>>,
}

/// Follow instructions with a replacement: "if … this way, … instead" (CR 614.15). It applies
/// before any other replacement effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn))]
pub struct Instead {
    /// What would happen, and what happens instead.
    #[word(place(OwnReplacement))]
    pub replacement: Box<Replacement>,
    /// The instructions.
    pub then: Vec<Instruction>,
}

/// A player may choose to follow instructions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AsItsList), own(Nothing))]
#[word(found_by("if you do"))]
pub struct May {
    /// Who decides.
    #[serde(default = "you")]
    pub who: Players,
    /// The instructions to follow then.
    pub then: Vec<Instruction>,
}

/// A player chooses one of several lists of instructions to follow, as the resolution comes to it:
/// "gains your choice of flying or haste", "their choice of the top or bottom of their library". A
/// list that begins with something impossible can't be chosen (CR 608.2d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AsItsList), own(Nothing))]
#[word(found_by("your choice of, either"))]
pub struct Either {
    /// Who chooses.
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub who: Players,
    /// The lists.
    pub of: Vec<Vec<Instruction>>,
}

/// A player may cast or play some of these cards now, ignoring timing (CR 608.2g). For another
/// cost than their own, those without legal targets are not offered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn), own(Link))]
#[word(found_by("play or cast from a graveyard, from exile"))]
pub struct MayPlay {
    /// Who may.
    #[serde(default = "you")]
    pub who: Players,
    /// Which cards, in any zone.
    pub what: Objects,
    /// How many, one after another; any number if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// Whether lands may be played too (CR 305.2b).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lands: bool,
    /// What each spell costs.
    #[serde(default, skip_serializing_if = "CastingCost::is_usual")]
    pub cost: CastingCost,
    /// Whether they must do so "if able" rather than "may" (CR 118.8c).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub must: bool,
    /// A replacement effect for a spell cast this way, while it is on the stack: "if that spell
    /// would be put into a graveyard, exile it instead" (CR 400.7g, 614.1a). `This` is the
    /// spell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[word(place(OfSpell))]
    pub instead: Option<Box<Replacement>>,
}

/// Follow instructions unless a player pays a cost (CR 118.12).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AsItsList), deeds(MANA_PAID))]
#[word(found_by("unless a player pays"))]
pub struct Unless {
    /// Who may pay; several players in turn, until one does.
    pub who: Players,
    /// The cost.
    #[word(place(Asked))]
    pub cost: Vec<Cost>,
    /// The instructions if nobody pays.
    pub then: Vec<Instruction>,
}

/// A player may pay a cost: "you may pay {2}. If you do, …; if you don't, …" (CR 118.12).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AsItsList), deeds(MANA_PAID))]
#[word(found_by("if you do", "unless a player pays"))]
pub struct MayPay {
    /// Who may pay; several players in turn, until one does.
    #[serde(default = "you")]
    pub who: Players,
    /// The cost.
    #[word(place(Asked))]
    pub cost: Vec<Cost>,
    /// Whether they must pay if they can: "sacrifice it. If you do, …" (CR 118.12).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub must: bool,
    /// "If you do": the instructions if it is paid.
    #[serde(default)]
    pub then: Vec<Instruction>,
    /// "If you don't": the instructions if it is not paid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub otherwise: Vec<Instruction>,
}

/// Follow instructions only if a condition holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AsItsList), own(Nothing))]
pub struct If {
    /// The condition.
    pub condition: Condition,
    /// The instructions if it holds.
    pub then: Vec<Instruction>,
    /// The instructions if it doesn't.
    #[serde(default)]
    pub otherwise: Vec<Instruction>,
}

/// Choose a value, such as a color or a name, that linked abilities refer to (CR 607.2d). All
/// players learn it. Only before a game is something chosen in secret: the name for a hidden
/// agenda, and a guess during a draft.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AtOnce), own(Link))]
#[word(found_by("choose or name a value, such as a color", "linked abilities: exiled with, the chosen"))]
pub struct ChooseValue(pub Choosing);

/// Note a number that linked abilities refer to as `ChosenNumber` (CR 607.2e).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(Whole), own(Link), provides(NUMBER))]
pub struct NoteNumber(pub Quantity);

/// A player separates objects into two piles and another picks one (CR 700.3). `Pile(0)` is the
/// picked pile, `Pile(1)` the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn), outcome("nothing is separated here", rule!("700.3")))]
pub struct Separate {
    /// Who separates.
    pub who: Players,
    /// Which objects.
    pub what: Objects,
    /// Who picks a pile; from then on `Pile(0)` is that one and `Pile(1)` the other.
    pub picks: Players,
}

/// Each player votes, beginning with one of them and in turn order (CR 701.32a). Players with
/// several votes cast them all when it is their turn (CR 701.32d). `Votes("time")` counts the
/// votes for a word; `MostVoted` are the objects with the most votes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn))]
pub struct Vote {
    /// Who votes first.
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub first: Players,
    /// What they vote for.
    pub on: Ballot,
}

/// Players bid life: the first of them makes a bid, and in turn order each may top the high bid, as
/// often as it is their turn, until all others have let it stand (CR 101.4, 608.2d). A bid is no
/// payment, so it may be more life than the player has. `HighBidder` is the player whose bid
/// stands, `HighBid` that bid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn), own(Nothing), outcome("nobody bids here", rule!("608.2c")))]
pub struct Bid {
    /// Who bids.
    #[serde(default = "everybody", skip_serializing_if = "is_everybody")]
    pub who: Players,
    /// From whom on they bid, in turn order.
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub first: Players,
    /// The first bid; any number if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Quantity>,
}

// Instructions about turns, games and chance (CR 104, 500, 705, 706, 718 to 722).

/// Players take extra turns after this one (CR 500.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn))]
pub struct ExtraTurn {
    /// Who takes them.
    #[serde(default = "you")]
    pub who: Players,
    /// How many each.
    #[serde(default = "once")]
    pub count: Quantity,
    /// Whether each comes after that player's next turn rather than after this one: "after that
    /// turn".
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub after_next: bool,
}

/// Add phases to this turn, in the given order (CR 500.8).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn))]
pub struct ExtraPhases {
    /// After which phase.
    pub after: AfterPhase,
    /// The phases.
    pub phases: Vec<Phase>,
}

/// Add steps to the current phase (CR 500.9).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn))]
pub struct ExtraSteps {
    /// The step.
    pub step: TurnStep,
    /// How many.
    pub count: Quantity,
    /// Where.
    pub place: StepPlace,
}

/// Players skip their next turns, phases or steps of a kind (CR 614.10a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole))]
#[word(found_by("skip"))]
pub struct Skip {
    /// Who skips.
    pub who: Players,
    /// What is skipped.
    pub what: TurnPart,
    /// How many.
    pub count: Quantity,
}

/// Flip coins, one after another (CR 705). `Flip(Won)` and `Coins(Won)` refer to the results.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AtOnce), outcome("no coin is flipped here", rule!("705.1")))]
pub struct FlipCoins {
    /// Who flips, in APNAP order.
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub who: Players,
    /// How many each.
    pub count: Quantity,
    /// Whether the player calls each flip, and so wins or loses it (CR 705.1, 705.2).
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub called: bool,
    /// A result that ends the flipping early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<CoinSide>,
}

/// Roll dice (CR 706). `Roll(Total)` is the result.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(AsItsList), outcome("no die is rolled here", rule!("706.2")))]
pub struct RollDice {
    /// Who rolls.
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub who: Players,
    /// How many each.
    pub count: Quantity,
    /// How many sides each die has (CR 706.1a).
    pub sides: u32,
    /// What is added to each result (CR 706.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plus: Option<Quantity>,
    /// How many of the lowest rolls to ignore (CR 706.5).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ignore_lowest: u32,
    /// The results table (CR 706.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub table: Vec<TableRow>,
}

/// In a results table: roll again (CR 706.3c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
#[word(verb, together(AtOnce))]
pub struct RollAgain;

/// Players win the game (CR 104.2b).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(Whole), own(Nothing))]
#[word(found_by("win or lose the game"))]
pub struct Win(pub Players);

/// Players lose the game (CR 104.3e).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(Whole), own(Nothing))]
#[word(found_by("win or lose the game"))]
pub struct Lose(pub Players);

/// The game is a draw (CR 104.4c).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
#[word(verb, together(InTurn), own(Nothing))]
pub struct DrawGame;

/// End the turn, exiling everything on the stack (CR 719.1). The rest of the text is still
/// followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
#[word(verb, together(InTurn))]
pub struct EndTurn;

/// End the combat phase (CR 719.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
#[word(verb, together(InTurn))]
pub struct EndCombatPhase;

/// A player becomes the monarch (CR 720.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn), own(Nothing))]
pub struct BecomeMonarch(pub Players);

/// A player controls others during each one's next turn: "you control target player during that
/// player's next turn" (CR 718.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole))]
pub struct ControlNextTurn {
    /// Who controls.
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub who: Players,
    /// Who is controlled.
    pub whom: Players,
}

/// Control players while objects resolve: "you control target player until this spell finishes
/// resolving" is `ControlWhileResolving(whom: Target(0), what: This)`. With another spell as
/// `what`, the player is controlled as that one resolves (CR 718.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(Whole))]
pub struct ControlWhileResolving {
    /// Who controls.
    #[serde(default = "you", skip_serializing_if = "is_you")]
    pub who: Players,
    /// Who is controlled.
    pub whom: Players,
    /// Which spells or abilities.
    pub what: Objects,
}

/// Restart the game (CR 721.1). The instructions after it are followed just before the first
/// turn; `Those` are then the cards left in exile.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(deny_unknown_fields)]
#[word(verb, together(InTurn))]
pub struct RestartGame {
    /// The cards left in exile (CR 721.5).
    pub leaving: Objects,
}

/// Venture into the dungeon: move your venture marker to the next room of your dungeon, or
/// bring a dungeon into the game (CR 701.46).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
#[word(verb, together(InTurn), own(Nothing))]
pub struct Venture;

/// Players play a subgame with their libraries as their decks, and this game waits for its end
/// (CR 722). `WonSubgame` and `DidntWinSubgame` are the players by its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
#[word(verb, together(InTurn), own(Nothing), outcome("no subgame is played here", rule!("722.1b")))]
pub struct PlaySubgame;

/// A player planeswalks (CR 701.24). Nothing happens unless they are the planar controller.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn), own(Nothing))]
pub struct Planeswalk(pub Players);

/// Roll the planar die (CR 901.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
#[word(verb, together(InTurn))]
pub struct RollPlanarDie;

/// Abandon ongoing schemes (CR 701.26).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(InTurn))]
pub struct Abandon(pub Objects);

// Keyword actions that stand for other instructions (CR 701).

/// Until your next turn, permanents can't attack or block, and their activated abilities can't
/// be activated (CR 701.29a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AsItsList))]
pub struct Detain(pub Objects);

/// If the permanent with the ability isn't monstrous, it gets this many +1/+1 counters and
/// becomes monstrous (CR 701.31a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AsItsList))]
pub struct Monstrosity(pub Quantity);

/// Create a Clue token (CR 701.36a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
#[word(verb, together(AsItsList), deeds(ANY))]
pub struct Investigate;

/// Create a 0/0 black Zombie Army creature token unless you control an Army creature, then put
/// this many +1/+1 counters on an Army creature of yours (CR 701.44a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AsItsList), outcome("nobody amasses here", rule!("701.44b")))]
pub struct Amass(pub Quantity);

/// Put a +1/+1 counter on each of these targets (CR 701.35a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AsItsList))]
pub struct Support(pub Objects);

/// Until your next turn, creatures attack each combat if able, and attack a player other than
/// you if able (CR 701.38).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Words)]
#[serde(transparent)]
#[word(verb, together(AsItsList))]
pub struct Goad(pub Objects);

/// You may discard a card to draw a card; if you don't discard, you may take a Lesson card that
/// you own from outside the game (CR 701.45a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
#[word(verb, together(AsItsList), deeds(ANY))]
pub struct Learn;

fn this() -> Objects {
    Objects::This
}

fn you() -> Players {
    Players::You
}

fn is_you(who: &Players) -> bool {
    *who == Players::You
}

const fn everybody() -> Players {
    Players::Each
}

fn is_everybody(who: &Players) -> bool {
    *who == Players::Each
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
