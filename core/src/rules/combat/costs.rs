//! Costs to attack and to block (CR 508.1g-j, 509.1d-f).
//!
//! A declaration is proposed like a spell ([`Proposing::Declaration`](crate::fact::Proposing)): the
//! total cost is locked in, mana abilities may be activated, the cost is paid, and only then do the
//! creatures attack or block. A declaration that is not paid for is undone: the game returns to the
//! moment before it (CR 508.1, 509.1, 726.1).

use crate::card::{Charge, Cost, ManaCost, ManaSymbol, StaticEffect};
use crate::derive::filter::{matches, players, quantity};
use crate::derive::{Look, Scope};
use crate::fact::{Assignment, Entity, Event, ObjectId, Part, PlayerId, ProposalFrame, ProposalStage, Proposing};
use crate::rule;
use crate::state::Game;

use super::super::keyword::exert;
use super::{attack, block};
use crate::rules::announce::proposal;
use crate::rules::engine::work::Work;
use crate::rules::replace::bands;

/// The effects that put a cost on attacking or blocking.
fn charges(game: &Game) -> impl Iterator<Item = (Scope<'_>, &Charge)> {
    game.derived().functioning.others().filter_map(|it| match &*it.effect {
        StaticEffect::Charge(charge) => Some((it.scope(), charge)),
        _ => None,
    })
}

/// Whether an effect puts a cost on this attack or block.
fn charged(game: &Game, scope: &Scope<'_>, charge: &Charge, blocking: bool, object: ObjectId, to: Entity) -> bool {
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
    charges(game).any(|(scope, charge)| charged(game, &scope, charge, blocking, object, to))
}

/// The cost of a declaration, part by part, each with the object whose effect asks for it
/// (CR 508.1h, 509.1d). Each effect asks once for each creature.
fn total(game: &Game, blocking: bool, declared: &[Assignment]) -> Vec<(ObjectId, Cost)> {
    let mut parts = Vec::new();
    for (scope, charge) in charges(game) {
        let (cost, x) = match charge {
            Charge::Attack { cost, x, .. } | Charge::Block { cost, x, .. } => (cost, x),
        };
        let x = match x {
            Some(x) => u32::try_from(quantity(game, &scope, x)).unwrap_or(0),
            None => scope.announced.and_then(|announced| announced.x).unwrap_or(0),
        };
        for assignment in declared {
            if assignment.to.iter().any(|to| charged(game, &scope, charge, blocking, assignment.object, *to)) {
                parts.extend(cost.iter().map(|part| (scope.source, with_x(part, x))));
            }
        }
    }
    parts
}

/// Who pays, if all creatures that a declaration costs something for are one player's. Of several
/// players of a team, the primary player pays for all.
fn payer(game: &Game, blocking: bool, declared: &[Assignment]) -> Option<PlayerId> {
    let costs = |it: &&Assignment| it.to.iter().any(|to| is_charged(game, blocking, it.object, *to));
    let mut players = declared.iter().filter(costs).filter_map(|it| game.controller(it.object));
    let first = players.next()?;
    players.all(|player| player == first).then_some(first)
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
    let costs = total(&work.game, blocking, declared);
    let combat = work.game.world().combat.as_deref();
    // CR 508.1g: an optional cost is asked for before the total is determined.
    let exertable = match combat {
        Some(combat) if !blocking => exert::could_be(&work.game, combat.attacking_player, declared),
        _ => Vec::new(),
    };
    // CR 508.1e
    let banded = !blocking && !bands::next(&work.game, declared, &[]).is_empty();
    let proposed = !costs.is_empty() || !exertable.is_empty() || banded;
    let (Some(combat), Some(first)) = (combat.filter(|_| proposed), declared.first()) else {
        if !blocking {
            attack::tap(work, declared);
        }
        return happens(work, blocking, declared);
    };
    let attacking = combat.attacking_player;
    let player = if blocking { block::declaring(&work.game).map_or(attacking, |(_, it)| it) } else { attacking };
    let object = first.object;
    // CR 805.4a: each player of an active team pays for their own creatures.
    let player = payer(&work.game, blocking, declared).unwrap_or(player);
    let rule = if blocking { rule!("509.1d") } else { rule!("508.1h") };
    work.emit(Part::Frame, work.cause(), rule, Event::Checkpointed {});
    if !blocking {
        attack::tap(work, declared);
    }
    let what = Proposing::Declaration { blocking, declared: declared.to_vec(), costs };
    let mut frame = ProposalFrame::new(what, player, object, object, work.cause().unwrap_or_default());
    if banded {
        frame.stage = ProposalStage::Bands;
    }
    proposal::begin(work, rule, frame);
}

/// Declares the creatures, now that the cost is paid.
pub(in super::super) fn paid(work: &mut Work, blocking: bool, declared: &[Assignment], proposal: &ProposalFrame) {
    work.set_cause(Some(proposal.began));
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
