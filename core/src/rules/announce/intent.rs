//! The intention to pay costs (CR 601.2b): which permission is used, which alternative and optional
//! costs are paid, and how often.

use crate::card::{Cost, OptionalCost};
use crate::derive::cast::casting;
use crate::derive::cast::cost::{Offered, Pricing};
use crate::derive::object::bestow;
use crate::fact::{
    Announcement, Answer, Applied, CostItem, Domain, Intent, Item, Origin, Prompt, ProposalFrame, ProposalStage,
    Proposing,
};
use crate::rule;
use crate::state::Game;

use super::added_texts::has_gained;
use super::affordable::Affordable;
use super::stage::{self, Question, Stage, any, is_untold, one, to_stage};
use super::symbols::leaves_nothing_open;
use super::text::with_pricing;
use super::{cast, declaration};
use crate::rules::engine::work::Work;
use crate::rules::keyword;

/// The most times that a cost can be paid; no game has the means for more.
const MOST_TIMES: u32 = 10_000;

impl Stage for stage::Permission<'_> {
    fn question(&self, _: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let options = self.0.iter().filter_map(|(by, _)| by.clone()).map(|by| Item::Effect(by, 0)).collect();
        let min = u32::from(self.0.iter().all(|(by, _)| by.is_some()));
        let domain = Domain::Pick { options, min, max: 1 };
        Some(Question::own(proposal, Prompt::Permission(proposal.object), rule!("601.2b"), domain))
    }

    fn proceed(&self, _: &mut Work, _: &ProposalFrame) {}

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let chosen = match items.first() {
            Some(Item::Effect(by, _)) => Some(by),
            _ => None,
        };
        let way = self.0.iter().find(|(by, _)| by.as_ref() == chosen);
        let mut next = proposal.clone();
        next.announce().permission = way.and_then(|(_, permission)| *permission);
        next.announce().further.paid_as = cast::chosen_as(&work.game, chosen, next.announced.permission);
        to_stage(work, &next, ProposalStage::Alternative);
    }
}

impl Stage for stage::Alternative {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let offered = alternatives(game, proposal);
        // CR 601.3c: at this time it may be castable only with an alternative cost.
        let with_flash: Vec<Applied> = offered.iter().filter(|by| is_in_time(game, proposal, by)).cloned().collect();
        let untimely = !with_flash.is_empty() && flash_costs(game, proposal).is_some_and(|costs| costs.is_empty());
        let mana_cost = (!untimely).then_some(Item::Cost(CostItem::ManaCost));
        let offered = if untimely { with_flash } else { offered };
        let options = offered.into_iter().map(|by| Item::Cost(CostItem::Alternative(by)));
        let options: Vec<Item> = mana_cost.into_iter().chain(options).collect();
        if !untimely && options.len() < 2 {
            return None;
        }
        // CR 118.3: what can't be paid is not offered.
        let options = Affordable::of(game, proposal).among(options, |announced, item| {
            if let Item::Cost(CostItem::Alternative(by)) = item {
                announced.alternative = Some(by.clone());
            }
        });
        Some(Question::of_costs(proposal, rule!("118.9a"), one(options)))
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        self.question(&work.game, proposal).is_none().then_some(ProposalStage::Flash)
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let mut next = proposal.clone();
        let chosen = items.iter().find_map(|item| match item {
            Item::Cost(CostItem::Alternative(by)) => Some(by.clone()),
            _ => None,
        });
        if let Some(by) = &chosen {
            next.announce().further.paid_as = casting::keyword_of(&work.game, by);
            if bestow::is_to_bestow(&work.game, next.object, by) {
                work.set_cause(Some(next.began));
                keyword::bestow::become_aura(work, rule!("702.103b"), next.object, next.player);
            }
        }
        next.announce().alternative = chosen;
        to_stage(work, &next, ProposalStage::Flash);
    }
}

impl Stage for stage::Flash {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let offered = flash_costs(game, proposal)?.into_iter();
        let options: Vec<Item> = offered.map(|(what, nth)| Item::Cost(CostItem::Optional(what, nth))).collect();
        (options.len() > 1).then(|| Question::of_costs(proposal, rule!("601.3c"), one(options)))
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        let none = flash_costs(&work.game, proposal).is_none_or(|costs| costs.is_empty());
        none.then_some(ProposalStage::Optional)
    }

    /// Announces the only cost with which the spell may be cast at this time.
    fn proceed(&self, work: &mut Work, proposal: &ProposalFrame) {
        let mut next = proposal.clone();
        let only = flash_costs(&work.game, proposal).unwrap_or_default().first().copied();
        next.announce().optional.extend(only.map(|(what, nth)| Intent { what, nth, times: 1 }));
        to_stage(work, &next, ProposalStage::Optional);
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let mut next = proposal.clone();
        next.announce().optional.extend(items.iter().filter_map(intent));
        to_stage(work, &next, ProposalStage::Optional);
    }
}

impl Stage for stage::Optional {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        if matches!(proposal.what, Proposing::Declaration { .. }) {
            return declaration::to_exert(game, proposal);
        }
        let offered = optional(game, proposal);
        // One that allows casting the spell at this time may have been announced already.
        let announced =
            |it: &&Offered| proposal.announced.optional.iter().any(|had| had.what == it.what && had.nth == it.nth);
        // CR 118.3: what can't be paid is not offered.
        let affordable = Affordable::of(game, proposal);
        let could = |it: &&Offered| {
            affordable.with(|announced| announced.optional.push(Intent { what: it.what, nth: it.nth, times: 1 }))
        };
        let once = offered.iter().filter(|it| !it.many && is_new(proposal, it) && !announced(it)).filter(could);
        let options = once.map(|it| Item::Cost(CostItem::Optional(it.what, it.nth))).collect();
        Some(Question::of_costs(proposal, rule!("118.8a"), any(options)?))
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        self.question(&work.game, proposal).is_none().then_some(ProposalStage::Times(0))
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let mut next = proposal.clone();
        if matches!(proposal.what, Proposing::Declaration { .. }) {
            declaration::exerts(&mut next, items);
        } else {
            next.announce().optional.extend(items.iter().filter_map(intent));
        }
        to_stage(work, &next, ProposalStage::Times(0));
    }
}

impl Stage for stage::Times {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let offers = repeatable(game, proposal);
        let Offered { what, nth, .. } = *offers.get(usize::from(self.0))?;
        let max = Affordable::of(game, proposal).most((0, MOST_TIMES), |announced, times| {
            if times > 0 {
                announced.optional.push(Intent { what, nth, times });
            }
        });
        let domain = Domain::Number { min: 0, max };
        Some(Question::own(proposal, Prompt::TimesPaid(proposal.object), rule!("118.8a"), domain))
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        self.question(&work.game, proposal).is_none().then_some(ProposalStage::Modes)
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Number(times) = *answer else { return };
        let mut next = proposal.clone();
        let offered = repeatable(&work.game, proposal);
        if let Some(offer) = offered.get(usize::from(self.0)).filter(|_| times > 0) {
            next.announce().optional.push(Intent { what: offer.what, nth: offer.nth, times });
        }
        to_stage(work, &next, ProposalStage::Times(self.0 + 1));
    }
}

impl Stage for stage::Either {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let several = with_pricing(game, proposal, |it| it.either())?;
        let count = u8::try_from(several.get(usize::from(self.0))?.len()).unwrap_or(u8::MAX);
        // CR 118.3: what can't be paid is not offered.
        let affordable = Affordable::of(game, proposal);
        let offered = affordable.among((0..count).collect(), |announced, nth| announced.either.push(*nth));
        let options = offered.into_iter().map(|nth| Item::Cost(CostItem::Option(nth))).collect();
        Some(Question::of_costs(proposal, rule!("601.2b"), one(options)))
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        if self.0 == 0 && is_untold(work, proposal) && leaves_nothing_open(&work.game, proposal) {
            return Some(ProposalStage::Targets(0));
        }
        self.question(&work.game, proposal).is_none().then_some(ProposalStage::X)
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let mut next = proposal.clone();
        let chosen = items.iter().find_map(|item| match item {
            Item::Cost(CostItem::Option(nth)) => Some(*nth),
            _ => None,
        });
        next.announce().either.push(chosen.unwrap_or(0));
        to_stage(work, &next, ProposalStage::Either(self.0 + 1));
    }
}

fn intent(item: &Item) -> Option<Intent> {
    match item {
        Item::Cost(CostItem::Optional(what, nth)) => Some(Intent { what: *what, nth: *nth, times: 1 }),
        _ => None,
    }
}

fn alternatives(game: &Game, proposal: &ProposalFrame) -> Vec<Applied> {
    if proposal.what != Proposing::Spell || proposal.announced.alternative.is_some() {
        return Vec::new();
    }
    let offered = |it: &Pricing<'_>| {
        let mut told: Vec<(Applied, Vec<Cost>)> = Vec::new();
        for (by, cost) in it.alternatives() {
            let is_told = told.iter().any(|(other, its)| is_one_offer(other, &by) && its == cost);
            if !is_told {
                told.push((by, cost.to_vec()));
            }
        }
        told.into_iter().map(|(by, _)| by).collect()
    };
    with_pricing(game, proposal, offered).unwrap_or_default()
}

/// Whether it makes no difference which of two effects offers a cost: they are the same ability of
/// two objects, and only that ability matters for the announced one.
fn is_one_offer(one: &Applied, other: &Applied) -> bool {
    match (one, other) {
        (Applied::Ability { origin: one, .. }, Applied::Ability { origin: other, .. }) => {
            one == other && matches!(one, Origin::Printed { .. })
        }
        _ => false,
    }
}

/// Whether an alternative cost lets a spell be cast at this time, even if it can't be otherwise
/// (CR 601.3c).
fn is_in_time(game: &Game, proposal: &ProposalFrame, by: &Applied) -> bool {
    let announced = Announcement { alternative: Some(by.clone()), ..Announcement::clone(&proposal.announced) };
    let bestowed = bestow::is_to_bestow(game, proposal.object, by);
    casting::under_way(game, proposal.player, proposal.object, &announced)
        .is_some_and(|casting| casting::at_this_time(game, &casting::Casting { bestowed, ..casting }, &announced))
}

/// The costs that allow casting a spell as though it had flash, each by its kind and index, if it
/// can't be cast at this time as announced so far (CR 601.3c); none if it can.
fn flash_costs(game: &Game, proposal: &ProposalFrame) -> Option<Vec<(OptionalCost, u8)>> {
    if proposal.what != Proposing::Spell {
        return None;
    }
    let casting = casting::under_way(game, proposal.player, proposal.object, &proposal.announced)?;
    if casting::at_this_time(game, &casting, &proposal.announced) {
        return None;
    }
    let costs = with_pricing(game, proposal, |it| it.flash_costs()).unwrap_or_default();
    Some(costs.into_iter().map(|it| (it.what, it.nth)).collect())
}

pub(super) fn optional(game: &Game, proposal: &ProposalFrame) -> Vec<Offered> {
    if proposal.what != Proposing::Spell {
        return Vec::new();
    }
    with_pricing(game, proposal, |it| it.optional()).unwrap_or_default()
}

/// The optional costs that can be paid any number of times (CR 702.33c).
fn repeatable(game: &Game, proposal: &ProposalFrame) -> Vec<Offered> {
    optional(game, proposal).into_iter().filter(|it| it.many && is_new(proposal, it)).collect()
}

/// Whether an optional cost has not been offered yet. Once the spell has gained texts, only their
/// costs have not.
fn is_new(proposal: &ProposalFrame, it: &Offered) -> bool {
    it.added == has_gained(proposal)
}
