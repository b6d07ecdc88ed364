//! Proposals: the shared steps of casting a spell, activating an ability and putting a triggered
//! ability onto the stack (CR 601.2b-i, 602.2b, 603.3c-d), and taking one back (CR 726).

use std::sync::Arc;

use crate::derive::Scope;
use crate::derive::cast::cost::Total;
use crate::derive::filter::{holds, players, players_asked};
use crate::derive::object::instances::Instance;
use crate::derive::target::targets;
use crate::derive::target::totals::Limit;
use crate::fact::{
    Act, Announcement, Answer, Apiece, Assignment, Choice, CostBy, Domain, Entity, EntryNo, Event, Fact, Frame, Item,
    Manner, ObjectId, Part, PlayerId, Prompt, ProposalFrame, ProposalStage, Proposing, ResolveFrame, Sum,
    TriggerContext,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, WaitingTrigger};

use super::{activate, assist, cast, division, mana, pay, stages};
use crate::rules::engine::work::Work;
use crate::rules::engine::{control, cursor, random, receive};
use crate::rules::replace::{departing, drawing};
use crate::rules::zones::moves;

/// Begins to pay a cost that a resolving instruction asks for (CR 118.12), with a checkpoint to
/// return to.
pub(in crate::rules) fn begin_payment(work: &mut Work, player: PlayerId, resolve: &ResolveFrame) {
    work.emit(Part::Frame, work.cause(), rule!("118.12"), Event::Checkpointed {});
    work.change(rule!("118.12"), Frame::Resolve(Box::new(cursor::paid_for(resolve))));
    let object = resolve.object.unwrap_or(resolve.source);
    let mut frame = ProposalFrame::new(Proposing::Payment, player, object, resolve.source, resolve.began);
    if let Some(x) = cursor::own_x(&work.game, resolve) {
        frame.announce().x = Some(x);
    }
    begin(work, rule!("118.12"), frame);
}

/// Begins a proposal that has been prepared, at the first stage with something to do.
pub(in crate::rules) fn begin(work: &mut Work, rule: Rule, mut frame: ProposalFrame) {
    // The question of the resolution in the frame below is known only once this frame is there.
    if frame.what != Proposing::Payment {
        while let Some(next) = stages::passed_over(work, &frame) {
            frame.stage = next;
        }
    }
    work.push(rule, Frame::Proposal(Box::new(frame)));
}

/// Begins to put a triggered ability onto the stack (CR 603.3c-d).
pub(in crate::rules) fn begin_trigger(
    work: &mut Work,
    waiting: &WaitingTrigger,
    object: ObjectId,
    began: EntryNo,
    announced: Arc<Announcement>,
) {
    let frame = ProposalFrame {
        origin: waiting.origin.clone(),
        stage: ProposalStage::Modes,
        announced,
        ..ProposalFrame::new(Proposing::Trigger, waiting.controller, object, waiting.source, began)
    };
    begin(work, rule!("603.3d"), frame);
}

/// The scope that gives the words of a proposal their meaning.
pub(in crate::rules) fn scope<'a>(proposal: &'a ProposalFrame, trigger: Option<&'a TriggerContext>) -> Scope<'a> {
    part_scope(proposal, trigger, 0)
}

/// The scope of a part of a proposal whose targets start at `first`.
pub(in crate::rules) fn part_scope<'a>(
    proposal: &'a ProposalFrame,
    trigger: Option<&'a TriggerContext>,
    first_target: u8,
) -> Scope<'a> {
    let origin = proposal.origin.as_ref();
    let announced = Some(&*proposal.announced);
    Scope { announced, trigger, origin, first_target, ..Scope::of(proposal.source, proposal.player) }
}

pub(in crate::rules) fn trigger_of<'a>(game: &'a Game, proposal: &ProposalFrame) -> Option<&'a TriggerContext> {
    game.object(proposal.object)?.ability.as_ref()?.trigger.as_ref()
}

/// The legal choices for the nth instance of "target", and how many of them; the numbers are none
/// if there are too few.
fn candidates(game: &Game, proposal: &ProposalFrame, index: u8) -> Option<(Vec<Entity>, Option<(u32, u32)>)> {
    let (place, instance) = stages::nth_instance(game, proposal, index)?;
    let scope = part_scope(proposal, trigger_of(game, proposal), instance.first);
    let they = chosen_for(game, proposal, place, &instance);
    if instance.spec.each.is_some() && they.is_none() {
        return Some((Vec::new(), Some((0, 0))));
    }
    let scope = Scope { they: they.or(scope.they), ..scope };
    // CR 601.2c: if its condition fails, the instance counts as absent.
    if instance.spec.condition.as_ref().is_some_and(|condition| !holds(game, &scope, condition)) {
        return Some((Vec::new(), Some((0, 0))));
    }
    let found = targets::candidates(game, &scope, proposal.object, &instance.spec);
    let bounds = targets::bounds(game, &scope, &instance.spec, &found);
    Some((found, bounds))
}

/// The next player for whom an instance of "target" has some of its own (CR 601.2c).
fn chosen_for(game: &Game, proposal: &ProposalFrame, place: usize, instance: &Instance<'_>) -> Option<PlayerId> {
    let scope = part_scope(proposal, trigger_of(game, proposal), instance.first);
    let among = players(game, &scope, instance.spec.each.as_ref()?);
    let done = &proposal.announced.further.apiece;
    let is_done = |id: &PlayerId| done.iter().any(|it| usize::from(it.instance) == place && it.player == *id);
    among.into_iter().find(|id| !is_done(id))
}

/// The limit on the targets chosen together for the nth instance of "target", if any (CR 601.2c).
fn limit(game: &Game, proposal: &ProposalFrame, index: u8, found: &[Entity]) -> Option<Limit> {
    let (_, instance) = stages::nth_instance(game, proposal, index)?;
    let scope = part_scope(proposal, trigger_of(game, proposal), instance.first);
    Some(Limit::of(game, &scope, instance.spec.total.as_deref()?, found))
}

/// The player who chooses for the nth instance of "target": the controller, or the player whom the
/// text names (CR 601.5, 602.3).
fn chooser(game: &Game, proposal: &ProposalFrame, index: u8) -> Option<(PlayerId, Rule)> {
    let (_, instance) = stages::nth_instance(game, proposal, index)?;
    let scope = part_scope(proposal, trigger_of(game, proposal), instance.first);
    let Some(by) = &instance.spec.by else { return Some((proposal.player, rule!("601.2c"))) };
    let rule = match proposal.what {
        Proposing::Spell => rule!("601.5"),
        Proposing::Trigger => rule!("603.3d"),
        _ => rule!("602.3"),
    };
    let among = players_asked(game, &scope, by);
    Some((control::one_of(game, proposal.object, &among).unwrap_or(proposal.player), rule))
}

/// Asks which of several opponents chooses the targets or modes (CR 601.5a, 602.3a), if the text
/// leaves that to the controller.
fn which_chooses(game: &Game, proposal: &ProposalFrame) -> Option<Choice> {
    let among = match &proposal.stage {
        ProposalStage::Targets(index) => {
            let (_, instance) = stages::nth_instance(game, proposal, *index)?;
            let scope = part_scope(proposal, trigger_of(game, proposal), instance.first);
            players_asked(game, &scope, instance.spec.by.as_ref()?)
        }
        ProposalStage::Modes => stages::choosing_modes(game, proposal)?,
        _ => return None,
    };
    let rule = if proposal.what == Proposing::Spell { rule!("601.5a") } else { rule!("602.3a") };
    control::which(game, proposal.player, proposal.object, &among, rule)
}

/// The choice that a proposal waits for.
pub(in crate::rules) fn choice(game: &Game, proposal: &ProposalFrame) -> Option<Choice> {
    let asked = of_stage(game, proposal)?;
    let which = if game.is_multiplayer() { which_chooses(game, proposal) } else { None };
    Some(which.unwrap_or(asked))
}

/// The choice of a stage.
fn of_stage(game: &Game, proposal: &ProposalFrame) -> Option<Choice> {
    let asked = |player: PlayerId, prompt: Prompt, rule, domain: Domain| Choice {
        player,
        answered_by: player,
        prompt,
        rule,
        domain,
        back_out: proposal.what != Proposing::Trigger && player == proposal.player,
    };
    let ask = |prompt: Prompt, rule, domain: Domain| asked(proposal.player, prompt, rule, domain);
    match &proposal.stage {
        ProposalStage::Permission(ways) => {
            let options = ways.iter().filter_map(|(by, _)| by.clone()).map(|by| Item::Effect(by, 0)).collect();
            let min = u32::from(ways.iter().all(|(by, _)| by.is_some()));
            let domain = Domain::Pick { options, min, max: 1 };
            Some(ask(Prompt::Permission(proposal.object), rule!("601.2b"), domain))
        }
        ProposalStage::Targets(index) => {
            let (found, bounds) = candidates(game, proposal, *index)?;
            let (min, max) = bounds?;
            let forced = proposal.what == Proposing::Trigger && min == max && max as usize == found.len();
            (max > 0 && !forced).then(|| {
                let limit = limit(game, proposal, *index, &found);
                let options: Vec<Item> = found.into_iter().map(Item::Entity).collect();
                let (player, rule) = chooser(game, proposal, *index).unwrap_or((proposal.player, rule!("601.2c")));
                let place = stages::nth_instance(game, proposal, *index).map_or(0, |(place, _)| place);
                let prompt = Prompt::Targets(proposal.object, u8::try_from(place).unwrap_or(u8::MAX));
                let domain = match limit {
                    Some(limit) => limit.domain(options, min, max),
                    None => Domain::Pick { options, min, max },
                };
                asked(player, prompt, rule, domain)
            })
        }
        ProposalStage::Divide(instance) => {
            let share = division::of_targets(game, proposal, *instance)?;
            let prompt = Prompt::Division(proposal.object, *instance);
            division::is_open(&share).then(|| ask(prompt, rule!("601.2d"), Domain::Divide(vec![share])))
        }
        ProposalStage::Mana { cost } => {
            let domain = pay::domain(game, proposal, cost);
            Some(ask(Prompt::Payment(proposal.object), rule!("601.2g"), domain))
        }
        ProposalStage::Assist { cost, step } => {
            let (player, prompt, domain) = assist::question(game, proposal, cost, *step);
            // CR 800.4f: whoever has left pays nothing.
            game.plays(player).then(|| asked(player, prompt, rule!("702.132a"), domain))
        }
        ProposalStage::Costs(index) => {
            if let Some((able, at_least)) = pay::gathered(game, proposal, *index) {
                let (options, weights) = able.into_iter().unzip();
                let domain = Domain::Gather { options, weights, sum: Sum::AtLeast(at_least) };
                return Some(ask(Prompt::PayWith(proposal.object), rule!("601.2h"), domain));
            }
            let (options, count) = pay::with_what(game, proposal, *index)?;
            (options.len() > count as usize).then(|| {
                let options = options.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
                let domain = Domain::Pick { options, min: count, max: count };
                ask(Prompt::PayWith(proposal.object), rule!("601.2h"), domain)
            })
        }
        _ => {
            let (player, prompt, rule, domain) = stages::question(game, proposal)?;
            Some(asked(player, prompt, rule, domain))
        }
    }
}

/// Moves a proposal to a stage, or to the first one after it with something to do.
pub(in crate::rules) fn to_stage(work: &mut Work, proposal: &ProposalFrame, stage: ProposalStage) {
    let proposal = ProposalFrame { stage, ..proposal.clone() };
    at_stage(work, proposal);
}

/// Moves a proposal to its stage, or to the first one after it with something to do.
fn at_stage(work: &mut Work, mut proposal: ProposalFrame) {
    while let Some(next) = stages::passed_over(work, &proposal) {
        proposal.stage = next;
    }
    let rule = match proposal.stage {
        ProposalStage::Targets(_) => rule!("601.2c"),
        ProposalStage::Divide(_) => rule!("601.2d"),
        ProposalStage::TotalCost | ProposalStage::Reductions | ProposalStage::Halves(_) => rule!("601.2f"),
        ProposalStage::Mana { .. } => rule!("601.2g"),
        ProposalStage::Assist { .. } => rule!("702.132a"),
        ProposalStage::Bands => rule!("508.1e"),
        ProposalStage::Costs(_) | ProposalStage::Order => rule!("601.2h"),
        ProposalStage::Finish => rule!("601.2i"),
        _ => rule!("601.2b"),
    };
    work.set_cause(Some(proposal.began));
    work.change(rule, Frame::Proposal(Box::new(proposal)));
}

/// Carries out the next part of a proposal where nothing is to be chosen.
pub(in crate::rules) fn proceed(work: &mut Work, proposal: &ProposalFrame) {
    match &proposal.stage {
        ProposalStage::X => {
            let mut next = proposal.clone();
            if next.announced.x.is_none()
                && let Some(x) = stages::defined_x(&work.game, proposal)
            {
                next.announce().x = Some(x);
            }
            if !stages::is_x_allowed(&work.game, &next) {
                return reverse_by(work, rule!("601.2b"));
            }
            next.stage = ProposalStage::Symbols(0);
            at_stage(work, next);
        }
        ProposalStage::PayWith(index) => stages::name_all(work, proposal, *index),
        ProposalStage::Targets(index) => next_targets(work, proposal, *index),
        ProposalStage::Divide(instance) => division::next(work, proposal, *instance),
        ProposalStage::Flash => stages::flash_cost(work, proposal),
        ProposalStage::TotalCost => total_cost(work, proposal),
        ProposalStage::Assist { cost, step } => assist::without(work, proposal, cost, *step),
        ProposalStage::Mana { .. } | ProposalStage::Permission(_) => {}
        ProposalStage::Costs(index) => pay::pay_next(work, proposal, *index, &[]),
        ProposalStage::Finish => finish(work, proposal),
        // CR 603.3c: a triggered ability without a legal mode is removed; any other proposal is
        // illegal.
        ProposalStage::Modes if proposal.what == Proposing::Trigger => {
            if !stages::forced_modes(work, proposal) {
                remove_trigger(work, proposal);
            }
        }
        ProposalStage::Modes => reverse(work),
        stage => to_stage(work, proposal, stage.clone()),
    }
}

fn next_targets(work: &mut Work, proposal: &ProposalFrame, index: u8) {
    let Some((found, bounds)) = candidates(&work.game, proposal, index) else {
        // CR 601.4: the choices may have made the spell one that the player may not cast.
        if proposal.what == Proposing::Spell && !cast::still_allowed(&work.game, proposal) {
            return reverse_by(work, rule!("601.4"));
        }
        return to_stage(work, proposal, ProposalStage::Divide(0));
    };
    // Nothing to choose from, or a triggered ability with only one possibility.
    match bounds {
        Some((_, max)) => choose_targets(work, proposal, index, found.into_iter().take(max as usize).collect()),
        None if proposal.what == Proposing::Trigger => remove_trigger(work, proposal),
        None => reverse(work),
    }
}

/// Removes a triggered ability without a legal target from the stack (CR 603.3d).
fn remove_trigger(work: &mut Work, proposal: &ProposalFrame) {
    work.set_cause(Some(proposal.began));
    work.pop(rule!("603.3d"));
    moves::leave_stack(work, rule!("603.3d"), proposal.object, Manner::NotResolve);
}

fn choose_targets(work: &mut Work, proposal: &ProposalFrame, index: u8, chosen: Vec<Entity>) {
    let mut proposal = proposal.clone();
    work.set_cause(Some(proposal.began));
    if !matches!(proposal.what, Proposing::ManaAbility { .. }) {
        // Abilities that trigger on this wait until the proposal is on the stack for good.
        for target in &chosen {
            work.fact(rule!("601.2c"), Event::BecameTarget { target: *target, of: proposal.object });
        }
    }
    // Targets are kept in text order, whoever chooses when. A delayed triggered ability that keeps
    // the announcement of its creator has no targets of its own.
    let game = &work.game;
    let instance = stages::nth_instance(game, &proposal, index);
    let place = instance.as_ref().map_or(0, |(place, _)| *place);
    let they = instance.as_ref().and_then(|(place, instance)| chosen_for(game, &proposal, *place, instance));
    let there = proposal.announced.targets.len().max(place + 1);
    let announced = proposal.announce();
    announced.targets.resize(there, Vec::new());
    if let Some(player) = they
        && let (Ok(instance), Ok(count)) = (u8::try_from(place), u8::try_from(chosen.len()))
    {
        announced.further.apiece.push(Apiece { instance, player, count });
    }
    if let Some(targets) = announced.targets.get_mut(place) {
        if they.is_some() { targets.extend(chosen) } else { *targets = chosen }
    }
    let more = stages::nth_instance(&work.game, &proposal, index)
        .is_some_and(|(place, instance)| chosen_for(&work.game, &proposal, place, &instance).is_some());
    proposal.stage = ProposalStage::Targets(if more { index } else { index + 1 });
    at_stage(work, proposal);
}

/// Determines the total cost and locks it in (CR 601.2f).
fn total_cost(work: &mut Work, proposal: &ProposalFrame) {
    let total = stages::with_pricing(&work.game, proposal, |it| it.total(&proposal.reductions, &proposal.halves));
    // CR 118.6: an unpayable cost.
    let Some(total) = total.unwrap_or_else(|| Some(Total::default())) else { return reverse(work) };
    // CR 601.2h: each part is checked when it is paid. What nothing could make payable until then
    // is taken back at once.
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
    next.stage = stage;
    at_stage(work, next);
}

/// The player activates a mana ability to pay with, which the proposal notes (CR 601.2g, 726.1).
pub(super) fn activate_mana(work: &mut Work, proposal: &ProposalFrame, act: &Act) {
    let Act::Activate(source, origin) = act else { return };
    let mut noted = proposal.clone();
    noted.activations.push(work.game.counters().entry);
    work.change(rule!("601.2g"), Frame::Proposal(Box::new(noted)));
    activate::begin(work, proposal.player, *source, origin);
}

/// Takes an answer to the choice of a proposal.
pub(in crate::rules) fn answered(work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
    match (&proposal.stage, answer) {
        (ProposalStage::Permission(ways), Answer::Picked(items)) => {
            let chosen = match items.first() {
                Some(Item::Effect(by, _)) => Some(by),
                _ => None,
            };
            let way = ways.iter().find(|(by, _)| by.as_ref() == chosen);
            let mut proposal = proposal.clone();
            proposal.announce().permission = way.and_then(|(_, permission)| *permission);
            proposal.announce().further.paid_as = cast::chosen_as(&work.game, chosen, proposal.announced.permission);
            to_stage(work, &proposal, ProposalStage::Alternative);
        }
        (ProposalStage::Targets(index), Answer::Picked(items)) => {
            let (found, _) = candidates(&work.game, proposal, *index).unwrap_or_default();
            let chosen = random::from_piles(work, proposal.player, entities(items), &found);
            choose_targets(work, proposal, *index, chosen);
        }
        (ProposalStage::Divide(instance), Answer::Divided(division)) => {
            division::divided(work, proposal, *instance, division);
        }
        (ProposalStage::Mana { .. }, Answer::Mana(act)) => activate_mana(work, proposal, act),
        (ProposalStage::Assist { cost, step }, _) => assist::answered(work, proposal, (cost, *step), answer),
        (ProposalStage::Mana { cost }, Answer::Helped(object, symbol)) => {
            pay::help(work, proposal, cost, *object, *symbol);
        }
        (ProposalStage::Mana { cost }, Answer::Paid(units)) => {
            let mut proposal = proposal.clone();
            pay::pay_mana(work, &mut proposal, cost, units);
        }
        (ProposalStage::Costs(index), Answer::Picked(items)) => {
            let options = pay::with_what(&work.game, proposal, *index).map(|(options, _)| options).unwrap_or_default();
            let options: Vec<Entity> = options.into_iter().map(Entity::Object).collect();
            let chosen = random::from_piles(work, proposal.player, entities(items), &options);
            let chosen: Vec<ObjectId> = chosen.into_iter().filter_map(Entity::object).collect();
            pay::pay_next(work, proposal, *index, &chosen);
        }
        _ => stages::answered(work, proposal, answer),
    }
}

pub(in crate::rules) fn entities(items: &[Item]) -> Vec<Entity> {
    let entity = |item: &Item| match item {
        Item::Entity(entity) => Some(*entity),
        _ => None,
    };
    items.iter().filter_map(entity).collect()
}

/// The declaration whose costs are paid, and whether it is of blockers (CR 508.1j, 509.1f). None
/// while they are not paid, and for other proposals.
pub(in crate::rules) fn declared_and_paid(proposal: &ProposalFrame) -> Option<(bool, &[Assignment])> {
    match (&proposal.what, &proposal.stage) {
        (Proposing::Declaration { blocking, declared, .. }, ProposalStage::Finish) => Some((*blocking, declared)),
        _ => None,
    }
}

/// Finishes a proposal for which everything is chosen and paid (CR 601.2i).
fn finish(work: &mut Work, proposal: &ProposalFrame) {
    work.set_cause(Some(proposal.began));
    if proposal.what.is_on_stack() && proposal.announced != Announcement::none() {
        let announced = Arc::clone(&proposal.announced);
        work.fact(rule!("601.2c"), Event::Announced { object: proposal.object, announced });
    }
    stages::note_modes(work, proposal);
    match &proposal.what {
        Proposing::Spell => cast::finish(work, proposal),
        Proposing::Ability | Proposing::ManaAbility { .. } => activate::finish(work, proposal),
        Proposing::Trigger => work.pop(rule!("603.3d")),
        Proposing::Payment => paid(work, proposal),
        // The table of frames has handed that to combat: `declared_and_paid`.
        Proposing::Declaration { .. } => {}
    }
}

/// Ends a payment that a resolution has asked for, which goes on (CR 118.12).
pub(in crate::rules) fn paid(work: &mut Work, proposal: &ProposalFrame) {
    work.pop(rule!("118.12"));
    let Some(Frame::Resolve(resolve)) = work.game.frame().cloned() else { return };
    let (x, paid_with) = (proposal.announced.x, &proposal.announced.paid_with);
    // CR 107.3f: an X chosen during payment is the X of the resolving object. What was paid
    // with is that of the resolving object, unless it was paid for itself (CR 118.12).
    let new_paid = resolve.announced.paid_with.is_empty() && !paid_with.is_empty();
    if resolve.announced.x != x || new_paid {
        let mut announced = Announcement { x, ..Announcement::clone(&resolve.announced) };
        if new_paid {
            announced.paid_with.clone_from(paid_with);
        }
        let resolve = ResolveFrame { announced: Arc::new(announced), ..*resolve };
        work.change(rule!("107.3f"), Frame::Resolve(Box::new(resolve)));
    }
}

/// Removes a proposal from the call stack; its player receives priority again, if they had it
/// (CR 117.3c).
pub(in crate::rules) fn done(work: &mut Work, player: PlayerId) {
    work.pop(rule!("601.2i"));
    if let Some(Frame::Priority { .. }) = work.game.frame() {
        receive::again(work, player);
    }
}

/// Takes a proposal back for its player (CR 726.1).
pub(in crate::rules) fn back_out(work: &mut Work) {
    reverse(work);
}

/// Reverses an illegal or abandoned proposal to the state before it (CR 726.1). Mana abilities
/// activated for it may be kept.
pub(in crate::rules) fn reverse(work: &mut Work) {
    let rule = if work.is_untouched() { rule!("601.2e") } else { rule!("726.1") };
    reverse_by(work, rule);
}

fn reverse_by(work: &mut Work, rule: Rule) {
    let Some(Frame::Proposal(proposal)) = work.game.frame().cloned() else { return };
    let activations = mana::activations(&work.game, &proposal);
    let left = work.game.players().filter(|player| player.left).map(|player| player.id);
    let left: Vec<PlayerId> = left.collect();
    let restored = work.emit(Part::Batch, work.cause(), rule, Event::Restored {});
    work.set_cause(Some(restored));
    departing::leave_again(work, &left);
    if activations.is_empty() {
        give_priority_back(work, proposal.player);
    } else {
        work.push(rule!("726.1"), Frame::Reversed { player: proposal.player, activations });
    }
}

/// Lets the player who had priority retain it (CR 726.2).
fn give_priority_back(work: &mut Work, player: PlayerId) {
    if let Some(Frame::Priority { .. }) = work.game.frame() {
        receive::again(work, player);
    }
}

/// Asks which mana abilities to keep.
pub(in crate::rules) fn reversed_choice(player: PlayerId, activations: &[Vec<Fact>]) -> Option<Choice> {
    let optional: Vec<Item> = (0..activations.len())
        .filter(|index| mana::can_be_undone(&activations[*index]))
        .filter_map(|index| u32::try_from(index).ok().map(Item::Activation))
        .collect();
    let max = u32::try_from(optional.len()).ok()?;
    (max > 0).then_some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::StandingMana,
        rule: rule!("726.1"),
        domain: Domain::Pick { options: optional, min: 0, max },
        back_out: false,
    })
}

/// Takes the choice of mana abilities to keep.
pub(in crate::rules) fn answered_reversed(
    work: &mut Work,
    player: PlayerId,
    activations: &[Vec<Fact>],
    answer: &Answer,
) {
    let Answer::Picked(items) = answer else { return };
    let chosen: Vec<usize> = items
        .iter()
        .filter_map(|item| match item {
            Item::Activation(index) => Some(*index as usize),
            _ => None,
        })
        .collect();
    proceed_reversed(work, player, activations, &chosen);
}

/// Repeats the facts of the mana abilities that are kept: those that the player chose and those
/// that cannot be undone.
pub(in crate::rules) fn proceed_reversed(
    work: &mut Work,
    player: PlayerId,
    activations: &[Vec<Fact>],
    chosen: &[usize],
) {
    work.pop(rule!("726.1"));
    work.again = true;
    for index in mana::with_what_they_spent(activations, chosen) {
        for fact in &activations[index] {
            if let Some(event) = mana::event_of(fact) {
                work.emit(Part::Batch, work.cause(), fact.rule, event);
            }
        }
    }
    give_priority_back(work, player);
    drawing::turn_up(work);
}
