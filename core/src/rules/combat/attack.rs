//! Declaring attackers (CR 508).

use crate::card::{Keyword, Restriction, TurnStep};
use crate::derive::filter::{matches, players};
use crate::derive::target::as_though;
use crate::derive::{Look, Scope};
use crate::fact::{
    Action, Assignment, Choice, Declarable, Domain, Entity, Event, ObjectId, PlayerId, Prompt, TurnStepStage,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::work::Work;
use crate::rules::replace::combat_progress::to_stage;
use crate::rules::replace::happen;
use crate::rules::replace::joining::targets;

/// Asks which creatures attack, and what (CR 508.1a-b).
pub(super) fn attackers_choice(game: &Game) -> Option<Choice> {
    let combat = game.world().combat.as_deref()?;
    let player = combat.attacking_player;
    let targets = attackable(game);
    let able = game.world().battlefield.iter().copied().filter(|id| can_attack(game, player, *id));
    let options: Vec<Declarable> = able
        .filter_map(|object| {
            let to: Vec<Entity> = targets.iter().copied().filter(|to| !is_kept_from(game, object, *to)).collect();
            (!to.is_empty()).then_some(Declarable { object, to, at_most: 1 })
        })
        .collect();
    (!options.is_empty()).then_some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::Attackers,
        rule: rule!("508.1a"),
        domain: Domain::Declare { options },
        back_out: false,
    })
}

/// Whether a creature is able to attack, restrictions aside (CR 508.1a).
fn can_attack(game: &Game, player: PlayerId, id: ObjectId) -> bool {
    is_able(&as_though::attacking(game, id), player, id)
}

/// Whether a creature is untapped, and has haste or has been controlled by the player since the
/// turn began (CR 508.1a).
fn is_able(game: &Game, player: PlayerId, id: ObjectId) -> bool {
    game.is_creature(id)
        && game.controller(id).is_some_and(|it| game.acts_with(it, player))
        && game.object(id).is_some_and(|object| !object.status.tapped)
        && !game.is_summoning_sick(id)
}

/// The player attacked by a creature that attacks this: the defending player for it (CR 508.5).
pub(super) fn attacked(game: &Game, to: Entity) -> Option<PlayerId> {
    to.player().or_else(|| game.controller(to.object()?))
}

/// Whether an effect says that a creature can't attack, or can't attack this player or planeswalker
/// (CR 508.1c), and its controller does not ignore it.
fn is_kept_from(game: &Game, id: ObjectId, to: Entity) -> bool {
    let game = &*as_though::attacking(game, id);
    let is_meant = |scope: &Scope<'_>, restriction: &Restriction| match restriction {
        Restriction::CantAttack(what) => matches(game, scope, what, id),
        Restriction::CantAttackThat { what, players: who, objects } => {
            let there = match to {
                Entity::Player(player) => who.as_ref().is_some_and(|who| players(game, scope, who).contains(&player)),
                Entity::Object(it) => objects.as_ref().is_some_and(|filter| matches(game, scope, filter, it)),
            };
            there && matches(game, scope, what, id)
        }
        _ => false,
    };
    let keeps = |restriction: &Restriction| {
        matches!(restriction, Restriction::CantAttack(_) | Restriction::CantAttackThat { .. })
    };
    let mut restrictions = game.restrictions_on_each().filter(|(_, restriction)| keeps(restriction));
    restrictions.any(|(it, restriction)| {
        let scope = it.scope_on(game, id, attacked(game, to));
        scope.is_some_and(|scope| is_meant(&scope, restriction)) && !game.ignores(game.controller(id), it.source)
    })
}

/// The rule that keeps a creature from attacking.
pub(super) fn refusal(game: &Game, id: ObjectId) -> Rule {
    let game = &*as_though::attacking(game, id);
    let able = game.world().combat.as_deref().is_some_and(|combat| is_able(game, combat.attacking_player, id));
    if able { rule!("508.1c") } else { rule!("508.1a") }
}

/// The rule that keeps a creature that may attack from attacking this.
pub(super) fn refusal_of(game: &Game, id: ObjectId, to: Entity) -> Rule {
    let attackable = attackable(game).contains(&to);
    if attackable && is_kept_from(game, id, to) { rule!("508.1c") } else { rule!("508.1b") }
}

/// The players and planeswalkers that creatures may attack (CR 508.1b).
fn attackable(game: &Game) -> Vec<Entity> {
    game.defending_players().into_iter().flat_map(|defending| targets(game, defending)).collect()
}

/// Taps the chosen creatures, except those with vigilance (CR 508.1f).
pub(super) fn tap(work: &mut Work, assignments: &[Assignment]) {
    for assignment in assignments {
        let taps = Action::Tap(assignment.object);
        if !work.game.has_keyword(assignment.object, &Keyword::Vigilance) && happen::can_happen(&work.game, &taps) {
            work.fact(rule!("508.1f"), Event::Tapped { object: assignment.object });
        }
    }
}

/// Makes the chosen creatures that the active player still controls attack (CR 508.1k).
pub(super) fn declare(work: &mut Work, assignments: &[Assignment]) {
    to_stage(work, TurnStep::DeclareAttackers, TurnStepStage::Priority);
    let Some(player) = work.game.world().combat.as_deref().map(|combat| combat.attacking_player) else { return };
    for assignment in assignments {
        let theirs = work.game.controller(assignment.object).is_some_and(|it| work.game.acts_with(it, player));
        let there = work.game.is_creature(assignment.object) && theirs;
        if let Some(target) = assignment.to.first()
            && there
        {
            work.fact(rule!("508.1k"), Event::Attacked { object: assignment.object, target: *target });
        }
    }
}
