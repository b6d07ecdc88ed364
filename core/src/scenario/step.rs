//! What a script may do.

use serde::{Deserialize, Deserializer};

use crate::card::{CounterKind, DayNight, Place, TurnStep, ZoneKind};
use crate::fact::Input;
use crate::message::reading;

use super::file::{short_or_long, skip_blank};
use super::refs::{Cited, Offer, Ref};
use super::words;

/// One step of a script.
///
/// A player who acts without having priority gets it by the passes before it, as long as these do not end the round.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Step {
    /// Names this point of the timeline.
    Label(String),
    /// A land is played (CR 116.2a).
    PlayLand {
        /// Which, of a hand.
        card: Ref,
        /// Who plays it; its owner, if not given.
        by: Option<String>,
        /// The name of the face that is up, if it is not the front face (CR 712.8).
        face: Option<String>,
    },
    /// A spell is cast (CR 601).
    Cast {
        /// Which card.
        card: Ref,
        /// Who casts it; its owner, if not given.
        by: Option<String>,
        /// The name of what it is cast as: a half, both halves, an Adventure, a back face (CR 702.102a, 709.3, 712.7, 716.3).
        face: Option<String>,
        /// The effect that it is cast with, by its source or a part of its text, where several allow it; `"none"` as the rules
        /// allow without (CR 601.2b).
        permission: Option<String>,
        /// What is chosen for X.
        x: Option<u32>,
        /// What is chosen for each instance of "target".
        #[serde(default)]
        targets: Vec<Targets>,
        /// Which modes are chosen, from 0 (CR 700.2).
        #[serde(default)]
        modes: Vec<u8>,
        /// What is chosen about its costs: words of what is offered, such as "kicker" or "{U}{U}" (CR 601.2b). What it does
        /// not name is as plain as it can be: the mana cost is paid and nothing optional, and symbols are paid in the first
        /// way that looks payable. If not given, all of that stays open.
        costs: Option<Vec<String>>,
        /// How many times an additional cost is paid that may be paid several times.
        times: Option<u32>,
        /// Which cards are spliced onto it (CR 702.47).
        splice: Option<Vec<Ref>>,
        /// How what is divided among targets is divided (CR 601.2d).
        #[serde(default)]
        divide: Vec<(Ref, u32)>,
        /// What is sacrificed or discarded to pay for it.
        #[serde(default)]
        with: Vec<Ref>,
        /// How its mana cost is paid.
        #[serde(default)]
        pay: Payment,
        /// What the spell is called from now on.
        #[serde(rename = "as")]
        alias: Option<String>,
        /// Whether it is cast face down, with a morph ability (CR 702.37c).
        #[serde(default)]
        face_down: bool,
    },
    /// A permanent is turned face up, as a special action (CR 116.2b).
    TurnFaceUp {
        /// Which.
        object: Ref,
        /// For what cost, as it is written, where there are several.
        cost: Option<String>,
        /// Who does; its controller, if not given.
        by: Option<String>,
        /// What is chosen for X (CR 107.3d).
        x: Option<u32>,
        /// What is chosen about its costs, as in `Cast`.
        costs: Option<Vec<String>>,
        /// What is sacrificed or discarded to pay for it.
        #[serde(default)]
        with: Vec<Ref>,
        /// How its mana is paid.
        #[serde(default)]
        pay: Payment,
    },
    /// An ability is activated (CR 602), with priority or while paying.
    Activate {
        /// Whose ability.
        object: Ref,
        /// Which of its activated abilities; the only one, if not given.
        ability: Option<WhichAbility>,
        /// Which of its loyalty abilities, by its cost.
        loyalty: Option<i32>,
        /// Who activates it; its controller, if not given.
        by: Option<String>,
        /// What is chosen for X.
        x: Option<u32>,
        /// What is chosen for each instance of "target".
        #[serde(default)]
        targets: Vec<Targets>,
        /// Which modes are chosen, from 0 (CR 700.2).
        #[serde(default)]
        modes: Vec<u8>,
        /// What is chosen about its costs: words of what is offered, such as "kicker" or "{U}{U}" (CR 601.2b). What it does
        /// not name is as plain as it can be: the mana cost is paid and nothing optional, and symbols are paid in the first
        /// way that looks payable. If not given, all of that stays open.
        costs: Option<Vec<String>>,
        /// How many times an additional cost is paid that may be paid several times.
        times: Option<u32>,
        /// Which cards are spliced onto it (CR 702.47).
        splice: Option<Vec<Ref>>,
        /// How what is divided among targets is divided (CR 601.2d).
        #[serde(default)]
        divide: Vec<(Ref, u32)>,
        /// What is sacrificed or discarded to pay for it.
        #[serde(default)]
        with: Vec<Ref>,
        /// How its mana cost is paid.
        #[serde(default)]
        pay: Payment,
        /// What the ability on the stack is called from now on.
        #[serde(rename = "as")]
        alias: Option<String>,
    },
    /// The proposal under way is paid for (CR 601.2g-h).
    Pay(Payment),
    /// The proposal under way is taken back (CR 726.1).
    BackOut,
    /// The player with priority passes (CR 117.3d).
    Pass,
    /// All players pass until the top of the stack has resolved, or asks for something.
    ResolveTop,
    /// All players pass until the stack is empty.
    ResolveAll,
    /// All players pass until this turn step begins; creatures attack and block as they were told, or not at all.
    AdvanceTo {
        /// The turn step.
        step: TurnStep,
        /// The number of its turn; the next turn that has one, if not given.
        turn: Option<u32>,
    },
    /// Attackers are declared (CR 508.1), each with whom or what it attacks; play goes on to there.
    Attack(Vec<(Ref, Ref)>),
    /// Blockers are declared (CR 509.1), each with what it blocks; play goes on to there.
    Block(Vec<(Ref, Vec<Ref>)>),
    /// The blockers of an attacker are put in damage assignment order (CR 509.2).
    OrderBlockers {
        /// The attacker.
        attacker: Ref,
        /// Its blockers, the first to be assigned damage first.
        order: Vec<Ref>,
    },
    /// The attackers of a blocker are put in damage assignment order (CR 509.3).
    OrderAttackers {
        /// The blocker.
        blocker: Ref,
        /// What it blocks, the first to be assigned damage first.
        order: Vec<Ref>,
    },
    /// Combat damage is assigned (CR 510.1): for each creature, how much to whom; play goes on to there.
    AssignDamage(Vec<(Ref, Vec<(Ref, u32)>)>),
    /// Triggered abilities are put in an order (CR 603.3b), the first to be put onto the stack first.
    OrderTriggers(Vec<Offer>),
    /// The pending choice is answered.
    Choose(Reply),
    /// The player who is asked keeps the opening hand (CR 103.4).
    Keep,
    /// The player who is asked takes a mulligan (CR 103.4).
    Mulligan,
    /// A player concedes (CR 104.3a).
    Concede(String),
    /// The next coins and dice are fixed, in this order of each kind.
    Chance(Vec<Luck>),
    /// A what-if change.
    Edit(Change),
    /// The generator of random results starts again from this seed.
    Reseed(u64),
    /// An input as the log has it: how a saved timeline says what has no other words.
    Input(Input),
    /// An object gets a name.
    Call {
        /// The object.
        it: Ref,
        /// Its name from now on.
        #[serde(rename = "as")]
        alias: String,
    },
    /// A new timeline goes off from here; the script stays on this one.
    Fork(String),
    /// The script goes on with this timeline.
    Switch(String),
    /// A step that the rules must refuse; nothing of it happens.
    Illegal {
        /// The step.
        step: Box<Step>,
        /// The rule that must be cited, or one that covers it.
        rule: Option<Cited>,
    },
}

impl Step {
    /// The word that it begins with.
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

/// One of several abilities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhichAbility {
    /// The nth, from 0.
    Nth(usize),
    /// The one whose text has this in it, in capitals or not.
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

/// What is chosen for one instance of "target": one thing, or a list.
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

/// How a mana cost is paid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Payment {
    /// With mana of the pool, and the plain mana abilities that the player has.
    #[default]
    Auto,
    /// With the mana of these permanents, and what else is in the pool.
    From(Vec<Ref>),
    /// By tapping these creatures for the convoke of the spell, the rest as with `Auto` (CR 702.51a).
    Convoke(Vec<Ref>),
    /// With this mana of the pool and no other, as letters in any order, whether that pays or not: `"GGR"`.
    Mana(String),
    /// By later steps.
    Later,
}

/// An answer to the pending choice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Reply {
    /// These of what is offered.
    Pick(Vec<Offer>),
    /// What is offered, in this order.
    Order(Vec<Offer>),
    /// Yes.
    Yes,
    /// No.
    No,
    /// This number.
    Number(u32),
    /// So much to each of these.
    Divide(Vec<(Ref, u32)>),
}

/// A result that is fixed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Luck {
    /// A coin comes up heads.
    Heads,
    /// A coin comes up tails.
    Tails,
    /// A die shows this number.
    Die(u32),
    /// A shuffle puts these cards on top of a library, the first of them as its top card.
    Shuffle {
        /// Whose library.
        of: String,
        /// The cards.
        top: Vec<Ref>,
    },
}

/// A what-if change.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Change {
    /// A player's life total becomes this.
    Life {
        /// Whose.
        of: String,
        /// The new total.
        is: i32,
    },
    /// An object or player has this many counters of a kind.
    Counters {
        /// On whom or what.
        on: Ref,
        /// The kind.
        kind: CounterKind,
        /// How many.
        is: u32,
    },
    /// A permanent is tapped or untapped.
    Tapped {
        /// Which.
        of: Ref,
        /// Whether it is tapped then.
        is: bool,
    },
    /// An object is put into a zone of its owner's.
    Move {
        /// Which.
        what: Ref,
        /// The zone.
        to: ZoneKind,
    },
    /// A card is put at a place of the library that it is in.
    Arrange {
        /// Which.
        what: Ref,
        /// Its place: `Top`, `Bottom` or `FromTop(3)`.
        is: Place,
    },
    /// A card that was not in the game is put into a zone.
    Add {
        /// Its name.
        card: String,
        /// Whose it is.
        of: String,
        /// The zone.
        to: ZoneKind,
        /// Who controls it on the battlefield, if not its owner.
        controller: Option<String>,
        /// Whether it is a token with what is printed on the card.
        #[serde(default)]
        token: bool,
        /// What it is called from now on.
        #[serde(rename = "as")]
        alias: Option<String>,
    },
    /// A permanent is attached to something.
    Attach {
        /// Which.
        what: Ref,
        /// To what or whom.
        to: Ref,
    },
    /// A permanent becomes unattached.
    Unattach(Ref),
    /// A permanent has this much damage marked on it.
    Damage {
        /// Which.
        on: Ref,
        /// How much.
        is: u32,
    },
    /// A player controls a permanent.
    Control {
        /// Which permanent.
        of: Ref,
        /// Who.
        is: String,
    },
    /// A permanent is summoning sick, or not (CR 302.6).
    Sick {
        /// Which.
        of: Ref,
        /// Whether it came under its controller's control this turn.
        is: bool,
    },
    /// A player's mana pool has this mana and no other, as letters in any order: `"GGR"`.
    Mana {
        /// Whose.
        of: String,
        /// Which mana.
        is: String,
    },
    /// The active player has played so many lands this turn.
    LandsPlayed(u32),
    /// A player is the monarch.
    Monarch(String),
    /// It becomes day, or night (CR 724.1).
    DayNight(DayNight),
    /// A double-faced permanent transforms, unless it shows that face already (CR 701.28a).
    Transformed {
        /// Which.
        of: Ref,
        /// Whether its back face is up then.
        is: bool,
    },
}
