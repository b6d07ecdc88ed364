//! Paying costs (CR 118, 601.2g-h, 602.2b).

use crate::card::{Ability, Cost, CounterKind, Keyword, ManaCost, ManaSymbol, ZoneKind};
use crate::derive::mana::covers;
use crate::derive::production::{Purpose, may_spend};
use crate::derive::spending::Spending;
use crate::derive::{Scope, casting, mana, payable, permit};
use crate::fact::{
    Action, Domain, Entity, Event, Frame, Item, ManaId, ManaUnit, Manner, ObjectId, Origin, PlayerId, ProposalFrame,
    ProposalStage, Proposed, Proposing, Zone,
};
use crate::rule;
use crate::state::Game;

use super::happen::to_graveyard;
use super::keyword::exert;
use super::replace::perform;
use super::work::Work;
use super::{bounded, instructions, production, proposal, random};

/// What may be answered to a mana payment: mana of the pool, a mana ability first (CR 601.2g), or an object that helps.
/// Once one has helped, payment is under way, and the time for mana abilities is over (CR 601.2h).
pub(super) fn domain(game: &Game, proposal: &ProposalFrame, cost: &ManaCost) -> Domain {
    let purpose = Purpose::of(proposal);
    let mut pool = game.player(proposal.player).map(|player| player.mana.clone()).unwrap_or_default();
    // Mana that may not be spent on this is not offered (CR 106.6).
    pool.retain(|unit| may_spend(game, unit, &purpose));
    let as_though = casting::spends_as(game, proposal.player, &purpose);
    let under_way = !proposal.announced.paid_with.is_empty();
    let sources = if under_way { Vec::new() } else { permit::mana_abilities(game, proposal.player) };
    let spell = (proposal.what == Proposing::Spell).then_some(proposal.object);
    let help = spell.map(|spell| mana::help(game, proposal.player, spell, cost)).unwrap_or_default();
    Domain::Pay { cost: cost.clone(), pool, sources, help, as_though }
}

/// An object pays for one symbol of the cost: a creature is tapped (CR 702.51a), a card exiled (CR 702.66a).
pub(super) fn help(work: &mut Work, proposal: &ProposalFrame, cost: &ManaCost, object: ObjectId, symbol: ManaSymbol) {
    let mut proposal = proposal.clone();
    let left = mana::without(cost, symbol);
    proposal.announced.paid_with.push(object);
    proposal.paid_at.get_or_insert(work.game.counters().entry);
    let stage = if left.0.is_empty() { ProposalStage::Order } else { ProposalStage::Mana { cost: left } };
    proposal::to_stage(work, &proposal, stage);
    let delved = matches!(work.game.zone_of(object), Some(Zone::Graveyard(_)));
    let (rule, action) = if delved {
        (rule!("702.66a"), instructions::move_to(&work.game, object, ZoneKind::Exile, Manner::Exile))
    } else {
        (rule!("702.51a"), Action::Tap(object))
    };
    perform(work, vec![Proposed::new(action, Some(proposal.began), rule)]);
}

/// Whether the costs other than mana could be paid as things are (CR 118.3): without a mana ability, what can't be paid now
/// can't be paid.
pub(super) fn can_pay_other_costs(game: &Game, proposal: &ProposalFrame, cost: &[Cost]) -> bool {
    cost.iter().all(|part| payable::may_pay(game, proposal.player, proposal.source, part).is_ok())
}

/// The chosen mana is spent; life is paid for the Phyrexian symbols that it leaves (CR 107.4f, 601.2h).
pub(super) fn pay_mana(work: &mut Work, proposal: &mut ProposalFrame, cost: &ManaCost, units: &[ManaId]) {
    let Some(player) = work.game.player(proposal.player) else { return };
    let spent: Vec<ManaUnit> = player.mana.iter().filter(|unit| units.contains(&unit.id)).copied().collect();
    let as_though = casting::spends_as(&work.game, proposal.player, &Purpose::of(proposal));
    let spending = Spending::under_way(&work.game, cost, &spent);
    let life = covers(cost, &spent, as_though, &spending).unwrap_or(0);
    proposal.announced.mana_spent.extend(&spent);
    proposal.announced.life_paid += life;
    proposal.paid_at.get_or_insert(work.game.counters().entry);
    proposal::to_stage(work, proposal, ProposalStage::Order);
    if !units.is_empty() {
        production::spent(work, proposal, &spent);
        work.fact(rule!("601.2h"), Event::ManaSpent { player: proposal.player, units: units.to_vec() });
    }
    if life > 0 {
        let action = Action::LoseLife { player: proposal.player, amount: life };
        perform(work, vec![Proposed::new(action, Some(proposal.began), rule!("119.4"))]);
    }
}

/// The objects of which so many are to be chosen to pay a part of the total cost, and how many.
pub(super) fn with_what(game: &Game, proposal: &ProposalFrame, index: u8) -> Option<(Vec<ObjectId>, u32)> {
    let (options, count) =
        payable::pay_with(game, proposal.player, proposal.source, proposal.total.get(usize::from(index))?)?;
    if !names_payment(proposal) {
        return Some((options, count));
    }
    // CR 702.119b: what was named as the cost was announced, and nothing else.
    let named = proposal.announced.chosen.iter().map(|it| it.what.iter().filter_map(|it| it.object()).collect());
    let fits = |named: &Vec<ObjectId>| named.len() == count as usize && named.iter().all(|id| options.contains(id));
    Some((named.into_iter().find(fits).unwrap_or_default(), count))
}

/// Whether it was named as the cost was announced what it is paid with.
fn names_payment(proposal: &ProposalFrame) -> bool {
    matches!(proposal.what, Proposing::Spell | Proposing::Ability | Proposing::ManaAbility { .. })
        && !proposal.announced.chosen.is_empty()
}

/// The permanents that may be tapped together to pay a part of a cost, each with its power, and the least total.
pub(super) fn gathered(game: &Game, proposal: &ProposalFrame, index: u8) -> Option<(Vec<(Item, i32)>, i32)> {
    let Cost::TapTotalPower(least, filter) = proposal.total.get(usize::from(index))? else { return None };
    let crew = is_crew(game, proposal);
    let able = permit::able_to_tap(game, proposal.player, proposal.source, filter, crew);
    let item = |(id, power)| (Item::Entity(Entity::Object(id)), power);
    Some((able.into_iter().map(item).collect(), i32::try_from(*least).unwrap_or(i32::MAX)))
}

/// Whether what is paid for is the crew ability of a Vehicle (CR 702.122b).
fn is_crew(game: &Game, proposal: &ProposalFrame) -> bool {
    let instance = proposal.origin.as_ref().and_then(|origin| game.ability_of(proposal.source, origin));
    instance.is_some_and(|it| matches!(&*it.ability, Ability::Keyword(Keyword::Crew(_))))
}

/// Pays one part of the total cost, with the objects that were chosen for it, or those that there are.
pub(super) fn pay_next(work: &mut Work, proposal: &ProposalFrame, index: u8, chosen: &[ObjectId]) {
    let Some(part) = proposal.total.get(usize::from(index)).cloned() else {
        let mut finished = ProposalFrame { stage: ProposalStage::Finish, ..proposal.clone() };
        if names_payment(proposal) {
            finished.announced.chosen.clear();
        }
        return work.change(rule!("601.2h"), Frame::Proposal(Box::new(finished)));
    };
    // CR 118.3, 601.2h: what was paid before it may have used up what it needs; nothing is paid in part.
    if payable::may_pay(&work.game, proposal.player, proposal.source, &part).is_err() {
        return proposal::reverse(work);
    }
    let chosen = match with_what(&work.game, proposal, index) {
        Some((options, _)) if chosen.is_empty() => options,
        Some(_) => chosen.to_vec(),
        None => match &part {
            Cost::DiscardHand => work.game.zone(Zone::Hand(proposal.player)).iter().copied().collect(),
            Cost::DiscardAtRandom(count) => {
                let hand = work.game.zone(Zone::Hand(proposal.player)).iter().copied().collect();
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
        return proposal::reverse(work);
    }
    let mut next = proposal.clone();
    next.stage = ProposalStage::Costs(index + 1);
    if named {
        let these: Vec<Entity> = chosen.iter().copied().map(Entity::Object).collect();
        next.announced.chosen.retain(|it| it.what != these);
    }
    next.announced.paid_with.extend(&chosen);
    if let Cost::Life(amount) = &part {
        next.announced.life_paid += amount;
    }
    work.set_cause(Some(proposal.began));
    work.change(rule!("601.2h"), Frame::Proposal(Box::new(next)));
    if let Cost::Reveal(..) = &part {
        instructions::show(work, &chosen);
    }
    if part == Cost::ExertThis {
        exert::exert(work, rule!("701.39a"), proposal.player, proposal.source, None);
    }
    if !chosen.is_empty() && matches!(part, Cost::TapTotalPower(..)) && is_crew(&work.game, proposal) {
        work.fact(rule!("702.122b"), Event::Crewed { object: proposal.source, by: chosen.clone() });
    }
    let cause = work.cause();
    let propose = |(rule, action)| Proposed::new(action, cause, rule);
    let payer = (proposal.player, proposal.source, proposal.origin.as_ref());
    let actions = actions(&work.game, payer, &part, &chosen).into_iter().map(propose).collect();
    perform(work, actions);
}

/// What happens as a player pays a part of a cost with the objects that were chosen for it: who pays, for what object, and for
/// which ability of it.
pub(super) fn actions(
    game: &Game,
    (player, source, origin): (PlayerId, ObjectId, Option<&Origin>),
    part: &Cost,
    chosen: &[ObjectId],
) -> Vec<(crate::rule::Rule, Action)> {
    let me = Entity::Object(source);
    let with = |rule: crate::rule::Rule, action: &dyn Fn(ObjectId) -> Action| -> Vec<(crate::rule::Rule, Action)> {
        chosen.iter().map(|id| (rule, action(*id))).collect()
    };
    let go = |zone: ZoneKind, manner: Manner| move |id: ObjectId| instructions::move_to(game, id, zone, manner);
    let die = |manner: Manner| move |id: ObjectId| to_graveyard(game, id, manner);
    match part {
        // Mana is paid by itself; of several costs one has been chosen; what is shown stays where it is.
        Cost::Mana(_) | Cost::Times(..) | Cost::Either(_) | Cost::ManaCostOf(_) | Cost::Reveal(..) => Vec::new(),
        // That is a fact, which nothing replaces.
        Cost::ExertThis => Vec::new(),
        Cost::Tap => vec![(rule!("107.5"), Action::Tap(source))],
        Cost::Untap => vec![(rule!("107.6"), Action::Untap(source))],
        Cost::Life(0) => Vec::new(),
        Cost::Life(amount) => vec![(rule!("119.4"), Action::LoseLife { player, amount: *amount })],
        Cost::PlayerCounters(kind, count) => {
            let action = Action::RemoveCounters { from: Entity::Player(player), kind: kind.clone(), count: *count };
            vec![(rule!("107.14"), action)]
        }
        Cost::RemoveCounters(kind, count) => {
            vec![(rule!("118.1"), Action::RemoveCounters { from: me, kind: kind.clone(), count: *count })]
        }
        Cost::PutCounters(kind, count) => {
            vec![(rule!("118.1"), Action::PutCounters { by: Some(player), on: me, kind: kind.clone(), count: *count })]
        }
        Cost::Loyalty(change) => {
            let (kind, count) = (CounterKind::Loyalty, change.unsigned_abs());
            let action = if *change >= 0 {
                Action::PutCounters { by: Some(player), on: me, kind, count }
            } else {
                Action::RemoveCounters { from: me, kind, count }
            };
            vec![(rule!("606.4"), action)]
        }
        Cost::TapTotalPower(..) => chosen.iter().map(|id| (rule!("701.21a"), Action::Tap(*id))).collect(),
        Cost::Unattach(what) => {
            let scope = Scope { origin, ..Scope::of(source, player) };
            let named = crate::derive::filter::objects(game, &scope, what);
            named.into_iter().map(|id| (rule!("701.3d"), Action::Unattach(id))).collect()
        }
        Cost::SacrificeThis => vec![(rule!("701.17a"), to_graveyard(game, source, Manner::Sacrifice))],
        Cost::DiscardThis => vec![(rule!("701.8a"), to_graveyard(game, source, Manner::Discard))],
        Cost::ReturnThis => vec![(rule!("118.1"), go(ZoneKind::Hand, Manner::Put)(source))],
        Cost::Draw(count) => (0..bounded(*count)).map(|_| (rule!("121.2"), Action::Draw(player))).collect(),
        Cost::Sacrifice(..) => with(rule!("701.17a"), &die(Manner::Sacrifice)),
        Cost::Discard(..) | Cost::DiscardHand => with(rule!("701.8a"), &die(Manner::Discard)),
        Cost::DiscardAtRandom(_) => with(rule!("701.8b"), &die(Manner::Discard)),
        Cost::Mill(_) => with(rule!("701.13a"), &die(Manner::Mill)),
        Cost::Exile { .. } | Cost::ExileThis | Cost::ExileTop(_) => {
            with(rule!("701.11a"), &go(ZoneKind::Exile, Manner::Exile))
        }
        Cost::TapOthers(..) => with(rule!("701.21a"), &Action::Tap),
        Cost::UntapOthers(..) => with(rule!("701.21b"), &Action::Untap),
        Cost::Return(..) => with(rule!("118.1"), &go(ZoneKind::Hand, Manner::Put)),
        Cost::PutCountersOn(kind, count, _) => with(rule!("118.1"), &|id| Action::PutCounters {
            by: Some(player),
            on: Entity::Object(id),
            kind: kind.clone(),
            count: *count,
        }),
        Cost::RemoveCountersFrom(kind, count, _) => with(rule!("118.1"), &|id| Action::RemoveCounters {
            from: Entity::Object(id),
            kind: kind.clone(),
            count: *count,
        }),
    }
}

/// The items of a pick as objects.
pub(super) fn objects_of(items: &[Item]) -> Vec<ObjectId> {
    let object = |item: &Item| match item {
        Item::Entity(Entity::Object(id)) => Some(*id),
        _ => None,
    };
    items.iter().filter_map(object).collect()
}
