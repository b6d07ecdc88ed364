//! Declaring attackers (CR 508).

use crate::card::{CardType, Keyword, Restriction, TurnStep};
use crate::derive::Look;
use crate::derive::filter::matches;
use crate::fact::{Action, Assignment, Choice, Domain, Entity, Event, ObjectId, PlayerId, Prompt, TurnStepStage};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::super::happen;
use super::super::work::Work;
use super::to_stage;

/// CR 508.1a-b: which creatures may attack, and what.
pub(super) fn choice(game: &Game) -> Option<Choice> {
    let combat = game.world().combat.as_deref()?;
    let player = combat.attacking_player;
    let targets = targets(game, combat.defending_player);
    let able = game.world().battlefield.iter().copied().filter(|id| can_attack(game, player, *id));
    let options: Vec<Assignment> = able.map(|object| Assignment { object, to: targets.clone() }).collect();
    (!options.is_empty()).then_some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::Attackers,
        rule: rule!("508.1a"),
        domain: Domain::Declare { options, at_most: 1 },
        back_out: false,
    })
}

/// CR 508.1b: the defending player, or a planeswalker that they control.
fn targets(game: &Game, defending: PlayerId) -> Vec<Entity> {
    let planeswalkers = game
        .world()
        .battlefield
        .iter()
        .copied()
        .filter(|id| game.controller(*id) == Some(defending) && game.has_type(*id, CardType::Planeswalker));
    std::iter::once(Entity::Player(defending)).chain(planeswalkers.map(Entity::Object)).collect()
}

/// Whether a creature may attack at all.
fn can_attack(game: &Game, player: PlayerId, id: ObjectId) -> bool {
    is_able(game, player, id) && !is_kept(game, id)
}

/// CR 508.1a: an untapped creature that the player has controlled since the turn began, or with haste.
fn is_able(game: &Game, player: PlayerId, id: ObjectId) -> bool {
    game.is_creature(id)
        && game.controller(id) == Some(player)
        && game.object(id).is_some_and(|object| !object.status.tapped)
        && !game.is_summoning_sick(id)
}

/// CR 508.1c: something says that it can't attack.
fn is_kept(game: &Game, id: ObjectId) -> bool {
    game.restrictions().any(|(scope, restriction)| match restriction {
        Restriction::CantAttack(what) => matches(game, &scope, what, id),
        _ => false,
    })
}

/// The rule that keeps a creature from attacking.
pub(super) fn refusal(game: &Game, id: ObjectId) -> Rule {
    let able = game.world().combat.as_deref().is_some_and(|combat| is_able(game, combat.attacking_player, id));
    if able { rule!("508.1c") } else { rule!("508.1a") }
}

/// CR 508.1f-k: the chosen creatures become tapped and attack.
pub(super) fn declare(work: &mut Work, assignments: &[Assignment]) {
    to_stage(work, TurnStep::DeclareAttackers, TurnStepStage::Priority);
    for assignment in assignments {
        let taps = Action::Tap(assignment.object);
        if !work.game.has_keyword(assignment.object, &Keyword::Vigilance) && happen::can_happen(&work.game, &taps) {
            work.fact(rule!("508.1f"), Event::Tapped { object: assignment.object });
        }
    }
    for assignment in assignments {
        if let Some(target) = assignment.to.first() {
            work.fact(rule!("508.1k"), Event::Attacked { object: assignment.object, target: *target });
        }
    }
}
