//! Determining the total cost (CR 601.2f).

use crate::card::ManaSymbol;
use crate::derive::cast::cost::{Reduction, Total, halves_of};
use crate::fact::{Answer, CostBy, CostItem, Domain, Event, Item, ProposalFrame, ProposalStage};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::stage::{self, Question, Stage, one, to_stage};
use super::taking_back::reverse;
use super::text::{is_plain, with_pricing};
use super::{assist, pay};
use crate::rules::engine::work::Work;

impl Stage for stage::Reductions {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let reductions = reductions(game, proposal);
        let floor = reductions.iter().any(|it| it.least > 0);
        let alike =
            |it: &Reduction| reductions.first().is_some_and(|first| first.mana == it.mana && first.least == it.least);
        (floor && !reductions.iter().all(alike)).then(|| {
            let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
            let item = |(index, it): (usize, &Reduction)| Item::Cost(CostItem::Reduction(it.by.clone(), number(index)));
            let order = Domain::Order(reductions.iter().enumerate().map(item).collect());
            Question::of_costs(proposal, rule!("601.2f"), order)
        })
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        if is_plain(&work.game, proposal) {
            return Some(ProposalStage::TotalCost);
        }
        self.question(&work.game, proposal).is_none().then_some(ProposalStage::Halves(0))
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Ordered(items) = answer else { return };
        let place = |item: &Item| match item {
            Item::Cost(CostItem::Reduction(_, index)) => Some(*index),
            _ => None,
        };
        let mut next = proposal.clone();
        next.reductions = items.iter().filter_map(place).collect();
        to_stage(work, &next, ProposalStage::Halves(0));
    }

    fn rule(&self) -> Rule {
        rule!("601.2f")
    }
}

impl Stage for stage::Halves {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let halves = hybrid_reductions(game, proposal).get(usize::from(self.0)).copied()?;
        let options = halves.into_iter().map(|half| Item::Cost(CostItem::Half(half))).collect();
        Some(Question::of_costs(proposal, rule!("118.7e"), one(options)))
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        self.question(&work.game, proposal).is_none().then_some(ProposalStage::TotalCost)
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let mut next = proposal.clone();
        next.halves.extend(items.iter().find_map(|item| match item {
            Item::Cost(CostItem::Half(symbol)) => Some(*symbol),
            _ => None,
        }));
        to_stage(work, &next, ProposalStage::Halves(self.0 + 1));
    }

    fn rule(&self) -> Rule {
        rule!("601.2f")
    }
}

impl Stage for stage::TotalCost {
    /// Determines the total cost and locks it in.
    fn proceed(&self, work: &mut Work, proposal: &ProposalFrame) {
        let total = with_pricing(&work.game, proposal, |it| it.total(&proposal.reductions, &proposal.halves));
        // CR 118.6: an unpayable cost.
        let Some(total) = total.unwrap_or_else(|| Some(Total::default())) else { return reverse(work) };
        // CR 601.2h: each part is checked when it is paid. What nothing could make payable until
        // then is taken back at once.
        if !pay::could_pay(&work.game, proposal, &total) {
            return reverse(work);
        }
        work.set_cause(Some(proposal.began));
        if total.steps.len() > 1 || !total.steps.iter().all(|step| step.by == CostBy::Base) {
            let (object, player) = (proposal.object, proposal.player);
            work.fact(rule!("601.2f"), Event::CostDetermined { object, player, steps: total.steps });
        }
        let mut next = proposal.clone();
        next.total = ProposalFrame::locked_in(total.other);
        let stage =
            if total.mana.0.is_empty() { ProposalStage::Order } else { assist::stage(&work.game, &next, total.mana) };
        to_stage(work, &next, stage);
    }

    fn rule(&self) -> Rule {
        rule!("601.2f")
    }
}

fn reductions(game: &Game, proposal: &ProposalFrame) -> Vec<Reduction> {
    with_pricing(game, proposal, |it| it.reductions()).unwrap_or_default()
}

/// The hybrid symbols of the cost reductions, in the order in which these apply (CR 118.7e).
fn hybrid_reductions(game: &Game, proposal: &ProposalFrame) -> Vec<[ManaSymbol; 2]> {
    let reductions = reductions(game, proposal);
    let in_order: Vec<&Reduction> = if proposal.reductions.len() == reductions.len() {
        proposal.reductions.iter().filter_map(|index| reductions.get(*index as usize)).collect()
    } else {
        reductions.iter().collect()
    };
    in_order.iter().flat_map(|it| &it.mana.0).filter_map(|symbol| halves_of(*symbol)).collect()
}
