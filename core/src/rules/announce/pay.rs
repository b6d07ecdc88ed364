//! Paying costs (CR 118, 601.2g-h, 602.2b).

use crate::card::{Ability, Cost, Keyword, ManaCost, ManaSymbol, ZoneKind};
use crate::derive::cast::cost::{Total, orderable};
use crate::derive::cast::{activating, casting};
use crate::derive::mana;
use crate::derive::mana::covers;
use crate::derive::mana::spending::Spending;
use crate::derive::pay::payable;
use crate::derive::pay::production::{Purpose, may_spend};
use crate::derive::pay::window::could_pay_parts;
use crate::fact::{
    Act, Action, Answer, CostItem, Domain, Entity, Event, Frame, Item, ManaId, ManaUnit, Manner, ObjectId, Prompt,
    ProposalFrame, ProposalStage, Proposed, Proposing, ResolveFrame, Sum, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::affordable::payer;
use super::stage::{self, Question, Stage, to_stage};
use super::taking_back::reverse;
use super::{activate, finish, production};
use crate::rules::engine::work::Work;
use crate::rules::engine::{actions, counters, paid_with, random};
use crate::rules::keyword::exert;
use crate::rules::replace::perform::{carry_out_to, perform};
use crate::rules::replace::together;

impl Stage for stage::Mana<'_> {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let domain = domain(game, proposal, self.0);
        Some(Question::own(proposal, Prompt::Payment(proposal.object), rule!("601.2g"), domain))
    }

    fn proceed(&self, _: &mut Work, _: &ProposalFrame) {}

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        match answer {
            Answer::Mana(act) => activate_mana(work, proposal, act),
            Answer::Helped(object, symbol) => help(work, proposal, self.0, *object, *symbol),
            Answer::Paid(units) => pay_mana(work, proposal.clone(), self.0, units),
            _ => {}
        }
    }

    fn rule(&self) -> Rule {
        rule!("601.2g")
    }
}

impl Stage for stage::Order {
    fn question(&self, _: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let parts = orderable(&proposal.total);
        let items = parts.into_iter().map(|part| Item::Cost(CostItem::Part(part))).collect::<Vec<_>>();
        (items.len() > 1).then(|| Question::of_costs(proposal, rule!("601.2h"), Domain::Order(items)))
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        self.question(&work.game, proposal).is_none().then_some(ProposalStage::Costs(0))
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Ordered(items) = answer else { return };
        let mut next = proposal.clone();
        next.total = ProposalFrame::locked_in(in_order(&proposal.total, items));
        to_stage(work, &next, ProposalStage::Costs(0));
    }

    fn rule(&self) -> Rule {
        rule!("601.2h")
    }
}

impl Stage for stage::Costs {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let ask = |domain| Question::own(proposal, Prompt::PayWith(proposal.object), rule!("601.2h"), domain);
        if let Some((able, at_least)) = gathered(game, proposal, self.0) {
            let (options, weights) = able.into_iter().unzip();
            return Some(ask(Domain::Gather { options, weights, sum: Sum::AtLeast(at_least) }));
        }
        if let Some((options, count)) = any_counters(game, proposal, self.0) {
            return (options.len() > count as usize).then(|| ask(Domain::Pick { options, min: count, max: count }));
        }
        let (options, count) = with_what(game, proposal, self.0)?;
        (options.len() > count as usize).then(|| {
            let options = options.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
            ask(Domain::Pick { options, min: count, max: count })
        })
    }

    fn proceed(&self, work: &mut Work, proposal: &ProposalFrame) {
        match any_counters(&work.game, proposal, self.0) {
            Some((options, count)) if options.len() == count as usize => pay_counters(work, proposal, self.0, &options),
            _ => pay_next(work, proposal, self.0, &[]),
        }
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        if any_counters(&work.game, proposal, self.0).is_some() {
            return pay_counters(work, proposal, self.0, items);
        }
        let options = with_what(&work.game, proposal, self.0).map(|(options, _)| options).unwrap_or_default();
        let options: Vec<Entity> = options.into_iter().map(Entity::Object).collect();
        let chosen = random::from_piles(work, proposal.player, paid_with::entities(items), &options);
        let chosen: Vec<ObjectId> = chosen.into_iter().filter_map(Entity::object).collect();
        pay_next(work, proposal, self.0, &chosen);
    }

    fn rule(&self) -> Rule {
        rule!("601.2h")
    }
}

/// The player activates a mana ability to pay with, which the proposal notes (CR 601.2g, 726.1).
pub(super) fn activate_mana(work: &mut Work, proposal: &ProposalFrame, act: &Act) {
    let Act::Activate(source, origin) = act else { return };
    let mut noted = proposal.clone();
    noted.activations.push(work.game.counters().entry);
    work.change(rule!("601.2g"), Frame::Proposal(Box::new(noted)));
    activate::begin_activating(work, proposal.player, *source, origin);
}

/// The total cost with the ordered parts rearranged among their own positions.
fn in_order(total: &[Cost], items: &[Item]) -> Vec<Cost> {
    let place = |item: &Item| match item {
        Item::Cost(CostItem::Part(index)) => Some(usize::from(*index)),
        _ => None,
    };
    let ordered: Vec<usize> = items.iter().filter_map(place).collect();
    let mut places = ordered.clone();
    places.sort_unstable();
    let mut reordered = total.to_vec();
    for (place, from) in places.into_iter().zip(ordered) {
        if let (Some(slot), Some(part)) = (reordered.get_mut(place), total.get(from)) {
            *slot = part.clone();
        }
    }
    reordered
}

/// The possible answers to a mana payment: mana of the pool, a mana ability first (CR 601.2g), or
/// an object that helps. Once one has helped, payment is under way and the time for mana abilities
/// is over (CR 601.2h).
fn domain(game: &Game, proposal: &ProposalFrame, cost: &ManaCost) -> Domain {
    let purpose = Purpose::of(proposal);
    let mut pool = game.player(proposal.player).map(|player| player.mana.clone()).unwrap_or_default();
    // Mana that may not be spent on this is not offered (CR 106.6).
    pool.retain(|unit| may_spend(game, unit, &purpose));
    let as_though = casting::spends_as(game, proposal.player, &purpose);
    let under_way = !proposal.announced.paid_with.is_empty() || proposal.paid_at.is_some();
    let sources = if under_way { Vec::new() } else { activating::mana_abilities(game, proposal.player).into_owned() };
    let spell = (proposal.what == Proposing::Spell).then_some(proposal.object);
    let help = spell.map(|spell| mana::help(game, proposal.player, spell, cost)).unwrap_or_default();
    Domain::Pay { cost: cost.clone(), pool, sources, help, as_though }
}

/// Lets an object pay for one symbol of the cost: a creature or an artifact is tapped (CR 702.51a,
/// 702.126a), a card exiled (CR 702.66a).
fn help(work: &mut Work, proposal: &ProposalFrame, cost: &ManaCost, object: ObjectId, symbol: ManaSymbol) {
    let mut proposal = proposal.clone();
    let left = mana::without(cost, symbol);
    proposal.announce().paid_with.push(object);
    let delved = matches!(work.game.zone_of(object), Some(Zone::Graveyard(_)));
    let convokes = work.game.has_keyword(proposal.source, &Keyword::Convoke) && work.game.is_creature(object);
    let improvises = !convokes && work.game.has_keyword(proposal.source, &Keyword::Improvise);
    if !delved && !improvises {
        proposal.announce().further.convoked.push(object);
    }
    proposal.paid_at.get_or_insert(work.game.counters().entry);
    let stage = if left.0.is_empty() { ProposalStage::Order } else { ProposalStage::Mana { cost: left } };
    to_stage(work, &proposal, stage);
    let (rule, action) = if delved {
        (rule!("702.66a"), actions::move_to(&work.game, object, ZoneKind::Exile, Manner::Exile))
    } else if improvises {
        (rule!("702.126a"), Action::Tap(object))
    } else {
        (rule!("702.51a"), Action::Tap(object))
    };
    perform(work, vec![Proposed::new(action, Some(proposal.began), rule)]);
}

/// Whether the total cost could be paid in the course of its payment, except for the amount of mana
/// (CR 601.2g-h).
pub(super) fn could_pay(game: &Game, proposal: &ProposalFrame, total: &Total) -> bool {
    let payer = payer(proposal);
    could_pay_parts(game, payer, total.other.iter(), !total.mana.0.is_empty()).is_ok()
}

/// Whether the costs other than mana can be paid right now (CR 118.3).
pub(super) fn can_pay_other_costs(game: &Game, proposal: &ProposalFrame, cost: &[Cost]) -> bool {
    cost.iter().all(|part| payable::may_pay(game, proposal.player, proposal.source, part).is_ok())
}

/// Spends the chosen mana, and pays life for the Phyrexian symbols that it leaves (CR 107.4f,
/// 601.2h).
fn pay_mana(work: &mut Work, mut proposal: ProposalFrame, cost: &ManaCost, units: &[ManaId]) {
    let Some(player) = work.game.player(proposal.player) else { return };
    let spent: Vec<ManaUnit> = player.mana.iter().filter(|unit| units.contains(&unit.id)).copied().collect();
    let as_though = casting::spends_as(&work.game, proposal.player, &Purpose::of(&proposal));
    let spending = Spending::under_way(&work.game, cost, &spent);
    let life = covers(cost, &spent, as_though, &spending).unwrap_or(0);
    let announced = proposal.announce();
    announced.mana_spent.extend(&spent);
    announced.life_paid += life;
    proposal.paid_at.get_or_insert(work.game.counters().entry);
    to_stage(work, &proposal, ProposalStage::Order);
    if !units.is_empty() {
        production::spent(work, &proposal, &spent);
        work.fact(rule!("601.2h"), Event::ManaSpent { player: proposal.player, units: units.to_vec() });
    }
    if life > 0 {
        let action = Action::LoseLife { player: proposal.player, amount: life };
        perform(work, vec![Proposed::new(action, Some(proposal.began), rule!("119.4"))]);
    }
}

/// The objects to choose from to pay a part of the total cost, and how many to choose.
fn with_what(game: &Game, proposal: &ProposalFrame, index: u8) -> Option<(Vec<ObjectId>, u32)> {
    let (options, count) =
        payable::pay_with(game, proposal.player, proposal.source, proposal.total.get(usize::from(index))?)?;
    if !names_payment(proposal) {
        return Some((options, count));
    }
    // CR 702.119b: the objects named as the cost was announced, and nothing else.
    let named = proposal.announced.chosen.iter().map(|it| it.what.iter().filter_map(|it| it.object()).collect());
    let fits = |named: &Vec<ObjectId>| named.len() == count as usize && named.iter().all(|id| options.contains(id));
    Some((named.into_iter().find(fits).unwrap_or_default(), count))
}

/// The counters of any kinds to choose from to pay a part of the total cost, and how many to
/// choose.
fn any_counters(game: &Game, proposal: &ProposalFrame, index: u8) -> Option<(Vec<Item>, u32)> {
    let Cost::RemoveAnyCounters(count) = proposal.total.get(usize::from(index))? else { return None };
    Some((counters::among(game, proposal.source, *count), *count))
}

/// Pays with these counters: the part of the cost becomes one for each of their kinds.
fn pay_counters(work: &mut Work, proposal: &ProposalFrame, index: u8, items: &[Item]) {
    let kinds = counters::by_kind(items).into_iter().map(|(kind, count)| Cost::RemoveCounters(kind, count));
    let mut total = proposal.total.to_vec();
    let place = usize::from(index);
    total.splice(place..=place, kinds);
    let next = ProposalFrame { total: ProposalFrame::locked_in(total), ..proposal.clone() };
    to_stage(work, &next, ProposalStage::Costs(index));
}

/// Whether the payment was named as the cost was announced.
fn names_payment(proposal: &ProposalFrame) -> bool {
    matches!(proposal.what, Proposing::Spell | Proposing::Ability | Proposing::ManaAbility { .. })
        && !proposal.announced.chosen.is_empty()
}

/// The permanents that may be tapped together to pay a part of a cost, each with its power, and the
/// minimum total.
fn gathered(game: &Game, proposal: &ProposalFrame, index: u8) -> Option<(Vec<(Item, i32)>, i32)> {
    let Cost::TapTotalPower(least, filter) = proposal.total.get(usize::from(index))? else { return None };
    let crew = is_crew(game, proposal);
    let able = crate::derive::pay::demand::able_to_tap(game, proposal.player, proposal.source, filter, crew);
    // What can't be paid is not asked.
    payable::may_pay(game, proposal.player, proposal.source, proposal.total.get(usize::from(index))?).ok()?;
    let item = |(id, power)| (Item::Entity(Entity::Object(id)), power);
    Some((able.into_iter().map(item).collect(), i32::try_from(*least).unwrap_or(i32::MAX)))
}

/// Whether the proposal is the crew ability of a Vehicle (CR 702.122b).
fn is_crew(game: &Game, proposal: &ProposalFrame) -> bool {
    let instance = proposal.origin.as_ref().and_then(|origin| game.ability_of(proposal.source, origin));
    instance.is_some_and(|it| matches!(&*it.ability, Ability::Keyword(Keyword::Crew(_))))
}

/// Whether a part of the cost asked for a characteristic of a discarded card that has none, because
/// it went to a hidden zone instead: such a payment is illegal (CR 701.8c).
fn is_unknowable(game: &Game, proposal: &ProposalFrame, paid: u8) -> bool {
    let Some(Cost::Discard(_, what)) = proposal.total.get(usize::from(paid)) else { return false };
    let hidden = |id: &ObjectId| {
        let departed = game.world().departed.get(id).filter(|it| it.was.zone.kind() == ZoneKind::Hand);
        let now = departed.and_then(|it| it.became.first()).and_then(|id| game.zone_of(*id));
        now.is_some_and(|zone| !zone.kind().is_public())
    };
    what.asks_for_characteristics() && proposal.announced.paid_with.iter().any(hidden)
}

/// Goes on with a later part of the total cost first.
fn pay_before(work: &mut Work, proposal: &ProposalFrame, index: u8, later: usize) {
    let mut total = proposal.total.to_vec();
    let part = total.remove(later);
    total.insert(usize::from(index), part);
    let next = ProposalFrame { total: ProposalFrame::locked_in(total), ..proposal.clone() };
    to_stage(work, &next, ProposalStage::Costs(index));
}

/// Pays one part of the total cost, with the objects chosen for it, or all there are.
fn pay_next(work: &mut Work, proposal: &ProposalFrame, index: u8, chosen: &[ObjectId]) {
    if index.checked_sub(1).is_some_and(|paid| is_unknowable(&work.game, proposal, paid)) {
        return reverse(work);
    }
    let Some(part) = proposal.total.get(usize::from(index)).cloned() else {
        let mut finished = ProposalFrame { stage: ProposalStage::Finish, ..proposal.clone() };
        if names_payment(proposal) {
            finished.announce().chosen.clear();
        }
        return work.change(rule!("601.2h"), Frame::Proposal(Box::new(finished)));
    };
    // CR 118.3, 601.2h: earlier payments may have used up what it needs; nothing is paid in part.
    let payable = |part: &Cost| payable::may_pay(&work.game, proposal.player, proposal.source, part).is_ok();
    if !payable(&part) {
        // The order is the player's, and another part may provide what this one needs.
        let later =
            proposal.total.iter().skip(usize::from(index) + 1).take_while(|it| it.comes_last() == part.comes_last());
        return match later.into_iter().position(payable) {
            Some(place) => pay_before(work, proposal, index, usize::from(index) + 1 + place),
            None => reverse(work),
        };
    }
    let chosen = match with_what(&work.game, proposal, index) {
        Some((options, count)) if chosen.is_empty() => options.into_iter().take(count as usize).collect(),
        Some(_) => chosen.to_vec(),
        None => match &part {
            Cost::SacrificeAll(filter) => {
                payable::all_to_sacrifice(&work.game, proposal.player, proposal.source, filter)
            }
            Cost::DiscardHand => work.game.zone(Zone::Hand(proposal.player)).to_vec(),
            Cost::DiscardAtRandom(count) => {
                let hand = work.game.zone(Zone::Hand(proposal.player)).to_vec();
                random::pick(work, hand, *count as usize)
            }
            Cost::ExileTop(count) | Cost::Mill(count) => {
                let library = work.game.zone(Zone::Library(proposal.player));
                library.iter().take(*count as usize).copied().collect()
            }
            Cost::ExileThis => work.game.object(proposal.source).map(|_| proposal.source).into_iter().collect(),
            Cost::TapTotalPower(..) => chosen.to_vec(),
            _ => Vec::new(),
        },
    };
    let named = names_payment(proposal) && with_what(&work.game, proposal, index).is_some();
    if named && with_what(&work.game, proposal, index).is_some_and(|(found, count)| found.len() < count as usize) {
        return reverse(work);
    }
    let mut next = proposal.clone();
    next.stage = ProposalStage::Costs(index + 1);
    if named {
        let these: Vec<Entity> = chosen.iter().copied().map(Entity::Object).collect();
        next.announce().chosen.retain(|it| it.what != these);
    }
    if !chosen.is_empty() {
        next.announce().paid_with.extend(&chosen);
    }
    if let Cost::Life(amount) = &part {
        next.announce().life_paid += amount;
    }
    // What one of several pays is told from what others pay (CR 608.2f).
    let of_several = proposal.what == Proposing::Payment && together::waits_for_others(&work.game);
    let mark = if of_several { together::mark_of_innermost(&work.game) } else { None };
    work.set_cause(mark.or(Some(proposal.began)));
    if is_paid_together(&work.game, &next, &part) {
        return pay_together(work, &next, &part, &chosen);
    }
    work.change(rule!("601.2h"), Frame::Proposal(Box::new(next)));
    if let Cost::Reveal(..) = &part {
        actions::show(work, &chosen);
    }
    if part == Cost::ExertThis {
        exert::exert(work, rule!("701.39a"), proposal.player, proposal.source, None);
    }
    if !chosen.is_empty() && matches!(part, Cost::TapTotalPower(..)) && is_crew(&work.game, proposal) {
        work.fact(rule!("702.122b"), Event::Crewed { object: proposal.source, by: chosen.clone() });
    }
    let actions = proposed(work, proposal, &part, &chosen);
    perform(work, actions);
}

/// What paying a part of a cost comes to.
fn proposed(work: &Work, proposal: &ProposalFrame, part: &Cost, chosen: &[ObjectId]) -> Vec<Proposed> {
    let propose = |(rule, action)| Proposed::new(action, work.cause(), rule);
    let payer = (proposal.player, proposal.source, proposal.origin.as_ref());
    paid_with::actions(&work.game, payer, part, chosen).into_iter().map(propose).collect()
}

/// Whether the last part of a cost is paid at the same time as those of others for whom the same
/// list of instructions is followed (CR 101.4, 608.2f). What can still turn out to be illegal is
/// paid right away, and so is the life of a team, which may not pay more than it has (CR 810.9b).
fn is_paid_together(game: &Game, proposal: &ProposalFrame, part: &Cost) -> bool {
    let last = proposal.stage == ProposalStage::Costs(u8::try_from(proposal.total.len()).unwrap_or(u8::MAX));
    let plain = match part {
        Cost::Discard(_, what) => !what.asks_for_characteristics(),
        Cost::Reveal(..) | Cost::ExertThis => false,
        Cost::Life(_) => !game.shares_life(),
        _ => true,
    };
    proposal.what == Proposing::Payment && last && plain && together::is_alone_in_list(game, proposal.player)
}

/// Lets the last part of a cost wait until the others have chosen.
fn pay_together(work: &mut Work, proposal: &ProposalFrame, part: &Cost, chosen: &[ObjectId]) {
    let actions = proposed(work, proposal, part, chosen);
    finish::paid(work, proposal);
    let Some(Frame::Resolve(frame)) = work.game.frame().cloned() else { return };
    carry_out_to(work, &frame, (ResolveFrame::clone(&frame), rule!("608.2f")), actions);
}
