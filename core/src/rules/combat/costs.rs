//! Costs to attack and to block (CR 508.1g-j, 509.1d-f).
//!
//! A declaration is proposed like a spell ([`Proposing::Declaration`](crate::fact::Proposing)): the
//! total cost is locked in, mana abilities may be activated, the cost is paid, and only then do the
//! creatures attack or block. A declaration that is not paid for is undone: the game returns to the
//! moment before it (CR 508.1, 509.1, 726.1).

use crate::card::{Charge, Cost, ManaCost, ManaSymbol, StaticEffect};
use crate::derive::filter::{matches, players, quantity};
use crate::derive::{Look, Scope};
use crate::fact::{Assignment, CostShare, Entity, Event, ObjectId, Part, ProposalFrame, ProposalStage, Proposing};
use crate::rule;
use crate::state::{Functioning, Game};

use super::super::keyword::exert;
use super::{attack, block};
use crate::rules::announce::stage;
use crate::rules::engine::work::Work;
use crate::rules::replace::bands;

/// The effects that put a cost on attacking or blocking.
fn charges(game: &Game) -> impl Iterator<Item = (&Functioning, &Charge)> {
    game.derived().functioning.others().filter_map(|it| match &*it.effect {
        StaticEffect::Charge(charge) => Some((it, charge)),
        _ => None,
    })
}

/// The scope of an effect that puts a cost on this attack or block; none if it puts none.
fn charged<'a>(
    game: &Game,
    (functioning, charge): (&'a Functioning, &Charge),
    blocking: bool,
    object: ObjectId,
    to: Entity,
) -> Option<Scope<'a>> {
    let scope = match charge {
        Charge::Attack { .. } => functioning.scope_on(game, object, attack::attacked(game, to))?,
        Charge::Block { .. } => functioning.scope(),
    };
    is_charged_by(game, &scope, charge, blocking, object, to).then_some(scope)
}

fn is_charged_by(
    game: &Game,
    scope: &Scope<'_>,
    charge: &Charge,
    blocking: bool,
    object: ObjectId,
    to: Entity,
) -> bool {
    match charge {
        Charge::Attack { what, players: None, objects: None, .. } => !blocking && matches(game, scope, what, object),
        Charge::Attack { what, players: who, objects, .. } => {
            let there = match to {
                Entity::Player(player) => who.as_ref().is_some_and(|who| players(game, scope, who).contains(&player)),
                Entity::Object(id) => objects.as_ref().is_some_and(|filter| matches(game, scope, filter, id)),
            };
            !blocking && there && matches(game, scope, what, object)
        }
        Charge::Block { what, attackers, .. } => {
            let there =
                attackers.as_ref().is_none_or(|filter| to.object().is_some_and(|id| matches(game, scope, filter, id)));
            blocking && there && matches(game, scope, what, object)
        }
    }
}

/// Whether a creature can attack or block something only for a cost, so that it does not have to
/// (CR 508.1d, 509.1c).
pub(super) fn is_charged(game: &Game, blocking: bool, object: ObjectId, to: Entity) -> bool {
    charges(game).any(|it| charged(game, it, blocking, object, to).is_some())
}

/// The cost of a declaration, by the players who pay: the controllers of its creatures, who may be
/// several of one team (CR 508.1h, 509.1d, 805.10b). Each effect asks once for each creature.
fn total(game: &Game, blocking: bool, declared: &[Assignment]) -> Vec<CostShare> {
    let mut shares: Vec<CostShare> = Vec::new();
    for (functioning, charge) in charges(game) {
        let (cost, x) = match charge {
            Charge::Attack { cost, x, .. } | Charge::Block { cost, x, .. } => (cost, x),
        };
        for assignment in declared {
            let asks = |to: &Entity| charged(game, (functioning, charge), blocking, assignment.object, *to);
            let Some(scope) = assignment.to.iter().find_map(asks) else { continue };
            let Some(player) = game.controller(assignment.object) else { continue };
            let x = match x {
                Some(x) => u32::try_from(quantity(game, &scope, x)).unwrap_or(0),
                None => scope.announced.and_then(|announced| announced.x).unwrap_or(0),
            };
            let parts = cost.iter().map(|part| (scope.source, with_x(part, x)));
            match shares.iter_mut().find(|share| share.player == player) {
                Some(share) => share.costs.extend(parts),
                None => shares.push(CostShare { player, costs: parts.collect(), paid_at: None }),
            }
        }
    }
    shares
}

/// A part of a cost with the value of X filled in.
fn with_x(part: &Cost, x: u32) -> Cost {
    let symbol = |symbol: &ManaSymbol| if *symbol == ManaSymbol::X { ManaSymbol::Generic(x) } else { *symbol };
    match part {
        Cost::Mana(mana) => Cost::Mana(ManaCost(mana.0.iter().map(symbol).collect())),
        other => other.clone(),
    }
}

/// Makes a declaration happen, after its cost is paid if it has one (CR 508.1f-k, 509.1d-h).
pub(super) fn propose(work: &mut Work, blocking: bool, declared: &[Assignment]) {
    let mut shares = total(&work.game, blocking, declared);
    let combat = work.game.world().combat.as_deref();
    // CR 508.1g: an optional cost is asked for before the total is determined.
    let exertable = match combat {
        Some(combat) if !blocking => exert::could_be(&work.game, combat.attacking_player, declared),
        _ => Vec::new(),
    };
    // CR 508.1e
    let banded = !blocking && !bands::next(&work.game, declared, &[]).is_empty();
    let announces = banded || !exertable.is_empty();
    let proposed = !shares.is_empty() || announces;
    let (Some(combat), Some(first)) = (combat.filter(|_| proposed), declared.first()) else {
        if !blocking {
            attack::tap(work, declared);
        }
        return happens(work, blocking, declared);
    };
    let (attacking, object) = (combat.attacking_player, first.object);
    let payer = match shares.first() {
        Some(share) if !announces => share.player,
        // Whoever declares announces bands and what is exerted, before anybody pays.
        _ => {
            if shares.first().is_none_or(|share| share.player != attacking) {
                shares.insert(0, CostShare { player: attacking, costs: Vec::new(), paid_at: None });
            }
            attacking
        }
    };
    let rule = if blocking { rule!("509.1d") } else { rule!("508.1h") };
    work.emit(Part::Frame, work.cause(), rule, Event::Checkpointed {});
    if !blocking {
        attack::tap(work, declared);
    }
    let what = Proposing::Declaration { blocking, declared: declared.to_vec(), shares };
    let mut frame = ProposalFrame::new(what, payer, object, object, work.cause().unwrap_or_default());
    if banded {
        frame.stage = ProposalStage::Bands;
    }
    stage::begin_proposal(work, rule, frame);
}

/// Declares the creatures, now that the cost is paid, or goes on to the next player who pays.
pub(in super::super) fn paid(work: &mut Work, blocking: bool, declared: &[Assignment], proposal: &ProposalFrame) {
    work.set_cause(Some(proposal.began));
    let Proposing::Declaration { shares, .. } = &proposal.what else { return };
    let mut shares = shares.clone();
    let mut unpaid = shares.iter_mut().filter(|share| share.paid_at.is_none());
    if let Some(share) = unpaid.next() {
        share.paid_at = Some(proposal.paid_at.unwrap_or(work.game.counters().entry));
    }
    if let Some(player) = unpaid.next().map(|share| share.player) {
        let what = Proposing::Declaration { blocking, declared: declared.to_vec(), shares };
        let mut next = ProposalFrame::new(what, player, proposal.object, proposal.source, proposal.began);
        // Taking it back concerns all mana abilities activated for the declaration (CR 726.1).
        next.activations.clone_from(&proposal.activations);
        next.announce().targets.clone_from(&proposal.announced.targets);
        next.announce().chosen.clone_from(&proposal.announced.chosen);
        return stage::to_stage(work, &next, ProposalStage::Times(0));
    }
    work.pop(if blocking { rule!("509.1f") } else { rule!("508.1j") });
    let exerted: Vec<Entity> = proposal.announced.targets.concat();
    exert::as_they_attack(work, proposal.player, &exerted);
    happens(work, blocking, declared);
    bands::tell(work, &proposal.announced.chosen);
}

fn happens(work: &mut Work, blocking: bool, declared: &[Assignment]) {
    if blocking {
        block::declare(work, declared);
    } else {
        attack::declare(work, declared);
    }
}
