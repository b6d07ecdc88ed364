//! Frames: the game's call stack. What the rules are in the middle of is here, and nowhere else.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::{CoinSide, Cost, ManaCost, ManaSymbol, ManaType, Phase, TurnStep};
use crate::rule::Rule;

use super::action::{Applied, Happening};
use super::canonical::Canonical;
use super::characteristics::Origin;
use super::choice::Assignment;
use super::ids::{DefId, Entity, EntryNo, ObjectId, PlayerId, TriggerId};
use super::object::{AbilityRef, Announcement, DrawReveal, TriggerContext};

/// One entry of the call stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    /// The start of the game: opening hands and mulligans (CR 103.4).
    Opening(Box<OpeningFrame>),
    /// A turn: the phases that are still to come (CR 500.1).
    Turn {
        /// The next phases.
        phases: Vec<Phase>,
    },
    /// A phase: the turn steps that are still to come.
    Phase {
        /// Which phase.
        phase: Phase,
        /// The next turn steps.
        steps: Vec<TurnStep>,
    },
    /// A turn step and how far it has come.
    TurnStep {
        /// Which.
        step: TurnStep,
        /// How far.
        stage: TurnStepStage,
    },
    /// A round of priority (CR 117).
    Priority {
        /// Who has it, or is to receive it.
        player: PlayerId,
        /// Whether state-based actions and waiting triggers have been seen to, so that the player has it (CR 117.5).
        received: bool,
        /// How many players have passed in succession (CR 117.4).
        passes: u8,
    },
    /// Waiting triggered abilities are being put onto the stack (CR 603.3b).
    PutTriggers {
        /// What remains, in APNAP order of the players, each player's in the order in which they triggered.
        order: Vec<TriggerId>,
        /// How many at the front have been ordered by their controller.
        ordered: u32,
    },
    /// The legend rule asks (CR 704.5j): all that each player chose to keep so far.
    StateBased {
        /// The permanents kept.
        kept: Vec<ObjectId>,
    },
    /// A spell is being cast, an ability activated, or a triggered ability put onto the stack (CR 601-603).
    Proposal(Box<ProposalFrame>),
    /// A spell or ability is resolving (CR 608), or a mana ability is (CR 605.3b).
    Resolve(Box<ResolveFrame>),
    /// Actions are waiting for the choice of a replacement effect (CR 616.1), or for the order in which cards are put
    /// (CR 401.4, 404.3).
    Happen(Box<Happening>),
    /// A reversed proposal: which mana abilities stand (CR 726.1).
    Reversed {
        /// Who proposed.
        player: PlayerId,
        /// The facts of each activation, in order.
        activations: Vec<Vec<Fact>>,
    },
    /// New creatures are placed in damage assignment orders (CR 509.6, 509.7).
    Placing {
        /// The rule that asks.
        rule: Rule,
        /// In whose order, and what is placed there.
        remaining: Vec<(ObjectId, ObjectId)>,
    },
    /// Cards that were just drawn may be revealed (CR 121.9).
    Drawn {
        /// Which card, and because of what.
        offers: Vec<(ObjectId, DrawReveal)>,
    },
    /// Coins are being flipped (CR 705).
    Flip(Box<FlipFrame>),
    /// A game in which nothing but what has to happen has happened for long: whether it is a draw (CR 104.4b).
    Loop {
        /// The players who say so.
        agreed: Vec<PlayerId>,
    },
    /// An effect is ending the turn or the combat phase (CR 719).
    Ending {
        /// Which.
        what: Ending,
        /// How far that is.
        stage: u8,
        /// What is left of the resolution whose effect it is.
        rest: Box<ResolveFrame>,
    },
}

/// What an effect ends (CR 719).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// The turn (CR 719.1).
    Turn,
    /// The combat phase (CR 719.2).
    Combat,
}

/// A fact that may have to happen again: its event in its wire form, so that a frame holds no frames.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// The rule that made it happen.
    pub rule: Rule,
    /// The kind of the event and its fields.
    pub bytes: Vec<u8>,
}

/// Coins that are being flipped (CR 705).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlipFrame {
    /// The object that has them flipped.
    pub source: ObjectId,
    /// Who flips next, and after that.
    pub players: Vec<PlayerId>,
    /// Whether the player calls the flip (CR 705.1).
    pub called: bool,
    /// The flip after which there is no other.
    pub until: Option<CoinSide>,
    /// The entry from which on the flips of one instruction are counted.
    pub group: EntryNo,
    /// What the player called, once they have.
    pub call: Option<bool>,
    /// The entry from which on the toss is looked for, once it is made.
    pub tossed: Option<EntryNo>,
}

/// How far a turn step has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnStepStage {
    /// It is about to begin.
    Begin,
    /// The nth of its turn-based actions is next.
    Actions(u8),
    /// The damage assignment order of the next creature is to be announced (CR 509.2-3).
    Order {
        /// Creatures that still need one.
        remaining: Vec<ObjectId>,
    },
    /// The damage that one side has assigned; the other follows (CR 510.1).
    Assigned(Vec<(ObjectId, Vec<(Entity, u32)>)>),
    /// Players receive priority next.
    Priority,
    /// It is about to end.
    End,
    /// It is about to end, and another turn step of its kind follows (CR 514.3a).
    EndAndAgain,
}

/// The opening of a game (CR 103.4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningFrame {
    /// Who has revealed a companion or could not or did not want to (CR 103.2b).
    pub companions: Vec<PlayerId>,
    /// Whether hands have been drawn.
    pub drawn: bool,
    /// How often each player has taken a mulligan.
    pub mulligans: Vec<u8>,
    /// Who has kept.
    pub kept: Vec<bool>,
    /// What each player said this round.
    pub said: Vec<Option<bool>>,
    /// The starting hand size of each player (CR 103.4).
    pub hand_sizes: Vec<u32>,
    /// Whether mulligans are over, and players may act with cards of their opening hands (CR 103.5).
    pub acting: bool,
    /// Who has nothing more to do with theirs.
    pub acted: Vec<PlayerId>,
    /// The cards that something was done with: each once (CR 103.5b).
    pub used: Vec<ObjectId>,
}

impl OpeningFrame {
    /// Before anything has happened, with the starting hand size of each player (CR 103.4).
    pub fn new(hand_sizes: Vec<u32>) -> OpeningFrame {
        let count = hand_sizes.len();
        OpeningFrame {
            mulligans: vec![0; count],
            kept: vec![false; count],
            said: vec![None; count],
            hand_sizes,
            ..OpeningFrame::default()
        }
    }
}

/// What is being proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proposing {
    /// A spell; its object is on the stack.
    Spell,
    /// An activated ability; its object is on the stack.
    Ability,
    /// A mana ability, which has no object (CR 605.3b).
    ManaAbility {
        /// What it says.
        text: AbilityRef,
    },
    /// A triggered ability; its object is on the stack (CR 603.3).
    Trigger,
    /// The payment of a cost that a resolving instruction names (CR 118.12); the resolution is the frame below.
    Payment,
    /// A declaration of attackers or blockers that is being paid for (CR 508.1h-j, 509.1d-f).
    Declaration {
        /// Whether blockers are declared.
        blocking: bool,
        /// Which creatures for what.
        declared: Vec<Assignment>,
        /// The total cost, locked in: each part with the object whose effect asks for it.
        costs: Vec<(ObjectId, Cost)>,
    },
}

impl Proposing {
    /// Whether it is an object on the stack.
    pub const fn is_on_stack(&self) -> bool {
        matches!(self, Proposing::Spell | Proposing::Ability | Proposing::Trigger)
    }
}

/// How far a proposal has come (CR 601.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProposalStage {
    /// X is chosen (CR 601.2b).
    X,
    /// The nth instance of "target" is chosen (CR 601.2c).
    Targets(u8),
    /// What is divided among the targets of the nth instance is divided (CR 601.2d).
    Divide(u8),
    /// The total cost is determined (CR 601.2f).
    TotalCost,
    /// Mana abilities are activated and mana is paid (CR 601.2g-h).
    Mana {
        /// The mana part of the total cost.
        cost: ManaCost,
    },
    /// The nth part of the cost other than mana is paid (CR 601.2h).
    Costs(u8),
    /// It becomes cast, activated or put (CR 601.2i).
    Finish,
    /// Which cost is paid, the mana cost or an alternative one (CR 118.9, 601.2b).
    Alternative,
    /// Which optional additional costs are paid (CR 118.8b, 601.2b).
    Optional,
    /// What is paid so that it may be cast at this time (CR 601.3c).
    Flash,
    /// How many times the nth of the optional costs that may be paid several times is paid.
    Times(u8),
    /// The modes are chosen (CR 700.2a).
    Modes,
    /// Cards are spliced onto the spell (CR 702.47).
    Splice,
    /// What is paid of the nth of the costs that are one of several.
    Either(u8),
    /// How the nth kind of symbol that can be paid in several ways is paid (CR 118.13a).
    Symbols(u8),
    /// In which order the reductions of the cost apply (CR 601.2f).
    Reductions,
    /// Which half of the nth hybrid symbol among them it is (CR 118.7e).
    Halves(u8),
    /// In which order the parts of the total cost are paid (CR 601.2h).
    Order,
    /// Which of these effects it is cast with, the identity and what it says of each; none is the rule that cards may be
    /// cast from a hand (CR 601.3).
    Permission(Vec<(Option<Applied>, Option<DefId>)>),
    /// Of a declaration of attackers: which of them are banded together (CR 508.1e).
    Bands,
    /// What the nth part of the cost will be paid with, where the cost is reduced by that (CR 601.2b, 702.119b).
    PayWith(u8),
}

/// A proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposalFrame {
    /// What is proposed.
    pub what: Proposing,
    /// Who proposes.
    pub player: PlayerId,
    /// The object on the stack; for a mana ability, its source.
    pub object: ObjectId,
    /// The source of an ability; the spell itself.
    pub source: ObjectId,
    /// Which ability of the source, if it is one.
    pub origin: Option<Origin>,
    /// How far it has come.
    pub stage: ProposalStage,
    /// What has been chosen and paid.
    pub announced: Announcement,
    /// The entry with which it began: what was announced or triggered.
    pub began: EntryNo,
    /// The entries with which the mana abilities activated while paying began (CR 601.2g).
    pub activations: Vec<EntryNo>,
    /// The entry before which mana was activated, not spent: the one with which mana was paid, if it has been.
    pub paid_at: Option<EntryNo>,
    /// The order in which reductions of the cost apply, where it matters.
    pub reductions: Vec<u32>,
    /// What hybrid symbols among the reductions stand for (CR 118.7e).
    pub halves: Vec<ManaSymbol>,
    /// The total cost but for its mana, locked in (CR 601.2f), in the order of payment.
    pub total: Canonical<Vec<Cost>>,
}

impl ProposalFrame {
    /// A proposal that begins.
    pub fn new(what: Proposing, player: PlayerId, object: ObjectId, source: ObjectId, began: EntryNo) -> ProposalFrame {
        ProposalFrame {
            what,
            player,
            object,
            source,
            origin: None,
            stage: ProposalStage::Alternative,
            announced: Announcement::default(),
            began,
            activations: Vec::new(),
            paid_at: None,
            reductions: Vec::new(),
            halves: Vec::new(),
            total: Canonical::new(Vec::new()),
        }
    }
}

/// A position in nested lists of instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// Which list of the instruction above: 0 `then`, 1 `otherwise`.
    pub branch: u8,
    /// Which instruction of the list.
    pub index: u16,
    /// How often it has been done, for what is done one at a time.
    pub round: u16,
    /// How often it is done in all, once that is determined.
    pub of: Option<u16>,
    /// What the list is being done for, one after another; the first is the one whose turn it is (CR 608.2f).
    pub each: Vec<Entity>,
}

/// A resolution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolveFrame {
    /// The object on the stack; none for a mana ability (CR 605.3b).
    pub object: Option<ObjectId>,
    /// The source of an ability; the spell itself.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// Which ability of the source it is, for links and limits (CR 603.2i, 607); none for a delayed triggered ability.
    pub origin: Option<Origin>,
    /// What it says; none for a permanent spell, which has no instructions.
    pub text: Option<AbilityRef>,
    /// What was announced, without the targets that have become illegal (CR 608.2b).
    pub announced: Arc<Announcement>,
    /// What it triggered on.
    pub trigger: Option<TriggerContext>,
    /// The entry with which it began.
    pub began: EntryNo,
    /// Which instruction is next; empty before the first and after the last.
    pub cursor: Vec<Cursor>,
    /// Whether the instructions have begun.
    pub started: bool,
    /// What players have chosen for the instruction so far.
    pub picked: Vec<Entity>,
    /// The piles that objects were separated into: the one that was picked first (CR 700.3).
    pub piles: Vec<Vec<ObjectId>>,
    /// The types of mana chosen for the instruction so far, part by part; none where there was none to choose.
    pub kinds: Vec<Option<ManaType>>,
    /// Which part of the text is being followed: its instructions, then each chosen mode, then what is spliced.
    pub part: u8,
    /// The first of the announced targets that this part speaks of.
    pub first_target: u8,
    /// If it does what a replacement effect says: the effects that were applied, which have had their opportunity
    /// (CR 614.5).
    pub applied: Vec<Applied>,
    /// The objects that the effect was begun for which has this done.
    pub those: Vec<ObjectId>,
}

impl ResolveFrame {
    /// A resolution of which only is known whose effect it is, and with which entry it began.
    pub fn of_effect(source: ObjectId, controller: PlayerId, began: EntryNo) -> ResolveFrame {
        ResolveFrame {
            object: None,
            source,
            controller,
            origin: None,
            text: None,
            announced: Arc::default(),
            trigger: None,
            began,
            cursor: vec![Cursor::default()],
            started: true,
            picked: Vec::new(),
            piles: Vec::new(),
            kinds: Vec::new(),
            part: 0,
            first_target: 0,
            applied: Vec::new(),
            those: Vec::new(),
        }
    }

    /// What was announced, as the part that is being followed speaks of it: its targets begin at 0.
    pub fn announced_for_part(&self) -> Arc<Announcement> {
        if self.first_target == 0 {
            return Arc::clone(&self.announced);
        }
        let mut announced = Announcement::clone(&self.announced);
        let first = usize::from(self.first_target);
        announced.targets.drain(..first.min(announced.targets.len()));
        announced.divided.drain(..first.min(announced.divided.len()));
        Arc::new(announced)
    }
}

impl Frame {
    /// Its name, for a call stack.
    pub const fn name(&self) -> &'static str {
        match self {
            Frame::Opening(_) => "opening hands",
            Frame::Turn { .. } => "turn",
            Frame::Phase { .. } => "phase",
            Frame::TurnStep { .. } => "turn step",
            Frame::Priority { .. } => "priority",
            Frame::PutTriggers { .. } => "putting triggers",
            Frame::StateBased { .. } => "state-based actions",
            Frame::Proposal(_) => "proposal",
            Frame::Resolve(_) => "resolution",
            Frame::Happen(_) => "replacement",
            Frame::Placing { .. } => "damage assignment order",
            Frame::Drawn { .. } => "card drawn",
            Frame::Reversed { .. } => "reversal",
            Frame::Flip(_) => "coin flip",
            Frame::Loop { .. } => "loop",
            Frame::Ending { .. } => "ending",
        }
    }
}
