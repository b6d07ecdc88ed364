//! What the active player announces of a declaration of attackers (CR 508.1e, 508.1g).

use crate::fact::{Answer, Assignment, Domain, Item, Prompt, ProposalFrame, ProposalStage, Proposing};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::stage::{self, Question, Stage, any, to_stage};
use crate::rules::engine::paid_with::entities;
use crate::rules::engine::work::Work;
use crate::rules::keyword::exert;
use crate::rules::replace::bands;

impl Stage for stage::Bands {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let Proposing::Declaration { declared, .. } = &proposal.what else { return None };
        let options = bands::next(game, declared, &proposal.announced.chosen);
        let asks = !options.is_empty();
        let domain = Domain::Pick { min: 0, max: 1, options };
        asks.then(|| Question::own(proposal, Prompt::Band, rule!("508.1e"), domain))
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        self.question(&work.game, proposal).is_none().then_some(ProposalStage::Optional)
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let (Answer::Picked(items), Proposing::Declaration { declared, .. }) = (answer, &proposal.what) else { return };
        match bands::with(&work.game, declared, &proposal.announced.chosen, &entities(items)) {
            Some(bands) => {
                let mut next = proposal.clone();
                next.announce().chosen = bands;
                to_stage(work, &next, ProposalStage::Bands);
            }
            None => to_stage(work, proposal, ProposalStage::Optional),
        }
    }

    fn rule(&self) -> Rule {
        rule!("508.1e")
    }
}

/// Which of the attacking creatures are exerted (CR 508.1g).
pub(super) fn to_exert(game: &Game, proposal: &ProposalFrame) -> Option<Question> {
    let Proposing::Declaration { blocking: false, declared, .. } = &proposal.what else { return None };
    let options = exert::could_be(game, proposal.player, declared);
    Some(Question::of_costs(proposal, rule!("508.1g"), any(options)?))
}

/// Notes the creatures that are exerted.
pub(super) fn exerts(proposal: &mut ProposalFrame, items: &[Item]) {
    proposal.announce().targets = vec![entities(items)];
}

/// The declaration whose costs are paid, and whether it is of blockers (CR 508.1j, 509.1f). None
/// while they are not paid, and for other proposals.
pub(in crate::rules) fn declared_and_paid(proposal: &ProposalFrame) -> Option<(bool, &[Assignment])> {
    match (&proposal.what, &proposal.stage) {
        (Proposing::Declaration { blocking, declared, .. }, ProposalStage::Finish) => Some((*blocking, declared)),
        _ => None,
    }
}
