//! Proposals: the steps of casting a spell, activating an ability and putting a triggered ability onto the stack that
//! they have in common (CR 601.2b-i, 602.2b, 603.3c-d), and taking one back (CR 726).

use std::borrow::Cow;
use std::sync::Arc;

use crate::card::{Ability, Body, CastingCost, Cost, ManaCost, Permission, TargetSpec};
use crate::derive::{Look, Scope, targets};
use crate::fact::{
    AbilityRef, Announcement, Answer, Choice, Domain, Entity, EntryNo, Event, Fact, Frame, Item, Manner, ObjectId,
    Part, PlayerId, Prompt, ProposalFrame, ProposalStage, Proposing, ResolveFrame, TriggerContext,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::{Game, WaitingTrigger};

use super::work::Work;
use super::{activate, cast, division, instructions, mana, pay, priority, zones};

/// The most that X can be chosen as; a greater number could not be paid with the mana of any game.
const GREATEST_X: u32 = 1_000_000;

/// Begins to pay a cost that the instruction of a resolution names (CR 118.12). What it was before can be come back to.
pub(super) fn begin_payment(work: &mut Work, player: PlayerId, resolve: &ResolveFrame) {
    work.emit(Part::Frame, work.cause(), rule!("118.12"), Event::Checkpointed {});
    work.change(rule!("118.12"), Frame::Resolve(Box::new(instructions::paid(resolve))));
    let frame = ProposalFrame {
        what: Proposing::Payment,
        player,
        object: resolve.object.unwrap_or(resolve.source),
        source: resolve.source,
        origin: None,
        stage: ProposalStage::TotalCost,
        announced: Announcement { x: resolve.announced.x, ..Announcement::default() },
        began: resolve.began,
        activations: Vec::new(),
        paid_at: None,
    };
    work.push(rule!("118.12"), Frame::Proposal(Box::new(frame)));
}

/// Begins to put a triggered ability onto the stack (CR 603.3c-d).
pub(super) fn begin_trigger(
    work: &mut Work,
    waiting: &WaitingTrigger,
    object: ObjectId,
    began: EntryNo,
    announced: Announcement,
) {
    let frame = ProposalFrame {
        what: Proposing::Trigger,
        player: waiting.controller,
        object,
        source: waiting.source,
        origin: waiting.origin.clone(),
        stage: ProposalStage::Targets(0),
        announced,
        began,
        activations: Vec::new(),
        paid_at: None,
    };
    work.push(rule!("603.3d"), Frame::Proposal(Box::new(frame)));
}

/// The instances of "target" of what is proposed.
pub(super) fn specs<'a>(game: &'a Game, proposal: &ProposalFrame) -> Cow<'a, [TargetSpec]> {
    let of_ability = |text: AbilityRef| {
        let body = game.ability(text).and_then(ability_body);
        Cow::Borrowed(body.map(|body| body.targets.as_slice()).unwrap_or_default())
    };
    match &proposal.what {
        Proposing::Spell => game.characteristics(proposal.object).map(targets::of_spell).unwrap_or_default(),
        Proposing::ManaAbility { text } => of_ability(*text),
        Proposing::Ability | Proposing::Trigger => {
            let ability = game.object(proposal.object).and_then(|object| object.ability.as_ref());
            ability.map(|ability| of_ability(ability.text)).unwrap_or_default()
        }
        Proposing::Payment => Cow::default(),
    }
}

/// The targets and instructions of an ability.
pub(super) fn ability_body(ability: &Ability) -> Option<&Body> {
    match ability {
        Ability::Spell(spell) => Some(&spell.body),
        Ability::Activated(activated) => Some(&activated.body),
        Ability::Triggered(triggered) => Some(&triggered.body),
        Ability::Static(_) | Ability::Keyword(_) => None,
    }
}

/// The cost of what is proposed: a spell's mana cost (CR 601.2f), an ability's activation cost (CR 602.1a), or what a
/// resolving instruction asks (CR 118.12).
pub(super) fn cost(game: &Game, proposal: &ProposalFrame) -> Vec<Cost> {
    match &proposal.what {
        Proposing::Spell => match cast::permission(game, &proposal.announced) {
            Some(
                Permission::Cast { cost: CastingCost::Free, .. } | Permission::Play { cost: CastingCost::Free, .. },
            ) => {
                vec![Cost::Mana(ManaCost::default())]
            }
            Some(
                Permission::Cast { cost: CastingCost::Instead(cost), .. }
                | Permission::Play { cost: CastingCost::Instead(cost), .. },
            ) => cost.clone(),
            _ => {
                let cost = game.characteristics(proposal.object).and_then(|it| it.cost.clone());
                cost.into_iter().map(Cost::Mana).collect()
            }
        },
        Proposing::Trigger => Vec::new(),
        Proposing::Payment => {
            let frames = &game.world().frames;
            let below = frames.len().checked_sub(2).and_then(|index| frames.get(index));
            match below.map(|frame| &**frame) {
                Some(Frame::Resolve(resolve)) => instructions::cost_asked(game, resolve),
                _ => Vec::new(),
            }
        }
        Proposing::Ability | Proposing::ManaAbility { .. } => {
            let text = match &proposal.what {
                Proposing::ManaAbility { text } => Some(*text),
                _ => game.object(proposal.object).and_then(|it| it.ability.as_ref()).map(|ability| ability.text),
            };
            match text.and_then(|text| game.ability(text)) {
                Some(Ability::Activated(ability)) => ability.cost.clone(),
                _ => Vec::new(),
            }
        }
    }
}

/// The mana part of a cost, X as it was chosen (CR 601.2f).
pub(super) fn mana_part(cost: &[Cost], x: u32) -> ManaCost {
    let symbols = cost.iter().flat_map(|part| match part {
        Cost::Mana(mana) => mana.0.clone(),
        _ => Vec::new(),
    });
    let chosen = symbols.map(|symbol| match symbol {
        crate::card::ManaSymbol::X => crate::card::ManaSymbol::Generic(x),
        other => other,
    });
    ManaCost(chosen.filter(|symbol| *symbol != crate::card::ManaSymbol::Generic(0)).collect())
}

pub(super) fn scope<'a>(proposal: &'a ProposalFrame, trigger: Option<&'a TriggerContext>) -> Scope<'a> {
    Scope { announced: Some(&proposal.announced), trigger, ..Scope::of(proposal.source, proposal.player) }
}

pub(super) fn trigger_of<'a>(game: &'a Game, proposal: &ProposalFrame) -> Option<&'a TriggerContext> {
    game.object(proposal.object)?.ability.as_ref()?.trigger.as_ref()
}

/// The choice that a proposal waits for.
pub(super) fn choice(game: &Game, proposal: &ProposalFrame) -> Option<Choice> {
    let ask = |prompt: Prompt, rule, domain: Domain| Choice {
        player: proposal.player,
        answered_by: proposal.player,
        prompt,
        rule,
        domain,
        back_out: proposal.what != Proposing::Trigger,
    };
    match &proposal.stage {
        ProposalStage::Permission(ways) => {
            let options = ways.iter().filter_map(|(by, _)| by.clone()).map(|by| Item::Effect(by, 0)).collect();
            let min = u32::from(ways.iter().all(|(by, _)| by.is_some()));
            let domain = Domain::Pick { options, min, max: 1 };
            Some(ask(Prompt::Permission(proposal.object), rule!("601.2b"), domain))
        }
        ProposalStage::X if has_x(game, proposal) => {
            Some(ask(Prompt::ChooseX(proposal.object), rule!("601.2b"), Domain::Number { min: 0, max: GREATEST_X }))
        }
        ProposalStage::Targets(index) => {
            let specs = specs(game, proposal);
            let spec = specs.get(usize::from(*index))?;
            let found = targets::candidates(game, &scope(proposal, trigger_of(game, proposal)), proposal.object, spec);
            let (min, max) = targets::bounds(game, &scope(proposal, trigger_of(game, proposal)), spec, found.len())?;
            let forced = proposal.what == Proposing::Trigger && min == max && max as usize == found.len();
            (max > 0 && !forced).then(|| {
                let options = found.into_iter().map(Item::Entity).collect();
                ask(Prompt::Targets(proposal.object, *index), rule!("601.2c"), Domain::Pick { options, min, max })
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
        ProposalStage::Costs(index) => {
            if let Some((able, at_least)) = pay::gathered(game, proposal, *index) {
                let (options, weights) = able.into_iter().unzip();
                let domain = Domain::Gather { options, weights, at_least };
                return Some(ask(Prompt::PayWith(proposal.object), rule!("601.2h"), domain));
            }
            let (options, count) = pay::with_what(game, proposal, *index)?;
            (options.len() > count as usize).then(|| {
                let options = options.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
                let domain = Domain::Pick { options, min: count, max: count };
                ask(Prompt::PayWith(proposal.object), rule!("601.2h"), domain)
            })
        }
        _ => None,
    }
}

fn has_x(game: &Game, proposal: &ProposalFrame) -> bool {
    cost(game, proposal).iter().any(|part| matches!(part, Cost::Mana(mana) if mana.has_x()))
}

pub(super) fn to_stage(work: &mut Work, proposal: &ProposalFrame, stage: ProposalStage) {
    let rule = match stage {
        ProposalStage::X | ProposalStage::Permission(_) => rule!("601.2b"),
        ProposalStage::Targets(_) => rule!("601.2c"),
        ProposalStage::Divide(_) => rule!("601.2d"),
        ProposalStage::TotalCost => rule!("601.2f"),
        ProposalStage::Mana { .. } => rule!("601.2g"),
        ProposalStage::Costs(_) => rule!("601.2h"),
        ProposalStage::Finish => rule!("601.2i"),
    };
    work.set_cause(Some(proposal.began));
    work.change(rule, Frame::Proposal(Box::new(ProposalFrame { stage, ..proposal.clone() })));
}

/// The next part of a proposal in which nothing is to be chosen.
pub(super) fn proceed(work: &mut Work, proposal: &ProposalFrame) {
    match &proposal.stage {
        ProposalStage::X => to_stage(work, proposal, ProposalStage::Targets(0)),
        ProposalStage::Targets(index) => next_targets(work, proposal, *index),
        ProposalStage::Divide(instance) => division::next(work, proposal, *instance),
        ProposalStage::TotalCost => total_cost(work, proposal),
        ProposalStage::Mana { .. } | ProposalStage::Permission(_) => {}
        ProposalStage::Costs(index) => pay::pay_next(work, proposal, *index, &[]),
        ProposalStage::Finish => finish(work, proposal),
    }
}

fn next_targets(work: &mut Work, proposal: &ProposalFrame, index: u8) {
    let game = &work.game;
    let specs = specs(game, proposal);
    let Some(spec) = specs.get(usize::from(index)) else {
        drop(specs);
        // CR 601.4: what it has become by what was chosen may not be allowed any more.
        if proposal.what == Proposing::Spell && !cast::still_allowed(game, proposal) {
            return reverse_by(work, rule!("601.4"));
        }
        return to_stage(work, proposal, ProposalStage::Divide(0));
    };
    let scope = scope(proposal, trigger_of(game, proposal));
    let found = targets::candidates(game, &scope, proposal.object, spec);
    // Without a choice there is nothing to choose from, or an ability that triggered has only one possibility.
    let bounds = targets::bounds(game, &scope, spec, found.len());
    drop(specs);
    match bounds {
        Some((_, max)) => choose_targets(work, proposal, index, found.into_iter().take(max as usize).collect()),
        None if proposal.what == Proposing::Trigger => remove_trigger(work, proposal),
        None => reverse(work),
    }
}

/// CR 603.3d: a triggered ability without a legal choice for a target is removed from the stack.
fn remove_trigger(work: &mut Work, proposal: &ProposalFrame) {
    work.set_cause(Some(proposal.began));
    work.pop(rule!("603.3d"));
    zones::leave_stack(work, rule!("603.3d"), proposal.object, Manner::NotResolve);
}

fn choose_targets(work: &mut Work, proposal: &ProposalFrame, index: u8, chosen: Vec<Entity>) {
    let mut proposal = proposal.clone();
    work.set_cause(Some(proposal.began));
    if !matches!(proposal.what, Proposing::ManaAbility { .. }) {
        // What triggers on this waits until what is proposed is on the stack for good.
        for target in &chosen {
            work.fact(rule!("601.2c"), Event::BecameTarget { target: *target, of: proposal.object });
        }
    }
    // A delayed triggered ability brings what was announced for its creator; its own targets come after those.
    proposal.announced.targets.push(chosen);
    to_stage(work, &proposal, ProposalStage::Targets(index + 1));
}

/// CR 601.2f: the total cost is determined and locked in.
fn total_cost(work: &mut Work, proposal: &ProposalFrame) {
    let cost = cost(&work.game, proposal);
    // CR 118.6: an object without a mana cost has a cost that can't be paid.
    let unpayable = proposal.what == Proposing::Spell && cost.is_empty();
    if unpayable || !pay::can_pay_other_costs(&work.game, proposal, &cost) {
        return reverse(work);
    }
    let mana = mana_part(&cost, proposal.announced.x.unwrap_or(0));
    let next = if mana.0.is_empty() { ProposalStage::Costs(0) } else { ProposalStage::Mana { cost: mana } };
    to_stage(work, proposal, next);
}

/// An answer to the choice of a proposal.
pub(super) fn answered(work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
    match (&proposal.stage, answer) {
        (ProposalStage::Permission(ways), Answer::Picked(items)) => {
            let chosen = match items.first() {
                Some(Item::Effect(by, _)) => Some(by),
                _ => None,
            };
            let way = ways.iter().find(|(by, _)| by.as_ref() == chosen);
            let mut proposal = proposal.clone();
            proposal.announced.permission = way.and_then(|(_, permission)| *permission);
            to_stage(work, &proposal, ProposalStage::X);
        }
        (ProposalStage::X, Answer::Number(x)) => {
            let mut proposal = proposal.clone();
            proposal.announced.x = Some(*x);
            to_stage(work, &proposal, ProposalStage::Targets(0));
        }
        (ProposalStage::Targets(index), Answer::Picked(items)) => {
            choose_targets(work, proposal, *index, entities(items));
        }
        (ProposalStage::Divide(instance), Answer::Divided(division)) => {
            division::divided(work, proposal, *instance, division);
        }
        (ProposalStage::Mana { .. }, Answer::Mana(crate::fact::Act::Activate(source, origin))) => {
            let mut noted = proposal.clone();
            noted.activations.push(work.game.counters().entry);
            work.change(rule!("601.2g"), Frame::Proposal(Box::new(noted)));
            activate::begin(work, proposal.player, *source, origin);
        }
        (ProposalStage::Mana { cost }, Answer::Helped(object, symbol)) => {
            pay::help(work, proposal, cost, *object, *symbol);
        }
        (ProposalStage::Mana { cost }, Answer::Paid(units)) => {
            let mut proposal = proposal.clone();
            pay::pay_mana(work, &mut proposal, cost, units);
        }
        (ProposalStage::Costs(index), Answer::Picked(items)) => {
            let chosen: Vec<ObjectId> = entities(items).into_iter().filter_map(Entity::object).collect();
            pay::pay_next(work, proposal, *index, &chosen);
        }
        _ => {}
    }
}

pub(super) fn entities(items: &[Item]) -> Vec<Entity> {
    let entity = |item: &Item| match item {
        Item::Entity(entity) => Some(*entity),
        _ => None,
    };
    items.iter().filter_map(entity).collect()
}

/// CR 601.2i: everything is chosen and paid.
fn finish(work: &mut Work, proposal: &ProposalFrame) {
    work.set_cause(Some(proposal.began));
    let on_stack = !matches!(proposal.what, Proposing::ManaAbility { .. } | Proposing::Payment);
    if on_stack && proposal.announced != Announcement::default() {
        let announced = Arc::new(proposal.announced.clone());
        work.fact(rule!("601.2c"), Event::Announced { object: proposal.object, announced });
    }
    match proposal.what {
        Proposing::Spell => cast::finish(work, proposal),
        Proposing::Ability | Proposing::ManaAbility { .. } => activate::finish(work, proposal),
        Proposing::Trigger => work.pop(rule!("603.3d")),
        Proposing::Payment => work.pop(rule!("118.12")),
    }
}

/// The proposal leaves the call stack; its player receives priority again, if that is what they had (CR 117.3c).
pub(super) fn done(work: &mut Work, player: PlayerId) {
    work.pop(rule!("601.2i"));
    if let Some(Frame::Priority { .. }) = work.game.frame() {
        priority::again(work, player);
    }
}

/// The player takes the proposal back (CR 726.1).
pub(super) fn back_out(work: &mut Work) {
    reverse(work);
}

/// CR 726.1: an illegal or abandoned proposal is reversed: the world is what it was before it. Mana abilities that were
/// activated for it may stand.
fn reverse(work: &mut Work) {
    let rule = if work.entries().is_empty() { rule!("601.2e") } else { rule!("726.1") };
    reverse_by(work, rule);
}

fn reverse_by(work: &mut Work, rule: Rule) {
    let Some(Frame::Proposal(proposal)) = work.game.frame().cloned() else { return };
    let activations = mana::activations(&work.game, &proposal);
    let restored = work.emit(Part::Batch, work.cause(), rule, Event::Restored {});
    work.set_cause(Some(restored));
    if activations.is_empty() {
        give_priority_back(work, proposal.player);
    } else {
        work.push(rule!("726.1"), Frame::Reversed { player: proposal.player, activations });
    }
}

/// CR 726.2: the player who had priority retains it.
fn give_priority_back(work: &mut Work, player: PlayerId) {
    if let Some(Frame::Priority { .. }) = work.game.frame() {
        priority::again(work, player);
    }
}

/// Which of the mana abilities stand.
pub(super) fn reversed_choice(player: PlayerId, activations: &[Vec<Fact>]) -> Option<Choice> {
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

/// The player has said which mana abilities stand.
pub(super) fn answered_reversed(work: &mut Work, player: PlayerId, activations: &[Vec<Fact>], answer: &Answer) {
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

/// What stands happens again as the same facts: those that the player chose and those that cannot be undone.
pub(super) fn proceed_reversed(work: &mut Work, player: PlayerId, activations: &[Vec<Fact>], chosen: &[usize]) {
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
}
