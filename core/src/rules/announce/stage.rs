//! The stages of a proposal, all of one shape (CR 601.2, 602.2b, 603.3c-d), with those of declaring
//! attackers (CR 508.1) and of assist (CR 702.132a).
//!
//! Each implements [`Stage`] in the file for its part of the rules. A proposal goes down the
//! stages: [`to_stage`] moves it to the first one with something to ask or do. Only a spell that
//! gains texts goes back up, to the optional costs that these bring.

use crate::card::ManaCost;
use crate::fact::{
    Announcement, Answer, Applied, AssistStep, Choice, DefId, Domain, Frame, Item, PlayerId, Prompt, ProposalFrame,
    ProposalStage, Proposing,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::work::Work;
use crate::rules::engine::{control, receive};

/// A question of a proposal.
pub(super) struct Question {
    pub(super) by: PlayerId,
    pub(super) prompt: Prompt,
    pub(super) rule: Rule,
    pub(super) domain: Domain,
}

impl Question {
    /// A question for the player who proposes.
    pub(super) fn own(proposal: &ProposalFrame, prompt: Prompt, rule: Rule, domain: Domain) -> Question {
        Question { by: proposal.player, prompt, rule, domain }
    }

    /// A question about the costs, for the player who proposes.
    pub(super) fn of_costs(proposal: &ProposalFrame, rule: Rule, domain: Domain) -> Question {
        Question::own(proposal, Prompt::Costs(proposal.object), rule, domain)
    }
}

/// One of several.
pub(super) fn one(options: Vec<Item>) -> Domain {
    Domain::Pick { options, min: 1, max: 1 }
}

/// Any number of these; nothing if there are none.
pub(super) fn any(options: Vec<Item>) -> Option<Domain> {
    let max = u32::try_from(options.len()).unwrap_or(u32::MAX);
    (max > 0).then_some(Domain::Pick { options, min: 0, max })
}

/// A stage of a proposal.
pub(super) trait Stage {
    /// The question at it, if there is one.
    fn question(&self, _: &Game, _: &ProposalFrame) -> Option<Question> {
        None
    }

    /// The players of whom the one who proposes names one to answer it (CR 601.5a, 602.3a).
    fn answerers(&self, _: &Game, _: &ProposalFrame) -> Option<Vec<PlayerId>> {
        None
    }

    /// The stage after it, if there is nothing to ask or do.
    fn passed(&self, _: &Work, _: &ProposalFrame) -> Option<ProposalStage> {
        None
    }

    /// Carries it out where nothing is asked: goes on to the next.
    fn proceed(&self, work: &mut Work, proposal: &ProposalFrame) {
        to_stage(work, proposal, proposal.stage.clone());
    }

    /// Takes the answer to its question.
    fn answered(&self, _: &mut Work, _: &ProposalFrame, _: &Answer) {}

    /// The rule by which a proposal is at it.
    fn rule(&self) -> Rule {
        rule!("601.2b")
    }
}

/// Choosing the permission to cast with (CR 601.3).
pub(super) struct Permission<'a>(pub(super) &'a [(Option<Applied>, Option<DefId>)]);
/// Choosing between the mana cost and alternative costs (CR 118.9).
pub(super) struct Alternative;
/// Choosing a cost that allows casting at this time (CR 601.3c).
pub(super) struct Flash;
/// Choosing optional costs (CR 118.8b), or creatures to exert as they attack (CR 508.1g).
pub(super) struct Optional;
/// How many times the nth cost is paid that may be paid several times.
pub(super) struct Times(pub(super) u8);
/// Choosing modes (CR 700.2a).
pub(super) struct Modes;
/// Choosing cards whose texts the spell gains.
pub(super) struct AddedTexts;
/// Choosing an option for the nth cost that is one of several.
pub(super) struct Either(pub(super) u8);
/// Choosing X (CR 107.3a).
pub(super) struct X;
/// Choosing how to pay the nth kind of symbol (CR 118.13).
pub(super) struct Symbols(pub(super) u8);
/// Naming what pays the nth part of an announced cost (CR 702.119b).
pub(super) struct PayWith(pub(super) u8);
/// Choosing targets for the nth instance of "target" (CR 601.2c).
pub(super) struct Targets(pub(super) u8);
/// Dividing among the targets of the nth instance (CR 601.2d).
pub(super) struct Divide(pub(super) u8);
/// Ordering the reductions (CR 601.2f).
pub(super) struct Reductions;
/// Choosing the half of the nth hybrid symbol in the reductions (CR 118.7e).
pub(super) struct Halves(pub(super) u8);
/// Determining the total cost (CR 601.2f).
pub(super) struct TotalCost;
/// Getting another player's help with a cost (CR 702.132a).
pub(super) struct Assist<'a>(pub(super) &'a ManaCost, pub(super) AssistStep);
/// Activating mana abilities and paying mana (CR 601.2g-h).
pub(super) struct Mana<'a>(pub(super) &'a ManaCost);
/// Ordering the other parts of the total cost (CR 601.2h).
pub(super) struct Order;
/// Paying the nth of them (CR 601.2h).
pub(super) struct Costs(pub(super) u8);
/// Forming bands (CR 508.1e).
pub(super) struct Bands;
/// Everything is chosen and paid (CR 601.2i).
pub(super) struct Finish;

/// Calls with the stage that a proposal is at.
fn at_stage<T>(stage: &ProposalStage, act: impl FnOnce(&dyn Stage) -> T) -> T {
    match stage {
        ProposalStage::Permission(ways) => act(&Permission(ways)),
        ProposalStage::Alternative => act(&Alternative),
        ProposalStage::Flash => act(&Flash),
        ProposalStage::Optional => act(&Optional),
        ProposalStage::Times(nth) => act(&Times(*nth)),
        ProposalStage::Modes => act(&Modes),
        ProposalStage::AddedTexts => act(&AddedTexts),
        ProposalStage::Either(nth) => act(&Either(*nth)),
        ProposalStage::X => act(&X),
        ProposalStage::Symbols(nth) => act(&Symbols(*nth)),
        ProposalStage::PayWith(nth) => act(&PayWith(*nth)),
        ProposalStage::Targets(nth) => act(&Targets(*nth)),
        ProposalStage::Divide(nth) => act(&Divide(*nth)),
        ProposalStage::Reductions => act(&Reductions),
        ProposalStage::Halves(nth) => act(&Halves(*nth)),
        ProposalStage::TotalCost => act(&TotalCost),
        ProposalStage::Assist { cost, step } => act(&Assist(cost, *step)),
        ProposalStage::Mana { cost } => act(&Mana(cost)),
        ProposalStage::Order => act(&Order),
        ProposalStage::Costs(nth) => act(&Costs(*nth)),
        ProposalStage::Bands => act(&Bands),
        ProposalStage::Finish => act(&Finish),
    }
}

/// Begins a proposal that has been prepared, at the first stage with something to do.
pub(in crate::rules) fn begin_proposal(work: &mut Work, rule: Rule, mut frame: ProposalFrame) {
    // The question of the resolution in the frame below is known only once this frame is there.
    if frame.what != Proposing::Payment {
        go_down(work, &mut frame);
    }
    work.push(rule, Frame::Proposal(Box::new(frame)));
}

/// Passes over the stages with nothing to ask or do.
fn go_down(work: &Work, proposal: &mut ProposalFrame) {
    while let Some(next) = at_stage(&proposal.stage, |stage| stage.passed(work, proposal)) {
        proposal.stage = next;
    }
}

/// Moves a proposal to a stage, or to the first one after it with something to do.
pub(in crate::rules) fn to_stage(work: &mut Work, proposal: &ProposalFrame, stage: ProposalStage) {
    let mut proposal = ProposalFrame { stage, ..proposal.clone() };
    go_down(work, &mut proposal);
    work.set_cause(Some(proposal.began));
    let rule = at_stage(&proposal.stage, |stage| stage.rule());
    work.change(rule, Frame::Proposal(Box::new(proposal)));
}

/// Whether stages with nothing to ask or do can be passed over, though they look at what the call
/// stack shows of the announcement: nothing is announced yet. If something has happened in the
/// step, and for a triggered ability, the log tells each of these stages.
pub(super) fn is_untold(work: &Work, proposal: &ProposalFrame) -> bool {
    work.only_moved_on() && proposal.what != Proposing::Trigger && proposal.announced == Announcement::none()
}

/// The choice that a proposal waits for.
pub(in crate::rules) fn proposal_choice(game: &Game, proposal: &ProposalFrame) -> Option<Choice> {
    let Question { by, prompt, rule, domain } = at_stage(&proposal.stage, |stage| stage.question(game, proposal))?;
    let back_out = proposal.what != Proposing::Trigger && by == proposal.player;
    let asked = Choice { player: by, answered_by: by, prompt, rule, domain, back_out };
    let which = if game.is_multiplayer() { which_answers(game, proposal) } else { None };
    Some(which.unwrap_or(asked))
}

/// Asks which of several opponents chooses the targets or modes (CR 601.5a, 602.3a), if the text
/// leaves that to the controller.
fn which_answers(game: &Game, proposal: &ProposalFrame) -> Option<Choice> {
    let among = at_stage(&proposal.stage, |stage| stage.answerers(game, proposal))?;
    let rule = if proposal.what == Proposing::Spell { rule!("601.5a") } else { rule!("602.3a") };
    control::which(game, proposal.player, proposal.object, (&among, 0), rule)
}

/// Carries out the next part of a proposal where nothing is to be chosen.
pub(in crate::rules) fn proceed(work: &mut Work, proposal: &ProposalFrame) {
    at_stage(&proposal.stage, |stage| stage.proceed(work, proposal));
}

/// Takes an answer to the choice of a proposal.
pub(in crate::rules) fn answered(work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
    at_stage(&proposal.stage, |stage| stage.answered(work, proposal, answer));
}

/// Removes a proposal from the call stack; its player receives priority again, if they had it
/// (CR 117.3c).
pub(in crate::rules) fn done(work: &mut Work, player: PlayerId) {
    work.pop(rule!("601.2i"));
    if let Some(Frame::Priority { .. }) = work.game.frame() {
        receive::again(work, player);
    }
}
