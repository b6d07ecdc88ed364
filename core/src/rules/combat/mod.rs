//! The combat phase (CR 506-511).

mod attack;
mod block;
mod costs;
mod damage;
mod effects;
mod maximum;
mod obey;
mod prices;

use crate::card::{Duration, Phase, TurnStep};
use crate::fact::{Answer, Assignment, Choice, Declarable, Domain, Event, ObjectId, PlayerId, TurnStepStage};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::engine::refusal::Illegal;
use super::engine::work::Work;
use super::replace::combat_progress::to_stage;
use super::variant::turn_markers;

pub(super) use costs::paid;
pub(crate) use damage::division_in_order;
pub(super) use damage::{another_damage_step, check_division};
pub(crate) use obey::Duty;

/// Begins combat with the active player as the attacking player (CR 506.2, 507.1). Of several
/// opponents all are defending players (CR 802.2); the event names the first.
pub(super) fn begin_combat(work: &mut Work, active: PlayerId) {
    let Some(defending) = work.game.attackable(active).first().copied() else { return };
    work.fact(rule!("506.2"), Event::CombatBegan { attacking: active, defending });
}

/// Removes creatures and planeswalkers from combat (CR 511.3); "until end of combat" effects end
/// (CR 511.2).
pub(super) fn end(work: &mut Work) {
    if work.game.world().combat.is_some() {
        work.leading_fact(rule!("511.3"), Event::CombatEnded {});
    }
    let over: Vec<_> = work
        .game
        .world()
        .effects
        .values()
        .filter(|effect| matches!(*effect.duration, Duration::EndOfCombat))
        .map(|effect| effect.id)
        .filter(|id| turn_markers::is_of_this_turn(&work.game, *id))
        .collect();
    for id in over {
        work.fact(rule!("511.2"), Event::EffectEnded { id });
    }
    super::trigger::triggers::end_delayed(work, rule!("511.2"), &Duration::EndOfCombat);
}

/// Whether no creature was declared as an attacker or put onto the battlefield attacking
/// (CR 508.8).
pub(super) fn no_attackers(game: &Game) -> bool {
    game.world().turn.phase == Some(Phase::Combat)
        && game.world().combat.as_deref().is_none_or(|combat| !combat.any_attacked)
}

/// The choices of the combat steps' turn-based actions.
pub(super) fn combat_choice(game: &Game, step: TurnStep, stage: &TurnStepStage) -> Option<Choice> {
    match (step, stage) {
        (TurnStep::DeclareAttackers, TurnStepStage::Actions(0)) => attack::attackers_choice(game),
        (TurnStep::DeclareBlockers, TurnStepStage::Actions(stage)) => block::blockers_choice(game, *stage),
        (TurnStep::DeclareBlockers, TurnStepStage::Order { remaining }) => block::order_choice(game, remaining),
        (TurnStep::CombatDamage, TurnStepStage::Actions(1)) => damage::damage_choice(game, None),
        (TurnStep::CombatDamage, TurnStepStage::Assigned(said)) => damage::damage_choice(game, Some(said)),
        _ => None,
    }
}

/// Takes an answer to one of these choices.
pub(super) fn answered(work: &mut Work, step: TurnStep, stage: &TurnStepStage, answer: &Answer) {
    match (step, stage, answer) {
        (TurnStep::DeclareAttackers, _, Answer::Declared(declared)) => declare(work, false, declared),
        (TurnStep::DeclareBlockers, TurnStepStage::Order { remaining }, Answer::Ordered(items)) => {
            block::ordered(work, remaining, items);
        }
        (TurnStep::DeclareBlockers, _, Answer::Declared(declared)) => declare(work, true, declared),
        (TurnStep::CombatDamage, TurnStepStage::Assigned(first), Answer::Divided(divided)) => {
            damage::assigned(work, first, divided);
        }
        (TurnStep::CombatDamage, _, Answer::Divided(divided)) => damage::assigned_first(work, divided),
        _ => {}
    }
}

/// Makes a declaration happen, after it is paid for. Records it if the search for the most
/// requirements did not finish.
fn declare(work: &mut Work, blocking: bool, declared: &[Assignment]) {
    let step = if blocking { TurnStep::DeclareBlockers } else { TurnStep::DeclareAttackers };
    let stage = block::declaring(&work.game).filter(|_| blocking).map_or(0, |(stage, _)| stage);
    if let Some(Choice { domain: Domain::Declare { options }, rule, .. }) =
        combat_choice(&work.game, step, &TurnStepStage::Actions(stage))
        && let Some((obeyed, possible)) = Duty::of(&work.game, &options).unproved(declared)
    {
        work.fact(rule, Event::MaximumUnproved { obeyed, possible });
    }
    costs::propose(work, blocking, declared);
}

/// Carries out the turn-based actions of the combat steps where nothing is to be chosen.
pub(super) fn actions(work: &mut Work, step: TurnStep, n: u8) {
    match (step, n) {
        (TurnStep::DeclareAttackers, 0) => attack::declare(work, &[]),
        (TurnStep::DeclareBlockers, _) => block::declare(work, &[]),
        (TurnStep::CombatDamage, 0) => damage::begin_combat_damage(work),
        (TurnStep::CombatDamage, _) => damage::assign_forced(work),
        _ => to_stage(work, step, TurnStepStage::Priority),
    }
}

/// Continues between two choices of the combat steps.
pub(super) fn proceed(work: &mut Work, step: TurnStep, stage: &TurnStepStage) {
    match stage {
        TurnStepStage::Order { remaining } => block::proceed_order(work, remaining),
        TurnStepStage::Assigned(_) => damage::assign_forced(work),
        _ => to_stage(work, step, TurnStepStage::Priority),
    }
}

/// The rule that keeps a creature from blocking, or from attacking.
pub(crate) fn keeps_back(game: &Game, blocking: bool, id: ObjectId) -> Rule {
    if blocking { block::refusal(game, id) } else { attack::refusal(game, id) }
}

/// Whether a declaration of attackers or blockers is legal.
pub(super) fn check_declaration(game: &Game, options: &[Declarable], declared: &[Assignment]) -> Result<(), Illegal> {
    let blocking = game.world().turn.step == Some(TurnStep::DeclareBlockers);
    let rule = if blocking { rule!("509.1a") } else { rule!("508.1a") };
    for (index, assignment) in declared.iter().enumerate() {
        let name = || game.name_of(assignment.object);
        if declared[..index].iter().any(|other| other.object == assignment.object) {
            return Err(Illegal::against(rule, format!("{} is declared twice", name())));
        }
        let refused = || keeps_back(game, blocking, assignment.object);
        let Some(option) = options.iter().find(|option| option.object == assignment.object) else {
            return Err(Illegal::against(refused(), format!("{} can't be declared", name())));
        };
        let count = assignment.to.len();
        if assignment.to.is_empty() || count > option.at_most as usize {
            let most = match option.at_most {
                1 => "exactly one thing".to_owned(),
                most => format!("one to {most} things"),
            };
            return Err(Illegal::against(rule, format!("{} must do {most}", name())));
        }
        if (1..count).any(|index| assignment.to[..index].contains(&assignment.to[index])) {
            return Err(Illegal::against(rule, format!("{} is declared for something twice", name())));
        }
        if let Some(to) = assignment.to.iter().find(|to| !option.to.contains(to)) {
            let what = game.entity_name(*to);
            let refused = if blocking { block::refusal_of } else { attack::refusal_of };
            let rule = refused(game, assignment.object, *to);
            return Err(Illegal::against(rule, format!("{} can't be declared for {what}", name())));
        }
    }
    Duty::of(game, options).check(declared)
}
