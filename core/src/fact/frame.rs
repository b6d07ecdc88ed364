//! Frames: the game's call stack. It holds everything about processes of the rules that are under
//! way.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use crate::card::{CoinSide, Cost, ManaCost, ManaSymbol, ManaType, Phase, TurnStep};
use crate::rule::Rule;

use super::action::{Applied, Happening, Proposed};
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
    /// A turn, with its remaining phases (CR 500.1).
    Turn {
        /// The remaining phases.
        phases: Vec<Phase>,
    },
    /// A phase, with its remaining turn steps.
    Phase {
        /// The phase.
        phase: Phase,
        /// The remaining turn steps.
        steps: Vec<TurnStep>,
    },
    /// A turn step and its stage.
    TurnStep {
        /// The turn step.
        step: TurnStep,
        /// The stage it has reached.
        stage: TurnStepStage,
    },
    /// A round of priority (CR 117).
    Priority {
        /// The player who has priority or is about to receive it.
        player: PlayerId,
        /// Whether the player has received it, after state-based actions and waiting triggers
        /// (CR 117.5).
        received: bool,
        /// The number of players who have passed in succession (CR 117.4).
        passes: u8,
    },
    /// Waiting triggered abilities are being put onto the stack (CR 603.3b).
    PutTriggers {
        /// The remaining abilities: players in APNAP order, each player's in the order they
        /// triggered.
        order: Vec<TriggerId>,
        /// How many abilities at the front their controller has ordered.
        ordered: u32,
    },
    /// State-based actions ask which legendary permanents to keep (CR 704.5j), and whether
    /// commanders go to the command zone (CR 903.9a).
    StateBased {
        /// The permanents that players have chosen to keep so far.
        kept: Vec<ObjectId>,
    },
    /// A spell is being cast, an ability activated, or a triggered ability put onto the stack
    /// (CR 601-603).
    Proposal(Box<ProposalFrame>),
    /// A spell, ability (CR 608) or mana ability (CR 605.3b) is resolving.
    Resolve(Box<ResolveFrame>),
    /// Actions wait for the choice of a replacement effect (CR 616.1) or for an order of cards
    /// (CR 401.4, 404.3).
    Happen(Box<Happening>),
    /// A proposal was reversed: its player chooses which mana abilities stand (CR 726.1).
    Reversed {
        /// The player who made the proposal.
        player: PlayerId,
        /// The facts of each activation, in order.
        activations: Vec<Vec<Fact>>,
    },
    /// New creatures are being placed in damage assignment orders (CR 509.6, 509.7).
    Placing {
        /// The rule behind it.
        rule: Rule,
        /// Each creature with an order, and the creature to place in it.
        remaining: Vec<(ObjectId, ObjectId)>,
    },
    /// Cards that were just drawn may be revealed (CR 121.9).
    Drawn {
        /// The cards, each with the effect that reveals it.
        offers: Vec<(ObjectId, DrawReveal)>,
    },
    /// Coins are being flipped (CR 705).
    Flip(Box<FlipFrame>),
    /// The game may be in a loop: for a long time, only forced events have happened. Players decide
    /// whether it is a draw (CR 104.4b).
    Loop {
        /// The players who have agreed to a draw.
        agreed: Vec<PlayerId>,
    },
    /// An effect is ending the turn or the combat phase (CR 719).
    Ending {
        /// Whether the turn or the combat phase ends.
        what: Ending,
        /// The stage it has reached.
        stage: u8,
        /// The rest of the resolution with this effect.
        rest: Box<ResolveFrame>,
    },
    /// Players put conspiracies into the command zone before decks are shuffled (CR 905.4).
    Conspiracies(Box<ConspiraciesFrame>),
    /// A list of instructions is followed for several players or objects, at the same time or one
    /// after another (CR 608.2f). The one whose turn it is has the resolution above this frame.
    Together(Box<TogetherFrame>),
}

/// A list of instructions that is followed for several players or objects (CR 608.2f).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TogetherFrame {
    /// Whether each instruction is carried out for all of them at the same time.
    pub at_once: bool,
    /// The depth of the list in the cursor.
    pub depth: u16,
    /// The index of the one whose resolution is above this frame.
    pub active: u16,
    /// The place of the instruction whose actions wait to happen for all at once: the branches and
    /// indices from the list on.
    pub place: Vec<(u8, u16)>,
    /// What the list is followed for.
    pub each: Vec<Arc<Iteration>>,
}

/// One player or object that a list of instructions is followed for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Iteration {
    /// The player or object.
    pub of: Entity,
    /// The entry that causes what is done for it.
    pub mark: EntryNo,
    /// Where it is in the list. Not up to date while it is its turn.
    pub frame: ResolveFrame,
    /// Its actions that wait to happen together with those of the others; none if it has not come
    /// that far.
    pub waits: Option<Vec<Proposed>>,
}

/// What an effect ends (CR 719).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// The turn (CR 719.1).
    Turn,
    /// The combat phase (CR 719.2).
    Combat,
}

/// A fact that may have to be repeated. Its event is in wire form, so that a frame holds no frames.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// The rule behind it.
    pub rule: Rule,
    /// The number of the event's kind, and its fields.
    pub bytes: Vec<u8>,
}

/// Coins that are being flipped (CR 705).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlipFrame {
    /// The object whose ability has the coins flipped.
    pub source: ObjectId,
    /// The players still to flip, in order.
    pub players: Vec<PlayerId>,
    /// Whether the player calls the flip (CR 705.1).
    pub called: bool,
    /// The side that ends the flipping.
    pub until: Option<CoinSide>,
    /// The entry from which the flips of this instruction are counted.
    pub group: EntryNo,
    /// The player's call, once made.
    pub call: Option<bool>,
    /// The entry from which to look for the toss, once it is made.
    pub tossed: Option<EntryNo>,
}

/// The stages of a turn step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnStepStage {
    /// It is about to begin.
    Begin,
    /// The nth of its turn-based actions is next.
    Actions(u8),
    /// The damage assignment order of the next creature is to be announced (CR 509.2-3).
    Order {
        /// The creatures that still need one.
        remaining: Vec<ObjectId>,
    },
    /// One player's combat damage is assigned, as given; the other's follows (CR 510.1).
    Assigned(Vec<(ObjectId, Vec<(Entity, u32)>)>),
    /// Players receive priority next.
    Priority,
    /// It is about to end.
    End,
    /// It is about to end, and another turn step of its kind follows (CR 514.3a).
    EndAndAgain,
    /// The players of a team draw one after another, in the order that the team has said
    /// (CR 805.6a).
    Draws {
        /// Those who have not yet.
        remaining: Vec<PlayerId>,
    },
}

/// The opening of a game (CR 103.4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningFrame {
    /// The players who have settled the question of a companion (CR 103.2b).
    pub companions: Vec<PlayerId>,
    /// Whether opening hands have been drawn.
    pub drawn: bool,
    /// The number of mulligans each player has taken.
    pub mulligans: Vec<u8>,
    /// Whether each player has kept their hand.
    pub kept: Vec<bool>,
    /// Each player's decision in this round.
    pub said: Vec<Option<bool>>,
    /// The starting hand size of each player (CR 103.4).
    pub hand_sizes: Vec<u32>,
    /// Whether mulligans are over, and players may act with cards of their opening hands
    /// (CR 103.5).
    pub acting: bool,
    /// The players who are done with their opening hands.
    pub acted: Vec<PlayerId>,
    /// The cards already acted with, each at most once (CR 103.5b).
    pub used: Vec<ObjectId>,
}

impl OpeningFrame {
    /// Creates the opening frame at the start of a game, with each player's starting hand size
    /// (CR 103.4).
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

/// The conspiracies that begin the game in the command zone (CR 103.2d, 905.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConspiraciesFrame {
    /// The rest of the opening.
    pub opening: OpeningFrame,
    /// The players who have put theirs there.
    pub settled: Vec<PlayerId>,
    /// What the next player has chosen; `None` before that.
    pub chosen: Option<Vec<ObjectId>>,
    /// The names that they have secretly chosen for some of these (CR 702.106a).
    pub named: Vec<(ObjectId, Vec<String>)>,
}

/// The kinds of proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proposing {
    /// A spell; its object is on the stack.
    Spell,
    /// An activated ability; its object is on the stack.
    Ability,
    /// A mana ability, which has no object on the stack (CR 605.3b).
    ManaAbility {
        /// The text of the ability.
        text: AbilityRef,
    },
    /// A triggered ability; its object is on the stack (CR 603.3).
    Trigger,
    /// The payment of a cost for a resolving instruction (CR 118.12). The resolution is the frame
    /// below.
    Payment,
    /// A declaration of attackers or blockers that has a cost (CR 508.1h-j, 509.1d-f).
    Declaration {
        /// Whether blockers, rather than attackers, are declared.
        blocking: bool,
        /// The declared creatures and their assignments.
        declared: Vec<Assignment>,
        /// The total cost, locked in, by the players who pay, one after another.
        shares: Vec<CostShare>,
    },
}

/// What one player pays for a declaration of attackers or blockers (CR 508.1h, 509.1d, 805.10b).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostShare {
    /// The player.
    pub player: PlayerId,
    /// The parts of the cost, each with the object whose effect requires it.
    pub costs: Vec<(ObjectId, Cost)>,
    /// The entry that paid it, if it is paid. The first one without it is being paid.
    pub paid_at: Option<EntryNo>,
}

impl Proposing {
    /// Returns whether it has an object on the stack.
    pub(crate) const fn is_on_stack(&self) -> bool {
        matches!(self, Proposing::Spell | Proposing::Ability | Proposing::Trigger)
    }
}

/// The stages of a proposal (CR 601.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProposalStage {
    /// Choosing X (CR 601.2b).
    X,
    /// Choosing targets for the nth instance of "target" (CR 601.2c).
    Targets(u8),
    /// Dividing an amount among the targets of the nth instance of "target" (CR 601.2d).
    Divide(u8),
    /// Determining the total cost (CR 601.2f).
    TotalCost,
    /// Activating mana abilities and paying mana (CR 601.2g-h).
    Mana {
        /// The mana part of the total cost.
        cost: ManaCost,
    },
    /// Paying the nth part of the cost other than mana (CR 601.2h).
    Costs(u8),
    /// Finishing: it becomes cast, activated, or put onto the stack (CR 601.2i).
    Finish,
    /// Choosing between the mana cost and alternative costs (CR 118.9, 601.2b).
    Alternative,
    /// Choosing optional additional costs (CR 118.8b, 601.2b).
    Optional,
    /// Choosing a cost that allows casting it at this time (CR 601.3c).
    Flash,
    /// Choosing how many times to pay the nth optional cost that may be paid several times.
    Times(u8),
    /// Choosing modes (CR 700.2a).
    Modes,
    /// Choosing cards in hand whose texts the spell gains.
    AddedTexts,
    /// Choosing an option for the nth cost that is one of several.
    Either(u8),
    /// Choosing how to pay the nth kind of symbol that can be paid in several ways (CR 118.13a).
    Symbols(u8),
    /// Ordering the cost reductions (CR 601.2f).
    Reductions,
    /// Choosing the half of the nth hybrid symbol in the reductions (CR 118.7e).
    Halves(u8),
    /// Ordering the payment of the parts of the total cost (CR 601.2h).
    Order,
    /// Choosing the permission to cast it with. Each option has the identity and definition of an
    /// effect; `None` is the rule that cards may be cast from a hand (CR 601.3).
    Permission(Vec<(Option<Applied>, Option<DefId>)>),
    /// For a declaration of attackers: forming bands (CR 508.1e).
    Bands,
    /// Choosing the objects to pay the nth part of the cost with, if they reduce the cost
    /// (CR 601.2b, 702.119b).
    PayWith(u8),
    /// Another player may help pay the generic mana (CR 702.132a).
    Assist {
        /// The mana part of the total cost.
        cost: ManaCost,
        /// What is to be decided.
        step: AssistStep,
    },
}

/// The steps of getting another player's help with a cost, in order (CR 702.132a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AssistStep {
    /// Choosing the helping player.
    Choose,
    /// That player may activate mana abilities.
    Activate(PlayerId),
    /// The player who casts the spell may activate mana abilities.
    Own(PlayerId),
    /// How much generic mana the helping player pays for.
    Amount(PlayerId),
    /// The mana that they pay.
    Pay(PlayerId, u32),
}

/// A spell, ability, payment or declaration in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposalFrame {
    /// The kind of proposal.
    pub what: Proposing,
    /// The player who makes it.
    pub player: PlayerId,
    /// The object on the stack; for a mana ability, its source.
    pub object: ObjectId,
    /// The source of the ability, or the spell itself.
    pub source: ObjectId,
    /// The ability of the source, if it is one.
    pub origin: Option<Origin>,
    /// The stage it has reached.
    pub stage: ProposalStage,
    /// The choices and payments made so far.
    pub announced: Arc<Announcement>,
    /// The entry that began it: an announcement or a trigger.
    pub began: EntryNo,
    /// The entries that began the mana abilities activated while paying (CR 601.2g).
    pub activations: Vec<EntryNo>,
    /// The entry that paid the mana, if it is paid. Mana abilities of this proposal come before it.
    pub paid_at: Option<EntryNo>,
    /// The order of the cost reductions, where it matters.
    pub reductions: Vec<u32>,
    /// The chosen halves of hybrid symbols in the reductions (CR 118.7e).
    pub halves: Vec<ManaSymbol>,
    /// The total cost except mana, locked in (CR 601.2f), in the order of payment.
    pub total: Canonical<Vec<Cost>>,
}

impl ProposalFrame {
    /// Returns whether it is a special action (CR 116.2), which is paid for like an ability but
    /// belongs to no object.
    pub(crate) const fn is_special_action(&self) -> bool {
        matches!(self.what, Proposing::ManaAbility { .. }) && self.origin.is_none()
    }

    /// Creates a new proposal.
    pub fn new(what: Proposing, player: PlayerId, object: ObjectId, source: ObjectId, began: EntryNo) -> ProposalFrame {
        ProposalFrame {
            what,
            player,
            object,
            source,
            origin: None,
            stage: ProposalStage::Alternative,
            announced: Announcement::none(),
            began,
            activations: Vec::new(),
            paid_at: None,
            reductions: Vec::new(),
            halves: Vec::new(),
            total: ProposalFrame::locked_in(Vec::new()),
        }
    }

    /// A total cost except mana. Most are nothing or tapping alone, whose texts are written once
    /// for all.
    pub(crate) fn locked_in(total: Vec<Cost>) -> Canonical<Vec<Cost>> {
        static NOTHING: LazyLock<Canonical<Vec<Cost>>> = LazyLock::new(|| Canonical::new(Vec::new()));
        static TAPPING: LazyLock<Canonical<Vec<Cost>>> = LazyLock::new(|| Canonical::new(vec![Cost::Tap]));
        match total.as_slice() {
            [] => NOTHING.clone(),
            [Cost::Tap] => TAPPING.clone(),
            _ => Canonical::new(total),
        }
    }

    /// The choices and payments so far, to be changed.
    pub(crate) fn announce(&mut self) -> &mut Announcement {
        Arc::make_mut(&mut self.announced)
    }
}

/// A position in nested lists of instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// The list of the instruction above: 0 is `then`, 1 is `otherwise`.
    pub branch: u8,
    /// The index of the instruction in the list.
    pub index: u16,
    /// How many times it has been done, if it is done one at a time.
    pub round: u16,
    /// How many times to do it in all, once determined; or how much was done before this time.
    pub of: Option<u32>,
    /// The objects or players that the list is repeated for; the first is the current one
    /// (CR 608.2f).
    pub each: Vec<Entity>,
}

/// The players of whom one instruction asks something one after another (CR 101.4), by id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InTurn {
    /// The entry that began the resolution.
    pub began: EntryNo,
    /// The source of the resolution.
    pub source: ObjectId,
    /// The place of the instruction ([`ResolveFrame::place`]).
    pub place: Vec<u16>,
    /// Those who have been asked, as often as they were.
    pub asked: Vec<PlayerId>,
    /// Those who are still to be asked, in this order.
    pub next: Vec<PlayerId>,
}

/// A resolution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolveFrame {
    /// The object on the stack; `None` for a mana ability (CR 605.3b).
    pub object: Option<ObjectId>,
    /// The source of the ability, or the spell itself.
    pub source: ObjectId,
    /// Its controller.
    pub controller: PlayerId,
    /// The ability of the source, for links and limits (CR 603.2i, 607). `None` for a delayed
    /// triggered ability.
    pub origin: Option<Origin>,
    /// The text; `None` for a permanent spell, which has no instructions.
    pub text: Option<AbilityRef>,
    /// The announcement, without targets that have become illegal (CR 608.2b).
    pub announced: Arc<Announcement>,
    /// The event that triggered it.
    pub trigger: Option<TriggerContext>,
    /// The entry that began it.
    pub began: EntryNo,
    /// The position of the next instruction; empty before the first and after the last.
    pub cursor: Vec<Cursor>,
    /// Whether the instructions have begun.
    pub started: bool,
    /// The players' choices for the current instruction so far.
    pub picked: Vec<Entity>,
    /// The piles that objects were separated into; the one picked first comes first (CR 700.3).
    pub piles: Vec<Vec<ObjectId>>,
    /// The types of mana chosen so far for the current instruction, one for each part; `None` if
    /// there was no choice.
    pub kinds: Vec<Option<ManaType>>,
    /// The current part of the text: its instructions, then each chosen mode, then each added
    /// text.
    pub part: u8,
    /// The index of the first announced target that belongs to this part.
    pub first_target: u8,
    /// For the additional effect of a replacement effect: the effects that have already had their
    /// chance to apply (CR 614.5).
    pub applied: Vec<Applied>,
    /// The objects that the effect behind these instructions was begun for.
    pub those: Vec<ObjectId>,
}

impl TogetherFrame {
    /// Returns the entries that cause what is done for the others. One that follows a list within
    /// the list is no other for those of that list.
    pub(crate) fn marks_of_others(&self) -> impl Iterator<Item = EntryNo> {
        let mut depth = usize::MAX;
        let before = self.each.iter().take(usize::from(self.active) + 1).rev().filter(move |it| {
            let here = it.frame.depth_of_list();
            let around = here < depth;
            depth = depth.min(here);
            !around
        });
        before.chain(self.each.iter().skip(usize::from(self.active) + 1)).map(|it| it.mark)
    }
}

impl ResolveFrame {
    /// Whether an ability resolves rather than a spell.
    pub(crate) fn origin_is_of_an_ability(&self) -> bool {
        self.object != Some(self.source)
    }

    /// Creates a frame that has not begun, for a source without text, targets or trigger event.
    pub fn new(source: ObjectId, controller: PlayerId, began: EntryNo) -> ResolveFrame {
        ResolveFrame {
            object: None,
            source,
            controller,
            origin: None,
            text: None,
            announced: Announcement::none(),
            trigger: None,
            began,
            cursor: Vec::new(),
            started: false,
            picked: Vec::new(),
            piles: Vec::new(),
            kinds: Vec::new(),
            part: 0,
            first_target: 0,
            applied: Vec::new(),
            those: Vec::new(),
        }
    }

    /// The ability that what is done here is linked through: its own, or the one that left this
    /// effect or delayed ability behind (CR 607.1).
    pub(crate) fn speaker(&self) -> Option<&Origin> {
        self.origin.as_ref().or_else(|| self.announced.further.left_by.as_deref())
    }

    /// Creates a resolution of which only the source, the controller and the first entry of the
    /// effect are known.
    pub(crate) fn of_effect(source: ObjectId, controller: PlayerId, began: EntryNo) -> ResolveFrame {
        ResolveFrame { cursor: vec![Cursor::default()], started: true, ..ResolveFrame::new(source, controller, began) }
    }

    /// The place of the current instruction in its text and in the lists around it.
    pub fn place(&self) -> Vec<u16> {
        let to_u16 = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let levels = self.cursor.iter().enumerate().flat_map(|(depth, level)| {
            let around = depth + 1 < self.cursor.len();
            let left = if around { to_u16(level.each.len()) } else { 0 };
            [u16::from(level.branch), level.index, if around { level.round } else { 0 }, left]
        });
        std::iter::once(u16::from(self.part)).chain(levels).collect()
    }

    /// The round of the current instruction; 0 is its first.
    pub fn round(&self) -> u16 {
        self.cursor.last().map_or(0, |level| level.round)
    }

    /// Sets the round of the current instruction; 0 is its first.
    pub(crate) fn set_round(&mut self, round: u16) {
        if let Some(level) = self.cursor.last_mut() {
            level.round = round;
        }
    }

    /// Goes on to the next round of the current instruction.
    pub(crate) fn next_round(&mut self) {
        self.set_round(self.round().saturating_add(1));
    }

    /// Returns how many levels of the cursor there are up to the innermost list that is followed
    /// for several players or objects.
    pub(crate) fn depth_of_list(&self) -> usize {
        self.cursor.iter().rposition(|level| !level.each.is_empty()).map_or(0, |level| level + 1)
    }

    /// Returns the announcement as the current part sees it, with its targets starting at 0.
    pub(crate) fn announced_for_part(&self) -> Arc<Announcement> {
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
    /// Returns whether it is a part of the resolution below it, if it is above one: whatever is
    /// done in it is done by the spell or ability that resolves.
    pub const fn belongs_to_resolution(&self) -> bool {
        matches!(self, Frame::Happen(_) | Frame::Flip(_) | Frame::Drawn { .. } | Frame::Placing { .. })
    }

    /// Returns its name, for display in a call stack.
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
            Frame::Conspiracies(_) => "conspiracies",
            Frame::Together(_) => "several at once",
        }
    }
}
