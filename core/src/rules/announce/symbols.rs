//! The value of X, how symbols are paid, and what pays an announced part of the cost (CR 107.3,
//! 118.13, 601.2b). They come last in the announcement, because they depend on the rest of it.

use crate::card::Body;
use crate::derive::pay::{payable, x};
use crate::fact::{
    Answer, Chosen, CostItem, Domain, Entity, Item, ObjectId, Prompt, ProposalFrame, ProposalStage, Proposing,
};
use crate::rule;
use crate::state::Game;

use super::affordable::Affordable;
use super::stage::{self, Question, Stage, one, to_stage};
use super::taking_back::reverse_by;
use super::text::{bodies, is_plain, scope, trigger_of, with_pricing};
use crate::rules::engine::paid_with;
use crate::rules::engine::work::Work;

impl Stage for stage::X {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        if !has_x(game, proposal) {
            return None;
        }
        let rule = if proposal.is_special_action() { rule!("107.3d") } else { rule!("107.3a") };
        let (min, max) = x_bounds(game, proposal);
        let prompt = Prompt::ChooseX(proposal.object);
        (min <= max).then(|| {
            // CR 118.3: what can't be paid is not offered.
            let max = Affordable::of(game, proposal).most((min, max), |announced, x| announced.x = Some(x));
            Question::own(proposal, prompt, rule, Domain::Number { min, max })
        })
    }

    fn proceed(&self, work: &mut Work, proposal: &ProposalFrame) {
        let mut next = proposal.clone();
        if next.announced.x.is_none()
            && let Some(x) = defined_x(&work.game, proposal)
        {
            next.announce().x = Some(x);
        }
        if !is_x_allowed(&work.game, &next) {
            return reverse_by(work, rule!("601.2b"));
        }
        to_stage(work, &next, ProposalStage::Symbols(0));
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Number(x) = *answer else { return };
        let mut next = proposal.clone();
        next.announce().x = Some(x);
        to_stage(work, &next, ProposalStage::Symbols(0));
    }
}

impl Stage for stage::Symbols {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let found = with_pricing(game, proposal, |it| {
            it.ambiguous().get(usize::from(self.0)).map(|(symbol, count)| it.ways(*symbol, *count))
        })?;
        // CR 118.3: what can't be paid is not offered.
        let ways = Affordable::of(game, proposal).among(found?, |announced, way| announced.symbols.push(way.clone()));
        let options = ways.into_iter().map(|way| Item::Cost(CostItem::Symbols(way))).collect();
        let rule = match proposal.what {
            Proposing::Payment => rule!("118.13b"),
            _ if proposal.is_special_action() => rule!("118.13c"),
            _ => rule!("118.13a"),
        };
        Some(Question::of_costs(proposal, rule, one(options)))
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        if self.0 == 0 && is_plain(&work.game, proposal) {
            return Some(ProposalStage::Targets(0));
        }
        self.question(&work.game, proposal).is_none().then_some(ProposalStage::PayWith(0))
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let mut next = proposal.clone();
        next.announce().symbols.extend(items.iter().find_map(|item| match item {
            Item::Cost(CostItem::Symbols(paid)) => Some(paid.clone()),
            _ => None,
        }));
        to_stage(work, &next, ProposalStage::Symbols(self.0 + 1));
    }
}

impl Stage for stage::PayWith {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let (options, count) = to_name(game, proposal, self.0)?;
        (options.len() > count as usize).then(|| {
            let options = options.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
            let domain = Domain::Pick { options, min: count, max: count };
            Question::own(proposal, Prompt::PayWith(proposal.object), rule!("601.2b"), domain)
        })
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        to_name(&work.game, proposal, self.0).is_none().then_some(ProposalStage::Targets(0))
    }

    /// Names the objects where there is no choice.
    fn proceed(&self, work: &mut Work, proposal: &ProposalFrame) {
        let options = to_name(&work.game, proposal, self.0).map(|(options, _)| options).unwrap_or_default();
        name(work, proposal, self.0, &options);
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        name(work, proposal, self.0, &paid_with::objects_of(items));
    }
}

/// The X that the text defines (CR 107.3c).
fn defined_x(game: &Game, proposal: &ProposalFrame) -> Option<u32> {
    with_pricing(game, proposal, |it| it.defined_x()).flatten()
}

/// Whether X is to be chosen: it is in a cost and has no value yet (CR 107.3a).
fn has_x(game: &Game, proposal: &ProposalFrame) -> bool {
    proposal.announced.x.is_none()
        && defined_x(game, proposal).is_none()
        && with_pricing(game, proposal, |it| it.has_x()) == Some(true)
}

/// The minimum and maximum that the text allows for X (CR 107.3a).
fn x_bounds(game: &Game, proposal: &ProposalFrame) -> (u32, u32) {
    let scope = scope(proposal, trigger_of(game, proposal));
    let of_texts = bodies(game, proposal).into_iter().map(|body| x::bounds(game, &scope, &body.x_limits));
    let of_cost = with_pricing(game, proposal, |it| it.x_bounds());
    let both = |(least, most): (u32, u32), (from, to): (u32, u32)| (least.max(from), most.min(to));
    of_texts.chain(of_cost).fold((0, x::GREATEST), both)
}

/// Whether X has a value that the text allows; it may have to be 0 (CR 107.3b).
fn is_x_allowed(game: &Game, proposal: &ProposalFrame) -> bool {
    let (least, greatest) = x_bounds(game, proposal);
    (least..=greatest).contains(&proposal.announced.x.unwrap_or(0))
}

/// The objects to name for the nth part of an announced cost (CR 601.2b), and how many. Objects
/// named for another part are left out.
fn to_name(game: &Game, proposal: &ProposalFrame, index: u8) -> Option<(Vec<ObjectId>, u32)> {
    let parts = with_pricing(game, proposal, |it| it.named())?;
    let part = parts.get(usize::from(index))?;
    let (mut options, count) = payable::pay_with(game, proposal.player, proposal.source, part)?;
    let named = |id: &ObjectId| proposal.announced.chosen.iter().any(|it| it.what.contains(&Entity::Object(*id)));
    options.retain(|id| !named(id));
    Some((options, count))
}

fn name(work: &mut Work, proposal: &ProposalFrame, index: u8, objects: &[ObjectId]) {
    let mut next = proposal.clone();
    let what = objects.iter().copied().map(Entity::Object).collect();
    next.announce().chosen.push(Chosen { what, ..Chosen::default() });
    to_stage(work, &next, ProposalStage::PayWith(index.saturating_add(1)));
}

/// Whether nothing about the cost is to be announced: it is [plain](is_plain), and there is no X.
pub(super) fn leaves_nothing_open(game: &Game, proposal: &ProposalFrame) -> bool {
    let closed = |body: &Body| body.x.is_none() && body.x_limits.is_empty();
    bodies(game, proposal).into_iter().all(closed) && is_plain(game, proposal)
}
