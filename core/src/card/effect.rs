//! What abilities do: instructions that a resolving object follows, the effects of static abilities, modifications of
//! characteristics, replacement and prevention effects, restrictions — each as data.

use serde::{Deserialize, Serialize};

use super::ability::{Ability, Body, TargetWhat, TriggerEvent};
use super::chance::{CoinSide, TableRow};
use super::choosing::Choosing;
use super::cost::{Cost, CostEffect};
use super::course::{AfterPhase, HandSize, LossCause, StepPlace, TurnPart};
use super::deed::{Again, Changing, Each};
use super::definition::Face;
use super::filter::{Condition, Filter, Objects, Players, Quantity};
use super::keyword::Keyword;
use super::mana::{Colors, ManaType};
pub use super::production::{ManaOutput, ManaTerm, SpentOn};

use super::permission::{CastingCost, Permission, Timing};
use super::token::Predefined;
use super::types::{CardType, Subtype, SubtypeSet, Supertype};
use super::words::{CounterKind, Phase, Place, TurnStep, ZoneKind};

/// Who or what is dealt damage.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Recipients {
    /// Whatever was chosen for the target with this index (CR 115.4).
    Target(u8),
    /// Objects.
    Objects(Objects),
    /// Players.
    Players(Players),
    /// Players and objects.
    Both(Players, Objects),
}

/// How a creature becomes attacking or blocking without being declared (CR 508.4, 509.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Joining {
    /// Attacking; its controller chooses what (CR 508.4).
    Attacking,
    /// Attacking this player.
    AttackingPlayer(Players),
    /// Attacking the player or planeswalker that this creature is attacking.
    AttackingLike(Objects),
    /// Blocking; its controller chooses which attacking creature (CR 509.7).
    Blocking,
    /// Blocking this attacking creature.
    BlockingThat(Objects),
}

/// How long a continuous effect lasts (CR 611.2a).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Duration {
    /// Until the cleanup step (CR 514.2).
    EndOfTurn,
    /// Until the combat phase ends (CR 511.2).
    EndOfCombat,
    /// As long as the condition holds (CR 611.2b).
    AsLongAs(Condition),
    /// Until the game ends.
    Indefinite,
    /// Until such a part of the game of one of these players begins: "until your next turn" (CR 500.5).
    Until(TurnPart, Players),
    /// Through the next such turn step of one of these players: "during its controller's next untap step".
    Through(TurnStep, Players),
    /// For the next event that it applies to: a replacement effect that is used up (CR 614.10a).
    Next,
}

/// One instruction of a spell ability or of the effect of an activated or triggered ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Instruction {
    /// Deal damage (CR 120).
    DealDamage {
        /// What deals it.
        source: Objects,
        /// How much.
        amount: Quantity,
        /// To whom or what.
        to: Recipients,
        /// Who or what is dealt the damage that would be excess damage to a permanent, which is then the affected one
        /// (CR 120.4a).
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
    /// A life total becomes a number (CR 119.5).
    SetLife {
        /// Whose; "they" is that player.
        who: Players,
        /// Which number.
        to: Quantity,
    },
    /// Two players exchange life totals (CR 701.10c).
    ExchangeLife {
        /// One of them, or both.
        who: Players,
        /// The other.
        with: Players,
    },
    /// Control of two permanents is exchanged (CR 701.10b).
    ExchangeControl {
        /// One of them, or both.
        what: Objects,
        /// The other.
        with: Objects,
    },
    /// Draw cards, one after another (CR 121.2).
    Draw {
        /// Who does.
        who: Players,
        /// How many.
        count: Quantity,
    },
    /// Discard cards of the player's choice (CR 701.8).
    Discard {
        /// Who does.
        who: Players,
        /// How many.
        count: Quantity,
        /// Whether chance chooses (CR 701.8b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        at_random: bool,
    },
    /// Their owners discard these cards, which another player or an earlier instruction chose (CR 701.8b).
    DiscardThose(Objects),
    /// Their controllers sacrifice these permanents (CR 701.17a).
    SacrificeThose(Objects),
    /// Choose objects or players, which are not targets (CR 115.10, 608.2d).
    Choose {
        /// Who chooses, each for themselves in APNAP order: "they" is that player.
        who: Players,
        /// What may be chosen.
        what: TargetWhat,
        /// How many, or how many at the most.
        count: Quantity,
        /// Whether fewer may be chosen.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        up_to: bool,
        /// Whether chance chooses.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        at_random: bool,
        /// What the player divides among those chosen, each getting at least one (CR 608.2d).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        divide: Option<Box<Quantity>>,
        /// The place by which later instructions speak of what was chosen.
        into: u8,
    },
    /// Something is done for each of several, one after another (CR 608.2f).
    ForEach {
        /// For whom or what.
        each: Each,
        /// What is done.
        then: Vec<Instruction>,
    },
    /// A process is repeated.
    Repeat {
        /// What is done.
        then: Vec<Instruction>,
        /// How often.
        again: Again,
    },
    /// The targets of spells or abilities are changed (CR 115.7).
    ChangeTargets {
        /// Who changes them.
        who: Players,
        /// Of which spell or ability.
        of: Objects,
        /// How many of them.
        which: Changing,
        /// What they are changed to, if not any legal target.
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
    /// Exile objects (CR 701.11).
    Exile(Objects),
    /// Exile objects face down (CR 406.3).
    ExileFaceDown {
        /// What is exiled.
        what: Objects,
        /// Who may look at them, for as long as they remain there; nobody if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        look: Option<Players>,
    },
    /// Put objects that you own into the ante zone, in a game for ante (CR 407.4).
    Ante(Objects),
    /// Cards have another owner (CR 407.3).
    ChangeOwner {
        /// Which cards.
        what: Objects,
        /// The new owner.
        to: Players,
    },
    /// Sacrifice permanents of the player's choice (CR 701.17).
    Sacrifice {
        /// Who does.
        who: Players,
        /// Which may be chosen.
        what: Filter,
        /// How many.
        count: Quantity,
    },
    /// Counter spells or abilities (CR 701.5).
    Counter(Objects),
    /// Counter spells, and put those countered this way somewhere else than into a graveyard (CR 608.2c, 701.5a).
    CounterInto {
        /// Which spells.
        what: Objects,
        /// Where to; a library means its top.
        into: ZoneKind,
    },
    /// Put objects into a zone of their owners (CR 400.3).
    Put {
        /// What moves.
        what: Objects,
        /// Where to.
        into: ZoneKind,
        /// Where in a library.
        #[serde(default, skip_serializing_if = "Place::is_top")]
        place: Place,
        /// Whether several of them go there in a random order, not in one that their owner chooses (CR 401.4).
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
    /// Put objects onto the battlefield (CR 110.2a).
    PutOntoBattlefield {
        /// What moves.
        what: Objects,
        /// Under whose control.
        control: Players,
        /// Whether it enters tapped.
        tapped: bool,
        /// Whether it enters attacking or blocking, and what (CR 508.4, 509.7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joining: Option<Joining>,
        /// What it enters attached to (CR 303.4h-i).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attached_to: Option<Recipients>,
        /// The counters that it enters with.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counters: Vec<(CounterKind, Quantity)>,
    },
    /// Add mana to a pool (CR 106.4).
    AddMana {
        /// Whose pool.
        who: Players,
        /// Which mana.
        mana: ManaOutput,
        /// What is said of that mana (CR 106.6).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        terms: Vec<ManaTerm>,
    },
    /// Players lose all unspent mana, and another adds it (CR 106.13).
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
    /// Move counters from one object to another (CR 122.5).
    MoveCounters {
        /// From what.
        from: Objects,
        /// Onto what.
        to: Objects,
        /// Of which kind; of all kinds if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<CounterKind>,
        /// How many; all if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<Quantity>,
    },
    /// Put the same counters on an object that another has, or had when it left (CR 122.8).
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
    /// Attach Auras, Equipment or Fortifications to an object or player (CR 701.3a). Where several are named, the
    /// controller of each attachment chooses the one that it goes to (CR 301.5c, 303.4d).
    Attach {
        /// What is attached.
        what: Objects,
        /// What it is attached to.
        to: Recipients,
    },
    /// Unattach Equipment from what they are attached to (CR 701.3d).
    Unattach(Objects),
    /// Look at all cards of your library and take some that fit (CR 701.19). What says more than "a card" may stay
    /// unfound (CR 701.19b); shuffling is an instruction of its own.
    Search {
        /// Which cards; `Card` is any.
        what: Filter,
        /// How many at the most.
        count: Quantity,
        /// Whether what is found is shown to all players.
        reveal: bool,
        /// Where what is found goes.
        into: ZoneKind,
        /// Whether it enters the battlefield tapped.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tapped: bool,
    },
    /// Look at cards that are hidden from that player.
    LookAt {
        /// Who looks.
        who: Players,
        /// At what.
        what: Objects,
    },
    /// Look at the top cards of one's library and put any number of them on the bottom (CR 701.18).
    Scry {
        /// The one player who does.
        who: Players,
        /// How many cards.
        count: Quantity,
    },
    /// Look at the top cards of one's library and put any number of them into one's graveyard (CR 701.42).
    Surveil {
        /// The one player who does.
        who: Players,
        /// How many cards.
        count: Quantity,
    },
    /// Shuffle libraries (CR 701.20).
    Shuffle(Players),
    /// Show cards to all players (CR 701.16a).
    Reveal(Objects),
    /// Tap permanents (CR 701.21a).
    Tap(Objects),
    /// Untap permanents (CR 701.21b).
    Untap(Objects),
    /// Create tokens (CR 111).
    CreateTokens {
        /// Who creates them.
        who: Players,
        /// How many.
        count: Quantity,
        /// A predefined token, which `token` adds to (CR 111.10).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        predefined: Option<Predefined>,
        /// What each of them is; its name, if it has none here, is that of its subtypes (CR 111.4).
        #[serde(default, skip_serializing_if = "Face::is_empty_box")]
        token: Box<Face>,
        /// What they enter attached to (CR 303.4i).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attached_to: Option<Recipients>,
        /// Its power and toughness, where they are no fixed numbers (CR 111.3).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<(Quantity, Quantity)>,
        /// Whether they enter tapped.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tapped: bool,
        /// Whether they enter attacking or blocking, and what (CR 508.4, 509.7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joining: Option<Joining>,
    },
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
        /// The attacking creatures of which each blocks one.
        attacker: Filter,
        /// Who chooses it, where there are several.
        chosen_by: Players,
    },
    /// A player chooses anew which player or planeswalker attacking creatures are attacking (CR 508.7).
    Reselect {
        /// Who chooses.
        who: Players,
        /// Which attacking creatures.
        what: Objects,
    },
    /// Players get an emblem (CR 114.2).
    GetEmblem {
        /// Who does.
        who: Players,
        /// All that it has.
        abilities: Vec<Ability>,
    },
    /// Begin a continuous effect on the characteristics of objects (CR 611.2).
    Modify {
        /// What is affected; locked in as the effect begins (CR 611.2c).
        what: Objects,
        /// What changes.
        modifications: Vec<Modification>,
        /// For how long.
        duration: Duration,
    },
    /// Begin a continuous effect on the rules: a replacement or prevention effect, or a restriction.
    Establish {
        /// The effect.
        effect: StaticEffect,
        /// For how long.
        duration: Duration,
    },
    /// Create a delayed triggered ability (CR 603.7), or a reflexive one, which triggers at once (CR 603.12).
    Delay {
        /// What it waits for.
        when: TriggerEvent,
        /// What it does.
        body: Box<Body>,
        /// How long it lasts; without one it triggers only once (CR 603.7b).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Duration>,
    },
    /// A player may do something.
    May {
        /// Who decides.
        who: Players,
        /// What is done then.
        then: Vec<Instruction>,
    },
    /// A player may cast or play some of these cards now, whatever the time (CR 608.2g).
    MayPlay {
        /// Who may.
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
    },
    /// Something is done unless a player pays a cost (CR 118.12).
    Unless {
        /// Who may pay; of several, each in turn until one does.
        who: Players,
        /// What is paid.
        cost: Vec<Cost>,
        /// What is done if it is not paid.
        then: Vec<Instruction>,
    },
    /// A player may pay a cost, which may be anything that a cost can be; what is done then depends on it (CR 118.12).
    MayPay {
        /// Who may pay; of several, each in turn until one does.
        who: Players,
        /// What is paid.
        cost: Vec<Cost>,
        /// Whether it is paid if it can be, without a choice: "sacrifice it. If you do" (CR 118.12).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        must: bool,
        /// What is done if it is paid: "if you do".
        then: Vec<Instruction>,
        /// What is done if it is not paid: "if you don't".
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        otherwise: Vec<Instruction>,
    },
    /// Something is done only if a condition holds.
    If {
        /// The condition.
        condition: Condition,
        /// What is done if it holds.
        then: Vec<Instruction>,
        /// What is done if it does not.
        otherwise: Vec<Instruction>,
    },
    /// A value is chosen that linked abilities speak of (CR 607.2d).
    ChooseValue(Choosing),
    /// A number is noted for linked abilities (CR 607.2e).
    NoteNumber(Quantity),
    /// Exile objects until an event, which returns them to where they were at once (CR 610.3).
    ExileUntil {
        /// What is exiled.
        what: Objects,
        /// Until what happens.
        until: TriggerEvent,
    },
    /// A player separates objects into two piles, and another picks one of them (CR 700.3).
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
        who: Players,
        /// How many each.
        count: Quantity,
    },
    /// There are additional phases, in this order (CR 500.8).
    ExtraPhases {
        /// After which phase.
        after: AfterPhase,
        /// Which.
        phases: Vec<Phase>,
    },
    /// There are additional turn steps in the phase under way (CR 500.9).
    ExtraSteps {
        /// Which.
        step: TurnStep,
        /// How many.
        count: Quantity,
        /// Where.
        place: StepPlace,
    },
    /// Players skip their next turns, phases or turn steps of a kind (CR 614.10a).
    Skip {
        /// Who does.
        who: Players,
        /// What is skipped.
        what: TurnPart,
        /// How many of them.
        count: Quantity,
    },
    /// Flip coins, one after another; what then asks how they came out speaks of these (CR 705).
    FlipCoins {
        /// Who does, in APNAP order.
        #[serde(default = "you", skip_serializing_if = "is_you")]
        who: Players,
        /// How many each.
        count: Quantity,
        /// Whether the player calls the flip, and wins or loses it (CR 705.1); if not, only the sides matter (CR 705.2).
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        called: bool,
        /// The flip after which there is no other, however many there were to be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<CoinSide>,
    },
    /// Roll dice (CR 706); what then asks for the result speaks of these.
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
    /// In a results table: the same roll once more (CR 706.3c).
    RollAgain,
    /// Players win the game (CR 104.2b).
    Win(Players),
    /// Players lose the game (CR 104.3e).
    Lose(Players),
    /// The game is a draw (CR 104.4c).
    DrawGame,
}

fn you() -> Players {
    Players::You
}

fn is_you(who: &Players) -> bool {
    *who == Players::You
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

/// What a static ability, or an effect that an instruction began, says for as long as it lasts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StaticEffect {
    /// Characteristics of objects are changed (CR 613).
    Modify {
        /// Which objects.
        what: Filter,
        /// What changes.
        modifications: Vec<Modification>,
        /// Whether this is a characteristic-defining ability (CR 604.3).
        defining: bool,
    },
    /// Events are replaced or prevented (CR 614, 615).
    Replace(Replacement),
    /// Something can't be done (CR 101.2).
    Restrict(Restriction),
    /// Something is done in combat if able (CR 508.1d, 509.1c).
    Require(Requirement),
    /// The nth card that each of these players draws each turn is revealed as it is drawn (CR 603.11).
    RevealDrawn {
        /// Who draws.
        who: Players,
        /// Which card of a turn, from 1.
        nth: u32,
    },
    /// Players have another maximum hand size (CR 402.2).
    MaximumHandSize {
        /// Who.
        who: Players,
        /// What becomes of it.
        size: HandSize,
    },
    /// If the card is in your opening hand, you may do this before the game begins (CR 103.5). Of a card in a hand.
    OpeningHand {
        /// Whether it is revealed for that; "if you do" (CR 103.5b).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reveal: bool,
        /// What is done: `PutOntoBattlefield` to begin the game with it there (CR 103.5a).
        then: Vec<Instruction>,
    },
    /// The controller of permanents may choose not to untap them during their untap step (CR 502.3).
    MayStayTapped(Filter),
    /// Spells or activated abilities cost more, less, or something else (CR 118.7-9, 601.2f).
    Cost(CostEffect),
    /// Something may be done that the rules don't allow by themselves (CR 305.2, 601.3, 609.4).
    Permit(Permission),
    /// An event that causes a triggered ability of some objects to trigger makes it trigger an additional time (CR 603.2d).
    TriggerAgain {
        /// Which event.
        because: TriggerEvent,
        /// The abilities of which objects; never delayed ones (CR 603.2e).
        of: Filter,
    },
    /// Players have a keyword ability that is no object's: hexproof, shroud, protection (CR 702.11c, 702.16b, 702.18a).
    PlayersHave {
        /// Who has it.
        who: Players,
        /// Which.
        keyword: Keyword,
    },
    /// Attacking or blocking costs something (CR 508.1h, 509.1d).
    Charge(Charge),
    /// Creatures can block more creatures than one each combat (CR 509.1a).
    BlocksMore {
        /// Which creatures.
        what: Filter,
        /// How many more; any number if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u32>,
    },
    /// Creatures assign combat damage in another way (CR 510.1).
    CombatDamage(CombatDamage),
}

impl StaticEffect {
    /// The effects that it stands for: itself, or what a keyword ability of players means.
    pub fn spelled_out(self) -> Vec<StaticEffect> {
        match self {
            StaticEffect::PlayersHave { who, keyword } => keyword.effects_on_players(&who),
            effect => vec![effect],
        }
    }
}

/// A cost to attack or to block, paid for each creature that does (CR 508.1h, 509.1d).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Charge {
    /// Creatures can't attack unless a cost is paid.
    Attack {
        /// Which creatures.
        what: Filter,
        /// Only if they attack one of these players or planeswalkers; whatever they attack if none of both are given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
        /// What is paid for each.
        cost: Vec<Cost>,
        /// What X is; what was chosen for X where the effect comes from a spell or ability, if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<Quantity>,
    },
    /// Creatures can't block unless a cost is paid.
    Block {
        /// Which creatures.
        what: Filter,
        /// Only if they block one of these.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attackers: Option<Filter>,
        /// What is paid for each.
        cost: Vec<Cost>,
        /// What X is, as for attacking.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<Quantity>,
    },
}

/// How creatures assign combat damage otherwise than equal to their power and to what they fight (CR 510.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatDamage {
    /// Equal to their toughness.
    Toughness(Filter),
    /// None at all.
    NoDamage(Filter),
    /// As though they weren't blocked, if their controller likes.
    AsThoughUnblocked(Filter),
}

/// A change of characteristics, in the layer that its kind belongs to (CR 613.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Modification {
    /// Layer 2: another controller.
    Control(Players),
    /// Layer 4: it is a card type in addition.
    AddType(CardType),
    /// Layer 4: it loses a card type, and the subtypes that go with it (CR 205.1b).
    RemoveType(CardType),
    /// Layer 4: these card types instead of all others (CR 205.1a).
    SetTypes(Vec<CardType>),
    /// Layer 4: it has a subtype in addition.
    AddSubtype(Subtype),
    /// Layer 4: it has every subtype of a set in addition, as far as its card types allow (CR 205.3d).
    AddEverySubtype(SubtypeSet),
    /// Layer 4: these subtypes of a card type instead of all others of it (CR 205.1a, 305.7).
    SetSubtypes(CardType, Vec<Subtype>),
    /// Layer 4: it has the chosen creature type or land type in addition (CR 607.2d).
    AddChosenSubtype,
    /// Layer 4: it has a supertype in addition.
    AddSupertype(Supertype),
    /// Layer 4: it loses a supertype.
    RemoveSupertype(Supertype),
    /// Layer 5: these colours instead of all others.
    SetColors(Colors),
    /// Layer 5: the chosen colour instead of all others (CR 607.2d).
    SetChosenColor,
    /// Layer 5: these colours in addition.
    AddColors(Colors),
    /// Layer 6: it gains an ability.
    Gain(Box<Ability>),
    /// Layer 6: it gains all activated abilities of objects; "this" in them is the object that gains them (CR 201.4b).
    GainActivatedAbilities(Objects),
    /// Layer 6: it loses a keyword ability.
    LoseKeyword(Keyword),
    /// Layer 6: it loses a keyword ability, and can't have or gain it (CR 113.11).
    CantHaveKeyword(Keyword),
    /// Layer 6: it loses all abilities.
    LoseAllAbilities,
    /// Layer 7b, or 7a in a characteristic-defining ability: power and toughness become numbers.
    SetPowerToughness(Quantity, Quantity),
    /// Layer 7b, or 7a in a characteristic-defining ability: power alone becomes a number (CR 208.4).
    SetPower(Quantity),
    /// Layer 7b, or 7a in a characteristic-defining ability: toughness alone becomes a number (CR 208.4).
    SetToughness(Quantity),
    /// Layer 7c: so much is added to power and toughness.
    AddPowerToughness(Quantity, Quantity),
    /// Layer 7d: power and toughness change places.
    SwitchPowerToughness,
}

/// A replacement or prevention effect (CR 614.1, 615.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Replacement {
    /// What would happen.
    pub would: Would,
    /// What happens instead.
    pub instead: Instead,
}

/// A description of an action that would happen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Would {
    /// An object would change zones.
    Move {
        /// Which object, as it is where it comes from.
        what: Filter,
        /// Where from; any zone if none is given.
        from: Option<ZoneKind>,
        /// Where to; any zone if none is given.
        to: Option<ZoneKind>,
    },
    /// An instant or sorcery spell would be put into a graveyard as it has done what it does (CR 608.2m).
    FinishResolving(Filter),
    /// A permanent would enter the battlefield; what it would be there is looked at (CR 614.12).
    Enter {
        /// Which permanent.
        what: Filter,
    },
    /// Damage would be dealt.
    Damage {
        /// By which source.
        source: Filter,
        /// To which players; none if not given.
        players: Option<Players>,
        /// To which objects; none if not given.
        objects: Option<Filter>,
        /// Only combat damage.
        combat: bool,
    },
    /// A player would draw a card.
    Draw(Players),
    /// Counters would be put on objects, as they enter as well, or be given to players (CR 122.6).
    PutCounters {
        /// Put by which players; by anybody or nobody if not given (CR 122.6a).
        #[serde(default)]
        by: Option<Players>,
        /// On which objects; on none if not given.
        #[serde(default)]
        objects: Option<Filter>,
        /// To which players; to none if not given.
        #[serde(default)]
        players: Option<Players>,
        /// Which kind; any if not given.
        #[serde(default)]
        kind: Option<CounterKind>,
    },
    /// A player would gain life.
    GainLife(Players),
    /// A player would lose life.
    LoseLife(Players),
    /// A permanent would be destroyed.
    Destroy(Filter),
    /// A permanent is tapped for mana, and mana would be added (CR 106.12b).
    TapForMana {
        /// By whom.
        who: Players,
        /// Which permanent.
        what: Filter,
    },
    /// A turn step of one of these players would begin (CR 614.10).
    TurnStep(TurnStep, Players),
    /// A phase of one of these players' turns would begin (CR 614.10).
    Phase(Phase, Players),
    /// A turn of one of these players would begin (CR 614.10).
    Turn(Players),
    /// One of these players would flip a coin.
    FlipCoin(Players),
    /// One of these players would roll one or more dice.
    RollDice(Players),
}

/// What a replacement effect makes of the action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Instead {
    /// The object goes to this zone of its owner.
    GoTo(ZoneKind),
    /// The permanent enters tapped (CR 614.1c).
    EnterTapped,
    /// The permanent enters with counters (CR 614.1c).
    EnterWithCounters(CounterKind, Quantity),
    /// A value is chosen as the permanent enters (CR 614.12a), which linked abilities speak of (CR 607.2d).
    Choose(Choosing),
    /// The damage is prevented (CR 615.1).
    Prevent,
    /// So much of the damage is prevented each time (CR 615.10).
    PreventSome(u32),
    /// The amount is multiplied.
    Multiply(u32),
    /// This mana is added instead of any other type and amount (CR 106.12b).
    Produce(Vec<ManaType>),
    /// The amount is so much greater.
    More(u32),
    /// Nothing happens (CR 614.1b, 614.10).
    Nothing,
    /// Two coins are flipped for each, and one of them is ignored.
    TwoCoins,
    /// One more die is rolled, and the lowest roll is ignored (CR 706.5).
    ExtraDie,
    /// So much is added to each result (CR 706.2).
    AddToRoll(Quantity),
}

/// Something that can't be done (CR 101.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Restriction {
    /// Creatures can't be declared as attackers (CR 508.1c).
    CantAttack(Filter),
    /// Creatures can't attack one of these players, or one of these planeswalkers (CR 508.1c).
    CantAttackThat {
        /// Which creatures.
        what: Filter,
        /// Which players; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Which planeswalkers; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        objects: Option<Filter>,
    },
    /// Creatures can't be blocked by more creatures than this (CR 509.1b).
    MostBlockers {
        /// Which attackers.
        what: Filter,
        /// How many blockers at the most.
        count: u32,
    },
    /// Creatures can't be declared as blockers (CR 509.1b).
    CantBlock(Filter),
    /// Creatures can't be blocked by others that fit; `by: Any` makes them unblockable (CR 509.1b).
    CantBeBlockedBy {
        /// Which attackers.
        what: Filter,
        /// By which blockers.
        by: Filter,
    },
    /// Creatures can't be blocked by fewer creatures than this (CR 509.1b).
    MinimumBlockers {
        /// Which attackers.
        what: Filter,
        /// How many blockers at the least.
        count: u32,
    },
    /// Creatures can't attack unless at least so many others do; one other for "can't attack alone" (CR 508.1c, 506.5).
    NeedsOtherAttackers {
        /// Which creatures.
        what: Filter,
        /// How many others at the least.
        count: u32,
    },
    /// Creatures can't block unless at least so many others do; one other for "can't block alone" (CR 509.1b, 506.5).
    NeedsOtherBlockers {
        /// Which creatures.
        what: Filter,
        /// How many others at the least.
        count: u32,
    },
    /// No more creatures than this can attack each combat (CR 508.1c).
    MaximumAttackers(u32),
    /// No more creatures than this can block each combat (CR 509.1b).
    MaximumBlockers(u32),
    /// Permanents don't untap during their controllers' untap steps (CR 502.3).
    DoesntUntap(Filter),
    /// Players can't untap more than so many permanents during their untap steps (CR 502.3).
    MaximumUntapped {
        /// Whose.
        who: Players,
        /// Which permanents are counted.
        what: Filter,
        /// How many at the most.
        count: u32,
    },
    /// Players can't win the game (CR 104.2b, 104.3f).
    CantWin(Players),
    /// Players can't lose the game, or don't lose it for one cause (CR 104.3b-e).
    CantLose {
        /// Who.
        who: Players,
        /// For which cause alone; for whatever cause if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<LossCause>,
    },
    /// Players can't gain life (CR 119.7).
    CantGainLife(Players),
    /// Players can't lose life (CR 119.8).
    CantLoseLife(Players),
    /// Players can't pay life, but for 0 (CR 119.4b).
    CantPayLife(Players),
    /// Players can't draw cards (CR 121.3).
    CantDraw(Players),
    /// Players can't draw more cards than this each turn (CR 121.2b).
    MaximumDraws(Players, u32),
    /// Counters can't be put on objects, or given to players (CR 122.1).
    CantGetCounters {
        /// Which objects; none if not given.
        objects: Option<Filter>,
        /// Which players; none if not given.
        players: Option<Players>,
        /// Which kind of counters; any if not given.
        kind: Option<CounterKind>,
    },
    /// Spells can't be countered (CR 101.2, 113.6g).
    CantBeCountered(Filter),
    /// Objects or players can't be the targets of spells and abilities (CR 115, 702.11, 702.16b, 702.18).
    CantBeTargeted {
        /// Which objects; none if not given.
        objects: Option<Filter>,
        /// Which players; none if not given.
        players: Option<Players>,
        /// Whose spells and abilities.
        by: Players,
        /// Which spells, and abilities of which sources.
        source: Filter,
    },
    /// Objects can't enter the battlefield (CR 400.4, 111.5). A description that names a zone is of the object there, one
    /// that names none of what it would be on the battlefield.
    CantEnter(Filter),
    /// Players play with their hands revealed (CR 402.3, 701.16a).
    RevealHand(Players),
    /// Permanents can't have more counters of a kind than so many (CR 704.5r).
    MaximumCounters {
        /// Which permanents.
        what: Filter,
        /// Of which kind.
        kind: CounterKind,
        /// How many at the most.
        count: u32,
    },
    /// Auras, Equipment and Fortifications can't be attached to objects or players (CR 702.16c-d).
    CantBeAttached {
        /// Which attachments.
        what: Filter,
        /// To which objects; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Filter>,
        /// To which players; none if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
    },
    /// Spells can't be cast (CR 601.3). What is said of a spell's zone is where it is cast from.
    CantCast {
        /// By whom.
        who: Players,
        /// Which spells.
        what: Filter,
        /// But then they can.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        except: Option<Timing>,
    },
    /// No more spells than this can be cast each turn (CR 601.3).
    MaximumSpells {
        /// By each of whom.
        who: Players,
        /// Which spells.
        what: Filter,
        /// How many.
        count: u32,
    },
    /// Lands can't be played (CR 305.2b).
    CantPlayLands {
        /// By whom.
        who: Players,
        /// Which lands.
        what: Filter,
    },
    /// Activated abilities can't be activated (CR 602.5).
    CantActivate {
        /// By whom.
        who: Players,
        /// Abilities of what.
        what: Filter,
        /// Whether mana abilities can be activated all the same.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unless_mana: bool,
        /// But then they can.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        except: Option<Timing>,
    },
    /// Players don't lose unspent mana of these types as steps and phases end (CR 106.4, 500.4).
    KeepsMana {
        /// Who.
        who: Players,
        /// Which types.
        kinds: Vec<ManaType>,
    },
    /// Players play with the top card of their libraries revealed (CR 401.5).
    RevealTop(Players),
    /// Players can't search libraries (CR 101.2, 701.19).
    CantSearch(Players),
    /// Creatures can't be tapped to pay the cost of a crew ability (CR 702.122c).
    CantCrew(Filter),
    /// An event doesn't cause abilities of some objects to trigger (CR 603.2).
    CantTrigger {
        /// Which event.
        because: TriggerEvent,
        /// The abilities of which objects.
        of: Filter,
    },
}

/// Something that creatures do in combat if able (CR 508.1d, 509.1c). Each effect is counted for each creature.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Requirement {
    /// Creatures attack.
    Attack(Filter),
    /// Creatures attack one of these players, or one of these planeswalkers.
    AttackThat {
        /// Which creatures.
        what: Filter,
        /// Which players; none if not given.
        players: Option<Players>,
        /// Which planeswalkers; none if not given.
        objects: Option<Filter>,
    },
    /// Creatures block.
    Block(Filter),
    /// Creatures block attacking creatures; counted for each of those.
    BlockThat {
        /// Which blockers.
        what: Filter,
        /// Which attackers.
        attackers: Filter,
    },
    /// Attacking creatures are blocked, by whatever creature.
    BeBlocked(Filter),
}
