//! What a proposal says and asks for: its text, its instances of "target", and what it costs
//! (CR 601.2b-f, 602.1a).

use crate::card::words::term::Term;
use crate::card::{Ability, ActivatedAbility, Body, Cost};
use crate::derive::cast::activating;
use crate::derive::cast::cost::{Costed, Pricing};
use crate::derive::object::instances::{self, Instance};
use crate::derive::target::targets;
use crate::derive::{Look, Scope};
use crate::fact::{Announcement, Frame, ProposalFrame, Proposing, ResolveFrame, TriggerContext};
use crate::state::Game;

use crate::rules::engine::cursor;
use crate::rules::engine::cursor::ability_body;
use crate::rules::engine::lasting::LeftBehind;

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

pub(super) fn trigger_of<'a>(game: &'a Game, proposal: &ProposalFrame) -> Option<&'a TriggerContext> {
    game.object(proposal.object)?.ability.as_ref()?.trigger.as_ref()
}

/// The activated ability of a proposal.
fn activated<'a>(game: &'a Game, proposal: &ProposalFrame) -> Option<&'a ActivatedAbility> {
    let text = match &proposal.what {
        Proposing::ManaAbility { text } => *text,
        _ => game.object(proposal.object)?.ability.as_ref()?.text,
    };
    match game.ability(text)? {
        Ability::Activated(ability) => Some(ability),
        _ => None,
    }
}

/// The text of a proposal.
pub(super) fn body<'a>(game: &'a Game, proposal: &ProposalFrame) -> Option<&'a Body> {
    match &proposal.what {
        Proposing::Spell => game.characteristics(proposal.object).and_then(targets::spell_body),
        Proposing::ManaAbility { text } => game.ability(*text).and_then(ability_body),
        Proposing::Ability | Proposing::Trigger => {
            game.ability(game.object(proposal.object)?.ability.as_ref()?.text).and_then(ability_body)
        }
        Proposing::Payment | Proposing::Declaration { .. } => None,
    }
}

/// All texts of a proposal: a spell may have several (CR 702.47c, 702.102d).
pub(super) fn bodies<'a>(game: &'a Game, proposal: &ProposalFrame) -> Vec<&'a Body> {
    match &proposal.what {
        Proposing::Spell => game.characteristics(proposal.object).into_iter().flat_map(targets::spell_bodies).collect(),
        _ => body(game, proposal).into_iter().collect(),
    }
}

/// Calls back with the pricing of a proposal: a spell's mana cost (CR 601.2f), an ability's
/// activation cost (CR 602.1a), or the cost that a resolving instruction asks for (CR 118.12); none
/// for a triggered ability.
pub(super) fn with_pricing<T>(game: &Game, proposal: &ProposalFrame, ask: impl FnOnce(&Pricing<'_>) -> T) -> Option<T> {
    let (announced, player) = (&proposal.announced, proposal.player);
    match &proposal.what {
        Proposing::Spell => Some(ask(&Pricing::new(game, player, Costed::Spell(proposal.object), announced))),
        Proposing::Trigger => None,
        Proposing::Declaration { shares, .. } => {
            let asked: Vec<Cost> = shares
                .iter()
                .find(|share| share.paid_at.is_none())?
                .costs
                .iter()
                .map(|(_, part)| part.clone())
                .collect();
            Some(ask(&Pricing::new(game, player, Costed::Asked(proposal.source, &asked), announced)))
        }
        Proposing::Payment => {
            let frames = &game.world().frames;
            let below = frames.len().checked_sub(2).and_then(|index| frames.get(index));
            let Some(Frame::Resolve(resolve)) = below.map(|frame| &**frame) else { return None };
            let asked = cursor::cost_asked(game, resolve);
            let announced = announced_for_payment(game, resolve, &asked, announced);
            let pricing = Pricing::new(game, player, Costed::Asked(resolve.source, &asked), &announced);
            Some(ask(&pricing.spoken_by(resolve.controller).with_trigger(resolve.trigger.as_ref())))
        }
        // CR 116.1: effects on the costs of abilities do not apply to special actions.
        Proposing::ManaAbility { .. } if proposal.is_special_action() => {
            let ability = activated(game, proposal)?;
            Some(ask(&Pricing::new(game, player, Costed::Asked(proposal.source, &ability.cost), announced)))
        }
        Proposing::Ability | Proposing::ManaAbility { .. } => {
            let (ability, origin) = (activated(game, proposal)?, proposal.origin.as_ref()?);
            let kind = activating::kind_of(game, proposal.source, origin);
            Some(ask(&Pricing::new(game, player, Costed::Ability(proposal.source, origin, ability, kind), announced)))
        }
    }
}

/// The announcement of a payment that a resolving instruction asks for, with what the words of the
/// cost refer to in the resolution. What the cost was paid with is that of this payment, or before
/// anything is, that which the resolution knows from earlier.
pub(in crate::rules) fn announced_for_payment(
    game: &Game,
    resolve: &ResolveFrame,
    asked: &[Cost],
    announced: &Announcement,
) -> Announcement {
    let texts: Vec<&dyn Term> = asked.iter().map(|cost| cost as &dyn Term).collect();
    let known = LeftBehind::of(game, resolve, &texts).announced;
    Announcement {
        targets: resolve.announced_for_part().targets.clone(),
        chosen: known.chosen.clone(),
        created: known.created.clone(),
        paid_with: if announced.paid_with.is_empty() { &known.paid_with } else { &announced.paid_with }.clone(),
        further: known.further.clone(),
        ..announced.clone()
    }
}

/// Whether the cost is as it stands in the text and can be paid in only one way.
pub(super) fn is_plain(game: &Game, proposal: &ProposalFrame) -> bool {
    with_pricing(game, proposal, |it| it.is_plain()) == Some(true)
}

/// The instances of "target" in a proposal.
pub(super) fn instances<'a>(game: &'a Game, proposal: &ProposalFrame) -> Vec<Instance<'a>> {
    match &proposal.what {
        Proposing::Spell => targets::of_spell(game, proposal.object, &proposal.announced),
        _ => instances::instances(&instances::parts(body(game, proposal), &proposal.announced)),
    }
}

/// The nth instance of "target" in order of choosing, and its index in the text: the controller
/// chooses before anybody else does (CR 601.5b, 602.3b).
pub(super) fn nth_instance<'a>(game: &'a Game, proposal: &ProposalFrame, nth: u8) -> Option<(usize, Instance<'a>)> {
    let mut instances: Vec<(usize, Instance<'a>)> = instances(game, proposal).into_iter().enumerate().collect();
    instances.sort_by_key(|(place, instance)| (instance.spec.by.is_some(), *place));
    instances.into_iter().nth(usize::from(nth))
}
