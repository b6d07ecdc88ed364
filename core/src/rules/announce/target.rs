//! Choosing targets (CR 601.2c, 603.3d).

use crate::derive::Scope;
use crate::derive::filter::{holds, players, players_asked};
use crate::derive::object::instances::Instance;
use crate::derive::target::targets;
use crate::derive::target::totals::TotalLimit;
use crate::fact::{
    Answer, Apiece, Domain, Entity, Event, Item, PlayerId, Prompt, ProposalFrame, ProposalStage, Proposing,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::cast;
use super::stage::{self, Question, Stage, is_untold, to_stage};
use super::taking_back::{remove_trigger, reverse, reverse_by};
use super::text::{instances, nth_instance, part_scope, trigger_of};
use crate::rules::engine::paid_with::entities;
use crate::rules::engine::work::Work;
use crate::rules::engine::{control, random};

impl Stage for stage::Targets {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        let (found, bounds) = candidates(game, proposal, self.0)?;
        let (min, max) = bounds?;
        let forced = proposal.what == Proposing::Trigger && min == max && max as usize == found.len();
        (max > 0 && !forced).then(|| {
            let limit = limit(game, proposal, self.0, &found);
            let options: Vec<Item> = found.into_iter().map(Item::Entity).collect();
            let (by, rule) = chooser(game, proposal, self.0).unwrap_or((proposal.player, rule!("601.2c")));
            let place = nth_instance(game, proposal, self.0).map_or(0, |(place, _)| place);
            let prompt = Prompt::Targets(proposal.object, u8::try_from(place).unwrap_or(u8::MAX));
            let domain = match limit {
                Some(limit) => limit.domain(options, min, max),
                None => Domain::Pick { options, min, max },
            };
            Question { by, prompt, rule, domain }
        })
    }

    fn answerers(&self, game: &Game, proposal: &ProposalFrame) -> Option<Vec<PlayerId>> {
        let (_, instance) = nth_instance(game, proposal, self.0)?;
        let scope = part_scope(proposal, trigger_of(game, proposal), instance.first);
        Some(players_asked(game, &scope, instance.spec.by.as_ref()?))
    }

    /// CR 601.4: for a spell there is something to check then.
    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        let none = proposal.what != Proposing::Spell
            && is_untold(work, proposal)
            && instances(&work.game, proposal).is_empty();
        none.then_some(ProposalStage::Divide(0))
    }

    fn proceed(&self, work: &mut Work, proposal: &ProposalFrame) {
        let Some((found, bounds)) = candidates(&work.game, proposal, self.0) else {
            // CR 601.4: the choices may have made the spell one that the player may not cast.
            if proposal.what == Proposing::Spell && !cast::still_allowed(&work.game, proposal) {
                return reverse_by(work, rule!("601.4"));
            }
            return to_stage(work, proposal, ProposalStage::Divide(0));
        };
        // Nothing to choose from, or a triggered ability with only one possibility.
        match bounds {
            Some((_, max)) => choose(work, proposal, self.0, found.into_iter().take(max as usize).collect()),
            None if proposal.what == Proposing::Trigger => remove_trigger(work, proposal),
            None => reverse(work),
        }
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let (found, _) = candidates(&work.game, proposal, self.0).unwrap_or_default();
        let chosen = random::from_piles(work, proposal.player, entities(items), &found);
        choose(work, proposal, self.0, chosen);
    }

    fn rule(&self) -> Rule {
        rule!("601.2c")
    }
}

/// The legal choices for the nth instance of "target", and how many of them; the numbers are none
/// if there are too few.
fn candidates(game: &Game, proposal: &ProposalFrame, index: u8) -> Option<(Vec<Entity>, Option<(u32, u32)>)> {
    let (place, instance) = nth_instance(game, proposal, index)?;
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
fn limit(game: &Game, proposal: &ProposalFrame, index: u8, found: &[Entity]) -> Option<TotalLimit> {
    let (_, instance) = nth_instance(game, proposal, index)?;
    let scope = part_scope(proposal, trigger_of(game, proposal), instance.first);
    Some(TotalLimit::of(game, &scope, instance.spec.total.as_deref()?, found))
}

/// The player who chooses for the nth instance of "target": the controller, or the player whom the
/// text names (CR 601.5, 602.3).
fn chooser(game: &Game, proposal: &ProposalFrame, index: u8) -> Option<(PlayerId, Rule)> {
    let (_, instance) = nth_instance(game, proposal, index)?;
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

fn choose(work: &mut Work, proposal: &ProposalFrame, index: u8, chosen: Vec<Entity>) {
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
    let instance = nth_instance(game, &proposal, index);
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
    let more = nth_instance(&work.game, &proposal, index)
        .is_some_and(|(place, instance)| chosen_for(&work.game, &proposal, place, &instance).is_some());
    to_stage(work, &proposal, ProposalStage::Targets(if more { index } else { index + 1 }));
}
