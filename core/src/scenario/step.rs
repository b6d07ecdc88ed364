//! The steps of a script.

use serde::{Deserialize, Deserializer};

use crate::card::{CounterKind, DayNight, Designation, Place, TurnStep, ZoneKind};
use crate::fact::Input;
use crate::message::reading;

use super::file::{short_or_long, skip_blank};
use super::refs::{Cited, OfferedItem, Ref};
use super::words;

/// The word of a step for the texts that its spell gains.
pub(super) const ADDED_TEXTS: &str = "splice";

/// One step of a script.
///
/// A player who acts without priority gets it from the passes of the others, unless these end the
/// round.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Step {
    /// Names this point of the timeline.
    Label(String),
    /// Plays a land (CR 116.2a).
    PlayLand {
        /// The card, in a hand.
        card: Ref,
        /// The player who plays it; its owner if omitted.
        by: Option<String>,
        /// The name of the face that is up, if not the front face (CR 712.8).
        face: Option<String>,
    },
    /// Casts a spell (CR 601).
    Cast {
        /// The card.
        card: Ref,
        /// The player who casts it; its owner if omitted.
        by: Option<String>,
        /// The name of the part to cast: a half, both halves, an Adventure, a back face
        /// (CR 702.102a, 709.3, 712.7, 716.3).
        face: Option<String>,
        /// The effect that allows the cast, by its source or a part of its text, if several do;
        /// `"none"` to cast it as the rules allow without one (CR 601.2b).
        permission: Option<String>,
        /// The value of X.
        x: Option<u32>,
        /// The targets, for each instance of "target".
        #[serde(default)]
        targets: Vec<Targets>,
        /// The modes, counted from 0 (CR 700.2).
        #[serde(default)]
        modes: Vec<u8>,
        /// Choices about its costs, by words of what is offered, such as "kicker" or "{U}{U}"
        /// (CR 601.2b). Costs not named are as plain as possible: the mana cost is paid without
        /// optional costs, and symbols in the first way that looks payable. If omitted, all of that
        /// stays open.
        costs: Option<Vec<String>>,
        /// How often to pay an additional cost that may be paid several times.
        times: Option<u32>,
        /// The cards in hand whose texts it gains (CR 702.47).
        #[serde(rename = "splice")]
        added_texts: Option<Vec<Ref>>,
        /// The division among targets (CR 601.2d).
        #[serde(default)]
        divide: Vec<(Ref, u32)>,
        /// What to sacrifice or discard for its cost.
        #[serde(default)]
        with: Vec<Ref>,
        /// How to pay its mana cost.
        #[serde(default)]
        pay: Payment,
        /// An alias for the spell from now on.
        #[serde(rename = "as")]
        alias: Option<String>,
        /// Whether to cast it face down, with a morph ability (CR 702.37c).
        #[serde(default)]
        face_down: bool,
    },
    /// Turns a permanent face up, as a special action (CR 116.2b).
    TurnFaceUp {
        /// The permanent.
        object: Ref,
        /// The cost, as written, if there are several.
        cost: Option<String>,
        /// The player who does it; its controller if omitted.
        by: Option<String>,
        /// The value of X (CR 107.3d).
        x: Option<u32>,
        /// Choices about its costs, as for `Cast`.
        costs: Option<Vec<String>>,
        /// What to sacrifice or discard for its cost.
        #[serde(default)]
        with: Vec<Ref>,
        /// How to pay its mana.
        #[serde(default)]
        pay: Payment,
    },
    /// Activates an ability (CR 602), with priority or while paying.
    Activate {
        /// The object that has the ability.
        object: Ref,
        /// Which of its activated abilities; the only one if omitted.
        ability: Option<WhichAbility>,
        /// The loyalty ability with this cost.
        loyalty: Option<i32>,
        /// The player who activates it; its controller if omitted.
        by: Option<String>,
        /// The value of X.
        x: Option<u32>,
        /// The targets, for each instance of "target".
        #[serde(default)]
        targets: Vec<Targets>,
        /// The modes, counted from 0 (CR 700.2).
        #[serde(default)]
        modes: Vec<u8>,
        /// Choices about its costs, by words of what is offered, such as "kicker" or "{U}{U}"
        /// (CR 601.2b). Costs not named are as plain as possible: the mana cost is paid without
        /// optional costs, and symbols in the first way that looks payable. If omitted, all of that
        /// stays open.
        costs: Option<Vec<String>>,
        /// How often to pay an additional cost that may be paid several times.
        times: Option<u32>,
        /// The cards in hand whose texts it gains (CR 702.47).
        #[serde(rename = "splice")]
        added_texts: Option<Vec<Ref>>,
        /// The division among targets (CR 601.2d).
        #[serde(default)]
        divide: Vec<(Ref, u32)>,
        /// What to sacrifice or discard for its cost.
        #[serde(default)]
        with: Vec<Ref>,
        /// How to pay its mana cost.
        #[serde(default)]
        pay: Payment,
        /// An alias for the ability on the stack from now on.
        #[serde(rename = "as")]
        alias: Option<String>,
    },
    /// Pays for the current proposal (CR 601.2g-h).
    Pay(Payment),
    /// Takes back the current proposal (CR 726.1).
    BackOut,
    /// The player with priority passes (CR 117.3d).
    Pass,
    /// All players pass until the top of the stack has resolved or asks for a choice.
    ResolveTop,
    /// All players pass until the stack is empty.
    ResolveAll,
    /// All players pass until this turn step begins. Creatures attack and block as already
    /// declared, or not at all.
    AdvanceTo {
        /// The turn step.
        step: TurnStep,
        /// The number of its turn; the next turn with this step if omitted.
        turn: Option<u32>,
    },
    /// Declares attackers (CR 508.1), each with the player or planeswalker it attacks. Goes on to
    /// that declaration first.
    Attack(Vec<(Ref, Ref)>),
    /// Declares blockers (CR 509.1), each with the creatures it blocks. Goes on to that declaration
    /// first.
    Block(Vec<(Ref, Vec<Ref>)>),
    /// Puts the blockers of an attacker in damage assignment order (CR 509.2).
    OrderBlockers {
        /// The attacker.
        attacker: Ref,
        /// Its blockers, in that order.
        order: Vec<Ref>,
    },
    /// Puts the attackers of a blocker in damage assignment order (CR 509.3).
    OrderAttackers {
        /// The blocker.
        blocker: Ref,
        /// The creatures it blocks, in that order.
        order: Vec<Ref>,
    },
    /// Assigns combat damage (CR 510.1): for each creature, how much to which recipient. Goes on to
    /// that choice first.
    AssignDamage(Vec<(Ref, Vec<(Ref, u32)>)>),
    /// Orders triggered abilities (CR 603.3b), the first to be put onto the stack first.
    OrderTriggers(Vec<OfferedItem>),
    /// Answers the pending choice; the first of them if several players are asked at once.
    Choose(Reply),
    /// A player answers what they are asked, where several players are asked at once (CR 805.6).
    ChooseAs(String, Reply),
    /// The player asked keeps the opening hand (CR 103.4).
    Keep,
    /// The player asked takes a mulligan (CR 103.4).
    Mulligan,
    /// A player concedes (CR 104.3a).
    Concede(String),
    /// Fixes the next coins and dice, in this order for each kind.
    Chance(Vec<Luck>),
    /// Makes a what-if change.
    Edit(Change),
    /// Restarts the generator of random results from this seed.
    Reseed(u64),
    /// An input as the log has it, for a saved timeline where no other words will do.
    Input(Input),
    /// Gives an object a name.
    Call {
        /// The object.
        it: Ref,
        /// Its alias from now on.
        #[serde(rename = "as")]
        alias: String,
    },
    /// Forks a new timeline here; the script stays on this one.
    Fork(String),
    /// Continues the script on this timeline.
    Switch(String),
    /// A step that the rules must refuse. It has no effect.
    Illegal {
        /// The step.
        step: Box<Step>,
        /// The rule that must be cited, or one that covers it.
        rule: Option<Cited>,
    },
}

impl Step {
    /// The word it begins with.
    pub const fn word(&self) -> &'static str {
        match self {
            Step::Label(_) => "Label",
            Step::PlayLand { .. } => "PlayLand",
            Step::Cast { .. } => "Cast",
            Step::Activate { .. } => "Activate",
            Step::TurnFaceUp { .. } => "TurnFaceUp",
            Step::Pay(_) => "Pay",
            Step::BackOut => "BackOut",
            Step::Pass => "Pass",
            Step::ResolveTop => "ResolveTop",
            Step::ResolveAll => "ResolveAll",
            Step::AdvanceTo { .. } => "AdvanceTo",
            Step::Attack(_) => "Attack",
            Step::Block(_) => "Block",
            Step::OrderBlockers { .. } => "OrderBlockers",
            Step::OrderAttackers { .. } => "OrderAttackers",
            Step::AssignDamage(_) => "AssignDamage",
            Step::OrderTriggers(_) => "OrderTriggers",
            Step::Choose(_) => "Choose",
            Step::ChooseAs(..) => "ChooseAs",
            Step::Keep => "Keep",
            Step::Mulligan => "Mulligan",
            Step::Concede(_) => "Concede",
            Step::Chance(_) => "Chance",
            Step::Edit(_) => "Edit",
            Step::Reseed(_) => "Reseed",
            Step::Input(_) => "Input",
            Step::Call { .. } => "Call",
            Step::Fork(_) => "Fork",
            Step::Switch(_) => "Switch",
            Step::Illegal { .. } => "Illegal",
        }
    }
}

/// Selects one of several abilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhichAbility {
    /// The nth, counted from 0.
    Nth(usize),
    /// The one whose text contains this, regardless of case.
    Says(String),
}

impl From<usize> for WhichAbility {
    fn from(index: usize) -> WhichAbility {
        WhichAbility::Nth(index)
    }
}

impl<'de> Deserialize<'de> for WhichAbility {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WhichAbility, D::Error> {
        short_or_long::<D, WhichAbility, usize>(deserializer, WhichAbility::Says)
    }
}

/// The targets for one instance of "target": one, or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Targets(pub Vec<Ref>);

impl<'de> Deserialize<'de> for Targets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Targets, D::Error> {
        let raw = <&ron::value::RawValue>::deserialize(deserializer)?;
        let options = crate::card::file::ron_options();
        let part = skip_blank(raw.get_ron());
        let wrong = |error| reading::inner(part, &error, words::elsewhere);
        if part.starts_with('[') {
            options.from_str(part).map(Targets).map_err(wrong)
        } else {
            options.from_str(part).map(|one| Targets(vec![one])).map_err(wrong)
        }
    }
}

/// How to pay a mana cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Payment {
    /// With mana from the pool and from the player's plain mana abilities.
    #[default]
    Auto,
    /// With the mana of these permanents and the rest of the pool.
    From(Vec<Ref>),
    /// By tapping these creatures for the spell's convoke, the rest as with `Auto` (CR 702.51a).
    Convoke(Vec<Ref>),
    /// With this mana from the pool and no other, as letters in any order, whether that suffices or
    /// not: `"GGR"`.
    Mana(String),
    /// By later steps.
    Later,
}

/// An answer to the pending choice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Reply {
    /// These of the items offered.
    Pick(Vec<OfferedItem>),
    /// The items offered, in this order.
    Order(Vec<OfferedItem>),
    /// Yes.
    Yes,
    /// No.
    No,
    /// This number.
    Number(u32),
    /// This much to each of these.
    Divide(Vec<(Ref, u32)>),
}

/// A fixed random result.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Luck {
    /// A coin comes up heads.
    Heads,
    /// A coin comes up tails.
    Tails,
    /// A die shows this number.
    Die(u32),
    /// This player takes the first turn of a subgame.
    Starts(String),
    /// A shuffle puts these cards on top of a library, the first one topmost.
    Shuffle {
        /// The player whose library it is.
        of: String,
        /// The cards.
        top: Vec<Ref>,
    },
}

/// A what-if change.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Change {
    /// Sets a player's life total.
    Life {
        /// The player.
        of: String,
        /// The new total.
        is: i32,
    },
    /// Sets the number of counters of a kind on an object or player.
    Counters {
        /// The object or player.
        on: Ref,
        /// The kind.
        kind: CounterKind,
        /// The number.
        is: u32,
    },
    /// Taps or untaps a permanent.
    Tapped {
        /// The permanent.
        of: Ref,
        /// Whether it becomes tapped.
        is: bool,
    },
    /// Puts an object into a zone of its owner.
    Move {
        /// The object.
        what: Ref,
        /// The zone.
        to: ZoneKind,
    },
    /// Puts a card at another place in its library.
    Arrange {
        /// The card.
        what: Ref,
        /// Its place: `Top`, `Bottom` or `FromTop(3)`.
        is: Place,
    },
    /// Adds a new card to the game, in a zone.
    Add {
        /// Its name.
        card: String,
        /// Its owner.
        of: String,
        /// The zone.
        to: ZoneKind,
        /// Its controller on the battlefield, if not its owner.
        controller: Option<String>,
        /// Whether it is a token with the card's printed characteristics.
        #[serde(default)]
        token: bool,
        /// Its alias from now on.
        #[serde(rename = "as")]
        alias: Option<String>,
    },
    /// Attaches a permanent to something.
    Attach {
        /// The permanent.
        what: Ref,
        /// The object or player.
        to: Ref,
    },
    /// Unattaches a permanent.
    Unattach(Ref),
    /// Sets the damage marked on a permanent.
    Damage {
        /// The permanent.
        on: Ref,
        /// The amount.
        is: u32,
    },
    /// Gives a player control of a permanent.
    Control {
        /// The permanent.
        of: Ref,
        /// The player.
        is: String,
    },
    /// Makes a permanent summoning sick, or not (CR 302.6).
    Sick {
        /// The permanent.
        of: Ref,
        /// Whether its controller has not controlled it continuously since their turn began.
        is: bool,
    },
    /// Sets the mana in a player's pool, as letters in any order: `"GGR"`.
    Mana {
        /// The player.
        of: String,
        /// The mana.
        is: String,
    },
    /// Sets how many lands the active player has played this turn.
    LandsPlayed(u32),
    /// Makes a player the monarch.
    Monarch(String),
    /// Makes it day or night (CR 724.1).
    DayNight(DayNight),
    /// Turns a double-faced permanent to this face, unless it already shows it (CR 701.28a).
    Transformed {
        /// The permanent.
        of: Ref,
        /// Whether its back face is up afterwards.
        is: bool,
    },
    /// A player has a designation.
    Designated {
        /// Which player.
        who: String,
        /// Which designation.
        is: Designation,
    },
}
